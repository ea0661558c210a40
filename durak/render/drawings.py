"""How the table is laid out as SVG. `durak.render.svg` is what to call.

All lengths are in the units of the drawing's own box. Where cards go is
arithmetic over how many there are, so that a hand of 36 fits as one of six does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from math import inf
from typing import Final

from attrs import frozen

from durak.bout import BOUT_LIMIT
from durak.cards import CARDS, Card, name_of
from durak.moves import Move
from durak.render.descriptions import Pairs, pairs_of, standing_of
from durak.render.faces import DRAWN, GOLD, HEIGHT, LIGHT, QUIET, WIDTH, Pack, pip
from durak.render.text import playable
from durak.render.words import cards_of
from durak.seats import Seat, other
from durak.sight import View

CLOTH: Final = "#1f4d43"
FONT: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

_WIDE: Final = 800
_HIGH: Final = 576
_MARGIN: Final = 28

# Where things are on the table, from the far side to the near one: upper edges
# of cards, base lines of words.
_FAR_NAME: Final = 38
_FAR_HAND: Final = 56
_MIDDLE: Final = 212
_COUNTS: Final = 330
_STATUS: Final = 380
_NEAR_HAND: Final = 430
_NEAR_NAME: Final = 550

_LIFT: Final = 12
"""How far a card that may be played stands out of its hand."""
_CLOSE: Final = 24
"""From one card face down to the next."""
_APART: Final = WIDTH + 8
"""From one card of a hand to the next, where there is room."""
_PITCH: Final = 84
"""From one pair of a bout to the next."""
_ACROSS: Final = 12
_DOWN: Final = 40
"""How an answer lies over its attack, so that the corners of both are seen."""


@frozen
class Drawing:
    """Shapes, and the box that they fill from its corner at the origin."""

    width: int
    height: int
    shapes: str


def framed(drawing: Drawing, title: str, said: str, size: int | None = None) -> str:
    """A drawing as a document of its own, with what it shows in words.

    Raises:
        ValueError: `size` is not a positive number.
    """
    if size is not None and not 0 < size < inf:
        raise ValueError(f"a picture has a positive width, not {size!r}")
    wide, high = drawing.width, drawing.height
    sized = "" if size is None else f' width="{size:g}" height="{size * high / wide:.6g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {wide} {high}"'
        f'{sized} font-family="{FONT}">'
        f"<title>{escaped(title)}</title><desc>{escaped(said)}</desc>"
        f"{drawing.shapes}</svg>"
    )


_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """A text as XML holds it; what it cannot hold becomes a replacement sign."""
    return escape(_NOT_XML.sub("\ufffd", text))


def draw_card(card: Card) -> Drawing:
    """One card, face up."""
    return Drawing(WIDTH, HEIGHT, _at(0, 0, DRAWN.face(card), _marked(card)))


def draw_bout(pairs: Pairs) -> Drawing:
    """A bout on a piece of cloth just large enough for it."""
    wide = 2 * _MARGIN + _width_of_bout(max(len(pairs), 1))
    high = 2 * _MARGIN + HEIGHT + _DOWN
    return Drawing(wide, high, _cloth(wide, high) + _bout(pairs, _MARGIN, _MARGIN, DRAWN))


def draw_table(
    near: View, far: View | None = None, last: Pairs = (), pack: Pack = DRAWN
) -> Drawing:
    """The table from one seat's side.

    Args:
        near: The view of the seat at the near side.
        far: The view of the other seat if its hand is to be shown too.
        last: The bout that has just closed, drawn faintly while no card of the
            next one lies there.
        pack: What draws the cards.
    """
    shapes = (
        _cloth(_WIDE, _HIGH),
        _far_side(near, far, pack),
        _talon(near, pack),
        _heap(near.discard, pack),
        _middle(near, last, pack),
        _near_side(near, pack),
    )
    return Drawing(_WIDE, _HIGH, "".join(shapes))


def _cloth(wide: int, high: int) -> str:
    return f'<rect width="{wide}" height="{high}" rx="18" fill="{CLOTH}"/>'


def _far_side(near: View, far: View | None, pack: Pack) -> str:
    seat = other(near.seat)
    name = _name(near, seat, _FAR_NAME)
    if far is None:
        return name + _backs(near.counts[seat], _FAR_HAND, pack)
    sign = _text(_MARGIN, _FAR_NAME, "Both hands are shown", anchor="start")
    hand = _hand(far, _FAR_HAND, _LIFT, pack)
    return sign + name + _ways(far.legal, _FAR_NAME) + hand


def _near_side(near: View, pack: Pack) -> str:
    hand = _hand(near, _NEAR_HAND, -_LIFT, pack)
    name = _name(near, near.seat, _NEAR_NAME)
    return hand + name + _ways(near.legal, _NEAR_NAME)


def _name(view: View, seat: Seat, line: float) -> str:
    said = f"Seat {seat} \u00b7 {cards_of(view.counts[seat])}"
    return _text(_WIDE / 2, line, said, fill=GOLD if seat == view.turn else LIGHT)


def _ways(legal: Sequence[Move], line: float) -> str:
    """What may be done without a card, at the end of a line."""
    said = " \u00b7 ".join(_WAYS[move.kind] for move in legal if move.kind in _WAYS)
    return _text(_WIDE - _MARGIN, line, said, fill=GOLD, anchor="end") if said else ""


_WAYS: Final = {"take": "Take", "done": "Done", "swap": "Exchange the six"}


def _hand(view: View, y: float, lift: float, pack: Pack) -> str:
    may_play = playable(view)
    cards: list[str] = []
    for card, x in zip(view.hand, _places(len(view.hand), _APART), strict=True):
        lit = card in may_play
        marks = _marked(card) + ' data-playable="yes"' * lit
        cards.append(_at(x, y + lift * lit, pack.face(card) + _RING * lit, marks))
    return "".join(cards)


def _backs(count: int, y: float, pack: Pack) -> str:
    shown = min(count, len(CARDS))
    return "".join(_at(x, y, pack.back) for x in _places(shown, _CLOSE))


def _places(count: int, pitch: float) -> Iterator[float]:
    """Where the cards of a hand lie: in one row, centred, as close as they must."""
    if count > 1:
        pitch = min(pitch, (_WIDE - 2 * _MARGIN - WIDTH) / (count - 1))
    start = (_WIDE - WIDTH - pitch * (count - 1)) / 2
    return (start + pitch * place for place in range(count))


def _talon(view: View, pack: Pack) -> str:
    x, y = _MARGIN, _MIDDLE
    name = _text(x, _COUNTS, f"Talon {view.talon}", anchor="start")
    if view.trump_card is None:
        trump = pip(view.trump, x + WIDTH / 2, y + HEIGHT / 2, 28, QUIET)
        return _no_card(x, y, 0.5) + trump + name
    turn_up = _at(0, 0, pack.face(view.trump_card), _marked(view.trump_card))
    # Turned by a right angle around its corner, with its sign beside the pile.
    corner = f"{x + HEIGHT + 16} {y + (HEIGHT - WIDTH) / 2:g}"
    across = f'<g transform="translate({corner}) rotate(90)">{turn_up}</g>'
    return across + _pile(view.talon - 1, x, y, pack) + name


def _heap(count: int, pack: Pack) -> str:
    x, y = _WIDE - _MARGIN - WIDTH, _MIDDLE
    name = _text(x + WIDTH, _COUNTS, f"Heap {count}", anchor="end")
    return (_pile(count, x, y, pack) if count else _no_card(x, y, 0.5)) + name


def _pile(count: int, x: float, y: float, pack: Pack) -> str:
    """Cards face down on one another, the higher the more there are."""
    levels = range(-(-min(count, len(CARDS)) // 6))
    return "".join(_at(x, y - 2 * level, pack.back) for level in levels)


def _middle(view: View, last: Pairs, pack: Pack) -> str:
    pairs, cap = pairs_of(view.bout), view.bout.cap if view.bout else BOUT_LIMIT
    status = _text(
        *(_WIDE / 2, _STATUS, standing_of(view)),
        size=20,
        fill=GOLD if view.over else LIGHT,
    )
    if last and not pairs:
        x = (_WIDE - _width_of_bout(len(last))) / 2
        closed = _bout(last, x, _MIDDLE, pack, "closed")
        return f'<g opacity=".4">{closed}</g>{status}'
    x = (_WIDE - _width_of_bout(cap)) / 2
    room = range(len(pairs), 0 if view.over else cap)
    places = "".join(_no_card(x + _PITCH * place, _MIDDLE, 0.22) for place in room)
    return places + _bout(pairs, x, _MIDDLE, pack) + status


def _width_of_bout(size: int) -> int:
    return WIDTH + _ACROSS + _PITCH * (size - 1)


def _bout(pairs: Pairs, x: float, y: float, pack: Pack, mark: str = "card") -> str:
    cards: list[str] = []
    for place, (attack, beat) in enumerate(pairs):
        left = x + _PITCH * place
        cards.append(_at(left, y, pack.face(attack), _marked(attack, mark)))
        if beat is not None:
            at = left + _ACROSS, y + _DOWN
            cards.append(_at(*at, pack.face(beat), _marked(beat, mark)))
    return "".join(cards)


def _marked(card: Card, mark: str = "card") -> str:
    return f' data-{mark}="{name_of(card)}"'


_RING: Final = (
    '<rect x="-.5" y="-.5" width="65" height="91" rx="7" fill="none"'
    f' stroke="{GOLD}" stroke-width="3"/>'
)


def _no_card(x: float, y: float, opacity: float) -> str:
    return (
        f'<rect x="{x + 0.5:g}" y="{y + 0.5:g}" width="{WIDTH - 1}" height="{HEIGHT - 1}"'
        f' rx="6" fill="none" stroke="{QUIET}" stroke-opacity="{opacity:g}"'
        ' stroke-dasharray="5 5"/>'
    )


def _at(x: float, y: float, shapes: str, marks: str = "") -> str:
    return f'<g{marks} transform="translate({x:g} {y:g})">{shapes}</g>'


def _text(
    x: float,
    y: float,
    said: str,
    *,
    size: int = 17,
    fill: str = QUIET,
    anchor: str = "middle",
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"'
        f' fill="{fill}">{escaped(said)}</text>'
    )
