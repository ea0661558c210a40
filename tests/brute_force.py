"""Every deal that fits what seat 1 has seen, by trying them all.

The measure for `durak.memory` and `durak.search.worlds`: it knows only `step`
and `view`, and nothing of how either of them concludes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from random import Random

from attrs import frozen

from durak import (
    CARDS,
    Card,
    Error,
    Event,
    Move,
    Seat,
    State,
    Suit,
    legal_moves,
    position,
    six_of,
    step,
    suit_of,
    view,
)
from durak.memory import Memory, remember_layout


@frozen
class Layout:
    """A layout between bouts, with as many hidden cards as can be tried out."""

    mine: tuple[Card, ...]
    theirs: tuple[Card, ...]
    talon: tuple[Card, ...]
    attacker: Seat

    @property
    def trump(self) -> Suit:
        """The suit of the turn-up."""
        return suit_of(self.talon[-1])

    @property
    def gone(self) -> frozenset[Card]:
        """The cards of the heap."""
        return frozenset(CARDS) - {*self.mine, *self.theirs, *self.talon}

    def state(self) -> State:
        """The layout as a state."""
        six = six_of(self.trump)
        owner: Seat | None = 1 if six in self.mine else 2 if six in self.theirs else None
        return position(
            {1: self.mine, 2: self.theirs},
            trump=self.trump,
            talon=self.talon,
            attacker=self.attacker,
            six_owner=owner,
        )

    def memory(self) -> Memory:
        """The memory of seat 1, who knows the heap."""
        return remember_layout(view(self.state(), 1), self.gone)

    def all_deals(self) -> Iterator[State]:
        """Every way to lay the cards that seat 1 does not see."""
        hidden = sorted(self.theirs + self.talon[:-1])
        for theirs in combinations(hidden, len(self.theirs)):
            left = [card for card in hidden if card not in theirs]
            for order in permutations(left):
                talon = (*order, self.talon[-1])
                yield Layout(self.mine, theirs, talon, self.attacker).state()


def layout_of(random: Random) -> Layout:
    """A layout of up to 7 cards across and up to 3 hidden ones in the talon.

    Half of them hold few ranks, so that much can be thrown in.
    """
    cards = list(CARDS)
    random.shuffle(cards)
    if random.random() < 0.5:
        ranks = random.sample(range(9), 5)
        cards.sort(key=lambda card: (card - 1) % 9 not in ranks)
        head = cards[:20]
        random.shuffle(head)
        cards[:20] = head
    mine, theirs = random.choice((5, 6, 6, 7, 8)), random.choice((4, 5, 6, 6, 7))
    ends = mine + theirs, mine + theirs + random.choice((2, 3, 4))
    return Layout(
        mine=tuple(cards[:mine]),
        theirs=tuple(cards[mine : ends[0]]),
        talon=tuple(cards[slice(*ends)]),
        attacker=random.choice((1, 2)),
    )


Choice = Callable[[Random, tuple[Move, ...]], Move]


def at_random(random: Random, legal: tuple[Move, ...]) -> Move:
    """Any legal move."""
    return random.choice(legal)


def mostly_stopping(random: Random, legal: tuple[Move, ...]) -> Move:
    """Take or be done more often than not, since that is what tells the least."""
    stops = [move for move in legal if move.kind in ("take", "done")]
    return stops[0] if stops and random.random() < 0.7 else random.choice(legal)


Moment = tuple[State, Memory, list[State]]
"""The true state, the memory of seat 1, and every state that fits it."""


def moments_of(layout: Layout, random: Random, choice: Choice) -> Iterator[Moment]:
    """A game from a layout, with all the deals that still fit after each move."""
    state, memory, fitting = layout.state(), layout.memory(), list(layout.all_deals())
    yield state, memory, fitting
    while state.turn is not None:
        seat, move = state.turn, choice(random, legal_moves(state))
        state, events = stepped(state, seat, move)
        seen = view(state, 1)
        fitting = list(_still_fitting(fitting, seat, move, (events, seen)))
        memory = memory.after(events, seen)
        yield state, memory, fitting


def stepped(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
    """`step` for a move that is not refused."""
    answer = step(state, seat, move)
    assert not isinstance(answer, Error)
    return answer


def _still_fitting(
    states: list[State], seat: Seat, move: Move, shown: tuple[object, object]
) -> Iterator[State]:
    for state in states:
        answer = step(state, seat, move)
        if not isinstance(answer, Error):
            after, events = answer
            if (events, view(after, 1)) == shown:
                yield after
