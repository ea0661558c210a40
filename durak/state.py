"""`State`, the whole game at one moment, and how one starts."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, SupportsIndex, TypeAlias

from attrs import astuple, field, frozen
from pyrsistent import PVector, pvector

from durak.bout import OVER, Bout, Phase, cap_for, open_bout
from durak.cards import BIT, Card, Suit, six_of
from durak.cardsets import CardSet
from durak.deck import Deal, deal_for, is_number, is_seed
from durak.errors import ERRORS, Error, ErrorCode
from durak.events import Event
from durak.outcome import Result
from durak.rules import may_exchange
from durak.seats import BySeat, Seat, integer_of, other, seat_of

Held: TypeAlias = tuple[int, int, int]
"""The masks of the two hands, indexed by seat; place 0 is empty."""


@frozen(repr=False)
class State:
    """The whole game at one moment, hidden cards included.

    `start` makes the first, `durak.step` every next one, `durak.position` any
    other. All of it is values: keep a reference and the moment stays. Equal
    states have equal fields; the hash leaves the history out. `copy` and
    `deepcopy` give the state itself. Its text tells only what both seats know,
    so that no hand gets into a log or a notebook by accident.

    Attributes:
        deal: How the cards lay at first.
        held: The hands as masks, `held[seat]`; `hands` has them as sets.
        drawn: How many cards of the deal's talon are gone.
        exchanged: Whether the six of trumps was exchanged for the turn-up.
        bout: The open bout; None once a game has been played to its end (a
            resignation leaves it as it lay).
        six_owner: The seat that was dealt the six of trumps or drew it face
            down, until the other picks it up or it is exchanged. Rule 8.3.
        discard: How many cards the heap holds. Never which: rule 6.4.
        result: How the game ended, or None while it is on.
        history: Every event so far, shared with the states before.
    """

    deal: Deal
    held: Held
    drawn: int
    exchanged: bool
    bout: Bout | None
    six_owner: Seat | None
    discard: int
    result: Result | None
    history: PVector[Event] = field(hash=False)

    @property
    def seed(self) -> bytes | None:
        """The seed of the deal."""
        return self.deal.seed

    @property
    def number(self) -> int:
        """The deal number."""
        return self.deal.number

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return self.deal.trump

    @property
    def six_of_trumps(self) -> Card:
        """The card that may be exchanged."""
        return six_of(self.deal.trump)

    @property
    def trump_card(self) -> Card | None:
        """The turn-up, or the six of trumps after an exchange; kept once drawn."""
        return self.six_of_trumps if self.exchanged else self.deal.turn_up

    @property
    def talon(self) -> tuple[Card, ...]:
        """The cards left to draw, in order."""
        left = self.deal.talon[self.drawn :]
        return (*left[:-1], self.six_of_trumps) if left and self.exchanged else left

    @property
    def talon_left(self) -> int:
        """How many cards are left to draw."""
        return len(self.deal.talon) - self.drawn

    @property
    def turn_up_left(self) -> bool:
        """Whether the turn-up is still in the talon."""
        return self.talon_left > 0

    @property
    def hands(self) -> BySeat[CardSet]:
        """The two hands."""
        return BySeat(CardSet.of_mask(self.held[1]), CardSet.of_mask(self.held[2]))

    @property
    def counts(self) -> BySeat[int]:
        """How many cards each seat holds."""
        return BySeat(self.held[1].bit_count(), self.held[2].bit_count())

    @property
    def phase(self) -> Phase:
        """The part of the bout, or `over`."""
        if self.bout is None or self.result is not None:
            return OVER
        return self.bout.phase

    @property
    def turn(self) -> Seat | None:
        """The seat that the game waits for, or None when it is over."""
        if self.bout is None or self.result is not None:
            return None
        return self.bout.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def ply(self) -> int:
        """How many events have happened."""
        return len(self.history)

    @property
    def key(self) -> Hashable:
        """What matters to the play to come, for the tables of a search.

        Equal for states that any moves take to the same ends, however they
        came about: no seed, no history, no size of the heap.
        """
        return (self.held, self.talon, self.trump, self.bout, self.six_owner, self.result)

    def can_swap(self, seat: Seat) -> bool:
        """Whether a seat may exchange the six of trumps, its turn aside. Rule 8.1.

        It must own the six and hold it, and the talon must have cards.

        Raises:
            ValueError: `seat` is not 1 or 2.
        """
        sitting = seat if type(seat) is int else seat_of(seat)
        if sitting != 1 and sitting != 2:
            raise ValueError(f"no such seat: {seat!r}")
        return self.result is None and may_swap(self, self.held, sitting)

    def __repr__(self) -> str:
        waits = "over" if self.turn is None else f"seat {self.turn} to {self.phase}"
        return f"<State at ply {self.ply}: {waits}, talon {self.talon_left}>"

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # A PVector pickled by its C extension does not load without it.
        *fields, history = astuple(self, recurse=False)
        return _restored, (tuple(history), fields)


def may_swap(state: State, held: Held, seat: Seat) -> bool:
    """Whether a seat may exchange the six of trumps with these hands. Rule 8.1."""
    return state.six_owner == seat and may_exchange(
        held[seat], state.deal.trump, state.talon_left
    )


def _restored(history: tuple[Event, ...], fields: list[Any]) -> State:
    deal, held, drawn, exchanged, bout, owner, discard, result = fields
    return State(
        deal, held, drawn, exchanged, bout, owner, discard, result, pvector(history)
    )


def start(
    seed: bytes, number: SupportsIndex = 1, seats: SupportsIndex = 2
) -> State | Error:
    """A dealt game with its first bout open.

    Refuses with `no_seed` unless `seed` is exactly 32 bytes, then `bad_deal`
    unless `number` is an integer from 1, then `bad_seats` unless `seats` is 2.
    """
    if not is_seed(seed):
        return ERRORS[ErrorCode.NO_SEED]
    if not is_number(number):
        return ERRORS[ErrorCode.BAD_DEAL]
    if integer_of(seats) != 2:
        return ERRORS[ErrorCode.BAD_SEATS]
    return start_from(deal_for(seed, number.__index__()))


def start_from(deal: Deal) -> State:
    """The first state of a deal, its first bout open."""
    first, second = deal.hands
    six = BIT[six_of(deal.trump)]
    owner: Seat | None = 1 if first.mask & six else 2 if second.mask & six else None
    bout = open_bout(deal.first, cap_for(len(deal.hands[other(deal.first)])))
    held = (0, first.mask, second.mask)
    return State(deal, held, 0, False, bout, owner, 0, None, pvector())
