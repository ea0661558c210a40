from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import picks, played, seats, seeds

from durak import (
    CARDS,
    SEATS,
    Attack,
    Beat,
    BoutEnd,
    CardSet,
    Deal,
    Done,
    Error,
    Phase,
    Played,
    Resign,
    Seat,
    State,
    Swap,
    Take,
    deal_of,
    legal_moves,
    moves_of,
    other,
    start_from,
    step,
    view,
)
from durak.adapters.actions import ACTIONS, action_of, actions_of, move_of
from durak.adapters.observations import (
    HIGHEST,
    PARTS,
    PAST,
    SIZE,
    Bytes,
    legal_mask,
    observe,
    place_of,
    recall,
    text_of,
)
from durak.memory import Memory, remember


def test_actions_and_the_moves_of_a_phase_are_one_to_one() -> None:
    for phase in Phase:
        moves = [move_of(action, phase) for action in range(ACTIONS)]
        assert len(set(moves)) == ACTIONS
        assert [action_of(move) for move in moves] == list(range(ACTIONS))


def test_the_ids_are_fixed() -> None:
    assert [action_of(Attack(card)) for card in CARDS] == list(range(36))
    assert [action_of(Beat(card)) for card in CARDS] == list(range(36))
    assert [action_of(move) for move in (Take(), Done(), Swap())] == [36, 37, 38]
    assert move_of(np.int64(8), Phase.DEFEND) == Beat(9)
    assert move_of(8, Phase.PILE_ON) == Attack(9)


@pytest.mark.parametrize("action", [-1, 39, True, 3.0, "3", None])
def test_what_is_no_action_raises(action: object) -> None:
    with pytest.raises(ValueError, match="no such action"):
        move_of(action, Phase.ATTACK)  # type: ignore[arg-type]  # the wrong type is the point


@pytest.mark.parametrize("move", [Resign(), Attack(37), Beat(0)])
def test_a_move_that_is_no_action_raises(move: Attack | Beat | Resign) -> None:
    with pytest.raises(ValueError, match="no action for"):
        action_of(move)


@given(seeds, picks)
@settings(max_examples=20)
def test_the_actions_of_the_legal_moves_ascend_and_lead_back_to_them(
    seed: bytes, picks: bytes
) -> None:
    for state in played(seed, picks):
        legal = legal_moves(state)
        actions = actions_of(legal)
        assert list(actions) == sorted(set(actions))
        assert tuple(move_of(action, state.phase) for action in actions) == legal


@given(seeds, picks, seats)
@settings(max_examples=20)
def test_the_mask_is_one_for_the_legal_actions_of_its_seat_only(
    seed: bytes, picks: bytes, seat: Seat
) -> None:
    for state in played(seed, picks):
        mask = legal_mask(view(state, seat))
        assert (mask.shape, mask.dtype) == ((ACTIONS,), np.int8)
        assert tuple(np.flatnonzero(mask)) == actions_of(legal_moves(state, seat))
        assert set(mask.tolist()) <= {0, 1}


def remembered(states: list[State], seat: Seat) -> Memory:
    """What a seat remembers of a game that was played."""
    state = start_from(states[0].deal)
    memory = remember(view(state, seat))
    for event in moves_of(states[-1].history):
        stepped = step(state, event.seat, event.move)
        assert isinstance(stepped, tuple)
        state, events = stepped
        memory = memory.after(events, view(state, seat))
    return memory


@given(seeds, picks, seats)
@settings(max_examples=40)
def test_an_observation_says_what_the_seat_sees_and_remembers(
    seed: bytes, picks: bytes, seat: Seat
) -> None:
    states = played(seed, picks)
    memory, state = remembered(states, seat), states[-1]
    seen, array = memory.view, observe(memory)
    assert (array.shape, array.dtype) == ((SIZE,), np.int8)
    assert array.min() == 0
    assert array.max() <= HIGHEST
    assert cards(array, "hand") == seen.hand
    assert cards(array, "shown") == memory.shown
    assert cards(array, "gone") == memory.gone
    assert cards(array, "unseen") == memory.unseen
    assert cards(array, "turn_up") == CardSet(state.talon[-1:])
    pairs = seen.bout.pairs if seen.bout else ()
    assert cards(array, "attacks") == {pair.attack for pair in pairs}
    assert cards(array, "answers") == {pair.beat for pair in pairs} - {None}
    assert cards(array, "open") == {pair.attack for pair in pairs if pair.beat is None}
    assert numbers(array, "seat") == [int(seat == 1), int(seat == 2)]
    assert numbers(array, "turn") == [int(seen.turn == s) for s in (seat, other(seat))]
    assert numbers(array, "swap") == [int(seen.swap)]
    assert numbers(array, "counts") == [
        len(seen.hand),
        seen.counts[other(seat)],
        seen.talon,
        seen.discard,
    ]
    assert numbers(array, "trump")["SHDC".index(seen.trump)] == 1
    assert numbers(array, "phase")[list(Phase).index(seen.phase)] == 1
    if seen.bout:
        bout = seen.bout
        assert numbers(array, "room") == [bout.cap, bout.cap - bout.size]
        attacks = [int(bout.attacker == s) for s in (seat, other(seat))]
        assert numbers(array, "attacker") == attacks


