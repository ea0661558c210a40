"""Cards, sets of cards and seats."""

from __future__ import annotations

import operator
import pickle
from typing import Any

import numpy as np
import pytest
import strategies as my
from hypothesis import given
from hypothesis import strategies as st

import durak
from durak.cards import BEATEN_BY, BIT, RANK_MASK
from durak.cardsets import cards_in, mask_of
from durak.seats import integer_of, seat_of

NO_CARDS: list[Any] = [0, 37, -1, True, 1.0, "1", None, 2**64, object()]


@pytest.mark.parametrize(
    ("card", "name", "face", "power", "long_name"),
    [
        (1, "AS", "A", 8, "ace of spades"),
        (9, "6S", "6", 0, "six of spades"),
        (10, "AH", "A", 8, "ace of hearts"),
        (14, "TH", "10", 4, "ten of hearts"),
        (20, "KD", "K", 7, "king of diamonds"),
        (36, "6C", "6", 0, "six of clubs"),
    ],
)
def test_what_a_card_is_called(
    card: int, name: str, face: str, power: int, long_name: str
) -> None:
    assert durak.name_of(card) == name == durak.rank_of(card) + durak.suit_of(card)
    assert durak.face_of(card) == face
    assert durak.power_of(card) == power
    assert durak.long_name_of(card) == long_name
    assert durak.id_of(name) == durak.id_of(name.lower()) == card


def test_names_are_read_back_for_every_card() -> None:
    assert [durak.id_of(durak.name_of(card)) for card in durak.CARDS] == [*durak.CARDS]
    assert len({durak.long_name_of(card) for card in durak.CARDS}) == 36


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "10H",
        "AX",
        "SA",
        "AS ",
        " AS",
        "5S",
        "A♠",
        "АS",
        "８S",
        "1S",
        14,
        None,
        b"AS",
    ],
)
def test_what_is_no_name_is_none(text: Any) -> None:
    assert durak.id_of(text) is None


def test_387_of_the_1260_pairs_of_cards_beat() -> None:
    for trump in durak.SUITS:
        pairs = [(a, b) for a in durak.CARDS for b in durak.CARDS if a != b]
        assert len(pairs) == 1260
        assert sum(durak.beats(a, b, trump) for a, b in pairs) == 387
        assert not any(durak.beats(card, card, trump) for card in durak.CARDS)


@given(my.cards, my.cards, my.suits)
def test_the_tables_say_what_the_functions_say(
    one: int, two: int, trump: durak.Suit
) -> None:
    assert bool(BEATEN_BY[trump][two] & BIT[one]) == durak.beats(one, two, trump)
    assert bool(RANK_MASK[one] & BIT[two]) == (durak.rank_of(one) == durak.rank_of(two))


@pytest.mark.parametrize("suit", durak.SUITS)
def test_a_suit_is_nine_cards_down_to_its_six(suit: durak.Suit) -> None:
    ids = durak.ids_of_suit(suit)
    assert [durak.rank_of(card) for card in ids] == [*durak.RANKS]
    assert {durak.suit_of(card) for card in ids} == {suit}
    assert durak.six_of(suit) == ids[-1]


@pytest.mark.parametrize("card", NO_CARDS)
def test_a_card_that_is_none_raises_and_is_named(card: Any) -> None:
    functions: list[Any] = [
        *(durak.rank_of, durak.suit_of, durak.power_of),
        *(durak.name_of, durak.face_of, durak.long_name_of),
        lambda card: durak.beats(card, 1, "S"),
        lambda card: durak.beats(1, card, "S"),
        lambda card: durak.CardSet([card]),
    ]
    for function in functions:
        with pytest.raises(ValueError, match="no such card"):
            function(card)


@pytest.mark.parametrize("suit", ["", "X", "s", "SH", None, 1, "♠"])
def test_a_suit_that_is_none_raises_and_is_named(suit: Any) -> None:
    functions: list[Any] = [
        *(durak.ids_of_suit, durak.six_of),
        lambda suit: durak.beats(1, 2, suit),
        lambda suit: durak.legal_beats(durak.CardSet(), durak.open_bout(1, 6), suit),
        lambda suit: durak.first_attacker(durak.deal_for(bytes(32)).hands, suit),
    ]
    for function in functions:
        with pytest.raises(ValueError, match="no such suit"):
            function(suit)


card_sets = st.frozensets(my.cards)


