"""`durak corpus`: a file of generated games."""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, cast

from durak.cli.arguments import Commands, jobs_argument, positive_argument
from durak.cli.progress import progress_bar
from durak.cli.series import PLAYERS, player_argument
from durak.cli.tables import needs
from durak.codec import to_json, to_plain
from durak.corpus import Corpus
from durak.errors import Malformed
from durak.files import whole_file
from durak.replays import Log
from durak.workers import OrderedMap, ordered_map

_CHUNK: Final = 200
"""How many games are handed to a process at a time."""


def add_to(commands: Commands) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "corpus",
        help="generate a file of games",
        description="Generates games, the same ones whenever it is given the same "
        "text, and writes them to one file: JSON lines, gzipped if its name ends "
        "in .gz, or Parquet if it ends in .parquet (extra [analysis]).",
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="the file to write")
    parser.add_argument(
        "--games", type=positive_argument, default=1000, metavar="N", help="how many"
    )
    parser.add_argument(
        "--seed", default="durak", metavar="TEXT", help="what they all follow from"
    )
    parser.add_argument(
        "--player",
        type=player_argument,
        default="random",
        metavar="PLAYER",
        help=f"who plays both seats: {PLAYERS}",
    )
    parser.add_argument(
        "--forged", type=float, default=0.0, metavar="SHARE", help="how many are forged"
    )
    parser.add_argument("--events", action="store_true", help="claim the events too")
    parser.add_argument(
        "-j", "--jobs", type=jobs_argument, default=1, metavar="N", help="processes"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the file."""
    try:
        corpus = Corpus(
            text=options.seed,
            games=options.games,
            player=options.player,
            forged=options.forged,
            claims_events=options.events,
        )
        _write(corpus, options)
    except ValueError as error:
        raise Malformed("", str(error)) from None
    forged = sum(map(corpus.is_forged, range(1, len(corpus) + 1)))
    print(f"{len(corpus)} games, {forged} of them forged, in {options.out}")
    return 0


def _write(corpus: Corpus, options: argparse.Namespace) -> None:
    write = _writer_for(options.out)
    with (
        ordered_map(options.jobs) as each,
        progress_bar(str(options.out), len(corpus), "games") as advance,
    ):
        write(options.out, _made(corpus, each, advance))


def _writer_for(out: Path) -> Callable[[Path, Iterable[Log]], object]:
    if out.suffix != ".parquet":
        return _write_lines
    with needs("analysis"):
        from durak.analysis import write_logs
    return write_logs


def _made(
    corpus: Corpus, each: OrderedMap, advance: Callable[[int, int], None]
) -> Iterator[Log]:
    starts = range(1, len(corpus) + 1, _CHUNK)
    done = 0
    for logs in each(partial(_logs_from, corpus), starts):
        yield from logs
        done += len(logs)
        advance(done, done)


def _logs_from(corpus: Corpus, start: int) -> list[Log]:
    return list(corpus.logs(range(start, min(start + _CHUNK, len(corpus) + 1))))


def _write_lines(out: Path, logs: Iterable[Log]) -> None:
    with whole_file(out) as unfinished, unfinished.open("wb") as raw:
        if out.suffix != ".gz":
            raw.writelines(map(_line, logs))
            return
        # Without a name and a time in it, equal games are an equal file.
        with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
            cast(BinaryIO, packed).writelines(map(_line, logs))


def _line(log: Log) -> bytes:
    return to_json(to_plain(log)).encode() + b"\n"
