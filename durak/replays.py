"""A game as its log: a seed and the moves. Replaying one, and verifying one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import zip_longest

from attrs import field, frozen
from attrs.converters import optional

from durak.errors import ERRORS, Error, ErrorCode
from durak.events import Event, Played, moves_of
from durak.outcome import Result
from durak.state import State, start
from durak.transition import step


def _entries(moves: Iterable[Played]) -> tuple[Played, ...]:
    return tuple(moves)


def _claims(events: Iterable[Event]) -> tuple[Event, ...]:
    return tuple(events)


@frozen
class Log:
    """A game to be replayed: a seed, a deal number and the moves are all of it.

    Attributes:
        seed: The 32 bytes that the cards were dealt from.
        moves: Who played what, in order.
        number: The deal number.
        events: Everything that is claimed to have happened, moves included;
            None claims nothing.
        result: How the game is claimed to have ended; None claims nothing.
        version: The version of the log's form, if it was stated.
    """

    seed: bytes = field(repr=False)
    moves: tuple[Played, ...] = field(converter=_entries)
    number: int = 1
    events: tuple[Event, ...] | None = field(default=None, converter=optional(_claims))
    result: Result | None = None
    version: int | None = None


class Status(StrEnum):
    """What became of a verification."""

    COMPLETE = "complete"
    UNFINISHED = "unfinished"
    REFUSED = "refused"
    DIFFERENT = "different"


@frozen
class Verdict:
    """The answer of `verify`.

    Attributes:
        status: `complete` or `unfinished` when the log holds, as far as it
            goes; `refused` when the rules refuse a move of it, or its deal;
            `different` when something it claims is not what happened.
        ply: For `refused`, the place of the move in the log, counted from 0;
            None if the deal itself was refused.
        code: For `refused`, why.
        event: For `different`, the place, counted from 0, of the first event
            that is not as claimed; for a wrong `result`, the place of the
            game's end.
        state: The last good state; None if there was none.
    """

    status: Status
    ply: int | None
    code: ErrorCode | None
    event: int | None
    state: State | None

    @property
    def holds(self) -> bool:
        """Whether the log was played by the rules and claims nothing false."""
        return self.status in (Status.COMPLETE, Status.UNFINISHED)

    def __str__(self) -> str:
        match self.status:
            case Status.REFUSED if self.ply is None:
                return f"refused: {self.code}"
            case Status.REFUSED:
                return f"refused at move {self.ply}: {self.code}"
            case Status.DIFFERENT:
                return f"different at event {self.event}"
            case status:
                return status


def states_of(
    seed: bytes, moves: Iterable[Played], number: int = 1
) -> Iterator[State | Error]:
    """Walk through a game: the first state, then the state after each move.

    Ends early, with an `Error` as its last item, if the game cannot start or a
    move is refused; then the error's `ply` is the place of that move.
    """
    state = start(seed, number)
    yield state
    if isinstance(state, Error):
        return
    for ply, entry in enumerate(moves):
        if type(entry) is not Played:
            yield ERRORS[ErrorCode.NOT_LEGAL].at(ply)
            return
        stepped = step(state, entry.seat, entry.move)
        if isinstance(stepped, Error):
            yield stepped.at(ply)
            return
        state, _ = stepped
        yield state


def replay(seed: bytes, moves: Iterable[Played], number: int = 1) -> State | Error:
    """The state that a seed and some moves lead to.

    Refuses as `start` does, or as `step` does at the first move that the rules
    refuse; then the error's `ply` is the place of that move, counted from 0.
    """
    *_, last = states_of(seed, moves, number)
    return last


def log_of(state: State) -> Log:
    """The log of a game so far, with everything it may claim.

    Raises:
        ValueError: the cards were not dealt from a seed.
    """
    if state.seed is None:
        raise ValueError("a game that was not dealt from a seed has no log")
    history = tuple(state.history)
    return Log(state.seed, moves_of(history), state.number, history, state.result)


def verify(log: Log) -> Verdict:
    """Replay a log, and compare whatever it claims with what happened."""
    state = None
    for reached in states_of(log.seed, log.moves, log.number):
        if isinstance(reached, Error):
            return Verdict(Status.REFUSED, reached.ply, reached.code, None, state)
        state = reached
    assert state is not None
    place = _first_difference(log, state)
    if place is not None:
        return Verdict(Status.DIFFERENT, None, None, place, state)
    status = Status.COMPLETE if state.over else Status.UNFINISHED
    return Verdict(status, None, None, None, state)


def _first_difference(log: Log, state: State) -> int | None:
    if log.events is not None:
        pairs = zip_longest(log.events, state.history)
        for place, (claimed, happened) in enumerate(pairs):
            if claimed != happened:
                return place
    if log.result not in (None, state.result):
        return state.ply - 1 if state.over else state.ply
    return None
