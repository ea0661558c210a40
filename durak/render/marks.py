"""How cards and boxes are written: with the suits' glyphs, or in ASCII."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from durak.cards import Card, Suit, face_of, suit_of


@frozen
class Marks:
    """The characters that a table is drawn with, each one column wide.

    Attributes:
        suits: What stands for a suit.
        corners: The corners of a card: two above, two below, left to right.
        flat: Its upper and lower edge.
        upright: Its left and right edge.
        back: What its back is filled with.
    """

    suits: Mapping[Suit, str]
    corners: str
    flat: str
    upright: str
    back: str

    def card(self, card: Card) -> str:
        """A card in two or three columns: its face, then its suit."""
        return face_of(card) + self.suits[suit_of(card)]

    @property
    def text(self) -> str:
        """Every character of these marks."""
        edges = self.corners + self.flat + self.upright + self.back
        return "".join(self.suits.values()) + edges


GLYPHS: Final = Marks({"S": "♠", "H": "♥", "D": "♦", "C": "♣"}, "╭╮╰╯", "─", "│", "░")
ASCII: Final = Marks({"S": "S", "H": "H", "D": "D", "C": "C"}, "++++", "-", "|", "#")


def marks_for(encoding: str | None) -> Marks:
    """The marks that an encoding can write: `GLYPHS` if it has all of them.

    An encoding that is unknown, or not known to Python, has `ASCII`.
    """
    try:
        GLYPHS.text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return GLYPHS
