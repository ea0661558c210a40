"""`durak replay`: a recorded game told in words, bout by bout."""

from __future__ import annotations

import argparse
from itertools import islice

from durak.cli.arguments import Commands, positive_argument
from durak.errors import Malformed
from durak.files import read_lines, read_log
from durak.render.words import tell
from durak.replays import Log, states_of, verify


def add_to(commands: Commands) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "replay",
        help="tell a recorded game in words",
        description="Tells a game of a file of JSON lines in words, bout by bout. Exit "
        "status: 0 when the game holds, 1 when it fails, 2 when it cannot be read.",
    )
    parser.add_argument("file", metavar="FILE", help="JSON lines, also .gz, also -")
    parser.add_argument(
        "--game", type=positive_argument, default=1, metavar="N", help="which, from 1"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Tell the game."""
    log = _read_game(options.file, options.game)
    for line in tell(states_of(log.seed, log.moves, log.number)):
        print(line)
    verdict = verify(log)
    if verdict.event is not None:
        print(f"\nWhat the log claims is {verdict}.")
    return 0 if verdict.holds else 1


def _read_game(path: str, number: int) -> Log:
    for line in islice(read_lines(path), number - 1, None):
        try:
            log, _ = read_log(line.text)
        except Malformed as error:
            raise Malformed(f"{path}:{line.number}", str(error)) from None
        return log
    raise Malformed(path, f"there is no game {number} in it")
