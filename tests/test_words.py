"""A game told in words."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
import recorded
from table import card

from durak import (
    Attack,
    Beat,
    BoutEnd,
    BySeat,
    Done,
    Event,
    GameEnd,
    How,
    Out,
    Outcome,
    Played,
    Refill,
    Resign,
    Result,
    State,
    Swap,
    Take,
    legal_moves,
    long_name_of,
    position,
    states_of,
    step,
)
from durak.render.words import Voice, happenings, opening, sentence, spoken, standing, tell


def games(every: int) -> list[tuple[State, ...]]:
    """The states of some of the recorded games."""
    return [recorded.states(number) for number in range(0, 400, every)]


FOOL = Result(Outcome.FOOL, 2, BySeat(1, 2))
DRAW = Result(Outcome.DRAW, None, BySeat(1, 1))
RESIGNED = Result(Outcome.RESIGN, 1, BySeat(2, 1))


@pytest.mark.parametrize(
    ("event", "by_number", "to_seat_1"),
    [
        (
            Played(1, Attack(card("TH"))),
            "Seat 1 attacks with the ten of hearts.",
            "You attack with the ten of hearts.",
        ),
        (
            Played(2, Beat(card("6D"))),
            "Seat 2 beats it with the six of diamonds.",
            "Your opponent beats it with the six of diamonds.",
        ),
        (Played(1, Take()), "Seat 1 takes.", "You take."),
        (Played(1, Done()), "Seat 1 throws in no more.", "You throw in no more."),
        (
            Played(2, Swap()),
            "Seat 2 exchanges the six of trumps for the turn-up.",
            "Your opponent exchanges the six of trumps for the turn-up.",
        ),
        (Played(1, Resign()), "Seat 1 resigns.", "You resign."),
        (
            BoutEnd(How.DONE, 4, 10, 2),
            "The bout is beaten off: 4 cards go to the heap, which holds 10.",
            "The bout is beaten off: 4 cards go to the heap, which holds 10.",
        ),
        (
            BoutEnd(How.EXHAUSTED, 2, 2, 2),
            "Nothing can be thrown in: 2 cards go to the heap, which holds 2.",
            "Nothing can be thrown in: 2 cards go to the heap, which holds 2.",
        ),
        (
            BoutEnd(How.CAPPED, 12, 12, 1),
            "The bout is full: 12 cards go to the heap, which holds 12.",
            "The bout is full: 12 cards go to the heap, which holds 12.",
        ),
        (
            BoutEnd(How.SPENT, 4, 30, 1),
            "Seat 1 has no card left: 4 cards go to the heap, which holds 30.",
            "You have no card left: 4 cards go to the heap, which holds 30.",
        ),
        (
            BoutEnd(How.TAKEN, 1, 0, 2),
            "Seat 1 picks up 1 card.",
            "You pick up 1 card.",
        ),
        (
            Refill(BySeat(2, 1), 18),
            "Seat 1 draws 2 and seat 2 draws 1; the talon holds 18.",
            "You draw 2 and your opponent draws 1; the talon holds 18.",
        ),
        (
            Refill(BySeat(0, 3), 0),
            "Seat 2 draws 3; the talon is empty.",
            "Your opponent draws 3; the talon is empty.",
        ),
        (
            Refill(BySeat(0, 0), 0),
            "Nobody draws; the talon is empty.",
            "Nobody draws; the talon is empty.",
        ),
        (Out(1), "Seat 1 is out.", "You are out."),
        (
            GameEnd(FOOL),
            "The game is over: seat 2 is the fool.",
            "The game is over: your opponent is the fool.",
        ),
        (
            GameEnd(DRAW),
            "The game is drawn: nobody is the fool.",
            "The game is drawn: nobody is the fool.",
        ),
        (
            GameEnd(RESIGNED),
            "The game is over: seat 1 is the fool, having resigned.",
            "The game is over: you are the fool, having resigned.",
        ),
    ],
)
def test_each_event_is_a_sentence(event: Event, by_number: str, to_seat_1: str) -> None:
    assert sentence(event) == by_number
    assert sentence(event, Voice(1)) == to_seat_1


def test_a_card_thrown_in_and_a_take_that_nobody_chose_are_told() -> None:
    laid = position(
        {1: [card("7S"), card("8H")], 2: [card("9S"), card("7H")]},
        trump="C",
        table=[(card("8S"), card("TS"))],
    )
    stepped = step(laid, 1, Attack(card("8H")))
    assert isinstance(stepped, tuple)
    assert list(happenings(laid, stepped[0])) == [
        "Seat 1 throws in the eight of hearts.",
        "Seat 2 has no answer and takes.",
        "Seat 2 picks up 3 cards.",
    ]


def test_a_take_is_told_as_unasked_exactly_when_no_move_said_it() -> None:
    """In each recorded bout that was taken, either a `take` or the table says so."""
    bouts = 0
    for states in games(every=10):
        said_take = unasked = False
        for before, after in pairwise(states):
            lines = list(happenings(before, after))
            events = after.history[before.ply :]
            said_take |= isinstance(events[0].move, Take)  # type: ignore[union-attr]
            unasked |= any("no answer" in line for line in lines)
            for event in events:
                if isinstance(event, BoutEnd):
                    bouts += 1
                    assert event.taken == (said_take != unasked)
                    assert not (said_take and unasked)
                    said_take = unasked = False
    assert bouts > 500


def test_a_tale_names_only_cards_that_both_seats_saw() -> None:
    for states in games(every=40):
        story = "\n".join(tell(states))
        named = set(re.findall(r"the (\w+ of (?:spades|hearts|diamonds|clubs))", story))
        seen = {
            long_name_of(event.move.card)
            for event in states[-1].history
            if isinstance(event, Played) and isinstance(event.move, Attack | Beat)
        }
        assert states[0].trump_card is not None
        assert named == seen | {long_name_of(states[0].trump_card)}


def test_a_tale_has_one_heading_for_each_bout_in_which_something_happened() -> None:
    for states in games(every=40):
        lines = list(tell(states))
        headings = [line for line in lines if line.startswith("Bout ")]
        ended = sum(isinstance(event, BoutEnd) for event in states[-1].history)
        assert len(headings) in (ended, ended + 1)
        assert headings == [
            f"Bout {number}: {heading.partition(': ')[2]}"
            for number, heading in enumerate(headings, 1)
        ]
        assert lines[-1].strip() == standing(states[-1])


def test_an_unfinished_tale_ends_with_what_the_game_waits_for() -> None:
    first, *_ = states_of(b"durak%027d" % 1, ())
    assert isinstance(first, State)
    assert list(tell([first])) == [
        "Diamonds are trumps: the nine of diamonds is turned up.",
        "Seat 1 attacks first.",
        "",
        "Seat 1 is to attack.",
    ]


def test_a_refused_move_ends_the_tale() -> None:
    states = list(states_of(b"durak%027d" % 1, (Played(2, Take()),)))
    assert list(tell(states))[-1] == "Refused: move 0: not_your_turn: It is not your turn."


def test_standing_says_who_is_asked_what() -> None:
    attacked = position(
        {1: [card("7S"), card("7H")], 2: [card("9S"), card("TS")]},
        trump="C",
        table=[(card("8S"), None)],
    )
    beaten = position(
        {1: [card("9H"), card("7H")], 2: [card("6S"), card("TS")]},
        trump="C",
        table=[(card("8S"), card("9S"))],
    )
    taken = position(
        {1: [card("8H"), card("7H")], 2: [card("6S"), card("TS")]},
        trump="C",
        table=[(card("8S"), None)],
        taken=True,
    )
    assert standing(attacked) == "Seat 2 is to beat or to take."
    assert standing(attacked, Voice(2)) == "You are to beat or to take."
    assert standing(beaten) == "Seat 1 may throw in more."
    assert standing(taken, Voice(2)) == "Your opponent may throw in more."


def test_the_voice_decides_how_cards_are_written() -> None:
    first, *_ = states_of(b"durak%027d" % 1, ())
    assert isinstance(first, State)
    brief = Voice(1, lambda card: f"<{card}>")
    assert list(opening(first, brief)) == [
        f"Diamonds are trumps: <{card('9D')}> is turned up.",
        "You attack first.",
    ]
    assert spoken(card("9D")) == "the nine of diamonds"


def test_every_legal_first_move_can_be_told() -> None:
    first, *_ = states_of(b"durak%027d" % 1, ())
    assert isinstance(first, State)
    for move in legal_moves(first):
        stepped = step(first, 1, move)
        assert isinstance(stepped, tuple)
        told = next(happenings(first, stepped[0]))
        assert told.startswith("Seat 1 attacks with the ")
