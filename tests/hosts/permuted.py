"""Two deals that a seat cannot tell apart, and the moves that were made from both."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from attrs import frozen

from durak import SEATS, Card, Deal, Error, Played, Seat, legal_moves, start, step, view
from durak.memory import remember
from durak.search.worlds import worlds


@frozen
class Permuted:
    """A game and the same game with the cards moved that a seat has not seen."""

    seat: Seat
    moves: tuple[Played, ...]
    first: tuple[Card, ...]
    second: tuple[Card, ...]


def order_of(deal: Deal) -> tuple[Card, ...]:
    """The order of the pack that is dealt so; see `durak.deal_of`."""
    pairs = zip(deal.hands[1], deal.hands[2], strict=True)
    hands = [card for pair in pairs for card in pair]
    return (*hands, deal.talon[-1], *deal.talon[:-1])


def permuted_games(seed: int, moves: int) -> Iterator[Permuted]:
    """For each seat, a random game with three others that it cannot tell from it."""
    state, random, made = start(seed.to_bytes(32)), Random(seed), list[Played]()
    assert not isinstance(state, Error)
    deal, memories = state.deal, {seat: remember(view(state, seat)) for seat in SEATS}
    while state.turn is not None and len(made) < moves:
        made.append(Played(state.turn, random.choice(legal_moves(state))))
        stepped = step(state, made[-1].seat, made[-1].move)
        assert not isinstance(stepped, Error)
        state, events = stepped
        memories = {s: memories[s].after(events, view(state, s)) for s in SEATS}
    for seat, memory in memories.items():
        orders = (order_of(world.deal) for world in worlds(memory, b"permuted"))
        for order in islice((o for o in orders if o != order_of(deal)), 3):
            yield Permuted(seat, tuple(made), order_of(deal), order)
