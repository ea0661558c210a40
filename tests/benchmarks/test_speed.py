"""How fast it is. Run with `pytest tests/benchmarks --benchmark-enable`.

A move is one item of each of the moves' benchmarks; the games are recorded.
"""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import recorded
from pytest_benchmark.fixture import BenchmarkFixture

import durak

POSITIONS = [
    (state, played.seat, played.move)
    for number in range(0, 40, 2)
    for state, played in zip(
        recorded.states(number), recorded.log(number).moves, strict=False
    )
]


def playout(seed: bytes, random: Random) -> durak.State:
    """A deal of random play: legal moves, choice, checked step, events, history."""
    state: Any = durak.start(seed)
    draw, legal_moves, step = random.random, durak.legal_moves, durak.step
    while (turn := state.turn) is not None:
        legal = legal_moves(state)
        state, _ = step(state, turn, legal[int(draw() * len(legal))])
    return state


def test_random_playouts(benchmark: BenchmarkFixture) -> None:
    """One round is a hundred deals."""
    random, numbers = Random(1), count(1)

    def hundred() -> None:
        for _ in range(100):
            assert playout(f"durak-soak-{next(numbers)}".ljust(32).encode(), random).over

    benchmark(hundred)
    if benchmark.stats is not None:
        benchmark.extra_info["deals a second"] = round(100 / benchmark.stats.stats.min)


def test_deal(benchmark: BenchmarkFixture) -> None:
    seeds = (b"durak%027d" % number for number in count())
    assert isinstance(benchmark(lambda: durak.start(next(seeds))), durak.State)


def test_step(benchmark: BenchmarkFixture) -> None:
    """One round is a move from every position of twenty games."""

    def every_move() -> None:
        for state, seat, move in POSITIONS:
            durak.step(state, seat, move)

    benchmark.extra_info["moves"] = len(POSITIONS)
    benchmark(every_move)


def test_legal_moves(benchmark: BenchmarkFixture) -> None:
    """One round is every position of twenty games."""

    def every_position() -> None:
        for state, _, _ in POSITIONS:
            durak.legal_moves(state)

    benchmark.extra_info["positions"] = len(POSITIONS)
    benchmark(every_position)


def test_view(benchmark: BenchmarkFixture) -> None:
    """One round is the mover's view of every position of twenty games."""

    def every_position() -> None:
        for state, seat, _ in POSITIONS:
            durak.view(state, seat)

    benchmark.extra_info["positions"] = len(POSITIONS)
    benchmark(every_position)


def test_replay_of_a_log(benchmark: BenchmarkFixture) -> None:
    log = recorded.log(0)
    benchmark.extra_info["moves"] = len(log.moves)
    assert benchmark(durak.verify, log).status == "complete"
