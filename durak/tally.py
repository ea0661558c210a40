"""`Tally`: a seat's account of where it has seen cards come and go.

The part of `durak.memory` that counts cards. Each method of `Tally` is one
thing that can be seen at the table; `tallied` goes through the events of a
move and sees what they show. Sets of cards are masks here; see `durak.cards`.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import evolve, field, frozen

from durak.bout import DEFEND, Bout, Phase
from durak.cards import BIT, PACK, Card, Suit, six_of
from durak.cardsets import CardSet
from durak.events import BoutEnd, Event, Played, Refill
from durak.evidence import DREW, Drew, Fact, Had, Lacked, Showed
from durak.moves import Attack, Beat, Done, Resign, Swap, Take
from durak.rules import answers, may_exchange, throws
from durak.seats import Seat, other
from durak.sight import BoutView, View


@frozen
class Tally:
    """What one seat has seen of the cards.

    Attributes:
        seat: Whose tally it is; the other hand is the other seat's.
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
    evidence: tuple[Fact, ...] = field(repr=False)

    @property
    def six(self) -> Card:
        """The six of trumps."""
        return six_of(self.trump)

    def learn(self, fact: Fact) -> Tally:
        """A fact about the hidden cards."""
        return evolve(self, evidence=(*self.evidence, fact))

    def lose(self, card: Card) -> Tally:
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

    def gain(self, cards: int) -> Tally:
        """Cards went to the other hand, face up."""
        return evolve(self, shown=self.shown | cards)

    def clear(self, cards: int) -> Tally:
        """Cards went to the heap."""
        return evolve(self, gone=self.gone | cards)

    def take(self, cards: int, taker: Seat) -> Tally:
        """A seat took the cards of a bout; its own six stays its own. Rule 8.3."""
        lost = cards & BIT[self.six] and self.six_owner == other(taker)
        after = evolve(self, six_owner=None) if lost else self
        return after if taker == self.seat else after.gain(cards)

    def exchange(self, seat: Seat, turn_up: int) -> Tally:
        """A seat gave the six of trumps for the turn-up. Rule 8.1."""
        after = self if seat == self.seat else self.lose(self.six).gain(turn_up)
        return evolve(after, six_owner=None)

    def meet(self, cards: int) -> Tally:
        """The seat drew cards, the turn-up perhaps among them."""
        new = cards & self.unseen
        return evolve(
            self,
            unseen=self.unseen ^ new,
            pool=self.pool ^ new,
            draws=(*self.draws, cards),
            six_owner=self.seat if new & BIT[self.six] else self.six_owner,
        )

    def draw(self, count: int, talon_left: int) -> Tally:
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

    def ask(self, playable: int, asked: bool, talon_left: int) -> Tally:
        """The other seat was asked to play one of these or exchange, or was not.

        It is asked if it can do either, and only then. Rules 5.3 to 5.6.
        """
        six = BIT[self.six]
        owned = bool(self.unseen & six) or self.six_owner == other(self.seat)
        if owned and may_exchange(six, self.trump, talon_left):
            playable |= six
        unseen = CardSet.of_mask(playable & self.unseen)
        if not unseen or (asked and playable & self.shown):
            return self
        return self.learn(Had(unseen) if asked else Lacked(unseen))


def _shown(evidence: tuple[Fact, ...], card: Card) -> tuple[Fact, ...]:
    """A card was played: what was known to be among some, is so by that card."""
    last = max(p for p, fact in enumerate(evidence) if isinstance(fact, Drew))
    since = (f for f in evidence[last:] if not (isinstance(f, Had) and card in f.cards))
    return (*evidence[:last], *since, Showed(card))


def new_tally(
    seat: Seat, trump: Suit, unseen: int, gone: int, six_owner: Seat | None
) -> Tally:
    """The tally of a seat before the other was dealt a card."""
    return Tally(seat, trump, 0, gone, unseen, 0, six_owner, unseen, (), ())


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


_Tallied: TypeAlias = tuple[Tally, _Table]


