"""Records to plain data. See `durak.codec`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from pyrsistent import pvector

from durak.bout import Bout
from durak.cardsets import CardSet
from durak.deck import Deal
from durak.errors import Error
from durak.events import BoutEnd, GameEnd, Out, Played, Refill
from durak.moves import MOVES, Attack, Beat, Move
from durak.outcome import Result
from durak.replays import Log
from durak.seats import BySeat, integer_of
from durak.state import State
from durak.views import BoutView, Pair, View


def to_plain(record: object) -> Any:
    """The plain data of a record, or of a sequence of them.

    Raises:
        ValueError: the record is of no kind that has a plain form, or holds a
            card, a seat or a move that is none, as what a player sent can.
    """
    write = _WRITERS.get(type(record))
    if write is None:
        raise ValueError(f"no plain form for {record!r}")
    return write(record)


def _number(value: object) -> int:
    number = integer_of(value)
    if number is None:
        raise ValueError(f"no plain form for {value!r}, which is no integer")
    return number


def _by_seat(pair: BySeat[Any]) -> dict[str, Any]:
    return {"1": _plain(pair[1]), "2": _plain(pair[2])}


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, int | str) else to_plain(value)


def _move(move: Move) -> dict[str, Any]:
    if isinstance(move, Attack | Beat):
        return {"kind": move.kind, "card": _number(move.card)}
    return {"kind": move.kind}


def _played(event: Played) -> dict[str, Any]:
    if type(event.move) not in MOVES:
        raise ValueError(f"no plain form for {event!r}, which has no move")
    return {"seat": _number(event.seat), **_move(event.move)}


def _bout_end(event: BoutEnd) -> dict[str, Any]:
    return {
        "kind": event.kind,
        "taken": int(event.taken),
        "how": event.how.value,
        "cards": event.cards,
        "discard": event.discard,
        "next_attacker": event.next_attacker,
    }


def _refill(event: Refill) -> dict[str, Any]:
    return {"kind": event.kind, "drawn": _by_seat(event.drawn), "talon": event.talon}


def _out(event: Out) -> dict[str, Any]:
    return {"kind": event.kind, "seat": event.seat}


def _game_end(event: GameEnd) -> dict[str, Any]:
    return {"kind": event.kind, **_result(event.result)}


def _result(result: Result) -> dict[str, Any]:
    return {
        "outcome": result.outcome.value,
        "fool": result.fool,
        "places": _by_seat(result.places),
    }


def _error(error: Error) -> dict[str, Any]:
    plain: dict[str, Any] = {"code": error.code.value, "message": error.message}
    return plain if error.ply is None else {**plain, "ply": error.ply}


def _bout(bout: Bout) -> dict[str, Any]:
    return {
        "attacker": bout.attacker,
        "defender": bout.defender,
        "cap": bout.cap,
        "attacks": list(bout.attacks),
        "beats": list(bout.beats),
        "taken": int(bout.taken),
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {"attack": pair.attack, "beat": pair.beat}


def _bout_view(bout: BoutView) -> dict[str, Any]:
    return {
        "attacker": bout.attacker,
        "defender": bout.defender,
        "cap": bout.cap,
        "size": bout.size,
        "taken": int(bout.taken),
        "unbeaten": bout.unbeaten,
        "pairs": to_plain(bout.pairs),
    }


def _view(view: View) -> dict[str, Any]:
    return {
        "seat": view.seat,
        "ply": view.ply,
        "phase": view.phase.value,
        "turn": view.turn,
        "trump": view.trump,
        "trump_card": view.trump_card,
        "talon": view.talon,
        "discard": view.discard,
        "hand": list(view.hand),
        "counts": _by_seat(view.counts),
        "swap": int(view.swap),
        "legal": to_plain(view.legal),
        "over": int(view.over),
        "result": _plain(view.result),
        "bout": _plain(view.bout),
    }


def _log(log: Log) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "seed": log.seed.hex(),
        "number": _number(log.number),
        "moves": to_plain(log.moves),
    }
    for key in ("events", "result", "version"):
        if getattr(log, key) is not None:
            plain[key] = _plain(getattr(log, key))
    return plain


def _deal(deal: Deal) -> dict[str, Any]:
    return {
        "seed": None if deal.seed is None else deal.seed.hex(),
        "number": deal.number,
        "hands": _by_seat(deal.hands),
        "talon": list(deal.talon),
        "trump": deal.trump,
        "turn_up": deal.turn_up,
        "first": deal.first,
    }


def _state(state: State) -> dict[str, Any]:
    return {
        "deal": _deal(state.deal),
        "hands": _by_seat(state.hands),
        "drawn": state.drawn,
        "exchanged": int(state.exchanged),
        "bout": _plain(state.bout),
        "six_owner": state.six_owner,
        "discard": state.discard,
        "result": _plain(state.result),
        "history": _each(state.history),
    }


def _each(records: Iterable[object]) -> list[Any]:
    return [to_plain(record) for record in records]


_SEQUENCES: Final[tuple[type, ...]] = (tuple, list, type(pvector([0])))
_WRITERS: Final[dict[type, Callable[[Any], Any]]] = {
    **dict.fromkeys(MOVES, _move),
    Played: _played,
    BoutEnd: _bout_end,
    Refill: _refill,
    Out: _out,
    GameEnd: _game_end,
    Result: _result,
    Error: _error,
    Bout: _bout,
    Pair: _pair,
    BoutView: _bout_view,
    View: _view,
    Log: _log,
    Deal: _deal,
    State: _state,
    BySeat: _by_seat,
    CardSet: list,
    **dict.fromkeys(_SEQUENCES, _each),
}
