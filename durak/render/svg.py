"""Pictures of the table as SVG, self-contained: no font, style or image elsewhere.

A picture brings its own cloth, so it reads the same on a white page and on a
dark one. It scales to any size, and its `title` and `desc` say in words what it
shows. Each card that lies face up is one group with the card's name in
`data-card`; which cards lie face down is not in it.
"""

from __future__ import annotations

from durak.bout import Bout
from durak.cards import Card, long_name_of
from durak.render.descriptions import describe, describe_pairs, pairs_of
from durak.render.drawings import draw_bout, draw_card, draw_table, framed
from durak.seats import Seat, other
from durak.sight import BoutView, View
from durak.state import State
from durak.views import view


class Picture(str):
    """The text of an SVG drawing, which shows itself in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Picture of {len(self)} characters>"

    def _repr_svg_(self) -> str:
        return str(self)


def table(seen: View, *, title: str | None = None, size: int | None = None) -> Picture:
    """The table as one seat sees it, that seat at the near side.

    What the seat may play is raised and ringed.

    Args:
        seen: The view.
        title: What the picture is called; by default, whose view it is.
        size: Its width in pixels; by default it takes the room there is.
    """
    title = title or f"The table as seat {seen.seat} sees it"
    return Picture(framed(draw_table(seen), title, describe(seen), size))


def table_of_state(
    state: State, seat: Seat = 1, *, title: str | None = None, size: int | None = None
) -> Picture:
    """The table with both hands open. The picture says that it shows everything.

    Args:
        state: The game.
        seat: Who sits at the near side.
        title: What the picture is called.
        size: Its width in pixels; by default it takes the room there is.

    Raises:
        ValueError: `seat` is not 1 or 2.
    """
    near, far = view(state, seat), view(state, other(seat))
    title = title or "The table with both hands open"
    said = f"Everything is shown. {describe(near, far)}"
    return Picture(framed(draw_table(near, far), title, said, size))


def bout(
    shown: Bout | BoutView, *, title: str | None = None, size: int | None = None
) -> Picture:
    """A bout alone, each answer laid over its attack.

    Args:
        shown: The bout of a state or of a view.
        title: What the picture is called.
        size: Its width in pixels; by default it takes the room there is.
    """
    pairs = pairs_of(shown)
    title = title or f"A bout: seat {shown.attacker} attacks"
    said = f"On the table: {describe_pairs(pairs)}."
    return Picture(framed(draw_bout(pairs), title, said, size))


def card(shown: Card, *, size: int | None = None) -> Picture:
    """One card, face up.

    Args:
        shown: The card.
        size: Its width in pixels; by default it takes the room there is.

    Raises:
        ValueError: `shown` is not a card.
    """
    name = long_name_of(shown)
    return Picture(framed(draw_card(shown), name.capitalize(), "", size))
