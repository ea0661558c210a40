"""`durak verify`: were these games played by the rules?"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Final

from attrs import Factory, asdict, define, frozen

from durak.cli.arguments import Commands, jobs_argument
from durak.cli.progress import progress_bar
from durak.cli.tables import ENGINES, verify_tables
from durak.codec import to_json
from durak.errors import Malformed, shown
from durak.files import BROKEN, Line, is_parquet, read_lines, read_log, size_of
from durak.replays import Status, verify
from durak.workers import OrderedMap, chunked, ordered_map

VERDICTS: Final = (*Status, BROKEN)
HOLDING: Final = (Status.COMPLETE, Status.UNFINISHED)

_CHUNK: Final = 100
"""How many lines are handed to a process at a time."""


_KEYS: Final = 50
"""How many different keys of no log are counted each by its name."""

_OTHER_KEYS: Final = "other keys"


@frozen
class Finding:
    """What was found of one line.

    Attributes:
        line: Its number in its file.
        verdict: A `Status`, or `broken`.
        ply: Where a move was refused.
        code: Why it was.
        event: Where a claim differs.
        problem: What is broken, in words.
        ignored: The keys that are no log's, which were not looked at.
    """

    line: int
    verdict: str
    ply: int | None = None
    code: str | None = None
    event: int | None = None
    problem: str | None = None
    ignored: tuple[str, ...] = ()


def add_to(commands: Commands) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "verify",
        help="replay recorded games and compare what they claim",
        description="Replays each game of some files of JSON lines and compares the "
        "events and the result where it claims them. Exit status: 0 when all games "
        "hold, 1 when one fails, 2 when a file cannot be read.",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="JSON lines, also .gz, also -; Parquet"
    )
    parser.add_argument("--json", action="store_true", help="report as one JSON object")
    parser.add_argument(
        "-j", "--jobs", type=jobs_argument, default=1, metavar="N", help="processes"
    )
    tables = parser.add_argument_group(
        "tables", "With the extra [analysis]; also whenever a file is Parquet."
    )
    tables.add_argument(
        "--engine", choices=ENGINES, help="what shares out the work (dask: extra [dask])"
    )
    tables.add_argument(
        "--out",
        metavar="DIR",
        help="write the verdict on every game there, as Parquet; "
        "a run that was broken off goes on where it was",
    )
    tables.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a running cluster of Dask"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Verify the files and report."""
    tally = Tally()
    with TemporaryFile("w+", encoding="utf-8") as failures:
        if _as_tables(options):
            _verify_tables(options, tally, failures)
        else:
            _verify_lines(options, tally, failures)
        failures.seek(0)
        report = _report_json if options.json else _report_text
        report(tally, failures)
    return tally.status


def _as_tables(options: argparse.Namespace) -> bool:
    asked = options.engine or options.out or options.scheduler
    return bool(asked) or any(map(_is_table, options.files))


def _is_table(file: str) -> bool:
    try:
        return Path(file).is_file() and is_parquet(file)
    except OSError:
        return False  # to be read as lines, and to be complained of there


@define
class Tally:
    """What was found of all the files so far."""

    verdicts: Counter[str] = Factory(Counter[str])
    ignored: Counter[str] = Factory(Counter[str])
    unreadable: int = 0

    def ignore(self, keys: Iterable[str]) -> None:
        """Count keys that were not looked at; those of many names together."""
        for key in keys:
            known = key in self.ignored or len(self.ignored) < _KEYS
            self.ignored[key if known else _OTHER_KEYS] += 1

    @property
    def games(self) -> int:
        """How many lines were looked at."""
        return self.verdicts.total()

    @property
    def status(self) -> int:
        """The exit status."""
        if self.unreadable:
            return 2
        held = sum(self.verdicts[status] for status in HOLDING)
        return 0 if held == self.games else 1


def _verify_tables(options: argparse.Namespace, tally: Tally, failures: IO[str]) -> None:
    report = verify_tables(options)
    tally.verdicts.update(report.verdicts)
    tally.ignored.update(report.ignored)
    for problem in report.unread:
        tally.unreadable += 1
        print(f"durak: cannot read {problem}", file=sys.stderr)
    for batch in report.failures.to_batches():
        for found in batch.to_pylist():
            plain = {key: found[key] for key in _PLACES} | {"line": found["row"]}
            failures.write(to_json(plain) + "\n")


_PLACES: Final = ("file", "verdict", "ply", "code", "event", "problem")


def _verify_lines(options: argparse.Namespace, tally: Tally, failures: IO[str]) -> None:
    with ordered_map(options.jobs) as each:
        for path in options.files:
            try:
                _verify_file(path, each, tally, failures)
            except (OSError, EOFError) as error:
                tally.unreadable += 1
                reason = getattr(error, "strerror", None) or error
                print(f"durak: cannot read {path}: {reason}", file=sys.stderr)


def _verify_file(path: str, each: OrderedMap, tally: Tally, failures: IO[str]) -> None:
    with progress_bar(path, size_of(path), "games") as advance:
        games = 0
        for reached, findings in each(judge, chunked(read_lines(path), _CHUNK)):
            for finding in findings:
                tally.verdicts[finding.verdict] += 1
                tally.ignore(finding.ignored)
                if finding.verdict not in HOLDING:
                    failures.write(to_json({"file": path, **asdict(finding)}) + "\n")
            games += len(findings)
            advance(reached, games)
    if not games:
        raise OSError("there is no game in it")


def judge(lines: Sequence[Line]) -> tuple[int, list[Finding]]:
    """What is found of some lines, and how far they reach into their file."""
    return lines[-1].reached, [_finding(line) for line in lines]


def _finding(line: Line) -> Finding:
    try:
        log, ignored = read_log(line.text)
        verdict = verify(log)
    except Malformed as error:
        return Finding(line.number, BROKEN, problem=str(error))
    return Finding(
        line=line.number,
        verdict=verdict.status,
        ply=verdict.ply,
        code=verdict.code,
        event=verdict.event,
        ignored=ignored,
    )


def _report_text(tally: Tally, failures: Iterable[str]) -> None:
    print(f"{tally.games} games")
    for verdict in VERDICTS:
        print(f"{verdict:<11}{tally.verdicts[verdict]:>9}")
    if tally.ignored:
        keys = ", ".join(f"{_key(key)} ({n})" for key, n in sorted(tally.ignored.items()))
        print(f"not looked at: {keys}")
    for failure in failures:
        print(_told(json.loads(failure)))


def _report_json(tally: Tally, failures: Iterable[str]) -> None:
    counts = {verdict: tally.verdicts[verdict] for verdict in VERDICTS}
    head = {"games": tally.games, "ignored": dict(tally.ignored), "verdicts": counts}
    print(to_json(head)[:-1] + ',"failures":[', end="")
    separator = ""
    for failure in failures:
        print(separator + failure.rstrip(), end="")
        separator = ","
    print("]}")


def _key(key: str) -> str:
    """A key from a file, which may be any text, as it is printed."""
    return key if key.isidentifier() else shown(key)


def _told(failure: Mapping[str, Any]) -> str:
    place = f"{failure['file']}:{failure['line']}: {failure['verdict']}"
    if failure["problem"] is not None:
        return f"{place}: {failure['problem']}"
    if failure["event"] is not None:
        return f"{place} at event {failure['event']}"
    where = "the deal" if failure["ply"] is None else f"move {failure['ply']}"
    return f"{place} at {where}: {failure['code']}"
