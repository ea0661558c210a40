"""Laws that hold in every game. Each docstring is the law."""

from __future__ import annotations

import pickle
from itertools import cycle, pairwise
from random import Random
from typing import Any

import strategies as my
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from pyrsistent import pvector

import durak
from durak.cardsets import mask_of
from durak.codec import to_json, to_plain
from durak.layouts import flaws_of

ALL_MOVES = (
    *map(durak.Attack, durak.CARDS),
    *map(durak.Beat, durak.CARDS),
    *(durak.Take(), durak.Done(), durak.Swap()),
)


@given(my.seeds, my.picks)
def test_every_card_is_somewhere_once(seed: bytes, picks: bytes) -> None:
    """The hands, the table, the talon and the heap are the 36 cards, each once."""
    for state in my.played(seed, picks):
        table = state.bout.attacks + state.bout.beats if state.bout else ()
        seen = [*state.hands[1], *state.hands[2], *state.talon]
        seen += [card for card in table if card is not None]
        assert len(seen) == len(set(seen))
        assert len(seen) + state.discard == 36
        assert flaws_of(state) == ()


@given(my.seeds, my.picks)
def test_cards_never_come_back_from_the_heap(seed: bytes, picks: bytes) -> None:
    """The heap only grows, and the cards outside it only leave."""
    for before, after in pairwise(my.played(seed, picks)):
        assert after.discard >= before.discard
        assert after.drawn >= before.drawn
        assert tuple(after.history[: before.ply]) == tuple(before.history)


@given(my.states())
def test_an_unfinished_game_waits_on_one_seat_with_a_choice(state: durak.State) -> None:
    """One seat has legal moves; it is on turn; and unless it opens, it has two."""
    if state.over:
        assert state.turn is None
        assert durak.legal_moves(state, 1) == durak.legal_moves(state, 2) == ()
        return
    assert state.turn is not None
    assert state.bout is not None
    legal = durak.legal_moves(state)
    assert legal == durak.legal_moves(state, state.turn)
    assert durak.legal_moves(state, durak.other(state.turn)) == ()
    assert len(legal) >= (2 if state.bout.attacks else 1)


@given(my.states(), my.seats)
def test_a_move_is_listed_exactly_when_it_is_accepted(
    state: durak.State, seat: durak.Seat
) -> None:
    """Resignation aside, which is never listed and accepted until the end."""
    listed = durak.legal_moves(state, seat)
    accepted = tuple(m for m in ALL_MOVES if durak.refusal(state, seat, m) is None)
    assert sorted(map(str, listed)) == sorted(map(str, accepted))
    assert durak.Resign() not in listed
    assert (durak.refusal(state, seat, durak.Resign()) is None) == (not state.over)


@given(my.states())
def test_legal_moves_come_in_their_fixed_order(state: durak.State) -> None:
    """Cards in id order, then take or done, then swap."""
    kinds = [move.kind for move in durak.legal_moves(state)]
    order = ["attack", "beat", "take", "done", "swap"]
    assert kinds == sorted(kinds, key=order.index)
    cards = [m.card for m in durak.legal_moves(state) if hasattr(m, "card")]
    assert cards == sorted(set(cards))


@given(my.states(), st.one_of(my.seats, my.junk), st.one_of(my.moves, my.junk))
def test_no_move_of_anybody_raises_or_changes_the_state(
    state: durak.State, seat: Any, move: Any
) -> None:
    """`step` answers everything; the state it was given stays equal and usable."""
    kept = pickle.dumps(state)
    stepped = durak.step(state, seat, move)
    assert pickle.loads(kept) == state
    if isinstance(stepped, durak.Error):
        assert durak.refusal(state, seat, move) == stepped
        if not state.over:
            legal = durak.legal_moves(state)[0]
            assert not isinstance(durak.step(state, state.turn, legal), durak.Error)
    else:
        after, events = stepped
        assert tuple(after.history) == (*state.history, *events)


@given(my.states(), my.seats, my.junk)
def test_junk_as_a_card_is_refused(state: durak.State, seat: durak.Seat, card: Any) -> None:
    """A card that is no integer from 1 to 36 is never accepted, nor listed as legal."""
    for kind in (durak.Attack, durak.Beat):
        stepped = durak.step(state, seat, kind(card))
        if not isinstance(stepped, durak.Error):
            held = stepped[0].history[state.ply]
            assert isinstance(held, durak.Played)
            assert type(held.move.card) is int  # type: ignore[union-attr]
            assert not isinstance(card, bool | float)


@given(my.states(), my.seats, st.randoms(use_true_random=False))
def test_what_a_seat_cannot_tell_apart_is_answered_alike(
    state: durak.State, seat: durak.Seat, random: Random
) -> None:
    """Permuting the cards that a seat cannot see changes nothing it is told.

    Not its view, nor any text, plain data or pickle of it, nor its legal moves
    and refusals: so none of them holds a hidden card.
    """
    twin = with_hidden_cards_permuted(state, seat, random)
    view, twin_view = durak.view(state, seat), durak.view(twin, seat)
    assert twin_view == view
    assert (repr(twin_view), str(twin_view)) == (repr(view), str(view))
    assert to_json(to_plain(twin_view)) == to_json(to_plain(view))
    assert pickle.dumps(twin_view) == pickle.dumps(view)
    assert durak.legal_moves(twin, seat) == durak.legal_moves(state, seat)
    for move in (*ALL_MOVES, durak.Resign()):
        assert durak.refusal(twin, seat, move) == durak.refusal(state, seat, move)


