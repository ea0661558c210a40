"""What may be played: arithmetic over a hand and a bout, nothing else in reach.

Hands come as masks (see `durak.cards`); the functions for people wrap them in
`CardSet`. Whoever asks what is legal, or why something is not, asks here.
"""

from __future__ import annotations

from durak.bout import Bout
from durak.cards import BEATEN_BY, BIT, SUIT_MASK, Suit, six_of
from durak.cardsets import CardSet


def throws(hand: int, bout: Bout) -> int:
    """The mask of the cards that may be played as an attack. Rules 4.1, 4.3, 4.4.

    Any card opens a bout; later ones need a rank that lies on the table; and
    there are none once the cap is reached.
    """
    size = len(bout.attacks)
    if not size:
        return hand
    return hand & bout.ranks if size < bout.cap else 0


def answers(hand: int, bout: Bout, trump: Suit) -> int:
    """The mask of the cards that beat the open attack. Rules 3.1 to 3.3, 4.2.

    None if no attack waits for an answer.
    """
    beats = bout.beats
    if not beats or beats[-1] is not None or bout.taken:
        return 0
    return hand & BEATEN_BY[trump][bout.attacks[-1]]


def may_exchange(hand: int, trump: Suit, talon_left: int) -> bool:
    """Whether the owner of the six of trumps may exchange it. Rules 8.1 to 8.3.

    With this hand and so large a talon; whose turn it is, is not asked here.
    """
    return talon_left > 0 and bool(hand & BIT[six_of(trump)])


def legal_attacks(hand: CardSet, bout: Bout) -> CardSet:
    """The cards of a hand that may be played as an attack; see `throws`."""
    return CardSet.of_mask(throws(hand.mask, bout))


def legal_beats(hand: CardSet, bout: Bout, trump: Suit) -> CardSet:
    """The cards of a hand that beat the open attack; see `answers`.

    Raises:
        ValueError: `trump` is not a suit.
    """
    if trump not in SUIT_MASK:
        raise ValueError(f"no such suit: {trump!r}")
    return CardSet.of_mask(answers(hand.mask, bout, trump))
