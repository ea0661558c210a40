"""`durak replay`: a recorded game told in words, bout by bout."""

from __future__ import annotations

import argparse
from itertools import islice

from durak.cli.arguments import Commands, positive_argument
from durak.cli.files import read_lines
from durak.codec import from_json, log_from_plain
from durak.errors import Error, Malformed
from durak.render.words import tell
from durak.replays import Log, states_of, verify


def add_to(commands: Commands) -> None:
    """Add the command's parser."""
    parser = commands.add_parser("replay", help="tell a recorded game in words")
    parser.add_argument("file", metavar="FILE", help="JSON lines, also .gz, also -")
    parser.add_argument(
        "--game", type=positive_argument, default=1, metavar="N", help="which, from 1"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Tell the game; the status is that of its verdict."""
    log = _game(options.file, options.game)
    for line in tell(states_of(log.seed, log.moves, log.number)):
        print(line)
    verdict = verify(log)
    ...
