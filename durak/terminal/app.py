"""The table painted in place, with textual. Needs the extra `[play]`."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar, Final

from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widgets import Input, Label, Static

from durak.render.canvas import Ink, Line
from durak.render.marks import Marks
from durak.terminal.screen import answer_at, request, screen
from durak.terminal.session import Session, answer

_FELT: Final = "#0d4a34"
_CHALK: Final = "#e9f2ec"


def play(session: Session, keep: Callable[[Session], None], marks: Marks) -> None:
    """Play until the person leaves; the terminal is as before when this returns.

    Args:
        session: Where to begin.
        keep: Called with what each answer led to. What it raises is raised
            here, once the terminal is as before.
        marks: What the table is drawn with.

    Raises:
        KeyboardInterrupt: the person pressed Ctrl-C.
    """
    table = Table(session, keep, marks)
    table.run()
    if table.failure is not None:
        raise table.failure


class Board(VerticalScroll):
    """The part of the screen that the table is painted on."""

    class Resized(Message):
        """There is more or less room than before."""

    def on_resize(self) -> None:
        """Say so; a resize itself is told to nobody else."""
        self.post_message(self.Resized())


class Table(App[None]):
    """The painted table: the screen of a session above, the answer below."""

    CSS = f"""
    Screen {{ background: {_FELT}; color: {_CHALK}; overflow: hidden; }}
    #board {{ height: 1fr; scrollbar-size-vertical: 0; }}
    #note {{ text-style: bold; height: auto; }}
    #prompt {{ height: auto; }}
    #line {{ height: 1; dock: bottom; }}
    #line Input {{ width: 1fr; background: {_FELT}; color: {_CHALK}; }}
    #line Input > .input--cursor {{ background: {_CHALK}; color: {_FELT}; }}
    #line Input:nocolor > .input--cursor {{ text-style: reverse; }}
    """
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+d", "quit", show=False, priority=True),
        Binding("pageup", "scroll(-1)", show=False, priority=True),
        Binding("pagedown", "scroll(1)", show=False, priority=True),
    ]

    def __init__(
        self, session: Session, keep: Callable[[Session], None], marks: Marks
    ) -> None:
        # With the terminal's own colours allowed, textual answers NO_COLOR by
        # writing no colour at all, and not by shades of grey.
        super().__init__(ansi_color=True)
        self.session = session
        self.failure: BaseException | None = None
        self._keep = keep
        self._marks = marks
        self._lines: tuple[Line, ...] = ()

    def compose(self) -> ComposeResult:
        """The parts of the screen, from above."""
        with Board(id="board", can_focus=False):
            yield Static(id="table")
        yield Static(id="note", markup=False)
        yield Static(id="prompt", markup=False)
        with Horizontal(id="line"):
            yield Label("> ")
            line = Input(compact=True)
            line.cursor_blink = False
            yield line

    def on_mount(self) -> None:
        """Let signals end the game as the keys do."""
        with suppress(NotImplementedError):  # where an event loop has no signals
            loop = asyncio.get_running_loop()
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, self.action_interrupt)

    @on(Board.Resized)
    def show(self) -> None:
        """Show the session in the room that there is.

        Words that take more lines or fewer leave the table another size, and
        it is shown again.
        """
        size = self.query_one(Board).size
        note = self.query_one("#note", Static)
        note.update(self.session.note)
        note.display = bool(self.session.note)
        may = "\n".join(request(self.session, size.width))
        self.query_one("#prompt", Static).update(may)
        self._lines = screen(self.session, self._marks, size.width, size.height)
        text = Text("\n", no_wrap=True).join(map(_painted, self._lines))
        self.query_one("#table", Static).update(text)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the line that was typed."""
        event.input.clear()
        self._answer(event.value)

    def on_click(self, event: events.Click) -> None:
        """Play the card that was clicked on, if it may be played."""
        table = self.query_one("#table", Static)
        said = answer_at(
            self._lines,
            event.screen_x - table.region.x,
            event.screen_y - table.region.y,
        )
        if said is not None:
            self._answer(said)

    def action_interrupt(self) -> None:
        """Leave as Ctrl-C leaves any program."""
        self.failure = KeyboardInterrupt()
        self.exit()

    def action_scroll(self, pages: int) -> None:
        """Move a table that is higher than the window."""
        board = self.query_one(Board)
        board.scroll_relative(y=pages * board.size.height, animate=False)

    def _answer(self, said: str) -> None:
        self.session = answer(self.session, said)
        try:
            self._keep(self.session)
        except OSError as error:
            self.failure = error
            self.exit()
        if self.session.left:
            self.exit()
        self.show()


def _painted(line: Line) -> Text:
    return Text.assemble(*((span.text, _style(span.ink)) for span in line))


def _style(ink: Ink) -> str:
    """How a meaning looks, in the words of rich; the letters say all of it too."""
    if ink & Ink.BACK:
        return "#b5c9e6 on #34568f"
    style = "bold " if ink & Ink.LIT else ""
    if not ink & Ink.CARD:
        return style + ("#ffd75f" if ink & Ink.LIT else "#9ab8a9" if ink & Ink.DIM else "")
    if ink & Ink.TRUMP:
        style += "underline "
    colour = "#b3261e" if ink & Ink.RED else "#1f2429"
    paper = "#a9ada4" if ink & Ink.DIM else "#fdfbf4"
    return f"{style}{colour} on {paper}"
