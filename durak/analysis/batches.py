"""Streams of record batches: what every table here is, and what it is made from."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false
# The published stubs of pyarrow leave the types of arrays open.

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Protocol

import pyarrow as pa
from attrs import frozen

AT_ONCE: Final = 1000
"""The most rows that are worked on at a time, so that memory stays flat."""


class ArrowStream(Protocol):
    """Whatever offers itself as a stream of record batches.

    A table or a reader of pyarrow, a frame of polars or pandas, a relation of
    DuckDB, or an answer of this package.
    """

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The capsule of Arrow's C stream."""
        ...


@frozen
class Batches:
    """A table whose rows are made as they are read, each time they are read.

    Iterates over record batches. Offers `__arrow_c_stream__`, so that it can be
    handed to `pyarrow.table`, `pandas.DataFrame.from_arrow`, `polars.DataFrame`
    and to a query of DuckDB.

    Attributes:
        schema: The columns.
        made: Makes the batches, from the first one on.
    """

    schema: pa.Schema
    made: Callable[[], Iterator[pa.RecordBatch]]

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        return self.made()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """A new stream of the rows, as a capsule."""
        reader: Any = pa.RecordBatchReader.from_batches(self.schema, self.made())
        return reader.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> Any:
        """The columns, as a capsule."""
        return self.schema.__arrow_c_schema__()


def schema_of(stream: ArrowStream) -> pa.Schema:
    """The columns of a stream, which is not read where that can be helped."""
    schema = getattr(stream, "schema", None)
    if isinstance(schema, pa.Schema):
        return schema
    return pa.RecordBatchReader.from_stream(stream).schema


def slices_of(stream: ArrowStream) -> Iterator[pa.RecordBatch]:
    """The rows of a stream, at most `AT_ONCE` at a time."""
    for batch in pa.RecordBatchReader.from_stream(stream):
        for start in range(0, batch.num_rows, AT_ONCE):
            yield batch.slice(start, AT_ONCE)


def batch_of(rows: Iterable[tuple[Any, ...]], schema: pa.Schema) -> pa.RecordBatch:
    """A batch out of rows."""
    columns = tuple(zip(*rows, strict=True)) or ((),) * len(schema)
    arrays = [
        pa.array(cells, field.type) for cells, field in zip(columns, schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def cells_of(batch: pa.RecordBatch, name: str) -> list[Any]:
    """The cells of a column; of a text that is not UTF-8, the bytes."""
    column = batch.column(name)
    try:
        return column.to_pylist()
    except UnicodeDecodeError:
        return list(map(_cell, column))


def _cell(cell: Any) -> Any:
    try:
        return cell.as_py()
    except UnicodeDecodeError:
        return cell.as_buffer().to_pybytes()
