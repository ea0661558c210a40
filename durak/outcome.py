"""Who is the fool: arithmetic over two card counts and the size of the talon."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from attrs import frozen

from durak.seats import SEATS, BySeat, Seat, other


class Outcome(StrEnum):
    """How a game ended. Rules 7.3, 7.4, 7.6."""

    FOOL = "fool"
    DRAW = "draw"
    RESIGN = "resign"


@frozen
class Result:
    """The end of a game.

    Attributes:
        outcome: How it ended.
        fool: The seat that lost, by cards or by resignation; None in a draw.
        places: 2 for the fool, 1 for everybody else. Rule 7.5.
    """

    outcome: Outcome
    fool: Seat | None
    places: BySeat[int]

    def __str__(self) -> str:
        if self.fool is None:
            return "a draw"
        how = "by resignation" if self.outcome is Outcome.RESIGN else "holding cards"
        return f"seat {self.fool} is the fool, {how}"


def out_seats(counts: BySeat[int], talon_left: int) -> tuple[Seat, ...]:
    """The seats that are out, in seat order: none while the talon has cards.

    Meant for the moment after a refill, when a game may end. Rules 7.1, 7.2.
    """
    if talon_left:
        return ()
    return tuple(seat for seat in SEATS if not counts[seat])


def result_for(counts: BySeat[int], talon_left: int) -> Result | None:
    """How the game ended, or None while it has further to run. Rules 7.3, 7.4."""
    match out_seats(counts, talon_left):
        case ():
            return None
        case (1,):
            return _FOOL[2]
        case (2,):
            return _FOOL[1]
        case _:
            return _DRAW


def resign_for(seat: Seat) -> Result:
    """The end of a game that a seat gave up. Rule 7.6.

    Raises:
        ValueError: `seat` is not 1 or 2.
    """
    return _RESIGNED[other(other(seat))]


def places_for(fool: Seat | None) -> BySeat[int]:
    """The places: 2 for the fool, 1 for everybody else. Rule 7.5."""
    return BySeat(2 if fool == 1 else 1, 2 if fool == 2 else 1)


_DRAW: Final = Result(Outcome.DRAW, None, places_for(None))
_FOOL: Final = {seat: Result(Outcome.FOOL, seat, places_for(seat)) for seat in SEATS}
_RESIGNED: Final = {seat: Result(Outcome.RESIGN, seat, places_for(seat)) for seat in SEATS}
