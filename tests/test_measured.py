"""Every block of docs/measured.md is what its command prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from durak.cli import main

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "measured.md"
BLOCKS = re.findall(r"```console\n\$ durak (.*)\n((?:.*\n)*?)```\n", DOCUMENT.read_text())


def without_speed(text: str) -> str:
    """The text without the one figure that is of the machine."""
    return re.sub(r"(\d+ moves), \d+ a second", r"\1", text)


def test_the_document_measures_every_player_and_every_pair() -> None:
    commands = {command for command, _ in BLOCKS}
    players = ("random", "rung1", "rung2", "rung3")
    pairs = (("rung1", "rung2"), ("rung1", "rung3"), ("rung2", "rung3"))
    assert commands >= {f"measure {player}" for player in players}
    assert commands >= {
        f"ladder {weaker} {stronger} --halves" for weaker, stronger in pairs
    }


@pytest.mark.slow
@pytest.mark.parametrize(("command", "printed"), BLOCKS, ids=[block[0] for block in BLOCKS])
def test_a_command_prints_what_the_document_says(
    command: str, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command.split(), "-j", "2"]) == 0
    assert without_speed(capsys.readouterr().out) == without_speed(printed)
