"""`worlds`: whole states that a seat may be in, for all that it has seen.

A memory leaves many deals possible. A world is the state that one of them has
led to by now, complete from its first deal to its history: the same moves,
made from that deal, give that world, and show the seat just what it saw. Every
possible deal is equally likely to be drawn, the true one no more and no less
than the others; nothing here has seen it.

How one is drawn
----------------
`durak.evidence` counts the ways in which a hidden hand can have come about, at
this moment and at every one before. So a hand is drawn card by card, each in
proportion to the ways of the hands that hold it. Then its past is drawn
backwards, fact by fact: a card that was shown goes back into the hand, and of
the cards held when one was drawn, the one that had just come is drawn in
proportion to the ways of the hand without it. Every way is as likely as any
other to be the one followed, no try is thrown away, and what is not possible
has no way.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import accumulate, count
from typing import TypeVar

from attrs import frozen

from durak.cards import BIT, Card, six_of
from durak.cardsets import CardSet, cards_in
from durak.deck import Deal
from durak.events import BoutEnd, Played, Refill
from durak.evidence import Drew, Fact, Showed, Weights, weigh
from durak.memory import Memory
from durak.moves import SWAP
from durak.seats import BySeat, Seat, other
from durak.state import State
from durak.tally import bout_of

T = TypeVar("T")


def worlds(memory: Memory, seed: bytes) -> Iterator[State]:
    """States drawn from all those that are possible for a seat, without end.

    Each comes from a deal of its own, drawn evenly and independently from the
    possible ones; `durak.memory` says what possible means. A world's deal has
    no seed and the number 1. The same memory and seed give the same worlds.

    Args:
        memory: What the seat has seen.
        seed: Any bytes.

    Raises:
        ValueError: no deal fits, since the memory was given events that no
            game has.
    """
    dice = _Dice(seed)
    known = _Known(memory)
    while True:
        yield known.draw(dice)


class _Dice:
    """Even numbers from a seed: SHA-256 of the seed and a counter, bit by bit."""

    def __init__(self, seed: bytes) -> None:
        self._blocks = (sha256(b"%b:%d" % (seed, k)).digest() for k in count())
        self._pool = self._bits = 0

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including a limit of any size.

        Raises:
            ValueError: there is no such number.
        """
        if limit < 1:
            raise ValueError("nothing to draw from: no deal fits what was seen")
        width = (limit - 1).bit_length()
        while True:
            while self._bits < width:
                self._pool |= int.from_bytes(next(self._blocks)) << self._bits
                self._bits += 256
            number = self._pool & ((1 << width) - 1)
            self._pool >>= width
            self._bits -= width
            if number < limit:
                return number

    def weighted(self, choices: Sequence[tuple[T, int]]) -> T:
        """One of some values, each as likely as its weight says."""
        sums = tuple(accumulate(weight for _, weight in choices))
        return choices[bisect_right(sums, self.below(sums[-1] if sums else 0))][0]

    def shuffled(self, cards: int) -> list[Card]:
        """The cards of a mask, in any order."""
        order = list(cards_in(cards))
        for last in range(len(order) - 1, 0, -1):
            place = self.below(last + 1)
            order[last], order[place] = order[place], order[last]
        return order


@frozen
class _Past:
    """How the hidden cards may have gone.

    Attributes:
        dealt: The hidden cards that came to the other hand, in order.
        hand: The mask of those that are still there.
        left: The mask of those that never came.
    """

    dealt: tuple[Card, ...]
    hand: int
    left: int


