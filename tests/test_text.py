"""A seat's view as text: the drawn table, the plain lines, the whole screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import recorded
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seats, states
from table import attack, beat, go, laid

import durak
from durak.moves import Attack, Beat
from durak.render.canvas import Canvas, Ink, text_of
from durak.render.marks import ASCII, GLYPHS, marks_for
from durak.render.text import numbered, picture, playable, side, summary, table
from durak.terminal.screen import answer_at, heading, screen
from durak.terminal.session import Session

marks = st.sampled_from([GLYPHS, ASCII])
some = settings(max_examples=40)
"""Whole games take a while to draw."""


def test_a_table_early_in_a_game() -> None:
    state = durak.start(b"durak%027d" % 5)
    assert isinstance(state, durak.State)
    seen = durak.view(go(state, attack("QH")), 1)
    assert table(seen, GLYPHS, 70).splitlines() == [
        "Your opponent: 6 cards                                Trumps: diamonds",
        "│░│░│░│░│░│░░░│",
        "╰─╰─╰─╰─╰─╰───╯",
        "",
        "╭───╮               ╭───╮",
        "│░░░│───╮           │ Q♥│",
        "╰───╯ 7♦│           ╰───╯",
        "    ╰───╯",
        "talon 24   heap 0",
        "You attack, and your opponent takes. Attack cards: 1 of at most 6.",
        "",
        "  1   2  [3]  4   5",
        "╭───╭───╭───╭───╭───╮",
        "│10♠│ 9♦│ Q♣│ J♣│ 8♣│",
        "╰───╰───╰───╰───╰───╯",
    ]


def test_the_picture_in_the_documentation_is_what_is_drawn() -> None:
    state = durak.start(b"durak%027d" % 5)
    assert isinstance(state, durak.State)
    seen = durak.view(go(state, attack("TS"), beat("JS")), 1)
    page = Path(__file__).parents[1] / "docs" / "playing.md"
    assert f"```text\n{table(seen, width=72)}\n```" in page.read_text(encoding="utf-8")


def test_each_answer_lies_over_its_attack() -> None:
    state = laid("6C TH KC", "8C AC 9D", table="6S/7S 7D/9H", talon="8S JH")
    assert table(durak.view(state, 1), ASCII).splitlines()[3:] == [
        "",
        "+---+      +---+    +---+   +---+",
        "|###|---+  |###|    | 6S|   | 7D|",
        "+---+ JH|  +---+    +-+---+ +-+---+",
        "    +---+             | 7S|   | 9H|",
        "talon 2    heap 24    +---+   +---+",
        "You attack. Attack cards: 2 of at most 5.",
        "",
        "  1   2  [3]",
        "+---+---+---+",
        "|10H| KC| 6C|",
        "+---+---+---+",
    ]


def test_the_same_in_plain_lines() -> None:
    state = laid("6C TH KC", "8C AC 9D", table="6S/7S 7D/9H", talon="8S JH")
    assert summary(durak.view(state, 1), GLYPHS) == (
        "Trumps: hearts (J♥). Talon 2, heap 24, your opponent holds 3.",
        "Table:  6♠<7♠  7♦<9♥",
        "Hand:  1 10♥  2 K♣  [3] 6♣",
        "You attack. Attack cards: 2 of at most 5.",
    )
    defending = go(state, attack("6C"))
    assert summary(durak.view(defending, 2), ASCII, 40) == (
        "Trumps: hearts (JH). Talon 2, heap 24,",
        "  your opponent holds 2.",
        "Table:  6S<7S  7D<9H  6C<?",
        "Hand:  1 9D  [2] AC  [3] 8C",
        "You defend against 6C. Attack cards: 3",
        "  of at most 5.",
    )


@pytest.mark.parametrize(
    ("table", "taken", "seat", "said"),
    [
        ("", False, 1, "You attack. Attack cards: 0 of at most 3."),
        ("", False, 2, "You defend. Attack cards: 0 of at most 3."),
        ("6S", False, 2, "You defend against 6S. Attack cards: 1 of at most 3."),
        ("6S/7S", False, 1, "You attack. Attack cards: 1 of at most 4."),
        (
            "6S",
            True,
            1,
            "You attack, and your opponent takes. Attack cards: 1 of at most 3.",
        ),
        ("6S", True, 2, "You take. Attack cards: 1 of at most 3."),
    ],
)
def test_the_side_that_one_is_on_is_said(
    table: str, taken: bool, seat: durak.Seat, said: str
) -> None:
    state = laid("6C TH KC", "8C AC 9D", table=table, taken=taken, talon="8S JH")
    assert side(durak.view(state, seat), ASCII).startswith(said)


@some
@given(states(), seats, marks, st.integers(44, 120))
def test_no_line_of_a_picture_is_wider_than_asked(
    state: durak.State, seat: durak.Seat, marks: object, width: int
) -> None:
    drawn = picture(durak.view(state, seat), marks, width)  # type: ignore[arg-type]
    assert max(len(text_of(line)) for line in drawn) <= width


@some
@given(states(), seats, st.integers(14, 120))
def test_no_plain_line_is_wider_than_asked(
    state: durak.State, seat: durak.Seat, width: int
) -> None:
    lines = summary(durak.view(state, seat), GLYPHS, width)
    assert max(map(len, lines)) <= width


@some
@given(states(), seats)
def test_every_card_of_the_hand_is_shown_and_what_may_be_played_is_in_brackets(
    state: durak.State, seat: durak.Seat
) -> None:
    seen = durak.view(state, seat)
    may = {move.card for move in seen.legal if isinstance(move, Attack | Beat)}
    assert set(playable(seen)) == may
    lines = " ".join(summary(seen, ASCII, 200))
    hand = lines.partition("Hand:")[2]
    shown = re.findall(r"(\[?)(\d+)\]? (10|[AKQJ9876])([SHDC])(?![<\w])", hand)
    named = [
        (number, durak.id_of(("T" if face == "10" else face) + suit), bool(lit))
        for lit, number, face, suit in shown
    ]
    assert named == [(number, card, card in may) for number, card in numbered(seen)]
    drawn = [text_of(line) for line in picture(seen, ASCII, 200)]
    faces = [ASCII.card(card).rjust(3) for card in seen.hand]
    assert not faces or drawn[-2] == "|" + "|".join(faces) + "|"
    labels = re.findall(r"\[(\d+)\]", "\n".join(drawn))
    assert labels == [number for number, card in numbered(seen) if card in may]


@some
@given(states(), seats)
def test_a_click_on_a_card_that_may_be_played_answers_its_number(
    state: durak.State, seat: durak.Seat
) -> None:
    seen = durak.view(state, seat)
    drawn = picture(seen, ASCII, 200)
    top = len(drawn) - 3
    for place, (number, card) in enumerate(numbered(seen)):
        expected = number if card in playable(seen) else None
        for x in (4 * place, 4 * place + 3):
            for y in (top, top + 1, top + 2):
                assert answer_at(drawn, x, y) == expected
    assert answer_at(drawn, 0, len(drawn)) is None
    assert answer_at(drawn, 199, 0) is None
    assert answer_at(drawn, 0, -1) is None


def test_a_hand_of_36_cards_is_drawn_in_a_window_of_80_by_24() -> None:
    """Two lines of the window are for the answer."""
    all_but_one = [
        state
        for number in range(400)
        if recorded.games()[number]["policy"] == "taker"
        for state in recorded.states(number)
        if max(state.counts) >= 35
    ]
    assert all_but_one
    for state in all_but_one:
        seat: durak.Seat = 1 if state.counts[1] > 2 else 2
        painted = screen(Session(seat, 3, (state,)), GLYPHS, 80, 22)
        lines = [text_of(line) for line in painted]
        assert len(lines) <= 22
        assert sum(line.startswith("╭───╭───╭") for line in lines) == 2
        shown = "\n".join(lines[-12:])
        for card in durak.view(state, seat).hand:
            assert f"{GLYPHS.card(card):>3}│" in shown


@some
@given(states(), seats, st.integers(0, 100), st.integers(0, 40))
def test_a_screen_fits_its_window_or_is_the_shortest_form(
    state: durak.State, seat: durak.Seat, width: int, height: int
) -> None:
    session = Session(seat, 3, (state,))
    lines = screen(session, GLYPHS, width, height)
    plain = summary(session.view, GLYPHS, max(width, 1))
    assert len(lines) <= height or text_of(lines[-1]) == plain[-1]


def test_the_latest_news_that_fits_is_below_the_table() -> None:
    states = recorded.states(0)[:3]
    lines = [text_of(line) for line in screen(Session(1, 3, states), GLYPHS, 80, 30)]
    assert lines[0] == heading(Session(1, 3, states))
    assert lines[-1].startswith("You") or lines[-1].startswith("Your opponent")


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("utf-8", GLYPHS),
        ("UTF8", GLYPHS),
        ("utf-16", GLYPHS),
        ("gb18030", GLYPHS),
        ("ascii", ASCII),
        ("latin-1", ASCII),
        ("cp1252", ASCII),
        ("cp437", ASCII),
        ("koi8-r", ASCII),
        ("no such encoding", ASCII),
        (None, ASCII),
    ],
)
def test_glyphs_are_used_where_the_encoding_has_them(
    encoding: str | None, expected: object
) -> None:
    assert marks_for(encoding) is expected


@some
@given(states(), seats)
def test_ascii_tables_are_ascii(state: durak.State, seat: durak.Seat) -> None:
    seen = durak.view(state, seat)
    assert table(seen, ASCII).isascii()
    assert "\n".join(summary(seen, ASCII)).isascii()


def test_later_drawing_covers_earlier_and_blank_ends_are_dropped() -> None:
    canvas = Canvas()
    canvas.put(2, 1, "abcd", Ink.RED)
    canvas.put(4, 1, "xy  ")
    assert canvas.height == 2
    assert [text_of(line) for line in canvas.lines()] == ["", "  abxy"]
    assert [span.ink for span in canvas.lines()[1]] == [Ink.PLAIN, Ink.RED, Ink.PLAIN]
