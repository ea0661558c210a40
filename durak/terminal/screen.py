"""What is painted of a session: the whole screen, as lines that fit a window."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import Final

from durak.render.canvas import Line, Span
from durak.render.marks import Marks
from durak.render.text import picture, summary
from durak.render.words import Voice
from durak.seats import other
from durak.terminal.session import Session, news, other_answers, prompt

_PICTURE_WIDTH: Final = 44
"""The narrowest window that the table is drawn in; below it is told in plain lines."""

_LEAST_NEWS: Final = 2
"""Lines of events that a drawn table leaves room for: a blank one and the latest."""


def heading(session: Session) -> str:
    """Which game it is, and who sits where."""
    bot = f"a bot of level {session.level} at seat {other(session.seat)}"
    return f"Durak, deal {session.state.number}: you at seat {session.seat}, {bot}."


def request(session: Session, width: int) -> list[str]:
    """What may be answered now, on one line if it fits."""
    asked, besides = prompt(session), other_answers(session)
    if len(asked) + 1 + len(besides) <= width:
        return [f"{asked} {besides}".rstrip()]
    return wrap(asked, max(width, 1)) + wrap(besides, max(width, 1))


def voice_for(session: Session, marks: Marks) -> Voice:
    """How the person is told of the game."""
    return Voice(session.seat, marks.card)


def screen(session: Session, marks: Marks, width: int, height: int) -> tuple[Line, ...]:
    """The heading, the table, and as many of the latest events as there is room for.

    The table is drawn where it fits and otherwise told in plain lines; those
    may be more than `height`, in a very small window.
    """
    width = max(width, 1)
    head = _lines(wrap(heading(session), width))
    drawn = picture(session.view, marks, width)
    if width < _PICTURE_WIDTH or len(head) + len(drawn) + _LEAST_NEWS > height:
        drawn = _lines(summary(session.view, marks, width))
    room = height - len(head) - len(drawn) - 1
    return (*head, *drawn, *_lines(_latest(session, marks, width, room)))


def _latest(session: Session, marks: Marks, width: int, room: int) -> list[str]:
    """A blank line and the latest news: whole paragraphs, or the end of the last."""
    latest: list[str] = []
    for paragraph in reversed(news(session, voice_for(session, marks))):
        said = wrap(paragraph, width)
        if latest and len(latest) + len(said) > room:
            break
        latest = said + latest
    return ["", *latest[-room:]] if room > 0 else []


def _lines(texts: Iterable[str]) -> tuple[Line, ...]:
    return tuple((Span(text),) for text in texts)


def answer_at(lines: tuple[Line, ...], x: int, y: int) -> str | None:
    """What a click at column `x` of line `y` answers, or None."""
    if not 0 <= y < len(lines):
        return None
    for span in lines[y]:
        if x < len(span.text):
            return span.answer
        x -= len(span.text)
    return None
