"""The server over HTTP. What is answered, `tables` decides. It is run with

    DURAK_STORE=tables.sqlite uvicorn --app-dir docs/examples --factory server.app:create

and docs/serving.md says what it serves.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from starlette.applications import Starlette
from starlette.config import Config
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from durak import BySeat, Malformed, Played, Seat, State
from durak.codec import Reader, move_from_plain, to_plain

from . import tables, wire
from .store import Store
from .tables import Player, Table
from .wire import Refused, granted, written

T = TypeVar("T")

LOOK_AGAIN = 1.0
"""After how many seconds a move that was made through another process is seen."""


def create() -> Starlette:
    """The server as the environment sets it up."""
    config = Config()
    server = Server(
        Store(config("DURAK_STORE", default="tables.sqlite")),
        patience=config("DURAK_PATIENCE", cast=float, default=24 * 3600.0),
        wait=config("DURAK_WAIT", cast=float, default=20.0),
    )
    return server.app


class Server:
    """The endpoints, and what they share.

    Args:
        store: Where the tables are.
        patience: For how many seconds a player is waited for before the other
            may claim the game.
        wait: For how many seconds a request for news waits when there is none.
        clock: The time, in seconds.
    """

    def __init__(
        self,
        store: Store,
        patience: float,
        wait: float,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._patience = patience
        self._wait = wait
        self._clock = clock
        # Nobody could move while the server was down, so nobody was absent then.
        self._since = clock()
        # The store waits for the disk. So that the event loop does not, one thread does.
        self._thread = ThreadPoolExecutor(1)
        self._bells: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        self.app = Starlette(
            routes=[
                Route("/tables", self.open, methods=["POST"]),
                Route("/tables/{table}", self.promise),
                Route("/tables/{table}/players", self.join, methods=["POST"]),
                Route("/tables/{table}/news", self.news),
                Route("/tables/{table}/moves", self.move, methods=["POST"]),
                Route("/tables/{table}/claim", self.claim, methods=["POST"]),
                Route("/tables/{table}/reveal", self.reveal),
            ],
            lifespan=self._until_closed,
            exception_handlers={
                Refused: wire.on_refused,
                Malformed: wire.on_malformed,
                HTTPException: wire.on_http,
            },
        )

    async def open(self, request: Request) -> Response:
        """A new table for whoever asks, and an invitation to each of its seats."""
        table_id = secrets.token_urlsafe(16)
        invitations = BySeat(secrets.token_urlsafe(32), secrets.token_urlsafe(32))
        digests = BySeat(*map(tables.digest, invitations))
        await self._ask(self._store.open, table_id, secrets.token_bytes(32), digests)
        return written({"table": table_id, "invitations": to_plain(invitations)}, 201)

    async def promise(self, request: Request) -> Response:
        """What a player must have seen before it contributes to the seed."""
        return written(tables.promise(await self._table(request)))

    async def join(self, request: Request) -> Response:
        """A seat for an invitation. Asking twice is as good as asking once."""
        table, token = await self._table(request), wire.token_of(request)
        body = Reader(await wire.body_of(request)).only("invitation", "contribution")
        player = Player(tables.digest(token), body["contribution"].seed())
        seat: Seat = granted(tables.invited(table, body["invitation"].text()))
        await self._ask(self._store.join, _id(request), seat, player, self._clock())
        if (await self._table(request)).players[seat] != player:
            raise Refused(tables.SEAT_TAKEN)
        self._ring(_id(request))
        return written({"seat": seat}, 201)

    async def news(self, request: Request) -> Response:
        """What a seat has not seen. Where there is nothing, wait a while for it."""
        seen = wire.seen_of(request)
        now = asyncio.get_running_loop().time
        end = now() + self._wait
        while True:
            # The bell is taken before the look, so no move can fall in between.
            bell = self._bells.setdefault(_id(request), asyncio.Event())
            table, seat = await self._seat(request)
            state = table.state
            if state is not None and (seen is None or state.ply > seen):
                return written(tables.news(state, seat, seen or 0))
            if now() >= end:
                return Response(status_code=204)
            await _heard(bell, min(end - now(), LOOK_AGAIN))

    async def move(self, request: Request) -> Response:
        """A move. The answer is the news since the events that it answers."""
        table, seat = await self._seat(request)
        body = Reader(await wire.body_of(request)).only("ply", "move")
        ply, move = body["ply"].count(), move_from_plain(body["move"].value, "move")
        state = granted(table.state or tables.NOT_STARTED)
        entry, after = granted(tables.play(state, seat, ply, move))
        return await self._settle(request, seat, ply, entry, after)

    async def claim(self, request: Request) -> Response:
        """The end of a game that the other player has left."""
        table, seat = await self._seat(request)
        waited = self._clock() - max(table.moved, self._since)
        state = granted(table.state or tables.NOT_STARTED)
        entry, after = granted(tables.claim(state, seat, waited, self._patience))
        return await self._settle(request, seat, state.ply, entry, after)

    async def reveal(self, request: Request) -> Response:
        """The log of a finished game, and what its seed was made of."""
        table, _ = await self._seat(request)
        return written(granted(tables.reveal(table)))

    async def _settle(
        self, request: Request, seat: Seat, ply: int, entry: Played, after: State
    ) -> Response:
        """Log a move before anybody hears of it, unless another one was quicker."""
        when = self._clock()
        if not await self._ask(self._store.append, _id(request), ply, entry, when):
            raise Refused(tables.STALE)
        self._ring(_id(request))
        return written(tables.news(after, seat, ply))

    async def _table(self, request: Request) -> Table:
        table = await self._ask(self._store.load, _id(request))
        return granted(table or tables.NO_TABLE)

    async def _seat(self, request: Request) -> tuple[Table, Seat]:
        table = await self._table(request)
        return table, granted(tables.seated(table, wire.token_of(request)))

    async def _ask(self, question: Callable[..., T], *about: Any) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, question, *about)

    def _ring(self, table_id: str) -> None:
        bell = self._bells.pop(table_id, None)
        if bell is not None:
            bell.set()

    @asynccontextmanager
    async def _until_closed(self, app: Starlette) -> AsyncIterator[None]:
        yield
        self._thread.shutdown()
        self._store.close()


def _id(request: Request) -> str:
    return str(request.path_params["table"])


async def _heard(bell: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await bell.wait()
