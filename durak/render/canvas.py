"""A grid of characters to draw on, each with what it means and what a click on it says."""

from __future__ import annotations

from enum import Flag, auto
from itertools import groupby
from typing import Final, TypeAlias

from attrs import frozen

from durak.render.marks import Marks


class Ink(Flag):
    """What a piece of text means; how that looks is for whoever shows it."""

    PLAIN = 0
    CARD = auto()
    """Of a card, face up."""
    RED = auto()
    """Of a red suit."""
    TRUMP = auto()
    """Of the trump suit."""
    LIT = auto()
    """May be played."""
    DIM = auto()
    """May not be played, or matters little."""
    BACK = auto()
    """The back of a card."""


@frozen
class Span:
    """A piece of a line.

    Attributes:
        text: The characters.
        ink: What they mean.
        answer: What a click on them answers, or None.
    """

    text: str
    ink: Ink = Ink.PLAIN
    answer: str | None = None


Line: TypeAlias = tuple[Span, ...]

_EMPTY: Final = Span(" ")

CARD_WIDTH: Final = 5
CARD_HEIGHT: Final = 3


def text_of(line: Line) -> str:
    """The characters of a line."""
    return "".join(span.text for span in line)


class Canvas:
    """Lines of text that grow as they are drawn on; later drawing covers earlier."""

    def __init__(self) -> None:
        self._rows: list[list[Span]] = []

    @property
    def height(self) -> int:
        """How many lines there are."""
        return len(self._rows)

    def put(
        self, x: int, y: int, text: str, ink: Ink = Ink.PLAIN, answer: str | None = None
    ) -> None:
        """Write a text from column `x` of line `y` on, both counted from 0."""
        while len(self._rows) <= y:
            self._rows.append([])
        row = self._rows[y]
        row.extend([_EMPTY] * (x + len(text) - len(row)))
        row[x : x + len(text)] = [Span(character, ink, answer) for character in text]

    def card(
        self,
        x: int,
        y: int,
        text: str,
        marks: Marks,
        ink: Ink = Ink.PLAIN,
        answer: str | None = None,
    ) -> None:
        """Draw a card, `CARD_WIDTH` by `CARD_HEIGHT`, with a text of three columns.

        The edge shows what may be played, and not the suit.
        """
        ink |= Ink.PLAIN if ink & Ink.BACK else Ink.CARD
        edge = ink & ~(Ink.RED | Ink.TRUMP)
        inner = CARD_WIDTH - 2
        left, right, low_left, low_right = tuple(marks.corners)
        self.put(x, y, left + marks.flat * inner + right, edge, answer)
        self.put(x, y + 1, marks.upright, edge, answer)
        self.put(x + 1, y + 1, text.rjust(inner), ink, answer)
        self.put(x + 1 + inner, y + 1, marks.upright, edge, answer)
        self.put(x, y + 2, low_left + marks.flat * inner + low_right, edge, answer)

    def lines(self) -> tuple[Line, ...]:
        """What was drawn, without blanks at the ends of lines."""
        return tuple(map(_line, self._rows))


def _line(row: list[Span]) -> Line:
    end = len(row)
    while end and row[end - 1].text == " ":
        end -= 1
    runs = groupby(row[:end], key=lambda cell: (cell.ink, cell.answer))
    return tuple(
        Span("".join(cell.text for cell in cells), ink, answer)
        for (ink, answer), cells in runs
    )
