"""Players that record every byte they get, to be audited when the game is over."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
from contextlib import closing
from urllib.parse import urlsplit

from attrs import Factory, define, frozen

from durak import Move, Resign, View
from durak.codec import Reader, from_json, to_plain, view_from_plain

RESIGNED = 1 / 200
"""How often a move is a resignation: about one game in three ends by one."""


@frozen
class Received:
    """An answer, and what was asked.

    Attributes:
        ply: How many events the asker said that it had seen; None for none.
        move: The move it sent, if it sent one.
        status: The number in the status line.
        head: Every byte from there to the body.
        body: Every byte after.
    """

    ply: int | None
    move: Move | None
    status: int
    head: bytes
    body: bytes


@define
class Line:
    """A connection to a server that keeps the bytes as they come.

    An HTTP library would hand over what it understood of them.
    """

    table: str
    token: str
    _stream: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, what: str, body: object = None) -> tuple[int, bytes, bytes]:
        """Status, headers and body of an answer.

        Raises:
            OSError, EOFError: the line broke, before or within the answer.
        """
        address = urlsplit(self.table)
        if self._stream is None:
            self._stream = await asyncio.open_connection(address.hostname, address.port)
        reader, writer = self._stream
        content = b"" if body is None else json.dumps(body).encode()
        writer.write(
            f"{'GET' if body is None else 'POST'} {address.path}{what} HTTP/1.1\r\n"
            f"Host: {address.netloc}\r\nAuthorization: Bearer {self.token}\r\n"
            f"Content-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            status_line, _, fields = head.partition(b"\r\n")
            length = re.search(rb"^content-length: (\d+)\r$", fields, re.M | re.I)
            told = await reader.readexactly(int(length[1]) if length else 0)
        except (OSError, EOFError):
            self.close()
            raise
        return int(status_line.split()[1]), fields, told

    def close(self) -> None:
        """Hang up."""
        if self._stream is not None:
            self._stream[1].close()
            self._stream = None


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
        line = Line(self.table, self.token)
        with closing(line):
            await self._ask(line, "")
            given = self.contribution.hex()
            invited = {"invitation": self.invitation, "contribution": given}
            await self._ask(line, "/players", invited)
            seen: View | None = None
            while seen is None or not seen.over:
                answer = await self._go_on(line, seen)
                if answer.status == 200:
                    told = Reader(from_json(answer.body))
                    seen = view_from_plain(told["view"].value)
            await self._ask(line, "/reveal")

    async def _go_on(self, line: Line, seen: View | None) -> Received:
        if seen is None:
            return await self._ask(line, "/news")
        if not seen.legal:
            return await self._ask(line, f"/news?seen={seen.ply}", ply=seen.ply)
        resigns = self.choice.random() < RESIGNED
        move = Resign() if resigns else self.choice.choice(seen.legal)
        self.sent.append((seen.ply, move))
        body = {"ply": seen.ply, "move": to_plain(move)}
        answer = await self._ask(line, "/moves", body, seen.ply, move)
        if answer.status == 409:
            # It was made before, and the answer lost; or the other has resigned.
            return await self._ask(line, f"/news?seen={seen.ply}", ply=seen.ply)
        return answer

    async def _ask(
        self,
        line: Line,
        what: str,
        body: object = None,
        ply: int | None = None,
        move: Move | None = None,
    ) -> Received:
        while True:
            try:
                got = Received(ply, move, *await line.ask(what, body))
                break
            except (OSError, EOFError):
                self.unanswered += 1
                await asyncio.sleep(0.05)
        self.received.append(got)
        return got
