"""Three ways to choose a move, each a little stronger than the one before.

A rung is a function of a view, and of a word where it leaves the choice to
chance. It chooses among the moves that the view lists, and so never asks what
the rules are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from durak.bout import DEFEND
from durak.cards import RANK_MASK, Card, power_of, suit_of
from durak.moves import DONE, SWAP, TAKE, Attack, Beat, Move
from durak.sight import View

M = TypeVar("M", Attack, Beat)

_TRUMP: Final = 20
"""What it costs to part with a trump: more than any difference in power."""

_COMPANY: Final = 1
"""What it costs to part with a card whose rank the hand holds more than once."""

_COMPANY_THROWN: Final = -2
"""The same for rung 3 as it attacks: its equals may follow that card."""

_CHEAP_TRUMP: Final = 3
"""The highest power of a trump that rung 3 beats with early in the deal."""

_LATE_TALON: Final = 6
"""With no more cards than this to draw, rung 3 beats with any trump."""

_BIG_BOUT: Final = 2
"""Against more attack cards than this, rung 3 beats with any trump."""


def rung1(view: View, word: int) -> Move:
    """Any legal move: the one that the word falls on."""
    return view.legal[word % len(view.legal)]


def rung2(view: View) -> Move:
    """Part with the cheapest card, and exchange the six of trumps at once.

    It beats whatever it can, and throws in whatever it may.
    """
    if SWAP in view.legal:
        return SWAP
    if view.phase is DEFEND:
        return _cheapest(_beats(view), view, _COMPANY) or TAKE
    return _cheapest(_attacks(view), view, _COMPANY) or DONE


def rung3(view: View) -> Move:
    """As rung 2, but it attacks with ranks it holds twice, and saves its trumps.

    Early in a deal it takes a small bout rather than beat with a high trump.
    """
    if SWAP in view.legal:
        return SWAP
    if view.phase is not DEFEND:
        return _cheapest(_attacks(view), view, _COMPANY_THROWN) or DONE
    beat = _cheapest(_beats(view), view, _COMPANY)
    if beat is None or (TAKE in view.legal and _too_dear(beat.card, view)):
        return TAKE
    return beat


def _too_dear(card: Card, view: View) -> bool:
    assert view.bout is not None
    high = suit_of(card) == view.trump and power_of(card) > _CHEAP_TRUMP
    return high and view.talon > _LATE_TALON and view.bout.size <= _BIG_BOUT


def _attacks(view: View) -> list[Attack]:
    return [move for move in view.legal if isinstance(move, Attack)]


def _beats(view: View) -> list[Beat]:
    return [move for move in view.legal if isinstance(move, Beat)]


def _cheapest(moves: Sequence[M], view: View, company: int) -> M | None:
    """The move whose card costs least, then has the least id; None of none."""

    def price(move: M) -> tuple[int, Card]:
        return _cost(move.card, view, company), move.card

    return min(moves, key=price, default=None)


def _cost(card: Card, view: View, company: int) -> int:
    cost = power_of(card)
    if suit_of(card) == view.trump:
        cost += _TRUMP
    if (view.hand.mask & RANK_MASK[card]).bit_count() > 1:
        cost += company
    return cost
