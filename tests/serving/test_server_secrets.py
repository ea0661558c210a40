"""What reaches a player does not depend on what that player may not know."""

from __future__ import annotations

import asyncio
import random
from typing import cast

import httpx
import pytest
import strategies as my
from attrs import evolve, frozen
from guests import bearer
from hypothesis import given, settings
from hypothesis import strategies as st
from server.app import Server
from server.store import Store
from server.tables import Player, Table, digest
from test_laws import with_hidden_cards_permuted

from durak import (
    Attack,
    Beat,
    BySeat,
    Done,
    Resign,
    Seat,
    State,
    Swap,
    Take,
    legal_moves,
    refusal,
)
from durak.codec import to_plain

pytestmark = pytest.mark.serving

TOKEN = "t" * 32
PROBES = (*map(Attack, range(38)), *map(Beat, range(38)), Take(), Done(), Swap())


@frozen
class Shown:
    """A store that holds one table, always the same."""

    table: Table

    def load(self, _: str) -> Table:
        """The table, whichever is asked for."""
        return self.table


def table_of(state: State, seat: Seat, choice: random.Random) -> Table:
    """A table of a game; what is not the seat's own secret is drawn at random."""
    ours = Player(digest(TOKEN), b"c" * 32)
    theirs = Player(choice.randbytes(32), choice.randbytes(32))
    return Table(
        secret=choice.randbytes(32),
        invitations=BySeat(choice.randbytes(32), choice.randbytes(32)),
        players=BySeat(ours, theirs) if seat == 1 else BySeat(theirs, ours),
        state=state,
        moved=0,
    )


async def everything_sent(state: State, seat: Seat, choice: random.Random) -> list[object]:
    """Status, headers and body of every answer that leaves the game as it is."""
    store = cast(Store, Shown(table_of(state, seat, choice)))
    server = Server(store, patience=60, wait=0, clock=lambda: 0)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(server.app),
        base_url="http://server/tables/t",
        headers=bearer(TOKEN),
    ) as http:
        return [
            (answer.status_code, answer.headers.raw, answer.content)
            for answer in await answers_to(http, state, seat)
        ]


async def answers_to(
    http: httpx.AsyncClient, state: State, seat: Seat
) -> list[httpx.Response]:
    """The answers to every kind of request, none of which makes a move."""
    answers = [await http.get("/news")]
    answers += [
        await http.get(f"/news?seen={seen}") for seen in (0, state.ply // 2, state.ply)
    ]
    for ply, move in (
        *((state.ply, m) for m in PROBES if refusal(state, seat, m) is not None),
        *((state.ply + 1, m) for m in (*legal_moves(state, seat), Resign())),
    ):
        answers.append(await http.post("/moves", json={"ply": ply, "move": to_plain(move)}))
    answers += [await http.post("/moves", content=b"junk")]
    answers += [await http.post("/claim"), await http.get("/reveal")]
    return answers


@settings(max_examples=40)
@given(my.unfinished_states(), my.seats, st.randoms(use_true_random=False))
def test_every_byte_is_the_same_whatever_a_seat_may_not_know(
    state: State, seat: Seat, choice: random.Random
) -> None:
    """The hidden cards, the seed, the server's secret, and the other's secrets."""
    twin = with_hidden_cards_permuted(state, seat, choice)
    twin = evolve(twin, deal=evolve(twin.deal, seed=choice.randbytes(32)))
    sent, same = (asyncio.run(everything_sent(s, seat, choice)) for s in (state, twin))
    assert sent == same
