"""Verifying on an engine of `durak.analysis`, Parquet among the files."""

from __future__ import annotations

import argparse
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from durak.cli.progress import progress_bar
from durak.errors import Malformed
from durak.files import size_of
from durak.workers import OrderedMap, ordered_map

if TYPE_CHECKING:
    from durak.analysis import Report

ENGINES = ("local", "dask")


def verify_tables(options: argparse.Namespace) -> Report:
    """Verify the files of `durak verify` and answer with what was found.

    Raises:
        Malformed: a file is not one of logs, or a library is not installed.
        OSError: a file cannot be opened.
    """
    if "-" in options.files:
        raise Malformed("-", "standard input is read as lines only")
    with needs("analysis"):
        from durak.analysis import verify_files
    if options.scheduler and options.engine == "local":
        raise Malformed("--scheduler", "goes with --engine dask only")
    label = options.files[0] if len(options.files) == 1 else f"{len(options.files)} files"
    total = sum(size_of(file) or 0 for file in options.files)
    with _engine(options) as each, progress_bar(label, total, "games") as advance:
        return verify_files(options.files, each, out=options.out, progress=advance)


@contextmanager
def _engine(options: argparse.Namespace) -> Generator[OrderedMap]:
    if options.engine == "dask" or options.scheduler:
        with needs("dask"):
            from durak.analysis.clusters import dask_map
        with dask_map(options.scheduler, options.jobs) as each:
            yield each
    else:
        with ordered_map(options.jobs) as each:
            yield each


@contextmanager
def needs(extra: str) -> Generator[None]:
    """Say which extra brings a library that is missing."""
    try:
        yield
    except ImportError as error:
        install = f"pip install 'durak-engine[{extra}]'"
        raise Malformed("", f"{error.name} is not installed: {install}") from None
