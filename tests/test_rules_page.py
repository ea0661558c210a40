"""docs/rules.md: the clauses that the code cites are there, and what it says of the end."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
import recorded

import durak

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
CLAUSES = re.findall(r"^\*\*(\d\.\d)\*\* ", PAGE, re.MULTILINE)

_BETWEEN = r",?[\s#]+(?:and[\s#]+|to[\s#]+)?"
_CITATION = re.compile(rf"\b[Rr]ules?[\s#]+(\d\.\d(?:{_BETWEEN}\d\.\d)*)")


def cited(text: str) -> set[str]:
    """Every clause that a text cites, each one of a range included."""
    clauses: set[str] = set()
    for citation in _CITATION.findall(text):
        clauses.update(re.findall(r"\d\.\d", citation))
        for first, last in re.findall(r"(\d\.\d)[\s#]+to[\s#]+(\d\.\d)", citation):
            section, start = first.split(".")
            assert last.startswith(f"{section}."), citation
            ends = range(int(start), int(last.split(".")[1]) + 1)
            clauses.update(f"{section}.{clause}" for clause in ends)
    return clauses


def sources() -> list[Path]:
    return sorted(
        file for place in ("durak", "tests") for file in (ROOT / place).rglob("*.py")
    )


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("Rule 4.4.", {"4.4"}),
        ("Rules 4.1, 4.3, 4.6.", {"4.1", "4.3", "4.6"}),
        ("Rules 4.7 and 5.2 to 5.4.", {"4.7", "5.2", "5.3", "5.4"}),
        ("by rules 3.1\n    # to 3.3, 4.2", {"3.1", "3.2", "3.3", "4.2"}),
        ("version 4.4", set()),
    ],
)
def test_a_citation_is_read_with_its_lists_and_ranges(text: str, clauses: set[str]) -> None:
    assert cited(text) == clauses


def test_clauses_are_numbered_in_order_under_their_section() -> None:
    headings = re.findall(r"^## (\d) |^\*\*(\d)\.(\d)\*\* ", PAGE, re.MULTILINE)
    section, clause = 0, 0
    for heading, inside, number in headings:
        if heading:
            section, clause = section + 1, 0
            assert int(heading) == section
        else:
            clause += 1
            assert (int(inside), int(number)) == (section, clause)
    assert section == 8


@pytest.mark.parametrize("file", sources(), ids=lambda file: str(file.relative_to(ROOT)))
def test_every_clause_that_is_cited_exists(file: Path) -> None:
    assert cited(file.read_text(encoding="utf-8")) <= set(CLAUSES)


def test_every_clause_is_cited_by_the_code() -> None:
    """The code says of each rule where it keeps it; 1.1 to 8.5, none is forgotten."""
    code = "".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "durak").rglob("*.py")
    )
    assert set(CLAUSES) - cited(code) == set()


def test_a_clause_that_the_page_itself_refers_to_exists() -> None:
    assert set(re.findall(r"\b[1-9]\.\d\b", PAGE)) <= set(CLAUSES)


def outside_the_heap(state: durak.State) -> tuple[int, int]:
    """The two numbers of the page's last section."""
    assert state.bout is not None
    cards = 36 - state.discard
    return cards, cards - state.counts[state.bout.defender]


def test_the_two_numbers_fall_from_bout_to_bout() -> None:
    """Beaten: the first falls by 2 or more. Taken: it stays and the second falls."""
    bouts: Counter[bool] = Counter()
    for number in range(0, 400, 4):
        opened = [s for s in recorded.states(number) if s.bout and not s.bout.attacks]
        falls = {outside_the_heap(state): None for state in opened}
        for (cards, rest), (next_cards, next_rest) in pairwise(falls):
            assert next_cards <= cards - 2 or (next_cards == cards and next_rest < rest)
            bouts[next_cards == cards] += 1
    assert min(bouts.values()) > 500


def test_the_longest_recorded_game_is_as_long_as_the_page_says() -> None:
    longest = max(len(game["moves"]) for game in recorded.games())
    assert f"of 400 recorded games has {longest} moves" in PAGE.replace("\n", " ")
