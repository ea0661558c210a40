"""`view`: what one seat may know, and nothing else."""

from __future__ import annotations

from durak.bout import Bout
from durak.cardsets import CardSet
from durak.legality import legal_moves
from durak.seats import Seat, seat_of
from durak.sight import BoutView, Pair, View
from durak.state import State

__all__ = ["BoutView", "Pair", "View", "view"]


def view(state: State, seat: Seat) -> View:
    """What a seat may know now.

    Raises:
        ValueError: `seat` is not 1 or 2.
    """
    sitting = seat_of(seat)
    if sitting is None:
        raise ValueError(f"no such seat: {seat!r}")
    return View(
        seat=sitting,
        ply=state.ply,
        phase=state.phase,
        turn=state.turn,
        trump=state.trump,
        trump_card=state.trump_card if state.turn_up_left else None,
        talon=state.talon_left,
        discard=state.discard,
        hand=CardSet.of_mask(state.held[sitting]),
        counts=state.counts,
        swap=state.can_swap(sitting),
        legal=legal_moves(state, sitting),
        over=state.over,
        result=state.result,
        bout=None if state.bout is None else _bout_view(state.bout),
    )


def _bout_view(bout: Bout) -> BoutView:
    return BoutView(
        attacker=bout.attacker,
        defender=bout.defender,
        cap=bout.cap,
        size=bout.size,
        taken=bout.taken,
        unbeaten=bout.unbeaten,
        pairs=tuple(map(Pair, bout.attacks, bout.beats)),
    )
