"""`position`: a state from any given layout, or every reason why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from attrs import frozen
from pyrsistent import pvector

from durak.bout import Bout, cap_for
from durak.cards import (
    CARDS,
    SUITS,
    Card,
    Suit,
    beats,
    is_card,
    name_of,
    rank_of,
    six_of,
    suit_of,
)
from durak.cardsets import CardSet
from durak.deck import Deal, is_number
from durak.errors import ImpossibleLayout, shown
from durak.outcome import resign_for, result_for
from durak.seats import SEATS, BySeat, Seat, integer_of, other, seat_of
from durak.state import State

T = TypeVar("T")


def position(
    hands: Mapping[Seat, Iterable[Card]] | BySeat[Iterable[Card]],
    *,
    trump: Suit,
    talon: Iterable[Card] = (),
    attacker: Seat = 1,
    table: Iterable[tuple[Card, Card | None]] = (),
    taken: bool = False,
    discard: Iterable[Card] | None = None,
    six_owner: Seat | None = None,
    turn_up: Card | None = None,
) -> State:
    """Lay out a state of any kind: for puzzles, fixtures and searches.

    The state has no seed and no history. The layout must be one that play can
    go on from, not one that play could have reached. It is left as it is laid,
    also where the seat on turn has no choice: there `legal_moves` is empty,
    and `step` takes the one answer there is, `take` or `done`.

    Args:
        hands: The cards of each seat, by seat.
        trump: The trump suit.
        talon: The cards to draw, in order, the turn-up last.
        attacker: The seat that attacks in the open bout.
        table: The bout's attack cards in the order played, each with the card
            that answered it or None. The cap follows: it is that of the
            defender's hand before it answered.
        taken: Whether the defender has picked the bout up.
        discard: The cards of the heap; None for all that lie nowhere else.
        six_owner: The seat that was dealt the six of trumps or drew it face
            down, so that it may exchange it; see `State`.
        turn_up: The card that was turned up. It follows from the talon, and
            matters only once that is empty.

    Raises:
        ImpossibleLayout: with every flaw found.
    """
    pairs = tuple(table)
    laid = _Layout(
        hands=BySeat(_plain_ids(hands[1]), _plain_ids(hands[2])),
        talon=_plain_ids(talon),
        trump=_plain_suit(trump),
        attacker=seat_of(attacker) or attacker,
        attacks=_plain_ids(attack for attack, _ in pairs),
        answers=_plain_ids(beat for _, beat in pairs),
        taken=_plain_flag(taken),
        discard=None if discard is None else _plain_ids(discard),
        six_owner=seat_of(six_owner) or six_owner,
        turn_up=_plain_ids([turn_up])[0],
    )
    flaws = tuple(_flaws_of_values(laid)) or tuple(_flaws_of_layout(laid))
    if flaws:
        raise ImpossibleLayout(flaws)
    return _state_of(laid)


def flaws_of(state: State) -> tuple[str, ...]:
    """Whatever makes a state impossible; nothing, for a state that play made.

    For a state that was not made here, such as one that was read. Its history
    is not looked at.
    """
    return tuple(_flaws_of_state(state))


def _flaws_of_state(state: State) -> Iterator[str]:
    bout = state.bout
    laid = _Layout(
        hands=BySeat(tuple(state.hands[1]), tuple(state.hands[2])),
        talon=state.talon,
        trump=state.trump,
        attacker=bout.attacker if bout else state.deal.first,
        attacks=bout.attacks if bout else (),
        answers=bout.beats if bout else (),
        taken=bout is not None and bout.taken,
        discard=None,
        six_owner=state.six_owner,
        turn_up=state.trump_card,
    )
    if state.talon_left < 0:
        yield f"{state.drawn} cards were drawn from a talon of {len(state.deal.talon)}"
    if state.discard != laid.heap:
        yield f"the heap holds {state.discard} cards, not the {laid.heap} that are left"
    if bout is None and not state.over:
        yield "a game that is on has a bout"
    if bout is None and state.result != result_for(state.counts, state.talon_left):
        yield f"the cards do not give the result: {state.result}"
    if bout is not None and state.result not in (None, resign_for(1), resign_for(2)):
        yield f"an open bout does not go with the result: {state.result}"
    yield from _flaws_of_deal(state.deal)
    if bout is not None and bout.cap != laid.cap:
        yield f"the cap of the bout is {bout.cap}, not {laid.cap}"
    yield from _flaws_of_pack(laid)
    yield from _flaws_of_turn_up(laid)
    if bout is not None:
        yield from _flaws_of_bout(laid)
    yield from _flaws_of_owner(laid)


def _flaws_of_deal(deal: Deal) -> Iterator[str]:
    dealt = (*deal.hands[1], *deal.hands[2], *deal.talon)
    if len(set(dealt)) < len(dealt):
        yield "a card was dealt more than once"
    if deal.talon and deal.turn_up != deal.talon[-1]:
        yield "the turn-up was not dealt to the bottom of the talon"
    if deal.turn_up is not None and suit_of(deal.turn_up) != deal.trump:
        yield f"the turn-up {name_of(deal.turn_up)} is not of the trump suit {deal.trump}"
    if not is_number(deal.number):
        yield "a deal number is an integer from 1"


def _plain_suit(suit: Any) -> Any:
    """The suit as a plain text, and what is none as it is."""
    return str(suit) if isinstance(suit, str) else suit


def _plain_flag(flag: T) -> T | bool:
    """The truth value that 0, 1 and any integer type's stand for, or what was given."""
    return bool(flag) if integer_of(flag) in (0, 1) else flag


def _plain_ids(cards: Iterable[T]) -> tuple[T | int, ...]:
    """The cards as plain integers, and whatever is none as it is."""
    numbers = ((card, integer_of(card)) for card in cards)
    return tuple(card if number is None else number for card, number in numbers)


