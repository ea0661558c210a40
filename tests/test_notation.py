"""The compact text of a game's moves: an exact inverse, or an error with its place."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import median

import numpy as np
import pytest
import recorded
import strategies as my
from hypothesis import given
from hypothesis import strategies as st

import durak
from durak.codec import to_json, to_plain
from durak.events import EVERY_MOVE
from durak.notation import read_moves, write_moves

PAGE = Path(__file__).resolve().parents[1] / "docs" / "notation.md"
TOKEN = re.compile(r"[12](?:[-x][AKQJT9876][SHDC]|take|done|swap|resign)")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", ()),
        ("1-AS", (durak.Played(1, durak.Attack(1)),)),
        ("2x6C", (durak.Played(2, durak.Beat(36)),)),
        ("1-TH", (durak.Played(1, durak.Attack(14)),)),
        ("2take 1done", (durak.Played(2, durak.Take()), durak.Played(1, durak.Done()))),
        ("1swap 2resign", (durak.Played(1, durak.Swap()), durak.Played(2, durak.Resign()))),
    ],
)
def test_what_a_text_says(text: str, moves: tuple[durak.Played, ...]) -> None:
    assert read_moves(text) == moves
    assert write_moves(moves) == text


def test_every_move_has_one_token_and_every_token_is_a_move() -> None:
    """The grammar is that of docs/notation.md, and makes 152 tokens."""
    tokens = [write_moves([event]) for event in EVERY_MOVE]
    assert len(set(tokens)) == len(tokens) == 2 * (36 + 36 + 4)
    assert all(TOKEN.fullmatch(token) for token in tokens)
    assert read_moves(" ".join(tokens)) == EVERY_MOVE


def test_the_400_games_are_read_back_as_they_were() -> None:
    for number in range(400):
        moves = recorded.log(number).moves
        assert read_moves(write_moves(moves)) == moves


@given(st.lists(st.sampled_from(EVERY_MOVE)).map(tuple))
def test_reading_is_the_inverse_of_writing(moves: tuple[durak.Played, ...]) -> None:
    assert read_moves(write_moves(moves)) == moves


pieces = st.one_of(
    st.sampled_from([write_moves([event]) for event in EVERY_MOVE]),
    st.sampled_from(
        ["1-", "2", "x6C", "1-th", "1-10H", "1-6\u2660", " ", "\n", "1Take", "1-ES"]
    ),
    st.text(max_size=3),
)


@given(st.lists(pieces).map(" ".join) | st.lists(pieces).map("".join))
def test_no_two_texts_are_the_same_moves(text: str) -> None:
    """Any text is refused, or is exactly the one that its moves are written as."""
    try:
        moves = read_moves(text)
    except durak.Malformed:
        return
    assert write_moves(moves) == text


@pytest.mark.parametrize(
    ("text", "path", "problem"),
    [
        ("1-6S 2xkh", "token 1, column 6", "not a move: '2xkh'"),
        ("1-6S 2x10H 1done", "token 1, column 6", "not a move: '2x10H'"),
        ("1-6S 2x\u041aH", "token 1, column 6", "not a move: '2x\u041aH'"),
        ("1-6S \uff11-7S", "token 1, column 6", "not a move: '\uff11-7S'"),
        ("1-6S  2xKH", "token 1, column 6", "an empty token"),
        (" 1-6S", "token 0, column 1", "an empty token"),
        ("1-6S ", "token 1, column 6", "an empty token"),
        (" ", "token 0, column 1", "an empty token"),
        ("1-6S\n2xKH", "token 0, column 1", "not a move: '1-6S\\n2xKH'"),
        ("1-6S\t2xKH", "token 0, column 1", "not a move: '1-6S\\t2xKH'"),
        ("1-6S 2take 3done", "token 2, column 12", "not a move: '3done'"),
        ("1-6S 2TAKE", "token 1, column 6", "not a move: '2TAKE'"),
        ("1-6S 1-", "token 1, column 6", "not a move: '1-'"),
        ("1-6S,2xKH", "token 0, column 1", "not a move: '1-6S,2xKH'"),
        ("1" * 99, "token 0, column 1", f"not a move: '{'1' * 39}"),
    ],
)
def test_the_first_token_that_is_wrong_is_named(text: str, path: str, problem: str) -> None:
    with pytest.raises(durak.Malformed) as caught:
        read_moves(text)
    assert (caught.value.path, caught.value.problem) == (path, problem)


@given(st.lists(st.sampled_from(EVERY_MOVE), min_size=1), st.data())
def test_the_place_of_a_fault_is_where_it_is(
    moves: list[durak.Played], data: st.DataObject
) -> None:
    tokens = write_moves(moves).split(" ")
    place = data.draw(st.integers(0, len(tokens) - 1))
    tokens[place] = "?"
    text = " ".join(tokens)
    with pytest.raises(durak.Malformed) as caught:
        read_moves(text)
    assert caught.value.path == f"token {place}, column {text.index('?') + 1}"


def test_the_sizes_are_those_of_the_page() -> None:
    logs = [recorded.log(number) for number in range(400)]
    moves = sum(len(log.moves) for log in logs)
    sizes = [len(write_moves(log.moves)) for log in logs]
    json = sum(len(to_json(to_plain(log.moves))) for log in logs)
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    expected = (
        f"which have {moves:,} moves: {sum(sizes) / moves:.1f} characters a move, and "
        f"{sum(sizes) / 400:.0f} a game (median {median(sizes):.0f}, longest "
        f"{max(sizes)}). As canonical JSON the same moves take {json / moves:.1f} "
        f"a move and {json / 400:,.0f} a game."
    )
    assert expected in page


def test_a_missing_text_is_no_empty_game() -> None:
    with pytest.raises(AttributeError):
        read_moves(None)  # type: ignore[arg-type]


def test_numpy_integers_are_written_like_others() -> None:
    move = durak.Played(np.int64(2), durak.Attack(np.int8(3)))  # type: ignore[arg-type]
    assert write_moves([move]) == "2-QS"


@pytest.mark.parametrize(
    ("seat", "move", "problem"),
    [
        (3, durak.Take(), "no such seat: 3"),
        (True, durak.Take(), "no such seat: True"),
        (1, durak.Attack(37), "no such card: 37"),
        (1, durak.Beat(None), "no such card: None"),  # type: ignore[arg-type]
        (1, durak.Attack(1.0), "no such card: 1.0"),  # type: ignore[arg-type]
        (1, None, "no such move: None"),
        (1, durak.Take, "no such move: <class 'durak.moves.Take'>"),
        (1, {"kind": "take"}, "no such move: {'kind': 'take'}"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(
    seat: durak.Seat, move: durak.Move, problem: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        write_moves([durak.Played(seat, move)])


@given(my.junk)
def test_no_junk_is_written(junk: durak.Move) -> None:
    with pytest.raises(ValueError, match="no such move"):
        write_moves([durak.Played(1, junk)])
