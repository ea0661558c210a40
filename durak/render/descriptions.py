"""What lies on the table, in words: the text of a picture for who does not see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from durak.bout import Bout
from durak.cards import SUIT_NAMES, Card
from durak.moves import Attack, Beat, Move
from durak.render.words import cards_of, spoken, standing
from durak.seats import other
from durak.sight import BoutView, View

Pairs: TypeAlias = Sequence[tuple[Card, Card | None]]
"""The attack cards of a bout in the order played, each with its answer or None."""


def pairs_of(bout: Bout | BoutView | None) -> Pairs:
    """The pairs of a bout in either form; none without a bout."""
    if bout is None:
        return ()
    if isinstance(bout, Bout):
        return tuple(zip(bout.attacks, bout.beats, strict=True))
    return tuple((pair.attack, pair.beat) for pair in bout.pairs)


def describe(near: View, far: View | None = None) -> str:
    """The table as a view shows it, in sentences; with both views, both hands."""
    said = [
        standing_of(near),
        *_choices(near.legal or (far.legal if far else ())),
        f"On the table: {describe_pairs(pairs_of(near.bout))}.",
        _talon(near),
        f"The heap holds {cards_of(near.discard)}.",
        _hand(near),
        _hand(far) if far else _hidden_hand(near),
    ]
    return " ".join(said)


def standing_of(view: View) -> str:
    """Who is to do what, or how the game ended; also that a defender takes."""
    if view.bout is not None and view.bout.taken and not view.over:
        return f"Seat {view.bout.defender} takes. {standing(view)}"
    return standing(view)


def describe_pairs(pairs: Pairs) -> str:
    """The cards of a bout in words."""
    said = (
        f"{spoken(attack)}, {'open' if beat is None else f'beaten by {spoken(beat)}'}"
        for attack, beat in pairs
    )
    return "; ".join(said) or "nothing"


def _choices(legal: Sequence[Move]) -> Iterator[str]:
    """At most one sentence: what the seat on turn may do."""
    cards = [spoken(move.card) for move in legal if isinstance(move, Attack | Beat)]
    ways = [_WAYS[move.kind] for move in legal if not isinstance(move, Attack | Beat)]
    if cards:
        verb = "beat with" if isinstance(legal[0], Beat) else "play"
        ways = [f"{verb} {_list(cards, 'or')}", *ways]
    if ways:
        yield f"It may {_list(ways, 'or')}."


_WAYS = {
    "take": "take",
    "done": "throw in no more",
    "swap": "exchange the six of trumps",
    "resign": "resign",
}


def _talon(view: View) -> str:
    trumps = f"{SUIT_NAMES[view.trump].capitalize()} are trumps."
    if view.trump_card is None:
        return f"{trumps} The talon is empty."
    held = cards_of(view.talon)
    return f"{trumps} The talon holds {held}, {spoken(view.trump_card)} at the bottom."


def _hand(view: View) -> str:
    cards = _list(list(map(spoken, view.hand)), "and")
    return f"Seat {view.seat} holds {cards or 'no card'}."


def _hidden_hand(view: View) -> str:
    seat = other(view.seat)
    count = view.counts[seat]
    return f"Seat {seat} holds {cards_of(count)}{', face down' if count else ''}."


def _list(items: Sequence[str], word: str) -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"
