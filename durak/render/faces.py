"""Cards as SVG: one face for each of the 36, and the back.

Each is drawn with its top left corner at the origin, from a few shapes and one
text, so it needs no font but the reader's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from durak.cards import CARDS, Card, Suit, face_of, suit_of

WIDTH: Final = 64
HEIGHT: Final = 90

LIGHT: Final = "#fdfbf4"
GOLD: Final = "#f4c95d"
QUIET: Final = "#b5cfc5"
_BLACK: Final = "#1f2429"
_RED: Final = "#b3261e"

# Each suit in a box of 20 by 20 around the origin.
_SHAPES: Final[dict[Suit, str]] = {
    "S": (
        "M0-10C3-5 10-2 10 3.4A4.7 4.7 0 0 1 1.4 5.6Q1.8 8.6 4.5 10H-4.5"
        "Q-1.8 8.6-1.4 5.6A4.7 4.7 0 0 1-10 3.4C-10-2-3-5 0-10Z"
    ),
    "H": (
        "M0 9.5C-3.5 5-10 1.4-10-4A5.3 5.3 0 0 1 0-5.6 5.3 5.3 0 0 1 10-4"
        "C10 1.4 3.5 5 0 9.5Z"
    ),
    "D": "M0-10Q3.4-4 8 0 3.4 4 0 10-3.4 4-8 0-3.4-4 0-10Z",
    "C": (
        "M-3.2-2.2A4.6 4.6 0 1 1 3.2-2.2 4.6 4.6 0 1 1 1.3 5.2Q1.8 8.6 4.5 10H-4.5"
        "Q-1.8 8.6-1.3 5.2A4.6 4.6 0 1 1-3.2-2.2Z"
    ),
}


@frozen
class Pack:
    """What draws the cards, each with its corner at the origin.

    Attributes:
        face: The face of a card.
        back: The back of them all.
    """

    face: Callable[[Card], str]
    back: str


def ink_of(suit: Suit) -> str:
    """The colour that a suit is printed in."""
    return _RED if suit in "HD" else _BLACK


def pip(suit: Suit, x: float, y: float, size: float, colour: str) -> str:
    """The sign of a suit around a point, `size` high."""
    place = f"translate({x:g} {y:g}) scale({size / 20:g})"
    return f'<path transform="{place}" fill="{colour}" d="{_SHAPES[suit]}"/>'


def _face(card: Card) -> str:
    suit, rank = suit_of(card), face_of(card)
    ink = ink_of(suit)
    narrow = ' textLength="17" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    return (
        f'<rect x=".5" y=".5" width="63" height="89" rx="6" fill="{LIGHT}"'
        ' stroke="#b9b29f"/>'
        '<text x="11" y="21" font-size="19" font-weight="600" text-anchor="middle"'
        f' fill="{ink}"{narrow}>{rank}</text>'
        f"{pip(suit, 11, 33, 13, ink)}{pip(suit, 40, 60, 32, ink)}"
    )


_FACES: Final = ("", *map(_face, CARDS))

_BACK: Final = (
    '<rect x=".5" y=".5" width="63" height="89" rx="6" fill="#33506f"'
    f' stroke="{LIGHT}" stroke-opacity=".6"/>'
    f'<g fill="none" stroke="{LIGHT}" stroke-opacity=".4">'
    '<rect x="6.5" y="6.5" width="51" height="77" rx="3"/>'
    '<path d="M32 25 46 45 32 65 18 45Z"/></g>'
)

DRAWN: Final = Pack(_FACES.__getitem__, _BACK)
"""Every card drawn out where it lies, so that a picture stands alone."""
