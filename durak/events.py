"""What happened at the table: a closed union of frozen records.

A player's move is a `Played`; everything else is what the table did in
consequence. `str` of an event is text for people.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar, Final, Literal, TypeAlias, final

from attrs import frozen

from durak.cards import CARDS
from durak.moves import DONE, MOVES, RESIGN, SWAP, TAKE, Attack, Beat, Move
from durak.outcome import Result
from durak.seats import SEATS, BySeat, Seat


class How(StrEnum):
    """Which rule ended a bout. Rules 4.7 and 5.2 to 5.5."""

    DONE = "done"
    EXHAUSTED = "exhausted"
    CAPPED = "capped"
    SPENT = "spent"
    TAKEN = "taken"


@final
@frozen
class Played:
    """A seat made a move. The moves of a log are exactly these."""

    seat: Seat
    move: Move

    @property
    def kind(self) -> str:
        """The kind of the move."""
        return self.move.kind

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.move}"


@final
@frozen
class BoutEnd:
    """A bout closed. Rules 6.1, 6.2.

    Attributes:
        how: Which rule ended it.
        cards: How many cards lay on the table.
        discard: How many cards the heap holds after it.
        next_attacker: The seat that attacks next.
    """

    kind: ClassVar[Literal["bout_end"]] = "bout_end"
    how: How
    cards: int
    discard: int
    next_attacker: Seat

    @property
    def taken(self) -> bool:
        """Whether the cards went to the defender, not to the heap."""
        return self.how is How.TAKEN

    def __str__(self) -> str:
        where = "taken" if self.taken else f"beaten off ({self.how})"
        return f"bout of {self.cards} {where}; seat {self.next_attacker} attacks next"


@final
@frozen
class Refill:
    """Both seats drew up to six; one follows every bout, zeros included. Rule 6.3.

    Attributes:
        drawn: How many cards each seat drew. Which cards is never said.
        talon: How many cards the talon has left.
    """

    kind: ClassVar[Literal["refill"]] = "refill"
    drawn: BySeat[int]
    talon: int

    def __str__(self) -> str:
        first, second = self.drawn
        return f"seat 1 draws {first}, seat 2 draws {second}; talon {self.talon}"


@final
@frozen
class Out:
    """A seat has no cards and nothing to draw. Rule 7.2."""

    kind: ClassVar[Literal["out"]] = "out"
    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} is out"


@final
@frozen
class GameEnd:
    """The game ended. Rule 7.1."""

    kind: ClassVar[Literal["game_end"]] = "game_end"
    result: Result

    def __str__(self) -> str:
        return f"game over: {self.result}"


Event: TypeAlias = Played | BoutEnd | Refill | Out | GameEnd

MOVE_KINDS: Final = tuple(move.kind for move in MOVES)
"""The kinds of the events that are somebody's move."""


def is_move(kind: object) -> bool:
    """Whether events of this kind are somebody's move: six are, four are not."""
    return isinstance(kind, str) and kind in MOVE_KINDS


def moves_of(history: Iterable[Event]) -> tuple[Played, ...]:
    """The moves among some events, in order: what a log keeps of a game."""
    return tuple(event for event in history if isinstance(event, Played))


def played(seat: Seat, move: Move) -> Played:
    """The shared record of a legal move, its card a plain int."""
    by_card = _BY_CARD.get(type(move))
    if by_card is None:
        return _BY_SEAT[type(move)][seat]
    return by_card[seat][move.card]  # type: ignore[union-attr]  # it has a card


# Places 0 of the rows are no card's, there so that a card is its own index.
_BY_CARD: Final[dict[type, dict[Seat, tuple[Played, ...]]]] = {
    kind: {seat: tuple(Played(seat, kind(card)) for card in range(37)) for seat in SEATS}
    for kind in (Attack, Beat)
}
_BY_SEAT: Final[dict[type, dict[Seat, Played]]] = {
    type(move): {seat: Played(seat, move) for seat in SEATS}
    for move in (TAKE, DONE, SWAP, RESIGN)
}

_MOVES: Final[tuple[Move, ...]] = (
    *map(Attack, CARDS),
    *map(Beat, CARDS),
    *(TAKE, DONE, SWAP, RESIGN),
)
EVERY_MOVE: Final = tuple(played(seat, move) for seat in SEATS for move in _MOVES)
"""Every move that a seat can ever make, each as its shared record."""
