"""A game as one page of HTML that replays it, step by step.

The page is a file of its own: it asks for nothing over the network, and opens
from a disk as well as from a server. It holds a picture and the words for each
step, all made here; its script only shows one of them at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from string import Template
from typing import Final

from attrs import frozen

from durak.cards import CARDS, name_of
from durak.errors import Error
from durak.events import BoutEnd, Played
from durak.moves import Attack, Beat
from durak.render.descriptions import Pairs, describe, pairs_of
from durak.render.drawings import draw_table, escaped, framed
from durak.render.faces import DRAWN, Pack
from durak.render.words import happenings, opening
from durak.replays import Log, Status, Verdict, states_of, verify
from durak.seats import Seat, other
from durak.state import State
from durak.views import view


class Page(str):
    """The text of a page of HTML, which shows itself in a notebook.

    There it stands in a frame of its own, so that its style stays inside.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Page of {len(self)} characters>"

    def _repr_html_(self) -> str:
        return (
            '<iframe title="A replay of a game of durak" sandbox="allow-scripts"'
            ' style="width:100%;height:860px;border:0"'
            f' srcdoc="{escape(self)}"></iframe>'
        )


def replay_page(log: Log, seat: Seat | None = None, *, title: str | None = None) -> Page:
    """A page that replays a log, as far as the rules accept its moves.

    It says what `verify` says of the log; where a move was refused, why.

    Args:
        log: The game.
        seat: Whose view is shown, with that seat at the near side. The page
            then has nothing that this seat did not see: neither the other
            hand nor the seed. None shows both hands, with seat 1 at the near
            side, and the seed.
        title: What the page is called.

    Raises:
        ValueError: `seat` is no seat, or the game of the log cannot start.
    """
    verdict = verify(log)
    states = _states(log)
    both = seat is None
    moments = tuple(_moments(states))
    pictures = [_picture(moment, 1 if seat is None else seat, both) for moment in moments]
    steps = "\n".join(map(_step, moments, pictures))
    shown = f"Both hands are shown. Deal {log.number} of seed {log.seed.hex()}."
    about = f"{shown if both else f'What seat {seat} saw.'} {_said_of(verdict, log, seat)}"
    return Page(
        Template(_read("page.html")).substitute(
            title=escaped(title or "A game of durak"),
            about=escaped(about),
            style=_read("page.css"),
            script=_read("page.js"),
            cards=_definitions(steps),
            first=pictures[0],
            last=len(moments) - 1,
            steps=steps,
        )
    )


@frozen
class _Moment:
    """One step of the page.

    Attributes:
        place: How many moves have been made.
        state: What they led to.
        said: What the last of them led to, in words.
        opens: Whether the last of them is the first of a bout.
        closed: The bout that was closed last.
    """

    place: int
    state: State
    said: tuple[str, ...]
    opens: bool
    closed: Pairs

    @property
    def name(self) -> str:
        return f"After move {self.place}" if self.place else "The deal"


def _states(log: Log) -> tuple[State, ...]:
    """The first state of a log, and those after its moves until one is refused."""
    reached = tuple(states_of(log.seed, log.moves, log.number))
    if isinstance(reached[0], Error):
        raise ValueError(f"the game cannot start: {reached[0]}")
    return tuple(state for state in reached if isinstance(state, State))


def _moments(states: Sequence[State]) -> Iterator[_Moment]:
    closed: Pairs = ()
    opens = True
    yield _Moment(0, states[0], tuple(opening(states[0])), False, closed)
    for place, (before, after) in enumerate(pairwise(states), 1):
        ended = _closed_bout(before, after)
        closed = ended or closed
        yield _Moment(place, after, tuple(happenings(before, after)), opens, closed)
        opens = bool(ended)


def _closed_bout(before: State, after: State) -> Pairs:
    """The bout that a move closed, with the move's own card; none if it goes on."""
    move, *rest = after.history[before.ply :]
    bout = before.bout
    if bout is None or not any(isinstance(event, BoutEnd) for event in rest):
        return ()
    match move:
        case Played(_, Attack(card)):
            return pairs_of(bout.add_attack(card))
        case Played(_, Beat(card)):
            return pairs_of(bout.add_beat(card))
        case _:
            return pairs_of(bout)


def _picture(moment: _Moment, seat: Seat, both: bool) -> str:
    near = view(moment.state, seat)
    far = view(moment.state, other(seat)) if both else None
    drawing = draw_table(near, far, moment.closed, _REFERRED)
    return framed(drawing, moment.name, describe(near, far))


def _step(moment: _Moment, picture: str) -> str:
    first, *rest = map(escaped, moment.said)
    opens = ' class="opens"' if moment.opens else ""
    then = "".join(f"<p>{said}</p>" for said in rest)
    return (
        f'<li{opens}><button type="button"><b>{moment.place}</b><span>{first}</span>'
        f"</button>{then}<template>{picture}</template></li>"
    )


# Cards are drawn once in the page, those that are shown in it, and referred to.
def _reference(name: str) -> str:
    return f'<use href="#card-{name}"/>'


_REFERRED: Final = Pack(lambda card: _reference(name_of(card)), _reference("back"))


def _definitions(steps: str) -> str:
    drawn = {name_of(card): DRAWN.face(card) for card in CARDS} | {"back": DRAWN.back}
    return "".join(
        f'<g id="card-{name}">{shapes}</g>'
        for name, shapes in drawn.items()
        if _reference(name) in steps
    )


def _said_of(verdict: Verdict, log: Log, seat: Seat | None) -> str:
    match verdict.status:
        case Status.COMPLETE:
            return "Played to its end by the rules."
        case Status.UNFINISHED:
            return "Played by the rules as far as it goes; the log ends before the game."
        case Status.REFUSED if verdict.ply is not None and seat not in (
            None,
            log.moves[verdict.ply].seat,
        ):
            # Why, is told to the seat alone that made it: it can tell of its hand.
            return "The next move of the log, by the other seat, is refused."
        case Status.REFUSED:
            return f"The next move of the log is refused ({verdict.code})."
        case Status.DIFFERENT:
            return (
                "The moves keep to the rules, but the log claims something else than "
                f"what happened, first at event {verdict.event}, counted from 0."
            )


def _read(name: str) -> str:
    return files("durak.render").joinpath(name).read_text(encoding="utf-8")
