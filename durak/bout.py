"""One attack and its answers, laid out on the table."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from attrs import frozen

from durak.cards import BIT, RANK_MASK, Card
from durak.seats import SEATS, Seat, integer_of

BOUT_LIMIT: Final = 6
"""The most attack cards that any bout may hold. Rule 4.4."""


class Phase(StrEnum):
    """The part of a bout that the game is in; always derived, never stored."""

    ATTACK = "attack"
    DEFEND = "defend"
    PILE_ON = "pile_on"
    OVER = "over"


ATTACK: Final = Phase.ATTACK
DEFEND: Final = Phase.DEFEND
PILE_ON: Final = Phase.PILE_ON
OVER: Final = Phase.OVER


@frozen
class Bout:
    """One attack and its answers. `open_bout` makes an empty one.

    Attributes:
        attacker: The seat that attacks, throughout.
        cap: The most cards the attack may hold, fixed when the bout opened.
            Rule 4.5.
        attacks: The attack cards in the order played.
        beats: Parallel to `attacks`, the card that answered each, or None.
            The answered come first.
        taken: Whether the defender has picked the bout up. Its cards stay on
            the table until the bout closes. Rule 4.6.
    """

    attacker: Seat
    cap: int
    attacks: tuple[Card, ...]
    beats: tuple[Card | None, ...]
    taken: bool

    @property
    def defender(self) -> Seat:
        """The seat that beats or takes."""
        return 2 if self.attacker == 1 else 1

    @property
    def size(self) -> int:
        """How many cards the attack holds."""
        return len(self.attacks)

    @property
    def room(self) -> int:
        """How many more cards the attack may hold."""
        return self.cap - len(self.attacks)

    @property
    def all_beaten(self) -> bool:
        """Whether every attack card has its answer; so for an empty bout too."""
        return not self.beats or self.beats[-1] is not None

    @property
    def unbeaten(self) -> Card | None:
        """The first attack card without an answer, or None."""
        if self.all_beaten:
            return None
        return self.attacks[self.beats.index(None)]

    @property
    def mask(self) -> int:
        """The mask of every card on the table, attacks and answers together."""
        mask = 0
        for card in self.attacks:
            mask |= BIT[card]
        for answer in self.beats:
            if answer is not None:
                mask |= BIT[answer]
        return mask

    @property
    def ranks(self) -> int:
        """The mask of all cards of a rank on the table, the answers' included.

        Rule 4.3.
        """
        mask = 0
        for card in self.attacks:
            mask |= RANK_MASK[card]
        for answer in self.beats:
            if answer is not None:
                mask |= RANK_MASK[answer]
        return mask

    @property
    def phase(self) -> Phase:
        """The part of the bout, never `over`."""
        if self.taken:
            return PILE_ON
        beats = self.beats
        return DEFEND if beats and beats[-1] is None else ATTACK

    @property
    def turn(self) -> Seat:
        """The seat that the bout waits for."""
        attacker = self.attacker
        return attacker if self.phase is not DEFEND else 2 if attacker == 1 else 1

    def add_attack(self, card: Card) -> Bout:
        """The bout with one more attack card.

        Whether the card may be played is for the rules, asked before.

        Raises:
            ValueError: the bout is full, or waits for an answer.
        """
        if len(self.attacks) >= self.cap:
            raise ValueError(f"the bout is full: no room for card {card!r} in {self}")
        if self.beats and self.beats[-1] is None and not self.taken:
            raise ValueError(f"an attack waits for its answer: no card {card!r} in {self}")
        return Bout(
            self.attacker,
            self.cap,
            self.attacks + (card,),
            self.beats + (None,),
            self.taken,
        )

    def add_beat(self, card: Card) -> Bout:
        """The bout with the first open attack answered.

        Raises:
            ValueError: nothing waits for an answer.
        """
        if self.phase is not DEFEND:
            raise ValueError(f"nothing for card {card!r} to answer in {self}")
        return Bout(
            self.attacker,
            self.cap,
            self.attacks,
            self.beats[:-1] + (card,),
            self.taken,
        )

    def pick_up(self) -> Bout:
        """The bout once its defender has taken it."""
        return Bout(self.attacker, self.cap, self.attacks, self.beats, True)


def cap_for(hand_size: int) -> int:
    """The cap of a bout against a hand of that size as it opens. Rule 4.4.

    Raises:
        ValueError: no hand has that size.
    """
    if hand_size < 0:
        raise ValueError(f"no hand of {hand_size!r} cards")
    return min(BOUT_LIMIT, hand_size)


def open_bout(attacker: Seat, cap: int) -> Bout:
    """An empty bout.

    Raises:
        ValueError: `attacker` is no seat, or `cap` is not 1 to 6. A cap of
            zero means a bout against an empty hand, which never opens.
    """
    bout = _OPENINGS.get((integer_of(attacker), integer_of(cap)))
    if bout is None:
        raise ValueError(f"no bout opens with attacker {attacker!r} and cap {cap!r}")
    return bout


_OPENINGS: Final[dict[tuple[int | None, int | None], Bout]] = {
    (seat, cap): Bout(seat, cap, (), (), False)
    for seat in SEATS
    for cap in range(1, BOUT_LIMIT + 1)
}
