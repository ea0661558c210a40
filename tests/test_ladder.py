"""Ladders and figures: the published ones exactly, and the laws that they keep."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import isclose, sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import durak
from durak import figures
from durak.cli import main
from durak.codec import log_from_plain
from durak.events import How
from durak.figures import Course, Spread, figures_of, spread_of
from durak.ladder import Ladder, Tally, play_ladder, wilson
from durak.outcome import Outcome
from durak.players import play
from durak.roster import maker_of
from durak.series import Fault, seed_of_text

# Published figures ---------------------------------------------------------------


def published_ladder(a: str, b: str) -> Tally:
    ladder = Ladder(a, b, 2000)
    tally = play_ladder(ladder, range(1, 2001))
    assert isinstance(tally, Tally)
    assert tally.deals == 2000
    return tally


def test_the_published_ladder_of_rungs_1_and_2() -> None:
    tally = published_ladder("rung1", "rung2")
    assert (tally.fools, tally.draws) == ((1954, 44), 2)
    assert tally.shares is not None
    assert f"{tally.shares[0]:.2%}" == "97.80%"
    assert [f"{held:.2f}" for held in tally.mean_held] == ["10.45", "4.32"]


@pytest.mark.slow
def test_the_published_ladder_of_rungs_1_and_3() -> None:
    tally = published_ladder("rung1", "rung3")
    assert (tally.fools, tally.draws) == ((1962, 34), 4)
    assert tally.shares is not None
    assert f"{tally.shares[0]:.2%}" == "98.30%"
    assert [f"{held:.2f}" for held in tally.mean_held] == ["10.05", "4.12"]


@pytest.mark.slow
def test_the_published_ladder_of_rungs_2_and_3() -> None:
    tally = published_ladder("rung2", "rung3")
    assert (tally.fools, tally.draws) == ((1021, 908), 71)
    assert [f"{held:.2f}" for held in tally.mean_held] == ["5.90", "5.79"]


@pytest.mark.slow
def test_the_published_figures_of_random_play() -> None:
    courses = figures.play_deals("random", range(1, 2001))
    assert not isinstance(courses, Fault)
    found = figures_of(courses)

    def published(spread: Spread | None) -> tuple[int, int, int, int, str]:
        assert spread is not None
        return spread.min, spread.median, spread.p95, spread.max, f"{spread.mean:.1f}"

    assert found.deals == 2000
    assert published(found.moves) == (42, 79, 114, 156, "81.0")
    assert published(found.moves_by_seat) == (17, 40, 57, 81, "40.5")
    assert published(found.bouts) == (15, 30, 42, 57, "30.3")
    assert published(found.held) == (2, 8, 14, 24, "7.7")
    assert found.outcomes == {Outcome.DRAW: 6, Outcome.FOOL: 1994, Outcome.RESIGN: 0}
    assert found.opener_fools == 984
    assert (found.could_exchange, found.exchanged) == (1753, 1234)


# Ladders -------------------------------------------------------------------------


def test_the_deals_of_a_ladder_are_named_by_its_rungs_and_their_place() -> None:
    ladder = Ladder("rung2", "rung3", 2000)
    assert ladder.seed(1) == b"durak-ladder-2-3-1              "
    assert ladder.seed(2000) == b"durak-ladder-2-3-2000           "
    own = Ladder("rung2", "rung:mine", 10)
    assert own.seed(7) == b"durak-ladder-2-rung:mine-7      "


def test_a_text_too_long_for_a_seed_names_one_all_the_same() -> None:
    assert seed_of_text("x" * 32) == b"x" * 32
    seeds = {seed_of_text("x" * length) for length in range(64)}
    assert len(seeds) == 64
    assert {len(seed) for seed in seeds} == {32}


def test_each_player_has_each_seat_in_one_half_of_the_deals() -> None:
    assert [Ladder("a", "b", 6).seat(deal) for deal in range(1, 7)] == [1, 1, 1, 2, 2, 2]
    assert [Ladder("a", "b", 3).seat(deal) for deal in range(1, 4)] == [1, 1, 2]


def test_a_mirrored_ladder_plays_each_deal_twice_with_the_seats_exchanged() -> None:
    ladder = Ladder("rung1", "rung2", 6, mirrored=True)
    assert [ladder.seat(deal) for deal in range(1, 7)] == [1, 2, 1, 2, 1, 2]
    seeds = [ladder.seed(deal) for deal in range(1, 7)]
    assert (
        seeds[::2]
        == seeds[1::2]
        == [Ladder("rung1", "rung2", 3).seed(i) for i in (1, 2, 3)]
    )


@pytest.mark.parametrize("deals", [range(3), range(2, 8), range(7, 2, -1)])
def test_deals_that_a_ladder_has_not_are_a_bug_of_the_caller(deals: range) -> None:
    with pytest.raises(ValueError, match="no such deals"):
        play_ladder(Ladder("rung1", "rung2", 6), deals)


def test_a_tally_says_what_the_logs_of_its_deals_say() -> None:
    ladder = Ladder("rung3", "random", 24)
    tally = play_ladder(ladder, range(1, 25))
    fools, draws, held, moves = {"rung3": 0, "random": 0}, 0, {"rung3": 0, "random": 0}, 0
    for deal in range(1, 25):
        seed = ladder.seed(deal)
        names = ("rung3", "random") if deal <= 12 else ("random", "rung3")
        makers = enumerate(map(maker_of, names), 1)
        log = play(seed, [make(seed + b":%d" % seat) for seat, make in makers])
        assert isinstance(log, durak.Log)
        end = durak.verify(log).state
        assert end is not None
        assert end.result is not None
        moves += len(log.moves)
        if end.result.fool is None:
            draws += 1
        else:
            fools[names[end.result.fool - 1]] += 1
            held[names[end.result.fool - 1]] += end.counts[end.result.fool]
    assert tally == Tally(
        (fools["rung3"], fools["random"]), draws, (held["rung3"], held["random"]), moves
    )


@settings(max_examples=15)
@given(st.booleans(), st.sets(st.integers(1, 13)))
def test_deals_can_be_shared_out_in_any_way(mirrored: bool, cuts: Iterable[int]) -> None:
    ladder = Ladder("random", "rung3", 12, mirrored)
    shares = [range(*ends) for ends in pairwise(sorted({1, 13, *cuts}))]
    total = Tally()
    for share in reversed(shares):
        tally = play_ladder(ladder, share)
        assert isinstance(tally, Tally)
        total = tally + total
    assert total == play_ladder(ladder, range(1, 13))


def test_nothing_is_made_up_for_a_ladder_without_a_fool() -> None:
    tally = Tally(draws=3)
    assert (tally.deals, tally.decided, tally.shares) == (3, 0, None)
    assert tally.mean_held == (None, None)
    assert tally.intervals == ((0.0, 1.0), (0.0, 1.0))


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_ends_of_an_interval_are_the_shares_that_the_data_just_allow(
    counts: tuple[int, int],
) -> None:
    """Wilson's own definition: |share - p| = z * sqrt(p * (1 - p) / n) at either end."""
    hits, trials = counts
    share = hits / trials
    low, high = wilson(hits, trials)
    assert 0 <= low <= share <= high <= 1
    for end in {low, high} - {0.0, 1.0}:
        reach = 1.959963984540054 * sqrt(end * (1 - end) / trials)
        assert isclose(abs(share - end), reach, rel_tol=1e-6)
    mirrored = wilson(trials - hits, trials)
    assert isclose(mirrored[0], 1 - high, abs_tol=1e-12)
    assert isclose(mirrored[1], 1 - low, abs_tol=1e-12)


