from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest
import table
from attrs import evolve
from brute_force import (
    Choice,
    at_random,
    layout_of,
    moments_of,
    mostly_stopping,
    stepped,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from table import attack, beat, card

from durak import (
    CARDS,
    SEATS,
    CardSet,
    Out,
    Played,
    Resign,
    Seat,
    State,
    deal_of,
    ids_of_suit,
    legal_moves,
    other,
    start,
    start_from,
    view,
)
from durak.evidence import DREW, Had, Lacked
from durak.memory import Memory, remember, remember_layout
from durak.moves import SWAP, TAKE, Move

SEEDS = st.binary(min_size=32, max_size=32)
CHOICES = st.sampled_from([at_random, mostly_stopping])


def cards(names: str) -> CardSet:
    return CardSet(table.cards(names))


# Against every deal there is


@settings(max_examples=60, deadline=None)
@given(SEEDS, CHOICES)
def test_knows_what_holds_in_every_deal_that_fits_and_nothing_else(
    seed: bytes, choice: Choice
) -> None:
    random = Random(seed)
    for _, memory, fitting in moments_of(layout_of(random), random, choice):
        hands = [frozenset(state.hands[2]) for state in fitting]
        talons = [frozenset(state.talon) for state in fitting]
        assert memory.other_holds == frozenset.intersection(*hands)
        assert memory.other_may_hold == frozenset.union(*hands)
        assert memory.talon_holds == frozenset.intersection(*talons)
        assert memory.talon_may_hold == frozenset.union(*talons)


@settings(max_examples=40, deadline=None)
@given(SEEDS, CHOICES)
def test_allows_just_the_hands_of_the_deals_that_fit_and_counts_them(
    seed: bytes, choice: Choice
) -> None:
    random = Random(seed)
    for _, memory, fitting in moments_of(layout_of(random), random, choice):
        deals = Counter(CardSet(state.hands[2]) for state in fitting)
        for one, chance in memory.chances.items():
            holding = sum(n for hand, n in deals.items() if one in hand)
            assert chance == Fraction(holding, len(fitting))
        for hidden in combinations(memory.unseen, memory.tally.hidden):
            hand = CardSet((*memory.shown, *hidden))
            assert memory.allows(hand) == (hand in deals)
            if memory.unseen:
                ways = memory.weights.ways(CardSet(hidden).mask)
                share = Fraction(ways, memory.weights.total)
                assert share == Fraction(deals[hand], len(fitting))


# Whole games


def moments(seed: bytes, choice: Choice) -> Iterator[tuple[State, Memory]]:
    """A dealt game, with the memory of either seat after each move."""
    random, state = Random(seed), start(seed)
    assert isinstance(state, State)
    memories: dict[Seat, Memory] = {s: remember(view(state, s)) for s in (1, 2)}
    while True:
        for memory in memories.values():
            yield state, memory
        if state.turn is None:
            return
        move = choice(random, legal_moves(state))
        state, events = stepped(state, state.turn, move)
        memories = {s: memories[s].after(events, view(state, s)) for s in (1, 2)}


@settings(max_examples=8, deadline=None)
@given(SEEDS, CHOICES)
def test_claims_nothing_that_is_not_so_in_a_whole_game(seed: bytes, choice: Choice) -> None:
    for place, (state, memory) in enumerate(moments(seed, choice)):
        if place % 11 == 0:
            hand = state.hands[other(memory.seat)]
            assert memory.other_holds <= hand <= memory.other_may_hold
            assert memory.talon_holds <= set(state.talon) <= memory.talon_may_hold
            assert memory.allows(hand)


@settings(max_examples=20, deadline=None)
@given(SEEDS, CHOICES)
def test_keeps_account_of_every_card(seed: bytes, choice: Choice) -> None:
    for state, memory in moments(seed, choice):
        hand, talon = state.hands[other(memory.seat)], state.talon
        table = CardSet.of_mask(state.bout.mask if state.bout else 0)
        places = (memory.view.hand, memory.shown, memory.gone, memory.unseen, table)
        seen = [card for place in (*places, talon[-1:]) for card in place]
        assert sorted(seen) == list(CARDS)
        assert memory.shown <= hand
        assert len(memory.gone) == state.discard
        assert memory.unseen == (hand | CardSet(talon[:-1])) - memory.shown
        assert memory.history == state.history
        assert memory.view == view(state, memory.seat)


@settings(max_examples=20, deadline=None)
@given(SEEDS, CHOICES)
def test_knows_the_other_hand_once_no_hidden_card_is_left_to_draw(
    seed: bytes, choice: Choice
) -> None:
    for state, memory in moments(seed, choice):
        if state.talon_left <= 1:
            assert memory.other_holds == state.hands[other(memory.seat)]
            assert memory.other_holds == memory.other_may_hold
            assert memory.talon_holds == CardSet(state.talon)


def test_is_a_value() -> None:
    *_, (_, memory) = moments(bytes(32), at_random)
    assert copy.copy(memory) is memory
    assert copy.deepcopy(memory) is memory
    restored = pickle.loads(pickle.dumps(memory))
    assert restored == memory
    assert hash(restored) == hash(memory)
    assert restored.other_holds == memory.other_holds


# What each kind of sight says. Spades are trumps.


def laid(mine: str, theirs: str, talon: str, attacker: Seat = 1) -> tuple[State, Memory]:
    owner = 1 if "6S" in mine else 2 if "6S" in theirs else None
    state = table.laid(
        mine, theirs, talon=talon, trump="S", attacker=attacker, six_owner=owner
    )
    gone = set(CARDS) - cards(mine) - cards(theirs) - cards(talon)
    return state, remember_layout(view(state, 1), gone)


def after(laid: tuple[State, Memory], *moves: Move) -> Memory:
    state, memory = laid
    for move in moves:
        assert state.turn is not None
        state, events = stepped(state, state.turn, move)
        memory = memory.after(events, view(state, 1))
    return memory


def test_a_take_that_nobody_chose_says_what_the_hand_lacked() -> None:
    game = laid("9H 9C AD KD QD JD", "7H 8H 8C 7C 6D 8D", "TH 7S QH AS")
    memory = after(game, attack("9H"))
    assert memory.talon_holds == cards("TH 7S QH AS")
    assert memory.other_holds == cards("7H 8H 8C 7C 6D 8D")


def test_a_bout_that_ended_exhausted_says_what_the_attacker_lacked() -> None:
    game = laid("9H TC AD KD QD JD", "7H 8D 8C 6H 6D KC", "9C TS QH AS", attacker=2)
    memory = after(game, attack("7H"), beat("9H"))
    assert Lacked(cards("9C")) in memory.tally.evidence


def test_what_a_hand_lacked_it_may_have_drawn_since() -> None:
    """With one of seven cards in the talon, 9C in hand is the one card drawn.

    If 9C lies in the talon then any of the other six may have been drawn; if
    another does, only 9C can have been: six ways each.
    """
    game = laid("9H TC AD KD QD JD", "7H 8D 8C 6H 6D KC", "9C TS QH AS", attacker=2)
    memory = after(game, attack("7H"), beat("9H"))
    assert memory.chances[card("9C")] == Fraction(1, 2)
    others = memory.unseen - cards("9C")
    assert others == cards("8D 8C 6H 6D KC QH")
    assert {memory.chances[card] for card in others} == {Fraction(11, 12)}


def test_a_chosen_take_says_that_there_was_a_card_to_beat_with() -> None:
    game = laid("9H TC AD KD QD JD", "TH 8D 8C 7C 6D KC", "QH TS 9C AS")
    memory = after(game, attack("9H"), TAKE)
    assert Had(cards("TH QH TS")) in memory.tally.evidence
    assert memory.other_may_hold == cards("9H TH TS 8D 8C 7C 6D KC 9C")
    assert memory.allows(cards("9H TS 8D 8C 7C 6D KC"))
    assert not memory.allows(cards("9H 8D 8C 7C 6D KC 9C"))


def test_an_exchange_says_what_the_hand_held_and_holds() -> None:
    game = laid("9H TC AD KD QD JD", "6S 8D 8C 7C 6D KC", "QH TS 9C AS", attacker=2)
    memory = after(game, SWAP)
    assert memory.shown == cards("AS")
    assert card("6S") in memory.talon_holds
    assert card("6S") not in memory.other_may_hold


def test_one_that_could_exchange_is_asked_so_one_not_asked_has_not_the_six() -> None:
    game = laid("AC TC AD KD QD JD", "7H 8H 8C 7C 6D 8D", "TH 6S QH AS")
    memory = after(game, attack("AC"))
    assert card("6S") in memory.talon_holds


def test_what_was_taken_in_the_open_is_known_until_it_is_played() -> None:
    game = laid("9H 8S AD KD QD JD", "7H 8H 8C 7C 6D 8D", "TH 7S QH AS")
    memory = after(game, attack("9H"))
    assert memory.shown >= cards("9H")
    memory = after(game, attack("9H"), attack("8S"))
    assert memory.shown >= cards("9H 8S")


def test_a_six_taken_from_its_owner_is_no_exchange() -> None:
    """Seat 2 holds the six it took, and is not asked when it cannot beat."""
    game = laid("6S KS 9C AD JD QD", "7H 8H 8C 7C 6D 8D", "TH 7S QH AS")
    assert game[1].tally.six_owner == 1
    memory = after(game, attack("6S"))
    assert card("6S") in memory.shown
    assert memory.tally.six_owner is None
    memory = after(game, attack("6S"), attack("KS"))
    assert memory.shown >= cards("6S KS")


def test_its_own_six_taken_back_is_an_exchange_that_it_is_asked_about() -> None:
    """Seat 2 cannot beat TS; it was asked because of the six. It need not have KS."""
    game = laid("7H 7C AC KD QD JD", "6S 8D 8C TD 9D 9C", "QH TS KS AS")
    taken = attack("7H"), beat("6S"), attack("7C"), TAKE
    assert after(game, *taken).tally.six_owner == 2
    memory = after(game, *taken, attack("TS"))
    assert memory.view.turn == 2
    assert card("6S") in memory.shown
    assert memory.other_holds == memory.shown
    assert card("KS") in memory.other_may_hold


def test_a_full_bout_says_nothing_of_an_attacker_with_an_exchange() -> None:
    game = laid("9H", "6S 8D 8C TD 9D 7H", "QH TS KS QC TC JC 7C KC AS", attacker=2)
    memory = after(game, attack("7H"), beat("9H"))
    assert card("6S") in memory.other_may_hold
    assert card("6S") in memory.talon_may_hold


def test_allows_no_hand_that_is_too_large_or_lacks_what_was_shown() -> None:
    game = laid("9H 8S AD KD QD JD", "7H 8H 8C 7C 6D 8D", "TH 7S QH AS")
    memory = after(game, attack("9H"))
    assert memory.allows(cards("9H 7H 8H 8C 7C 6D 8D"))
    assert not memory.allows(cards("7H 8H 8C 7C 6D 8D TH"))
    assert not memory.allows(cards("9H 7H 8H 8C 7C 6D"))
    assert not memory.allows(cards("9H 7H 8H 8C 7C 6D AD"))
    with pytest.raises(ValueError, match="no such card: 37"):
        memory.allows([37])


def test_a_resignation_says_nothing() -> None:
    state, memory = laid("9H 8S AD KD QD JD", "7H 8H 8C 7C 6D 8D", "TH 7S QH AS")
    for seat in SEATS:
        over, events = stepped(state, seat, Resign())
        after_it = memory.after(events, view(over, 1))
        assert after_it.tally == memory.tally
        assert after_it.view.over


# Who opened. Spades are trumps.


def dealt(mine: str, theirs: str) -> State:
    hands = [card for pair in zip(cards(mine), cards(theirs), strict=True) for card in pair]
    turn_up = card("AS")
    talon = [c for c in CARDS if c not in hands and c != turn_up]
    return start_from(deal_of([*hands, turn_up, *talon]))


def test_the_opener_has_a_trump_below_ones_own() -> None:
    """29 cards are unseen: C(29, 6) hands, less those with none of the four."""
    state = dealt("TS AH KH QH JH TH", "9S AD KD QD JD TD")
    memory = remember(view(state, 1))
    assert memory.tally.evidence[-1] == Had(cards("9S 8S 7S 6S"))
    hands = comb(29, 6) - comb(25, 6)
    assert memory.weights.total == 720 * hands
    assert memory.chances[card("9S")] == Fraction(comb(28, 5), hands)
    assert not memory.allows(cards("AD KD QD JD TD 9D"))


def test_one_that_lets_the_other_open_lacks_the_lower_trumps() -> None:
    state = dealt("9S AH KH QH JH TH", "TS AD KD QD JD TD")
    memory = remember(view(state, 1))
    assert memory.talon_holds == cards("8S 7S 6S AS")
    assert len(memory.other_may_hold) == 29 - 3


def test_seat_2_opening_has_a_trump() -> None:
    state = dealt("9H AH KH QH JH TH", "TS AD KD QD JD TD")
    memory = remember(view(state, 1))
    trumps = CardSet(ids_of_suit("S")) - cards("AS")
    assert memory.tally.evidence[-1] == Had(CardSet(trumps))


def test_seat_1_opening_may_mean_that_nobody_has_a_trump() -> None:
    state = dealt("9H AH KH QH JH TH", "9D AD KD QD JD TD")
    memory = remember(view(state, 1))
    assert not memory.other_may_hold & set(ids_of_suit("S"))
    across = remember(view(state, 2))
    assert set(ids_of_suit("S")) - cards("AS") <= across.other_may_hold
    assert across.tally.evidence == (DREW,) * 6


# Refusals


def test_refuses_to_begin_anywhere_but_before_the_first_move() -> None:
    state, _ = stepped(dealt("TS AH KH QH JH TH", "9S AD KD QD JD TD"), 2, attack("AD"))
    with pytest.raises(ValueError, match="not a view before the first move"):
        remember_layout(view(state, 1))
    layout, _ = laid("9H AD", "7H 8H", "AS")
    with pytest.raises(ValueError, match="not the view of a dealt game"):
        remember(view(layout, 1))
    with pytest.raises(ValueError, match="cannot be the heap"):
        remember_layout(view(layout, 1), cards("6H"))


def test_refuses_a_dealt_game_that_the_other_seat_cannot_have_opened() -> None:
    seen = view(dealt("6S AH KH QH JH TH", "9S AD KD QD JD TD"), 1)
    assert seen.bout is not None
    wrong = evolve(seen, bout=evolve(seen.bout, attacker=2, defender=1))
    with pytest.raises(ValueError, match="seat 2 cannot have opened"):
        remember(wrong)


def test_refuses_events_and_views_that_do_not_belong_together() -> None:
    state = dealt("9S AH KH QH JH TH", "TS AD KD QD JD TD")
    memory = remember(view(state, 1))
    later, events = stepped(state, 1, attack("AH"))
    with pytest.raises(ValueError, match="not a move with its consequences"):
        memory.after((), view(later, 1))
    with pytest.raises(ValueError, match="not a move with its consequences"):
        memory.after((Out(1), *events), view(later, 1))
    with pytest.raises(ValueError, match="not the view of seat 1 at ply 1"):
        memory.after(events, view(later, 2))
    with pytest.raises(ValueError, match="not the view of seat 1 at ply 1"):
        memory.after(events, view(state, 1))
    with pytest.raises(ValueError, match="not the hand of"):
        memory.after((Played(1, attack("KH")),), view(later, 1))


def test_refuses_a_hand_that_cannot_have_been_drawn() -> None:
    state, memory = laid("9H AC AD KD QD JD", "7H 8H 8C 7C 6D 8D", "TH 7S QH AS")
    later, events = stepped(state, 1, attack("9H"))
    seen = view(later, 1)
    wrong = evolve(seen, hand=CardSet((*seen.hand, card("7S"))))
    with pytest.raises(ValueError, match="seat 1 cannot have drawn 7S TH"):
        memory.after(events, wrong)


def test_refuses_events_after_the_end_of_the_game() -> None:
    *_, (state, memory) = moments(bytes(32), at_random)
    seen = evolve(view(state, memory.seat), ply=state.ply + 1)
    with pytest.raises(ValueError, match="no bout for seat 1: resign"):
        memory.after((Played(1, Resign()),), seen)
