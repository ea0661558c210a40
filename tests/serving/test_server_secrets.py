"""What reaches a player does not depend on what that player may not know."""

from __future__ import annotations

import asyncio
import random
from typing import cast

import httpx
import pytest
from attrs import evolve, frozen
from guests import bearer
from hypothesis import given, settings
from hypothesis import strategies as st
from server.app import Server
from server.store import Store
from server.tables import Player, Table, digest

from durak import (
    CARDS,
    SEATS,
    Attack,
    Beat,
    BySeat,
    CardSet,
    Done,
    Error,
    Resign,
    Seat,
    State,
    Swap,
    Take,
    legal_moves,
    other,
    refusal,
    start,
    step,
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


def hidden_otherwise(state: State, seat: Seat, choice: random.Random) -> State:
    """The same game to a seat, everything that it may not know drawn anew.

    The other hand and the talon down to the turn-up change cards; what was
    dealt and drawn before is scrambled; the owner of a six that this seat does
    not own, and the seed, are others.
    """
    whose = other(seat)
    theirs = list(state.hands[whose])
    talon = list(state.talon)
    hidden = theirs + talon[:-1]
    choice.shuffle(hidden)
    hand, left = hidden[: len(theirs)], hidden[len(theirs) :] + talon[-1:]
    if left and state.exchanged:
        left[-1] = cast(int, state.deal.turn_up)
    gone = list(state.deal.talon[: state.drawn])
    choice.shuffle(gone)
    held = {seat: state.held[seat], whose: CardSet(hand).mask}
    owner = seat if state.six_owner == seat else choice.choice((None, whose))
    return evolve(
        state,
        held=(0, held[1], held[2]),
        six_owner=owner,
        deal=evolve(
            state.deal,
            seed=choice.randbytes(32),
            talon=(*gone, *left),
            hands=BySeat(*(CardSet(choice.sample(CARDS, 6)) for _ in SEATS)),
        ),
    )


def table_of(state: State, seat: Seat, choice: random.Random) -> Table:
    """A table at which a seat plays a game, its secrets drawn anew but for the seat's."""
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
    http = httpx.AsyncClient(
        transport=httpx.ASGITransport(server.app),
        base_url="http://server/tables/t",
        headers=bearer(TOKEN),
    )
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
    return [(a.status_code, a.headers.raw, a.content) for a in answers]


@settings(max_examples=40, deadline=None)
@given(
    st.binary(min_size=32, max_size=32),
    st.integers(0, 120),
    st.sampled_from(SEATS),
    st.randoms(),
)
def test_every_byte_is_the_same_whatever_the_hidden_cards_are(
    seed: bytes, plies: int, seat: Seat, choice: random.Random
) -> None:
    state = start(seed)
    assert isinstance(state, State)
    for _ in range(plies):
        stepped = step(state, state.turn, choice.choice(legal_moves(state)))
        assert not isinstance(stepped, Error)
        if stepped[0].over:
            break
        state, _ = stepped
    else_dealt = hidden_otherwise(state, seat, choice)
    assert asyncio.run(everything_sent(state, seat, choice)) == asyncio.run(
        everything_sent(else_dealt, seat, choice)
    )
