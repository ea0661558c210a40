"""The command `durak`. Each of its commands is one module of this package.

A command's module has `add_to(commands)`, which adds its parser, and `run`,
which does it and answers with the exit status.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from durak.cli import corpus, deal, ladder, measure, play, replay, verify
from durak.errors import Malformed

COMMANDS = (verify, replay, deal, play, ladder, measure, corpus)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and answer with its exit status.

    2 for a usage that cannot be read and an input that cannot be; otherwise
    what the command says.
    """
    parser = argparse.ArgumentParser(
        prog="durak",
        description="Two-seat Podkidnoy Durak: verify games, tell them, play and measure.",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)
    _write_anything()
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, EOFError, Malformed) as error:
        if isinstance(error, BrokenPipeError) and sys.stdout is not None:
            # Whoever read our output has left; let nothing more be written to it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        print(f"durak: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _write_anything() -> None:
    """Let names of files and texts from them be written whatever the encoding."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
