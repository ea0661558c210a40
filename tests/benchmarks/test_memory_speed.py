"""How fast a seat remembers. Run with `pytest tests/benchmarks --benchmark-enable`."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

import durak
from durak.events import Event
from durak.memory import Memory, remember
from durak.search.worlds import worlds

GAMES = 20


def watched(seed: int) -> tuple[durak.View, list[tuple[tuple[Event, ...], durak.View]]]:
    """A game of random play as seat 1 sees it."""
    random, state = Random(seed), durak.start(seed.to_bytes(32))
    assert isinstance(state, durak.State)
    first, seen = durak.view(state, 1), list[tuple[tuple[Event, ...], durak.View]]()
    while state.turn is not None:
        stepped: Any = durak.step(
            state, state.turn, random.choice(durak.legal_moves(state))
        )
        state, events = stepped
        seen.append((events, durak.view(state, 1)))
    return first, seen


WATCHED = [watched(seed) for seed in range(GAMES)]


def remembered(first: durak.View, seen: Any) -> list[Memory]:
    memories = [remember(first)]
    for events, view in seen:
        memories.append(memories[-1].after(events, view))
    return memories


def test_remembering_twenty_games(benchmark: BenchmarkFixture) -> None:
    last = benchmark(lambda: [remembered(*game)[-1] for game in WATCHED])
    benchmark.extra_info["moves"] = sum(len(seen) for _, seen in WATCHED)
    assert all(memory.view.over for memory in last)


def halfway() -> list[Memory]:
    """Moments with hidden cards, each memory new, with nothing worked out yet."""
    games = (remembered(first, seen[:35]) for first, seen in WATCHED)
    return [game[-1] for game in games if game[-1].unseen]


def test_chances_at_moments_with_hidden_cards(benchmark: BenchmarkFixture) -> None:
    chances = benchmark.pedantic(
        lambda moments: [memory.chances for memory in moments],
        setup=lambda: ((halfway(),), {}),
        rounds=10,
    )
    benchmark.extra_info["moments"] = len(chances)
    assert len(chances) >= 10


def test_a_hundred_worlds(benchmark: BenchmarkFixture) -> None:
    memory = halfway()[0]
    drawn = benchmark(lambda: list(islice(worlds(memory, b"speed"), 100)))
    assert len(drawn) == 100
