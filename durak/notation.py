"""A compact text for a game's moves. Its form is specified in docs/notation.md.

    1-TH 2xKH 1-TS 2take 1-TC 1done

One token for each move: the seat, then `-` and the card of an attack, `x` and
the card of a beat, or the word `take`, `done`, `swap` or `resign`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from durak.cards import CARDS, name_of
from durak.errors import Malformed
from durak.events import Played
from durak.moves import DONE, RESIGN, SWAP, TAKE, Attack, Beat, Move
from durak.seats import SEATS, seat_of


def write_moves(moves: Iterable[Played]) -> str:
    """The text of some moves; `read_moves` is its exact inverse.

    Raises:
        ValueError: a seat or a card is none, as only a refused move has.
    """
    return " ".join(map(_token, moves))


def _token(event: Played) -> str:
    seat, move = seat_of(event.seat), event.move
    if seat is None:
        raise ValueError(f"no such seat: {event.seat!r}")
    match move:
        case Attack(card):
            return f"{seat}-{name_of(card)}"
        case Beat(card):
            return f"{seat}x{name_of(card)}"
        case _:
            return f"{seat}{move.kind}"


def read_moves(text: str) -> tuple[Played, ...]:
    """The moves of a text.

    Raises:
        Malformed: the text has not the documented form. `path` is the place of
            the first token that is wrong, counted from 0, and its column,
            counted from 1.
    """
    moves: list[Played] = []
    column = 1
    for place, token in enumerate(text.split(" ") if text else ()):
        event = _TOKENS.get(token)
        if event is None:
            problem = f"not a move: {token!r:.40}" if token else "an empty token"
            raise Malformed(f"token {place}, column {column}", problem)
        moves.append(event)
        column += len(token) + 1
    return tuple(moves)


_MOVES: Final[tuple[Move, ...]] = (
    *map(Attack, CARDS),
    *map(Beat, CARDS),
    *(TAKE, DONE, SWAP, RESIGN),
)
_TOKENS: Final = {
    _token(event): event for event in (Played(s, move) for s in SEATS for move in _MOVES)
}
