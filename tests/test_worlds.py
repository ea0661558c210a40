from __future__ import annotations

import gc
from collections import Counter
from itertools import islice
from random import Random
from types import FunctionType, ModuleType

import pytest
import table
from attrs import evolve
from brute_force import (
    Choice,
    Layout,
    at_random,
    layout_of,
    moments_of,
    mostly_stopping,
    stepped,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

from durak import CARDS, Deal, Seat, State, legal_moves, moves_of, start, start_from, view
from durak.evidence import Lacked
from durak.memory import Memory, remember, remember_layout
from durak.search.worlds import worlds

CHOICES = st.sampled_from([at_random, mostly_stopping])


@settings(max_examples=15)
@given(seeds, CHOICES, st.sampled_from([1, 2]), st.integers(0, 120))
def test_a_world_replays_from_its_deal_and_shows_the_seat_what_it_saw(
    seed: bytes, choice: Choice, seat: Seat, length: int
) -> None:
    random, state = Random(seed), start(seed)
    assert isinstance(state, State)
    seen = [view(state, seat)]
    memory = remember(seen[0])
    while state.turn is not None and len(seen) <= length:
        state, events = stepped(state, state.turn, choice(random, legal_moves(state)))
        seen.append(view(state, seat))
        memory = memory.after(events, seen[-1])
    for world in islice(worlds(memory, b"worlds"), 3):
        replayed = start_from(world.deal)
        shown = [view(replayed, seat)]
        for event in moves_of(state.history):
            replayed, _ = stepped(replayed, event.seat, event.move)
            shown.append(view(replayed, seat))
        assert replayed == world
        assert shown == seen


def fitting_moments(seed: int, choice: Choice) -> list[tuple[Memory, list[State]]]:
    """Moments of a game from a layout with 2 to 80 deals that fit."""
    random = Random(seed)
    moments = moments_of(layout_of(random), random, choice)
    return [(m, fitting) for _, m, fitting in moments if 2 <= len(fitting) <= 80]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("choice", [at_random, mostly_stopping])
def test_every_deal_that_fits_is_drawn_as_often_as_any_other(
    seed: int, choice: Choice
) -> None:
    """Chi-square at each moment: with n deals it is n - 1, give or take.

    Six deviations, sqrt(2 (n - 1)) each, are more than any of these fixed
    draws comes near; a deal that is never drawn, or drawn twice as often,
    goes far beyond.
    """
    for memory, fitting in fitting_moments(seed, choice)[::4]:
        kinds, expected = len(fitting), 40
        drawn = Counter(islice(worlds(memory, b"even"), kinds * expected))
        assert drawn.keys() == set(fitting)
        square = sum((n - expected) ** 2 / expected for n in drawn.values())
        assert square < (kinds - 1) + 6 * (2 * (kinds - 1)) ** 0.5


@pytest.mark.parametrize("seed", range(4))
def test_the_same_worlds_come_whichever_deal_that_fits_is_the_true_one(seed: int) -> None:
    random = Random(seed)
    layout = layout_of(random)
    *_, (_, memory, fitting) = islice(moments_of(layout, random, mostly_stopping), 12)
    drawn = list(islice(worlds(memory, b"any"), 20))
    for truth in fitting[:20]:
        hidden = truth.deal
        other = Layout(layout.mine, tuple(hidden.hands[2]), hidden.talon, layout.attacker)
        state, again = other.state(), other.memory()
        for event in moves_of(truth.history):
            state, events = stepped(state, event.seat, event.move)
            again = again.after(events, view(state, 1))
        assert state == truth
        assert again == memory
        assert list(islice(worlds(again, b"any"), 20)) == drawn


def test_without_a_talon_there_is_one_world() -> None:
    state = table.laid("7H 8H", "9S TD")
    gone = set(CARDS) - state.hands[1] - state.hands[2]
    memory = remember_layout(view(state, 1), gone)
    assert list(islice(worlds(memory, b"one"), 3)) == [state] * 3


def test_the_same_seed_gives_the_same_worlds_and_another_gives_others() -> None:
    state = start(bytes(32))
    assert isinstance(state, State)
    memory = remember(view(state, 1))
    first = list(islice(worlds(memory, b"one"), 5))
    assert first == list(islice(worlds(memory, b"one"), 5))
    assert first != list(islice(worlds(memory, b"two"), 5))
    assert len(set(first)) == 5
    assert str(first[0].hands[2]) == "QS 9H AD TD AC KC"


def test_no_state_and_no_deal_is_in_reach_of_a_memory_or_a_sampler() -> None:
    random, state = Random(5), start(bytes(32))
    assert isinstance(state, State)
    memory = remember(view(state, 2))
    for _ in range(30):
        assert state.turn is not None
        state, events = stepped(state, state.turn, random.choice(legal_moves(state)))
        memory = memory.after(events, view(state, 2))
    sampler = worlds(memory, b"reach")
    next(sampler)
    reached = reachable(memory) + reachable(sampler.gi_frame.f_locals)
    assert len(reached) > 100
    assert not [thing for thing in reached if isinstance(thing, State | Deal)]


def reachable(thing: object) -> list[object]:
    """All that can be reached from a value, code and modules aside."""
    found: dict[int, object] = {}
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if id(one) not in found and not isinstance(one, type | FunctionType | ModuleType):
            found[id(one)] = one
            waiting += gc.get_referents(one)
    return list(found.values())


def test_refuses_a_memory_of_what_cannot_have_been() -> None:
    state = start(bytes(32))
    assert isinstance(state, State)
    memory = remember(view(state, 1))
    everything = Lacked(memory.unseen)
    wrong = evolve(memory, tally=memory.tally.learn(everything))
    with pytest.raises(ValueError, match="no deal fits"):
        next(worlds(wrong, b""))
