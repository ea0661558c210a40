"""The columns of every table, described one by one in docs/analysis.md."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false
# The published stubs of pyarrow leave the types of arrays open.

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa

from durak.errors import Malformed


def _always(name: str, kind: pa.DataType) -> pa.Field[Any]:
    return pa.field(name, kind, nullable=False)


def _maybe(name: str, kind: pa.DataType) -> pa.Field[Any]:
    return pa.field(name, kind)


def _schema(*fields: pa.Field[Any]) -> pa.Schema:
    return pa.schema(fields)


GAME: Final = _schema(
    _always("seed", pa.binary(32)),
    _always("number", pa.int64()),
    _always("moves", pa.string()),
    _maybe("events", pa.string()),
    _maybe("result", pa.string()),
)
"""A game's log in a file of Parquet."""

LOGS: Final = _schema(
    _always("row", pa.int64()),
    _maybe("seed", pa.binary()),
    _maybe("number", pa.int64()),
    _maybe("moves", pa.string()),
    _maybe("events", pa.string()),
    _maybe("result", pa.string()),
    _maybe("problem", pa.string()),
)
"""What `read_logs` answers with."""

VERDICTS: Final = _schema(
    _always("verdict", pa.string()),
    _maybe("ply", pa.int32()),
    _maybe("code", pa.string()),
    _maybe("event", pa.int32()),
    _maybe("problem", pa.string()),
    _maybe("outcome", pa.string()),
    _maybe("loser", pa.int8()),
    _maybe("plies", pa.int32()),
    _maybe("bouts", pa.int32()),
)
"""What `verify_batch` adds to each row."""

FINDINGS: Final = _schema(
    _always("file", pa.string()),
    _always("row", pa.int64()),
    _maybe("seed", pa.binary()),
    _maybe("number", pa.int64()),
    *VERDICTS,
)
"""What `verify_files` writes, and answers with for the games that fail."""

EVENTS: Final = _schema(
    _always("row", pa.int64()),
    _always("event", pa.int32()),
    _always("ply", pa.int32()),
    _always("bout", pa.int32()),
    _always("kind", pa.string()),
    _maybe("seat", pa.int8()),
    _maybe("card", pa.int8()),
    _maybe("how", pa.string()),
    _maybe("cards", pa.int8()),
    _maybe("discard", pa.int8()),
    _maybe("next_attacker", pa.int8()),
    _maybe("drawn_1", pa.int8()),
    _maybe("drawn_2", pa.int8()),
    _maybe("talon", pa.int8()),
    _maybe("outcome", pa.string()),
    _maybe("loser", pa.int8()),
)
"""The columns of `events_table`."""

PLIES: Final = _schema(
    _always("row", pa.int64()),
    _always("ply", pa.int32()),
    _always("bout", pa.int32()),
    _always("phase", pa.string()),
    _always("seat", pa.int8()),
    _always("kind", pa.string()),
    _maybe("card", pa.int8()),
    _always("move", pa.string()),
    _always("legal", pa.int8()),
    _always("hand", pa.int8()),
    _always("other_hand", pa.int8()),
    _always("trumps", pa.int8()),
    _always("other_trumps", pa.int8()),
    _always("trump", pa.string()),
    _maybe("trump_played", pa.bool_()),
    _always("attacks", pa.int8()),
    _always("cap", pa.int8()),
    _always("table", pa.int8()),
    _always("talon", pa.int8()),
    _always("discard", pa.int8()),
    _maybe("six_owner", pa.int8()),
    _always("may_swap", pa.bool_()),
)
"""The columns of `plies_table`."""

_SEED_TYPES: Final = (pa.binary(32), pa.binary(), pa.large_binary(), pa.binary_view())
_NUMBER_TYPES: Final = (
    *(pa.int8(), pa.int16(), pa.int32(), pa.int64()),
    *(pa.uint8(), pa.uint16(), pa.uint32()),
)
_TEXT_TYPES: Final = (pa.string(), pa.large_string(), pa.string_view())
_CLAIM_TYPES: Final = (*_TEXT_TYPES, pa.null())

_READ: Final[dict[str, tuple[str, tuple[pa.DataType, ...], bool]]] = {
    "seed": ("binary, 32 bytes each", _SEED_TYPES, True),
    "number": ("integers that fit 64 bits with a sign", _NUMBER_TYPES, True),
    "moves": ("text, the compact notation", _TEXT_TYPES, True),
    "events": ("text, JSON", _CLAIM_TYPES, False),
    "result": ("text, JSON", _CLAIM_TYPES, False),
    "problem": ("text", _CLAIM_TYPES, False),
}


LOG_COLUMNS: Final = tuple(_READ)
"""The columns that make up a log: the first three at least."""


def is_numbered(schema: pa.Schema) -> bool:
    """Whether a table has one column `row`, and it is one of integers."""
    places = schema.get_all_field_indices("row")
    return len(places) == 1 and pa.types.is_integer(schema.field(places[0]).type)


def log_columns(schema: pa.Schema) -> tuple[str, ...]:
    """The columns of a table that make up its logs, in their fixed order.

    Those that a table may do without are left out where it has none.

    Raises:
        Malformed: the table has no logs: a column is missing, is there twice,
            or is of another type. `path` names the column.
    """
    names = tuple(schema.names)
    found: list[str] = []
    for name, (needed, types, required) in _READ.items():
        places = schema.get_all_field_indices(name)
        if not places and required:
            raise Malformed(f"column {name}", f"missing; there are {', '.join(names)}")
        if len(places) > 1:
            raise Malformed(f"column {name}", f"there {len(places)} times")
        if places:
            held: pa.DataType = schema.field(places[0]).type
            if held not in types:
                raise Malformed(f"column {name}", f"not {needed}, but {held}")
            found.append(name)
    return tuple(found)
