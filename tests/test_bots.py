"""The bots, against recorded choices, and the promise that they see a view only."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
from collections.abc import Iterable
from types import FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import games, lines, log, states

import durak
from durak.bots import LEVELS, Bot, hint, level_for, word
from durak.cards import BIT
from durak.codec import to_plain, view_from_plain

RECORDED = list(lines("bots"))
BOT_GAMES = [n for n, game in enumerate(games()) if game["policy"].startswith("bot:")]


def recorded_lines(kind: str) -> list[Any]:
    return [line for line in RECORDED if line["type"] == kind]


def plain_or_none(move: durak.Move | None) -> Any:
    return None if move is None else to_plain(move)


def test_words_are_the_recorded_ones() -> None:
    found = recorded_lines("word")
    assert len(found) == 200
    for line in found:
        seed = None if line["seed_hex"] is None else bytes.fromhex(line["seed_hex"])
        assert Bot(1, seed).word(line["seat"], line["ply"]) == line["word"]
        if line["seed"] is not None:
            assert word(line["seed"], line["seat"], line["ply"]) == line["word"]


def test_a_text_seed_is_its_utf_8_bytes_and_no_seed_is_the_empty_one() -> None:
    assert Bot(1, "дурак") == Bot(1, "дурак".encode())
    assert Bot(1) == Bot(1, None) == Bot(1, "") == Bot(1, b"")
    assert word("дурак", 2, 7) == word("дурак".encode(), 2, 7)


@pytest.mark.parametrize("seed", [7, bytearray(b"x"), ["x"], True])
def test_what_is_no_seed_is_a_bug_of_the_caller(seed: Any) -> None:
    with pytest.raises(TypeError, match="a bot's seed is"):
        Bot(1, seed)


@pytest.mark.parametrize(("seat", "ply"), [(3, 0), (True, 0), (1, -1), (1, 2.0), (2, "3")])
def test_there_is_no_word_for_what_is_no_seat_or_no_ply(seat: Any, ply: Any) -> None:
    with pytest.raises(ValueError, match=r"no such (seat|ply)"):
        word(b"", seat, ply)


def test_levels_of_a_consumer_are_the_recorded_ones() -> None:
    found = recorded_lines("level")
    assert len(found) == 10
    assert [level_for(line["asked"]) for line in found] == [line["level"] for line in found]


@pytest.mark.parametrize("unreadable", ["5", 4.0, True, b"4", [], float("nan")])
def test_an_unreadable_level_is_the_first(unreadable: object) -> None:
    assert level_for(unreadable) == 1


def test_a_level_out_of_range_plays_as_the_nearest_and_no_integer_is_a_bug() -> None:
    assert [Bot(level).level for level in (-9, 0, 1, 2, 3, 4, 99)] == [1, 1, 1, 2, 3, 3, 3]
    with pytest.raises(TypeError, match="level is an integer, not '2'"):
        Bot("2")  # type: ignore[arg-type]  # the wrong type is the point


def test_choices_and_hints_are_the_recorded_ones() -> None:
    found = recorded_lines("choice")
    assert len(found) == 60
    for line in found:
        view = view_from_plain(line["view"])
        for level in LEVELS:
            choice = Bot(level, line["bot_seed"]).choose(view)
            assert plain_or_none(choice) == line["choice"][str(level)]
        assert plain_or_none(hint(view)) == line["hint"]


def test_the_views_of_recorded_choices_are_those_of_the_recorded_games() -> None:
    for line in recorded_lines("choice"):
        moves = log(line["game"]).moves[: line["ply_moves"]]
        state = durak.replay(log(line["game"]).seed, moves, log(line["game"]).number)
        assert state in states(line["game"])
        assert isinstance(state, durak.State)
        assert to_plain(durak.view(state, line["seat"])) == line["view"]


@pytest.mark.parametrize("game", BOT_GAMES, ids=lambda game: games()[game]["policy"])
def test_every_move_of_a_recorded_game_of_bots_follows_from_the_view(game: int) -> None:
    _, levels, seed = games()[game]["policy"].split(":")
    bots = [Bot(int(level), seed) for level in levels.split("v")]
    for state, played in zip(states(game), log(game).moves, strict=False):
        assert state.turn == played.seat
        assert bots[played.seat - 1].choose(durak.view(state, played.seat)) == played.move


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_sits_at_either_seat_in_some_recorded_game(level: int) -> None:
    pairs = {games()[game]["policy"].split(":")[1] for game in BOT_GAMES}
    assert {pair.startswith(str(level)) for pair in pairs} == {True, False}
    assert {pair.endswith(str(level)) for pair in pairs} == {True, False}


def test_nobody_chooses_where_no_move_is_legal() -> None:
    state = durak.start(bytes(32))
    assert isinstance(state, durak.State)
    assert state.turn is not None
    waiting = durak.view(state, durak.other(state.turn))
    assert hint(waiting) is None
    assert [Bot(level).choose(waiting) for level in LEVELS] == [None] * 3


# Hidden cards ------------------------------------------------------------------


def as_laid(state: durak.State, seat: durak.Seat, hidden: Iterable[int]) -> durak.State:
    """The state with the cards that `seat` cannot see laid anew, in that order."""
    assert state.bout is not None
    cards = iter(hidden)
    across = durak.other(seat)
    theirs = [next(cards) for _ in range(state.counts[across])]
    talon = [next(cards) for _ in state.talon[:-1]] + list(state.talon[-1:])
    six = BIT[state.six_of_trumps]
    owner = seat if state.six_owner == seat and state.held[seat] & six else None
    return durak.position(
        durak.BySeat(*((list(state.hands[s]) if s == seat else theirs) for s in (1, 2))),
        trump=state.trump,
        talon=talon,
        attacker=state.bout.attacker,
        table=zip(state.bout.attacks, state.bout.beats, strict=True),
        taken=state.bout.taken,
        discard=list(cards),
        six_owner=owner,
    )


def hidden_from(state: durak.State, seat: durak.Seat) -> list[int]:
    """The other hand, the talon but for the turn-up, and the heap."""
    assert state.bout is not None
    seen = state.held[seat] | state.bout.mask
    if state.turn_up_left:
        seen |= BIT[state.talon[-1]]
    return [card for card in durak.CARDS if not seen & BIT[card]]


MOMENTS = [
    state for number in range(0, 400, 20) for state in states(number) if not state.over
]


@given(st.data())
def test_permuting_the_hidden_cards_changes_no_choice(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(MOMENTS))
    assert state.turn is not None
    hidden = hidden_from(state, state.turn)
    one = as_laid(state, state.turn, hidden)
    other = as_laid(state, state.turn, data.draw(st.permutations(hidden)))
    view, same = durak.view(one, state.turn), durak.view(other, state.turn)
    assert view == same
    for level in LEVELS:
        bot = Bot(level, data.draw(st.binary(max_size=8)))
        choice = bot.choose(view)
        assert choice == bot.choose(same)
        assert choice in view.legal
    assert hint(view) == hint(same)


def test_no_path_leads_from_a_view_or_a_bot_to_a_state() -> None:
    state = durak.start(bytes(32))
    assert isinstance(state, durak.State)
    bot = Bot(3, "seed")
    todo: list[Any] = [durak.view(state, state.turn or 1), bot]
    bot.choose(todo[0])
    met: set[int] = set()
    while todo:
        value = todo.pop()
        assert not isinstance(value, durak.State | durak.Deal)
        if id(value) not in met and not isinstance(value, type | ModuleType | FunctionType):
            met.add(id(value))
            todo.extend(gc.get_referents(value))
    assert len(met) > 20


def test_the_bots_package_imports_nothing_that_holds_a_state() -> None:
    """With the package of the engine itself left unrun, so that only bots load."""
    code = (
        "import importlib.util, sys;"
        "spec = importlib.util.find_spec('durak');"
        "sys.modules['durak'] = importlib.util.module_from_spec(spec);"
        "import durak.bots;"
        "print(*sorted(name for name in sys.modules if name.startswith('durak.')))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert loaded == [
        *("durak.bots", "durak.bots.rungs", "durak.bots.words", "durak.bout"),
        *("durak.cards", "durak.cardsets", "durak.moves", "durak.outcome"),
        *("durak.seats", "durak.sight"),
    ]


def test_bots_are_values() -> None:
    bot = Bot(2, "x")
    assert pickle.loads(pickle.dumps(bot)) == bot == Bot(2, b"x")
    assert hash(bot) == hash(Bot(2, b"x"))
