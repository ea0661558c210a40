"""`durak play` on a terminal: a pseudo-terminal, and an emulator that reads its screen."""

from __future__ import annotations

import os
import re
import signal
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import durak
from durak.render.canvas import text_of
from durak.render.marks import GLYPHS
from durak.render.words import Voice, standing
from durak.terminal.saves import load
from durak.terminal.screen import request, screen
from durak.terminal.session import Session, begin, prompt, resume

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import pexpect
import pyte

pytestmark = pytest.mark.terminal

SEED = "07" * 32
PATIENCE = 20
"""Seconds in which anything that is waited for has happened, on a busy machine too."""


class Terminal:
    """A terminal with the command in it, and what its screen shows."""

    def __init__(
        self, *arguments: str, columns: int = 80, lines: int = 24, **environment: str
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.output = b""
        kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        self.child: Any = pexpect.spawn(
            sys.executable,
            ["-m", "durak", "play", "--seed", SEED, *arguments],
            env={
                **kept,
                "PYTHONPATH": str(Path(durak.__file__).parents[1]),
                "PYTHONIOENCODING": "utf-8",
                "TERM": "xterm-256color",
                **environment,
            },
            dimensions=(lines, columns),
            timeout=PATIENCE,
        )
        self.before = termios.tcgetattr(self.child.child_fd)

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def wait(self, shows: Callable[[str], object]) -> str:
        """The screen once it shows what is waited for."""
        end = time.monotonic() + PATIENCE
        while not shows(self.text):
            assert time.monotonic() < end, f"the screen shows:\n{self.text}"
            self.read()
        return self.text

    def read(self) -> None:
        """Show what the command has written in the meantime."""
        try:
            more = self.child.read_nonblocking(65536, timeout=0.05)
        except pexpect.TIMEOUT:
            return
        self.output += more
        self.stream.feed(more)

    def wait_for(self, text: str) -> str:
        """The screen once it shows a text."""
        return self.wait(lambda screen: text in screen)

    def type(self, text: str) -> None:
        """Type a line."""
        self.child.send(text + "\r")

    def resize(self, columns: int, lines: int) -> None:
        """Give the window another size."""
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)

    def leave(self) -> tuple[int | None, str]:
        """The exit status, and what was said after the table was gone."""
        end = time.monotonic() + PATIENCE
        after = termios.tcgetattr(self.child.child_fd)
        while time.monotonic() < end:
            try:
                after = termios.tcgetattr(self.child.child_fd)
                self.read()
            except pexpect.EOF:
                break
        self.child.close()
        assert after == self.before, "the terminal reads keys as it did before"
        said = self.output.rpartition(b"\x1b[?1049l")[2].decode()
        said = re.sub(r"\x1b\[\?[\d;]+[hl]", "", said)
        return self.child.exitstatus, said.replace("\r\n", "\n")


def logged(path: Path) -> Session:
    """The session whose log is in a file: the person at seat 1, a bot of level 3."""
    log = load(path)
    states = [s for s in durak.states_of(log.seed, log.moves) if isinstance(s, durak.State)]
    return resume(states, 1, 3)


def painted(session: Session, columns: int = 80, lines: int = 24) -> str:
    """What the screen of a session shows above what may be answered."""
    below = len(request(session, columns)) + 1
    rows = screen(session, GLYPHS, columns, lines - below)
    return "\n".join(text_of(row).rstrip() for row in rows).rstrip()


def test_a_whole_game_on_a_painted_table(tmp_path: Path) -> None:
    """After every answer the screen shows exactly what the game has come to."""
    log = tmp_path / "game.json"
    terminal = Terminal("--log", str(log))
    terminal.wait_for("Play 1-6.")
    session = logged(log)
    answers = 0
    while not session.state.over:
        first = re.search(r"Play (\d+)|(\w) to", prompt(session))
        assert first is not None
        terminal.type(first[1] or first[2])
        end = time.monotonic() + PATIENCE
        while len(logged(log).states) == len(session.states):
            assert time.monotonic() < end, terminal.text
            terminal.read()
        session = logged(log)
        expected = painted(session) + "\n"
        terminal.wait(lambda text, expected=expected: text.startswith(expected))
        answers += 1
    assert answers > 10
    terminal.wait_for("The game is over: u takes your last move back, q leaves.")
    terminal.type("q")
    status, said = terminal.leave()
    assert status == 0
    ended = standing(session.state, Voice(1))
    assert said == f"{ended}\nThe log is in {log}.\n"
    assert durak.verify(load(log)).status == "complete"


