"""One part of a file: what it is, and the one task that verifies it."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false
# The published stubs of pyarrow leave the types of arrays open.

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from attrs import Factory, define, frozen

from durak.analysis.batches import batch_of, cells_of
from durak.analysis.entries import Entry, entries_of_batch, entries_of_lines
from durak.analysis.reading import group_batches, lines_of, opened_parquet
from durak.analysis.schemas import FINDINGS
from durak.analysis.verdicts import verdict_rows
from durak.codec import to_json
from durak.errors import Malformed
from durak.files import Line, is_parquet, whole_file
from durak.replays import Status
from durak.workers import chunked

LINES_AT_ONCE: Final = 500
"""How many lines a part has."""

_HOLDING: Final = pa.array([Status.COMPLETE, Status.UNFINISHED], pa.string())

_IGNORED: Final = "ignored"
"""Where a file of findings keeps what was not looked at."""


@frozen
class Lines:
    """Some lines of a file of JSON lines.

    Attributes:
        file: The file, as it was named.
        name: Of the file of findings, unique in a run.
        reached: How many bytes, of all files of the run, are done with it.
        lines: The lines.
    """

    file: str
    name: str
    reached: int
    lines: tuple[Line, ...]


@frozen
class RowGroup:
    """A row group of a file of Parquet.

    Attributes:
        file: The file, as it was named.
        name: Of the file of findings, unique in a run.
        reached: How many bytes, of all files of the run, are done with it.
        path: The file, wherever the task runs.
        group: The place of the row group, from 0.
        first: The number of its first row, counted from 1 through the file.
    """

    file: str
    name: str
    reached: int
    path: str
    group: int
    first: int


@frozen
class Gap:
    """Where a file cannot be read on, and why."""

    reached: int
    problem: str


Part: TypeAlias = Lines | RowGroup | Gap


@define
class Found:
    """What was found of one part; see `durak.analysis.Report`."""

    reached: int
    verdicts: Counter[str] = Factory(Counter[str])
    plies: int = 0
    bouts: int = 0
    failures: list[pa.RecordBatch] = Factory(list[pa.RecordBatch])
    ignored: Counter[str] = Factory(Counter[str])
    unread: str | None = None


def parts_of(file: str, place: int, before: int) -> Iterator[Part]:
    """The parts of a file that is the one at `place` among those of a run.

    `before` is how many bytes the files before it have. Reads no more of the
    file than the next part needs.
    """
    split = _row_groups if is_parquet(file) else _lines
    reached = before
    try:
        for part in split(file, place, before):
            reached = part.reached
            yield part
    except Malformed as error:
        yield Gap(reached, str(error))


def _lines(file: str, place: int, before: int) -> Iterator[Part]:
    for index, lines in enumerate(chunked(lines_of(file), LINES_AT_ONCE)):
        yield Lines(file, _name(place, index), before + lines[-1].reached, lines)


def _row_groups(file: str, place: int, before: int) -> Iterator[Part]:
    path = str(Path(file).resolve())
    first, reached = 1, before
    with opened_parquet(file) as (opened, _):
        groups = [opened.metadata.row_group(g) for g in range(opened.num_row_groups)]
    for index, group in enumerate(groups):
        columns = map(group.column, range(group.num_columns))
        reached += sum(column.total_compressed_size for column in columns)
        yield RowGroup(file, _name(place, index), reached, path, index, first)
        first += group.num_rows


def _name(place: int, index: int) -> str:
    return f"{place:06}-{index:08}.parquet"


def check_part(folder: str | None, part: Part) -> Found:
    """Verify the games of a part.

    With a folder, its findings are there afterwards, in a file of Parquet; one
    that is there already is believed. Nothing is left of a part that cannot be
    read.
    """
    if isinstance(part, Gap):
        return Found(part.reached, unread=part.problem)
    kept = None if folder is None else Path(folder) / part.name
    if kept is not None and kept.exists():
        try:
            return _found_before(part.reached, kept)
        except (pa.ArrowException, KeyError, ValueError):
            kept.unlink()  # damaged, so it is made anew
    found = Found(part.reached)
    try:
        with ExitStack() as stack:
            writer = None if kept is None else _writer(kept, stack)
            for batch in _findings(part, found.ignored):
                _add(found, batch)
                if writer is not None:
                    writer.write_batch(batch)
            if writer is not None:
                writer.add_key_value_metadata({_IGNORED: to_json(found.ignored)})
    except Malformed as error:
        return Found(part.reached, unread=str(error))
    return found


def _writer(kept: Path, stack: ExitStack) -> pq.ParquetWriter:
    unfinished = stack.enter_context(whole_file(kept))
    writer = pq.ParquetWriter(unfinished, FINDINGS, compression="zstd")
    return stack.enter_context(writer)


def _found_before(reached: int, kept: Path) -> Found:
    found = Found(reached)
    with pq.ParquetFile(kept) as opened:
        kept_with: dict[bytes, bytes] = opened.metadata.metadata or {}
        found.ignored.update(json.loads(kept_with[_IGNORED.encode()]))
        for batch in opened.iter_batches():
            _add(found, batch)
    return found


def _add(found: Found, batch: pa.RecordBatch) -> None:
    found.verdicts.update(cells_of(batch, "verdict"))
    found.plies += pc.sum(batch.column("plies")).as_py() or 0
    found.bouts += pc.sum(batch.column("bouts")).as_py() or 0
    held = pc.is_in(batch.column("verdict"), value_set=_HOLDING)
    failed = batch.filter(pc.invert(held))
    if failed.num_rows:
        found.failures.append(failed)


def _findings(part: Lines | RowGroup, ignored: Counter[str]) -> Iterator[pa.RecordBatch]:
    match part:
        case Lines(file, _, _, lines):
            yield _finding_batch(file, entries_of_lines(lines, ignored))
        case RowGroup(file, _, _, path, group, first):
            with opened_parquet(path) as (opened, columns):
                rows = opened.metadata.row_group(group).num_rows
                others = set(opened.schema_arrow.names) - set(columns)
                ignored.update(dict.fromkeys(sorted(others), rows))
                for batch in group_batches(path, opened, group, columns):
                    yield _finding_batch(file, entries_of_batch(batch, first))
                    first += batch.num_rows


def _finding_batch(file: str, entries: list[Entry]) -> pa.RecordBatch:
    return batch_of(_finding_rows(file, entries), FINDINGS)


def _finding_rows(file: str, entries: Iterable[Entry]) -> Iterator[tuple[Any, ...]]:
    for entry, verdict in zip(entries, verdict_rows(entries), strict=True):
        log = entry.log
        cells = (None, None) if log is None else (log.seed, log.number)
        yield (file, entry.row, *cells, *verdict)
