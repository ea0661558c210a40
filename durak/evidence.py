"""What a seat has seen of the other's hidden cards, and what it is worth.

Some cards of the other hand are known: they were taken in the open. The others
are *hidden*: they were dealt or drawn face down and have not been shown since.
All that is ever seen of them comes down to four kinds of fact, in the order in
which they were seen:

- `Drew`: one more hidden card came into the hand
- `Showed`: this card, until then a hidden card of the hand, was played
- `Lacked`: at this moment no hidden card of the hand was among these
- `Had`: at this moment at least one was

A fact about a moment binds the cards that were in the hand at that moment and
no others: a card drawn later may be one that the hand lacked before, a card
that still is in the hand and was there already may not.

`Weights` counts, exactly, the ways to deal the hidden cards that fit the
facts. For a given hand the ways depend only on when each of its cards can have
come: not before the last moment at which the hand lacked it. So the unseen
cards fall into a few classes, alike in that respect, and a small table says
in how many ways a hand with so many cards of each class can have been dealt
and drawn. Each fact changes the classes and the table a little. `Had` is
counted as everything less what `Lacked` would leave, so it doubles the tables
that are added up; those that turn out empty go, those with equal classes join.

The cards that came into one's own hand from the talon need no fact: they are
left out from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import chain
from math import comb, prod
from typing import Final, TypeAlias, final

from attrs import frozen

from durak.cards import BIT, Card
from durak.cardsets import CardSet, cards_in


@final
@frozen
class Drew:
    """One hidden card came into the hand."""


@final
@frozen
class Showed:
    """A hidden card of the hand was played, face up."""

    card: Card


@final
@frozen
class Lacked:
    """No hidden card of the hand was one of these."""

    cards: CardSet


@final
@frozen
class Had:
    """At least one hidden card of the hand was one of these."""

    cards: CardSet


Fact: TypeAlias = Drew | Showed | Lacked | Had

DREW: Final = Drew()

Counts: TypeAlias = tuple[int, ...]
"""How many hidden cards of the hand are of each class."""


@frozen
class Classes:
    """Unseen cards in classes, and the ways to have been dealt each hand.

    Attributes:
        masks: One mask for each class of cards that may be in the hand.
        barred: The mask of the unseen cards that cannot be in it, though they
            may come with a later draw.
        table: The ways for a hand with so many cards of each class; a hand
            that is not listed has none. Never changed once made.
    """

    masks: tuple[int, ...]
    barred: int
    table: Mapping[Counts, int]

    def after(self, fact: Fact) -> Classes:
        """The classes once a fact is known; `Had` changes nothing here."""
        match fact:
            case Drew():
                return self._drew()
            case Showed(card):
                return self._showed(BIT[card])
            case Lacked(cards):
                return self._lacked(cards.mask)
            case _:
                return self

    def counts_of(self, hand: int) -> Counts | None:
        """How many cards of each class a hand holds; None if one is barred."""
        if hand & self.barred:
            return None
        return tuple((hand & mask).bit_count() for mask in self.masks)

    def ways(self, hand: int) -> int:
        """In how many ways these hidden cards can have come into the hand."""
        counts = self.counts_of(hand)
        return 0 if counts is None else self.table.get(counts, 0)

    def hands(self) -> Iterator[tuple[Counts, int]]:
        """For each make-up of the hand, the ways of all hands made up so."""
        sizes = tuple(mask.bit_count() for mask in self.masks)
        for counts, ways in self.table.items():
            yield counts, ways * prod(map(comb, sizes, counts))

    def _drew(self) -> Classes:
        masks, table = self.masks, self.table
        if self.barred:
            masks += (self.barred,)
            table = {(*counts, 0): ways for counts, ways in table.items()}
        sizes = tuple(mask.bit_count() for mask in masks)
        grown: dict[Counts, int] = {}
        for counts, ways in table.items():
            for place, count in enumerate(counts):
                if count < sizes[place]:
                    more = (*counts[:place], count + 1, *counts[place + 1 :])
                    # Any of the cards of that class may be the one just drawn.
                    grown[more] = grown.get(more, 0) + ways * (count + 1)
        return Classes(masks, 0, grown)

    def _showed(self, bit: int) -> Classes:
        if not any(bit & mask for mask in self.masks):
            return Classes((), 0, {})
        place = next(p for p, mask in enumerate(self.masks) if mask & bit)
        table = {
            (*counts[:place], counts[place] - 1, *counts[place + 1 :]): ways
            for counts, ways in self.table.items()
            if counts[place]
        }
        return Classes(self.masks, self.barred, table)._within(~bit)

    def _lacked(self, cards: int) -> Classes:
        barred = sum(mask & cards for mask in self.masks)
        return Classes(self.masks, self.barred | barred, self.table)._within(~cards)

    def _within(self, cards: int) -> Classes:
        """Classes of these cards only, and no hand with more of one than it has."""
        masks = tuple(mask & cards for mask in self.masks)
        sizes = tuple(mask.bit_count() for mask in masks)
        full = [place for place, size in enumerate(sizes) if size]
        table = {
            tuple(counts[place] for place in full): ways
            for counts, ways in self.table.items()
            if all(count <= size for count, size in zip(counts, sizes, strict=True))
        }
        return Classes(tuple(masks[place] for place in full), self.barred, table)


def classes_of(cards: int) -> Classes:
    """The classes of some cards before any fact, and an empty hand."""
    return Classes((cards,), 0, {(0,): 1})


@frozen
class Weights:
    """The ways to deal the hidden cards that fit some facts.

    `ways` of two hands stand to each other as the chances of the two hands do
    after a fair shuffle, as far as the rules go: what a player would rather
    have done with such a hand is not considered.

    Attributes:
        terms: Their sum counts the ways; tables may hold negative numbers.
    """

    terms: tuple[Classes, ...]

    def after(self, fact: Fact) -> Weights:
        """The weights once one more fact is known."""
        terms: Iterable[Classes] = (term.after(fact) for term in self.terms)
        if isinstance(fact, Had):
            lacked = Lacked(fact.cards)
            terms = chain(terms, (_negative(term.after(lacked)) for term in self.terms))
        return Weights(_joined(terms))

    @property
    def total(self) -> int:
        """The ways of all hands together."""
        return sum(ways for term in self.terms for _, ways in term.hands())

    def ways(self, hand: int) -> int:
        """In how many ways exactly these hidden cards can be the hand, as a mask."""
        return sum(term.ways(hand) for term in self.terms)

    def holding(self, cards: int) -> dict[Card, int]:
        """For each card of a mask, the ways of all the hands that hold it."""
        held = dict.fromkeys(cards_in(cards), 0)
        for term in self.terms:
            inside = [0] * len(term.masks)
            for counts, ways in term.hands():
                for place, count in enumerate(counts):
                    inside[place] += ways * count
            for place, mask in enumerate(term.masks):
                for card in cards_in(mask & cards):
                    held[card] += inside[place] // mask.bit_count()
        return held

    def chances(self, cards: int) -> dict[Card, Fraction]:
        """For each card of a mask, how likely it is in the hand; see `Weights`."""
        total = self.total
        return {card: Fraction(ways, total) for card, ways in self.holding(cards).items()}


def weigh(cards: int, evidence: Iterable[Fact]) -> Weights:
    """The weights of some evidence, in order, of what became of some hidden cards.

    `cards` is the mask of every card that it can speak of: those still unseen,
    and those that were shown out of the hand.
    """
    return reduce(Weights.after, evidence, Weights((classes_of(cards),)))


def _negative(term: Classes) -> Classes:
    table = {counts: -ways for counts, ways in term.table.items()}
    return Classes(term.masks, term.barred, table)


def _joined(terms: Iterable[Classes]) -> tuple[Classes, ...]:
    """The same sum in fewer terms: one for each way of dividing the cards."""
    terms = tuple(terms)
    if len(terms) == 1:
        return terms if terms[0].table else ()
    sums: dict[tuple[tuple[int, ...], int], dict[Counts, int]] = {}
    for term in terms:
        order = sorted(range(len(term.masks)), key=term.masks.__getitem__)
        masks = tuple(term.masks[place] for place in order)
        table = sums.setdefault((masks, term.barred), {})
        for counts, ways in term.table.items():
            key = tuple(counts[place] for place in order)
            table[key] = table.get(key, 0) + ways
    joined = (
        Classes(masks, barred, {counts: ways for counts, ways in table.items() if ways})
        for (masks, barred), table in sums.items()
    )
    return tuple(term for term in joined if term.table)
