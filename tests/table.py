"""Cards by name, so that rulings read as one would say them at the table."""

from __future__ import annotations

from typing import Any

import durak


def card(name: str) -> durak.Card:
    """The card of a name."""
    found = durak.id_of(name)
    assert found is not None, name
    return found


def cards(names: str) -> tuple[durak.Card, ...]:
    """The cards of some names with spaces between them."""
    return tuple(map(card, names.split()))


def laid(
    first: str, second: str, *, table: str = "", talon: str = "", **rest: Any
) -> durak.State:
    """A position: two hands, a table of `attack` or `attack/answer`, a talon."""
    pairs = [(pair.split("/") + [""])[:2] for pair in table.split()]
    return durak.position(
        {1: cards(first), 2: cards(second)},
        table=[(card(attack), card(beat) if beat else None) for attack, beat in pairs],
        talon=cards(talon),
        **{"trump": "H", **rest},
    )


def attack(name: str) -> durak.Attack:
    """An attack with a card."""
    return durak.Attack(card(name))


def beat(name: str) -> durak.Beat:
    """A beat with a card."""
    return durak.Beat(card(name))


def go(state: durak.State, *moves: durak.Move) -> durak.State:
    """The state after some moves, each by the seat on turn."""
    for move in moves:
        stepped = durak.step(state, state.turn, move)
        assert not isinstance(stepped, durak.Error), f"{move}: {stepped}"
        state, _ = stepped
    return state


def code(state: durak.State, move: durak.Move, seat: durak.Seat | None = None) -> str:
    """The code of a refusal, or `ok`."""
    error = durak.refusal(state, state.turn if seat is None else seat, move)
    return "ok" if error is None else error.code.value


def kinds(state: durak.State) -> list[str]:
    """The kinds of the events so far."""
    return [event.kind for event in state.history]