@given(card_sets, card_sets)
def test_a_card_set_behaves_as_a_frozenset_in_id_order(
    one: frozenset[int], two: frozenset[int]
) -> None:
    a, b = durak.CardSet(one), durak.CardSet(two)
    assert list(a) == sorted(one)
    assert (len(a), bool(a)) == (len(one), bool(one))
    assert a == one
    assert hash(a) == hash(one)
    for operation in (operator.or_, operator.and_, operator.sub, operator.xor):
        result = operation(a, b)
        assert type(result) is durak.CardSet
        assert result == operation(one, two) == operation(a, two) == operation(one, b)
    for compare in (operator.le, operator.lt, operator.ge, operator.gt, operator.eq):
        assert compare(a, b) == compare(one, two)
    assert a.isdisjoint(b) == one.isdisjoint(two)
    assert [card for card in range(40) if card in a] == sorted(one)


@given(card_sets)
def test_a_card_set_is_its_mask(ids: frozenset[int]) -> None:
    cards = durak.CardSet(ids)
    assert durak.CardSet.of_mask(cards.mask) == cards
    assert mask_of(cards) == mask_of(ids) == sum(1 << card for card in ids)
    assert cards_in(cards.mask) == tuple(sorted(ids))
    assert pickle.loads(pickle.dumps(cards)) == cards


def test_a_card_set_says_what_it_holds() -> None:
    assert repr(durak.CardSet([36, 1])) == "CardSet([1, 36])"
    assert str(durak.CardSet([36, 1])) == "AS 6C"
    assert str(durak.CardSet()) == "no cards"
    assert np.int64(1) in durak.CardSet([1])
    assert True not in durak.CardSet([1])
    assert durak.CardSet([1]) != [1]
    assert durak.CardSet([1, 2]) & {2, "x"} == durak.CardSet([1, 2]) - {1, None} == {2}
    with pytest.raises(ValueError, match="no such card"):
        durak.CardSet([1]) | {37}


@pytest.mark.parametrize("mask", [1, 1 << 37, -1])
def test_a_mask_with_bits_of_no_card_raises(mask: int) -> None:
    with pytest.raises(ValueError, match="not a mask of cards"):
        durak.CardSet.of_mask(mask)


def test_the_other_seat() -> None:
    assert (durak.other(1), durak.other(2)) == (2, 1)


@pytest.mark.parametrize("seat", [0, 3, None, "1", [], True, 1.0])
def test_a_seat_that_is_none_raises_and_is_named(seat: Any) -> None:
    state = durak.start_from(durak.deal_for(bytes(32)))
    for function in (
        *(durak.other, durak.resign_for, state.can_swap),
        lambda seat: durak.view(state, seat),
    ):
        with pytest.raises(ValueError, match="no such seat"):
            function(seat)
    with pytest.raises(KeyError, match="no such seat"):
        durak.BySeat("a", "b")[seat]


def test_a_seat_of_any_integer_type_is_that_seat() -> None:
    state = durak.start_from(durak.deal_for(bytes(32)))
    assert type(durak.view(state, np.int64(2)).seat) is int  # type: ignore[arg-type]
    assert type(durak.other(np.int64(2))) is int  # type: ignore[arg-type]
    assert type(state.can_swap(np.int64(2))) is bool  # type: ignore[arg-type]
    assert durak.BySeat("a", "b")[np.int64(2)] == "b"  # type: ignore[index]
    turn = state.turn
    assert durak.legal_moves(state, np.int64(turn)) == durak.legal_moves(state)  # type: ignore[arg-type]
    assert durak.legal_moves(state, True) == durak.legal_moves(state, 1.0) == ()  # type: ignore[arg-type]


def test_one_value_for_each_seat() -> None:
    pair = durak.BySeat("a", "b")
    assert (pair[1], pair[2], [*pair]) == ("a", "b", ["a", "b"])


class Rude:
    def __index__(self) -> int:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("value", "number"),
    [(1, 1), (np.uint8(2), 2), (-(2**90), -(2**90)), (durak.HAND_SIZE, 6)]
    + [(value, None) for value in (True, 1.0, "1", None, [], Rude(), np.bool_(1))],
)
def test_what_an_integer_is(value: Any, number: int | None) -> None:
    assert integer_of(value) == number
    assert type(integer_of(value)) in (int, type(None))
    assert seat_of(value) == (number if number in (1, 2) else None)
