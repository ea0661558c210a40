"""Verifying on many machines with Dask: the extra `[dask]`.

The task is the same as on one machine. The files, and the directory of
verdicts, must be where every worker finds them under the same path; lines of
JSON are sent along with the task.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

import distributed

from durak.workers import OrderedMap, mapped_on

_dask: Final[Any] = distributed  # which is published without types


@contextmanager
def dask_map(scheduler: str | None = None, jobs: int = 1) -> Generator[OrderedMap]:
    """A `map` whose work is done by the workers of Dask.

    Args:
        scheduler: The address of a running scheduler, such as
            `tcp://10.0.0.1:8786`; None to start workers on this machine.
        jobs: How many workers to start, one process each; of no concern to a
            scheduler that is running.

    Raises:
        OSError: the scheduler cannot be reached.
    """
    if scheduler is not None:
        with _connected(scheduler) as client:
            yield _map_of(client)
        return
    with (
        _dask.LocalCluster(
            n_workers=jobs, threads_per_worker=1, dashboard_address=None
        ) as near,
        _dask.Client(near) as client,
    ):
        yield _map_of(client)


def _connected(scheduler: str) -> Any:
    try:
        return _dask.Client(scheduler)
    except ValueError as error:
        raise OSError(f"no address of a scheduler: {scheduler}: {error}") from None


def _map_of(client: Any) -> OrderedMap:
    threads = sum(client.nthreads().values())
    # Not `pure`: a task leaves a file, so equal tasks are not one task.
    return mapped_on(client.get_executor(pure=False), 4 * max(threads, 1))