def with_hidden_cards_permuted(
    state: durak.State, seat: durak.Seat, random: Random
) -> durak.State:
    """A state with what a seat cannot see dealt anew: other hand, talon and heap."""
    theirs = durak.other(seat)
    table = {*state.bout.attacks, *state.bout.beats} if state.bout else set()
    known = {*state.hands[seat], *table, *state.talon[-1:]}
    hidden = [card for card in durak.CARDS if card not in known]
    random.shuffle(hidden)
    hand, rest = hidden[: state.counts[theirs]], hidden[state.counts[theirs] :]
    held = (
        (0, state.held[1], mask_of(hand))
        if seat == 1
        else (0, mask_of(hand), state.held[2])
    )
    face_down = rest[: max(0, state.talon_left - 1)]
    owner = seat if state.six_owner == seat and state.six_of_trumps in known else None
    deal = evolve(
        state.deal,
        talon=(*state.deal.talon[: state.drawn], *face_down, *state.deal.talon[-1:])
        if state.talon_left
        else state.deal.talon,
    )
    return evolve(state, deal=deal, held=held, six_owner=owner)


@given(my.seeds, my.picks, st.integers(1, 2**53 - 1))
def test_replaying_the_moves_gives_the_equal_state(
    seed: bytes, picks: bytes, number: int
) -> None:
    """A seed and a list of moves is a whole game, and says everything about it."""
    state = my.played(seed, picks, number)[-1]
    replayed = durak.replay(seed, durak.moves_of(state.history), number)
    assert replayed == state
    assert hash(replayed) == hash(state)
    assert durak.verify(durak.log_of(state)).holds


@given(my.seeds, my.picks.filter(bool), st.sampled_from(["any", "take", "attack"]))
@settings(max_examples=50)
def test_every_deal_ends(seed: bytes, picks: bytes, favourite: str) -> None:
    """Within 18 beaten bouts, 342 taken ones and 1,081 moves.

    With every bout either the cards outside the heap grow fewer, or they stay
    and the attacker's hand and the talon together do.
    """
    state = durak.start(seed)
    assert isinstance(state, durak.State)
    made = 0
    for pick in cycle(picks):
        if state.over:
            break
        legal = durak.legal_moves(state)
        liked = [move for move in legal if move.kind == favourite] or legal
        stepped = durak.step(state, state.turn, liked[pick % len(liked)])
        assert not isinstance(stepped, durak.Error)
        after, events = stepped
        if any(isinstance(event, durak.BoutEnd) for event in events):
            assert _measure(after, state) < _measure(state, state)
        state = after
        made += 1
    ends = [event.taken for event in state.history if isinstance(event, durak.BoutEnd)]
    assert made <= 1081
    assert ends.count(False) <= 18
    assert ends.count(True) <= 342


@given(my.states().filter(lambda state: state.talon_left > 2))
def test_the_key_tells_apart_what_plays_differently(state: durak.State) -> None:
    """One thing changed at a time, what lies hidden too, and the key is another."""
    bout = state.bout
    assert bout is not None
    first, second, *rest = state.talon
    swapped = (*state.deal.talon[: state.drawn], second, first, *rest)
    suit = next(suit for suit in durak.SUITS if suit != state.trump)
    others = [
        evolve(state, deal=evolve(state.deal, talon=swapped)),
        evolve(state, drawn=state.drawn + 1),
        evolve(state, deal=evolve(state.deal, trump=suit)),
        evolve(state, held=(0, state.held[2], state.held[1])),
        evolve(state, bout=evolve(bout, cap=bout.cap + 1)),
        evolve(state, bout=evolve(bout, taken=not bout.taken)),
        evolve(state, six_owner=1 if state.six_owner is None else None),
        evolve(state, result=None if state.over else durak.resign_for(1)),
    ]
    keys = {state.key, *(other.key for other in others)}
    assert len(keys) == 1 + len(others)


def _measure(state: durak.State, bout_of: durak.State) -> tuple[int, int]:
    """What grows less with every bout, compared as a pair.

    The cards outside the heap; then the hand of the bout's attacker as it was
    when the bout opened, and the talon.
    """
    assert bout_of.bout is not None
    attacker = bout_of.bout.attacker
    played = len(bout_of.bout.attacks) if state is bout_of else 0
    return 36 - state.discard, state.counts[attacker] + played + state.talon_left


@given(my.unfinished_states())
def test_a_step_leaves_the_old_state_as_it_was(state: durak.State) -> None:
    """Every legal move can be tried from the same state, in any order."""
    before = to_plain(state)
    after = [durak.step(state, state.turn, move) for move in durak.legal_moves(state)]
    again = [durak.step(state, state.turn, move) for move in durak.legal_moves(state)]
    assert after == again
    assert to_plain(state) == before


@given(my.states(), my.states())
def test_the_key_leaves_out_history_only(one: durak.State, two: durak.State) -> None:
    """A state plays on alike without it."""
    forgetful = evolve(one, history=pvector())
    assert forgetful.key == one.key
    if one == two:
        assert one.key == two.key
    for move in durak.legal_moves(one):
        stepped, bare = (
            durak.step(one, one.turn, move),
            durak.step(forgetful, one.turn, move),
        )
        assert not isinstance(stepped, durak.Error)
        assert not isinstance(bare, durak.Error)
        assert stepped[1] == bare[1]
        assert stepped[0].key == bare[0].key
