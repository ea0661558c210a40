"""The shuffle and the deal: pure functions of a 32-byte seed and a deal number.

Block k of the stream is SHA-256 of the seed followed by the ASCII text
`deal:<number>:<k>`; each block gives eight 32-bit big-endian words. They
drive a Fisher-Yates shuffle from the last place down that skips every word
past the largest multiple of its range, so that no order is favoured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from struct import Struct
from typing import Final

from attrs import field, frozen

from durak.cards import CARDS, SUIT_MASK, Card, Suit, is_card, suit_of
from durak.cardsets import CardSet
from durak.seats import BySeat, Seat, integer_of

HAND_SIZE: Final = 6
"""How many cards each seat is dealt, and up to how many it draws. Rules 2.1, 6.3."""

_WORDS: Final = Struct(">8I")
_LONG: Final = 10**600  # shorter than any limit that Python can be given
_BOUNDS: Final = tuple((n, (1 << 32) // n * n) for n in range(36, 1, -1))


@frozen
class Deal:
    """How the cards lay before the first move. Its text leaves out what is hidden.

    Attributes:
        seed: The 32 bytes it was dealt from; None for an order or a layout
            that was given outright.
        number: The deal number, from 1.
        hands: The dealt hands.
        talon: The cards to draw, in order, the turn-up last.
        trump: The trump suit.
        turn_up: The card turned up to show the trump; None only in a layout
            that was given after it had been drawn.
        first: The seat that attacks first.
    """

    seed: bytes | None = field(repr=False)
    number: int
    hands: BySeat[CardSet] = field(repr=False)
    talon: tuple[Card, ...] = field(repr=False)
    trump: Suit
    turn_up: Card | None
    first: Seat


def is_seed(value: object) -> bool:
    """Whether a value is a seed: exactly 32 bytes."""
    return isinstance(value, bytes) and len(value) == 32


def is_number(value: object) -> bool:
    """Whether a value is a deal number: an integer from 1, with no upper bound."""
    number = integer_of(value)
    return number is not None and number >= 1


def order_for(seed: bytes, number: int = 1) -> tuple[Card, ...]:
    """All 36 cards in shuffled order.

    Raises:
        ValueError: `seed` is not 32 bytes, or `number` is not an integer from 1.
    """
    if not is_seed(seed):
        raise ValueError("a seed is exactly 32 bytes, and this is not")
    order = list(CARDS)
    number = _checked_number(number)
    word = _words(seed, number)
    for n, limit in _BOUNDS:
        drawn = next(word)
        while drawn >= limit:
            drawn = next(word)
        j = drawn % n
        order[n - 1], order[j] = order[j], order[n - 1]
    return tuple(order)


def _checked_number(number: object) -> int:
    checked = integer_of(number)
    if checked is None or checked < 1:
        raise ValueError(f"a deal number is an integer from 1, not {number!r}")
    return checked


def _words(seed: bytes, number: int) -> Iterator[int]:
    stream = sha256(seed + b"deal:%s:" % _digits(number))
    k = 0
    while True:
        block = stream.copy()
        block.update(b"%d" % k)
        yield from _WORDS.unpack(block.digest())
        k += 1


def _digits(number: int) -> bytes:
    """The decimal digits of a number of any size; Python alone writes only so many."""
    parts: list[bytes] = []
    while number >= _LONG:
        number, low = divmod(number, _LONG)
        parts.append(b"%0600d" % low)
    parts.append(b"%d" % number)
    return b"".join(reversed(parts))


def deal_for(seed: bytes, number: int = 1, seats: int = 2) -> Deal:
    """The deal of a seed. Rules 2.1 to 2.5.

    Raises:
        ValueError: as `order_for`, and if `seats` is not 2.
    """
    if integer_of(seats) != 2:
        raise ValueError(f"a deal is for 2 seats, not {seats!r}")
    return _dealt(order_for(seed, number), seed, _checked_number(number))


def deal_of(order: Iterable[Card], number: int = 1) -> Deal:
    """The deal of an explicit order of the 36 cards, without a seed.

    For fixtures, searches and other engines' shufflers; the order is read as
    that of `order_for` is.

    Raises:
        ValueError: `order` is not the 36 cards, each once, or `number` is not
            an integer from 1.
    """
    cards = tuple(order)
    for card in cards:
        if not is_card(card):
            raise ValueError(f"no such card: {card!r}")
    plain = tuple(integer_of(card) or 0 for card in cards)
    if len(plain) != 36 or len(set(plain)) != 36:
        raise ValueError(f"an order is the 36 cards, each once, not {plain!r}")
    return _dealt(plain, None, _checked_number(number))


def _dealt(order: tuple[Card, ...], seed: bytes | None, number: int) -> Deal:
    hands = BySeat(CardSet(order[0:12:2]), CardSet(order[1:12:2]))
    turn_up = order[12]
    trump = suit_of(turn_up)
    first = first_attacker(hands, trump)
    return Deal(seed, number, hands, (*order[13:], turn_up), trump, turn_up, first)


def first_attacker(hands: BySeat[CardSet], trump: Suit) -> Seat:
    """The holder of the lowest trump, or seat 1 if nobody has one. Rules 2.4, 2.5.

    Raises:
        ValueError: `trump` is not a suit.
    """
    if trump not in SUIT_MASK:
        raise ValueError(f"no such suit: {trump!r}")
    trumps = SUIT_MASK[trump]
    # The lowest trump has the highest id, so the higher mask is that of its holder.
    return 2 if hands[2].mask & trumps > hands[1].mask & trumps else 1
