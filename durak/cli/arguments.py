"""What the commands read from their command lines alike."""

from __future__ import annotations

import argparse
from typing import TypeAlias

from durak.codec.plain import Reader
from durak.errors import Malformed

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # pyright: ignore[reportPrivateUsage]
"""What `ArgumentParser.add_subparsers` gives, where a command adds its own."""


def seed_argument(text: str) -> bytes:
    """A seed: 64 hexadecimal digits."""
    try:
        return Reader(text).seed()
    except Malformed as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive_argument(text: str) -> int:
    """A whole number from 1."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"not a whole number from 1: {text!r}")
    return int(text)
