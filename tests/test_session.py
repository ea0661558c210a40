"""A person's game against a bot, as a value."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
import recorded
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seats, seeds
from table import beat, laid

import durak
from durak.bots import Bot, hint, level_for
from durak.moves import Attack, Beat
from durak.render.marks import ASCII
from durak.render.text import numbered, summary
from durak.terminal import lines
from durak.terminal.screen import voice_for
from durak.terminal.session import (
    LEVELS,
    Session,
    answer,
    begin,
    news,
    opponent,
    other_answers,
    prompt,
    resume,
)

LETTERS = {"t": durak.Take(), "d": durak.Done(), "x": durak.Swap(), "r": durak.Resign()}

levels = st.integers(1, 5)
answers = st.lists(
    st.one_of(
        st.integers(1, 8).map(str),
        st.sampled_from(["t", "d", "x", "u", "?", "1", "2", "3", "t", "d"]),
        st.text(max_size=3),
    ),
    max_size=30,
)


def dealt(seed: bytes, seat: durak.Seat = 1, level: int = 3) -> Session:
    """A game at its beginning."""
    state = durak.start(seed)
    assert isinstance(state, durak.State)
    return begin(state, seat, level)


def answered(session: Session, *texts: str) -> Session:
    """The session after some answers."""
    for text in texts:
        session = answer(session, text)
    return session


def said(session: Session, move: durak.Move | None) -> str:
    """What the person types to make a move."""
    if isinstance(move, Attack | Beat):
        return {card: number for number, card in numbered(session.view)}[move.card]
    return next(letter for letter, meant in LETTERS.items() if meant == move)


def finished(session: Session) -> Session:
    """The game once the person has followed every hint."""
    while not session.state.over:
        session = answer(session, said(session, hint(session.view)))
        assert not session.note
    return session


@settings(max_examples=50)
@given(seeds, seats, levels, answers)
def test_whatever_is_answered_the_game_goes_by_the_rules_and_waits_for_the_person(
    seed: bytes, seat: durak.Seat, level: int, texts: list[str]
) -> None:
    session = dealt(seed, seat, level)
    for text in texts:
        reached = answer(session, text)
        if reached.states == session.states and not reached.left:
            assert reached.note, "an answer that changes nothing is answered in words"
        assert reached.state.over or reached.state.turn == seat
        session = reached
        if session.left:
            break
    assert durak.verify(durak.log_of(session.state)).holds


@settings(max_examples=30)
@given(seeds, seats, levels, answers, st.data())
def test_what_the_prompt_names_is_accepted_and_nothing_else(
    seed: bytes, seat: durak.Seat, level: int, texts: list[str], data: st.DataObject
) -> None:
    session = answered(dealt(seed, seat, level), *texts)
    if session.left or session.state.over:
        return
    asked = prompt(session)
    named: set[str] = set(re.findall(r"\b([tdx]) to ", asked))
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", asked):
        named |= set(map(str, range(int(first), int(last or first) + 1)))
    possible = [*map(str, range(1, 38)), "t", "d", "x"]
    accepted = {text for text in possible if not answer(session, text).note}
    assert named == accepted == {said(session, move) for move in session.view.legal}


@settings(max_examples=30)
@given(seeds, seats, levels, answers)
def test_undo_goes_back_to_ones_own_previous_decision(
    seed: bytes, seat: durak.Seat, level: int, texts: list[str]
) -> None:
    session = dealt(seed, seat, level)
    for text in texts:
        reached = answer(session, text)
        if reached.left:
            return
        if len(reached.states) > len(session.states):
            back = answer(reached, "u")
            assert back.states == session.states
            assert back.note == "You took your last move back."
        session = reached


def test_all_moves_can_be_taken_back_and_then_there_is_none_left() -> None:
    begun = dealt(b"durak%027d" % 3)
    session = finished(begun)
    made = sum(event.seat == 1 for event in durak.moves_of(session.state.history))
    for _ in range(made):
        assert len(answer(session, "u").states) < len(session.states)
        session = answer(session, "u")
    assert session.states == begun.states
    assert answer(session, "u").note == "There is no move of yours to take back."


def assert_the_bot_played(
    states: tuple[durak.State, ...], seat: durak.Seat, level: int
) -> None:
    """All moves but the person's are those of the game's bot of a level."""
    bot = Bot(level_for(level), (states[0].seed or b"") + b":bot")
    for before, after in pairwise(states):
        event = after.history[before.ply]
        assert isinstance(event, durak.Played)
        if event.seat != seat:
            assert event.move == bot.choose(durak.view(before, event.seat))


@settings(max_examples=10)
@given(seeds, seats, levels)
def test_a_bot_of_the_level_makes_every_other_move(
    seed: bytes, seat: durak.Seat, level: int
) -> None:
    assert_the_bot_played(finished(dealt(seed, seat, level)).states, seat, level)


DEFENDING = laid("7S 9S TD", "6C 7C", table="8S", attacker=2, talon="8D JH")


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("2", "That card does not beat the attack in front of you."),
        ("4", "You hold no card 4."),
        ("0", "You hold no card 0."),
        ("02", "You hold no card 02."),
        ("9" * 5000, "You hold no card 9999999999."),
        ("d", "That move does not belong to this part of the bout."),
        ("x", "You have no six of trumps that you may exchange."),
        ("", "Answer with a number or a letter."),
        ("   ", "Answer with a number or a letter."),
        ("take", "'take' is no answer."),
        ("9S", "'9s' is no answer."),
        ("-1", "'-1' is no answer."),
        ("1.0", "'1.0' is no answer."),
        ("\u0662", "'\\u0662' is no answer."),
        ("\uff12", "'\\uff12' is no answer."),
        ("\u0442", "'\\u0442' is no answer."),
        ("\x1b[A", "'\\x1b[a' is no answer."),
    ],
)
def test_a_wrong_answer_changes_nothing_and_says_why(text: str, note: str) -> None:
    session = Session(1, 3, (DEFENDING,))
    assert answer(session, text) == evolve(session, note=note)
    assert prompt(session) == "Play 1, t to take."
    assert other_answers(session) == "? hint, u undo, r resign, q quit."


@pytest.mark.parametrize("text", ["1", " 1 ", "1\r", "\t1"])
def test_space_around_an_answer_does_not_matter(text: str) -> None:
    session = Session(1, 3, (DEFENDING,))
    assert durak.Played(1, beat("9S")) in answer(session, text).state.history


@pytest.mark.parametrize("letter", ["t", "T"])
def test_letters_are_read_in_either_case(letter: str) -> None:
    session = answer(Session(1, 3, (DEFENDING,)), letter)
    assert durak.Played(1, durak.Take()) in session.state.history


def test_numbers_in_a_row_are_named_as_a_range() -> None:
    state = laid("6S 7S 8S TD JD KD 9C", "6C 7C", talon="8D JH")
    assert prompt(Session(1, 3, (state,))) == "Play 1-7."
    state = laid("7S 6S KS TD JD 9D 8C 9C TC", "6C 7C KD", table="8S/9S", talon="JH")
    assert prompt(Session(1, 3, (state,))) == "Play 6 8 9, d to be done."


def test_an_exchange_is_offered_when_it_may_be_made() -> None:
    state = laid("6H 9S", "7C KD", talon="8D JH", six_owner=1)
    session = Session(1, 3, (state,))
    assert prompt(session) == "Play 1 2, x to exchange."
    assert durak.Played(1, durak.Swap()) in answer(session, "x").state.history


def test_a_hint_is_what_the_strongest_bot_would_play() -> None:
    session = Session(1, 3, (DEFENDING,))
    assert answer(session, "?").note == "Hint: 1, the nine of spades."
    state = laid("6H 9S", "7C KD", talon="8D JH", six_owner=1)
    assert answer(Session(1, 3, (state,)), "?").note == "Hint: x, exchange."
    over = answer(session, "r")
    assert answer(over, "?").note == "There is nothing to play."


def test_a_resigned_game_is_over_and_the_resignation_can_be_taken_back() -> None:
    session = Session(1, 3, (DEFENDING,))
    over = answer(session, "r")
    assert over.state.result == durak.resign_for(1)
    assert prompt(over) == "The game is over: u takes your last move back, q leaves."
    assert other_answers(over) == ""
    assert answer(over, "1").note == "The game is over."
    assert answer(over, "r").states == over.states
    assert answer(over, "u").states == session.states


def test_quitting_leaves_the_game_as_it_is() -> None:
    session = Session(1, 3, (DEFENDING,))
    assert answer(session, "q") == evolve(session, left=True)


@settings(max_examples=20)
@given(seeds, seats, levels, st.integers(0, 60))
def test_a_game_is_resumed_from_its_moves_at_any_point(
    seed: bytes, seat: durak.Seat, level: int, after: int
) -> None:
    """Also from a point where the bot has not made its move yet."""
    session = finished(dealt(seed, seat, level))
    cut = session.states[: after + 1]
    resumed = resume(cut, seat, level)
    assert resumed.states == session.states[: len(resumed.states)]
    assert resumed.state.turn in (seat, None)
    assert finished(resumed).states == session.states


@settings(max_examples=20)
@given(seeds, seats, levels)
def test_a_bots_moves_tell_its_level(seed: bytes, seat: durak.Seat, level: int) -> None:
    session = dealt(seed, seat, level)
    while not session.state.over:
        last = said(session, session.view.legal[-1])
        session = answer(session, last)
    assert opponent(session.states, [seat], [level]) == (seat, level)
    found = opponent(session.states, [seat], LEVELS)
    assert found is not None
    assert_the_bot_played(session.states, *found)


def test_a_game_that_no_bot_played_is_known_for_one() -> None:
    assert recorded.games()[0]["policy"] == "random"
    assert opponent(recorded.states(0), durak.SEATS, LEVELS) is None


def test_the_news_is_everything_since_the_last_decision() -> None:
    session = finished(dealt(b"durak%027d" % 3))
    told: list[str] = []
    replayed = dealt(b"durak%027d" % 3)
    told += news(replayed, voice_for(replayed, ASCII))
    while not replayed.state.over:
        replayed = answer(replayed, said(replayed, hint(replayed.view)))
        told += news(replayed, voice_for(replayed, ASCII))
    whole = Session(1, 3, session.states)
    moves = len(durak.moves_of(session.state.history))
    assert len(told) == 1 + moves
    assert told[0].startswith("Clubs are trumps: ")
    assert told[-1].endswith("The game is over: you are the fool.")
    assert news(whole, voice_for(whole, ASCII))[-1] == told[-1]


def test_plain_lines_show_news_table_and_prompt_and_keep_each_answer() -> None:
    shown: list[str] = []
    kept: list[Session] = []
    typed = iter(["9", "?", "q"])
    session = dealt(b"durak%027d" % 3)
    lines.play(session, lambda: next(typed), shown.append, kept.append, ASCII, 80)
    assert shown == [
        "Durak, deal 1: you at seat 1, a bot of level 3 at seat 2.",
        "At any time: ? hint, u undo, r resign, q quit.",
        "",
        "Clubs are trumps: AC is turned up. Your opponent attacks first.",
        "Your opponent attacks with 6H.",
        *summary(session.view, ASCII),
        "Play 4 5, t to take.",
        "You hold no card 9.",
        "Play 4 5, t to take.",
        "Hint: 5, the ten of hearts.",
        "Play 4 5, t to take.",
    ]
    assert [session.left for session in kept] == [False, False, True]


def test_plain_lines_end_with_the_game() -> None:
    shown: list[str] = []
    kept: list[Session] = []
    session = Session(1, 3, (laid("7S", "9S", talon=""),))
    lines.play(session, lambda: "1", shown.append, kept.append, ASCII, 30)
    assert len(kept) == 1
    assert kept[0].state.over
    assert max(map(len, shown)) <= 30
    assert " ".join(shown).endswith("The game is drawn: nobody is the fool.")


def test_no_more_answers_end_plain_lines_with_what_the_asking_raised() -> None:
    def ask() -> str:
        raise EOFError

    with pytest.raises(EOFError):
        lines.play(Session(1, 3, (DEFENDING,)), ask, print, print, ASCII, 80)
