"""Files of games: JSON lines, plain or gzipped, or standard input as `-`."""

from __future__ import annotations

import gzip
import os
import stat
import sys
import zlib
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, Final, cast
from uuid import uuid4

from attrs import frozen

from durak.codec import LOG_KEYS, from_json, log_from_plain
from durak.errors import Malformed
from durak.replays import Log

BROKEN: Final = "broken"
"""The verdict on a line, or a row, that is no log at all."""


@frozen
class Line:
    """A line of a file that is not blank.

    Attributes:
        number: Its place in the file, counted from 1.
        text: Its bytes.
        reached: How many bytes of the file, compressed ones where it is
            compressed, were read to get here.
    """

    number: int
    text: bytes
    reached: int


def read_lines(path: str) -> Iterator[Line]:
    """The lines of a file that are not blank, one at a time.

    Raises:
        OSError: the file cannot be read, or is not what its name says.
        EOFError: the file is gzipped and ends early.
    """
    with _opened(path) as (raw, lines):
        seekable = raw.seekable()
        number = 0
        while text := _next_of(lines):
            number += 1
            if not text.isspace():
                yield Line(number, text, raw.tell() if seekable else 0)


def _next_of(lines: BinaryIO) -> bytes:
    try:
        return lines.readline()
    except zlib.error as error:
        raise OSError(f"damaged gzip data: {error}") from None


def read_log(text: bytes) -> tuple[Log, tuple[str, ...]]:
    """The log of a line, and the keys of the line that are no log's.

    Those are not looked at.

    Raises:
        Malformed: the line is no log.
    """
    plain = from_json(text)
    if not isinstance(plain, dict):
        raise Malformed("", "a game is a JSON object")
    members = cast(dict[str, object], plain)
    known = {key: members[key] for key in members if key in LOG_KEYS}
    return log_from_plain(known), tuple(key for key in members if key not in LOG_KEYS)


def is_parquet(path: str) -> bool:
    """Whether a file is Parquet, by its name or by how it begins."""
    if path == "-" or path.endswith(".parquet"):
        return path != "-"
    with Path(path).open("rb") as opened:
        return opened.read(4) == b"PAR1"


def size_of(path: str) -> int | None:
    """The size of a file in bytes; None where it has none, as a pipe."""
    if path == "-":
        return None
    about = Path(path).stat()
    return about.st_size if stat.S_ISREG(about.st_mode) else None


@contextmanager
def _opened(path: str) -> Generator[tuple[BinaryIO, BinaryIO]]:
    with ExitStack() as stack:
        if path != "-":
            raw: BinaryIO = stack.enter_context(Path(path).open("rb"))
        elif sys.stdin is None:
            raise OSError("standard input is closed")
        else:
            raw = sys.stdin.buffer
        if path.endswith(".gz"):
            yield raw, cast(BinaryIO, stack.enter_context(gzip.open(raw)))
        else:
            yield raw, raw


@contextmanager
def whole_file(path: Path) -> Generator[Path]:
    """Where to write a file that appears at `path` once it is whole, or not at all.

    That holds for a machine that loses its power, too.
    """
    unfinished = path.with_name(f".{path.name}.{uuid4().hex}.tmp")
    try:
        yield unfinished
        with unfinished.open("rb+") as written:
            os.fsync(written)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
