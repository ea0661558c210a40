"""Players, whole deals between them, and what becomes of a player that errs."""

from __future__ import annotations

import pickle
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import games, log

import durak
from durak.bots import Bot
from durak.players import Misplay, Player, play, play_out, played_states
from durak.roster import MAKERS, maker_of, random_player

SEED = bytes(32)

RUNG2 = Bot(2).choose


def lowest(view: durak.View) -> durak.Move:
    return view.legal[0]


BOT_GAMES = [n for n, game in enumerate(games()) if game["policy"].startswith("bot:")]


@pytest.mark.parametrize("game", BOT_GAMES[::6], ids=lambda game: games()[game]["policy"])
def test_play_makes_the_recorded_game_of_two_bots(game: int) -> None:
    _, levels, text = games()[game]["policy"].split(":")
    bots = (Bot(int(level), text).choose for level in levels.split("v"))
    assert play(log(game).seed, bots, log(game).number) == log(game)


def test_the_log_of_a_deal_verifies_as_complete() -> None:
    whole = play(SEED, durak.BySeat(lowest, RUNG2))
    assert isinstance(whole, durak.Log)
    assert durak.verify(whole).status == "complete"


def test_players_are_asked_on_their_turn_with_their_own_view() -> None:
    asked: list[durak.View] = []

    def noting(view: durak.View) -> durak.Move:
        asked.append(view)
        return view.legal[-1]

    *states, end = played_states(start(), (noting, noting))
    assert isinstance(end, durak.State)
    assert end.over
    assert asked == [
        durak.view(state, state.turn)
        for state in states
        if isinstance(state, durak.State) and state.turn is not None
    ]
    assert len(asked) == len(states) == len(durak.moves_of(end.history))
    assert all(view.seat == view.turn and view.legal for view in asked)


def start() -> durak.State:
    state = durak.start(SEED)
    assert isinstance(state, durak.State)
    return state


def test_a_player_may_resign() -> None:
    end = play_out(start(), (lowest, answering(durak.Resign())))
    assert isinstance(end, durak.State)
    assert end.result == durak.resign_for(2)


def test_play_goes_on_from_any_position() -> None:
    laid = durak.position({1: [1, 2], 2: [10]}, trump="S", attacker=2)
    end = play_out(laid, (RUNG2, RUNG2))
    assert isinstance(end, durak.State)
    assert end.over


# What a player can do wrong ------------------------------------------------------


class Unprintable(Exception):
    def __str__(self) -> str:
        raise RuntimeError

    __repr__ = __str__


def raising(error: Exception) -> Player:
    def player(view: durak.View) -> durak.Move:
        raise error

    return player


def answering(answer: Any) -> Player:
    def player(view: durak.View) -> Any:
        return answer

    return player


