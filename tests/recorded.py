"""The data that the Perl engine Game::Durak 0.01 produced; see tests/data/README.md."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import durak
from durak.codec import LOG_KEYS, log_from_plain

DATA = Path(__file__).parent / "data"


def lines(name: str) -> Iterator[Any]:
    """The lines of one of the files, as plain data."""
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="ascii") as file:
        yield from map(json.loads, file)


@cache
def games() -> tuple[dict[str, Any], ...]:
    """The 400 games, as plain data."""
    return tuple(lines("games"))


@cache
def log(number: int) -> durak.Log:
    """One of the 400 games, with everything it claims."""
    game = games()[number]
    return log_from_plain({key: game[key] for key in game if key in LOG_KEYS})


@cache
def states(number: int) -> tuple[durak.State, ...]:
    """Every state of one of the 400 games, the first before any move."""
    game = log(number)
    walked = tuple(durak.states_of(game.seed, game.moves, game.number))
    assert all(isinstance(state, durak.State) for state in walked)
    return walked  # type: ignore[return-value]  # as just asserted
