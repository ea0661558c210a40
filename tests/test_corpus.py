"""Generated games: what they follow from, and how some of them are forged."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

import durak
from durak.bots import Bot
from durak.cli import main
from durak.codec import to_json, to_plain
from durak.corpus import FORGERIES, Corpus
from durak.files import read_lines, read_log, whole_file


def test_random_play_is_the_published_one() -> None:
    corpus = Corpus("durak-soak", 40)
    for i, log in enumerate(corpus, 1):
        assert log.seed == f"durak-soak-{i}".ljust(32).encode()
        walk = durak.states_of(log.seed, log.moves)
        for n, (state, event) in enumerate(zip(walk, log.moves, strict=False), 1):
            assert isinstance(state, durak.State)
            legal = durak.legal_moves(state)
            digest = sha256(f"durak-soak:{i}:{n}".encode()).digest()
            assert event.move == legal[int.from_bytes(digest[:4], "big") % len(legal)]


def test_bots_of_the_level_play_both_seats() -> None:
    for i, log in enumerate(Corpus("bots", 10, "rung3"), 1):
        walk = durak.states_of(log.seed, log.moves)
        for state, event in zip(walk, log.moves, strict=False):
            assert isinstance(state, durak.State)
            assert state.turn == event.seat
            view = durak.view(state, event.seat)
            assert event.move == Bot(3, f"bots:{i}").choose(view)


def test_a_game_does_not_depend_on_how_many_others_there_are() -> None:
    few, many = Corpus("same", 3, forged=0.5), Corpus("same", 30, forged=0.5)
    assert list(few) == list(many.logs(range(1, 4)))
    assert len({log.seed for log in many}) == 30


def test_forged_logs_fail_and_the_others_hold_to_the_end() -> None:
    corpus = Corpus("forgers", 200, forged=0.5)
    forged = [corpus.is_forged(i) for i in range(1, 201)]
    statuses = [durak.verify(log).status for log in corpus]
    assert 80 <= sum(forged) <= 120
    for is_forged, status in zip(forged, statuses, strict=True):
        assert (status is not durak.Status.COMPLETE) == is_forged


def test_the_share_is_kept_at_its_ends() -> None:
    games = range(1, 101)
    assert not any(map(Corpus("none", 100).is_forged, games))
    assert all(map(Corpus("all", 100, forged=1).is_forged, games))


@pytest.mark.parametrize("forgery", FORGERIES)
def test_each_way_to_forge_is_found_out_at_some_place(
    forgery: Callable[[durak.Log, int], durak.Log],
) -> None:
    log = Corpus("ways", 1).log(1)
    verdicts = [durak.verify(forgery(log, place)) for place in range(len(log.moves))]
    assert any(not verdict.holds for verdict in verdicts)


def test_events_are_claimed_where_asked_for_and_hold() -> None:
    bare, full = Corpus("claims", 5), Corpus("claims", 5, claims_events=True)
    for without, with_events in zip(bare, full, strict=True):
        assert without.events is None
        assert without.result == with_events.result is not None
        assert with_events.events is not None
        assert durak.verify(with_events).holds


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        (("x", -1), "-1 games"),
        (("x", 1, "nobody"), "no player 'nobody'"),
        (("x", 1, "random", 1.5), "not 1.5"),
        (("x", 1, "random", float("nan")), "not nan"),
    ],
)
def test_what_no_corpus_can_be_is_refused(values: tuple[object, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Corpus(*values)  # type: ignore[arg-type]


@pytest.mark.parametrize("i", [0, 4, -1])
def test_a_game_that_is_not_in_it_is_a_callers_bug(i: int) -> None:
    with pytest.raises(ValueError, match=f"no game {i} among 3"):
        Corpus("three", 3).log(i)


def written(path: Path) -> list[durak.Log]:
    return [read_log(line.text)[0] for line in read_lines(str(path))]


def test_the_command_writes_the_games_as_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "games.jsonl"
    asked = ["--games", "30", "--seed", "written", "--forged", "0.2", "--events"]
    assert main(["corpus", str(out), *asked]) == 0
    corpus = Corpus("written", 30, forged=0.2, claims_events=True)
    assert written(out) == list(corpus)
    forged = sum(map(corpus.is_forged, range(1, 31)))
    assert capsys.readouterr().out == f"30 games, {forged} of them forged, in {out}\n"
    assert main(["verify", str(out)]) == 1
    assert f"refused{'':<4}" in capsys.readouterr().out


def test_the_file_is_the_same_whatever_shares_the_work(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl.gz", tmp_path / "two.jsonl.gz"
    asked = ["--games", "450", "--player", "rung2"]
    assert main(["corpus", str(one), *asked]) == 0
    assert main(["corpus", str(two), *asked, "--jobs", "2"]) == 0
    assert one.read_bytes() == two.read_bytes()
    lines = [to_json(to_plain(log)) for log in Corpus("durak", 450, "rung2")]
    assert gzip.decompress(one.read_bytes()).decode().splitlines() == lines


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        (
            ["--player", "durak.outcome:places_for"],
            "durak: game 1: durak.outcome:places_for at seat 1, asked at ply 0, answered",
        ),
        (["--forged", "2"], "durak: a share is a number from 0 to 1, not 2.0"),
    ],
)
def test_the_command_refuses_what_no_corpus_can_be(
    asked: list[str], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["corpus", str(tmp_path / "games.jsonl"), *asked]) == 2
    assert capsys.readouterr().err.startswith(problem)
    assert not list(tmp_path.iterdir())


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")

    def write(text: str, fault: str = "") -> None:
        with whole_file(path) as unfinished:
            unfinished.write_text(text)
            assert path.read_text() == "before"
            if fault:
                raise OSError(fault)

    with pytest.raises(OSError, match="full"):
        write("half", "the disk is full")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
    assert path.read_text() == "before"
    write("after")
    assert path.read_text() == "after"


def test_games_of_different_texts_differ() -> None:
    texts = [to_json(to_plain(Corpus(text, 1).log(1))) for text in "abcdef"]
    assert all(first != second for first, second in pairwise(sorted(texts)))
