"""The server of docs/serving.md over real HTTP."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from threading import Barrier
from typing import Any

import httpx
import pytest
from attrs import evolve
from guests import Guest, bearer, join, open_table, play, sit_down, told
from processes import ROOT, ServerProcess
from server.app import Server
from server.store import Store

from durak import (
    Attack,
    Beat,
    BySeat,
    Done,
    Move,
    Outcome,
    Played,
    Resign,
    Status,
    Swap,
    Take,
    other,
    states_of,
    verify,
    view,
)
from durak.codec import error_from_plain, log_from_plain
from durak.fairness import check, commitment

pytestmark = pytest.mark.serving

CLIENT = ROOT / "docs" / "examples" / "server" / "client.py"


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    with httpx.Client(timeout=30) as client:
        yield client


@pytest.fixture
def guests(http: httpx.Client, url: str) -> BySeat[Guest]:
    return sit_down(http, url)


def on_turn(guests: BySeat[Guest]) -> Guest:
    turn = guests[1].look().turn
    assert turn is not None
    return guests[turn]


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    body: dict[str, Any] = answer.json()
    assert (answer.status_code, body["code"]) == (status, code)
    return body


def test_two_clients_play_whole_games_and_find_them_fair(
    http: httpx.Client, url: str
) -> None:
    for _ in range(3):
        table, invitations = open_table(http, url)
        players = [
            subprocess.Popen(
                [sys.executable, str(CLIENT), table, invitation],
                env={"PYTHONPATH": str(ROOT)},
                stdout=subprocess.PIPE,
                text=True,
            )
            for invitation in invitations
        ]
        first, second = (player.communicate(timeout=30)[0] for player in players)
        assert [player.returncode for player in players] == [0, 0]
        assert first == second
        assert first.endswith("; fair\n")


def test_what_each_seat_was_told_is_the_revealed_game(guests: BySeat[Guest]) -> None:
    choice = random.Random(5)
    shown = {guest.seat: [told(guest.get("news"))] for guest in guests}
    while not shown[1][-1][0].over:
        latest = shown[1][-1][0]
        assert latest.turn is not None
        mover, waiter = guests[latest.turn], guests[other(latest.turn)]
        mine, _ = shown[mover.seat][-1]
        moved = told(mover.move(mine.ply, choice.choice(mine.legal)))
        shown[mover.seat].append(moved)
        shown[waiter.seat].append(told(waiter.get("news", seen=latest.ply)))
    for guest in guests:
        revealed = guest.get("reveal").json()
        assert revealed.keys() == {"secret", "contributions", "log"}
        log = log_from_plain(revealed["log"])
        states = {s.ply: s for s in states_of(log.seed, log.moves)}
        assert verify(log).status is Status.COMPLETE
        told_of = [event for _, fresh in shown[guest.seat] for event in fresh]
        assert told_of == list(log.events or ())
        for seen, _ in shown[guest.seat]:
            assert seen == view(states[seen.ply], guest.seat)


def test_the_reveal_is_checked_against_what_each_player_saw_and_sent(
    guests: BySeat[Guest],
) -> None:
    play(guests, 10, random.Random(6))
    assert refused(guests[2].get("reveal"), 409, "not_over")
    told(guests[2].move(guests[2].look().ply, Resign()))
    revealed = guests[1].get("reveal").json()
    assert revealed == guests[2].get("reveal").json()
    log = log_from_plain(revealed["log"])
    secret = bytes.fromhex(revealed["secret"])
    given = BySeat(guests[1].contribution, guests[2].contribution)
    assert revealed["contributions"] == {"1": given[1].hex(), "2": given[2].hex()}
    assert guests[1].published == guests[2].published == commitment(secret)
    assert check(guests[1].published, secret, given, log.seed) is None
    assert verify(log).status is Status.COMPLETE
    assert log.result is not None
    assert (log.result.outcome, log.result.fool) == (Outcome.RESIGN, 2)


def test_the_second_delivery_of_a_click_is_refused_and_not_played(
    guests: BySeat[Guest],
) -> None:
    guest = on_turn(guests)
    before = guest.look()
    first = guest.move(before.ply, before.legal[0])
    second = guest.move(before.ply, before.legal[0])
    shown, events = told(first)
    assert events[0] == Played(guest.seat, before.legal[0])
    refused(second, 409, "stale")
    assert guest.look() == shown


@pytest.mark.parametrize("off", [-1, 1, 1000, 10**30])
def test_a_move_that_answers_another_ply_is_refused(
    guests: BySeat[Guest], off: int
) -> None:
    play(guests, 3, random.Random(7))
    guest = on_turn(guests)
    before = guest.look()
    refused(guest.move(before.ply + off, before.legal[0]), 409, "stale")
    assert guest.look() == before


def test_the_rules_refuse_with_their_own_error(guests: BySeat[Guest]) -> None:
    guest = on_turn(guests)
    before = guest.look()
    waiting = guests[other(guest.seat)]
    held = min(before.hand)
    missing = min(set(range(1, 37)) - set(before.hand))
    for asked, move, code in (
        (guest, Attack(missing), "card_not_held"),
        (guest, Attack(37), "card_not_held"),
        (guest, Attack(-(10**40)), "card_not_held"),
        (guest, Done(), "must_attack"),
        (guest, Take(), "wrong_phase"),
        (guest, Beat(held), "wrong_phase"),
        (waiting, Attack(missing), "not_your_turn"),
        (waiting, Swap(), "not_your_turn"),
    ):
        answer = asked.move(before.ply, move)
        assert answer.status_code == 422
        assert error_from_plain(answer.json()).code == code
    assert guest.look() == before
    ended, _ = told(waiting.move(before.ply, Resign()))
    refused(guest.move(ended.ply, before.legal[0]), 422, "game_over")


def test_only_the_two_tokens_open_a_table(
    http: httpx.Client, url: str, guests: BySeat[Guest]
) -> None:
    stranger = sit_down(http, url)[1]
    shown = guests[1].look()
    for headers in (
        {},
        bearer(stranger.token),
        bearer(guests[1].token[:-1] + "~"),
        {"Authorization": "Bearer"},
        {"Authorization": guests[1].token},
        {"Authorization": f"Basic {guests[1].token}"},
        {"Authorization": b"Bearer " + b"\xff" * 40},
    ):
        for ask in (
            lambda to, h: http.get(f"{to}/news", headers=h),
            lambda to, h: http.get(f"{to}/reveal", headers=h),
            lambda to, h: http.post(f"{to}/claim", headers=h),
            lambda to, h: http.post(
                f"{to}/moves", json={"ply": 0, "move": {"kind": "resign"}}, headers=h
            ),
        ):
            refused(ask(guests[1].table, headers), 403, "not_seated")
    assert guests[1].look() == shown


def test_addresses_that_are_none(
    http: httpx.Client, url: str, guests: BySeat[Guest]
) -> None:
    refused(http.get(f"{url}/"), 404, "not_served")
    refused(http.get(f"{url}/tables"), 405, "not_served")
    refused(http.get(f"{url}/tables/none"), 404, "no_table")
    refused(http.get(f"{url}/tables/none/news"), 404, "no_table")
    refused(guests[1].post("news"), 405, "not_served")
    for table in ("%00", "%ff", "%ED%A0%80", "'%20OR%201=1", "x" * 5000):
        refused(http.get(f"{url}/tables/{table}"), 404, "no_table")


MOVE = {"kind": "take"}


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (b"", ""),
        (b"\xff\xfe", ""),
        (b"{", ""),
        (b"[]", ""),
        (b"null", ""),
        (b"NaN", ""),
        (b"9" * 900, ""),
        (b"[" * 1000, ""),
        (b" " * 1025, ""),
        (b"[" * 200_000, ""),
        (b'{"ply": 0, "ply": 0, "move": {"kind": "take"}}', ""),
        ({"ply": 0}, ""),
        ({"move": MOVE}, ""),
        ({"ply": 0, "move": MOVE, "seat": 1}, ""),
        ({"ply": "0", "move": MOVE}, "ply"),
        ({"ply": 0.0, "move": MOVE}, "ply"),
        ({"ply": True, "move": MOVE}, "ply"),
        ({"ply": None, "move": MOVE}, "ply"),
        ({"ply": -1, "move": MOVE}, "ply"),
        ({"ply": 0, "move": None}, "move"),
        ({"ply": 0, "move": "take"}, "move"),
        ({"ply": 0, "move": {}}, "move"),
        ({"ply": 0, "move": {"kind": "take", "card": 1}}, "move"),
        ({"ply": 0, "move": {"kind": "take", "seat": 2}}, "move"),
        ({"ply": 0, "move": {"kind": "attack"}}, "move"),
        ({"ply": 0, "move": {"kind": "fly"}}, "move.kind"),
        ({"ply": 0, "move": {"kind": 3}}, "move.kind"),
        ({"ply": 0, "move": {"kind": "\ud800"}}, "move.kind"),
        ({"ply": 0, "move": {"kind": "attack", "card": "14"}}, "move.card"),
        ({"ply": 0, "move": {"kind": "attack", "card": 14.0}}, "move.card"),
        ({"ply": 0, "move": {"kind": "attack", "card": True}}, "move.card"),
        ({"ply": 0, "move": {"kind": "attack", "card": None}}, "move.card"),
    ],
)
def test_a_junk_body_is_refused_with_the_place_of_what_is_wrong(
    guests: BySeat[Guest], body: object, path: str
) -> None:
    guest = on_turn(guests)
    before = guest.look()
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = guest.http.post(
        f"{guest.table}/moves", content=content, headers=bearer(guest.token)
    )
    answered = refused(answer, 400, "malformed")
    assert answered.keys() == {"code", "message", "path"}
    assert answered["path"] == path
    assert guest.look() == before


@pytest.mark.parametrize("seen", ["", "-1", "1.0", "x", "٣", "1e3", "9" * 10, "9" * 5000])
def test_a_count_of_seen_events_that_is_none_is_refused(
    guests: BySeat[Guest], seen: str
) -> None:
    answer = guests[1].http.get(
        f"{guests[1].table}/news", params={"seen": seen}, headers=bearer(guests[1].token)
    )
    assert refused(answer, 400, "malformed")["path"] == "seen"


def test_a_seat_is_for_one_player_and_asking_twice_changes_nothing(
    http: httpx.Client, url: str
) -> None:
    table, invitations = open_table(http, url)
    token, other_token = "t" * 32, "u" * 32
    body = {"invitation": invitations[2], "contribution": "0a" * 32}

    def ask(token: str, **changes: object) -> httpx.Response:
        return http.post(
            f"{table}/players",
            content=json.dumps({**body, **changes}),
            headers=bearer(token),
        )

    refused(ask("t" * 31), 403, "not_seated")
    refused(ask(token, invitation="x"), 403, "not_invited")
    refused(ask(token, invitation="\ud800"), 403, "not_invited")
    assert refused(ask(token, invitation=7), 400, "malformed")["path"] == "invitation"
    for bytes_of_none in ("", "0a" * 31, "0a" * 33, "zz" * 32, None, 10):
        answer = ask(token, contribution=bytes_of_none)
        assert refused(answer, 400, "malformed")["path"] == "contribution"
    assert refused(ask(token, seat=2), 400, "malformed")["path"] == ""
    for _ in range(2):
        joined = ask(token)
        assert (joined.status_code, joined.json()) == (201, {"seat": 2})
    refused(ask(other_token), 409, "seat_taken")
    refused(ask(token, contribution="0b" * 32), 409, "seat_taken")
    # Nor can the two be one: a token says which seat it is for.
    refused(ask(token, invitation=invitations[1]), 409, "seat_taken")
    assert ask(other_token, invitation=invitations[1]).json() == {"seat": 1}


def test_nothing_is_dealt_before_both_players_have_come(
    http: httpx.Client, tmp_path: Path
) -> None:
    with ServerProcess(tmp_path / "tables.sqlite", wait=0.2) as server:
        table, invitations = open_table(http, server.url)
        first = join(http, table, invitations[1])
        assert http.get(table).json() == {"commitment": first.published.hex()}
        waited = first.get("news")
        assert (waited.status_code, waited.content) == (204, b"")
        refused(first.move(0, Resign()), 409, "not_started")
        refused(first.post("claim"), 409, "not_started")
        refused(first.get("reveal"), 409, "not_over")
        join(http, table, invitations[2])
        assert first.look().ply == 0


def test_a_request_for_news_waits_for_them(http: httpx.Client, url: str) -> None:
    table, invitations = open_table(http, url)
    first = join(http, table, invitations[1])
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(first.get, "news")
        time.sleep(0.2)
        assert not waiting.done()
        guests = BySeat(first, join(http, table, invitations[2]))
        assert told(waiting.result(1))[0].ply == 0
        mover = on_turn(guests)
        shown = mover.look()
        waiting = pool.submit(guests[other(mover.seat)].get, "news", seen=shown.ply)
        time.sleep(0.2)
        assert not waiting.done()
        started = time.monotonic()
        _, events = told(mover.move(shown.ply, shown.legal[0]))
        view_of_other, same = told(waiting.result(1))
        assert time.monotonic() - started < 0.5
        assert (view_of_other.seat, same) == (other(mover.seat), events)


def at_once(asked: list[tuple[Guest, int, Move]]) -> list[httpx.Response]:
    """The answers to some moves, all sent at the same moment."""
    ready = Barrier(len(asked))

    def send(guest: Guest, ply: int, move: Move) -> httpx.Response:
        ready.wait()
        return guest.move(ply, move)

    with ThreadPoolExecutor(len(asked)) as pool:
        return [*pool.map(send, *zip(*asked, strict=True))]


def test_of_the_moves_on_one_ply_one_is_made_also_through_two_processes(
    http: httpx.Client, tmp_path: Path
) -> None:
    """In each round the seat on turn sends every legal move, to both processes."""
    store = tmp_path / "tables.sqlite"
    with ServerProcess(store) as one, ServerProcess(store) as two:
        guests = sit_down(http, one.url)
        rounds = 0
        while rounds < 40 and not guests[1].look().over:
            mover = on_turn(guests)
            elsewhere = evolve(mover, table=mover.table.replace(one.url, two.url))
            shown = mover.look()
            answers = at_once(
                [(way, shown.ply, m) for m in shown.legal for way in (mover, elsewhere)]
            )
            made = [answer for answer in answers if answer.status_code == 200]
            for answer in answers:
                if answer not in made:
                    refused(answer, 409, "stale")
            assert len(made) == 1
            assert told(made[0])[0] == mover.look()
            rounds += 1
        told(guests[1].move(guests[1].look().ply, Resign()))
        log = log_from_plain(guests[1].get("reveal").json()["log"])
        assert len(log.moves) == rounds + 1
        assert verify(log).status is Status.COMPLETE


def test_a_move_made_through_another_process_is_seen(
    http: httpx.Client, tmp_path: Path
) -> None:
    store = tmp_path / "tables.sqlite"
    with ServerProcess(store) as one, ServerProcess(store) as two:
        guests = sit_down(http, one.url)
        mover = on_turn(guests)
        elsewhere = evolve(
            guests[other(mover.seat)], table=mover.table.replace(one.url, two.url)
        )
        shown = mover.look()
        with ThreadPoolExecutor() as pool:
            waiting = pool.submit(elsewhere.get, "news", seen=0)
            time.sleep(0.1)
            _, events = told(mover.move(shown.ply, shown.legal[0]))
            assert told(waiting.result(3))[1] == events


def open_and_close(store: Path) -> None:
    Store(str(store)).close()


def test_many_processes_may_open_a_new_store_at_once(tmp_path: Path) -> None:
    spawned = get_context("spawn")
    with ProcessPoolExecutor(8, mp_context=spawned) as pool:
        for name in range(60):
            list(pool.map(open_and_close, [tmp_path / f"{name}.sqlite"] * 8))


def test_a_killed_server_goes_on_from_the_log(http: httpx.Client, tmp_path: Path) -> None:
    choice = random.Random(9)
    with ServerProcess(tmp_path / "tables.sqlite") as server:
        guests = sit_down(http, server.url)
        table, invitations = open_table(http, server.url)
        early = join(http, table, invitations[2])
        for _ in range(3):
            play(guests, 7, choice)
            shown = [guest.look() for guest in guests]
            server.kill()
            with pytest.raises(httpx.TransportError):
                guests[1].get("news")
            server.start()
            assert [guest.look() for guest in guests] == shown
        assert play(guests, 1100, choice).over
        assert verify(log_from_plain(guests[1].get("reveal").json()["log"])).holds
        late = join(http, table, invitations[1])
        assert late.published == early.published
        assert play(BySeat(late, early), 5, choice).ply >= 5


@pytest.mark.parametrize("move", ["1-XX", "1take", "1-AS 1-AS"])
def test_a_damaged_log_is_the_servers_fault_and_tells_nothing(
    tmp_path: Path, move: str
) -> None:
    path = tmp_path / "tables.sqlite"
    app = Server(Store(str(path)), patience=1, wait=1).app
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)

    async def answer() -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="http://server") as http:
            opened = (await http.post("/tables")).json()
            for invitation in opened["invitations"].values():
                joined = await http.post(
                    f"/tables/{opened['table']}/players",
                    json={"invitation": invitation, "contribution": "0a" * 32},
                    headers=bearer(invitation),
                )
                assert joined.status_code == 201
            with closing(sqlite3.connect(path)) as store, store:
                row = (opened["table"], 0, move, 0.0)
                store.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", row)
            return await http.get(
                f"/tables/{opened['table']}/news", headers=bearer(invitation)
            )

    answered = asyncio.run(answer())
    assert (answered.status_code, answered.text) == (500, "Internal Server Error")


def test_time_in_which_the_server_was_down_is_nobodys_absence(
    http: httpx.Client, tmp_path: Path
) -> None:
    store = tmp_path / "tables.sqlite"
    with ServerProcess(store, patience=1) as server:
        guests = sit_down(http, server.url)
        waiting = guests[other(on_turn(guests).seat)]
        table = waiting.table.removeprefix(server.url)
    time.sleep(1.1)
    with ServerProcess(store, patience=1) as server:
        again = evolve(waiting, table=server.url + table)
        refused(again.post("claim"), 409, "not_absent")


def test_a_game_that_the_other_player_left_can_be_claimed_in_time(
    http: httpx.Client, tmp_path: Path
) -> None:
    with ServerProcess(tmp_path / "tables.sqlite", patience=1) as server:
        guests = sit_down(http, server.url)
        absent = on_turn(guests)
        waiting = guests[other(absent.seat)]
        refused(waiting.post("claim"), 409, "not_absent")
        time.sleep(1.1)
        refused(absent.post("claim"), 409, "not_absent")
        ended, events = told(waiting.post("claim"))
        assert events[0] == Played(absent.seat, Resign())
        assert ended.result is not None
        assert ended.result.fool == absent.seat
        log = log_from_plain(absent.get("reveal").json()["log"])
        assert verify(log).status is Status.COMPLETE
        time.sleep(1.1)
        refused(waiting.post("claim"), 422, "game_over")
