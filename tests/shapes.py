"""The shapes of plain data: their readers, real samples of each, and ways to spoil them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import recorded
from hypothesis import strategies as st

import durak
from durak import codec
from durak.errors import ERRORS
from durak.moves import MOVES

READERS: dict[str, Callable[[object], object]] = {
    "log": codec.log_from_plain,
    "move": codec.move_from_plain,
    "event": codec.event_from_plain,
    "view": codec.view_from_plain,
    "error": codec.error_from_plain,
    "result": codec.result_from_plain,
    "state": codec.state_from_plain,
}
"""What reads each shape. A schema of the same name is in docs/schemas."""

GAME_PLIES = ((0, 0), (0, 7), (5, 20), (41, 33), (60, 2), (100, 50), (200, 61), (399, -1))


def reads(shape: str, plain: object) -> bool:
    """Whether the reader of a shape accepts some plain data."""
    try:
        READERS[shape](plain)
    except durak.Malformed:
        return False
    return True


@cache
def samples(shape: str) -> tuple[Any, ...]:
    """Real plain data of a shape, as the library writes it. Not to be changed."""
    return tuple(codec.to_plain(record) for record in _records(shape))


def _records(shape: str) -> Iterator[object]:
    states = [recorded.states(game)[ply] for game, ply in GAME_PLIES]
    match shape:
        case "log":
            yield from map(durak.log_of, states)
            yield durak.Log(bytes(range(32)), (), 10**20, version=1)
        case "move":
            yield from (MOVES[0](1), MOVES[1](36), *(move() for move in MOVES[2:]))
        case "event":
            games = (recorded.states(game)[-1] for game in (0, 35, 70, 325, 380))
            yield from {
                str(event): event for game in games for event in game.history
            }.values()
        case "view":
            yield from (durak.view(state, seat) for state in states for seat in durak.SEATS)
        case "error":
            yield from ERRORS.values()
            yield ERRORS[durak.ErrorCode.GAME_OVER].at(7)
        case "result":
            yield from (durak.resign_for(1), durak.result_for(durak.BySeat(0, 0), 0))
            yield durak.result_for(durak.BySeat(0, 4), 0)
        case _:
            yield from states
            yield durak.position(
                {1: [2], 2: [3, 4]}, trump="S", table=[(11, 10), (1, None)]
            )


def paths(plain: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where everything inside some plain data is, itself first."""
    yield path
    members = plain.items() if isinstance(plain, dict) else ()
    for key, value in enumerate(plain) if isinstance(plain, list) else members:
        yield from paths(value, (*path, key))


def put(plain: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """A copy with another value at a path; a new key is added."""
    if not path:
        return value
    copy = deepcopy(plain)
    inner = copy
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return copy


def drop(plain: Any, path: tuple[str | int, ...]) -> Any:
    """A copy without what is at a path."""
    copy = deepcopy(plain)
    inner = copy
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    return copy


junk: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 40),
    st.sampled_from(
        [10**30, "1", "S", "over", "take", "attack", "draw", "taken", "00" * 32]
    ),
    st.sampled_from([[], {}, [1], [[]], {"1": 0, "2": 0}, {"kind": "take"}, 1.5]),
)
"""Plain data that is at home somewhere, though not where it will be put."""


@st.composite
def spoilt(draw: st.DrawFn, shape: str) -> Any:
    """A sample with one thing in it replaced, added or left out."""
    plain = draw(st.sampled_from(samples(shape)))
    path = draw(st.sampled_from(list(paths(plain))))
    if path and draw(st.booleans()):
        return drop(plain, path)
    if draw(st.booleans()) and isinstance(_at(plain, path), dict):
        return put(plain, (*path, draw(st.sampled_from(["card", "ply", "seat", "x"]))), 1)
    return put(plain, path, draw(junk))


def _at(plain: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        plain = plain[step]
    return plain
