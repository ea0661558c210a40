"""Two hundred tables at once, and the server killed in the middle."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import httpx
import pytest
from audit import audit_bytes, audit_deal, audit_moves
from guests import open_table
from processes import ServerProcess
from recorders import Recorder

from durak import SEATS, BySeat

pytestmark = [pytest.mark.serving, pytest.mark.slow]

TABLES = 200
KILLED_AFTER = 5_000  # of some 13,000 moves
LONGEST = 300  # seconds


def moves_sent(pairs: list[BySeat[Recorder]]) -> int:
    return sum(len(recorder.sent) for pair in pairs for recorder in pair)


async def kill_and_restart(server: ServerProcess, pairs: list[BySeat[Recorder]]) -> None:
    while moves_sent(pairs) < KILLED_AFTER:
        await asyncio.sleep(0.05)
    server.kill()
    await asyncio.sleep(0.2)
    await asyncio.to_thread(server.start)


async def play_all(server: ServerProcess, pairs: list[BySeat[Recorder]]) -> None:
    async with asyncio.timeout(LONGEST), asyncio.TaskGroup() as tasks:
        tasks.create_task(kill_and_restart(server, pairs))
        for pair in pairs:
            for recorder in pair:
                tasks.create_task(recorder.play())


def test_nothing_is_lost_and_nothing_leaks_when_the_server_is_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    choice = random.Random(1)
    with ServerProcess(tmp_path / "tables.sqlite") as server:
        with httpx.Client() as http:
            opened = [open_table(http, server.url) for _ in range(TABLES)]
        pairs = [
            BySeat(*(Recorder(table, i, random.Random(choice.random())) for i in both))
            for table, both in opened
        ]
        started = time.perf_counter()
        asyncio.run(play_all(server, pairs))
        seconds = time.perf_counter() - started

    for pair in pairs:
        log, secret = audit_deal(pair)
        audit_moves(pair, log)
        for seat in SEATS:
            audit_bytes(pair, seat, log, secret)

    recorders = [recorder for pair in pairs for recorder in pair]
    requests = sum(len(recorder.received) for recorder in recorders)
    assert sum(recorder.unanswered for recorder in recorders) > 0
    with capsys.disabled():
        print(
            f"\n{TABLES} tables, {moves_sent(pairs)} moves, {requests} requests in"
            f" {seconds:.1f} s, the restart included: {requests / seconds:.0f} a second"
        )
