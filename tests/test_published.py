"""The figures that were published of the Perl engine come out exactly."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from math import ceil

import durak


def test_87_of_5000_deals_have_no_trump_in_either_hand() -> None:
    deals = (durak.deal_for(b"durak%027d" % number) for number in range(1, 5001))
    assert sum(_trumpless(deal) for deal in deals) == 87


def _trumpless(deal: durak.Deal) -> bool:
    trumps = durak.CardSet(durak.ids_of_suit(deal.trump))
    return not trumps & (deal.hands[1] | deal.hands[2])


def test_random_play_of_2000_deals() -> None:
    figures = [_play(number) for number in range(1, 2001)]
    moves = [figure["moves"] for figure in figures]
    seats = [figure[f"moves of {seat}"] for figure in figures for seat in durak.SEATS]
    bouts = [figure["bout_end"] for figure in figures]
    held = [figure["held"] for figure in figures if figure["fool"]]
    assert _spread(moves) == (42, 79, 114, 156, "81.0")
    assert _spread(seats) == (17, 40, 57, 81, "40.5")
    assert _spread(bouts) == (15, 30, 42, 57, "30.3")
    assert _spread(held) == (2, 8, 14, 24, "7.7")
    totals = sum(figures, Counter())
    assert (totals["fool"], len(figures) - totals["fool"]) == (1994, 6)
    assert totals["opener is the fool"] == 984
    assert (totals["can swap"], totals["swapped"]) == (1753, 1234)


def _play(number: int) -> Counter[str]:
    """A deal of random play, with the words it was published with."""
    state = durak.start(f"durak-soak-{number}".ljust(32).encode())
    assert isinstance(state, durak.State)
    figures: Counter[str] = Counter()
    while not state.over:
        legal = durak.legal_moves(state)
        figures["moves"] += 1
        figures[f"moves of {state.turn}"] += 1
        figures["can swap"] |= durak.Swap() in legal
        text = f"durak-soak:{number}:{figures['moves']}"
        word = int.from_bytes(sha256(text.encode()).digest()[:4], "big")
        move = legal[word % len(legal)]
        figures["swapped"] |= move == durak.Swap()
        stepped = durak.step(state, state.turn, move)
        assert not isinstance(stepped, durak.Error)
        state, _ = stepped
    figures["bout_end"] = sum(event.kind == "bout_end" for event in state.history)
    assert state.result is not None
    fool = state.result.fool
    if fool is not None:
        figures["fool"] = 1
        figures["opener is the fool"] = int(fool == state.deal.first)
        figures["held"] = state.counts[fool]
    return figures


def _spread(values: list[int]) -> tuple[int, int, int, int, str]:
    """Least, median, 95th percentile, most, and the mean to one place.

    A percentile is the least value that so large a part does not exceed.
    """
    ordered = sorted(values)
    median, late = (ordered[ceil(len(ordered) * part) - 1] for part in (0.5, 0.95))
    mean = f"{sum(ordered) / len(ordered):.1f}"
    return ordered[0], median, late, ordered[-1], mean
