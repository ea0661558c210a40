"""`durak replay`: a recorded game told in words, or as a page that replays it."""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path

from durak.cli.arguments import Commands, positive_argument
from durak.errors import Malformed
from durak.files import is_parquet, read_lines, read_log, whole_file
from durak.render.html import replay_page
from durak.render.words import Voice, tell
from durak.replays import Log, Verdict, states_of, verify
from durak.seats import SEATS


def add_to(commands: Commands) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "replay",
        help="tell a recorded game in words, or show it as a page of HTML",
        description="Tells a game of a file of JSON lines in words, bout by bout, or "
        "writes a page that replays it in a browser. Exit status: 0 when the game "
        "holds, 1 when it fails, 2 when it cannot be read.",
    )
    parser.add_argument("file", metavar="FILE", help="JSON lines, also .gz, also -")
    parser.add_argument(
        "--game", type=positive_argument, default=1, metavar="N", help="which, from 1"
    )
    parser.add_argument(
        "--html", type=Path, metavar="OUT", help="write a page of HTML instead"
    )
    parser.add_argument(
        "--seat",
        type=int,
        choices=SEATS,
        help="from that seat's side; its page has nothing that the seat did not see",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Tell the game, or write its page."""
    log = _read_game(options.file, options.game)
    verdict = verify(log)
    if options.html is None:
        _tell(log, verdict, Voice(options.seat))
    elif verdict.state is None:
        print(f"durak: no page of a game that cannot start: {verdict}", file=sys.stderr)
    else:
        _write_page(replay_page(log, options.seat), options)
        print(f"{options.html}: {verdict}")
    return 0 if verdict.holds else 1


def _write_page(page: str, options: argparse.Namespace) -> None:
    """Write the page whole or not at all, and never over the games it is of."""
    out: Path = options.html
    if out.exists() and options.file != "-" and out.samefile(options.file):
        raise Malformed(str(out), "that is the file of the game itself")
    if out.exists() and not out.is_file():
        out.write_text(page, encoding="utf-8")
        return
    with whole_file(out) as unfinished:
        unfinished.write_text(page, encoding="utf-8")


def _tell(log: Log, verdict: Verdict, voice: Voice) -> None:
    for line in tell(states_of(log.seed, log.moves, log.number), voice):
        print(line)
    if verdict.event is not None:
        print(f"\nWhat the log claims is {verdict}.")


def _read_game(path: str, number: int) -> Log:
    if path != "-" and Path(path).is_file() and is_parquet(path):
        raise Malformed(path, "replay reads JSON lines, and this is Parquet")
    try:
        for line in islice(read_lines(path), number - 1, None):
            try:
                log, _ = read_log(line.text)
            except Malformed as error:
                raise Malformed(f"{path}:{line.number}", str(error)) from None
            return log
    except EOFError as error:
        raise Malformed(path, str(error)) from None
    raise Malformed(path, f"there is no game {number} in it")
