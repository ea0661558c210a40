"""Many generated games: the forged ones are found, and memory stays flat.

50,000 games, or as many as DURAK_SOAK_GAMES says. Linux only, since it reads
the memory of its processes from /proc.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from durak.cli import main
from durak.corpus import Corpus

CORPUS = Corpus("soak", int(os.environ.get("DURAK_SOAK_GAMES", "50000")), forged=0.001)
SOAK = Path(__file__).with_name("soak.py")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("soak") / "games.parquet"
    games, forged = str(CORPUS.games), str(CORPUS.forged)
    asked = ["--games", games, "--seed", CORPUS.text, "--forged", forged, "--jobs", "2"]
    assert main(["corpus", str(path), *asked]) == 0
    return path


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_a_soak_finds_the_forged_games_in_flat_memory(
    corpus: Path, processes: int, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, str(SOAK), str(corpus), str(processes)]
    ran = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(ran.stdout)
    assert found["games"] == CORPUS.games
    assert found["failed"] == list(filter(CORPUS.is_forged, range(1, CORPUS.games + 1)))
    memory = found["memory"]
    early, late = max(memory[: len(memory) // 2]), max(memory[len(memory) // 2 :])
    with capsys.disabled():
        print(
            f"\n{found['games']} games, {found['moves']} moves, {processes} processes: "
            f"{found['games'] / found['seconds']:.0f} games a second, "
            f"{found['games'] / found['cpu']:.0f} a second of CPU; "
            f"{early / 1e6:.0f} MB at most in the first half, {late / 1e6:.0f} after"
        )
    assert late < 1.1 * early
