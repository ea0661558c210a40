"""`step`: one move, and everything the table does in consequence.

The life of a bout
------------------
A bout opens empty, against a hand whose size then fixes its cap for good. The
attacker plays a card; from here on exactly one of two seats is asked at a
time. While an attack card has no answer the defender is asked: it beats, and
the attacker is asked again, or it takes, and from then on only the attacker
is asked (the pile-on) until the bout closes. The attacker throws in one card
at a time or says that it is done.

Nobody is asked where there is nothing to choose. So after a move has done its
one thing the table runs on by itself: a defender that can only take has
taken; an attacker that can throw nothing in is done; a full bout, or one
against an emptied hand, closes. A possible exchange of the six of trumps is a
choice, and its seat is asked. Only the opening of a bout is never settled:
even a single card is played by hand.

There is one way to close a bout. Its cards go to the heap or to the
defender's hand; both seats draw, the attacker of this bout first; and then,
only then, the game may be over. If it is not, the next bout opens empty and
waits for its attacker, who always has a card to play: so a closed bout never
closes another, and nothing here loops.

In the order of the code: `step` asks `refusal`; one function for each kind of
move does the one thing that the move does; `_run_table` finds out whether a
seat has a choice, and `_ending` which rule ends the bout if none has;
`_close` closes it, with `_refill` for the draw.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, SupportsIndex, TypeAlias

from durak.bout import DEFEND, Bout, cap_for, open_bout
from durak.cards import BIT
from durak.deck import HAND_SIZE
from durak.errors import Error
from durak.events import BoutEnd, Event, GameEnd, How, Out, Played, Refill, played
from durak.legality import refusal
from durak.moves import Attack, Beat, Done, Move, Resign, Swap, Take
from durak.outcome import out_seats, resign_for, result_for
from durak.rules import answers, throws
from durak.seats import BySeat, Seat, seat_of
from durak.state import Held, State, may_swap

Stepped: TypeAlias = tuple[State, tuple[Event, ...]]
"""The next state, and what happened between in order, the move itself first."""


def step(
    state: State, seat: SupportsIndex | None, move: Move
) -> tuple[State, tuple[Event, ...]] | Error:
    """Make a move: the next state and what happened, or why not.

    The events begin with the move itself; all of them are added to the next
    state's history. On a refusal (see `refusal` for the order of the reasons)
    nothing has changed: the given state is still the game.

    Raises for nothing that a player could send as `seat` or `move`.
    """
    error = refusal(state, seat, move)
    if error is not None:
        return error
    mover = seat if type(seat) is int else seat_of(seat)
    event = played(mover, move)  # type: ignore[arg-type]  # refusal checked the seat
    return _MOVED[type(move)](state, state.bout, event, event.move)


def _attack(state: State, bout: Bout, event: Played, move: Attack) -> Stepped:
    held = _changed(state.held, event.seat, BIT[move.card])
    return _run_table(state, held, bout.add_attack(move.card), event)


def _beat(state: State, bout: Bout, event: Played, move: Beat) -> Stepped:
    held = _changed(state.held, event.seat, BIT[move.card])
    return _run_table(state, held, bout.add_beat(move.card), event)


def _take(state: State, bout: Bout, event: Played, move: Take) -> Stepped:
    return _run_table(state, state.held, bout.pick_up(), event)


def _done(state: State, bout: Bout, event: Played, move: Done) -> Stepped:
    how = How.TAKEN if bout.taken else How.DONE
    return _close(state, state.held, bout, how, event)


def _swap(state: State, bout: Bout, event: Played, move: Swap) -> Stepped:
    exchanged = State(
        state.deal,
        state.held,
        state.drawn,
        True,
        bout,
        None,
        state.discard,
        None,
        state.history,
    )
    cards = BIT[state.six_of_trumps] | BIT[state.talon[-1]]
    return _run_table(exchanged, _changed(state.held, event.seat, cards), bout, event)


def _resign(state: State, bout: Bout, event: Played, move: Resign) -> Stepped:
    end = GameEnd(resign_for(event.seat))
    resigned = State(
        state.deal,
        state.held,
        state.drawn,
        state.exchanged,
        bout,
        state.six_owner,
        state.discard,
        end.result,
        state.history.append(event).append(end),
    )
    return resigned, (event, end)


_MOVED: Final[dict[type, Callable[[State, Any, Played, Any], Stepped]]] = {
    Attack: _attack,
    Beat: _beat,
    Take: _take,
    Done: _done,
    Swap: _swap,
    Resign: _resign,
}


def _changed(held: Held, seat: Seat, cards: int) -> Held:
    """The hands with some cards gone from one of them, or come to it."""
    _, first, second = held
    return (0, first ^ cards, second) if seat == 1 else (0, first, second ^ cards)


def _run_table(state: State, held: Held, bout: Bout, event: Played) -> Stepped:
    """Go on from the cards as a move left them until a seat has a choice.

    `state` is still as before the move. Rules 5.1 to 5.6.
    """
    if bout.phase is DEFEND:
        defender = bout.defender
        if answers(held[defender], bout, state.deal.trump) or may_swap(
            state, held, defender
        ):
            return _laid(state, held, bout, event), (event,)
        bout = bout.pick_up()
    how = _ending(state, held, bout)
    if how is None:
        return _laid(state, held, bout, event), (event,)
    return _close(state, held, bout, how, event)


def _laid(state: State, held: Held, bout: Bout, event: Played) -> State:
    return State(
        state.deal,
        held,
        state.drawn,
        state.exchanged,
        bout,
        state.six_owner,
        state.discard,
        None,
        state.history.append(event),
    )


def _ending(state: State, held: Held, bout: Bout) -> How | None:
    """Which rule ends a bout that waits for its attacker, or None if none does.

    None does while the bout is empty: any card may open it. Rule 5.6.
    """
    if not bout.taken and not held[bout.defender]:
        return How.SPENT
    if len(bout.attacks) >= bout.cap:
        return How.TAKEN if bout.taken else How.CAPPED
    if throws(held[bout.attacker], bout) or may_swap(state, held, bout.attacker):
        return None
    return How.TAKEN if bout.taken else How.EXHAUSTED


def _close(state: State, held: Held, bout: Bout, how: How, event: Played) -> Stepped:
    """Clear the table, refill, and end the game or open the next bout.

    Rules 6.1 to 6.3, 7.1.
    """
    table = bout.mask
    cards = table.bit_count()
    attacker, defender = bout.attacker, bout.defender
    owner, discard = state.six_owner, state.discard
    if how is How.TAKEN:
        next_attacker, next_defender = attacker, defender
        held = _changed(held, defender, table)
        if owner == attacker and table & BIT[state.six_of_trumps]:
            owner = None
    else:
        next_attacker, next_defender = defender, attacker
        discard += cards
    held, owner, refill = _refill(state, held, owner, bout)
    ended = BoutEnd(how, cards, discard, next_attacker)
    end = _end(held, refill.talon)
    history = state.history.append(event).append(ended).append(refill)
    next_cap = cap_for(held[next_defender].bit_count())
    closed = State(
        state.deal,
        held,
        len(state.deal.talon) - refill.talon,
        state.exchanged,
        None if end else open_bout(next_attacker, next_cap),
        owner,
        discard,
        end[-1].result if end else None,
        history.extend(end) if end else history,
    )
    return closed, (event, ended, refill) + end


def _refill(
    state: State, held: Held, owner: Seat | None, bout: Bout
) -> tuple[Held, Seat | None, Refill]:
    """Draw each hand up to six; a six of trumps drawn face down has its owner.

    Rules 6.3, 8.3, 8.4.
    """
    left = state.talon_left
    if not left:
        return held, owner, _NOTHING_DRAWN
    attacker, defender = bout.attacker, bout.defender
    first = min(max(HAND_SIZE - held[attacker].bit_count(), 0), left)
    second = min(max(HAND_SIZE - held[defender].bit_count(), 0), left - first)
    drawn = BySeat(first, second) if attacker == 1 else BySeat(second, first)
    talon, six = state.talon, state.six_of_trumps
    for place in range(first + second):
        seat = attacker if place < first else defender
        card = talon[place]
        held = _changed(held, seat, BIT[card])
        if card == six and six != state.trump_card:
            owner = seat
    return held, owner, Refill(drawn, left - first - second)


_NOTHING_DRAWN: Final = Refill(BySeat(0, 0), 0)


def _end(held: Held, talon_left: int) -> tuple[*tuple[Out, ...], GameEnd] | tuple[()]:
    """The last events of a game, or none while it goes on. Rules 7.1 to 7.4."""
    if held[1] and held[2]:
        return ()
    counts = BySeat(held[1].bit_count(), held[2].bit_count())
    result = result_for(counts, talon_left)
    assert result is not None
    return (*map(Out, out_seats(counts, talon_left)), GameEnd(result))
