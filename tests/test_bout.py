"""Bouts and outcomes: the arithmetic below the state."""

from __future__ import annotations

from typing import Any

import pytest
import strategies as my
from hypothesis import given
from hypothesis import strategies as st
from table import card, cards

import durak
from durak.rules import may_exchange


def test_a_bout_lays_answers_over_attacks() -> None:
    opened = durak.open_bout(1, 2)
    assert (opened.size, opened.room, opened.all_beaten, opened.unbeaten) == (
        0,
        2,
        True,
        None,
    )
    attacked = opened.add_attack(card("7C"))
    assert (attacked.phase, attacked.turn) == ("defend", 2)
    assert (attacked.unbeaten, attacked.all_beaten) == (card("7C"), False)
    beaten = attacked.add_beat(card("9C"))
    assert (beaten.phase, beaten.turn) == ("attack", 1)
    assert beaten.beats == cards("9C")
    assert durak.CardSet.of_mask(beaten.mask) == set(cards("7C 9C"))
    assert durak.CardSet.of_mask(beaten.ranks) == set(cards("7S 7H 7D 7C 9S 9H 9D 9C"))
    taken = beaten.add_attack(card("9D")).pick_up()
    assert (taken.phase, taken.turn, taken.unbeaten) == ("pile_on", 1, card("9D"))
    assert opened == durak.open_bout(1, 2), "the earlier bouts are as they were"


@pytest.mark.parametrize(
    ("attacker", "cap"),
    [(1, 0), (1, 7), (2, -1), (0, 6), (3, 1), (None, 1), (1, None), (True, 6), (1, 6.0)],
)
def test_a_bout_that_cannot_open_raises(attacker: Any, cap: Any) -> None:
    with pytest.raises(ValueError, match="no bout opens"):
        durak.open_bout(attacker, cap)


def test_an_attack_on_a_full_bout_and_a_beat_of_nothing_raise() -> None:
    full = durak.open_bout(1, 1).add_attack(card("7C"))
    with pytest.raises(ValueError, match="full"):
        full.add_attack(card("7D"))
    with pytest.raises(ValueError, match="waits for its answer"):
        durak.open_bout(1, 2).add_attack(card("7C")).add_attack(card("7D"))
    for bout in (durak.open_bout(1, 1), full.add_beat(card("8C")), full.pick_up()):
        with pytest.raises(ValueError, match="nothing for card"):
            bout.add_beat(card("8D"))


@given(st.integers(0, 36))
def test_the_cap_is_the_hand_and_at_most_six(size: int) -> None:
    assert durak.cap_for(size) == min(6, size)
    with pytest.raises(ValueError, match="no hand of"):
        durak.cap_for(-1 - size)


def test_legal_attacks_and_beats_as_sets() -> None:
    hand = durak.CardSet(cards("7C 9C 9H KD"))
    bout = durak.open_bout(1, 6)
    assert durak.legal_attacks(hand, bout) == hand
    bout = bout.add_attack(card("7D"))
    assert durak.legal_attacks(hand, bout) == set(cards("7C"))
    assert durak.legal_beats(hand, bout, "H") == set(cards("9H KD"))
    assert not durak.legal_beats(hand, bout.add_beat(card("8D")), "H")
    assert not durak.legal_beats(hand, bout.pick_up(), "H"), "it was taken"


@given(st.frozensets(my.cards), my.suits, st.integers(0, 24))
def test_who_may_exchange(hand: frozenset[int], trump: durak.Suit, left: int) -> None:
    """The owner of the six, holding it, while the talon has cards."""
    holds = durak.six_of(trump) in hand
    assert may_exchange(durak.CardSet(hand).mask, trump, left) == (holds and left > 0)


@pytest.mark.parametrize(
    ("counts", "talon", "out", "outcome", "fool"),
    [
        ((0, 4), 0, (1,), "fool", 2),
        ((4, 0), 0, (2,), "fool", 1),
        ((0, 0), 0, (1, 2), "draw", None),
        ((0, 4), 3, (), None, None),
        ((4, 4), 0, (), None, None),
    ],
)
def test_who_is_out_and_who_the_fool(
    counts: tuple[int, int], talon: int, out: Any, outcome: Any, fool: Any
) -> None:
    assert durak.out_seats(durak.BySeat(*counts), talon) == out
    result = durak.result_for(durak.BySeat(*counts), talon)
    if outcome is None:
        assert result is None
    else:
        assert result == durak.Result(outcome, fool, durak.places_for(fool))


def test_places_and_words_of_a_result() -> None:
    assert durak.places_for(2) == durak.BySeat(1, 2)
    assert durak.places_for(None) == durak.BySeat(1, 1)
    assert str(durak.resign_for(1)) == "seat 1 is the fool, by resignation"
    assert (
        str(durak.result_for(durak.BySeat(0, 4), 0)) == "seat 2 is the fool, holding cards"
    )
    assert str(durak.result_for(durak.BySeat(0, 0), 0)) == "a draw"


def test_six_kinds_of_event_are_moves_and_four_are_not() -> None:
    moves = ["attack", "beat", "take", "done", "swap", "resign"]
    assert all(map(durak.is_move, moves))
    others = ["bout_end", "refill", "out", "game_end", "fly", "", None, 3]
    assert not any(map(durak.is_move, others))


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (durak.Played(1, durak.Attack(14)), "seat 1: attack TH"),
        (durak.Played(2, durak.Beat(None)), "seat 2: beat no card"),  # type: ignore[arg-type]
        (durak.Played(2, durak.Take()), "seat 2: take"),
        (durak.Played(1, durak.Done()), "seat 1: done"),
        (durak.Played(1, durak.Swap()), "seat 1: swap"),
        (durak.Played(1, durak.Resign()), "seat 1: resign"),
        (
            durak.BoutEnd(durak.How.CAPPED, 12, 12, 2),
            "bout of 12 beaten off (capped); seat 2 attacks next",
        ),
        (
            durak.BoutEnd(durak.How.TAKEN, 1, 12, 1),
            "bout of 1 taken; seat 1 attacks next",
        ),
        (durak.Refill(durak.BySeat(1, 0), 3), "seat 1 draws 1, seat 2 draws 0; talon 3"),
        (durak.Out(2), "seat 2 is out"),
        (
            durak.GameEnd(durak.resign_for(2)),
            "game over: seat 2 is the fool, by resignation",
        ),
    ],
)
def test_events_in_words(event: durak.Event, text: str) -> None:
    assert str(event) == text
