"""The server of docs/examples/server, run as its own process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

EXTRA = ("httpx", "starlette", "uvicorn")
EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"

# Without the extra [serving] there is nothing here to collect.
collect_ignore_glob = [] if all(map(find_spec, EXTRA)) else ["test_*.py"]

sys.path.insert(0, str(EXAMPLES))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server runs, one for all the tests of a module."""
    from processes import ServerProcess

    with ServerProcess(tmp_path_factory.mktemp("server") / "tables.sqlite") as server:
        yield server.url
