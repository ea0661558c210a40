"""Verifies a file, and says how long it took and how much memory at each part.

    python tests/analysis/soak.py FILE PROCESSES

Seconds of the CPU are those of this process and its workers together. Memory is
the resident sets of this process and its workers, added up, in
bytes, as Linux tells them.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import sys
import time
from pathlib import Path

from durak.analysis import verify_files
from durak.workers import ordered_map


def resident() -> int:
    """How many bytes the process and its workers have resident now."""
    workers = [worker.pid for worker in multiprocessing.active_children()]
    statm = (Path(f"/proc/{pid}/statm") for pid in (os.getpid(), *workers))
    pages = (int(path.read_text().split()[1]) for path in statm)
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")


def spent() -> float:
    """How many seconds of the CPU the process, and the workers that have ended, took."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    usage = [resource.getrusage(one) for one in who]
    return sum(one.ru_utime + one.ru_stime for one in usage)


def main() -> None:
    file, processes = sys.argv[1], int(sys.argv[2])
    memory: list[int] = []
    began = time.perf_counter()
    with ordered_map(processes) as each:
        report = verify_files([file], each, progress=lambda *_: memory.append(resident()))
    print(
        json.dumps(
            {
                "seconds": time.perf_counter() - began,
                "cpu": spent(),
                "games": report.games,
                "moves": report.plies,
                "failed": report.failures["row"].to_pylist(),
                "memory": memory,
            }
        )
    )


if __name__ == "__main__":
    main()
