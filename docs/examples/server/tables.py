"""A table, and what it answers: values and pure functions, no I/O and no clock.

Whatever is sent to a player is made here, from a `durak.view`, from public
events, or from a finished game.
"""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from typing import Any

from attrs import frozen

from durak import (
    SEATS,
    BySeat,
    Error,
    Malformed,
    Move,
    Played,
    Resign,
    Seat,
    State,
    log_of,
    other,
    replay,
    step,
    view,
)
from durak.codec import to_plain
from durak.fairness import commitment, mix
from durak.notation import read_moves


@frozen
class Player:
    """Who sits at a seat.

    Attributes:
        token: The digest of the token that the player proves itself with.
        contribution: The bytes that the player gave to the seed.
    """

    token: bytes
    contribution: bytes


@frozen
class Table:
    """A table as the store has it.

    Attributes:
        secret: The server's part of the seed.
        invitations: The digest of the invitation to each seat.
        players: Who sits where; None where nobody does yet.
        state: The game; None until both players have come.
        moved: When the last move was made, or the last player came, in seconds.
    """

    secret: bytes
    invitations: BySeat[bytes]
    players: BySeat[Player | None]
    state: State | None
    moved: float


@frozen
class Refusal:
    """Why the table refuses, where the rules of the game have no say."""

    code: str
    message: str


NO_TABLE = Refusal("no_table", "There is no such table.")
NOT_INVITED = Refusal("not_invited", "No such invitation to this table.")
NOT_SEATED = Refusal("not_seated", "No player at this table has such a token.")
NOT_STARTED = Refusal("not_started", "The other player has not come yet.")
NOT_OVER = Refusal("not_over", "The seed is revealed when the game has ended.")
NOT_ABSENT = Refusal("not_absent", "The game is not waiting for the other player so long.")
SEAT_TAKEN = Refusal("seat_taken", "Somebody else has used this invitation.")
STALE = Refusal("stale", "The game has moved on from there. Look again.")


def digest(text: str) -> bytes:
    """What is kept of a token or an invitation. Both are long and random."""
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


class Damaged(Exception):
    """A log in the store is not one of a game."""


def game_of(secret: bytes, players: BySeat[Player | None], moves: str) -> State | None:
    """The game as its log has it, or None before both players have come.

    Raises:
        Damaged: the moves cannot be read, or the rules refuse one.
    """
    first, second = players
    if first is None or second is None:
        return None
    seed = mix(secret, BySeat(first.contribution, second.contribution))
    try:
        state = replay(seed, read_moves(moves))
    except Malformed as malformed:
        raise Damaged(str(malformed)) from malformed
    if isinstance(state, Error):
        raise Damaged(str(state))
    return state


def invited(table: Table, invitation: str) -> Seat | Refusal:
    """The seat that an invitation is to."""
    for seat in SEATS:
        if compare_digest(table.invitations[seat], digest(invitation)):
            return seat
    return NOT_INVITED


def seated(table: Table, token: str) -> Seat | Refusal:
    """The seat of the player that has a token."""
    for seat in SEATS:
        player = table.players[seat]
        if player is not None and compare_digest(player.token, digest(token)):
            return seat
    return NOT_SEATED


def promise(table: Table) -> dict[str, Any]:
    """What anybody may know of a table, before the players have come too."""
    return {"commitment": commitment(table.secret).hex()}


def news(state: State, seat: Seat, seen: int) -> dict[str, Any]:
    """What a seat is told: the events after the first `seen`, and its view."""
    return {
        "events": to_plain(tuple(state.history)[seen:]),
        "view": to_plain(view(state, seat)),
    }


def play(
    state: State, seat: Seat, ply: int, move: Move
) -> tuple[Played, State] | Refusal | Error:
    """Make a move that answers the first `ply` events: what to log, what follows.

    A move that answers anything but the game as it is now is stale; so is the
    second delivery of a move that was made.
    """
    if ply != state.ply:
        return STALE
    stepped = step(state, seat, move)
    if isinstance(stepped, Error):
        return stepped
    after, _ = stepped
    return Played(seat, move), after


def claim(
    state: State, seat: Seat, waited: float, patience: float
) -> tuple[Played, State] | Refusal | Error:
    """End a game that the other player left: the table resigns for it.

    Granted when the game has waited for the other seat, and for `patience`
    seconds.
    """
    if state.turn == seat or waited < patience:
        return NOT_ABSENT
    return play(state, other(seat), state.ply, Resign())


def reveal(table: Table) -> dict[str, Any] | Refusal:
    """Everything needed to check a finished game, and to see that it was fair."""
    first, second = table.players
    if first is None or second is None or table.state is None or not table.state.over:
        return NOT_OVER
    return {
        "secret": table.secret.hex(),
        "contributions": {"1": first.contribution.hex(), "2": second.contribution.hex()},
        "log": to_plain(log_of(table.state)),
    }
