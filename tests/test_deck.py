"""The shuffle and the deal; the 500 recorded deals are in test_recorded."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np
import pytest
import strategies as my
from hypothesis import given
from hypothesis import strategies as st

import durak


@given(my.seeds, st.integers(1, 2**60))
def test_an_order_is_the_pack_and_a_deal_follows_it(seed: bytes, number: int) -> None:
    order = durak.order_for(seed, number)
    deal = durak.deal_for(seed, number)
    assert sorted(order) == [*durak.CARDS]
    assert list(deal.hands[1]) == sorted(order[0:12:2])
    assert list(deal.hands[2]) == sorted(order[1:12:2])
    assert deal.turn_up == deal.talon[-1] == order[12]
    assert deal.talon == (*order[13:], order[12])
    assert deal.trump == durak.suit_of(order[12])
    by_order = durak.deal_of(order, number)
    assert by_order.seed is None
    assert (by_order.hands, by_order.talon) == (deal.hands, deal.talon)


def test_the_stream_is_sha_256_of_seed_and_key() -> None:
    """The last place is swapped by the first word of the first block."""
    seed, number = bytes(range(32)), 12
    word = int.from_bytes(sha256(seed + b"deal:12:0").digest()[:4], "big")
    assert durak.order_for(seed, number)[35] == word % 36 + 1


def test_deal_numbers_have_no_upper_bound() -> None:
    huge = 10**90_000 + 7
    text = "1" + "0" * 89_999 + "7"
    word = int.from_bytes(sha256(bytes(32) + f"deal:{text}:0".encode()).digest()[:4], "big")
    assert durak.order_for(bytes(32), huge)[35] == word % 36 + 1
    assert isinstance(durak.start(bytes(32), huge), durak.State)


@given(my.seeds, st.integers(1, 1000))
def test_another_number_is_another_deal(seed: bytes, number: int) -> None:
    assert durak.order_for(seed, number) != durak.order_for(seed, number + 1)


@pytest.mark.parametrize(
    ("first", "second", "opener"),
    [("6H", "7H", 1), ("AH", "KH", 2), ("6S", "AH", 2), ("6S", "6D", 1)],
)
def test_the_lowest_trump_opens_and_without_one_seat_1(
    first: str, second: str, opener: int
) -> None:
    hands = durak.BySeat(*(durak.CardSet([durak.id_of(n) or 0]) for n in (first, second)))
    assert durak.first_attacker(hands, "H") == opener


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((b"", 0, 3), "no_seed"),
        ((bytes(31), 1, 2), "no_seed"),
        ((bytes(33), 1, 2), "no_seed"),
        (("x" * 32, 1, 2), "no_seed"),
        ((None, 1, 2), "no_seed"),
        ((bytes(32), 0, 3), "bad_deal"),
        ((bytes(32), -1, 2), "bad_deal"),
        ((bytes(32), True, 2), "bad_deal"),
        ((bytes(32), 1.0, 2), "bad_deal"),
        ((bytes(32), "1", 2), "bad_deal"),
        ((bytes(32), None, 2), "bad_deal"),
        ((bytes(32), 1, 3), "bad_seats"),
        ((bytes(32), 1, 2.0), "bad_seats"),
        ((bytes(32), 1, None), "bad_seats"),
    ],
)
def test_starting_refuses_in_order_and_dealing_raises(
    arguments: tuple[Any, Any, Any], code: str
) -> None:
    refused = durak.start(*arguments)
    assert isinstance(refused, durak.Error)
    assert refused.code == code
    with pytest.raises(ValueError, match="not"):
        durak.deal_for(*arguments)
    if code != "bad_seats":
        with pytest.raises(ValueError, match="not"):
            durak.order_for(*arguments[:2])


def test_a_seed_of_zeros_is_a_seed_and_any_integer_a_number() -> None:
    assert durak.start(bytes(32), np.int64(3), np.uint8(2)) == durak.start(bytes(32), 3)


@pytest.mark.parametrize(
    "order",
    [range(1, 36), range(36), [1] * 36, [*range(1, 36), 36.0], [*range(1, 36), "6C"]],
)
def test_an_order_that_is_not_the_pack_raises(order: Any) -> None:
    with pytest.raises(ValueError, match=r"no such card|an order is"):
        durak.deal_of(order)


@pytest.mark.parametrize("number", [0, "x", 1.0, True, None])
def test_an_order_has_a_deal_number_too(number: Any) -> None:
    assert durak.deal_of(durak.CARDS, np.int8(3)).number == 3
    with pytest.raises(ValueError, match="a deal number is an integer from 1"):
        durak.deal_of(durak.CARDS, number)


def test_a_game_can_start_from_any_order() -> None:
    state = durak.start_from(durak.deal_of(np.arange(36, 0, -1)))
    assert state.seed is None
    assert state.hands[1] == durak.CardSet(range(26, 37, 2))
    with pytest.raises(ValueError, match="has no log"):
        durak.log_of(state)
