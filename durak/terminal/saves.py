"""A game kept in a file, as one line that holds its log."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from durak.codec import from_json, log_from_plain, to_json, to_plain
from durak.errors import Malformed
from durak.replays import Log


def load(path: Path) -> Log:
    """The log in a file that holds one.

    Raises:
        OSError: the file cannot be read.
        Malformed: the file does not hold exactly one log.
    """
    lines = path.read_bytes().strip().splitlines()
    if len(lines) != 1:
        raise Malformed(
            str(path), f"a file with one game is needed, not {len(lines)} lines"
        )
    try:
        return log_from_plain(from_json(lines[0]))
    except Malformed as error:
        raise Malformed(str(path), str(error)) from None


def save(path: Path, log: Log) -> None:
    """Write a log to a file, so that at any moment the file is the old or the new one.

    What is no ordinary file, such as a pipe, is simply written to.

    Raises:
        OSError: the file cannot be written.
    """
    line = to_json(to_plain(log)) + "\n"
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_text(line, encoding="ascii")
        return
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="ascii") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        beside.unlink(missing_ok=True)
