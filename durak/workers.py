"""The same work on many things, in this process or shared among several."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Protocol, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class OrderedMap(Protocol):
    """Like `map`: one answer for each item, in the order of the items."""

    def __call__(self, work: Callable[[T], U], items: Iterable[T], /) -> Iterator[U]:
        """The answers of `work`, in the order of the items."""
        ...


def chunked(items: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    """The items, so many at a time.

    If they end in an error, it is raised after the items that came before.
    """
    chunk: list[T] = []
    failure = None
    try:
        for item in items:
            chunk.append(item)
            if len(chunk) == size:
                yield tuple(chunk)
                chunk = []
    except Exception as error:
        failure = error
    if chunk:
        yield tuple(chunk)
    if failure is not None:
        raise failure


@contextmanager
def ordered_map(jobs: int) -> Generator[OrderedMap]:
    """A `map` that shares the work among `jobs` processes, if there are more than one.

    The work must be a function that another process can import.

    Raises:
        ChildProcessError: a process ended before its work was done.
    """
    if jobs == 1:
        yield map
        return
    context = get_context("spawn")
    try:
        with ProcessPoolExecutor(jobs, context, _end_on_interrupt) as pool:
            yield mapped_on(pool, 4 * jobs)
    except BrokenProcessPool:
        raise ChildProcessError("a process ended before its work was done") from None


def _end_on_interrupt() -> None:
    """A keyboard's interrupt ends a worker at once, without a traceback of its own.

    Were it ignored, the command could not end before the work in hand does.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def mapped_on(executor: Executor, ahead: int) -> OrderedMap:
    """A `map` that gives the work to an executor.

    At most `ahead` items are taken before their answers are asked for, so that
    memory stays flat however many there are. If the items end in an error, it
    is raised after the answers to all that came before. Whoever leaves early
    leaves nothing in the queue.
    """

    def shared(work: Callable[[T], U], items: Iterable[T], /) -> Iterator[U]:
        waiting: deque[Future[U]] = deque()
        failure: Exception | None = None
        source = iter(items)
        try:
            while failure is None or waiting:
                if failure is None and len(waiting) < ahead:
                    try:
                        waiting.append(executor.submit(work, next(source)))
                    except (StopIteration, OSError, EOFError) as error:
                        failure = error
                else:
                    yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
        if not isinstance(failure, StopIteration):
            raise failure

    return shared
