"""Files of logs as tables, and logs as files of Parquet."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false
# The published stubs of pyarrow leave the types of arrays open.

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from durak.analysis.batches import AT_ONCE, Batches, batch_of
from durak.analysis.entries import entries_of_lines, read_rows, row_of
from durak.analysis.schemas import GAME, LOGS, log_columns
from durak.errors import Malformed
from durak.files import Line, is_parquet, read_lines, read_log, whole_file
from durak.replays import Log
from durak.workers import chunked

ROWS_PER_GROUP: Final = 5000
"""How many games a row group holds: a second or two of work for one process."""

_LOOKED_AT: Final = 100
"""How many lines a file may begin with that are no logs, and still be one of logs."""


def read_logs(path: str | PathLike[str]) -> Batches:
    """The logs of a file as a table with the columns of `LOGS`.

    The file holds JSON lines, plain or gzipped, or is Parquet. What its lines
    have besides a log's keys, and its columns besides a log's, is not looked
    at. A line that is no log is a row with a `problem` and nothing else.

    Raises:
        Malformed: the file is not one of logs: it is empty, it is Parquet of
            another schema, or none of its first 100 lines is a log. Where it
            cannot be read on, so does the stream of the answer.
        OSError: the file cannot be opened.
    """
    file = fspath(path)
    check_file(file)
    made = _rows_of_parquet if is_parquet(file) else _rows_of_lines
    return Batches(LOGS, partial(made, file))


def write_logs(path: str | PathLike[str], logs: Iterable[Log]) -> int:
    """Write a file of Parquet with the columns of `GAME`; answers with how many logs.

    The file appears once it is whole.

    Raises:
        Malformed: a deal number does not fit into 64 bits.
    """
    games = 0
    with (
        whole_file(Path(path)) as unfinished,
        pq.ParquetWriter(unfinished, GAME, compression="zstd") as writer,
    ):
        for chunk in chunked(logs, ROWS_PER_GROUP):
            writer.write_batch(batch_of(map(row_of, chunk), GAME))
            games += len(chunk)
    return games


def check_file(file: str) -> None:
    """Find out whether a file is one of logs, as far as that shows without reading it.

    Raises:
        Malformed: it is not; `path` names the file and the place.
        OSError: it cannot be opened.
    """
    with Path(file).open("rb") as opened:
        if not opened.read(1):
            raise Malformed(file, "the file is empty")
    if is_parquet(file):
        with opened_parquet(file):
            return
    _check_lines(file)


def _check_lines(file: str) -> None:
    first: Malformed | None = None
    for line in islice(lines_of(file), _LOOKED_AT):
        try:
            read_log(line.text)
        except Malformed as error:
            first = first or Malformed(f"{file}: line {line.number}", str(error))
        else:
            return
    raise first or Malformed(file, "there is no line in it")


def lines_of(file: str) -> Iterator[Line]:
    """The lines of a file that are not blank.

    Raises:
        Malformed: the file cannot be read on, after some line.
    """
    number = 0
    try:
        for line in read_lines(file):
            number = line.number
            yield line
    except (OSError, EOFError) as error:
        place = f"{file}: after line {number}" if number else file
        raise Malformed(place, str(error)) from None


@contextmanager
def opened_parquet(file: str) -> Generator[tuple[pq.ParquetFile, tuple[str, ...]]]:
    """A file of Parquet, and the columns of it that make up its logs.

    Raises:
        Malformed: it is not whole, or not Parquet, or of another schema.
    """
    try:
        opened = pq.ParquetFile(file)
    except (pa.ArrowException, OSError) as error:
        raise Malformed(file, f"not a whole file of Parquet: {error}") from None
    with opened:
        if not opened.metadata.num_rows:
            raise Malformed(file, "there is no row in it")
        try:
            columns = log_columns(opened.schema_arrow)
        except Malformed as error:
            raise Malformed(f"{file}: {error.path}", error.problem) from None
        yield opened, columns


def group_batches(
    file: str, opened: pq.ParquetFile, group: int, columns: Iterable[str]
) -> Iterator[pa.RecordBatch]:
    """The rows of one row group, some columns of it only.

    Raises:
        Malformed: the row group is damaged.
    """
    try:
        yield from opened.iter_batches(
            AT_ONCE, row_groups=[group], columns=list(columns), use_threads=False
        )
    except (pa.ArrowException, OSError) as error:
        raise Malformed(f"{file}: row group {group}", f"damaged: {error}") from None


def _rows_of_lines(file: str) -> Iterator[pa.RecordBatch]:
    for lines in chunked(lines_of(file), AT_ONCE):
        yield batch_of(read_rows(entries_of_lines(lines, Counter())), LOGS)


def _rows_of_parquet(file: str) -> Iterator[pa.RecordBatch]:
    first = 1
    with opened_parquet(file) as (opened, columns):
        for group in range(opened.num_row_groups):
            for batch in group_batches(file, opened, group, columns):
                yield _as_logs(batch, first)
                first += batch.num_rows


def _as_logs(batch: pa.RecordBatch, first: int) -> pa.RecordBatch:
    """A batch of logs with the columns of `LOGS`, its rows numbered from `first`."""
    rows = batch.num_rows
    held: dict[str, pa.Array[Any]] = {
        "row": pa.array(range(first, first + rows), pa.int64()),
        **{name: batch.column(name) for name in batch.schema.names},
    }
    columns = [
        held[field.name].cast(field.type)
        if field.name in held
        else pa.nulls(rows, field.type)
        for field in LOGS
    ]
    return pa.RecordBatch.from_arrays(columns, schema=LOGS)
