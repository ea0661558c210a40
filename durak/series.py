"""Numbered deals between named players: what ladders and figures have in common."""

from __future__ import annotations

from hashlib import sha256

from attrs import frozen

from durak.players import Misplay


@frozen
class Fault:
    """The deal of a series that broke off, and with it the series.

    Attributes:
        deal: Its place in the series, from 1.
        player: The name of the player that did it.
        misplay: What it did. Its log is the deal so far.
    """

    deal: int
    player: str
    misplay: Misplay

    def __str__(self) -> str:
        return f"deal {self.deal}: {self.player} at {self.misplay}"


def seed_of_text(text: str) -> bytes:
    """The seed that a text names: its UTF-8 bytes, padded with spaces to 32.

    A longer text names the SHA-256 of its bytes.
    """
    named = text.encode()
    return named.ljust(32) if len(named) <= 32 else sha256(named).digest()