@given(seeds, picks, seats)
@settings(max_examples=40)
def test_a_recollection_says_what_the_seat_was_dealt_drew_and_saw_played(
    seed: bytes, picks: bytes, seat: Seat
) -> None:
    states = played(seed, picks)
    memory, deal = remembered(states, seat), states[0].deal
    array = recall(memory)
    assert array.dtype == np.int16
    dealt, drawn, turned_up, moves = (array[place_of(part.name)] for part in PAST)
    assert CardSet(np.flatnonzero(dealt) + 1) == deal.hands[seat]
    assert CardSet(np.flatnonzero(turned_up) + 1) == {deal.turn_up}
    for refill, cards in enumerate(memory.tally.draws, start=1):
        for card in CardSet.of_mask(cards):
            assert drawn[card - 1] in range(1, refill + 1)
    made = moves_of(states[-1].history)
    assert moves[len(made) :].max(initial=0) == 0
    for number, event in zip(moves, made, strict=False):
        closed, by_and_action = divmod(int(number) - 1, 2 * ACTIONS)
        by, action = divmod(by_and_action, ACTIONS)
        assert (by + 1, action) == (event.seat, action_of(event.move))
        assert closed in (0, 1)
    closes = sum(int(number) > 2 * ACTIONS for number in moves)
    assert closes == sum(isinstance(event, BoutEnd) for event in states[-1].history)


def moments(state: State, moves: Iterable[Played], seat: Seat) -> list[Memory]:
    """What a seat remembers after each move, up to the first that is refused."""
    memories = [remember(view(state, seat))]
    for event in moves:
        stepped = step(state, event.seat, event.move)
        if isinstance(stepped, Error):
            break
        state, events = stepped
        memories.append(memories[-1].after(events, view(state, seat)))
    return memories


def swapped(deal: Deal, one: int, other: int) -> Deal:
    """The deal with two places of the order exchanged."""
    hands = [card for pair in zip(*deal.hands, strict=True) for card in pair]
    order = [*hands, deal.talon[-1], *deal.talon[:-1]]
    order[one], order[other] = order[other], order[one]
    return deal_of(order)


def test_games_are_recalled_alike_just_if_they_looked_alike_throughout() -> None:
    """The same moves from deals with two cards swapped, for every pair of cards.

    Of those that look alike in the end, some did not before. Without the draws
    they would be recalled alike, or without the turn-up, or if the moves did not
    say which of them closed a bout.
    """
    told_apart = Counter[str]()
    for seed in (0, 4):
        *_, end = played(seed.to_bytes(32), bytes(range(seed, 256)))
        moves = moves_of(end.history)
        for seat, (one, two) in product(SEATS, combinations(range(36), 2)):
            second = moments(start_from(swapped(end.deal, one, two)), moves, seat)
            first = moments(start_from(end.deal), moves[: len(second) - 1], seat)
            if np.array_equal(observe(first[-1]), observe(second[-1])):
                was, were = recall(first[-1]), recall(second[-1])
                looked_alike = [m.view for m in first] == [m.view for m in second]
                assert np.array_equal(was, were) == looked_alike
                places = {part.name: place_of(part.name) for part in PAST}
                different = [n for n, at in places.items() if (was[at] != were[at]).any()]
                told_apart.update(different if len(different) == 1 else ())
    assert {"drawn", "turned_up", "moves"} <= set(told_apart)


def test_the_text_of_a_part_names_cards_and_says_nothing_of_zeros() -> None:
    parts = {part.name: part for part in PARTS + PAST}
    hand, drawn = np.zeros(36, np.int8), np.zeros(36, np.int16)
    assert text_of(parts["hand"], hand) == ""
    hand[[0, 35]] = 1
    assert text_of(parts["hand"], hand) == "AS 6C"
    drawn[[0, 35]] = 1, 3
    assert text_of(parts["drawn"], drawn) == "AS 6C:3"
    assert text_of(parts["room"], np.array([6, 0], np.int8)) == "6 0"


def cards(array: Bytes, name: str) -> CardSet:
    return CardSet(place + 1 for place in np.flatnonzero(array[place_of(name)]))


def numbers(array: Bytes, name: str) -> list[int]:
    return list(map(int, array[place_of(name)]))


def test_the_parts_lie_one_after_the_other_and_each_says_what_it_means() -> None:
    places = [place_of(part.name) for part in PARTS]
    assert [place.start for place in places] == [0, *(p.stop for p in places[:-1])]
    assert places[-1].stop == SIZE == 309
    assert [place.stop - place.start for place in places] == [p.size for p in PARTS]
    assert all(part.meaning for part in PARTS)


def test_an_observation_is_a_new_array_each_time() -> None:
    memory = remembered(played(bytes(32), b""), 1)
    first = observe(memory)
    first[:] = 0
    assert observe(memory).any()
