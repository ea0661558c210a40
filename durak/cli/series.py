"""What the commands that play many deals have in common."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import Final, TypeVar

from durak.cli.arguments import jobs_argument, positive_argument
from durak.cli.progress import progress_bar
from durak.codec import to_json, to_plain
from durak.errors import Malformed
from durak.roster import MAKERS, maker_of
from durak.series import Fault
from durak.workers import ordered_map

T = TypeVar("T")

_SHARE: Final = 10
"""How many deals are played between two reports of progress, by one process."""

PLAYERS: Final = (
    f"{', '.join(MAKERS)}; module:function for your own function from a view to "
    "a move; module:maker() for what makes one anew for each deal"
)


def player_argument(name: str) -> str:
    """The name of a player. Modules are looked for in the current folder last."""
    if ":" in name and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        maker_of(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of every such command."""
    parser.add_argument(
        *("--deals", "-n"),
        type=positive_argument,
        default=2000,
        metavar="N",
        help="how many deals (default: 2000)",
    )
    parser.add_argument(
        *("--jobs", "-j"),
        type=jobs_argument,
        default=1,
        metavar="N",
        help="how many processes share the work; the figures are the same",
    )
    parser.add_argument("--json", action="store_true", help="as plain data")


def shared_out(
    work: Callable[[range], T | Fault], options: argparse.Namespace
) -> list[T] | Fault:
    """Play the deals in shares: what came of each, in order, or the first fault.

    With more than one job `work` must be something that can be pickled.

    Raises:
        ChildProcessError: a process ended before its share was played, or a
            player ended the program.
        Malformed: a player could not be made.
    """
    try:
        return _shared_out(work, options)
    except ValueError as error:
        raise Malformed("", str(error)) from None
    except SystemExit as stopped:
        raise ChildProcessError(f"a player ended the program: {stopped!r}") from None


def _shared_out(
    work: Callable[[range], T | Fault], options: argparse.Namespace
) -> list[T] | Fault:
    deals = range(1, options.deals + 1)
    shares = [deals[start : start + _SHARE] for start in range(0, len(deals), _SHARE)]
    done: list[T] = []
    with (
        ordered_map(options.jobs) as each,
        progress_bar("playing", len(deals), "deals") as advance,
    ):
        for share, came in zip(shares, each(work, shares), strict=True):
            if isinstance(came, Fault):
                return came
            done.append(came)
            advance(share[-1], share[-1])
    return done


def report(fault: Fault, options: argparse.Namespace) -> int:
    """Say how a series broke off, and answer with the exit status."""
    misplay = fault.misplay
    if options.json:
        plain = {
            "deal": fault.deal,
            "player": fault.player,
            "seat": misplay.seat,
            "ply": misplay.ply,
            "problem": misplay.problem,
            "error": None if misplay.error is None else to_plain(misplay.error),
            "trace": misplay.trace,
            "log": to_plain(misplay.log),
        }
        print(to_json({"fault": plain}))
    else:
        print(misplay.trace or "", end="", file=sys.stderr)
        print(f"durak: {fault}", file=sys.stderr)
    return 1
