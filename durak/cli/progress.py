"""A progress bar on a terminal, where rich is installed; nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def progress(what: str, total: int) -> Generator[Callable[[int], None], None, None]:
    """Show on stderr how far something is, for as long as the context lasts.

    Gives the function to call with how many more of the `total` are done.
    """
    try:
        from rich.console import Console
        from rich.progress import Progress
    except ImportError:
        yield _unseen
        return
    if not sys.stderr.isatty():
        yield _unseen
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda more: bar.advance(task, more)


def _unseen(more: int) -> None:
    pass
