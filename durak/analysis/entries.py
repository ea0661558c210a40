"""Logs out of lines and of rows, one at a time, the unreadable ones with why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

import pyarrow as pa
from attrs import frozen

from durak.analysis.batches import cells_of
from durak.analysis.schemas import LOG_COLUMNS, is_numbered, log_columns
from durak.codec import (
    Reader,
    event_from_plain,
    from_json,
    result_from_plain,
    to_json,
    to_plain,
)
from durak.deck import is_seed
from durak.errors import Malformed
from durak.events import Event, Played
from durak.files import Line, read_log
from durak.notation import read_moves, write_moves
from durak.outcome import Result
from durak.replays import Log

_NUMBERS: Final = range(-(1 << 63), 1 << 63)
"""The integers that fit into a column."""


@frozen
class Entry:
    """One log, or why there is none.

    Attributes:
        row: Its place in its file or table, counted from 1.
        log: The log; None if it could not be read.
        problem: Why it could not be, naming the place in it; None if it was.
    """

    row: int
    log: Log | None
    problem: str | None


def entries_of_lines(lines: Iterable[Line], ignored: Counter[str]) -> list[Entry]:
    """The entries of some lines of JSON.

    The keys that are no log's are not looked at; they are counted in `ignored`.
    """
    entries: list[Entry] = []
    for line in lines:
        try:
            log, unknown = read_log(line.text)
            _fitting(log.number)
        except Malformed as error:
            entries.append(Entry(line.number, None, str(error)))
        else:
            ignored.update(unknown)
            entries.append(Entry(line.number, log, None))
    return entries


def entries_of_batch(batch: pa.RecordBatch, first: int = 1) -> list[Entry]:
    """The entries of a batch of logs.

    Rows are numbered by the column `row`, or from `first` where there is no
    such column of integers.

    Raises:
        Malformed: the batch is none of logs; see `log_columns`.
    """
    present = log_columns(batch.schema)
    nothing = [None] * batch.num_rows
    cells = [cells_of(batch, name) if name in present else nothing for name in LOG_COLUMNS]
    rows: Iterable[int] = range(first, first + batch.num_rows)
    if is_numbered(batch.schema):
        rows = cells_of(batch, "row")
    return [_entry(*row) for row in zip(rows, *cells, strict=True)]


def _entry(row: int, seed: Any, number: Any, moves: Any, *claims: Any) -> Entry:
    events, result, problem = claims
    try:
        if problem is not None:
            raise Malformed("", _text("problem", problem))
        log = Log(
            seed=_seed(seed),
            number=_present("number", number),
            moves=_moves(_text("moves", _present("moves", moves))),
            events=None if events is None else _events(_text("events", events)),
            result=None if result is None else _result(_text("result", result)),
        )
    except Malformed as error:
        return Entry(row, None, str(error))
    return Entry(row, log, None)


def _present(name: str, cell: Any) -> Any:
    if cell is None:
        raise Malformed(name, "missing")
    return cell


def _text(name: str, cell: Any) -> str:
    if isinstance(cell, bytes):
        raise Malformed(name, f"not UTF-8: {cell!r:.40}")
    text: str = cell
    return text


def _seed(cell: Any) -> bytes:
    if not is_seed(_present("seed", cell)):
        raise Malformed("seed", f"{len(cell)} bytes, not 32")
    seed: bytes = cell
    return seed


def _moves(text: str) -> tuple[Played, ...]:
    if text.startswith("["):
        return _json(text, "moves").items(_played)
    try:
        return read_moves(text)
    except Malformed as error:
        raise Malformed(f"moves: {error.path}", error.problem) from None


def _played(cell: Reader) -> Played:
    event = _event(cell)
    if not isinstance(event, Played):
        raise cell.malformed("not a move")
    return event


def _events(text: str) -> tuple[Event, ...]:
    return _json(text, "events").items(_event)


def _event(cell: Reader) -> Event:
    return event_from_plain(cell.value, cell.path)


def _result(text: str) -> Result | None:
    return _json(text, "result").or_none(lambda r: result_from_plain(r.value, r.path))


def _json(text: str, path: str) -> Reader:
    try:
        return Reader(from_json(text), path)
    except Malformed as error:
        raise Malformed(path, error.problem) from None


def _fitting(number: int) -> int:
    if number not in _NUMBERS:
        raise Malformed("number", f"a table has 64 bits, too few for {number}")
    return number


def row_of(log: Log) -> tuple[bytes, int, str, str | None, str | None]:
    """The cells of a log: seed, number, moves, events and result.

    Raises:
        Malformed: the number is too large for a table.
    """
    try:
        moves = write_moves(log.moves)
    except ValueError:
        # A card or a seat that is none has no compact form, and is to be kept.
        moves = to_json(to_plain(log.moves))
    number = _fitting(log.number)
    return log.seed, number, moves, _claim(log.events), _claim(log.result)


def _claim(claimed: tuple[Event, ...] | Result | None) -> str | None:
    return None if claimed is None else to_json(to_plain(claimed))


def read_rows(entries: Iterable[Entry]) -> Iterator[tuple[Any, ...]]:
    """The rows of `LOGS` of some entries."""
    for entry in entries:
        cells = (None,) * 5 if entry.log is None else row_of(entry.log)
        yield (entry.row, *cells, entry.problem)
