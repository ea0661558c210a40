"""`CardSet`: a frozen set of cards over one integer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any, Final, TypeVar

from attrs import frozen

from durak.cards import CARDS, PACK, Card, bit_of, is_card, name_of

T = TypeVar("T")


def rows_of(values: tuple[T, ...]) -> tuple[tuple[tuple[T, ...], ...], ...]:
    """Tables that turn a mask into the tuple of its cards' values, in id order.

    `values` holds one value for each card, the ace of spades first. There is
    one row for each suit; its place `m` holds the values of the nine-bit mask
    `m`. `picked` reads them: four look-ups instead of a loop over the bits.
    """
    return tuple(_row_of(values[start : start + 9]) for start in (0, 9, 18, 27))


def _row_of(values: tuple[T, ...]) -> tuple[tuple[T, ...], ...]:
    row: list[tuple[T, ...]] = [()]
    for mask in range(1, 512):
        lowest = mask & -mask
        row.append((values[lowest.bit_length() - 1], *row[mask ^ lowest]))
    return tuple(row)


def picked(rows: tuple[tuple[tuple[T, ...], ...], ...], mask: int) -> tuple[T, ...]:
    """The values of the cards of a mask, in id order, out of `rows_of` a table."""
    spades, hearts, diamonds, clubs = rows
    return (
        spades[mask >> 1 & 511]
        + hearts[mask >> 10 & 511]
        + diamonds[mask >> 19 & 511]
        + clubs[mask >> 28]
    )


_IDS: Final = rows_of(tuple(CARDS))


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, in id order."""
    return picked(_IDS, mask)


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of some cards, each of any integer type.

    Raises:
        ValueError: one of them is not a card.
    """
    if isinstance(cards, CardSet):
        return cards.mask
    mask = 0
    for card in cards:
        bit = bit_of(card)
        if not bit:
            raise ValueError(f"no such card: {card!r}")
        mask |= bit
    return mask


def _within(values: Set[Any]) -> int:
    """The mask of the cards among some values."""
    if isinstance(values, CardSet):
        return values.mask
    return mask_of(card for card in values if is_card(card))


@frozen(init=False, eq=False, repr=False)
class CardSet(Set[Card]):
    """A frozen set of cards, made from any iterable of them.

    Iterates in id order. `len`, membership, `|`, `&`, `-`, `^` and the
    comparisons are those of `collections.abc.Set`, so it equals, and hashes
    as, a frozenset of the same cards.

    Raises:
        ValueError: one of the values it is made from is not a card.

    Attributes:
        mask: The integer that is the set: bit `card` is set for each card.
    """

    mask: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        object.__setattr__(self, "mask", mask_of(cards))

    @classmethod
    def of_mask(cls, mask: int) -> CardSet:
        """The set of a mask. Raises ValueError for bits that are no card's."""
        if mask & ~PACK:
            raise ValueError(f"not a mask of cards: {mask!r}")
        made = cls.__new__(cls)
        object.__setattr__(made, "mask", mask)
        return made

    def __contains__(self, card: object) -> bool:
        return bool(self.mask & bit_of(card))

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_in(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __and__(self, other: Set[Any]) -> CardSet:
        return CardSet.of_mask(self.mask & _within(other))

    def __or__(self, other: Set[Any]) -> CardSet:
        return CardSet.of_mask(self.mask | mask_of(other))

    def __sub__(self, other: Set[Any]) -> CardSet:
        return CardSet.of_mask(self.mask & ~_within(other))

    def __xor__(self, other: Set[Any]) -> CardSet:
        return CardSet.of_mask(self.mask ^ mask_of(other))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self.mask == other.mask
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash(frozenset(self))

    def __repr__(self) -> str:
        return f"CardSet({list(self)})"

    def __str__(self) -> str:
        return " ".join(map(name_of, self)) or "no cards"
