"""A player that plays at random, and takes nobody's word for the deal. Run it with

    python docs/examples/server/client.py http://127.0.0.1:8000/tables/... INVITATION

once for each of the two invitations to a table.
"""

from __future__ import annotations

import random
import secrets
import sys
from typing import Any

import httpx

from durak import BySeat, Error, Event, Seat, View, states_of, verify, view
from durak.codec import event_from_plain, log_from_plain, to_plain, view_from_plain
from durak.fairness import check


def main(table: str, invitation: str) -> int:
    """Play one game, check it, and say how it ended and whether it was fair."""
    token = secrets.token_urlsafe(32)
    contribution = secrets.token_bytes(32)
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(headers=headers, timeout=60) as http:
        # In this order: what the server is bound to, and only then our own bytes.
        published = bytes.fromhex(_good(http.get(table))["commitment"])
        body = {"invitation": invitation, "contribution": contribution.hex()}
        seat: Seat = _good(http.post(f"{table}/players", json=body))["seat"]
        events, views = _play(http, table)
        revealed = _good(http.get(f"{table}/reveal"))
    flaw = _flaw(seat, published, contribution, revealed, events, views)
    print(views[-1].result, flaw or "fair", sep="; ")
    return 0 if flaw is None else 1


def _play(http: httpx.Client, table: str) -> tuple[list[Event], list[View]]:
    """Play to the end. Everything that was told, and every view on the way."""
    events: list[Event] = []
    views: list[View] = []
    while not views or not views[-1].over:
        told = _told(http, table, views[-1] if views else None)
        if told is not None:
            events += map(event_from_plain, told["events"])
            views.append(view_from_plain(told["view"]))
    return events, views


def _told(http: httpx.Client, table: str, seen: View | None) -> Any:
    """Move if it is our turn, else wait for news. None if there is none yet."""
    if seen is not None and seen.legal:
        move = to_plain(random.choice(seen.legal))
        answer = http.post(f"{table}/moves", json={"ply": seen.ply, "move": move})
        if answer.status_code != 409:
            return _good(answer)
        # The game has moved on without us: the other player has resigned.
    answer = http.get(f"{table}/news", params={} if seen is None else {"seen": seen.ply})
    return None if answer.status_code == 204 else _good(answer)


def _flaw(
    seat: Seat,
    published: bytes,
    contribution: bytes,
    revealed: Any,
    events: list[Event],
    views: list[View],
) -> str | None:
    """The first thing that is wrong with a game as it was revealed, or None."""
    log = log_from_plain(revealed["log"])
    first, second = (bytes.fromhex(revealed["contributions"][key]) for key in ("1", "2"))
    given = BySeat(first, second)
    if given[seat] != contribution:
        return "the server did not use what we contributed"
    mismatch = check(published, bytes.fromhex(revealed["secret"]), given, log.seed)
    if mismatch is not None:
        return mismatch
    verdict = verify(log)
    if not verdict.holds or list(log.events or ()) != events:
        return f"the log is not the game that we saw: {verdict}"
    walk = states_of(log.seed, log.moves)
    states = {state.ply: state for state in walk if not isinstance(state, Error)}
    if views != [view(states[shown.ply], seat) for shown in views]:
        return "we were shown something else than what was dealt"
    return None


def _good(answer: httpx.Response) -> Any:
    return answer.raise_for_status().json()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
