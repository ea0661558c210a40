"""Players that record every byte they get, to be audited when the game is over."""

from __future__ import annotations

import asyncio
import random
import secrets
import ssl

import httpx
from attrs import Factory, define, frozen
from guests import bearer

from durak import Move, Resign, View
from durak.codec import Reader, from_json, to_plain, view_from_plain

# Making one of these takes longer than a game, and loopback needs none.
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

RESIGNED = 1 / 200
"""How often a move is a resignation: about one game in three ends by one."""


@frozen
class Received:
    """An answer, whole: what was asked, and all that came but the status line.

    Attributes:
        asked: The address below the table's.
        ply: How many events the asker said that it had seen; None for none.
        move: The move it sent, if it sent one.
        status: The number in the status line.
        headers: As they came.
        body: As it came.
    """

    asked: str
    ply: int | None
    move: Move | None
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


@define
class Recorder:
    """A player at random that asks again until it is answered.

    Attributes:
        sent: Every move it sent, with the ply that it answered.
        received: Every answer it got, in order.
        unanswered: How many requests broke off, and were sent again.
    """

    table: str
    invitation: str
    choice: random.Random
    token: str = Factory(lambda: secrets.token_urlsafe(32))
    contribution: bytes = Factory(lambda: secrets.token_bytes(32))
    sent: list[tuple[int, Move]] = Factory(list)
    received: list[Received] = Factory(list)
    unanswered: int = 0

    async def play(self) -> None:
        """Sit down, play until the game is over, and ask for the reveal."""
        async with httpx.AsyncClient(
            headers=bearer(self.token), timeout=60, verify=NO_TLS, trust_env=False
        ) as http:
            await self._ask(http, "")
            given = self.contribution.hex()
            invited = {"invitation": self.invitation, "contribution": given}
            await self._ask(http, "/players", invited)
            seen: View | None = None
            while seen is None or not seen.over:
                answer = await self._go_on(http, seen)
                if answer.status == 200:
                    told = Reader(from_json(answer.body))
                    seen = view_from_plain(told["view"].value)
            await self._ask(http, "/reveal")

    async def _go_on(self, http: httpx.AsyncClient, seen: View | None) -> Received:
        if seen is None:
            return await self._ask(http, "/news")
        if not seen.legal:
            return await self._ask(http, f"/news?seen={seen.ply}", ply=seen.ply)
        resigns = self.choice.random() < RESIGNED
        move = Resign() if resigns else self.choice.choice(seen.legal)
        self.sent.append((seen.ply, move))
        body = {"ply": seen.ply, "move": to_plain(move)}
        answer = await self._ask(http, "/moves", body, seen.ply, move)
        if answer.status == 409:
            # It had been made before: the answer was lost with the server.
            return await self._ask(http, f"/news?seen={seen.ply}", ply=seen.ply)
        return answer

    async def _ask(
        self,
        http: httpx.AsyncClient,
        asked: str,
        body: object = None,
        ply: int | None = None,
        move: Move | None = None,
    ) -> Received:
        method = "GET" if body is None else "POST"
        while True:
            try:
                answer = await http.request(method, self.table + asked, json=body)
                break
            except httpx.TransportError:
                self.unanswered += 1
                await asyncio.sleep(0.05)
        headers = tuple(answer.headers.raw)
        got = Received(asked, ply, move, answer.status_code, headers, answer.content)
        self.received.append(got)
        return got
