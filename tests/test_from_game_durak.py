"""docs/from-game-durak.md: every name of ours that it gives is there."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest
from attrs import fields

import durak

PAGE = Path(__file__).resolve().parents[1] / "docs" / "from-game-durak.md"
TEXT = PAGE.read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if line.startswith("| ") and not line.startswith("| Perl |")
]
NAMES = sorted(set(re.findall(r"`(durak\.[\w.]+)`", TEXT)))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_ours_exists(name: str) -> None:
    """Resolving one that is not there raises."""
    resolve_name(name)


def test_every_row_says_what_does_it_here() -> None:
    for perl, here, _ in ROWS:
        assert re.findall(r"`durak\.[\w.]+`", here), perl


def test_the_page_names_all_codes_kinds_and_fields_of_a_view() -> None:
    """They are the same texts on both sides, so none can be missing from the left."""
    left = set(re.findall(r"`(\w+)`", " ".join(perl for perl, _, _ in ROWS)))
    shown = {field.name for field in fields(durak.View)}
    for texts in (durak.ErrorCode, durak.How, durak.Outcome, durak.Phase, shown):
        assert set(map(str, texts)) <= left
