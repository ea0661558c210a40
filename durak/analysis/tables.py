"""A row for each event, and a row for each decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, TypeAlias

import pyarrow as pa

from durak.analysis.batches import ArrowStream, Batches, batch_of, schema_of, slices_of
from durak.analysis.entries import Entry, entries_of_batch
from durak.analysis.schemas import EVENTS, PLIES, log_columns
from durak.bout import Bout
from durak.cards import SUIT_MASK, Card, suit_of
from durak.errors import Error
from durak.events import BoutEnd, Event, GameEnd, Out, Played, Refill
from durak.legality import legal_moves
from durak.moves import Attack, Beat, Move
from durak.notation import write_moves
from durak.replays import Log, states_of
from durak.seats import other
from durak.state import State

Row: TypeAlias = tuple[Any, ...]


def events_table(logs: ArrowStream) -> Batches:
    """Everything that happened in some games: a row for each event, as `EVENTS`.

    The games are replayed; what a log claims is not looked at. A game that is
    refused at some move has rows up to there, and one that cannot be read has
    none.

    Raises:
        Malformed: the stream is none of logs.
    """
    return _table(logs, EVENTS, _event_rows)


def plies_table(logs: ArrowStream) -> Batches:
    """Every decision in some games: a row for each move, as `PLIES`.

    Each row has the position before the move, hidden cards included. Games are
    replayed, and end at a refusal, as in `events_table`.

    Raises:
        Malformed: the stream is none of logs.
    """
    return _table(logs, PLIES, _ply_rows)


def _table(
    logs: ArrowStream, schema: pa.Schema, rows_of: Callable[[int, Log], Iterator[Row]]
) -> Batches:
    log_columns(schema_of(logs))

    def made() -> Iterator[pa.RecordBatch]:
        first = 1
        for batch in slices_of(logs):
            yield batch_of(_rows(entries_of_batch(batch, first), rows_of), schema)
            first += batch.num_rows

    return Batches(schema, made)


def _rows(
    entries: Iterable[Entry], rows_of: Callable[[int, Log], Iterator[Row]]
) -> Iterator[Row]:
    for entry in entries:
        if entry.log is not None:
            yield from rows_of(entry.row, entry.log)


def _event_rows(row: int, log: Log) -> Iterator[Row]:
    history: Iterable[Event] = ()
    for state in states_of(log.seed, log.moves, log.number):
        if isinstance(state, State):
            history = state.history
    ply, bout, closed = -1, 1, 0
    for place, event in enumerate(history):
        if isinstance(event, Played):
            ply, bout = ply + 1, closed + 1
        closed += isinstance(event, BoutEnd)
        yield (row, place, ply, bout, event.kind, *_event_cells(event))


def _event_cells(event: Event) -> Row:
    """The cells of `EVENTS` from `seat` on."""
    cells: dict[str, Any]
    match event:
        case Played(seat, move):
            cells = {"seat": seat, "card": _card_of(move)}
        case BoutEnd(how, cards, discard, attacker):
            cells = {"how": how, "cards": cards, "discard": discard}
            cells["next_attacker"] = attacker
        case Refill(drawn, talon):
            cells = {"drawn_1": drawn[1], "drawn_2": drawn[2], "talon": talon}
        case Out(seat):
            cells = {"seat": seat}
        case GameEnd(result):
            cells = {"outcome": result.outcome, "loser": result.fool}
    return tuple(map(cells.get, _EVENT_CELLS))


_EVENT_CELLS: Final = EVENTS.names[EVENTS.names.index("seat") :]


def _ply_rows(row: int, log: Log) -> Iterator[Row]:
    bout = 1
    walk = pairwise(states_of(log.seed, log.moves, log.number))
    for ply, ((before, after), event) in enumerate(zip(walk, log.moves, strict=False)):
        if isinstance(after, Error):
            return
        assert isinstance(before, State)
        yield (row, ply, bout, *_ply_cells(before, event))
        bout += any(isinstance(e, BoutEnd) for e in after.history[before.ply :])


def _ply_cells(state: State, event: Played) -> Row:
    """The cells of `PLIES` from `phase` on."""
    seat, move, laid = event.seat, event.move, state.bout
    assert isinstance(laid, Bout)
    card = _card_of(move)
    own, others = state.held[seat], state.held[other(seat)]
    trumps = SUIT_MASK[state.trump]
    return (
        state.phase,
        seat,
        move.kind,
        card,
        write_moves((event,)),
        len(legal_moves(state, seat)),
        own.bit_count(),
        others.bit_count(),
        (own & trumps).bit_count(),
        (others & trumps).bit_count(),
        state.trump,
        None if card is None else suit_of(card) == state.trump,
        laid.size,
        laid.cap,
        laid.mask.bit_count(),
        state.talon_left,
        state.discard,
        state.six_owner,
        state.can_swap(seat),
    )


def _card_of(move: Move) -> Card | None:
    return move.card if isinstance(move, Attack | Beat) else None
