"""Verifying files of any size: part by part, on any engine, from where it was left.

A part is a row group of a file of Parquet, or some lines. What is found of it
depends on nothing else, so an engine is anything that works like `map`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import file_digest
from os import PathLike, fspath
from pathlib import Path
from typing import Final, TypeAlias

import pyarrow as pa
from attrs import Factory, define

from durak import __version__
from durak.analysis.parts import Found, Part, check_part, parts_of
from durak.analysis.reading import check_file
from durak.analysis.schemas import FINDINGS
from durak.codec import from_json, to_json
from durak.errors import Malformed
from durak.files import whole_file
from durak.workers import OrderedMap

Told: TypeAlias = Callable[[int, int], None]
"""Told how many bytes of all files are done with, and how many games."""

PLAN: Final = "_run.json"
"""The file that says what a directory of verdicts was begun for."""


@define
class Report:
    """What was found of some files.

    Attributes:
        verdicts: How many games have each verdict.
        plies: How many moves were made in all of them.
        bouts: How many bouts were played to their end.
        failures: The games that do not hold, in the order of the files, with
            the columns of `FINDINGS`.
        ignored: The keys and columns that are no log's and were not looked at,
            each with the number of its games.
        unread: For each part that could not be read, its place and why; its
            games are counted nowhere.
    """

    verdicts: Counter[str] = Factory(Counter[str])
    plies: int = 0
    bouts: int = 0
    failures: pa.Table = Factory(FINDINGS.empty_table)
    ignored: Counter[str] = Factory(Counter[str])
    unread: list[str] = Factory(list[str])

    @property
    def games(self) -> int:
        """How many games were looked at."""
        return self.verdicts.total()

    @property
    def holds(self) -> bool:
        """Whether every game of every file was read, and holds."""
        return not self.unread and not self.failures.num_rows


def verify_files(
    files: str | PathLike[str] | Iterable[str | PathLike[str]],
    each: OrderedMap = map,
    *,
    out: str | PathLike[str] | None = None,
    progress: Told | None = None,
) -> Report:
    """Verify every game of some files.

    Nothing is begun until all the files have been found to be files of logs.
    Then a row that is no log is `broken`, a part that cannot be read is
    reported, and the rest goes on.

    Args:
        files: Files of JSON lines, plain or gzipped, and of Parquet; or one.
        each: The engine: like `map`, with answers in the order of the parts.
            `durak.workers.ordered_map` has processes of this machine, and
            `durak.analysis.clusters.dask_map` a cluster's.
        out: A directory for the verdicts on all games, one file of Parquet for
            each part with the columns of `FINDINGS`. Each appears once it is
            whole, and is not made again: a run that was broken off goes on
            where it was, given the same files.
        progress: Called after each part.

    Raises:
        Malformed: a file is not one of logs, or `out` was begun for other files.
        OSError: a file cannot be opened.
    """
    paths = (files,) if isinstance(files, str | PathLike) else files
    named = tuple(fspath(path) for path in paths)
    for file in named:
        check_file(file)
    folder = None if out is None else _begun(Path(out), named)
    report = Report()
    failures: list[pa.RecordBatch] = []
    for found in each(partial(check_part, folder), _parts(named)):
        _add(report, found)
        failures += found.failures
        if progress is not None:
            progress(found.reached, report.games)
    report.failures = pa.Table.from_batches(failures, FINDINGS)
    return report


def _parts(files: tuple[str, ...]) -> Iterator[Part]:
    before = 0
    for place, file in enumerate(files):
        yield from parts_of(file, place, before)
        before += Path(file).stat().st_size


def _add(report: Report, found: Found) -> None:
    report.verdicts.update(found.verdicts)
    report.plies += found.plies
    report.bouts += found.bouts
    report.ignored.update(found.ignored)
    if found.unread is not None:
        report.unread.append(found.unread)


def _begun(folder: Path, files: tuple[str, ...]) -> str:
    """The directory, once it is known to be new or to be for these files."""
    plan = {"durak": __version__, "files": [[file, _digest(file)] for file in files]}
    folder.mkdir(parents=True, exist_ok=True)
    planned = folder / PLAN
    if planned.exists():
        if from_json(planned.read_bytes()) != plan:
            raise Malformed(str(folder), "was begun for other files or by another version")
    elif any(folder.iterdir()):
        raise Malformed(str(folder), f"is not empty, and has no {PLAN}")
    else:
        with whole_file(planned) as unfinished:
            unfinished.write_text(to_json(plan))
    return str(folder.resolve())


def _digest(file: str) -> str:
    with Path(file).open("rb") as opened:
        return file_digest(opened, "sha256").hexdigest()
