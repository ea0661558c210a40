"""Tables in SQLite. What is stored is what a game cannot be rebuilt without.

A game is its log: one row for each move, under the number of events that it
answers. Nothing is ever changed in a row once it says something.
"""

from __future__ import annotations

import sqlite3
import time

from durak import SEATS, BySeat, Played, Seat
from durak.notation import write_moves

from .tables import Player, Table, game_of

_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY,
    secret BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS seats (
    table_id TEXT NOT NULL REFERENCES tables,
    seat INTEGER NOT NULL CHECK (seat IN (1, 2)),
    invitation BLOB NOT NULL,
    token BLOB,
    contribution BLOB,
    at REAL,
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, token)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS moves (
    table_id TEXT NOT NULL REFERENCES tables,
    ply INTEGER NOT NULL,
    move TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;
"""


class Store:
    """A file of tables, for any number of processes, and one thread of each.

    What has been written when a method returns outlives the process, and a
    power cut too: it is in the log that SQLite writes ahead, and synced.
    """

    def __init__(self, path: str) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        _prepare(self._db)

    def close(self) -> None:
        """Let the file go."""
        self._db.close()

    def open(self, table_id: str, secret: bytes, invitations: BySeat[bytes]) -> None:
        """Add a table that nobody sits at yet."""
        with self._db:
            self._db.execute("BEGIN")
            self._db.execute("INSERT INTO tables VALUES (?, ?)", (table_id, secret))
            self._db.executemany(
                "INSERT INTO seats (table_id, seat, invitation) VALUES (?, ?, ?)",
                [(table_id, seat, invitations[seat]) for seat in SEATS],
            )

    def join(self, table_id: str, seat: Seat, player: Player, at: float) -> None:
        """Seat a player, unless somebody sits there or the token is the other's."""
        self._db.execute(
            "UPDATE OR IGNORE seats SET token = ?, contribution = ?, at = ?"
            " WHERE table_id = ? AND seat = ? AND token IS NULL",
            (player.token, player.contribution, at, table_id, seat),
        )

    def append(self, table_id: str, ply: int, played: Played, at: float) -> bool:
        """Log a move that answers the first `ply` events, unless one is logged there.

        Whether this one was. Two moves that answer the same events can both be
        legal; the key of the rows lets one of them in. And since every move
        was checked against a whole log, a move that comes late finds its place
        taken by the one that it did not know of.
        """
        written = self._db.execute(
            "INSERT INTO moves VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (table_id, ply, write_moves((played,)), at),
        )
        return written.rowcount == 1

    def load(self, table_id: str) -> Table | None:
        """A table with its game replayed, or None if there is no such table.

        Raises:
            Damaged: its log is not one of a game.
        """
        with self._db:
            self._db.execute("BEGIN")
            found = self._db.execute(
                "SELECT secret FROM tables WHERE id = ?", (table_id,)
            ).fetchone()
            if found is None:
                return None
            seats = self._db.execute(
                "SELECT invitation, token, contribution, at FROM seats"
                " WHERE table_id = ? ORDER BY seat",
                (table_id,),
            ).fetchall()
            moves = self._db.execute(
                "SELECT move, at FROM moves WHERE table_id = ? ORDER BY ply", (table_id,)
            ).fetchall()
        (secret,) = found
        players = BySeat(*(_player(token, given) for _, token, given, _ in seats))
        return Table(
            secret=secret,
            invitations=BySeat(*(invitation for invitation, *_ in seats)),
            players=players,
            state=game_of(secret, players, " ".join(move for move, _ in moves)),
            moved=max(at or 0.0 for *_, at in seats + moves),
        )


def _prepare(db: sqlite3.Connection) -> None:
    """Make the file ready, also when other processes are at it too.

    Everything else here waits for a lock, as SQLite does by itself. The change
    to a log written ahead does not: it is tried again for a few seconds.
    """
    for _ in range(100):
        try:
            db.executescript(_SCHEMA)
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            time.sleep(0.05)
    raise TimeoutError("another process has not let the store go")


def _player(token: bytes | None, contribution: bytes | None) -> Player | None:
    return None if token is None or contribution is None else Player(token, contribution)
