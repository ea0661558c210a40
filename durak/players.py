"""Players, which are callables from a view to a move, and the deals they play.

A player may do what it likes with a view; it is never given more. What it
answers is asked of the rules, and whatever is wrong with it ends the deal with
a `Misplay` at that ply. A deal that is played on by the rules always ends, so
nothing here goes on for ever but a player that does not return.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from reprlib import repr as short_repr
from traceback import format_exc, format_exception_only
from typing import Any, TypeAlias

from attrs import frozen

from durak.deck import deal_for
from durak.errors import Error
from durak.moves import Move
from durak.replays import Log, log_of
from durak.seats import BySeat, Seat
from durak.sight import View
from durak.state import State, start_from
from durak.transition import step
from durak.views import view

Player: TypeAlias = Callable[[View], Move | None]
"""Asked with its seat's view whenever it is that seat's turn.

None is no move; the type allows it since a bot has none where it is not asked.
"""


@frozen
class Misplay:
    """A deal that ended early: a player did not answer with a move it may make.

    Attributes:
        seat: Whose player it was.
        ply: How many events had happened, as `View.ply` counts them.
        problem: What the player did, in words, on one line.
        error: Why the rules refused the move; None if there was no move.
        trace: The text of the traceback, if the player raised.
        state: The game as it stood, still good.
    """

    seat: Seat
    ply: int
    problem: str
    error: Error | None
    trace: str | None
    state: State

    @property
    def log(self) -> Log:
        """The log of the deal so far; raises ValueError as `log_of` does."""
        return log_of(self.state)

    def __str__(self) -> str:
        return f"seat {self.seat}, asked at ply {self.ply}, {self.problem}"


def play(seed: bytes, players: Iterable[Player], number: int = 1) -> Log | Misplay:
    """Play a whole deal: its log, or how it broke off.

    Args:
        seed: The 32 bytes to deal from.
        players: The player of seat 1, then that of seat 2; a `BySeat` will do.
        number: The deal number.

    Raises:
        ValueError: no deal has that seed and number, or there are not two players.
        TypeError: a player cannot be called.
    """
    last = play_out(start_from(deal_for(seed, number)), players)
    return last if isinstance(last, Misplay) else log_of(last)


def play_out(state: State, players: Iterable[Player]) -> State | Misplay:
    """Play on from any state to the end: the last state, or how it broke off.

    Raises for `players` as `play` does.
    """
    *_, last = played_states(state, players)
    return last


def played_states(state: State, players: Iterable[Player]) -> Iterator[State | Misplay]:
    """Watch a game: the given state, then the state after each move.

    Ends early with a `Misplay` as its last item. Raises for `players` as
    `play` does, before the first item.
    """
    return _played_states(state, _seated(players))


def _seated(players: Iterable[Player]) -> BySeat[Player]:
    first, second = players
    for player in (first, second):
        if not callable(player):
            raise TypeError(f"a player is a callable from a view to a move, not {player!r}")
    return BySeat(first, second)


def _played_states(state: State, players: BySeat[Player]) -> Iterator[State | Misplay]:
    yield state
    while state.turn is not None:
        reached = _asked(state, state.turn, players[state.turn])
        yield reached
        if isinstance(reached, Misplay):
            return
        state = reached


def _asked(state: State, seat: Seat, player: Player) -> State | Misplay:
    """The state after the move of a player, whatever that does."""
    seen = view(state, seat)
    try:
        answer: Any = player(seen)
    except Exception as error:
        raised = " ".join("".join(format_exception_only(error)).split())
        return Misplay(seat, seen.ply, f"raised {raised}", None, format_exc(), state)
    if answer is None:
        return Misplay(seat, seen.ply, "gave no move", None, None, state)
    stepped = step(state, seat, answer)
    if isinstance(stepped, Error):
        problem = f"answered {short_repr(answer)}: {stepped}"
        return Misplay(seat, seen.ply, problem, stepped, None, state)
    return stepped[0]
