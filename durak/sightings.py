"""`Sightings`: where a seat has seen cards come and go, one sight at a time.

The part of `durak.memory` that keeps account of cards. Each method of
`Sightings` is one thing that can be seen at the table; `seen_after` goes
through the events of a move and sees what they show. Sets of cards are masks
here; see `durak.cards`.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import evolve, frozen

from durak.bout import DEFEND, Bout, Phase
from durak.cards import BIT, PACK, Card, Suit, six_of
from durak.cardsets import CardSet
from durak.events import BoutEnd, Event, How, Played, Refill
from durak.evidence import DREW, Drew, Fact, Had, Lacked, Showed
from durak.moves import Attack, Beat, Done, Resign, Swap, Take
from durak.rules import answers, may_exchange, throws
from durak.seats import Seat, other
from durak.views import BoutView, View


@frozen
class Sightings:
    """What one seat has seen of the cards.

    Attributes:
        seat: Whose sightings they are; the other hand is the other seat's.
        trump: The trump suit.
        shown: The mask of what the other hand holds for all to see: the cards
            it took in the open, the turn-up it drew or exchanged, and every
            card once no hidden one is left to draw.
        gone: The mask of the heap.
        unseen: The mask of the cards that this seat has never seen: each is
            in the other hand or lies face down in the talon.
        hidden: How many of the unseen cards are in the other hand.
        six_owner: The owner of the six of trumps as far as it has been seen;
            an unseen six in the other hand is the other seat's own. Rule 8.3.
        pool: The mask of the cards that the evidence can speak of: the unseen
            ones, and those that were unseen until the other hand showed them.
        draws: The masks of this seat's own draws, one for each refill.
        evidence: What was seen of the hidden cards, in order.
    """

    seat: Seat
    trump: Suit
    shown: int
    gone: int
    unseen: int
    hidden: int
    six_owner: Seat | None
    pool: int
    draws: tuple[int, ...]
    evidence: tuple[Fact, ...]

    @property
    def six(self) -> Card:
        """The six of trumps."""
        return six_of(self.trump)

    def learn(self, fact: Fact) -> Sightings:
        """A fact about the hidden cards."""
        return evolve(self, evidence=(*self.evidence, fact))

    def lose(self, card: Card) -> Sightings:
        """The other hand parted with a card, face up."""
        if self.shown & BIT[card]:
            return evolve(self, shown=self.shown ^ BIT[card])
        owner = other(self.seat) if card == self.six else self.six_owner
        return evolve(
            self,
            evidence=_shown(self.evidence, card),
            unseen=self.unseen & ~BIT[card],
            hidden=self.hidden - 1,
            six_owner=owner,
        )

    def gain(self, cards: int) -> Sightings:
        """Cards went to the other hand, face up."""
        return evolve(self, shown=self.shown | cards)

    def clear(self, cards: int) -> Sightings:
        """Cards went to the heap."""
        return evolve(self, gone=self.gone | cards)

    def take(self, cards: int, taker: Seat) -> Sightings:
        """A seat took the cards of a bout; its own six stays its own. Rule 8.3."""
        lost = cards & BIT[self.six] and self.six_owner == other(taker)
        after = evolve(self, six_owner=None) if lost else self
        return after if taker == self.seat else after.gain(cards)

    def exchange(self, seat: Seat, turn_up: int) -> Sightings:
        """A seat gave the six of trumps for the turn-up. Rule 8.1."""
        after = self if seat == self.seat else self.lose(self.six).gain(turn_up)
        return evolve(after, six_owner=None)

    def meet(self, cards: int) -> Sightings:
        """The seat drew cards, the turn-up perhaps among them."""
        own = cards & self.unseen & BIT[self.six]
        return evolve(
            self,
            unseen=self.unseen & ~cards,
            pool=self.pool & ~cards,
            draws=(*self.draws, cards),
            six_owner=self.seat if own else self.six_owner,
        )

    def draw(self, count: int, talon_left: int) -> Sightings:
        """The other seat drew cards face down, and so many are left in the talon.

        With no hidden card left there, every unseen one is in the other hand.
        """
        evidence = self.evidence + (DREW,) * count
        if talon_left > 1:
            return evolve(self, hidden=self.hidden + count, evidence=evidence)
        own = self.unseen & BIT[self.six]
        return evolve(
            self,
            evidence=evidence,
            shown=self.shown | self.unseen,
            unseen=0,
            hidden=0,
            six_owner=other(self.seat) if own else self.six_owner,
        )

    def ask(self, playable: int, asked: bool, talon_left: int) -> Sightings:
        """The other seat was asked to play one of these or exchange, or was not.

        It is asked if it can do either, and only then. Rules 5.3 to 5.6.
        """
        six = BIT[self.six]
        owned = bool(self.unseen & six) or self.six_owner == other(self.seat)
        if may_exchange(six, self.trump, owned, talon_left):
            playable |= six
        unseen = CardSet.of_mask(playable & self.unseen)
        if not unseen or (asked and playable & self.shown):
            return self
        return self.learn(Had(unseen) if asked else Lacked(unseen))


def _shown(evidence: tuple[Fact, ...], card: Card) -> tuple[Fact, ...]:
    """A card was played: what was known to be among some, is so by that card."""
    kept = list(evidence)
    for place in range(len(evidence) - 1, -1, -1):
        fact = evidence[place]
        if isinstance(fact, Drew):
            break
        if isinstance(fact, Had) and card in fact.cards:
            del kept[place]
    return (*kept, Showed(card))


def no_sightings(
    seat: Seat, trump: Suit, unseen: int, gone: int, six_owner: Seat | None
) -> Sightings:
    """The sightings of a seat before the other was dealt a card."""
    return Sightings(seat, trump, 0, gone, unseen, 0, six_owner, unseen, (), ())


def turn_up_of(view: View) -> int:
    """The mask of the card at the bottom of the talon, or 0."""
    return 0 if view.trump_card is None else BIT[view.trump_card]


@frozen
class _Table:
    """What a seat sees on the table and in its hand while a move's events go by.

    Attributes:
        hand: The mask of its own cards.
        bout: The bout.
        turn_up: The mask of the last card of the talon; 0 if there is none.
        talon: How many cards the talon has until the refill.
    """

    hand: int
    bout: Bout
    turn_up: int
    talon: int


_Seen: TypeAlias = tuple[Sightings, _Table]


def seen_after(
    seen: Sightings,
    before: View,
    event: Played,
    consequences: tuple[Event, ...],
    after: View,
) -> tuple[Sightings, int]:
    """What a seat has seen after a move, and the mask of the hand it is left with.

    Raises:
        ValueError: no bout was open, or the seat cannot have drawn what it holds.
    """
    if before.bout is None:
        raise ValueError(f"no bout for {event} to be played in: {before!r}")
    ended = next((e for e in consequences if isinstance(e, BoutEnd)), None)
    refill = next((e for e in consequences if isinstance(e, Refill)), None)
    bout, turn_up = _bout_of(before.bout), turn_up_of(before)
    table = _Table(before.hand.mask, bout, turn_up, before.talon)
    seen, table = _played(seen, table, event)
    if not isinstance(event.move, Done | Resign):
        seen, table = _ran(seen, table, ended, after.phase)
    if ended is not None and refill is not None:
        seen, table = _cleared(seen, table, ended)
        seen, table = _refilled(seen, table, refill, after.hand.mask)
    return seen, table.hand


def _played(seen: Sightings, table: _Table, event: Played) -> _Seen:
    """A move was made: which cards it showed."""
    own = event.seat == seen.seat
    match event.move:
        case Attack(card):
            table = evolve(table, bout=table.bout.add_attack(card))
        case Beat(card):
            table = evolve(table, bout=table.bout.add_beat(card))
        case Take():
            return seen, evolve(table, bout=table.bout.pick_up())
        case Swap():
            six, turn_up = BIT[seen.six], table.turn_up
            hand = table.hand ^ six ^ turn_up if own else table.hand
            table = evolve(table, hand=hand, turn_up=six)
            return seen.exchange(event.seat, turn_up), table
        case Done() | Resign():
            return seen, table
    if own:
        return seen, evolve(table, hand=table.hand & ~BIT[card])
    return seen.lose(card), table


def _ran(seen: Sightings, table: _Table, ended: BoutEnd | None, phase: Phase) -> _Seen:
    """The table ran on: whether the other seat was asked in doing so.

    In the order in which the table settles. Rules 5.1 to 5.6.
    """
    them, bout = other(seen.seat), table.bout
    if bout.phase is DEFEND:
        asked = ended is None and phase is DEFEND
        if bout.defender == them:
            seen = seen.ask(answers(PACK, bout, seen.trump), asked, table.talon)
        if asked:
            return seen, table
        bout = bout.pick_up()
    spent = ended is not None and ended.how is How.SPENT
    if bout.attacker == them and bout.attacks and bout.room > 0 and not spent:
        seen = seen.ask(throws(PACK, bout), ended is None, table.talon)
    return seen, evolve(table, bout=bout)


def _cleared(seen: Sightings, table: _Table, ended: BoutEnd) -> _Seen:
    """The bout closed: where its cards went."""
    bout, cards = table.bout, table.bout.mask
    if not ended.taken:
        return seen.clear(cards), table
    own = bout.defender == seen.seat
    hand = table.hand | cards if own else table.hand
    return seen.take(cards, bout.defender), evolve(table, hand=hand)


def _refilled(seen: Sightings, table: _Table, refill: Refill, hand: int) -> _Seen:
    """Both seats drew: this one the cards that have come to its hand."""
    attacker, defender = table.bout.attacker, table.bout.defender
    hidden = refill.drawn[other(seen.seat)]
    if table.talon and not refill.talon:
        last = defender if refill.drawn[defender] else attacker
        if last != seen.seat:
            seen, hidden = seen.gain(table.turn_up), hidden - 1
    drawn = hand & ~table.hand
    if drawn.bit_count() != refill.drawn[seen.seat]:
        cards = CardSet.of_mask(drawn)
        raise ValueError(f"seat {seen.seat} cannot have drawn {cards}: {refill!r}")
    seen = seen.meet(drawn).draw(hidden, refill.talon)
    return seen, evolve(table, hand=table.hand | drawn)


def _bout_of(bout: BoutView) -> Bout:
    attacks = tuple(pair.attack for pair in bout.pairs)
    beats = tuple(pair.beat for pair in bout.pairs)
    return Bout(bout.attacker, bout.cap, attacks, beats, bout.taken)
