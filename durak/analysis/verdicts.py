"""The verdict on each log of a batch."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false
# The published stubs of pyarrow leave the types of arrays open.

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import pyarrow as pa

from durak.analysis.batches import ArrowStream, Batches, batch_of, schema_of, slices_of
from durak.analysis.entries import Entry, entries_of_batch
from durak.analysis.schemas import VERDICTS, log_columns
from durak.events import BoutEnd
from durak.files import BROKEN
from durak.replays import Log, Status, verify

_GIVEN_UP: Final = ("moves", "events", "result", "problem")
"""The columns of a log that its verdict takes the place of."""


def verify_batch(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The verdicts on a batch of logs: one row for each row, in the same order.

    The columns of `VERDICTS` come after those of the batch that are left: its
    moves, its claims and whatever has a verdict's name give way. Pure, and an
    importable function of one argument: any engine that maps over record
    batches can run it.

    Raises:
        Malformed: the batch is none of logs: a column is missing or of another
            type. A row that cannot be read raises nothing; it is `broken`.
    """
    verdicts = batch_of(verdict_rows(entries_of_batch(batch)), VERDICTS)
    return pa.RecordBatch.from_arrays(
        [batch.column(place) for place in _kept(batch.schema)] + verdicts.columns,
        schema=_verified(batch.schema),
    )


def verdicts_table(logs: ArrowStream) -> Batches:
    """The verdicts on the logs of a stream, as `verify_batch` gives them.

    Raises:
        Malformed: the stream is none of logs.
    """
    schema = schema_of(logs)
    log_columns(schema)
    return Batches(_verified(schema), lambda: map(verify_batch, slices_of(logs)))


def _kept(schema: pa.Schema) -> list[int]:
    """The places of the columns that stay."""
    taken = (*_GIVEN_UP, *VERDICTS.names)
    return [place for place, name in enumerate(schema.names) if name not in taken]


def _verified(schema: pa.Schema) -> pa.Schema:
    return pa.schema([*map(schema.field, _kept(schema)), *VERDICTS])


def verdict_rows(entries: Iterable[Entry]) -> Iterator[tuple[Any, ...]]:
    """The rows of `VERDICTS` of some entries."""
    for entry in entries:
        if entry.log is None:
            yield (BROKEN, None, None, None, entry.problem, None, None, None, None)
        else:
            yield _verdict_row(entry.log)


def _verdict_row(log: Log) -> tuple[Any, ...]:
    verdict = verify(log)
    state = verdict.state
    result = None if state is None else state.result
    refused = verdict.status is Status.REFUSED
    return (
        verdict.status,
        verdict.ply,
        verdict.code,
        verdict.event,
        None,
        None if result is None else result.outcome,
        None if result is None else result.fool,
        (verdict.ply or 0) if refused else len(log.moves),
        0 if state is None else sum(type(event) is BoutEnd for event in state.history),
    )
