"""What Hypothesis draws from: games in progress, junk, cards."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

import durak

seeds = st.binary(min_size=32, max_size=32)
cards = st.sampled_from(durak.CARDS)
suits = st.sampled_from(durak.SUITS)
seats = st.sampled_from(durak.SEATS)
picks = st.integers(0, 170).flatmap(lambda n: st.binary(min_size=n, max_size=n))
"""Bytes that pick among legal moves, one after the other; enough for whole games."""

moves = st.one_of(
    st.builds(durak.Attack, cards),
    st.builds(durak.Beat, cards),
    st.sampled_from([durak.Take(), durak.Done(), durak.Swap(), durak.Resign()]),
)

junk: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    st.text(max_size=3),
    st.binary(max_size=3),
    st.integers(),
    st.integers(-(2**300), 2**300),
    st.sampled_from(
        [np.int64(1), np.uint8(2), np.float64(1.0), np.bool_(True), np.int32(40)]
    ),
    st.sampled_from(
        [np.array(3), np.array([1, 2]), np.array([]), [], {}, object, object()]
    ),
    st.sampled_from([durak.Attack, durak.Take, durak.Phase.ATTACK, durak.CardSet([1])]),
    st.just({"kind": "attack", "card": 14}),
    st.builds(durak.Out, seats),
)


def played(seed: bytes, picks: bytes, number: int = 1) -> list[durak.State]:
    """The states of a game in which pick after pick chooses among the legal moves."""
    state = durak.start(seed, number)
    assert isinstance(state, durak.State)
    states = [state]
    for pick in picks:
        legal = durak.legal_moves(state)
        if not legal:
            break
        stepped = durak.step(state, state.turn, legal[pick % len(legal)])
        assert not isinstance(stepped, durak.Error)
        state, _ = stepped
        states.append(state)
    return states


@st.composite
def states(draw: st.DrawFn) -> durak.State:
    """A state that play can reach."""
    return played(draw(seeds), draw(picks))[-1]


@st.composite
def unfinished_states(draw: st.DrawFn) -> durak.State:
    """A state that play can reach, of a game that is not over."""
    *_, state = (s for s in played(draw(seeds), draw(picks)) if not s.over)
    return state
