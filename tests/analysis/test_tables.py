"""Logs, verdicts, events and decisions as tables, against the recorded games."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import recorded

import durak
from durak.analysis import (
    EVENTS,
    FINDINGS,
    LOGS,
    PLIES,
    VERDICTS,
    events_table,
    plies_table,
    read_logs,
    verdicts_table,
    verify_batch,
    write_logs,
)
from durak.analysis.batches import AT_ONCE
from durak.analysis.entries import entries_of_batch
from durak.analysis.schemas import GAME
from durak.cli import main
from durak.codec import to_plain
from durak.corpus import Corpus
from durak.notation import write_moves

GAMES = recorded.DATA / "games.jsonl.gz"
DOCUMENT = Path(__file__).parents[2] / "docs" / "analysis.md"


@pytest.fixture(scope="module")
def logs() -> pa.Table:
    """The 400 recorded games."""
    return pa.table(read_logs(GAMES))


@pytest.fixture(scope="module")
def forged() -> Corpus:
    return Corpus("tables", 60, forged=0.5, claims_events=True)


def rows(stream: Any) -> list[dict[str, Any]]:
    return pa.table(stream).to_pylist()


def logs_in(stream: Any) -> list[durak.Log | None]:
    batches = pa.table(stream).to_batches()
    return [entry.log for batch in batches for entry in entries_of_batch(batch)]


def test_a_log_is_the_same_as_a_line_and_as_a_row(logs: pa.Table) -> None:
    assert logs.schema == LOGS
    assert logs_in(logs) == [recorded.log(i) for i in range(400)]
    assert logs["row"].to_pylist() == list(range(1, 401))
    assert logs["moves"][0].as_py() == write_moves(recorded.log(0).moves)


def test_a_log_is_the_same_in_parquet(tmp_path: Path, forged: Corpus) -> None:
    path = tmp_path / "games.parquet"
    assert write_logs(path, forged) == 60
    assert logs_in(read_logs(path)) == list(forged)
    assert pq.read_schema(path).equals(GAME)


def test_a_move_that_no_card_or_seat_makes_is_kept_and_refused(tmp_path: Path) -> None:
    played = recorded.log(0).moves
    strange = [
        durak.Played(3, durak.Take()),  # type: ignore[arg-type]  # the wrong type is the point
        durak.Played(1, durak.Attack(99)),
        durak.Played(2, durak.Beat(-1)),
    ]
    seed, number = recorded.log(0).seed, recorded.log(0).number
    written = [durak.Log(seed, (*played[:2], move), number) for move in strange]
    write_logs(tmp_path / "games.parquet", written)
    table = pa.table(read_logs(tmp_path / "games.parquet"))
    assert logs_in(table) == written
    assert json.loads(table["moves"][1].as_py())[2] == to_plain(strange[1])
    for log, row in zip(written, rows(verdicts_table(table)), strict=True):
        verdict = durak.verify(log)
        assert (row["verdict"], row["ply"], row["code"]) == ("refused", 2, verdict.code)


def test_a_verdict_is_that_of_verify(forged: Corpus, tmp_path: Path) -> None:
    write_logs(tmp_path / "games.parquet", forged)
    found = rows(verdicts_table(read_logs(tmp_path / "games.parquet")))
    for i, (log, row) in enumerate(zip(forged, found, strict=True), 1):
        verdict = durak.verify(log)
        assert row == {
            "row": i,
            "seed": log.seed,
            "number": log.number,
            "verdict": verdict.status,
            "ply": verdict.ply,
            "code": verdict.code,
            "event": verdict.event,
            "problem": None,
            **what_came_of(log, verdict),
        }
    assert {row["verdict"] for row in found} == {"complete", "refused", "different"}


def what_came_of(log: durak.Log, verdict: durak.Verdict) -> dict[str, Any]:
    state = verdict.state
    assert state is not None
    return {
        "outcome": state.result and state.result.outcome,
        "loser": state.result and state.result.fool,
        "plies": len(durak.moves_of(state.history)),
        "bouts": sum(event.kind == "bout_end" for event in state.history),
    }


def test_a_deal_that_is_refused_was_not_played(logs: pa.Table) -> None:
    numbers = pa.array([0] * 3, pa.int64())
    batch = logs.slice(0, 3).set_column(2, "number", numbers).to_batches()[0]
    row = verify_batch(batch).to_pylist()[0]
    assert (row["verdict"], row["code"], row["ply"]) == ("refused", "bad_deal", None)
    assert (row["outcome"], row["plies"], row["bouts"]) == (None, 0, 0)
    assert not rows(plies_table(pa.table(batch)))
    assert not rows(events_table(pa.table(batch)))


def test_verdicts_keep_the_other_columns_of_their_batch(logs: pa.Table) -> None:
    batch = logs.slice(0, 5).append_column("site", pa.array(list("abcde")))
    batch = batch.append_column("code", pa.array([7] * 5))
    answer = verify_batch(batch.combine_chunks().to_batches()[0])
    assert answer.schema.names == ["row", "seed", "number", "site", *VERDICTS.names]
    assert answer["site"].to_pylist() == list("abcde")
    assert answer["code"].null_count == 5


def test_every_recorded_event_is_a_row(logs: pa.Table) -> None:
    found = iter(rows(events_table(logs)))
    for number, game in enumerate(recorded.games(), 1):
        ply, bout, opened = -1, 0, False
        for place, event in enumerate(game["events"]):
            if durak.is_move(event["kind"]):
                ply += 1
                bout += not opened
                opened = True
            opened &= event["kind"] != "bout_end"
            row = {key: cell for key, cell in next(found).items() if cell is not None}
            assert row == {
                "row": number,
                "event": place,
                "ply": ply,
                "bout": bout,
                **cells_of(event),
            }
    assert not list(found)


def cells_of(event: dict[str, Any]) -> dict[str, Any]:
    """The cells of a recorded event, by what docs/analysis.md says of the columns."""
    cells = {key: event[key] for key in event if key not in ("drawn", "taken", "places")}
    if "drawn" in event:
        cells |= {f"drawn_{seat}": event["drawn"][seat] for seat in "12"}
    if cells.pop("fool", None):
        cells["loser"] = event["fool"]
    return cells


def positions() -> Iterator[dict[str, Any]]:
    """The recorded positions that a move was made in."""
    for position in recorded.lines("positions"):
        if position["phase"] != "over":
            yield position


def test_every_decision_is_a_row_with_the_recorded_position(logs: pa.Table) -> None:
    found = {(row["row"], row["ply"]): row for row in rows(plies_table(logs))}
    assert len(found) == sum(len(game["moves"]) for game in recorded.games())
    seen = 0
    for position in positions():
        game, ply = recorded.games()[position["game"]], position["ply_moves"]
        if ply < len(game["moves"]):
            row = found[position["game"] + 1, ply]
            assert row == ply_row(row, game["moves"][ply], position)
            seen += 1
    assert seen > 2000


def ply_row(
    row: dict[str, Any], move: dict[str, Any], at: dict[str, Any]
) -> dict[str, Any]:
    """The row of a decision, out of a recorded position; bouts come from elsewhere."""
    seat = move["seat"]
    own, others = at["hands"][str(seat)], at["hands"][str(3 - seat)]
    trumps = set(durak.ids_of_suit(durak.suit_of(at["trump_card"])))
    bout = at["bout"]
    beats = [card for card in bout["beats"] if card is not None]
    # With the talon empty the engine that was recorded can name another owner.
    owner = at["six_owner"] if at["talon"] else row["six_owner"]
    return {
        "row": at["game"] + 1,
        "ply": at["ply_moves"],
        "bout": row["bout"],
        "phase": at["phase"],
        "seat": seat,
        "kind": move["kind"],
        "card": move.get("card"),
        "move": row["move"],
        "legal": len(at["legal"][str(seat)]),
        "hand": len(own),
        "other_hand": len(others),
        "trumps": len(trumps & set(own)),
        "other_trumps": len(trumps & set(others)),
        "trump": durak.suit_of(at["trump_card"]),
        "trump_played": move["card"] in trumps if "card" in move else None,
        "attacks": len(bout["attacks"]),
        "cap": bout["cap"],
        "table": len(bout["attacks"]) + len(beats),
        "talon": len(at["talon"]),
        "discard": at["discard"],
        "six_owner": owner,
        "may_swap": bool(at["can_swap"][str(seat)]),
    }


def test_moves_and_bouts_are_the_same_in_both_tables(logs: pa.Table) -> None:
    few = logs.slice(0, 50)
    plies = rows(plies_table(few))
    events = [row for row in rows(events_table(few)) if durak.is_move(row["kind"])]
    shared = ("row", "ply", "bout", "kind", "seat", "card")
    for ply, event in zip(plies, events, strict=True):
        assert [ply[name] for name in shared] == [event[name] for name in shared]
    texts = [ply["move"] for ply in plies if ply["row"] == 1]
    assert " ".join(texts) == few["moves"][0].as_py()


def test_a_refused_game_has_rows_up_to_the_refusal(logs: pa.Table) -> None:
    moves = [text.rsplit(" ", 1)[0] + " 1take 2take" for text in logs["moves"].to_pylist()]
    cut = logs.set_column(3, "moves", pa.array(moves)).slice(0, 20)
    verdicts = rows(verdicts_table(cut))
    plies = rows(plies_table(cut))
    assert all(row["verdict"] == "refused" for row in verdicts)
    for verdict in verdicts:
        made = [row["ply"] for row in plies if row["row"] == verdict["row"]]
        assert made == list(range(verdict["ply"])) == list(range(verdict["plies"]))


def test_a_row_that_cannot_be_read_says_why_and_loses_no_other(logs: pa.Table) -> None:
    few = logs.slice(0, 9).to_pylist()
    few[1]["seed"] = few[1]["seed"][:31]
    few[2]["moves"] = few[2]["moves"][:4] + " 1-TX"
    few[3]["events"] = "[{]"
    few[4]["events"] = '[{"kind":"out","seat":3}]'
    few[5]["number"] = None
    few[6]["result"] = '{"outcome":"lost","fool":1,"places":{"1":2,"2":1}}'
    few[7]["moves"] = '[{"kind":"out","seat":1}]'
    few[8]["problem"] = "said before"
    found = rows(verdicts_table(pa.Table.from_pylist(few, LOGS)))
    assert [row["verdict"] for row in found] == ["complete"] + ["broken"] * 8
    assert [row["problem"] for row in found][1:] == [
        "seed: 31 bytes, not 32",
        "moves: token 1, column 6: not a move: '1-TX'",
        found[3]["problem"],
        "events[0].seat: not a seat: 3",
        "number: missing",
        "result.outcome: not one of fool, draw, resign: 'lost'",
        "moves[0]: not a move: {'kind': 'out', 'seat': 1}",
        "said before",
    ]
    assert found[3]["problem"].startswith("events: not JSON: ")
    assert {row["row"] for row in rows(plies_table(pa.Table.from_pylist(few, LOGS)))} == {1}


def test_text_that_is_no_text_breaks_its_own_row_only(logs: pa.Table) -> None:
    few = logs.slice(0, 3)
    for name in ("moves", "events", "result", "problem"):
        cells = [cell and cell.encode() for cell in few[name].to_pylist()]
        cells[1] = b"1-\xff"
        column = pa.array(cells, pa.binary()).view(pa.string())
        spoilt = few.set_column(LOGS.names.index(name), name, column)
        found = rows(verdicts_table(spoilt))
        assert [row["verdict"] for row in found] == ["complete", "broken", "complete"]
        assert found[1]["problem"] == f"{name}: not UTF-8: b'1-\\xff'"


def test_a_column_that_only_sounds_like_a_number_is_handed_through(
    logs: pa.Table,
) -> None:
    few = logs.slice(0, 3).set_column(0, "row", pa.array(["a", "b", "c"]))
    assert [row["row"] for row in rows(verdicts_table(few))] == ["a", "b", "c"]
    assert {row["row"] for row in rows(plies_table(few))} == {1, 2, 3}
    twice = few.append_column("row", few["row"])
    assert verify_batch(twice.to_batches()[0]).num_columns == 4 + len(VERDICTS)


def test_frames_of_other_libraries_are_taken_as_logs(logs: pa.Table) -> None:
    import duckdb
    import pandas as pd
    import polars as pl

    few = logs.slice(0, 5)
    ours = rows(plies_table(few))
    for frame in (
        pl.DataFrame(few),
        pd.DataFrame.from_arrow(few),
        duckdb.sql("FROM few"),
    ):
        assert rows(plies_table(frame)) == ours


def test_a_table_can_be_read_again_and_a_reader_once(logs: pa.Table) -> None:
    verdicts = verdicts_table(logs)
    assert pa.table(verdicts).equals(pa.table(verdicts))
    assert pa.table(verdicts).schema == verdicts.schema
    assert pa.schema(verdicts) == verdicts.schema
    once = events_table(logs.slice(0, 3).to_reader())
    assert len(rows(once)) == sum(len(game["events"]) for game in recorded.games()[:3])


def test_rows_are_numbered_where_they_have_no_number() -> None:
    corpus = list(Corpus("numbers", 2)) * (AT_ONCE // 2 + 1)
    texts = [write_moves(log.moves[:1]) for log in corpus]
    table = pa.table(
        {
            "seed": [log.seed for log in corpus],
            "number": [1] * len(corpus),
            "moves": texts,
        }
    )
    assert pa.table(plies_table(table))["row"].to_pylist() == list(range(1, AT_ONCE + 3))


def test_a_table_of_nothing_has_its_columns() -> None:
    nothing = pa.RecordBatch.from_pylist([], LOGS)
    for table, columns in ((plies_table, PLIES), (events_table, EVENTS)):
        for source in (pa.table(nothing), LOGS.empty_table()):
            empty = pa.table(table(source))
            assert (empty.num_rows, empty.schema) == (0, columns)
    verified = verify_batch(nothing)
    assert verified.num_rows == 0
    assert verified.schema.names[-len(VERDICTS) :] == VERDICTS.names


def test_the_games_that_come_along_are_those_of_their_commands(tmp_path: Path) -> None:
    commands = re.findall(
        r"^    durak (corpus) (\S+) (.*)$", DOCUMENT.read_text(), flags=re.M
    )
    assert len(commands) == 2
    for command, file, asked in commands:
        again = tmp_path / Path(file).name
        assert main([command, str(again), *asked.split()]) == 0
        shipped = DOCUMENT.parents[1] / file
        assert pq.read_table(again).equals(pq.read_table(shipped))


SCHEMAS = {
    "A game in a file": GAME,
    "Logs": LOGS,
    "Verdicts": VERDICTS,
    "Findings": FINDINGS,
    "Events": EVENTS,
    "Decisions": PLIES,
}


@pytest.mark.parametrize("title", SCHEMAS)
def test_the_document_describes_every_column(title: str) -> None:
    text = DOCUMENT.read_text()
    section = re.split(rf"^### {title}\n", text, flags=re.M)[1]
    section = re.split(r"^##", section, flags=re.M)[0]
    described = re.findall(r"^\| `(\w+)` \| ([\w\[\]]+)( \?)? \|", section, flags=re.M)
    fields = [f for f in SCHEMAS[title] if title != "Findings" or f not in list(VERDICTS)]
    assert described == [
        (field.name, str(field.type), " ?" if field.nullable else "") for field in fields
    ]