@pytest.mark.parametrize(
    ("keys", "status"), [("q\r", 0), ("\x03", 130), ("\x04", 0), ("\x11", 0)]
)
def test_however_it_is_left_the_terminal_is_clean_and_how_to_go_on_is_said(
    keys: str, status: int, tmp_path: Path
) -> None:
    """By `q`, Ctrl-C, Ctrl-D and Ctrl-Q."""
    log = tmp_path / "game.json"
    terminal = Terminal("--log", str(log))
    terminal.wait_for("Play 1-6.")
    terminal.type("2")
    terminal.wait_for("You attack with 6♠.")
    terminal.child.send(keys)
    ended, said = terminal.leave()
    assert ended == status
    again = f"To go on: durak play --resume {log} --seat 1 --level 3"
    assert said.strip("\n") == again
    assert b"\x1b[?25h" in terminal.output.rpartition(b"\x1b[?25l")[2], "a cursor"
    assert logged(log).states[1].history[0] == durak.Played(1, durak.Attack(9))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_a_clean_terminal_too(number: int) -> None:
    terminal = Terminal()
    terminal.wait_for("Play 1-6.")
    terminal.child.kill(number)
    ended, said = terminal.leave()
    assert ended == 130
    assert f"To play the deal again: durak play --seed {SEED}" in said


def test_a_wrong_answer_a_hint_and_undo_on_the_painted_table() -> None:
    terminal = Terminal()
    first = terminal.wait_for("Play 1-6.")
    terminal.type("44")
    text = terminal.wait_for("You hold no card 44.")
    assert "Play 1-6. ? hint" in text
    terminal.type("?")
    text = terminal.wait_for("Hint: ")
    assert "You hold no card" not in text
    terminal.type("1")
    terminal.wait_for("You attack with 9♠.")
    terminal.type("u")
    text = terminal.wait_for("You took your last move back.")
    assert text.splitlines()[:16] == first.splitlines()[:16]
    terminal.child.send("\x03")
    assert terminal.leave()[0] == 130


def test_the_table_follows_the_window() -> None:
    terminal = Terminal(columns=20, lines=10)
    terminal.wait_for("Play 1-6.")
    state = durak.start(bytes.fromhex(SEED))
    assert isinstance(state, durak.State)
    session = begin(state, 1, 3)
    for columns, lines in ((80, 24), (44, 40), (30, 16), (200, 60)):
        terminal.resize(columns, lines)
        expected = painted(session, columns, lines)
        terminal.wait(lambda text, expected=expected: text.startswith(expected))
        terminal.wait_for("quit.\n>" if columns > 60 else "quit.")
    terminal.child.send("\x03")
    assert terminal.leave()[0] == 130


COLOURS = re.compile(rb"\x1b\[(?:[\d;:]*;)?(?:3[0-8]|4[0-8]|9\d|10[0-7])[;:\dm]")


def test_no_color_is_respected() -> None:
    coloured = Terminal()
    coloured.wait_for("Play 1-6.")
    plain = Terminal(NO_COLOR="1")
    text = plain.wait_for("Play 1-6.")
    assert " [1] [2] [3] [4] [5] [6]" in text
    row = text.splitlines().index(">")
    plain.wait(lambda _: plain.screen.buffer[row][2].reverse)
    for terminal in (coloured, plain):
        terminal.child.send("\x03")
        assert terminal.leave()[0] == 130
    assert COLOURS.search(coloured.output)
    assert not COLOURS.search(plain.output)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_where_the_encoding_has_no_suits_the_table_is_painted_in_ascii(
    encoding: str,
) -> None:
    terminal = Terminal(PYTHONIOENCODING=encoding)
    text = terminal.wait_for("Play 1-6.")
    assert "| 9S| 6S| 6H| JD| 7D| 7C|" in text
    terminal.type("\u0436")
    terminal.wait_for("is no answer.")
    terminal.child.send("\x03")
    assert terminal.leave()[0] == 130
    assert terminal.output.replace("\u0436".encode(), b"").isascii()


@pytest.mark.parametrize(
    ("arguments", "environment"), [(["--plain"], {}), ([], {"TERM": "dumb"})]
)
def test_plain_lines_on_a_terminal(
    arguments: list[str], environment: dict[str, str]
) -> None:
    terminal = Terminal(*arguments, columns=60, **environment)
    terminal.wait_for("Play 1-6.\n>")
    terminal.type("2")
    text = terminal.wait_for("You attack with 6♠.")
    assert text.count("> 2") == 1, "the terminal has echoed it"
    terminal.wait_for("\n>")
    terminal.child.send("\x04")
    status, _ = terminal.leave()
    assert status == 0
    assert b"\x1b" not in terminal.output
    assert max(map(len, terminal.text.splitlines())) <= 60
    assert "To play the deal again: durak play" in terminal.text.replace("\n", " ")
