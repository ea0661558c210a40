"""A game kept in a file, as one line that holds its log."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path

from durak.codec import from_json, log_from_plain, to_json, to_plain
from durak.errors import Malformed
from durak.files import read_lines, whole_file
from durak.replays import Log


def load(path: Path) -> Log:
    """The log in a file that holds one, and nothing that a new log would lose.

    Raises:
        OSError: the file cannot be read.
        Malformed: it does not hold exactly one log, or is gzipped and ends early.
    """
    try:
        lines = list(read_lines(str(path.resolve())))
    except EOFError as error:
        raise Malformed(str(path), str(error)) from None
    if len(lines) != 1:
        problem = f"a file with one game in one line is needed, not {len(lines)} lines"
        raise Malformed(str(path), problem)
    try:
        return log_from_plain(from_json(lines[0].text))
    except Malformed as error:
        raise Malformed(str(path), str(error)) from None


def save(path: Path, log: Log) -> None:
    """Write a log to a file, so that at any moment the file is the old or the new one.

    A name that ends in `.gz` is gzipped. What is no ordinary file, such as a
    pipe, is simply written to.

    Raises:
        OSError: the file cannot be written.
    """
    content = (to_json(to_plain(log)) + "\n").encode("ascii")
    if path.suffix == ".gz":
        content = gzip.compress(content, mtime=0)
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    try:
        with whole_file(target) as unfinished:
            with unfinished.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, unfinished)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
