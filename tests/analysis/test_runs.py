"""Runs over files: on every engine the same, whole or not at all, and restartable."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import durak
from durak.analysis import FINDINGS, Report, parts, read_logs, verify_files, write_logs
from durak.analysis.clusters import dask_map
from durak.analysis.reading import ROWS_PER_GROUP
from durak.cli import main
from durak.corpus import Corpus
from durak.errors import Malformed
from durak.workers import mapped_on, ordered_map

T = TypeVar("T")
U = TypeVar("U")

CORPUS = Corpus("runs", 130, forged=0.1)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The corpus as lines, as gzipped lines and as Parquet of several row groups."""
    folder = tmp_path_factory.mktemp("files")
    lines, packed, table = (folder / f"games.{end}" for end in ("jsonl", "gz", "parquet"))
    for path in (lines, packed):
        assert main(["corpus", str(path), *asked(CORPUS)]) == 0
    write_logs(folder / "one.parquet", CORPUS)
    pq.write_table(pq.read_table(folder / "one.parquet"), table, row_group_size=40)
    return [str(lines), str(packed), str(table)]


def asked(corpus: Corpus) -> list[str]:
    games, forged = str(corpus.games), str(corpus.forged)
    return ["--games", games, "--seed", corpus.text, "--forged", forged]


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LINES_AT_ONCE", 50)


def expected(corpus: Iterable[durak.Log]) -> list[tuple[int, durak.Verdict]]:
    judged = ((row, durak.verify(log)) for row, log in enumerate(corpus, 1))
    return [(row, verdict) for row, verdict in judged if not verdict.holds]


def check(report: Report, files: list[str]) -> None:
    """The report is that of the corpus, once for each of the files."""
    statuses = Counter(durak.verify(log).status for log in CORPUS)
    assert report.verdicts == {status: 3 * n for status, n in statuses.items()}
    assert report.games == 3 * len(CORPUS)
    assert not report.holds
    assert not report.unread
    assert report.failures.schema == FINDINGS
    found = report.failures.select(["file", "row", "verdict", "ply", "code", "event"])
    assert [tuple(row.values()) for row in found.to_pylist()] == [
        (file, row, verdict.status, verdict.ply, verdict.code, verdict.event)
        for file in files
        for row, verdict in expected(CORPUS)
    ]


def test_one_file_needs_no_list(files: list[str]) -> None:
    assert verify_files(files[0]) == verify_files(iter(files[:1]))
    assert verify_files(Path(files[0])).games == len(CORPUS)


def test_every_form_of_file_gives_the_same_report(files: list[str]) -> None:
    told: list[tuple[int, int]] = []
    report = verify_files(files, progress=lambda *far: told.append(far))
    check(report, files)
    assert [games for _, games in told] == [
        *(50, 100, 130),
        *(180, 230, 260),
        *(300, 340, 380, 390),
    ]
    assert [reached for reached, _ in told] == sorted(reached for reached, _ in told)
    assert told[2][0] == Path(files[0]).stat().st_size


def test_the_moves_and_bouts_are_counted(files: list[str]) -> None:
    report = verify_files(files[:1])
    states = [durak.verify(log).state for log in CORPUS]
    histories = [state.history for state in states if state is not None]
    assert report.plies == sum(len(durak.moves_of(history)) for history in histories)
    assert report.bouts == sum(
        event.kind == "bout_end" for history in histories for event in history
    )


def test_processes_give_the_same_report(files: list[str], tmp_path: Path) -> None:
    with ordered_map(2) as each:
        check(verify_files(files, each, out=tmp_path / "out"), files)
    assert len(list((tmp_path / "out").glob("*.parquet"))) == 10


@pytest.mark.filterwarnings("default")  # of the cluster's own machinery
def test_dask_gives_the_same_report(files: list[str], tmp_path: Path) -> None:
    with dask_map(jobs=2) as each:
        check(verify_files(files, each, out=tmp_path / "out"), files)
    assert len(list((tmp_path / "out").glob("*.parquet"))) == 10


