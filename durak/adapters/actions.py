"""The action ids of every adapter: one small integer for each move.

    0 to 35   play the card 1 to 36: as a beat while an attack waits for its
              answer, else as an attack
    36        take
    37        done
    38        swap

So the card with id `c` is action `c - 1`. To resign is no action: it is always
allowed and always loses, and a learner has no use for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, SupportsIndex

from durak.bout import DEFEND, Phase
from durak.cards import CARDS
from durak.moves import DONE, SWAP, TAKE, Attack, Beat, Move
from durak.seats import integer_of

ACTIONS: Final = 39
"""How many actions there are: their ids are 0 to 38."""

_REST: Final[tuple[Move, ...]] = (TAKE, DONE, SWAP)
_ATTACKING: Final[tuple[Move, ...]] = (*map(Attack, CARDS), *_REST)
_DEFENDING: Final[tuple[Move, ...]] = (*map(Beat, CARDS), *_REST)


def move_of(action: SupportsIndex, phase: Phase) -> Move:
    """The move that an action is in a phase; whether it is legal is not asked.

    Raises:
        ValueError: `action` is not an integer from 0 to 38.
    """
    place = integer_of(action)
    if place is None or not 0 <= place < ACTIONS:
        raise ValueError(f"no such action: {action!r}")
    return (_DEFENDING if phase is DEFEND else _ATTACKING)[place]


def action_of(move: Move) -> int:
    """The action that a move is.

    Raises:
        ValueError: to resign is no action, and neither is a card that is none.
    """
    action = _ACTION_OF.get(move)
    if action is None:
        raise ValueError(f"no action for {move!r}")
    return action


def actions_of(moves: Iterable[Move]) -> tuple[int, ...]:
    """The actions of some moves; those of the legal moves come out ascending."""
    return tuple(map(action_of, moves))


_ACTION_OF: Final[dict[Move, int]] = {
    move: action for table in (_ATTACKING, _DEFENDING) for action, move in enumerate(table)
}
