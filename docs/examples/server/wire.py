"""What comes in from the network and goes out to it, in pieces."""

from __future__ import annotations

from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from durak import Error, Malformed
from durak.codec import from_json, to_json, to_plain

from . import tables
from .tables import Refusal

T = TypeVar("T")

LONGEST_BODY = 1024
"""In bytes. Every proper request fits."""

_STATUS = {
    tables.NO_TABLE: 404,
    tables.NOT_SEATED: 403,
    tables.NOT_INVITED: 403,
}


class Refused(Exception):
    """An answer that is a refusal, on its way to whoever asked."""

    def __init__(self, refusal: Refusal | Error) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def granted(answer: T | Refusal | Error) -> T:
    """An answer that is none of the refusals, which are raised as `Refused`."""
    if isinstance(answer, Refusal | Error):
        raise Refused(answer)
    return answer


def written(plain: object, status: int = 200) -> Response:
    """A response of plain data. Nobody on the way is to keep a copy of it."""
    return Response(
        to_json(plain),
        status,
        headers={"Cache-Control": "no-store"},
        media_type="application/json",
    )


async def body_of(request: Request) -> object:
    """The plain data that a request brings.

    Raises:
        Malformed: it is too long, or not JSON.
    """
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_BODY:
            raise Malformed("", f"longer than {LONGEST_BODY} bytes")
    return from_json(body)


def token_of(request: Request) -> str:
    """The secret of a player, from the header `Authorization: Bearer <token>`.

    A token of fewer than 32 characters is refused: it could be guessed.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or len(token) < 32:
        raise Refused(tables.NOT_SEATED)
    return token


def seen_of(request: Request) -> int | None:
    """How many events a player has seen already; None before the first news.

    Raises:
        Malformed: it is no such number.
    """
    text = request.query_params.get("seen")
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Malformed("seen", f"not a count: {text!r:.20}")
    return int(text)


def status_of(refusal: Refusal) -> int:
    """The status of a refusal: 409, unless it is about who asks for what."""
    return _STATUS.get(refusal, 409)


async def on_refused(request: Request, refused: Exception) -> Response:
    """Why not: by the rules of the game, or by those of the table."""
    assert isinstance(refused, Refused)
    refusal = refused.refusal
    if isinstance(refusal, Error):
        return written(to_plain(refusal), 422)
    plain = {"code": refusal.code, "message": refusal.message}
    return written(plain, status_of(refusal))


async def on_malformed(request: Request, malformed: Exception) -> Response:
    """Where a request has not the documented form, and what is wrong there."""
    assert isinstance(malformed, Malformed)
    return written(
        {"code": "malformed", "message": malformed.problem, "path": malformed.path}, 400
    )


async def on_http(request: Request, error: Exception) -> Response:
    """No such address, or no such method there."""
    assert isinstance(error, HTTPException)
    plain: dict[str, Any] = {"code": "not_served", "message": error.detail}
    return written(plain, error.status_code)
