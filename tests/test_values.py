"""States, views and errors are values: they copy, pickle, compare and hash as such."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import attrs
import pytest
import recorded
import strategies as my
from hypothesis import given, settings
from pyrsistent import PVector

import durak


@given(my.states(), my.seats)
@settings(max_examples=50)
def test_states_and_views_survive_pickle_copy_and_deepcopy(
    state: durak.State, seat: durak.Seat
) -> None:
    for value in (state, durak.view(state, seat), durak.refusal(state, 3, durak.Take())):
        for twin in (
            pickle.loads(pickle.dumps(value)),
            copy.copy(value),
            copy.deepcopy(value),
        ):
            assert twin == value
            assert hash(twin) == hash(value)
            assert repr(twin) == repr(value)


def test_copying_a_state_gives_the_state_itself() -> None:
    state = recorded.states(0)[40]
    assert copy.copy(state) is state
    assert copy.deepcopy({"at": [state]})["at"][0] is state


def test_a_pickle_holds_no_pvector() -> None:
    """One pickled by its C extension could not be loaded without it."""
    assert b"pvector" not in pickle.dumps(recorded.states(0)[-1]).replace(
        b"pyrsistent", b""
    )


def test_the_text_of_a_state_and_of_its_deal_shows_nothing_hidden() -> None:
    state = recorded.states(0)[40]
    assert repr(state) == str(state) == "<State at ply 66: seat 1 to defend, talon 4>"
    assert repr(recorded.states(0)[-1]) == "<State at ply 175: over, talon 0>"
    deal = durak.deal_for(bytes(32))
    assert repr(deal) == "Deal(number=1, trump='H', turn_up=17, first=2)"


def test_two_states_share_their_history() -> None:
    before, after = recorded.states(0)[-2:]
    assert isinstance(after.history, PVector)
    assert all(a is b for a, b in zip(before.history, after.history, strict=False))


@pytest.mark.parametrize(
    "value",
    [
        recorded.states(0)[10],
        durak.view(recorded.states(0)[10], 1),
        durak.Attack(14),
        durak.Played(1, durak.Take()),
        durak.Refill(durak.BySeat(1, 2), 3),
        durak.open_bout(1, 6),
        durak.deal_for(bytes(32)),
        durak.resign_for(1),
        durak.CardSet([1]),
        durak.Error(durak.ErrorCode.NO_SEED, "no"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_records_are_frozen(value: Any) -> None:
    field = attrs.fields(type(value))[0].name if attrs.fields(type(value)) else "card"
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(value, field, None)


def test_records_of_different_kinds_are_never_equal() -> None:
    moves = [durak.Attack(1), durak.Beat(1), durak.Take(), durak.Done(), durak.Swap()]
    assert [a for a in moves for b in moves if a == b] == moves
    assert durak.Out(1) != durak.Played(1, durak.Take())
    assert len({*moves, *moves}) == len(moves)


def test_an_error_cannot_be_unpacked_as_a_step() -> None:
    refused = durak.step(recorded.states(0)[0], 3, durak.Take())
    with pytest.raises(TypeError, match="unpack"):
        _, _ = refused


def test_the_code_of_an_error_equals_its_text() -> None:
    refused = durak.step(recorded.states(0)[0], 3, durak.Take())
    assert isinstance(refused, durak.Error)
    assert refused.code == "not_your_turn"
    assert str(refused) == "not_your_turn: It is not your turn."
    assert str(refused.at(7)) == "move 7: not_your_turn: It is not your turn."


def test_numpy_integers_leave_no_trace_in_a_state() -> None:
    import numpy as np

    state = recorded.states(0)[0]
    move = durak.legal_moves(state)[0]
    assert isinstance(move, durak.Attack)
    for integer in (np.int8, np.uint64, np.int64):
        stepped = durak.step(state, integer(state.turn), durak.Attack(integer(move.card)))  # type: ignore[call-overload]
        assert stepped == durak.step(state, state.turn, move)
        assert b"numpy" not in pickle.dumps(stepped)
    resigned = durak.step(state, np.int64(2), durak.Resign())
    assert b"numpy" not in pickle.dumps(resigned)
    assert resigned == durak.step(state, 2, durak.Resign())


def test_hashes_and_play_are_the_same_in_other_processes() -> None:
    """Whatever the PYTHONHASHSEED, and with and without pyrsistent's C extension."""
    code = (
        "import sys; sys.path[:0] = sys.argv[1].split(chr(10))\n"
        "import pickle, recorded, durak\n"
        "states = recorded.states(3)\n"
        "kept = pickle.loads(bytes.fromhex(sys.argv[2]))\n"
        "assert kept == states[-1] and hash(kept) == hash(states[-1])\n"
        "views = [durak.view(s, seat) for s in states for seat in (1, 2)]\n"
        "print(repr(views))"
    )
    told = set()
    kept = pickle.dumps(recorded.states(3)[-1]).hex()
    for number, extra in enumerate(({}, {"PYRSISTENT_NO_C_EXTENSION": "1"})):
        environment = {**os.environ, "PYTHONHASHSEED": str(number + 1), **extra}
        command = [sys.executable, "-c", code, "\n".join(sys.path), kept]
        told.add(subprocess.check_output(command, env=environment))
    assert len(told) == 1


def test_threads_that_play_the_same_seeds_get_the_same_games() -> None:
    def play(seed: bytes) -> list[durak.State]:
        return my.played(seed, seed * 6)

    seeds = [bytes([number]) * 32 for number in range(20)]
    alone = [play(seed) for seed in seeds]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(play, seeds * 4)) == alone * 4
