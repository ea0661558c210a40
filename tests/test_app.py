"""The painted table without a terminal: clicks, keys and failures."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from table import attack, laid
from textual.pilot import Pilot
from textual.widgets import Input, Static

import durak
from durak.render.marks import ASCII, GLYPHS
from durak.terminal.app import Board, Table
from durak.terminal.session import Session, begin

Scene = Callable[[Table, Pilot[Any]], Awaitable[None]]


def nothing(session: Session) -> None:
    """Keep no game."""


def dealt() -> Session:
    """A game in which the person attacks first."""
    state = durak.start(bytes.fromhex("07" * 32))
    assert isinstance(state, durak.State)
    return begin(state, 1, 3)


def shown(
    scene: Scene,
    session: Session | None = None,
    keep: Callable[[Session], None] = nothing,
    size: tuple[int, int] = (80, 24),
) -> Table:
    """The table after a scene was played on it."""
    table = Table(session or dealt(), keep, GLYPHS)

    async def play() -> None:
        async with table.run_test(size=size) as pilot:
            await pilot.pause()
            await scene(table, pilot)
            await pilot.pause()

    asyncio.run(play())
    return table


def test_a_click_on_a_lit_card_plays_it_and_on_any_other_place_nothing() -> None:
    kept: list[Session] = []

    async def scene(table: Table, pilot: Pilot[Any]) -> None:
        for x, y in ((50, 14), (0, 1), (1, 10), (79, 20)):
            assert await pilot.click(offset=(x, y))
        assert not kept
        assert await pilot.click(offset=(9, 14))
        assert len(kept) == 1
        assert kept[0].state.history[0] == durak.Played(1, attack("6H"))

    shown(scene, keep=kept.append)


def test_what_is_typed_is_taken_once_and_the_line_is_empty_again() -> None:
    kept: list[Session] = []

    async def scene(table: Table, pilot: Pilot[Any]) -> None:
        await pilot.press("9", "9", "enter")
        assert table.query_one(Input).value == ""
        note = table.query_one("#note", Static)
        assert note.display
        assert str(note.render()) == "You hold no card 99."
        await pilot.press("1", "enter")
        assert not note.display

    table = shown(scene, keep=kept.append)
    assert [len(session.states) > 1 for session in kept] == [False, True]
    assert table.session == kept[-1]


def test_markup_in_an_answer_is_no_markup() -> None:
    async def scene(table: Table, pilot: Pilot[Any]) -> None:
        table.query_one(Input).value = "[red]x[/]"
        await pilot.press("enter")
        assert "'[red]x[/]' is no answer." in str(table.query_one("#note", Static).render())

    shown(scene)


def test_quitting_and_interrupting_end_it() -> None:
    async def quit_it(table: Table, pilot: Pilot[Any]) -> None:
        await pilot.press("q", "enter")

    async def interrupt(table: Table, pilot: Pilot[Any]) -> None:
        await pilot.press("ctrl+c")

    table = shown(quit_it)
    assert table.session.left
    assert table.failure is None
    assert isinstance(shown(interrupt).failure, KeyboardInterrupt)


def test_a_game_that_cannot_be_kept_ends_it_with_that_failure() -> None:
    failure = OSError(28, "No space left on device", "game.json")

    def keep(session: Session) -> None:
        raise failure

    async def scene(table: Table, pilot: Pilot[Any]) -> None:
        await pilot.press("1", "enter")

    assert shown(scene, keep=keep).failure is failure


def test_a_window_too_small_for_everything_can_be_scrolled() -> None:
    async def scene(table: Table, pilot: Pilot[Any]) -> None:
        board = table.query_one(Board)
        assert board.max_scroll_y > 0
        assert board.scroll_y == 0
        await pilot.press("pagedown")
        assert board.scroll_y > 0
        await pilot.press("pageup")
        assert board.scroll_y == 0
        assert table.query_one(Input).region.bottom == 10

    shown(scene, size=(20, 10))


def test_a_game_that_is_over_waits_for_the_person_to_leave() -> None:
    kept: list[Session] = []
    last = Session(1, 3, (laid("7S", "9S"),))

    async def scene(table: Table, pilot: Pilot[Any]) -> None:
        await pilot.press("1", "enter")
        text = str(table.query_one("#prompt", Static).render())
        assert text == "The game is over: u takes your last move back, q leaves."
        await pilot.press("u", "enter")
        assert table.session.states == last.states

    shown(scene, session=last, keep=kept.append)
    assert kept[0].state.over


def test_ascii_marks_paint_an_ascii_table() -> None:
    async def play() -> None:
        table = Table(dealt(), nothing, ASCII)
        async with table.run_test() as pilot:
            await pilot.pause()
            assert str(table.query_one("#table", Static).render()).isascii()

    asyncio.run(play())


@pytest.mark.parametrize("key", ["ctrl+d", "ctrl+q"])
def test_the_keys_that_end_input_leave_the_table(key: str) -> None:
    async def scene(table: Table, pilot: Pilot[Any]) -> None:
        await pilot.press(key)

    table = shown(scene)
    assert table.failure is None
    assert not table.is_running