def test_the_interval_of_a_worked_example() -> None:
    """0 of 10 is 0 to z^2 / (n + z^2); 5 of 10 lies around the half."""
    square = 1.959963984540054**2
    assert wilson(0, 10) == pytest.approx((0, square / (10 + square)))
    assert wilson(5, 10) == pytest.approx((0.236593, 0.763407), abs=1e-6)
    with pytest.raises(ValueError, match="3 hits in 2 trials"):
        wilson(3, 2)


# Figures -------------------------------------------------------------------------


def test_the_spread_of_some_numbers() -> None:
    assert spread_of([5]) == Spread(5, 5, 5, 5, 5.0)
    assert spread_of(range(100, 0, -1)) == Spread(1, 50, 95, 100, 50.5)
    assert spread_of([1, 2]) == Spread(1, 1, 2, 2, 1.5)
    with pytest.raises(ValueError, match="no numbers"):
        spread_of([])


def test_figures_add_up() -> None:
    courses = figures.play_deals("rung3", range(1, 61))
    assert not isinstance(courses, Fault)
    found = figures_of(courses)
    assert sum(found.outcomes.values()) == found.deals == 60
    assert sum(found.hows.values()) == sum(len(course.bouts) for course in courses)
    assert isclose(found.moves.mean, 2 * found.moves_by_seat.mean)
    assert found.exchanged == found.could_exchange, "a rung exchanges whenever it may"
    assert found.opener_fools < found.outcomes[Outcome.FOOL]


def test_figures_of_deals_without_a_fool_say_so() -> None:
    course = Course(1, durak.BySeat(3, 3), ((How.SPENT, 6),), drawn(), 0, False, False)
    assert figures_of([course]).held is None
    assert figures_of([course]).outcomes[Outcome.DRAW] == 1