class _Pasts:
    """The pasts that fit some evidence, ready to be drawn from."""

    def __init__(self, pool: int, evidence: tuple[Fact, ...]) -> None:
        self._steps: list[tuple[Fact, Weights]] = []
        weights = weigh(pool, ())
        for fact in evidence:
            self._steps.append((fact, weights))
            weights = weights.after(fact)
            if isinstance(fact, Showed):
                pool ^= BIT[fact.card]
        self._now = weights
        self._cards = pool

    def draw(self, dice: _Dice) -> _Past:
        """One of them, each as likely as any other."""
        hand = now = self._hand(dice)
        dealt: list[Card] = []
        for fact, before in reversed(self._steps):
            # The ways before a `Had` or a `Lacked` are of hands that agree with it.
            if isinstance(fact, Drew):
                dealt.append(_last_drawn(hand, before, dice))
                hand ^= BIT[dealt[-1]]
            elif isinstance(fact, Showed):
                hand |= BIT[fact.card]
        return _Past(tuple(reversed(dealt)), now, self._cards ^ now)

    def _hand(self, dice: _Dice) -> int:
        hand, weights = 0, self._now
        while True:
            holding = weights.holding(self._cards & ~hand)
            if not any(holding.values()):
                return hand
            card = dice.weighted(tuple(holding.items()))
            hand |= BIT[card]
            # As if it had been shown: what is left counts the rest of the hand.
            weights = weights.after(Showed(card))


def _last_drawn(hand: int, before: Weights, dice: _Dice) -> Card:
    """Which card of a hand was the last to come, by the ways there are without it."""
    ways = ((card, before.ways(hand ^ BIT[card])) for card in cards_in(hand))
    return dice.weighted(tuple(ways))


class _Known:
    """What all the worlds of a memory have in common."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._pasts = _Pasts(memory.tally.pool, memory.tally.evidence)
        self._exchanged = any(
            isinstance(event, Played) and event.move == SWAP for event in memory.history
        )

    def draw(self, dice: _Dice) -> State:
        """One of the worlds."""
        memory, view = self._memory, self._memory.view
        past = self._pasts.draw(dice)
        deal = self._deal(past, dice)
        hidden = past.hand & memory.tally.unseen
        theirs = memory.tally.shown | hidden
        owner = memory.tally.six_owner
        return State(
            deal=deal,
            held=_in_seat_order(memory.seat, view.hand.mask, theirs),
            drawn=len(deal.talon) - view.talon,
            exchanged=self._exchanged,
            bout=None if view.bout is None else bout_of(view.bout),
            six_owner=other(memory.seat) if hidden & BIT[six_of(view.trump)] else owner,
            discard=view.discard,
            result=view.result,
            history=memory.history,
        )

    def _deal(self, past: _Past, dice: _Dice) -> Deal:
        first = self._memory.first
        dealt = first.counts[other(first.seat)]
        theirs = CardSet(past.dealt[:dealt])
        _, one, two = _in_seat_order(first.seat, first.hand.mask, theirs.mask)
        assert first.bout is not None
        return Deal(
            seed=None,
            number=1,
            hands=BySeat(CardSet.of_mask(one), CardSet.of_mask(two)),
            talon=self._talon(past, iter(past.dealt[dealt:]), dice),
            trump=first.trump,
            turn_up=first.trump_card,
            first=first.bout.attacker,
        )

    def _talon(self, past: _Past, theirs: Iterator[Card], dice: _Dice) -> tuple[Card, ...]:
        """The whole talon: each draw in turn, what is left of it, the turn-up."""
        memory = self._memory
        turn_up = memory.first.trump_card
        bottom = six_of(memory.first.trump) if self._exchanged else turn_up
        if turn_up is None or bottom is None:
            return ()
        order: list[Card] = []
        draws = iter(memory.tally.draws)
        seats: tuple[Seat, Seat] = (1, 2)
        for event in memory.history:
            if isinstance(event, BoutEnd):
                attacks = event.next_attacker
                after = other(attacks)
                seats = (attacks, after) if event.taken else (after, attacks)
            if isinstance(event, Refill):
                known = next(draws) & ~(0 if event.talon else BIT[bottom])
                mine = iter(dice.shuffled(known))
                for seat in seats:
                    for _ in range(event.drawn[seat]):
                        last = len(order) == memory.first.talon - 1
                        source = mine if seat == memory.seat else theirs
                        order.append(turn_up if last else next(source))
        order += dice.shuffled(past.left)
        return tuple(order) if len(order) == memory.first.talon else (*order, turn_up)


def _in_seat_order(seat: Seat, own: int, theirs: int) -> tuple[int, int, int]:
    return (0, own, theirs) if seat == 1 else (0, theirs, own)
