"""Why a move is refused, and which moves are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, SupportsIndex, TypeAlias

from durak.bout import ATTACK, DEFEND, PILE_ON, Phase
from durak.cards import BIT, bit_of
from durak.errors import ERRORS, Error, ErrorCode
from durak.moves import (
    DONE,
    SWAP,
    TAKE,
    Attack,
    Beat,
    Done,
    Move,
    Resign,
    Swap,
    Take,
    attacks_with,
    beats_with,
)
from durak.rules import answers, throws
from durak.seats import Seat, seat_of
from durak.state import State, may_swap

_TAKE: Final = (TAKE,)
_DONE: Final = (DONE,)
_SWAP: Final = (SWAP,)
_BEATS_NOTHING: Final = ERRORS[ErrorCode.BEATS_NOTHING]
_BOUT_FULL: Final = ERRORS[ErrorCode.BOUT_FULL]
_CARD_NOT_HELD: Final = ERRORS[ErrorCode.CARD_NOT_HELD]
_GAME_OVER: Final = ERRORS[ErrorCode.GAME_OVER]
_MUST_ATTACK: Final = ERRORS[ErrorCode.MUST_ATTACK]
_NOT_LEGAL: Final = ERRORS[ErrorCode.NOT_LEGAL]
_NOT_THE_SIX: Final = ERRORS[ErrorCode.NOT_THE_SIX]
_NOT_YOUR_TURN: Final = ERRORS[ErrorCode.NOT_YOUR_TURN]
_RANK_NOT_IN_BOUT: Final = ERRORS[ErrorCode.RANK_NOT_IN_BOUT]
_TALON_SHUT: Final = ERRORS[ErrorCode.TALON_SHUT]
_WRONG_PHASE: Final = ERRORS[ErrorCode.WRONG_PHASE]


def refusal(state: State, seat: SupportsIndex | None, move: Move) -> Error | None:
    """Why a seat may not make a move now, or None if it may.

    The reasons are asked in a fixed order and the first that holds is the
    answer: the game is over, no such seat, no such move, the other seat's
    turn, another part of the bout, and then what the move itself must meet.
    A resignation is accepted from either seat until the game is over.

    Raises for nothing that a player could send as `seat` or `move`.
    """
    bout = state.bout
    if bout is None or state.result is not None:
        return _GAME_OVER
    asking = seat if type(seat) is int else seat_of(seat)
    if asking != 1 and asking != 2:
        return _NOT_YOUR_TURN
    kind = type(move)
    if kind is Resign:
        return None
    asked = _ASKED.get(kind)
    if asked is None:
        return _NOT_LEGAL
    phase = bout.phase
    if asking != (bout.defender if phase is DEFEND else bout.attacker):
        return _NOT_YOUR_TURN
    phases, ask = asked
    if phase not in phases:
        return _WRONG_PHASE
    return ask(state, asking, move)


def _of_attack(state: State, seat: Seat, move: Attack) -> Error | None:
    bit = state.held[seat] & bit_of(move.card)
    if not bit:
        return _CARD_NOT_HELD
    bout = state.bout
    assert bout is not None
    if bit & throws(bit, bout):
        return None
    return _RANK_NOT_IN_BOUT if bout.room > 0 else _BOUT_FULL


def _of_beat(state: State, seat: Seat, move: Beat) -> Error | None:
    bit = state.held[seat] & bit_of(move.card)
    if not bit:
        return _CARD_NOT_HELD
    assert state.bout is not None
    return None if answers(bit, state.bout, state.deal.trump) else _BEATS_NOTHING


def _of_take(state: State, seat: Seat, move: Take) -> Error | None:
    return None


def _of_done(state: State, seat: Seat, move: Done) -> Error | None:
    assert state.bout is not None
    return None if state.bout.attacks else _MUST_ATTACK


def _of_swap(state: State, seat: Seat, move: Swap) -> Error | None:
    if state.can_swap(seat):
        return None
    held = state.held[seat] & BIT[state.six_of_trumps]
    return _TALON_SHUT if state.six_owner == seat and held else _NOT_THE_SIX


# What each move must meet, once it is its seat's turn: the parts of a bout
# that it belongs to, and the question about the move itself. A resignation is
# not here, since it must meet nothing.
_Asked: TypeAlias = tuple[tuple[Phase, ...], Callable[[State, Seat, Any], Error | None]]
_ASKED: Final[dict[type, _Asked]] = {
    Attack: ((ATTACK, PILE_ON), _of_attack),
    Beat: ((DEFEND,), _of_beat),
    Take: ((DEFEND,), _of_take),
    Done: ((ATTACK, PILE_ON), _of_done),
    Swap: ((ATTACK, DEFEND, PILE_ON), _of_swap),
}


def legal_moves(state: State, seat: SupportsIndex | None = None) -> tuple[Move, ...]:
    """The moves that the rules offer a seat, or the seat on turn when none is named.

    Empty for the seat that is not on turn, for what is no seat, and when the
    game is over. Cards come in id order, then `take` or `done`, then `swap`.
    `take` and `done` are listed only beside something else to do, since a
    position with one answer is no decision and the table settles it. Resigning
    is never listed. Rules 5.1 to 5.6, 7.6, 8.5.
    """
    bout = state.bout
    if bout is None or state.result is not None:
        return ()
    phase = bout.phase
    turn = bout.defender if phase is DEFEND else bout.attacker
    if seat is not None and seat_of(seat) != turn:
        return ()
    swap = may_swap(state, state.held, turn)
    moves: tuple[Move, ...]
    if phase is DEFEND:
        moves = beats_with(answers(state.held[turn], bout, state.deal.trump))
        if moves or swap:
            moves = moves + _TAKE
    else:
        moves = attacks_with(throws(state.held[turn], bout))
        if bout.attacks and (moves or swap):
            moves = moves + _DONE
    return moves + _SWAP if swap else moves