def drawn() -> durak.Result:
    result = durak.result_for(durak.BySeat(0, 0), 0)
    assert result is not None
    return result


# Commands ------------------------------------------------------------------------


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def without_time(plain: dict[str, Any]) -> dict[str, Any]:
    seconds, speed = plain.pop("seconds"), plain.pop("moves_per_second")
    assert isclose(seconds * speed, plain["moves"])
    return plain


def test_processes_share_a_ladder_without_changing_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ("ladder", "rung2", "rung3", "--deals", "45", "--json")
    alone = without_time(json.loads(output_of(capsys, *command)))
    shared = without_time(json.loads(output_of(capsys, *command, "-j", "2")))
    assert alone == shared
    tally = play_ladder(Ladder("rung2", "rung3", 45, mirrored=True), range(1, 46))
    assert isinstance(tally, Tally)
    assert tally.shares is not None
    assert alone == {
        "deals": 45,
        "mirrored": 1,
        "draws": tally.draws,
        "moves": tally.moves,
        **{
            side: {
                "player": name,
                "fool": tally.fools[place],
                "share": tally.shares[place],
                "interval": list(tally.intervals[place]),
                "held": tally.mean_held[place],
            }
            for place, (side, name) in enumerate((("a", "rung2"), ("b", "rung3")))
        },
    }


def test_a_ladder_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("ladder", "rung2", "rung3", "--halves", "-n", "200")
    *lines, speed = output_of(capsys, *command).splitlines()
    assert lines == [
        "rung2 against rung3, 200 deals, in halves",
        "         fool    share  95 percent         held",
        "rung2      96   50.26%  43.24% to 57.28%   6.38",
        "rung3      95   49.74%  42.72% to 56.76%   5.83",
        "draws       9",
    ]
    assert speed.startswith("10079 moves, ")
    assert speed.endswith(" a second")


def test_a_ladder_without_a_fool_in_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder = Ladder("rung3", "rung3", 99)
    drawn = next(
        ladder.seed(deal)
        for deal in range(1, 99)
        if getattr(play_ladder(ladder, range(deal, deal + 1)), "draws", 0)
    )

    def same(ladder: Ladder, deal: int) -> bytes:
        return drawn

    monkeypatch.setattr(Ladder, "seed", same)
    out = output_of(capsys, "ladder", "rung3", "rung3", "-n", "1")
    assert "rung3       0        -  0.00% to 100.00%      -\n" in out


def test_the_measurement_of_a_player_in_words_and_as_data(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ("measure", "random", "--deals", "45")
    plain = json.loads(output_of(capsys, *command, "--json", "-j", "2"))
    courses = figures.play_deals("random", range(1, 46))
    assert not isinstance(courses, Fault)
    found = figures_of(courses)
    assert plain["player"] == "random"
    assert plain["moves"]["mean"] == found.moves.mean
    assert plain["hows"] == {how.value: count for how, count in found.hows.items()}
    assert plain["outcomes"]["fool"] == found.outcomes[Outcome.FOOL]
    lines = output_of(capsys, *command).splitlines()
    assert lines[0] == "random at both seats, 45 deals"
    assert lines[2].split()[-5:] == [
        *(str(plain["moves"][key]) for key in ("min", "median", "p95", "max")),
        f"{plain['moves']['mean']:.1f}",
    ]
    assert lines[-2].startswith(f"the opener lost      {found.opener_fools} of ")
    assert lines[-1].endswith(
        f"possible in {found.could_exchange} deals, made in {found.exchanged}"
    )


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to stand in, with players of one's own in it."""
    (tmp_path / "mine.py").write_text(
        "import os\n"
        "def late(view):\n"
        "    return view.legal[0] if view.ply < 40 else None\n"
        "def gone(view):\n"
        "    os._exit(3)\n"
        "def quitter(view):\n"
        "    from durak import Resign\n"
        "    return Resign()\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    sys.modules.pop("mine", None)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_ladder_breaks_off_at_the_first_misplay_and_keeps_the_log(
    own_module: Path, capsys: pytest.CaptureFixture[str], jobs: str
) -> None:
    command = ("ladder", "rung1", "mine:late", "--deals", "30", "-j", jobs)
    assert main((*command, "--json")) == 1
    fault = json.loads(capsys.readouterr().out)["fault"]
    assert (fault["deal"], fault["player"], fault["seat"]) == (1, "mine:late", 2)
    assert (fault["problem"], fault["error"], fault["trace"]) == (
        "gave no move",
        None,
        None,
    )
    log = log_from_plain(fault["log"])
    verdict = durak.verify(log)
    assert verdict.status == "unfinished"
    assert verdict.state is not None
    assert verdict.state.ply == fault["ply"] >= 40
    assert main(command) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        f"durak: deal 1: mine:late at seat 2, asked at ply {fault['ply']}, gave no move\n"
    )


