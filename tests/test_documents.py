"""The documents: their examples are run, whatever folder of docs they are in."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_every_page_are_run(
    page: Path, pytestconfig: pytest.Config
) -> None:
    documents = pytestconfig.pluginmanager.get_plugin("documents")
    assert documents is not None
    assert documents.sybil.should_parse(page)
