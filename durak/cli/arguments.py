"""What the commands read from their command lines alike."""

from __future__ import annotations

import argparse
from typing import TypeAlias

from durak.codec.plain import Reader
from durak.errors import Malformed, shown

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # pyright: ignore[reportPrivateUsage]
"""What `ArgumentParser.add_subparsers` gives, where a command adds its own."""


def seed_argument(text: str) -> bytes:
    """A seed: 64 hexadecimal digits."""
    try:
        return Reader(text).seed()
    except Malformed as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive_argument(text: str) -> int:
    """A whole number from 1, of at most 18 digits."""
    if len(text) > 18:
        raise argparse.ArgumentTypeError(f"a number too large: {shown(text)}")
    return number_argument(text)


def jobs_argument(text: str) -> int:
    """A number of processes: from 1 to 61, which every system allows."""
    jobs = positive_argument(text)
    if jobs > 61:
        raise argparse.ArgumentTypeError(f"at most 61 processes, not {jobs}")
    return jobs


def number_argument(text: str) -> int:
    """A deal number: a whole number from 1, of any size that Python reads."""
    try:
        number = int(text) if text.isascii() and text.isdigit() else 0
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if number < 1:
        raise argparse.ArgumentTypeError(f"not a whole number from 1: {shown(text)}")
    return number
