"""`durak play` without a terminal: through pipes, with its log, and when it is misused."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import recorded
from attrs import frozen

import durak
from durak.cli import main
from durak.terminal.saves import load

SEED = "07" * 32
PLAY = [sys.executable, "-m", "durak", "play"]


def environment(**more: str) -> dict[str, str]:
    """The environment of the command: this checkout, and no setting of the caller's."""
    kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    return {**kept, "PYTHONPATH": str(Path(durak.__file__).parents[1]), **more}


@frozen
class Finished:
    """What became of a command."""

    returncode: int | str | None
    stdout: bytes
    stderr: bytes


def piped(typed: bytes, *arguments: str, encoding: str = "utf-8") -> Finished:
    """The command with all it is to be answered, its streams as pipes have them."""
    stdin = io.TextIOWrapper(io.BytesIO(typed), encoding)
    out, err = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", stdin)
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding, write_through=True))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding, write_through=True))
        try:
            status: int | str | None = main(["play", *arguments])
        except SystemExit as stopped:
            status = stopped.code
        return Finished(status, out.getvalue(), err.getvalue())


def by_hints(*arguments: str, **more: str) -> bytes:
    """The transcript of a whole game in which every hint is followed."""
    process = subprocess.Popen(
        [*PLAY, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(**more),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    transcript = b""
    while True:
        asked = _until(process.stdout, b"> ")
        transcript += asked
        if not asked.endswith(b"> "):
            break
        hint = re.search(rb"Hint: (\w+),[^\n]*\n[^\n]*\n> $", transcript)
        process.stdin.write((hint[1] if hint else b"?") + b"\n")
        process.stdin.flush()
    process.stdin.close()
    process.stdout.close()
    assert process.wait() == 0
    return transcript


def _until(stream: Any, end: bytes) -> bytes:
    read = b""
    while not read.endswith(end) and (more := stream.read(1)):
        read += more
    return read


@pytest.mark.parametrize(
    ("encoding", "suits"), [("utf-8", "♠♥♦♣"), ("cp1252", ""), ("ascii", "")]
)
def test_a_whole_game_through_a_pipe_in_any_encoding(
    encoding: str, suits: str, tmp_path: Path
) -> None:
    log = tmp_path / "game.json"
    arguments = ["--seed", SEED, "--log", str(log)]
    transcript = by_hints(*arguments, PYTHONIOENCODING=encoding).decode(encoding)
    assert "The game is over: " in transcript
    assert b"\x1b" not in transcript.encode(encoding)
    assert {mark for mark in "♠♥♦♣" if mark in transcript} == set(suits)
    verdict = durak.verify(load(log))
    assert verdict.status == "complete"
    assert main(["verify", str(log)]) == 0
    assert f"The log is in {log}." in transcript.replace("\n", " ")


def test_ascii_on_request() -> None:
    done = piped(b"?\n", "--ascii", "--seed", SEED, encoding="utf-8")
    assert done.stdout.isascii()
    assert done.returncode == 0


def test_what_is_typed_may_be_anything_in_any_encoding() -> None:
    typed = "нет\n\u0661\n".encode() + b"\xff\xfe\x00\n\n" + b"9" * 5000 + b"\n"
    for encoding in ("ascii", "utf-8", "cp1252"):
        done = piped(typed, "--seed", SEED, encoding=encoding)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.count(b"> ") == 6
        assert done.stdout.count(b"Play 1") >= 5


def test_the_same_seed_and_answers_are_the_same_game() -> None:
    first, second = (piped(b"1\nt\nd\n1\n", "--seed", SEED) for _ in range(2))
    assert first.stdout == second.stdout
    other = piped(b"1\nt\nd\n1\n", "--seed", SEED, "--number", "2")
    assert other.stdout != first.stdout


def test_without_a_seed_every_game_is_another() -> None:
    told = [piped(b"").stdout.decode() for _ in range(2)]
    seeds = [re.search(r"--seed ([0-9a-f]{64})", text) for text in told]
    assert all(seeds)
    assert len({seed[1] for seed in seeds if seed}) == 2


def test_seat_and_level_are_as_asked_for() -> None:
    done = piped(b"", "--seat", "2", "--level", "5", "--number", "7", "--seed", SEED)
    told = done.stdout.decode()
    assert told.startswith("Durak, deal 7: you at seat 2, a bot of level 5 at seat 1.\n")
    again = f"durak play --seed {SEED} --number 7 --seat 2 --level 5"
    assert told.endswith(f"To play the deal again: {again}\n")


@pytest.mark.parametrize(
    ("typed", "status", "over"),
    [
        (b"", "unfinished", False),
        (b"q\n", "unfinished", False),
        (b"1\n?\nt\nq\n", "unfinished", False),
        (b"1\nr\n", "complete", True),
    ],
)
def test_the_log_is_whole_however_the_game_is_left(
    typed: bytes, status: str, over: bool, tmp_path: Path
) -> None:
    log = tmp_path / "a game.json"
    done = piped(typed, "--seed", SEED, "--log", str(log))
    assert done.returncode == 0
    assert log.read_text().count("\n") == 1
    verdict = durak.verify(load(log))
    assert verdict.status == status
    resume = f"To go on: durak play --resume '{log}' --seat 1 --level 3\n"
    assert done.stdout.decode().endswith(f"The log is in {log}.\n" if over else resume)
    assert [path.name for path in tmp_path.iterdir()] == [log.name]


def test_an_interrupt_leaves_a_whole_log_and_says_how_to_go_on(tmp_path: Path) -> None:
    log = tmp_path / "game.json"
    process = subprocess.Popen(
        [*PLAY, "--seed", SEED, "--log", str(log)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    _until(process.stdout, b"> ")
    process.stdin.write(b"1\n")
    process.stdin.flush()
    _until(process.stdout, b"\n> ")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert err == b""
    assert out.decode().endswith(
        f"\nTo go on: durak play --resume {log} --seat 1 --level 3\n"
    )
    verdict = durak.verify(load(log))
    assert verdict.status == "unfinished"
    assert verdict.state is not None
    assert durak.moves_of(verdict.state.history)[0].seat == 1


def test_a_resumed_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    """In pieces it is the same game as in one go; the moves before can be taken back."""
    whole, pieces = tmp_path / "whole.json", tmp_path / "pieces.json"
    typed = [b"1\n", b"t\n", b"1\n", b"d\n", b"2\n", b"1\n"]
    piped(b"".join(typed), "--seed", SEED, "--log", str(whole))
    piped(typed[0], "--seed", SEED, "--log", str(pieces))
    for line in typed[1:]:
        assert piped(line, "--resume", str(pieces), "--seat", "1").returncode == 0
    assert pieces.read_bytes() == whole.read_bytes()
    once_less = tmp_path / "less.json"
    piped(b"".join(typed) + b"u\n", "--seed", SEED, "--log", str(once_less))
    piped(b"u\n", "--resume", str(pieces), "--seat", "1")
    assert pieces.read_bytes() == once_less.read_bytes() != whole.read_bytes()


def test_a_resumed_game_can_be_kept_elsewhere(tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json.gz"
    piped(b"1\n", "--seed", SEED, "--log", str(old))
    before = old.read_bytes()
    done = piped(b"r\n", "--resume", str(old), "--log", str(new), "--seat", "1")
    assert done.returncode == 0
    assert old.read_bytes() == before
    assert durak.verify(load(new)).status == "complete"
    assert json.loads(gzip.decompress(new.read_bytes()))["result"]["fool"] == 1


def test_a_resumed_game_finds_ones_seat_and_the_bots_level(tmp_path: Path) -> None:
    log = tmp_path / "game.json"
    typed = b"1\n" * 12 + b"t\n" * 3
    piped(typed, "--seed", SEED, "--seat", "2", "--level", "1", "--log", str(log))
    told = piped(b"", "--resume", str(log)).stdout.decode()
    assert told.startswith("Durak, deal 1: you at seat 2, a bot of level 1 at seat 1.\n")


def game(number: int, **more: object) -> dict[str, Any]:
    """A recorded game without its claims, and what is changed of it."""
    kept = {key: recorded.games()[number][key] for key in ("seed", "number", "moves")}
    return {**kept, **more}


RANDOM = game(0, moves=recorded.games()[0]["moves"][:20])


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "a file with one game in one line is needed, not 0 lines"),
        ("{}\n{}\n", "a file with one game in one line is needed, not 2 lines"),
        ("nonsense", "not JSON: "),
        ('{"seed": 1}', "seed: not a text: 1"),
        ('{"game": "chess"}', "unknown key 'game'"),
        ('{"number": 1}', "the key 'seed' is missing"),
        (json.dumps({**game(0), "players": ["a", "b"]}), "unknown key 'players'"),
        (json.dumps(game(0)), "the game is over: seat "),
        (
            json.dumps(game(0, moves=recorded.games()[1]["moves"])),
            "the game is not by the rules, refused at move ",
        ),
        (json.dumps({**RANDOM, "events": []}), "not by the rules, different at event 0"),
        (
            json.dumps(RANDOM),
            "no such bot played this game; say --seat and --level to go on",
        ),
    ],
)
def test_a_file_that_cannot_be_gone_on_with_is_status_2(
    content: str, complaint: str, tmp_path: Path
) -> None:
    log = tmp_path / "game.json"
    log.write_text(content)
    done = piped(b"q\n", "--resume", str(log))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"durak: {log}: ")
    assert complaint in done.stderr.decode()
    assert log.read_text() == content


def test_any_game_by_the_rules_can_be_gone_on_with_once_seats_are_said(
    tmp_path: Path,
) -> None:
    log = tmp_path / "game.json"
    log.write_text(json.dumps(RANDOM))
    assert (
        piped(b"q\n", "--resume", str(log), "--seat", "1", "--level", "2").returncode == 0
    )
    assert durak.verify(load(log)).holds


def test_a_game_of_another_deal_than_asked_for_is_status_2(tmp_path: Path) -> None:
    log = tmp_path / "game.json"
    piped(b"1\n", "--seed", SEED, "--log", str(log))
    for other in (["--seed", "00" * 32], ["--number", "2"]):
        done = piped(b"q\n", "--resume", str(log), *other)
        assert done.returncode == 2
        assert b"a game of another deal than --seed and --number say" in done.stderr
    asked = ["--seed", SEED, "--seat", "1"]
    assert piped(b"q\n", "--resume", str(log), *asked).returncode == 0


def test_where_either_seat_fits_the_person_is_asked_and_no_hand_is_shown(
    tmp_path: Path,
) -> None:
    """A guess could show the hand of the opponent."""
    log = tmp_path / "game.json"
    piped(b"q\n", "--seed", SEED, "--seat", "2", "--log", str(log))
    done = piped(b"q\n", "--resume", str(log))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"either seat may have been yours; say which with --seat" in done.stderr
    assert piped(b"q\n", "--resume", str(log), "--seat", "2").returncode == 0


def test_a_log_is_the_old_or_the_new_one_whatever_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "game.json"
    piped(b"1\n", "--seed", SEED, "--log", str(log))
    before = log.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    done = piped(b"1\n", "--resume", str(log), "--seat", "1")
    assert done.returncode == 2
    assert f"No space left on device: '{log}'".encode() in done.stderr
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [before]


def test_a_log_is_not_written_over_another_file(tmp_path: Path) -> None:
    log = tmp_path / "game.json"
    log.touch()
    assert piped(b"1\n", "--log", str(log)).returncode == 0, "an empty file is free"
    before = log.read_bytes()
    done = piped(b"1\n", "--log", str(log))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"the file is not empty; name a new one, or go on with --resume" in done.stderr
    assert log.read_bytes() == before
    again = ["--resume", str(log), "--log", str(log), "--seat", "1"]
    assert piped(b"", *again).returncode == 0


def test_a_log_that_cannot_be_written_is_status_2_before_the_game(tmp_path: Path) -> None:
    done = piped(b"1\n", "--log", str(tmp_path / "missing" / "game.json"))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"No such file or directory" in done.stderr
    assert piped(b"", "--resume", str(tmp_path / "missing.json")).returncode == 2


def test_a_log_keeps_the_links_and_permissions_of_its_file(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept.json", tmp_path / "link.json"
    kept.touch(mode=0o600)
    kept.chmod(0o600)
    link.symlink_to(kept)
    assert piped(b"1\n", "--log", str(link)).returncode == 0
    assert link.is_symlink()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert durak.verify(load(kept)).holds


def test_a_log_may_go_to_what_is_no_file() -> None:
    done = piped(b"1\n", "--log", os.devnull)
    assert done.returncode == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize(
    "arguments",
    [["--seat", "3"], ["--seat", "0"], ["--level", "6"], ["--level", "0"], ["--seed", "7"]],
)
def test_a_usage_that_cannot_be_read_is_status_2(arguments: list[str]) -> None:
    done = piped(b"", *arguments)
    assert done.returncode == 2
    assert b"usage: durak play" in done.stderr


def test_a_reader_that_leaves_early_is_no_failure_worth_a_traceback() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    command = [*PLAY, "--seed", SEED]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        os.close(theirs)
        assert process.communicate(b"1\n1\n1\n") == (None, b"")
    assert process.returncode == 1


class TerminalStream(io.TextIOWrapper):
    """A stream that takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


def test_without_textual_a_terminal_gets_plain_lines_and_is_told_how_to_get_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = io.BytesIO()
    for name, buffer in (("stdin", io.BytesIO(b"q\n")), ("stderr", io.BytesIO())):
        monkeypatch.setattr(sys, name, TerminalStream(buffer, "utf-8"))
    monkeypatch.setattr(sys, "stdout", TerminalStream(out, "utf-8", write_through=True))
    monkeypatch.setattr("durak.cli.play.find_spec", lambda _: None)
    monkeypatch.setenv("TERM", "xterm")
    assert main(["play", "--seed", SEED]) == 0
    told = out.getvalue().decode().splitlines()
    assert told[0] == "For a painted table: pip install 'durak-engine[play]'"
    assert told[1] == "Durak, deal 1: you at seat 1, a bot of level 3 at seat 2."
    assert any(line.startswith("Play 1-6.") for line in told)
