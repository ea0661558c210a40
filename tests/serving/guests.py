"""Players of the tests: they send what they are told to and keep what they get."""

from __future__ import annotations

import random
import secrets
from typing import Any

import httpx
from attrs import frozen

from durak import BySeat, Event, Seat, View
from durak.codec import event_from_plain, to_plain, view_from_plain


@frozen
class Guest:
    """A player at a table."""

    http: httpx.Client
    seat: Seat
    table: str
    token: str
    contribution: bytes
    published: bytes

    def get(self, what: str, **query: int) -> httpx.Response:
        """Ask the table for something."""
        return self.http.get(
            f"{self.table}/{what}", params=query, headers=bearer(self.token)
        )

    def post(self, what: str, body: object = None) -> httpx.Response:
        """Send the table something."""
        return self.http.post(f"{self.table}/{what}", json=body, headers=bearer(self.token))

    def look(self) -> View:
        """The view that the server shows now."""
        return told(self.get("news"))[0]

    def move(self, ply: int, move: Any) -> httpx.Response:
        """Send a move, given as a record."""
        return self.post("moves", {"ply": ply, "move": to_plain(move)})


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def told(answer: httpx.Response) -> tuple[View, list[Event]]:
    """The news of an answer, which must be nothing but news."""
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body.keys() == {"view", "events"}
    return view_from_plain(body["view"]), [*map(event_from_plain, body["events"])]


def open_table(http: httpx.Client, url: str) -> tuple[str, BySeat[str]]:
    """A new table's address and its invitations."""
    opened = http.post(f"{url}/tables")
    assert opened.status_code == 201
    invitations = opened.json()["invitations"]
    return f"{url}/tables/{opened.json()['table']}", BySeat(
        invitations["1"], invitations["2"]
    )


def join(http: httpx.Client, table: str, invitation: str) -> Guest:
    """Sit down, after having seen what the server is bound to."""
    token, contribution = secrets.token_urlsafe(32), secrets.token_bytes(32)
    published = bytes.fromhex(http.get(table).json()["commitment"])
    joined = http.post(
        f"{table}/players",
        json={"invitation": invitation, "contribution": contribution.hex()},
        headers=bearer(token),
    )
    assert joined.status_code == 201, joined.text
    return Guest(http, joined.json()["seat"], table, token, contribution, published)


def sit_down(http: httpx.Client, url: str) -> BySeat[Guest]:
    """Two players at a new table."""
    table, invitations = open_table(http, url)
    return BySeat(*(join(http, table, invitation) for invitation in invitations))


def play(guests: BySeat[Guest], limit: int, choice: random.Random) -> View:
    """Up to `limit` random moves; the last view of seat 1."""
    shown = guests[1].look()
    for _ in range(limit):
        if shown.turn is None:
            break
        on_turn = guests[shown.turn]
        mine = on_turn.look()
        told(on_turn.move(mine.ply, choice.choice(mine.legal)))
        shown = guests[1].look()
    return shown
