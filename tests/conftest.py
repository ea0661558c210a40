"""Runs the examples of README and docs as tests, beside the tests themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

settings.register_profile("durak", max_examples=200, deadline=None)
settings.load_profile("durak")


class Documents:
    """A plugin, so that it sees the documents outside this folder too."""

    pytest_collect_file = staticmethod(
        Sybil(
            parsers=[PythonCodeBlockParser(), SkipParser()],
            path=str(Path(__file__).resolve().parents[1]),
            patterns=["README.md", "docs/**/*.md"],
        ).pytest()
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Documents(), "documents")
