"""Runs the examples of README and docs as tests, beside the tests themselves.

What needs more than the extra `[test]` is collected only where its marker is
asked for, as in `pytest -m analysis`; so nothing is ever skipped.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

settings.register_profile("durak", max_examples=200, deadline=None)
settings.load_profile("durak")

ROOT: Final = Path(__file__).resolve().parents[1]

MARKED: Final = {
    "docs/analysis.md": "analysis",
    "docs/openspiel.md": "openspiel",
    "docs/pettingzoo.md": "pettingzoo",
    "tests/analysis": "analysis",
    "tests/hosts/test_openspiel.py": "openspiel",
    "tests/hosts/test_pettingzoo.py": "pettingzoo",
}
"""The documents and folders that have a marker, and with it a command, of their own."""


def marker_of(path: Path) -> str | None:
    """The marker of a file, by the document or folder that it is."""
    for place, marker in MARKED.items():
        if path.is_relative_to(ROOT / place):
            return marker
    return None


class Documents:
    """A plugin, so that it sees the documents outside this folder too."""

    sybil = Sybil(
        parsers=[PythonCodeBlockParser(), SkipParser()],
        path=str(ROOT),
        patterns=["README.md", "docs/*.md", "docs/**/*.md"],
    )
    pytest_collect_file = staticmethod(sybil.pytest())

    def pytest_ignore_collect(
        self, collection_path: Path, config: pytest.Config
    ) -> bool | None:
        """Leave out what has a marker that was not asked for."""
        marker = marker_of(collection_path)
        asked = config.option.markexpr
        if marker and not re.search(rf"(?<!not )\b{marker}\b", asked):
            return True
        return None

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Give what has a marker that marker."""
        marker = marker_of(item.path)
        if marker:
            item.add_marker(marker)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Documents(), "documents")
