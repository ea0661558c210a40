"""What a seat sees and remembers, as arrays of fixed length.

`observe` gives what a player at the table has in mind: one flat array of int8,
`SIZE` long, in the parts that `PARTS` lists; `place_of(name)` says where each
lies. `recall` gives the way there, in the parts of `PAST`: with both, two
moments look alike only if the seat has seen exactly the same of both games.

Cards are in id order, so place `i` of a part of 36 is the card `i + 1`. All of
it is told from the seat that observes: `own` comes before `other`. Both are
made from a `Memory` alone, so they hold nothing that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Any, Final, TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from durak.adapters.actions import ACTIONS, action_of, actions_of
from durak.bout import Phase
from durak.cards import CARDS, SUITS, Card, name_of
from durak.cardsets import cards_in
from durak.events import BoutEnd, Played
from durak.memory import Memory
from durak.seats import SEATS, other
from durak.sight import View

Bytes: TypeAlias = NDArray[np.int8]


@frozen
class Part:
    """One part of an observation.

    Attributes:
        name: Its name.
        size: How many numbers it has.
        private: Whether it is for the observing seat only: the public parts
            are what anybody at the table knows.
        meaning: What each of its numbers says.
    """

    name: str
    size: int
    private: bool
    meaning: str


PARTS: Final = (
    Part("seat", 2, False, "1 at the observing seat: seat 1, seat 2"),
    Part("hand", 36, True, "1 for each card of the own hand"),
    Part("attacks", 36, False, "1 for each attack card on the table"),
    Part("answers", 36, False, "1 for each card on the table that beat one"),
    Part("open", 36, False, "1 for each attack card on the table without an answer"),
    Part("shown", 36, True, "1 for each card the other hand is known to hold"),
    Part("gone", 36, False, "1 for each card of the heap"),
    Part("unseen", 36, True, "1 for each card in the other hand or the talon"),
    Part("turn_up", 36, False, "1 for the card at the bottom of the talon"),
    Part("trump", 4, False, "1 at the trump suit: spades, hearts, diamonds, clubs"),
    Part("phase", 4, False, "1 at the phase: attack, defend, pile on, over"),
    Part("turn", 2, False, "1 at the seat on turn: own, other"),
    Part("attacker", 2, False, "1 at the seat that attacks: own, other"),
    Part("swap", 1, True, "1 if the own hand may exchange the six of trumps"),
    Part("counts", 4, False, "how many cards: own hand, other hand, talon, heap"),
    Part("room", 2, False, "the cap of the bout, and how many cards it may still hold"),
)
"""The parts of an observation, in order; see `Part`."""

MAX_MOVES: Final = 1081
"""The most moves that a game can have; docs/rules.md has the proof."""

PAST: Final = (
    Part("dealt", 36, True, "1 for each card of the own hand as it was dealt"),
    Part("drawn", 36, True, "for each card drawn, at which refill, counted from 1"),
    Part("turned_up", 36, False, "1 for the card that was turned up to show the trump"),
    Part("moves", MAX_MOVES, False, "for each move 1 + its action; + 39, + 78: see below"),
)
"""The parts of a recollection, in order.

