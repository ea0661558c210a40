"""A compact text for a game's moves. Its form is specified in docs/notation.md.

    1-TH 2xKH 1-TS 2take 1-TC 1done

One token for each move: the seat, then `-` and the card of an attack, `x` and
the card of a beat, or the word `take`, `done`, `swap` or `resign`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from durak.cards import name_of
from durak.errors import Malformed
from durak.events import EVERY_MOVE, Played
from durak.moves import Attack, Beat, Done, Resign, Swap, Take
from durak.seats import seat_of


def write_moves(moves: Iterable[Played]) -> str:
    """The text of some moves; `read_moves` is its exact inverse.

    Raises:
        ValueError: a seat, a card or a move is none, as only a refused one has.
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
        case Take() | Done() | Swap() | Resign():
            return f"{seat}{move.kind}"
        case _:
            raise ValueError(f"no such move: {move!r}")


def read_moves(text: str) -> tuple[Played, ...]:
    """The moves of a text.

    Raises:
        Malformed: the text has not the documented form. `path` is the place of
            the first token that is wrong, counted from 0, and its column,
            counted from 1.
    """
    moves: list[Played] = []
    column = 1
    for place, token in enumerate(text.split(" ") if text != "" else ()):
        event = _TOKENS.get(token)
        if event is None:
            problem = f"not a move: {token!r:.40}" if token else "an empty token"
            raise Malformed(f"token {place}, column {column}", problem)
        moves.append(event)
        column += len(token) + 1
    return tuple(moves)


_TOKENS: Final = {_token(event): event for event in EVERY_MOVE}