WRONG: dict[str, tuple[Player, str, str | None]] = {
    "raises": (raising(KeyError("x")), "raised KeyError: 'x'", None),
    "raises what ends an iteration": (raising(StopIteration()), "raised StopIter", None),
    "raises what cannot be printed": (raising(Unprintable()), "raised ", None),
    "returns nothing": (answering(None), "gave no move", None),
    "takes no view": (lambda: None, "raised TypeError: ", None),  # type: ignore[dict-item,misc]
    "plays no card": (
        answering(durak.Attack(0)),
        "answered Attack(card=0)",
        "card_not_held",
    ),
    "plays a text": (answering("take"), "answered 'take': not_legal", "not_legal"),
    "plays a class": (answering(durak.Take), "answered ", "not_legal"),
    "plays plain data": (answering({"kind": "done"}), "answered {'kind'", "not_legal"),
    "does another's part": (answering(durak.Take()), "answered Take()", "wrong_phase"),
    "is done too early": (answering(durak.Done()), "answered Done()", "must_attack"),
    "plays what cannot be printed": (answering(Unprintable()), "answered <", "not_legal"),
    "plays a very long card": (
        *(answering(durak.Attack("x" * 10**6)), "answered Attack("),  # type: ignore[arg-type]
        "card_not_held",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_player_that_errs_ends_the_deal_with_who_where_and_why(wrong: str) -> None:
    player, problem, code = WRONG[wrong]
    opener = start().turn
    assert opener == 2
    misplay = play(SEED, (lowest, player))
    assert isinstance(misplay, Misplay)
    assert (misplay.seat, misplay.ply) == (2, 0)
    assert misplay.problem.startswith(problem)
    assert "\n" not in misplay.problem
    assert len(misplay.problem) < 200
    assert (misplay.error and misplay.error.code) == code
    assert (misplay.trace is not None) == problem.startswith("raised")
    assert str(misplay) == f"seat 2, asked at ply 0, {misplay.problem}"
    assert misplay.state == start()
    assert pickle.loads(pickle.dumps(misplay)) == misplay


def test_a_player_that_repeats_its_move_is_not_asked_for_ever() -> None:
    assert durak.Swap() in durak.legal_moves(start())
    misplay = play(SEED, (lowest, answering(durak.Swap())))
    assert isinstance(misplay, Misplay)
    assert (misplay.seat, misplay.ply) == (2, 1)
    assert misplay.error is not None
    assert misplay.error.code == "not_the_six"
    assert misplay.log.moves == (durak.Played(2, durak.Swap()),)


def failing_after(turns: int) -> Player:
    asked = iter(range(turns))

    def player(view: durak.View) -> durak.Move | None:
        return None if next(asked, None) is None else RUNG2(view)

    return player


@pytest.mark.parametrize("turns", range(6))
def test_the_log_up_to_a_misplay_is_kept_and_holds(turns: int) -> None:
    misplay = play(SEED, (failing_after(turns), RUNG2))
    assert isinstance(misplay, Misplay)
    assert sum(played.seat == 1 for played in misplay.log.moves) == turns
    verdict = durak.verify(misplay.log)
    assert verdict.status == "unfinished"
    assert verdict.state == misplay.state
    assert misplay.ply == misplay.state.ply


def test_a_deal_that_broke_off_can_be_played_on_by_others() -> None:
    whole = play(SEED, (RUNG2, RUNG2))
    misplay = play(SEED, (failing_after(5), RUNG2))
    assert isinstance(whole, durak.Log)
    assert isinstance(misplay, Misplay)
    end = play_out(misplay.state, (RUNG2, RUNG2))
    assert isinstance(end, durak.State)
    assert durak.log_of(end) == whole


def test_the_traceback_of_a_player_names_its_line() -> None:
    misplay = play(SEED, (lowest, raising(ZeroDivisionError("at last"))))
    assert isinstance(misplay, Misplay)
    assert misplay.trace is not None
    assert "raise error" in misplay.trace
    assert misplay.trace.endswith("ZeroDivisionError: at last\n")


@pytest.mark.parametrize("leave", [KeyboardInterrupt, SystemExit])
def test_who_leaves_the_program_leaves_it(leave: type[BaseException]) -> None:
    def player(view: durak.View) -> durak.Move:
        raise leave

    with pytest.raises(leave):
        play(SEED, (player, player))


@pytest.mark.parametrize(
    ("players", "error"),
    [
        ((lowest,), ValueError),
        ((lowest, lowest, lowest), ValueError),
        ((lowest, Bot(1)), TypeError),
        ((None, lowest), TypeError),
    ],
)
def test_what_cannot_be_seated_is_a_bug_of_the_caller(
    players: Any, error: type[Exception]
) -> None:
    for seat_them in (play_out, played_states):
        with pytest.raises(error):
            seat_them(start(), players)


def test_a_seed_that_deals_nothing_is_a_bug_of_the_caller() -> None:
    with pytest.raises(ValueError, match="a seed is exactly 32 bytes"):
        play(b"short", (lowest, lowest))


ANSWERS: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(["first", "last", "first", "last", "first", "last"]),
    st.none(),
    st.builds(durak.Attack, st.integers(-1, 40)),
    st.builds(durak.Beat, st.integers(1, 36)),
    st.sampled_from([durak.Take(), durak.Done(), durak.Swap(), durak.Resign(), 7]),
)


@given(st.binary(min_size=32, max_size=32), st.lists(ANSWERS, min_size=1, max_size=9))
def test_whatever_players_answer_a_deal_ends(seed: bytes, answers: list[Any]) -> None:
    def player(view: durak.View) -> Any:
        answer = answers[view.ply % len(answers)]
        by_place: dict[str, Any] = {"first": view.legal[0], "last": view.legal[-1]}
        return by_place.get(answer, answer) if isinstance(answer, str) else answer

    came = play(seed, (player, player))
    if isinstance(came, Misplay):
        assert durak.verify(came.log).status == "unfinished"
        assert came.state.turn == came.seat
    else:
        assert durak.verify(came).status == "complete"


# Players by name -----------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_rung_by_name_is_that_bot(level: int) -> None:
    named, bot = maker_of(f"rung{level}")(b"seed"), Bot(level, b"seed")
    for state in played_states(start(), (named, named)):
        assert isinstance(state, durak.State)
        if state.turn is not None:
            view = durak.view(state, state.turn)
            assert named(view) == bot.choose(view)


def test_the_random_player_counts_its_turns() -> None:
    """Checked in whole deals where the published random play is reproduced."""
    view = durak.view(start(), 2)
    once, again = random_player(b"seed"), random_player(b"seed")
    moves = [once(view) for _ in range(50)]
    assert [again(view) for _ in range(50)] == moves
    assert set(moves) == set(view.legal)


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "own_players.py").write_text(
        "from durak.roster import random_player\n"
        "def lowest(view):\n    return view.legal[0]\n"
        "class Table:\n    lowest = staticmethod(lowest)\n"
        "number = 7\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    return "own_players"


def test_a_function_of_ones_own_is_found_by_module_and_name(own_module: str) -> None:
    view = durak.view(start(), 2)
    for path in ("lowest", "Table.lowest"):
        assert maker_of(f"{own_module}:{path}")(b"seed")(view) == view.legal[0]


def test_a_maker_of_ones_own_is_not_told_the_seed(
    own_module: str,
) -> None:
    view = durak.view(start(), 2)
    made = maker_of(f"{own_module}:random_player()")(b"seed")
    same = MAKERS["random"](sha256(b"seed").digest())
    assert [made(view) for _ in range(9)] == [same(view) for _ in range(9)]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("rung4", "not one of rung1, rung2, rung3, random, module:function"),
        ("", "not one of"),
        (":x", "not one of"),
        ("x:", "not one of"),
        ("no_such_module:x", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("own_players:missing", "AttributeError: .* has no attribute 'missing'"),
        ("own_players:number", "it cannot be called"),
        ("random()", "not one of"),
    ],
)
def test_what_names_no_player_says_why(own_module: str, name: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        maker_of(name)
