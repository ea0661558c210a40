"""The same work on many things, in this process or shared among several."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
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


@contextmanager
def ordered_map(jobs: int) -> Generator[OrderedMap]:
    """A `map` that shares the work among `jobs` processes, if there are more than one.

    Items are taken a few at a time, so that memory stays flat however many
    there are. If they end in an error, it is raised after the answers to all
    that came before.
    """
    if jobs == 1:
        yield map
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:

        def shared(work: Callable[[T], U], items: Iterable[T], /) -> Iterator[U]:
            waiting: deque[Future[U]] = deque()
            failure: Exception | None = None
            source = iter(items)
            while failure is None or waiting:
                if failure is None and len(waiting) < 4 * jobs:
                    try:
                        waiting.append(pool.submit(work, next(source)))
                    except (StopIteration, OSError, EOFError) as error:
                        failure = error
                else:
                    yield waiting.popleft().result()
            if not isinstance(failure, StopIteration):
                raise failure

        yield shared
