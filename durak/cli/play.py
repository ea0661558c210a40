"""`durak play`: a game against a bot."""

from __future__ import annotations

import argparse
import io
import os
import secrets
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from durak.cli.arguments import Commands, number_argument, seed_argument
from durak.errors import Error, Malformed
from durak.render.marks import ASCII, Marks, marks_for
from durak.render.text import WIDTH
from durak.render.words import Voice, standing
from durak.replays import log_of, states_of, verify
from durak.seats import SEATS, Seat
from durak.state import State, start
from durak.terminal import lines
from durak.terminal.saves import load, save
from durak.terminal.session import LEVEL, LEVELS, Session, begin, opponent, resume

_EPILOG = """\
Answer with the number of a card, or t to take, d to be done, x to exchange the
six of trumps; ? for a hint, u to take your last move back, r to resign, q to
quit. On a terminal the table is painted if the extra durak-engine[play] is
installed; otherwise, and through a pipe, the game is told in plain lines.
"""


def add_to(commands: Commands) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "play",
        help="play against a bot",
        description="Play a game of durak against a bot.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seat", type=int, choices=SEATS, help="your seat; 1 by default")
    parser.add_argument(
        "--level",
        type=int,
        choices=range(1, 6),
        help=f"how well the bot plays, from 1 to 5; {LEVEL} by default",
    )
    parser.add_argument("--seed", type=seed_argument, help="64 hexadecimal digits")
    parser.add_argument("--number", type=number_argument, help="deal number; 1 by default")
    parser.add_argument(
        "--log", type=Path, metavar="FILE", help="keep the game's log in a new file"
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="go on with the game of a log, and keep it there unless --log says where",
    )
    parser.add_argument("--ascii", action="store_true", help="no suit glyphs and no lines")
    parser.add_argument(
        "--plain", action="store_true", help="plain lines, also on a terminal"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play, and say at the end how to go on."""
    if sys.stdin is None or sys.stdout is None:
        raise OSError("a game needs standard input and output")
    session = _dealt(options) if options.resume is None else _resumed(options)
    path: Path | None = options.log or options.resume
    if options.log is not None:
        _check_unused(options.log, options.resume)
    latest = session

    def keep(reached: Session) -> None:
        nonlocal latest
        latest = reached
        if path is not None:
            save(path, log_of(reached.state))

    keep(session)
    painted = not options.plain and _can_paint()
    marks = ASCII if options.ascii else marks_for(sys.stdout.encoding)
    status = 0
    try:
        if painted:
            from durak.terminal.app import play  # textual takes a while to load

            play(session, keep, marks)
        else:
            _play_in_lines(session, keep, marks)
    except EOFError:
        print()
    except KeyboardInterrupt:
        print()
        status = 130
    if painted and latest.state.over:
        print(standing(latest.state, Voice(latest.seat)))
    for line in _farewell(latest, path):
        print(line)
    return status


def _dealt(options: argparse.Namespace) -> Session:
    seed = secrets.token_bytes(32) if options.seed is None else options.seed
    state = start(seed, options.number or 1)
    assert not isinstance(state, Error)
    return begin(state, options.seat or SEATS[0], options.level or LEVEL)


def _resumed(options: argparse.Namespace) -> Session:
    """The game of a log, or `Malformed` for one that cannot be gone on with."""
    path: Path = options.resume
    log = load(path)
    verdict = verify(log)
    if not verdict.holds:
        raise Malformed(str(path), f"the game is not by the rules, {verdict}")
    if options.seed not in (None, log.seed) or options.number not in (None, log.number):
        raise Malformed(str(path), "a game of another deal than --seed and --number say")
    assert verdict.state is not None
    if verdict.state.result is not None:
        raise Malformed(str(path), f"the game is over: {verdict.state.result}")
    states = tuple(
        state
        for state in states_of(log.seed, log.moves, log.number)
        if isinstance(state, State)
    )
    return resume(states, *_seats_at(states, options))


def _seats_at(states: tuple[State, ...], options: argparse.Namespace) -> tuple[Seat, int]:
    """The person's seat and the bot's level: as asked for, else as the moves show."""
    if options.seat is not None and options.level is not None:
        return options.seat, options.level
    seats = SEATS if options.seat is None else (options.seat,)
    levels = LEVELS if options.level is None else (options.level,)
    fits = [found for seat in seats if (found := opponent(states, (seat,), levels))]
    if len(fits) == 1:
        return fits[0]
    if fits:
        # A guess could show a person the hand of the opponent.
        problem = "either seat may have been yours; say which with --seat"
    else:
        problem = "no such bot played this game; say --seat and --level to go on with it"
    raise Malformed(str(options.resume), problem)


def _check_unused(log: Path, resumed: Path | None) -> None:
    """Refuse to write over a file that may hold another game."""
    if resumed is not None and resumed.resolve() == log.resolve():
        return
    if log.is_file() and log.stat().st_size:
        problem = "the file is not empty; name a new one, or go on with --resume"
        raise Malformed(str(log), problem)


def _can_paint() -> bool:
    """Whether a table can be painted: on a terminal that can move, with textual."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if (
        not all(stream is not None and stream.isatty() for stream in streams)
        or os.environ.get("TERM") == "dumb"
    ):
        return False
    if find_spec("textual") is None:
        print("For a painted table: pip install 'durak-engine[play]'")
        return False
    return True


def _play_in_lines(session: Session, keep: Callable[[Session], None], marks: Marks) -> None:
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            # Whatever a person types, or names a file, can be read and shown.
            stream.reconfigure(errors="backslashreplace")
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH
    lines.play(session, _ask, print, keep, marks, width)


def _ask() -> str:
    """The next answer; one that no terminal has echoed is shown.

    Not by `input`, which can swallow an interrupt while it shows its prompt.
    """
    print("> ", end="", flush=True)
    said = sys.stdin.readline()
    if not said:
        raise EOFError
    if not sys.stdin.isatty():
        print(said.rstrip("\n"))
    return said


def _farewell(session: Session, path: Path | None) -> Iterator[str]:
    """How the game stands, and how to go on with it."""
    state = session.state
    seats = f"--seat {session.seat} --level {session.level}"
    if state.over:
        if path is not None:
            yield f"The log is in {path}."
    elif path is not None:
        yield f"To go on: durak play --resume {shlex.quote(str(path))} {seats}"
    else:
        assert state.seed is not None
        yield "The game was not kept; with --log FILE it is."
        deal = f"--seed {state.seed.hex()} --number {state.number}"
        yield f"To play the deal again: durak play {deal} {seats}"
