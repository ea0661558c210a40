"""Positions from any layout, and every reason why there is none."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
import recorded
import strategies as my
from attrs import evolve
from hypothesis import given
from pyrsistent import pvector
from table import card, cards, laid

import durak
from durak.layouts import flaws_of

GOOD: dict[str, Any] = {
    "hands": {1: cards("7C 7D 6S"), 2: cards("8C TC 6H")},
    "trump": "H",
    "talon": cards("AD AH"),
    "attacker": 1,
    "table": [(card("9C"), card("JC"))],
}


def test_a_layout_becomes_a_state() -> None:
    state = durak.position(**GOOD)
    assert state.hands == durak.BySeat(*map(durak.CardSet, GOOD["hands"].values()))
    assert (state.talon, state.trump_card) == (cards("AD AH"), card("AH"))
    assert state.bout == durak.Bout(1, 4, cards("9C"), cards("JC"), False)
    assert (state.turn, state.phase, state.discard) == (1, "attack", 26)
    assert (state.seed, state.ply, state.six_owner) == (None, 0, None)


@pytest.mark.parametrize(
    ("change", "flaws"),
    [
        (
            {"talon": cards("AD AD AH")},
            ["AD lies more than once: in the talon and in the talon"],
        ),
        (
            {"talon": cards("7C AH")},
            ["7C lies more than once: in seat 1's hand and in the talon"],
        ),
        ({"turn_up": card("AD")}, ["the turn-up AD is not at the bottom of the talon"]),
        ({"talon": cards("AH AD")}, ["the turn-up AD is not of the trump suit H"]),
        (
            {"talon": (), "turn_up": card("AD")},
            ["the turn-up AD is not of the trump suit H"],
        ),
        ({"table": [(card("9C"), card("9D"))]}, ["9D does not beat 9C"]),
        (
            {"table": [(card("9C"), card("JC")), (card("TD"), None)]},
            ["TD was thrown in with no card of its rank on the table"],
        ),
        (
            {"table": [(card("9C"), None), (card("9D"), card("JD"))]},
            ["an attack is answered after one that is not"],
        ),
        (
            {"table": [(card("9C"), None), (card("9D"), None)]},
            ["2 attacks are open in a bout that was not taken"],
        ),
        ({"taken": True}, ["a bout without an open attack cannot have been taken"]),
        (
            {"table": [(card(n), None) for n in ("9C", "9D", "9S", "9H")], "taken": True},
            ["the attack holds 4 cards, over its cap of 3"],
        ),
        (
            {"hands": {1: cards("7C"), 2: ()}, "table": ()},
            ["a bout is open against the empty hand of seat 2"],
        ),
        (
            {"hands": {1: (), 2: cards("7C")}, "table": ()},
            ["seat 1 attacks without a card"],
        ),
        (
            {"six_owner": 1},
            ["seat 1 cannot own the six of trumps that seat 2 holds"],
        ),
        (
            {"hands": {1: (7,), 2: cards("8C TC")}, "table": [(card("6H"), None)]}
            | {"six_owner": 2},
            ["seat 2 cannot own the six of trumps that seat 1 played"],
        ),
        (
            {"hands": {1: (7,), 2: cards("8C TC")}, "table": [(card("9C"), card("6H"))]}
            | {"six_owner": 1},
            ["seat 1 cannot own the six of trumps that seat 2 played"],
        ),
        ({"taken": "no"}, ["taken is either true or not: 'no'"]),
        ({"taken": 1.0}, ["taken is either true or not: 1.0"]),
        (
            {"hands": {1: (10**5000,), 2: cards("8C")}},
            ["a value of type int in seat 1's hand is no card"],
        ),
        (
            {"hands": {1: (7,), 2: (8,)}, "talon": cards("AD 6H AH"), "six_owner": 2},
            ["seat 2 cannot own the six of trumps before it was drawn face down"],
        ),
        (
            {"hands": {1: (7,), 2: (8,)}, "talon": cards("AD 6H"), "six_owner": 2},
            ["seat 2 cannot own the six of trumps before it was drawn face down"],
        ),
        (
            {"hands": {1: (0, True), 2: cards("8C")}, "trump": "X", "attacker": 3},
            [
                "0 in seat 1's hand is no card",
                "True in seat 1's hand is no card",
                "the trump 'X' is no suit",
                "the attacker 3 is no seat",
            ],
        ),
        (
            {"turn_up": "AH", "six_owner": 0, "talon": (37,)},
            [
                "37 in the talon is no card",
                "the turn-up 'AH' is no card",
                "the owner of the six 0 is no seat",
            ],
        ),
    ],
)
def test_every_flaw_of_a_layout_is_named(change: Any, flaws: list[str]) -> None:
    with pytest.raises(durak.ImpossibleLayout) as raised:
        durak.position(**{**GOOD, **change})
    assert list(raised.value.flaws) == flaws
    assert str(raised.value) == "; ".join(flaws)


def test_all_flaws_are_listed_at_once() -> None:
    with pytest.raises(durak.ImpossibleLayout) as raised:
        laid("7C AD", "7C", table="9C/8D TC", talon="AS 6D")
    assert len(raised.value.flaws) == 4


def test_the_heap_can_be_given_card_by_card() -> None:
    heap = set(durak.CARDS) - {*cards("7C 7D 6S 8C TC 6H AD AH 9C JC")}
    assert durak.position(**GOOD, discard=heap) == durak.position(**GOOD)
    with pytest.raises(durak.ImpossibleLayout, match=r"^AS is missing$"):
        durak.position(**GOOD, discard=heap - {1})
    with pytest.raises(
        durak.ImpossibleLayout, match="AD lies more than once: in the talon"
    ):
        durak.position(**GOOD, discard=heap | {card("AD")})


def test_integers_of_any_type_serve_and_leave_no_trace() -> None:
    hands = {1: np.array(cards("7C 7D 6S")), 2: np.array(cards("8C TC 6H"))}
    changed = {**GOOD, "hands": hands, "attacker": np.int64(1), "talon": np.array([19, 10])}
    changed |= {"trump": np.str_("H"), "taken": np.int8(0)}
    state = durak.position(**changed, six_owner=np.int8(2))
    assert state == evolve(durak.position(**GOOD), six_owner=2)
    assert b"numpy" not in pickle.dumps(state)


@given(my.states())
def test_every_state_of_play_can_be_laid_out(state: durak.State) -> None:
    """And plays on alike from there, but for its seed and its history."""
    assert flaws_of(state) == ()
    if state.bout is None or state.over:
        return
    twin = durak.position(
        state.hands,
        trump=state.trump,
        talon=state.talon,
        attacker=state.bout.attacker,
        table=zip(state.bout.attacks, state.bout.beats, strict=True),
        taken=state.bout.taken,
        six_owner=state.six_owner,
        turn_up=state.trump_card,
    )
    assert twin.key == state.key
    assert (twin.discard, twin.trump_card) == (state.discard, state.trump_card)
    for move in durak.legal_moves(state):
        stepped, alike = (
            durak.step(state, state.turn, move),
            durak.step(twin, twin.turn, move),
        )
        assert not isinstance(stepped, durak.Error)
        assert not isinstance(alike, durak.Error)
        assert stepped[1] == alike[1]
        assert stepped[0].key == alike[0].key


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        ({"drawn": 25}, "25 cards were drawn from a talon of 24"),
        ({"discard": 1}, "the heap holds 1 cards, not the 0 that are left"),
        ({"bout": None}, "a game that is on has a bout"),
        ({"bout": durak.open_bout(1, 5)}, "the cap of the bout is 5, not 6"),
        (
            {"held": (0, 0b10, 0b110)},
            "AS lies more than once: in seat 1's hand and in seat",
        ),
        ({"six_owner": 1}, "seat 1 cannot own the six of trumps"),
    ],
)
def test_a_state_that_play_cannot_make_has_flaws(change: Any, flaw: str) -> None:
    state = evolve(recorded.states(0)[0], history=pvector(), **change)
    assert flaw in "; ".join(flaws_of(state))