@pytest.mark.filterwarnings("default")
def test_a_running_cluster_is_reached_by_its_address(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    import distributed

    assert main(["verify", files[2]]) == 1
    alone = capsys.readouterr().out
    with distributed.LocalCluster(n_workers=1, dashboard_address=None) as cluster:
        scheduler = cluster.scheduler_address
        assert main(["verify", files[2], "--scheduler", scheduler]) == 1
    assert capsys.readouterr().out == alone


@pytest.mark.filterwarnings("default")
def test_a_cluster_that_is_not_there_is_an_error(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    import dask

    with dask.config.set({"distributed.comm.timeouts.connect": "200ms"}):
        assert main(["verify", files[2], "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "tcp://127.0.0.1:1" in capsys.readouterr().err


def test_every_game_has_its_verdict_in_the_directory(
    files: list[str], tmp_path: Path
) -> None:
    verify_files(files, out=tmp_path)
    table = pa.concat_tables(map(pq.read_table, sorted(tmp_path.glob("*.parquet"))))
    assert table.schema.remove_metadata() == FINDINGS
    assert table["file"].to_pylist() == [file for file in files for _ in CORPUS]
    assert table["row"].to_pylist() == list(range(1, 131)) * 3
    assert table["seed"].to_pylist() == [log.seed for log in CORPUS] * 3
    verdicts = [durak.verify(log).status for log in CORPUS]
    assert table["verdict"].to_pylist() == verdicts * 3


class BrokenOff(Exception):
    """Somebody pulled the plug."""


def test_a_run_that_was_broken_off_goes_on_where_it_was(
    files: list[str], tmp_path: Path
) -> None:
    def break_off(work: Callable[[T], U], items: Iterable[T], /) -> Iterator[U]:
        for done, item in enumerate(items):
            if done == 4:
                raise BrokenOff
            yield work(item)

    with pytest.raises(BrokenOff):
        verify_files(files, break_off, out=tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.parquet")}
    assert len(before) == 4
    check(verify_files(files, out=tmp_path), files)
    after = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.parquet")}
    assert len(after) == 10
    assert after | before == after
    check(verify_files(files, out=tmp_path), files)


def test_a_damaged_part_of_an_earlier_run_is_made_anew(
    files: list[str], tmp_path: Path
) -> None:
    verify_files(files, out=tmp_path)
    first, second, *_ = sorted(tmp_path.glob("*.parquet"))
    first.write_bytes(first.read_bytes()[:300])
    pq.write_table(pa.table({"another": [1]}), second)
    check(verify_files(files, out=tmp_path), files)
    assert pq.read_table(first).num_rows > 0


def test_a_part_that_was_broken_off_leaves_nothing(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        assert len(list(tmp_path.glob(".*"))) == 1
        raise OSError("the disk is full")

    monkeypatch.setattr(pq.ParquetWriter, "write_batch", full)
    with pytest.raises(OSError, match="full"):
        verify_files(files, out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["_run.json"]


def test_a_directory_is_for_one_run(files: list[str], tmp_path: Path) -> None:
    verify_files(files[:1], out=tmp_path / "out")
    with pytest.raises(Malformed, match=r"out: was begun for other files"):
        verify_files(files[1:], out=tmp_path / "out")
    other = tmp_path / "other"
    other.mkdir()
    (other / "novel.txt").touch()
    with pytest.raises(Malformed, match=r"other: is not empty, and has no _run.json"):
        verify_files(files, out=other)
    assert [path.name for path in other.iterdir()] == ["novel.txt"]


def test_a_file_that_has_changed_is_not_gone_on_with(
    files: list[str], tmp_path: Path
) -> None:
    copy = tmp_path / "games.jsonl"
    copy.write_bytes(Path(files[0]).read_bytes())
    verify_files([copy], out=tmp_path / "out")
    lines = copy.read_bytes().splitlines(keepends=True)
    copy.write_bytes(b"".join(reversed(lines)))
    with pytest.raises(Malformed, match="was begun for other files"):
        verify_files([copy], out=tmp_path / "out")


def test_lines_that_are_no_logs_are_broken_and_the_rest_goes_on(
    files: list[str], tmp_path: Path
) -> None:
    lines = Path(files[0]).read_bytes().splitlines()
    lines[3] = b"{"
    lines[60:60] = [b"", b"[]", b"\xff"]
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join(lines))
    report = verify_files([path])
    broken = [row for row in report.failures.to_pylist() if row["verdict"] == "broken"]
    assert [(row["row"], row["seed"], row["plies"]) for row in broken] == [
        (4, None, None),
        (62, None, None),
        (63, None, None),
    ]
    assert [row["problem"].split(":")[0] for row in broken] == [
        "not JSON",
        "a game is a JSON object",
        "not JSON",
    ]
    assert report.games == 132
    table = pa.table(read_logs(path))
    assert table["row"].to_pylist() == [*range(1, 61), *range(62, 134)]
    assert table["problem"].null_count == 129


def test_a_deal_number_that_no_column_holds_is_said_to_be_so(tmp_path: Path) -> None:
    game = {"seed": "00" * 32, "moves": []}
    numbers = [1, 2**63 - 1, 2**63, -(2**63) - 1]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(json.dumps({**game, "number": n}) + "\n" for n in numbers))
    report = verify_files([path])
    assert report.verdicts == {"unfinished": 2, "broken": 2}
    problem = f"number: a table has 64 bits, too few for {2**63}"
    assert report.failures["problem"][0].as_py() == problem
    with pytest.raises(Malformed, match="a table has 64 bits"):
        write_logs(tmp_path / "x.parquet", [durak.Log(bytes(32), (), 2**63)])
    assert not (tmp_path / "x.parquet").exists()


def test_gzip_that_ends_early_gives_what_there_was(
    files: list[str], tmp_path: Path
) -> None:
    path, packed = tmp_path / "games.gz", Path(files[1]).read_bytes()
    path.write_bytes(packed[: len(packed) * 2 // 3])
    report = verify_files([path, files[0]], out=tmp_path / "out")
    read = report.games - len(CORPUS)
    assert 50 < read < 130
    place = rf"{path}: after line {read}: Compressed file ended"
    assert len(report.unread) == 1
    assert report.unread[0].startswith(place)
    assert not report.holds
    with pytest.raises(ValueError, match=place):
        pa.table(read_logs(path))


def test_a_damaged_row_group_loses_no_other(files: list[str], tmp_path: Path) -> None:
    damaged = bytearray(Path(files[2]).read_bytes())
    group = pq.read_metadata(files[2]).row_group(1)
    start = group.column(0).dictionary_page_offset or group.column(0).data_page_offset
    damaged[start : start + 200] = b"?" * 200
    path = tmp_path / "games.parquet"
    path.write_bytes(damaged)
    report = verify_files([path], out=tmp_path / "out")
    assert report.games == 90
    assert len(report.unread) == 1
    assert report.unread[0].startswith(f"{path}: row group 1: damaged: ")
    names = sorted(made.name for made in (tmp_path / "out").glob("*.parquet"))
    assert [name[-9:-8] for name in names] == ["0", "2", "3"]
    with pytest.raises(ValueError, match="row group 1: damaged"):
        pa.table(read_logs(path))


def test_what_is_no_logs_is_counted_and_not_looked_at(tmp_path: Path) -> None:
    table = pa.Table.from_batches(read_logs(games_with_more(tmp_path)))
    pq.write_table(table.append_column("site", table["row"]), tmp_path / "more.parquet")
    named = [tmp_path / "more.jsonl", tmp_path / "more.parquet"]
    for _ in range(2):
        report = verify_files(named, out=tmp_path / "out")
        assert report.ignored == {"who": 2, "row": 3, "site": 3}
        assert report.holds


def games_with_more(folder: Path) -> Path:
    path = folder / "more.jsonl"
    game = '{"seed":"%s","number":1,"moves":[]%s}\n'
    path.write_text("".join(game % ("0" * 64, more) for more in ("", *[',"who":1'] * 2)))
    return path


def test_written_files_have_row_groups_for_the_processes(tmp_path: Path) -> None:
    logs = [durak.Log(bytes(32), (), n) for n in range(1, ROWS_PER_GROUP + 2)]
    assert write_logs(tmp_path / "games.parquet", iter(logs)) == ROWS_PER_GROUP + 1
    about = pq.read_metadata(tmp_path / "games.parquet")
    assert [about.row_group(g).num_rows for g in range(2)] == [ROWS_PER_GROUP, 1]


def test_what_other_libraries_write_can_be_verified(
    files: list[str], tmp_path: Path
) -> None:
    import duckdb
    import pandas as pd
    import polars as pl

    logs = read_logs(files[2])
    named = {name: str(tmp_path / f"{name}.parquet") for name in ("pd", "pl", "duck")}
    pd.DataFrame.from_arrow(logs).to_parquet(named["pd"])
    pl.DataFrame(logs).write_parquet(named["pl"])
    duckdb.sql("FROM logs").write_parquet(named["duck"])
    ours = verify_files(files[2:]).failures.drop_columns("file")
    for path in named.values():
        theirs = verify_files([path])
        assert theirs.ignored == {"row": 130}
        assert theirs.failures.drop_columns("file") == ours


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as a shell would have it."""
    command = [sys.executable, "-m", "durak", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("engine", [[], ["--engine", "local", "-j", "2"]])
def test_the_command_reads_parquet_and_reports_as_of_lines(
    engine: list[str], files: list[str]
) -> None:
    lines, table = run("verify", files[0]), run("verify", files[2], *engine)
    assert lines.stdout.replace(files[0], files[2]) == table.stdout
    assert (table.returncode, table.stderr) == (lines.returncode, lines.stderr) == (1, "")


def test_the_command_reports_json_alike(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    reports = []
    for asked in ([], ["--engine", "local"]):
        assert main(["verify", "--json", *asked, files[0]]) == 1
        reports.append(json.loads(capsys.readouterr().out))
    for failure in reports[0]["failures"]:
        assert failure.pop("ignored") == []
    assert reports[0] == reports[1]


def test_the_command_writes_a_directory_and_names_what_is_unread(
    files: list[str], tmp_path: Path
) -> None:
    cut = tmp_path / "cut.gz"
    cut.write_bytes(Path(files[1]).read_bytes()[:-1000])
    ran = run("verify", str(cut), files[2], "--out", str(tmp_path / "out"))
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"durak: cannot read {cut}: after line ")
    written = pq.ParquetDataset(tmp_path / "out").read()
    assert f"{written.num_rows} games" == ran.stdout.splitlines()[0]


def test_the_command_says_which_extra_is_missing(files: list[str]) -> None:
    for module, extra, engine in (
        ("pyarrow", "analysis", "local"),
        ("distributed", "dask", "dask"),
    ):
        code = (
            f"import sys; sys.modules[{module!r}] = None; from durak.cli import main; "
            f"sys.exit(main(['verify', {files[0]!r}, '--engine', {engine!r}]))"
        )
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert ran.returncode == 2
        install = f"pip install 'durak-engine[{extra}]'"
        assert ran.stderr == f"durak: {module} is not installed: {install}\n"


def test_leaving_a_map_early_leaves_nothing_in_the_queue() -> None:
    from concurrent.futures import ThreadPoolExecutor
    from threading import Event

    go, begun = Event(), Counter[int]()

    def work(item: int) -> int:
        begun[item] += 1
        if item:
            go.wait(10)
        return item

    with ThreadPoolExecutor(1) as pool:
        answers = mapped_on(pool, 5)(work, range(100))
        assert next(answers) == 0
        answers.close()  # type: ignore[attr-defined]  # it is a generator
        go.set()
    assert set(begun) <= {0, 1}


def test_a_gzipped_file_needs_no_room_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "same.jsonl.gz"
    game = b'{"seed":"%s","number":1,"moves":[]}\n' % (b"0" * 64)
    path.write_bytes(gzip.compress(game * 400))
    report = verify_files([path], partial(map))
    assert report.verdicts == {"unfinished": 400}
