"""What is built for others to install holds all that they need."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.slow
def test_wheel_and_sdist_hold_types_page_and_every_module(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    needed = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "durak").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {"durak/py.typed", "durak/render/page.html"} <= needed
    (wheel,) = tmp_path.glob("*.whl")
    assert needed <= set(zipfile.ZipFile(wheel).namelist())
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert needed | {"README.md", "LICENSE", "tests/data/games.jsonl.gz"} <= names
