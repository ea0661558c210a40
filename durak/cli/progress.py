"""A progress bar on a terminal, where rich is installed; nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeAlias

Advance: TypeAlias = Callable[[int, int], None]
"""Told how far the work has come, in the unit of the total, and a count to show."""


@contextmanager
def progress_bar(label: str, total: int | None, counted: str) -> Generator[Advance]:
    """Show a bar on standard error while the work is done, if that is a terminal.

    `total` is None where it is not known; `counted` names what is counted.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield _nothing
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield _nothing
        return
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[count]} " + counted),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(label, total=total, count=0)

        def advance(reached: int, count: int) -> None:
            progress.update(task, completed=reached, count=count)

        yield advance


def _nothing(reached: int, count: int) -> None:
    pass