A move of seat 2 counts 39 more, and one that closed a bout 78 more: the same
card may be thrown in or open the next bout, and which it was, the moves alone
do not say. A card is drawn once. Only the six of trumps may come again, from the bottom of
the talon after an exchange; then its first refill is given.
"""

SIZE: Final = sum(part.size for part in PARTS)
"""How many numbers an observation has."""

HIGHEST: Final = 36
"""The highest number in any observation; the lowest is 0."""

_PHASES: Final = tuple(Phase)


def _places(parts: tuple[Part, ...]) -> dict[str, slice]:
    ends = accumulate(part.size for part in parts)
    return {
        part.name: slice(end - part.size, end)
        for part, end in zip(parts, ends, strict=True)
    }


_PLACES: Final = _places(PARTS) | _places(PAST)


def place_of(name: str) -> slice:
    """Where a part lies in its array. Raises KeyError for no part."""
    return _PLACES[name]


def observe(memory: Memory) -> Bytes:
    """The observation of a seat, a new array at each call."""
    array = np.zeros(SIZE, np.int8)
    view, tally = memory.view, memory.tally
    seat, bout = view.seat, view.bout
    _mark(array, "seat", (SEATS.index(seat),))
    _mark_cards(array, "hand", view.hand)
    _mark_cards(array, "shown", cards_in(tally.shown))
    _mark_cards(array, "gone", cards_in(tally.gone))
    _mark_cards(array, "unseen", cards_in(tally.unseen))
    _mark(array, "trump", (SUITS.index(view.trump),))
    _mark(array, "phase", (_PHASES.index(view.phase),))
    if view.trump_card is not None:
        _mark_cards(array, "turn_up", (view.trump_card,))
    if view.turn is not None:
        _mark(array, "turn", (int(view.turn != seat),))
    if bout is not None:
        _mark(array, "attacker", (int(bout.attacker != seat),))
        for pair in bout.pairs:
            _mark_cards(array, "attacks", (pair.attack,))
            if pair.beat is None:
                _mark_cards(array, "open", (pair.attack,))
            else:
                _mark_cards(array, "answers", (pair.beat,))
        array[_PLACES["room"]] = (bout.cap, bout.cap - bout.size)
    array[_PLACES["swap"]] = view.swap
    counts = view.counts
    array[_PLACES["counts"]] = (
        counts[seat],
        counts[other(seat)],
        view.talon,
        view.discard,
    )
    return array


def recall(memory: Memory) -> NDArray[np.int16]:
    """What the seat has seen until now, in the parts of `PAST`; a new array.

    Raises:
        ValueError: the game was resigned, which no action stands for.
    """
    dealt, drawn, turned_up, moves = (np.zeros(part.size, np.int16) for part in PAST)
    dealt[[card - 1 for card in memory.first.hand]] = 1
    for refill, cards in reversed([*enumerate(memory.tally.draws, start=1)]):
        drawn[[card - 1 for card in cards_in(cards)]] = refill
    if memory.first.trump_card is not None:
        turned_up[memory.first.trump_card - 1] = 1
    made = [event for bout in bouts_of(memory) for event in bout]
    for place, event in enumerate(made):
        moves[place] = 1 + action_of(event.move) + ACTIONS * (event.seat - 1)
    *closed, _ = accumulate(len(bout) for bout in bouts_of(memory))
    moves[[end - 1 for end in closed]] += 2 * ACTIONS
    return np.concatenate((dealt, drawn, turned_up, moves))


def bouts_of(memory: Memory) -> tuple[tuple[Played, ...], ...]:
    """The moves of each bout so far; the last is the open one, or empty."""
    bouts: list[list[Played]] = [[]]
    for event in memory.history:
        if isinstance(event, Played):
            bouts[-1].append(event)
        elif isinstance(event, BoutEnd):
            bouts.append([])
    return tuple(map(tuple, bouts))


def text_of(part: Part, values: NDArray[Any]) -> str:
    """The numbers of a part for people, names where it marks cards; "" for zeros."""
    if not values.any():
        return ""
    if part.size == len(CARDS):
        return " ".join(_marked(int(p), int(values[p])) for p in np.flatnonzero(values))
    return " ".join(str(int(value)) for value in values)


def _marked(place: int, number: int) -> str:
    return name_of(place + 1) if number == 1 else f"{name_of(place + 1)}:{number}"


def _mark(array: Bytes, name: str, places: Iterable[int]) -> None:
    start = _PLACES[name].start
    for place in places:
        array[start + place] = 1


def _mark_cards(array: Bytes, name: str, cards: Iterable[Card]) -> None:
    start = _PLACES[name].start - 1
    for card in cards:
        array[start + card] = 1


def legal_mask(view: View) -> Bytes:
    """1 for each action that is legal for the seat, `ACTIONS` long, of int8.

    All zeros for a seat that is not on turn.
    """
    mask = np.zeros(ACTIONS, np.int8)
    mask[list(actions_of(view.legal))] = 1
    return mask