def test_a_measurement_breaks_off_too_with_the_traceback(
    own_module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (own_module / "mine.py").write_text("def late(view): return 1 // 0\n")
    assert main(("measure", "mine:late")) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "def late(view): return 1 // 0" in err
    assert (
        "asked at ply 0, raised ZeroDivisionError: integer division" in err.splitlines()[-1]
    )


def test_a_process_that_dies_is_an_error_and_no_hang(
    own_module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("ladder", "mine:gone", "rung1", "-n", "20", "-j", "2")) == 2
    assert "a process ended before its work was done" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_a_ladder_even_while_a_player_does_not_return(
    own_module: Path, jobs: str
) -> None:
    (own_module / "mine.py").write_text(
        "import os, time, pathlib\n"
        "def sleeper(view):\n"
        "    pathlib.Path(f'asked-{os.getpid()}').touch()\n"
        "    time.sleep(3600)\n"
    )
    command = [sys.executable, "-m", "durak", "ladder", "mine:sleeper", "rung1", "-j", jobs]
    here = str(Path(durak.__file__).parents[1])
    ladder = subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": here},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    try:
        while len(list(own_module.glob("asked-*"))) < int(jobs):
            assert ladder.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.killpg(ladder.pid, signal.SIGINT)
        _, err = ladder.communicate(timeout=30)
    finally:
        if ladder.poll() is None:
            os.killpg(ladder.pid, signal.SIGKILL)
    assert (ladder.returncode, err) == (130, "")


def test_a_resignation_is_a_fool_with_the_cards_it_held(
    own_module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = output_of(capsys, "ladder", "mine:quitter", "rung1", "-n", "8", "--json")
    plain = json.loads(out)
    out = output_of(capsys, "measure", "mine:quitter", "-n", "3")
    assert "deals ended          fool 0, draw 0, resign 3\n" in out
    assert " ".join(out.splitlines()[5].split()) == "cards of a bout - - - - -"
    assert (plain["a"]["fool"], plain["b"]["fool"], plain["draws"]) == (8, 0, 0)
    assert plain["a"]["share"] == 1
    assert plain["b"]["held"] is None


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("rung1",), "the following arguments are required: B"),
        (("rung1", "rung9"), "argument B: no player 'rung9': not one of rung1"),
        (("rung1", "mine:missing"), "argument B: no player 'mine:missing': AttributeError"),
        (("rung1", "rung2", "--deals", "0"), "not a whole number from 1: '0'"),
        (("rung1", "rung2", "-j", "x"), "not a whole number from 1: 'x'"),
    ],
)
def test_a_wrong_usage_says_what_is_wrong(
    own_module: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    problem: str,
) -> None:
    with pytest.raises(SystemExit) as left:
        main(("ladder", *arguments))
    assert left.value.code == 2
    assert problem in capsys.readouterr().err


class Screen(io.StringIO):
    """A stderr that says it is a terminal."""

    def isatty(self) -> bool:
        """Said without being one."""
        return True


COMMAND = ("ladder", "rung1", "rung2", "-n", "20")


def test_progress_is_shown_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    assert main(COMMAND) == 0
    assert "playing" in screen.getvalue()
    assert "20 deals" in screen.getvalue()
    assert capsys.readouterr().out.startswith("rung1 against rung2, 20 deals, ")


def test_without_rich_nothing_is_shown_and_everything_works(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    assert main(COMMAND) == 0
    assert screen.getvalue() == ""
    assert capsys.readouterr().out.startswith("rung1 against rung2, 20 deals, ")


def test_a_ladder_does_not_depend_on_the_order_of_hash_tables() -> None:
    code = (
        "from durak.ladder import *; from durak.figures import *;"
        "print(play_ladder(Ladder('rung1', 'rung3', 4), range(1, 5)));"
        "print(figures_of(play_deals('random', range(1, 5))))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("mine:raising()", "ZeroDivisionError"),
        ("mine:nothing()", "it made None"),
        ("mine:leaver", "a player ended the program: SystemExit(0)"),
    ],
)
@pytest.mark.parametrize("command", ["ladder", "measure"])
def test_a_player_that_cannot_be_made_or_ends_the_program_is_told_of(
    own_module: Path,
    capsys: pytest.CaptureFixture[str],
    command: str,
    name: str,
    problem: str,
) -> None:
    (own_module / "mine.py").write_text(
        "import sys\n"
        "def raising(seed): return 1 // 0\n"
        "def nothing(seed): return None\n"
        "def leaver(view): sys.exit(0)\n"
    )
    opponent = ("rung1",) if command == "ladder" else ()
    assert main((command, name, *opponent, "-n", "4")) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert problem in err
