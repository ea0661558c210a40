"""The words that bots choose by: pseudo-random, and the same every time."""

from __future__ import annotations

from hashlib import sha256

from durak.seats import Seat, integer_of, seat_of


def seed_of(value: bytes | str | None) -> bytes:
    """The bytes of a bot's seed: a text is its UTF-8 bytes, None is no bytes.

    Raises:
        TypeError: `value` is none of these.
        UnicodeEncodeError: the text has no UTF-8 form.
    """
    match value:
        case None:
            return b""
        case str():
            return value.encode()
        case bytes():
            return value
    raise TypeError(f"a bot's seed is bytes, a text or None, not {value!r}")


def word_of(text: bytes) -> int:
    """The first four bytes, big-endian, of the SHA-256 of some bytes."""
    return int.from_bytes(sha256(text).digest()[:4], "big")


def word(seed: bytes | str | None, seat: Seat, ply: int) -> int:
    """The 32-bit word of a seat at a ply: `word_of` the text `<seed>:<seat>:<ply>`.

    Seat and ply are written in decimal.

    Raises:
        ValueError: there is no such seat or ply.
        TypeError: as `seed_of`.
    """
    sitting, number = seat_of(seat), integer_of(ply)
    if sitting is None:
        raise ValueError(f"no such seat: {seat!r}")
    if number is None or number < 0:
        raise ValueError(f"no such ply: {ply!r}")
    return word_of(b"%b:%d:%d" % (seed_of(seed), sitting, number))
