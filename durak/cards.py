"""Cards: what they are called, how they rank, and which beats which.

A card is an integer from 1 to 36, suit by suit (spades, hearts, diamonds,
clubs) and in each suit from the ace down to the six: 1 is the ace of spades,
9 the six of spades, 10 the ace of hearts, 36 the six of clubs. Rules 1.1, 1.2.

Where sets of cards are computed with, a set is one integer, its *mask*: bit
`card` is set when the card is in it. The tables below turn "what beats this?"
and "what has this rank?" into one `&`; `CardSet` is the same set for people.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from durak.seats import integer_of

Card: TypeAlias = int
Suit: TypeAlias = Literal["S", "H", "D", "C"]
Rank: TypeAlias = Literal["A", "K", "Q", "J", "T", "9", "8", "7", "6"]

SUITS: Final[tuple[Suit, ...]] = ("S", "H", "D", "C")
"""The suits in the order of the card ids: spades, hearts, diamonds, clubs."""

RANKS: Final[tuple[Rank, ...]] = ("A", "K", "Q", "J", "T", "9", "8", "7", "6")
"""The ranks, high to low."""

CARDS: Final = range(1, 37)
"""Every card there is, in id order."""

SUIT_NAMES: Final[dict[Suit, str]] = {
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
}
"""The suits in a sentence."""

_RANK_WORDS: Final = (
    *("ace", "king", "queen", "jack", "ten"),
    *("nine", "eight", "seven", "six"),
)
_RANK_NAMES: Final = dict(zip(RANKS, _RANK_WORDS, strict=True))


def bit_of(value: object) -> int:
    """The mask of one card; 0 for a value that came from a player and is none.

    A card is an integer, of any integer type, from 1 to 36.
    """
    number = value if type(value) is int else integer_of(value)
    return BIT[number] if number is not None and 1 <= number <= 36 else 0


def is_card(value: object) -> bool:
    """Whether a value that came from a player is a card; see `bit_of`."""
    return bit_of(value) != 0


def _place(card: Card) -> int:
    number = integer_of(card)
    if number is None or not 1 <= number <= 36:
        raise ValueError(f"no such card: {card!r}")
    return number - 1


def _suit_index(suit: str) -> int:
    if suit not in SUITS:
        raise ValueError(f"no such suit: {suit!r}")
    return SUITS.index(suit)


def rank_of(card: Card) -> Rank:
    """The rank, one letter or digit; a ten is `T`. Raises ValueError for no card."""
    return RANKS[_place(card) % 9]


def suit_of(card: Card) -> Suit:
    """The suit, one of `S H D C`. Raises ValueError for no card."""
    return SUITS[_place(card) // 9]


def power_of(card: Card) -> int:
    """How the card ranks in its own suit: 8 for an ace down to 0 for a six.

    Says nothing about cards of another suit. Raises ValueError for no card.
    """
    return 8 - _place(card) % 9


def name_of(card: Card) -> str:
    """Rank then suit, `AS` to `6C`. Raises ValueError for no card."""
    return rank_of(card) + suit_of(card)


def long_name_of(card: Card) -> str:
    """The name in a sentence, `ace of spades`. Raises ValueError for no card."""
    return f"{_RANK_NAMES[rank_of(card)]} of {SUIT_NAMES[suit_of(card)]}"


def face_of(card: Card) -> str:
    """What is printed on the card: its rank, with `10` for the ten.

    Raises ValueError for no card.
    """
    rank = rank_of(card)
    return "10" if rank == "T" else rank


def id_of(name: object) -> Card | None:
    """The card of a two-character name in either case, or None when it is no name.

    Only the documented spelling is read: `10H`, a suit's glyph and letters of
    other alphabets are no names.
    """
    return _IDS.get(name) if isinstance(name, str) else None


def ids_of_suit(suit: Suit) -> tuple[Card, ...]:
    """The nine cards of a suit, ace down to six. Raises ValueError for no suit."""
    start = 9 * _suit_index(suit) + 1
    return tuple(range(start, start + 9))


def six_of(suit: Suit) -> Card:
    """The six of a suit. Raises ValueError for no suit."""
    six = _SIXES.get(suit)
    if six is None:
        raise ValueError(f"no such suit: {suit!r}")
    return six


def beats(defence: Card, attack: Card, trump: Suit) -> bool:
    """Whether one card beats another, by rules 3.1 to 3.3 and in their order.

    A card does not beat itself.

    Raises:
        ValueError: an id is not a card, or `trump` is not a suit.
    """
    defence_suit, attack_suit = suit_of(defence), suit_of(attack)
    _suit_index(trump)
    if attack_suit != trump and defence_suit == trump:
        return True
    return defence_suit == attack_suit and power_of(defence) > power_of(attack)


_SIXES: Final[dict[str, Card]] = {suit: ids_of_suit(suit)[-1] for suit in SUITS}

_IDS: Final[dict[str, Card]] = {
    spelling: card
    for card in CARDS
    for rank in {rank_of(card), rank_of(card).lower()}
    for suit in (suit_of(card), suit_of(card).lower())
    for spelling in (rank + suit,)
}

BIT: Final[tuple[int, ...]] = (0, *(1 << card for card in CARDS))
"""The mask of one card, by card; place 0 is no card and empty."""

PACK: Final[int] = sum(BIT)
"""The mask of all 36 cards."""

RANK_MASK: Final[tuple[int, ...]] = (
    0,
    *(sum(BIT[c] for c in CARDS if rank_of(c) == rank_of(card)) for card in CARDS),
)
"""The mask of the four cards of a card's rank, by card; place 0 is empty."""

SUIT_MASK: Final[dict[Suit, int]] = {
    suit: sum(BIT[card] for card in ids_of_suit(suit)) for suit in SUITS
}
"""The mask of a suit's nine cards."""

BEATEN_BY: Final[dict[Suit, tuple[int, ...]]] = {
    trump: (
        0,
        *(sum(BIT[c] for c in CARDS if beats(c, card, trump)) for card in CARDS),
    )
    for trump in SUITS
}
"""For a trump suit, the mask of what beats a card, by card; place 0 is empty."""