@frozen
class _Layout:
    """The arguments of `position`."""

    hands: BySeat[tuple[Card, ...]]
    talon: tuple[Card, ...]
    trump: Suit
    attacker: Seat
    attacks: tuple[Card, ...]
    answers: tuple[Card | None, ...]
    taken: bool
    discard: tuple[Card, ...] | None
    six_owner: Seat | None
    turn_up: Card | None

    @property
    def beats(self) -> tuple[Card, ...]:
        return tuple(card for card in self.answers if card is not None)

    @property
    def cap(self) -> int:
        return cap_for(len(self.hands[other(self.attacker)]) + len(self.beats))

    @property
    def heap(self) -> int:
        """How many cards lie nowhere else."""
        return len(CARDS) - sum(place != "the heap" for place, _ in self.places)

    @property
    def places(self) -> Iterator[tuple[str, Card]]:
        """Every card, with where it lies."""
        for seat in SEATS:
            yield from ((f"seat {seat}'s hand", card) for card in self.hands[seat])
        yield from (("the talon", card) for card in self.talon)
        yield from (("the table", card) for card in self.attacks + self.beats)
        yield from (("the heap", card) for card in self.discard or ())


def _state_of(laid: _Layout) -> State:
    bout = Bout(laid.attacker, laid.cap, laid.attacks, laid.answers, laid.taken)
    hands = BySeat(CardSet(laid.hands[1]), CardSet(laid.hands[2]))
    turn_up = laid.talon[-1] if laid.talon else laid.turn_up
    deal = Deal(None, 1, hands, laid.talon, laid.trump, turn_up, laid.attacker)
    held = (0, hands[1].mask, hands[2].mask)
    return State(deal, held, 0, False, bout, laid.six_owner, laid.heap, None, pvector())


def _flaws_of_values(laid: _Layout) -> Iterator[str]:
    """What is no card, no suit or no seat: with these, nothing else can be asked."""
    for place, card in laid.places:
        if not is_card(card):
            yield f"{shown(card)} in {place} is no card"
    if laid.turn_up is not None and not is_card(laid.turn_up):
        yield f"the turn-up {shown(laid.turn_up)} is no card"
    if type(laid.taken) is not bool:
        yield f"taken is either true or not: {shown(laid.taken)}"
    if laid.trump not in SUITS:
        yield f"the trump {shown(laid.trump)} is no suit"
    if seat_of(laid.attacker) is None:
        yield f"the attacker {shown(laid.attacker)} is no seat"
    if laid.six_owner is not None and seat_of(laid.six_owner) is None:
        yield f"the owner of the six {shown(laid.six_owner)} is no seat"


def _flaws_of_layout(laid: _Layout) -> Iterator[str]:
    yield from _flaws_of_pack(laid)
    yield from _flaws_of_turn_up(laid)
    yield from _flaws_of_bout(laid)
    yield from _flaws_of_owner(laid)


def _flaws_of_pack(laid: _Layout) -> Iterator[str]:
    lies: dict[Card, list[str]] = {card: [] for card in CARDS}
    for place, card in laid.places:
        lies[card].append(place)
    for card, places in lies.items():
        if len(places) > 1:
            yield f"{name_of(card)} lies more than once: in {' and in '.join(places)}"
        if not places and laid.discard is not None:
            yield f"{name_of(card)} is missing"


def _flaws_of_turn_up(laid: _Layout) -> Iterator[str]:
    turn_up = laid.turn_up
    if laid.talon:
        bottom = laid.talon[-1]
        if turn_up not in (None, bottom):
            yield f"the turn-up {name_of(turn_up)} is not at the bottom of the talon"
        turn_up = bottom
    if turn_up is not None and suit_of(turn_up) != laid.trump:
        yield f"the turn-up {name_of(turn_up)} is not of the trump suit {laid.trump}"


def _flaws_of_bout(laid: _Layout) -> Iterator[str]:
    size, open_attacks = len(laid.attacks), laid.answers.count(None)
    if not laid.cap:
        yield f"a bout is open against the empty hand of seat {other(laid.attacker)}"
    elif size > laid.cap:
        yield f"the attack holds {size} cards, over its cap of {laid.cap}"
    if not size and not laid.hands[laid.attacker]:
        yield f"seat {laid.attacker} attacks without a card"
    if None in laid.answers[: len(laid.beats)]:
        yield "an attack is answered after one that is not"
    if laid.taken and not open_attacks:
        yield "a bout without an open attack cannot have been taken"
    if open_attacks > 1 and not laid.taken:
        yield f"{open_attacks} attacks are open in a bout that was not taken"
    ranks: set[str] = set()
    for attack, beat in zip(laid.attacks, laid.answers, strict=True):
        if ranks and rank_of(attack) not in ranks:
            yield f"{name_of(attack)} was thrown in with no card of its rank on the table"
        ranks.add(rank_of(attack))
        if beat is not None:
            ranks.add(rank_of(beat))
            if not beats(beat, attack, laid.trump):
                yield f"{name_of(beat)} does not beat {name_of(attack)}"


def _flaws_of_owner(laid: _Layout) -> Iterator[str]:
    owner, six = laid.six_owner, six_of(laid.trump)
    if owner is None:
        return
    if six in laid.talon or six == laid.turn_up:
        yield f"seat {owner} cannot own the six of trumps before it was drawn face down"
    theirs = laid.attacks if owner != laid.attacker else laid.beats
    if six in laid.hands[other(owner)]:
        yield f"seat {owner} cannot own the six of trumps that seat {other(owner)} holds"
    if six in theirs:
        yield f"seat {owner} cannot own the six of trumps that seat {other(owner)} played"