def tallied(
    tally: Tally,
    before: View,
    event: Played,
    consequences: tuple[Event, ...],
    after: View,
) -> tuple[Tally, int]:
    """What a seat has seen after a move, and the mask of the hand it is left with.

    Raises:
        ValueError: no bout was open, or the seat cannot have drawn what it holds.
    """
    if before.bout is None:
        raise ValueError(f"no bout for {event} to be played in: {before!r}")
    ended = next((e for e in consequences if isinstance(e, BoutEnd)), None)
    refill = next((e for e in consequences if isinstance(e, Refill)), None)
    bout, turn_up = bout_of(before.bout), turn_up_of(before)
    table = _Table(before.hand.mask, bout, turn_up, before.talon)
    tally, table = _played(tally, table, event)
    if not isinstance(event.move, Done | Resign):
        tally, table = _ran(tally, table, ended, after.phase)
    if ended is not None and refill is not None:
        tally, table = _cleared(tally, table, ended)
        tally, table = _refilled(tally, table, refill, after.hand.mask)
    return tally, table.hand


def _played(tally: Tally, table: _Table, event: Played) -> _Tallied:
    """A move was made: which cards it showed."""
    own = event.seat == tally.seat
    match event.move:
        case Attack(card):
            table = evolve(table, bout=table.bout.add_attack(card))
        case Beat(card):
            table = evolve(table, bout=table.bout.add_beat(card))
        case Take():
            return tally, evolve(table, bout=table.bout.pick_up())
        case Swap():
            six, turn_up = BIT[tally.six], table.turn_up
            hand = table.hand ^ six ^ turn_up if own else table.hand
            table = evolve(table, hand=hand, turn_up=six)
            return tally.exchange(event.seat, turn_up), table
        case _:
            return tally, table
    if own:
        return tally, evolve(table, hand=table.hand & ~BIT[card])
    return tally.lose(card), table


def _ran(tally: Tally, table: _Table, ended: BoutEnd | None, phase: Phase) -> _Tallied:
    """The table ran on: whether the other seat was asked in doing so.

    In the order in which the table settles. Nobody is asked about a full bout,
    as one against an emptied hand always is. Rules 5.1 to 5.6.
    """
    them, bout = other(tally.seat), table.bout
    if bout.phase is DEFEND:
        asked = ended is None and phase is DEFEND
        if bout.defender == them:
            tally = tally.ask(answers(PACK, bout, tally.trump), asked, table.talon)
        if asked:
            return tally, table
        bout = bout.pick_up()
    if bout.attacker == them and bout.attacks and bout.room > 0:
        tally = tally.ask(throws(PACK, bout), ended is None, table.talon)
    return tally, evolve(table, bout=bout)


def _cleared(tally: Tally, table: _Table, ended: BoutEnd) -> _Tallied:
    """The bout closed: where its cards went."""
    bout, cards = table.bout, table.bout.mask
    if not ended.taken:
        return tally.clear(cards), table
    own = bout.defender == tally.seat
    hand = table.hand | cards if own else table.hand
    return tally.take(cards, bout.defender), evolve(table, hand=hand)


def _refilled(tally: Tally, table: _Table, refill: Refill, hand: int) -> _Tallied:
    """Both seats drew: this one the cards that have come to its hand."""
    attacker, defender = table.bout.attacker, table.bout.defender
    hidden = refill.drawn[other(tally.seat)]
    if table.talon and not refill.talon:
        last = defender if refill.drawn[defender] else attacker
        if last != tally.seat:
            tally, hidden = tally.gain(table.turn_up), hidden - 1
    drawn = hand & ~table.hand
    if drawn.bit_count() != refill.drawn[tally.seat]:
        cards = CardSet.of_mask(drawn)
        raise ValueError(f"seat {tally.seat} cannot have drawn {cards}: {refill!r}")
    tally = tally.meet(drawn).draw(hidden, refill.talon)
    return tally, evolve(table, hand=table.hand | drawn)


def bout_of(bout: BoutView) -> Bout:
    """The bout that a seat sees, as the rules ask for it."""
    attacks = tuple(pair.attack for pair in bout.pairs)
    beats = tuple(pair.beat for pair in bout.pairs)
    return Bout(bout.attacker, bout.cap, attacks, beats, bout.taken)
