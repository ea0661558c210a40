"""A seat's view as text: a picture of the table, or the same in a few plain lines.

    >>> print(table(durak.view(state, 1)))

Cards of the hand are numbered from 1 in the order in which the view gives
them. What may be played has its number in brackets, so that no colour is
needed to see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from durak.bout import BOUT_LIMIT
from durak.cards import SUIT_NAMES, Card, suit_of
from durak.cardsets import CardSet
from durak.events import GameEnd
from durak.moves import Attack, Beat
from durak.render.canvas import CARD_HEIGHT, CARD_WIDTH, Canvas, Ink, Line, text_of
from durak.render.marks import GLYPHS, Marks
from durak.render.words import Voice, cards_of, sentence
from durak.seats import other
from durak.sight import Pair, View

WIDTH: Final = 80
"""The columns of a table where nothing else is known."""

_HEAP_AT: Final = 11
_BOUT_AT: Final = 20
_PAIR_WIDTH: Final = 8
_PAIR_HEIGHT: Final = 5
_FAN_STEP: Final = 4
"""Columns from one card of the fanned hand to the next: its edge and its face."""


def playable(view: View) -> CardSet:
    """The cards of the hand that may be played now."""
    return CardSet(move.card for move in view.legal if isinstance(move, Attack | Beat))


def table(view: View, marks: Marks = GLYPHS, width: int = WIDTH) -> str:
    """The picture of a view as one text; see `picture`."""
    return "\n".join(map(text_of, picture(view, marks, width)))


def picture(view: View, marks: Marks = GLYPHS, width: int = WIDTH) -> tuple[Line, ...]:
    """The table as a seat sees it, its opponent above and its own hand below.

    As many lines as it takes, of at most `width` columns as long as a pair of
    cards and a line of words fit into them.
    """
    canvas = Canvas()
    _draw_opponent(canvas, view, marks, width)
    _draw_middle(canvas, view, marks, width)
    for line in _filled(side(view, marks).split(), width):
        canvas.put(0, canvas.height, line)
    _draw_hand(canvas, view, marks, width)
    return canvas.lines()


def _draw_opponent(canvas: Canvas, view: View, marks: Marks, width: int) -> None:
    """Its cards held face down from above, so that only their lower halves show."""
    count = view.counts[other(view.seat)]
    trumps = f"Trumps: {SUIT_NAMES[view.trump]}"
    canvas.put(0, 0, f"Your opponent: {cards_of(count)}")
    canvas.put(max(width - len(trumps), 26), 0, trumps)
    canvas.put(0, 2, "")
    if not count:
        return
    inner = CARD_WIDTH - 2
    hidden = 1 if 2 * (count - 1) + CARD_WIDTH <= width else 0
    covered = min(count - 1, width - CARD_WIDTH)
    low_left, low_right = tuple(marks.corners[2:])
    backs = (marks.upright + marks.back * hidden) * covered
    edges = (low_left + marks.flat * hidden) * covered
    last = marks.upright + marks.back * inner + marks.upright
    canvas.put(0, 1, backs + last, Ink.BACK)
    canvas.put(0, 2, edges + low_left + marks.flat * inner + low_right, Ink.BACK)


def _draw_middle(canvas: Canvas, view: View, marks: Marks, width: int) -> None:
    """The talon with the turn-up under it, the heap, and the bout beside or below."""
    top = canvas.height + 1
    back = marks.back * (CARD_WIDTH - 2)
    if view.talon:
        assert view.trump_card is not None
        turn_up = marks.card(view.trump_card)
        canvas.card(CARD_WIDTH - 1, top + 1, turn_up, marks, _ink_of(view.trump_card, view))
        if view.talon > 1:
            canvas.card(0, top, back, marks, Ink.BACK)
    if view.discard:
        canvas.card(_HEAP_AT, top, back, marks, Ink.BACK)
    canvas.put(0, top + CARD_HEIGHT + 1, f"talon {view.talon}")
    canvas.put(_HEAP_AT, top + CARD_HEIGHT + 1, f"heap {view.discard}")
    if width >= _BOUT_AT + BOUT_LIMIT * _PAIR_WIDTH:
        _draw_bout(canvas, _BOUT_AT, top, view, marks, BOUT_LIMIT)
    else:
        per_row = max(width // _PAIR_WIDTH, 1)
        rows = -(-BOUT_LIMIT // per_row)
        canvas.put(0, top + (1 + rows) * _PAIR_HEIGHT - 1, "")
        _draw_bout(canvas, 0, top + _PAIR_HEIGHT, view, marks, per_row)


def _draw_bout(
    canvas: Canvas, left: int, top: int, view: View, marks: Marks, per_row: int
) -> None:
    pairs = view.bout.pairs if view.bout else ()
    for place, pair in enumerate(pairs):
        row, column = divmod(place, per_row)
        x, y = left + column * _PAIR_WIDTH, top + row * _PAIR_HEIGHT
        canvas.card(x, y, marks.card(pair.attack), marks, _ink_of(pair.attack, view))
        if pair.beat is not None:
            canvas.card(
                x + 2, y + 2, marks.card(pair.beat), marks, _ink_of(pair.beat, view)
            )


def _draw_hand(canvas: Canvas, view: View, marks: Marks, width: int) -> None:
    lit = playable(view)
    top = canvas.height + 1
    per_row = max((width - 1) // _FAN_STEP, 1)
    for place, (number, card) in enumerate(numbered(view)):
        row, column = divmod(place, per_row)
        x, y = column * _FAN_STEP, top + row * (CARD_HEIGHT + 1)
        played = card in lit
        answer = number if played else None
        ink = Ink.LIT if played else Ink.DIM
        label = f"[{number}]" if played else f" {number}"
        canvas.put(x + 1, y, label, ink, answer)
        canvas.card(x, y + 1, marks.card(card), marks, _ink_of(card, view) | ink, answer)


def numbered(view: View) -> tuple[tuple[str, Card], ...]:
    """The cards of the hand in order, each with the number that plays it."""
    return tuple((str(place), card) for place, card in enumerate(view.hand, 1))


def _ink_of(card: Card, view: View) -> Ink:
    suit = suit_of(card)
    ink = Ink.RED if suit in "HD" else Ink.PLAIN
    return ink | Ink.TRUMP if suit == view.trump else ink


def side(view: View, marks: Marks = GLYPHS) -> str:
    """The side of the bout that the seat is on, and how far the attack has come."""
    bout = view.bout
    if view.result is not None:
        return sentence(GameEnd(view.result), Voice(view.seat))
    assert bout is not None
    if view.seat == bout.attacker:
        said = "You attack"
        if bout.taken:
            said += ", and your opponent takes"
    elif bout.taken:
        said = "You take"
    elif bout.unbeaten is not None:
        said = f"You defend against {marks.card(bout.unbeaten)}"
    else:
        said = "You defend"
    return f"{said}. Attack cards: {bout.size} of at most {bout.cap}."


def summary(view: View, marks: Marks = GLYPHS, width: int = WIDTH) -> tuple[str, ...]:
    """The same table in a few plain lines, for pipes, small windows and screen readers."""
    turn_up = "" if view.trump_card is None else f" ({marks.card(view.trump_card)})"
    around = (
        f"Trumps: {SUIT_NAMES[view.trump]}{turn_up}."
        f" Talon {view.talon}, heap {view.discard},"
        f" your opponent holds {view.counts[other(view.seat)]}."
    )
    pairs = view.bout.pairs if view.bout else ()
    laid = [_pair_text(pair, marks) for pair in pairs] or ["nothing"]
    lit = playable(view)
    hand = (
        f"[{number}] {marks.card(card)} "
        if card in lit
        else f"{number} {marks.card(card)} "
        for number, card in numbered(view)
    )
    return (
        *_filled(around.split(), width),
        *_filled(("Table: ", *laid), width),
        *_filled(("Hand: ", *hand), width),
        *_filled(side(view, marks).split(), width),
    )


def _pair_text(pair: Pair, marks: Marks) -> str:
    beat = "?" if pair.beat is None else marks.card(pair.beat)
    return f"{marks.card(pair.attack)}<{beat} "


def _filled(items: Iterable[str], width: int) -> Iterator[str]:
    """Lines of the items, with a space between, none of them cut in two."""
    line = ""
    for item in items:
        if line and len(line) + 1 + len(item.rstrip()) > width:
            yield line.rstrip()
            line = " "
        line = f"{line} {item}" if line else item
    yield line.rstrip()
