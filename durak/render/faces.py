"""Cards as SVG: one face for each of the 36, and the back.

Each is drawn with its top left corner at the origin, from shapes and one text,
so it needs no font but the reader's own and no definitions elsewhere.
"""

from __future__ import annotations

from typing import Final

from durak.cards import CARDS, Card, Suit, face_of, suit_of

WIDTH: Final = 64
HEIGHT: Final = 90

LIGHT: Final = "#fdfbf4"
GOLD: Final = "#f4c95d"
RED: Final = "#b3261e"
BLACK: Final = "#1f2429"

# The suits in a box of 20 by 20 around the origin.
_SHAPES: Final[dict[Suit, str]] = {
    "S": (
        "M0-10C3-5 10-2 10 3.4A4.7 4.7 0 0 1 1.4 5.6Q1.8 8.6 4.5 10H-4.5"
        "Q-1.8 8.6-1.4 5.6A4.7 4.7 0 0 1-10 3.4C-10-2-3-5 0-10Z"
    ),
    "H": "M0 9.5C-3.5 5-10 1.4-10-4A5.3 5.3 0 0 1 0-5.6 5.3 5.3 0 0 1 10-4C10 1.4 3.5 5 0 9.5Z",
    "D": "M0-10Q3.4-4 8 0 3.4 4 0 10-3.4 4-8 0-3.4-4 0-10Z",
    "C": (
        "M-3.2-2.2A4.6 4.6 0 1 1 3.2-2.2 4.6 4.6 0 1 1 1.3 5.2Q1.8 8.6 4.5 10H-4.5"
        "Q-1.8 8.6-1.3 5.2A4.6 4.6 0 1 1-3.2-2.2Z"
    ),
}


def pip(suit: Suit, x: float, y: float, size: float, colour: str | None = None) -> str:
    """The sign of a suit around a point, `size` high, in its own colour by default."""
    fill = colour or (RED if suit in "HD" else BLACK)
    place = f"translate({x:g} {y:g}) scale({size / 20:g})"
    return f'<path transform="{place}" fill="{fill}" d="{_SHAPES[suit]}"/>'


def _face(card: Card) -> str:
    suit, rank = suit_of(card), face_of(card)
    colour = RED if suit in "HD" else BLACK
    narrow = ' textLength="17" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    return (
        f'<rect x=".5" y=".5" width="63" height="89" rx="6" fill="{LIGHT}" stroke="#b9b29f"/>'
        f'<text x="11" y="21" font-size="19" font-weight="600" text-anchor="middle"'
        f' fill="{colour}"{narrow}>{rank}</text>'
        f"{pip(suit, 11, 33, 13)}{pip(suit, 40, 60, 32)}"
    )


FACES: Final[tuple[str, ...]] = ("", *map(_face, CARDS))
"""The face of each card, by card; place 0 is no card."""

BACK: Final = (
    f'<rect x=".5" y=".5" width="63" height="89" rx="6" fill="#33506f" stroke="{LIGHT}"'
    ' stroke-opacity=".55"/>'
    f'<rect x="6" y="6" width="52" height="78" rx="3" fill="none" stroke="{LIGHT}"'
    ' stroke-opacity=".35"/>'
    f'<path d="M32 25 46 45 32 65 18 45Z" fill="none" stroke="{LIGHT}" stroke-opacity=".35"/>'
)
"""The back of every card."""
