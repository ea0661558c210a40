"""Commit and reveal: a seed that neither a server nor a player could choose.

The server draws 32 secret bytes and publishes their `commitment`; then each
player sends bytes of its own; `mix` of all of them is the seed of the game.
After the game the server reveals its secret and anybody can `check` that it
is the committed one and that the game was dealt from the mix. The exact bytes
are specified, with worked examples, in docs/fairness.md.

A secret is made by the caller, with `secrets.token_bytes(32)`: nothing here
draws anything.
"""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from durak.deck import is_seed
from durak.seats import SEATS, BySeat

_COMMIT: Final = b"durak commit 1\n"
_MIX: Final = b"durak mix 1\n"


class Mismatch(StrEnum):
    """What `check` found to be wrong."""

    COMMITMENT = "the revealed secret is not the committed one"
    SEED = "the game was not dealt from the mixed seed"


def commitment(secret: bytes) -> bytes:
    """The 32 bytes to publish before the players choose theirs.

    They tell nothing about the secret as long as that was drawn at random.

    Raises:
        ValueError: `secret` is not exactly 32 bytes.
    """
    return sha256(_COMMIT + _checked(secret)).digest()


def mix(secret: bytes, contributions: BySeat[bytes]) -> bytes:
    """The 32-byte seed of the game, from the secret and each player's bytes.

    Contributions may be of any length, also empty; every byte of every one of
    them counts, and so does the seat it came from.

    Raises:
        ValueError: `secret` is not exactly 32 bytes.
        TypeError: a contribution is not bytes.
    """
    stream = sha256(_MIX + _checked(secret))
    for seat in SEATS:
        contribution = _bytes(contributions[seat])
        stream.update(b"%d:%d:" % (seat, len(contribution)) + contribution)
    return stream.digest()


def check(
    published: bytes, secret: bytes, contributions: BySeat[bytes], seed: bytes
) -> Mismatch | None:
    """What is wrong with a revealed secret, or None if the deal was fair.

    Args:
        published: The commitment that the server published beforehand.
        secret: What it revealed afterwards.
        contributions: What each player had sent.
        seed: The seed that the game was dealt from.

    Raises:
        ValueError: as `mix` does, TypeError too.
    """
    if not compare_digest(commitment(secret), published):
        return Mismatch.COMMITMENT
    if not compare_digest(mix(secret, contributions), seed):
        return Mismatch.SEED
    return None


def _bytes(contribution: object) -> bytes:
    if not isinstance(contribution, bytes):
        raise TypeError(f"a contribution is bytes, not {contribution!r}")
    return contribution


def _checked(secret: bytes) -> bytes:
    if not is_seed(secret):
        raise ValueError("a secret is exactly 32 bytes")
    return secret
