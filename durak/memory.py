"""`Memory`: all that follows from what one seat has seen of a game.

A seat sees its own hand, every event, and so the cards of its own draws. A
memory is a fold over that and nothing else: `remember` begins it with the
view before the first move, and `Memory.after` takes each move's events and the
seat's view after them. No state comes near it.

What it knows is exact. Call a deal *possible* if the same moves, made from it,
had shown the seat the same views throughout. `other_holds` are the cards of
the other hand in every possible deal, `other_may_hold` those of it in at least
one, and `chances` is the part of the possible deals in between. All of that
rests on the rules alone: what a player would rather have done with such a
hand is not considered.

What follows, beside the cards that were seen:

- A seat that is asked to beat, or to throw in, has a card to do it with, or an
  exchange; and one that is not asked has neither. So a bout that ends
  `exhausted`, and a take that nobody chose, say what a hand lacked, and a
  chosen `take` or `done` says what it had. Rules 5.3 to 5.6.
- Who opened says whose trump is the lowest. Rules 2.4, 2.5.
- The last card of the talon is known to whoever remembers it.
- With no hidden card left in the talon, every unseen card is in the other hand.

Each of these is about a moment. `durak.evidence` keeps them in order, and
combines what they say of cards that came and went in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

from attrs import astuple, evolve, field, frozen
from pyrsistent import PVector, pvector

from durak.cards import BIT, PACK, Card
from durak.cardsets import CardSet, mask_of
from durak.deck import HAND_SIZE, first_attacker
from durak.events import Event, Played
from durak.evidence import Had, Lacked, Weights, weigh
from durak.seats import BySeat, Seat, other
from durak.sight import View
from durak.tally import Tally, new_tally, tallied, turn_up_of


@frozen
class Memory:
    """What one seat has seen so far, and what follows from it.

    Attributes:
        view: The seat's view now.
        first: Its view before the first move.
        tally: Its account of the cards.
        history: Every event so far.
    """

    view: View
    first: View = field(repr=False)
    tally: Tally
    history: PVector[Event] = field(repr=False, hash=False)

    @property
    def seat(self) -> Seat:
        """Whose memory it is."""
        return self.view.seat

    @property
    def shown(self) -> CardSet:
        """The cards of the other hand that were seen to go there or must have."""
        return CardSet.of_mask(self.tally.shown)

    @property
    def gone(self) -> CardSet:
        """The cards of the heap."""
        return CardSet.of_mask(self.tally.gone)

    @property
    def unseen(self) -> CardSet:
        """The cards never seen: in the other hand, or face down in the talon."""
        return CardSet.of_mask(self.tally.unseen)

    @cached_property
    def weights(self) -> Weights:
        """What the evidence is worth; see `durak.evidence`. Worked out when asked for."""
        return weigh(self.tally.pool, self.tally.evidence)

    @cached_property
    def chances(self) -> Mapping[Card, Fraction]:
        """For each unseen card, in what part of the possible deals the other hand
        holds it now.

        From 0 to 1, exact, in id order; cannot be changed.
        """
        unseen = self.tally.unseen
        return MappingProxyType(self.weights.chances(unseen) if unseen else {})

    @property
    def other_holds(self) -> CardSet:
        """The cards that are in the other hand for certain."""
        return CardSet.of_mask(self.tally.shown | self._of_chance(1))

    @property
    def other_may_hold(self) -> CardSet:
        """The cards that can be in the other hand, the certain ones included."""
        return CardSet.of_mask(self.tally.shown | self.tally.unseen & ~self._of_chance(0))

    @property
    def talon_holds(self) -> CardSet:
        """The cards that are in the talon for certain, the turn-up included."""
        return CardSet.of_mask(turn_up_of(self.view) | self._of_chance(0))

    @property
    def talon_may_hold(self) -> CardSet:
        """The cards that can be in the talon, the certain ones included."""
        unsure = self.tally.unseen & ~self._of_chance(1)
        return CardSet.of_mask(turn_up_of(self.view) | unsure)

    def allows(self, hand: Iterable[Card]) -> bool:
        """Whether the other hand can be exactly these cards.

        Raises:
            ValueError: one of them is not a card.
        """
        cards, tally = mask_of(hand), self.tally
        hidden = cards & ~tally.shown
        if tally.shown & ~cards or hidden & ~tally.unseen:
            return False
        if hidden.bit_count() != tally.hidden:
            return False
        return not hidden or self.weights.ways(hidden) > 0

    def after(self, events: Iterable[Event], view: View) -> Memory:
        """The memory after one move.

        Args:
            events: The move and what the table did in consequence, as
                `durak.step` answers them.
            view: This seat's view after them.

        Raises:
            ValueError: the events are not those of one move, or the view is
                not this seat's after them.
        """
        happened = tuple(events)
        if not happened or not isinstance(happened[0], Played):
            raise ValueError(f"not a move with its consequences: {happened!r}")
        ply = self.view.ply + len(happened)
        if (view.seat, view.ply) != (self.seat, ply):
            raise ValueError(f"not the view of seat {self.seat} at ply {ply}: {view!r}")
        tally, hand = tallied(self.tally, self.view, happened[0], happened[1:], view)
        if hand != view.hand.mask:
            raise ValueError(
                f"the events leave {CardSet.of_mask(hand)}, not the hand of {view!r}"
            )
        return Memory(view, self.first, tally, self.history.extend(happened))

    def _of_chance(self, chance: int) -> int:
        return sum(BIT[card] for card, held in self.chances.items() if held == chance)

    def __copy__(self) -> Memory:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Memory:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # A PVector pickled by its C extension does not load without it.
        *fields, history = astuple(self, recurse=False)
        return _restored, (tuple(history), fields)


def _restored(history: tuple[Event, ...], fields: list[Any]) -> Memory:
    view, first, tally = fields
    return Memory(view, first, tally, pvector(history))


def remember(view: View) -> Memory:
    """The memory of a seat as a dealt game begins.

    Raises:
        ValueError: it is not the view of a dealt game before the first move.
    """
    if (view.counts, view.talon) != (BySeat(HAND_SIZE, HAND_SIZE), 24):
        raise ValueError(f"not the view of a dealt game: {view!r}")
    memory = remember_layout(view)
    assert view.bout is not None
    return _opened(memory, view.bout.attacker)


def remember_layout(view: View, gone: Iterable[Card] = ()) -> Memory:
    """The memory of a seat as play begins from a layout; see `durak.position`.

    Nothing is concluded from who attacks, since a layout may have anyone
    attack. An unseen six of trumps is taken to belong to the seat that holds
    or draws it, as in any game that was dealt.

    Args:
        view: The seat's view, before the first move and with an empty table.
        gone: The cards of the heap, all of which this seat knows.

    Raises:
        ValueError: it is no such view, or these cannot be the cards of its heap.
    """
    if view.ply or view.bout is None or view.bout.size:
        raise ValueError(f"not a view before the first move: {view!r}")
    heap = CardSet(gone)
    unseen = PACK & ~(view.hand.mask | heap.mask | turn_up_of(view))
    hidden = view.counts[other(view.seat)]
    if len(heap) != view.discard or unseen.bit_count() != hidden + max(view.talon - 1, 0):
        raise ValueError(f"{heap} cannot be the heap of {view!r}")
    owner = view.seat if view.swap else None
    tally = new_tally(view.seat, view.trump, unseen, heap.mask, owner)
    return Memory(view, view, tally.draw(hidden, view.talon), pvector())


def _opened(memory: Memory, opener: Seat) -> Memory:
    """What follows from who opened a dealt game. Rules 2.4, 2.5."""
    view, them = memory.view, other(memory.seat)

    def opens(trumps: CardSet) -> Seat:
        hands = (view.hand, trumps) if view.seat == 1 else (trumps, view.hand)
        return first_attacker(BySeat(*hands), view.trump)

    if opens(CardSet()) == them:
        return memory
    lower = CardSet(card for card in memory.unseen if opens(CardSet((card,))) == them)
    if opener == them and not lower:
        raise ValueError(f"seat {opener} cannot have opened this deal: {view!r}")
    fact = Had(lower) if opener == them else Lacked(lower)
    return evolve(memory, tally=memory.tally.learn(fact))
