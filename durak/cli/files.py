"""Files of games: JSON lines, plain or gzipped, or standard input as `-`."""

from __future__ import annotations

import gzip
import stat
import sys
import zlib
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from attrs import frozen


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


def size_of(path: str) -> int | None:
    """The size of a file in bytes; None where it has none, as a pipe."""
    if path == "-":
        return None
    about = Path(path).stat()
    return about.st_size if stat.S_ISREG(about.st_mode) else None


@contextmanager
def _opened(path: str) -> Generator[tuple[BinaryIO, BinaryIO]]:
    with ExitStack() as stack:
        raw: BinaryIO = sys.stdin.buffer
        if path != "-":
            raw = stack.enter_context(Path(path).open("rb"))
        if path.endswith(".gz"):
            yield raw, cast(BinaryIO, stack.enter_context(gzip.open(raw)))
        else:
            yield raw, raw
