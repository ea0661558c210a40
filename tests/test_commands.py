"""The command `durak`: verify and deal."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import recorded

import durak
from durak.cli import main
from durak.codec import log_from_plain
from durak.render.html import replay_page
from durak.workers import ordered_map

GAMES = str(recorded.DATA / "games.jsonl.gz")
TWELVE = str(Path(__file__).parents[1] / "docs" / "games" / "games.jsonl")


def line(game: Any) -> str:
    """A game as a line of a file."""
    return json.dumps(game) + "\n"


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    """A file with one game of every verdict."""
    bare = {key: recorded.games()[3][key] for key in ("seed", "number", "moves")}
    full = {**recorded.games()[4], "players": ["a", "b"]}
    early = {**bare, "moves": bare["moves"][:-1]}
    cheat = {**bare, "moves": [*bare["moves"][:5], *bare["moves"][4:]]}
    lie = {**full, "events": full["events"][:-1]}
    no_deal = {**bare, "number": 0}
    lines = [line(bare), "\n", line(full), line(early), line(cheat), line(lie)]
    path = tmp_path / "games.jsonl"
    path.write_text("".join([*lines, line(no_deal), "{]\n", "[]\n", line({"seed": 1})]))
    return path


def test_the_400_recorded_games_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", GAMES]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "400 games"
    assert [row.split() for row in out[1:6]] == [
        ["complete", "400"],
        *([status, "0"] for status in ("unfinished", "refused", "different", "broken")),
    ]
    assert out[6:] == ["not looked at: policy (400)"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_each_game_that_fails_is_named_with_its_place(
    forged: Path, jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "-j", jobs, str(forged)]) == 1
    out = capsys.readouterr().out.splitlines()
    counts = dict(row.split() for row in out[1:6])
    assert counts == {
        "complete": "2",
        "unfinished": "1",
        "refused": "2",
        "different": "1",
        "broken": "3",
    }
    assert out[6] == "not looked at: players (2), policy (2)"
    assert out[7:] == [
        f"{forged}:5: refused at move 5: {refused_code()}",
        f"{forged}:6: different at event {len(recorded.games()[4]['events']) - 1}",
        f"{forged}:7: refused at the deal: bad_deal",
        f"{forged}:8: broken: not JSON: Expecting property name enclosed in double"
        " quotes: line 1 column 2 (char 1)",
        f"{forged}:9: broken: a game is a JSON object",
        f"{forged}:10: broken: seed: not a text: 1",
    ]


def refused_code() -> str:
    """What the rules say when move 4 of game 3 is made twice."""
    log = recorded.log(3)
    refused = durak.replay(log.seed, log.moves[:5] + log.moves[4:], log.number)
    assert isinstance(refused, durak.Error)
    assert refused.ply == 5
    return refused.code


def test_machines_are_told_in_json(
    forged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--json", str(forged), GAMES]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 409
    assert report["verdicts"]["complete"] == 402
    assert report["ignored"] == {"players": 2, "policy": 402}
    first = report["failures"][0]
    assert (first["file"], first["line"], first["ply"]) == (str(forged), 5, 5)
    assert (first["verdict"], first["code"]) == ("refused", refused_code())
    assert main(["verify", "--json", GAMES]) == 0
    assert json.loads(capsys.readouterr().out)["failures"] == []


def test_games_come_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = io.TextIOWrapper(io.BytesIO(gzip.decompress(Path(GAMES).read_bytes())))
    monkeypatch.setattr(sys, "stdin", text)
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out.startswith("400 games\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_that_cannot_be_read_is_status_2_and_the_rest_goes_on(
    tmp_path: Path, jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Path(GAMES).read_bytes()
    early, damaged, plain = (tmp_path / f"{name}.gz" for name in "abc")
    early.write_bytes(whole[: len(whole) // 2])
    damaged.write_bytes(whole[:5000] + bytes(9000) + whole[14000:])
    plain.write_bytes(b"{}\n")
    missing = tmp_path / "missing.jsonl"
    paths = [early, damaged, plain, missing, tmp_path, Path(GAMES)]
    assert main(["verify", "-j", jobs, *map(str, paths)]) == 2
    out, err = capsys.readouterr()
    assert int(out.split()[0]) > 400, "what could be read was looked at"
    assert out.splitlines()[1].split()[0] == "complete"
    reasons = [f"durak: cannot read {path}: " for path in paths[:-1]]
    for row, reason in zip(err.splitlines(), reasons, strict=True):
        assert row.startswith(reason)
    assert "No such file or directory" in err


def test_a_file_without_games_is_no_file_of_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n\n")
    assert main(["verify", str(empty), GAMES]) == 2
    out, err = capsys.readouterr()
    assert out.startswith("400 games\n")
    assert err == f"durak: cannot read {empty}: there is no game in it\n"


def test_a_page_is_never_written_over_the_games_it_is_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games.jsonl"
    games.write_bytes(Path(TWELVE).read_bytes())
    assert main(["replay", str(games), "--html", str(games)]) == 2
    assert "the file of the game itself" in capsys.readouterr().err
    assert games.read_bytes() == Path(TWELVE).read_bytes()


def test_a_page_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "game.html"
    page.write_text("before")
    write = Path.write_text

    def halfway(path: Path, text: str, **rest: Any) -> int:
        write(path, text[: len(text) // 2], **rest)
        raise OSError("the disk is full")

    monkeypatch.setattr(Path, "write_text", halfway)
    assert main(["replay", TWELVE, "--html", str(page)]) == 2
    assert [path.read_text() for path in tmp_path.iterdir()] == ["before"]


def durak_command(
    *arguments: str, env: dict[str, str] | None = None, **options: Any
) -> subprocess.Popen[bytes]:
    """The command as another process."""
    command = [sys.executable, "-m", "durak", *arguments]
    found = {"PYTHONPATH": str(Path(durak.__file__).parents[1])}
    return subprocess.Popen(command, env={**os.environ, **found, **(env or {})}, **options)


def test_a_terminal_gets_a_progress_bar_and_a_pipe_gets_none() -> None:
    import pty  # not on Windows

    ours, theirs = pty.openpty()
    with durak_command("verify", GAMES, stdout=subprocess.PIPE, stderr=theirs) as shown:
        os.close(theirs)
        bar = b"".join(iter(lambda: _read(ours), b""))
        out, _ = shown.communicate()
    os.close(ours)
    assert shown.returncode == 0
    assert b"games" in bar
    assert b"\x1b" in bar
    assert b"\x1b" not in out
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with durak_command("verify", GAMES, **piped) as process:
        assert process.communicate() == (out, b"")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # the other end has closed
        return b""


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8:strict"])
def test_any_name_and_any_text_is_reported_in_any_encoding(
    tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "игра.jsonl"
    bare = {key: recorded.games()[3][key] for key in ("seed", "number", "moves")}
    odd = {**bare, "ключ": 1, "\ud800": 2, "\x1b[31mred": 3}
    path.write_text(line({"seed": "ключ"}) + line(odd))
    process = durak_command(
        *("verify", str(path)),
        env={"PYTHONIOENCODING": encoding},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        out, err = process.communicate()
    assert (process.returncode, err) == (1, b"")
    assert out.startswith(b"2 games\ncomplete           1\n")
    assert b"jsonl:1: broken: seed: not" in out
    assert b"\x1b" not in out


def test_keys_that_differ_from_line_to_line_are_counted_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = {key: recorded.games()[3][key] for key in ("seed", "number")} | {"moves": []}
    path = tmp_path / "games.jsonl"
    path.write_text("".join(line({**bare, f"key{n}": n}) for n in range(60)))
    assert main(["verify", "--json", str(path)]) == 0
    ignored = json.loads(capsys.readouterr().out)["ignored"]
    assert len(ignored) == 51
    assert ignored["other keys"] == 10


def test_no_bar_goes_through_a_pipe_even_where_colour_is_forced() -> None:
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with durak_command("verify", GAMES, env={"FORCE_COLOR": "1"}, **piped) as process:
        assert process.communicate()[1] == b""


@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_a_closed_stream_is_no_failure_worth_a_traceback(closed: str) -> None:
    shell = {
        "stdin": ("verify - <&-", 2, b"durak: cannot read -: standard input is closed\n"),
        "stdout": (f"deal {'00' * 32} >&-", 0, b""),
    }
    command, status, said = shell[closed]
    done = subprocess.run(
        f"{sys.executable} -m durak {command}",
        shell=True,
        env={**os.environ, "PYTHONPATH": str(Path(durak.__file__).parents[1])},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL if closed == "stdin" else None,
    )
    assert (done.returncode, done.stderr) == (status, said)


def test_a_reader_that_leaves_early_is_no_failure_worth_a_traceback() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    with durak_command("deal", "00" * 32, stdout=theirs, stderr=subprocess.PIPE) as process:
        os.close(theirs)
        assert process.communicate() == (None, b"")
    assert process.returncode == 1


def test_a_deal_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "00" * 32, "--number", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("trump ")
    assert main(["deal", "AB" * 32, "--json"]) == 0
    deal = json.loads(capsys.readouterr().out)
    assert deal["seed"] == "ab" * 32
    assert deal["talon"] == list(durak.deal_for(b"\xab" * 32).talon)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["deal"],
        ["deal", "00"],
        ["deal", "zz" * 32],
        ["deal", "00" * 32, "--number", "0"],
        ["deal", "00" * 32, "--number", "1.5"],
        ["verify"],
        ["verify", "-j", "0", GAMES],
        ["verify", "-j", "62", GAMES],
        ["replay", GAMES, "--game", "9" * 30],
        ["deal", "00" * 32, "--number", "9" * 5000],
        ["fly"],
    ],
)
def test_a_usage_that_cannot_be_read_is_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage: durak" in capsys.readouterr().err


def test_work_is_taken_up_a_few_items_at_a_time_however_many_there_are() -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for item in range(1000):
            taken += 1
            yield item

    for jobs in (1, 2):
        taken = 0
        with ordered_map(jobs) as each:
            for place, answer in enumerate(each(abs, items())):
                assert answer == place
                assert taken <= place + 1 + 4 * jobs
        assert taken == 1000


def test_interrupting_stops_with_the_status_of_an_interrupt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> Callable[..., object]:
        raise KeyboardInterrupt

    monkeypatch.setattr("durak.cli.deal.deal_for", interrupted)
    assert main(["deal", "00" * 32]) == 130


def test_the_games_of_the_docs_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", TWELVE]) == 0
    assert capsys.readouterr().out.startswith("12 games\ncomplete          12\n")


@pytest.mark.parametrize("game", range(1, 13))
def test_a_game_is_told_bout_by_bout(game: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", TWELVE, "--game", str(game)]) == 0
    told = capsys.readouterr().out
    log = log_from_plain(json.loads(Path(TWELVE).read_text().splitlines()[game - 1]))
    assert log.events is not None
    bouts = sum(event.kind == "bout_end" for event in log.events)
    resigned = log.events[-2].kind == "resign"
    assert told.count("\nBout ") in ({bouts, bouts + 1} if resigned else {bouts})
    assert told.rstrip().splitlines()[-1].startswith("  The game is ")


def test_a_forged_game_is_told_up_to_the_forgery(
    forged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(forged), "--game", "4"]) == 1
    assert "Refused: move 5: " in capsys.readouterr().out
    assert main(["replay", str(forged), "--game", "5"]) == 1
    assert "What the log claims is different at event" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "problem"), [("7", ":8: not JSON"), ("10", ": there is no game 10 in it")]
)
def test_a_game_that_cannot_be_read_is_status_2(
    forged: Path, game: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(forged), "--game", game]) == 2
    assert f"durak: {forged}{problem}" in capsys.readouterr().err
    assert main(["replay", str(forged / "no")]) == 2


def test_a_game_is_written_as_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "game.html"
    log = log_from_plain(json.loads(Path(TWELVE).read_text().splitlines()[2]))
    for seat, options in ((None, []), (2, ["--seat", "2"])):
        replayed = ["replay", TWELVE, "--game", "3", "--html", str(page), *options]
        assert main(replayed) == 0
        assert capsys.readouterr().out == f"{page}: complete\n"
        assert page.read_text(encoding="utf-8") == replay_page(log, seat)


def test_a_forged_game_is_a_page_up_to_the_forgery_and_no_deal_is_none(
    forged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "game.html"
    assert main(["replay", str(forged), "--game", "4", "--html", str(page)]) == 1
    assert capsys.readouterr().out.startswith(f"{page}: refused at move 5: ")
    assert "The next move of the log is refused" in page.read_text(encoding="utf-8")
    nowhere = tmp_path / "none.html"
    assert main(["replay", str(forged), "--game", "6", "--html", str(nowhere)]) == 1
    assert "cannot start: refused: bad_deal" in capsys.readouterr().err
    assert not nowhere.exists()


def test_a_game_is_told_from_one_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", TWELVE, "--seat", "1"]) == 0
    told = capsys.readouterr().out
    assert "ou attack" in told
    assert "seat 1" not in told.lower()
