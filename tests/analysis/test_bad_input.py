"""Each kind of file that is none of logs: a message with the place, nothing begun."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from durak.analysis import (
    events_table,
    plies_table,
    read_logs,
    verdicts_table,
    verify_batch,
    verify_files,
    write_logs,
)
from durak.cli import main
from durak.corpus import Corpus
from durak.errors import Malformed

Change: TypeAlias = Callable[[pa.Table], pa.Table]


def column(name: str, cells: pa.Array) -> Change:
    return lambda table: table.set_column(table.schema.names.index(name), name, cells)


SCHEMAS: dict[str, tuple[Change, str]] = {
    "no moves": (
        lambda table: table.drop_columns("moves"),
        "column moves: missing; there are seed, number, events, result",
    ),
    "another table": (
        lambda _: pa.table({"a": [1]}),
        "column seed: missing; there are a",
    ),
    "seeds as text": (
        column("seed", pa.array(["00" * 32] * 5)),
        "column seed: not binary, 32 bytes each, but string",
    ),
    "short seeds": (
        column("seed", pa.array([bytes(31)] * 5, pa.binary(31))),
        "column seed: not binary, 32 bytes each, but fixed_size_binary[31]",
    ),
    "numbers as floats": (
        column("number", pa.array([1.0] * 5)),
        "column number: not integers that fit 64 bits with a sign, but double",
    ),
    "numbers without a sign": (
        column("number", pa.array([1] * 5, pa.uint64())),
        "column number: not integers that fit 64 bits with a sign, but uint64",
    ),
    "moves as lists": (
        column("moves", pa.array([["1take"]] * 5)),
        "column moves: not text, the compact notation, but list<element: string>",
    ),
    "events as lists": (
        column("events", pa.array([[1]] * 5)),
        "column events: not text, JSON, but list<element: int64>",
    ),
    "two seeds": (
        lambda table: table.append_column("seed", table["seed"]),
        "column seed: there 2 times",
    ),
}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("good") / "games.parquet"
    write_logs(path, Corpus("good", 5))
    return path


@pytest.mark.parametrize("kind", SCHEMAS)
def test_a_table_of_another_schema(kind: str, good: Path, tmp_path: Path) -> None:
    change, problem = SCHEMAS[kind]
    table = change(pq.read_table(good))
    path = tmp_path / "bad.parquet"
    pq.write_table(table, path)
    refused(path, f"{path}: {problem}")
    for made in (verdicts_table, events_table, plies_table):
        with pytest.raises(Malformed) as raised:
            made(table)
        assert alike(str(raised.value), problem)
    with pytest.raises(Malformed):
        verify_batch(table.to_batches()[0])


def refused(path: Path, problem: str) -> None:
    """Nothing reads the file, and nothing is written for it."""
    out = path.parent / "out"
    for read in (read_logs, lambda path: verify_files([path], out=out)):
        with pytest.raises(Malformed) as raised:
            read(path)
        assert alike(str(raised.value), problem)
    assert main(["verify", str(path), "--out", str(out)]) == 2
    assert not out.exists()


def alike(message: str, problem: str) -> bool:
    # Arrow names the items of a list differently once they have been in a file.
    return message.replace("<item:", "<element:").startswith(problem)


def test_files_that_are_empty(tmp_path: Path) -> None:
    for name in ("games.jsonl", "games.parquet", "games.gz"):
        path = tmp_path / name
        path.touch()
        refused(path, f"{path}: the file is empty")


def test_files_without_a_line(tmp_path: Path) -> None:
    path, packed = tmp_path / "games.jsonl", tmp_path / "games.gz"
    path.write_text("\n \n")
    packed.write_bytes(gzip.compress(b""))
    refused(path, f"{path}: there is no line in it")
    refused(packed, f"{packed}: there is no line in it")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"\n\nchess\n", "line 3: not JSON: "),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "line 1: not JSON: "),
        (b"[]\n", "line 1: a game is a JSON object"),
        (b'{"seed":"abc","number":1,"moves":[]}', "line 1: seed: not 64 hexadecimal"),
        (b'{"number":1,"moves":[]}', "line 1: the key 'seed' is missing"),
    ],
)
def test_files_none_of_whose_lines_is_a_log(
    text: bytes, problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(text)
    refused(path, f"{path}: {problem}")


def test_parquet_that_is_not_whole(good: Path, tmp_path: Path) -> None:
    whole = good.read_bytes()
    for name, held in (
        ("cut.parquet", whole[:-9]),
        ("unnamed", whole[: len(whole) // 2]),
        ("text.parquet", b'{"seed":"abc"}\n'),
        ("footer.parquet", whole[:-40] + b"?" * 30 + whole[-10:]),
    ):
        path = tmp_path / name
        path.write_bytes(held)
        refused(path, f"{path}: not a whole file of Parquet: ")


def test_gzip_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "games.gz"
    path.write_bytes(b"no gzip at all")
    refused(path, f"{path}: Not a gzipped file")


def test_one_bad_file_stops_a_run_before_it_begins(good: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("chess")
    with pytest.raises(Malformed, match=r"bad\.jsonl: line 1: not JSON"):
        verify_files([good, bad], out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_file_that_is_not_there(good: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone.parquet"
    for read in (read_logs, lambda path: verify_files([good, path])):
        with pytest.raises(FileNotFoundError, match=r"gone\.parquet"):
            read(gone)
    with pytest.raises(IsADirectoryError):
        read_logs(tmp_path)


def test_a_scheduler_needs_dask(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--engine", "local", "--scheduler", "tcp://127.0.0.1:1"]
    assert main(["verify", str(good), *asked]) == 2
    assert capsys.readouterr().err == "durak: --scheduler: goes with --engine dask only\n"


def test_standard_input_is_no_file_of_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "-", "--engine", "local"]) == 2
    assert capsys.readouterr().err == "durak: -: standard input is read as lines only\n"
