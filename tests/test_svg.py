"""Pictures: what they show, what they keep to themselves, and that they are XML."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest
import recorded
import strategies
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from table import attack, beat, go, laid
from test_laws import with_hidden_cards_permuted

import durak
from durak.render import svg
from durak.render.drawings import CLOTH
from durak.render.faces import GOLD, LIGHT, QUIET

SVG = "{http://www.w3.org/2000/svg}"
few = settings(max_examples=40)


def parsed(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


def shown(picture: str, mark: str = "data-card") -> Counter[str]:
    """How often each card lies in a picture, by name."""
    return Counter(
        group.attrib[mark] for group in parsed(picture).iter() if mark in group.attrib
    )


def playable(picture: str) -> set[str]:
    return {
        group.attrib["data-card"]
        for group in parsed(picture).iter()
        if "data-playable" in group.attrib
    }


def said(picture: str) -> list[str | None]:
    """The texts that are written on the cloth, not on cards."""
    groups = parsed(picture).findall(f"{SVG}text")
    return [text.text for text in groups]


def names(*groups: durak.CardSet | tuple[durak.Card | None, ...]) -> Counter[str]:
    return Counter(durak.name_of(c) for group in groups for c in group if c is not None)


def on_table(state: durak.State) -> tuple[durak.Card | None, ...]:
    return (*state.bout.attacks, *state.bout.beats) if state.bout else ()


@few
@given(strategies.states(), strategies.seats)
def test_a_view_shows_each_card_of_its_hand_and_of_the_table_once_and_no_other(
    state: durak.State, seat: durak.Seat
) -> None:
    turn_up = state.talon[-1:]
    assert shown(svg.table(durak.view(state, seat))) == names(
        state.hands[seat], on_table(state), turn_up
    )


@few
@given(strategies.states(), strategies.seats)
def test_a_state_shows_each_card_of_both_hands_and_says_that_it_does(
    state: durak.State, seat: durak.Seat
) -> None:
    picture = svg.table_of_state(state, seat)
    turn_up = state.talon[-1:]
    assert shown(picture) == names(*state.hands, on_table(state), turn_up)
    assert "Both hands are shown" in said(picture)
    assert "Everything is shown." in (parsed(picture).findtext(f"{SVG}desc") or "")


@few
@given(strategies.states(), strategies.seats, st.randoms(use_true_random=False))
def test_a_view_is_drawn_alike_whatever_lies_face_down(
    state: durak.State, seat: durak.Seat, random: Random
) -> None:
    twin = with_hidden_cards_permuted(state, seat, random)
    picture = svg.table(durak.view(state, seat))
    assert picture == svg.table(durak.view(twin, seat))
    assert "Both hands" not in picture


@few
@given(strategies.states(), strategies.seats)
def test_what_may_be_played_is_raised_and_what_may_be_said_is_written(
    state: durak.State, seat: durak.Seat
) -> None:
    view = durak.view(state, seat)
    picture = svg.table(view)
    cards = {m.card for m in view.legal if isinstance(m, durak.Attack | durak.Beat)}
    assert playable(picture) == set(map(durak.name_of, cards))
    words = {durak.Take: "Take", durak.Done: "Done", durak.Swap: "Exchange the six"}
    ways = " · ".join(words[type(m)] for m in view.legal if type(m) in words)
    assert (ways in said(picture)) == bool(ways)


@few
@given(strategies.states(), strategies.seats)
def test_the_counts_are_written(state: durak.State, seat: durak.Seat) -> None:
    texts = said(svg.table(durak.view(state, seat)))
    for other in durak.SEATS:
        cards = "card" if state.counts[other] == 1 else "cards"
        assert f"Seat {other} · {state.counts[other]} {cards}" in texts
    assert f"Talon {state.talon_left}" in texts
    assert f"Heap {state.discard}" in texts


@few
@given(strategies.states())
def test_a_bout_alone_shows_its_cards_in_order(state: durak.State) -> None:
    if state.bout is None:
        return
    view = durak.view(state, 1).bout
    assert view is not None
    picture = svg.bout(state.bout)
    assert picture == svg.bout(view)
    pairs = [(pair.attack, pair.beat) for pair in view.pairs]
    assert list(shown(picture)) == [
        durak.name_of(card) for pair in pairs for card in pair if card is not None
    ]


def test_each_of_the_36_faces_has_its_rank_its_suits_sign_and_its_colour() -> None:
    signs: dict[str, set[str]] = {}
    for each in durak.CARDS:
        picture = parsed(svg.card(each))
        (rank,) = picture.iter(f"{SVG}text")
        pips = list(picture.iter(f"{SVG}path"))
        assert rank.text == durak.face_of(each)
        assert len(pips) == 2
        signs.setdefault(durak.suit_of(each), set()).update(
            f"{pip.attrib['fill']} {pip.attrib['d']}" for pip in pips
        )
        assert picture.findtext(f"{SVG}title") == durak.long_name_of(each).capitalize()
    assert all(len(each) == 1 for each in signs.values())
    assert len(set.union(*signs.values())) == 4
    assert next(iter(signs["H"]))[:7] == next(iter(signs["D"]))[:7]
    assert next(iter(signs["S"]))[:7] == next(iter(signs["C"]))[:7]


@pytest.mark.parametrize("size", [1, 2, 6, 7, 12, 20, 33, 34, 35])
def test_a_hand_of_any_size_lies_within_the_cloth_and_no_corner_is_covered(
    size: int,
) -> None:
    hand = " ".join(map(durak.name_of, durak.CARDS[:size]))
    state = laid(hand, "6C", trump="H")
    picture = parsed(svg.table(durak.view(state, 1)))
    places = [
        float(match[1])
        for group in picture.iter(f"{SVG}g")
        if "data-card" in group.attrib
        and (match := re.match(r"translate\((\S+) ", group.attrib["transform"]))
    ]
    assert len(places) == size
    assert places[0] >= 28
    assert places[-1] + 64 <= 800 - 28
    assert all(after - before >= 18 for before, after in pairwise(places))


def test_of_the_other_hand_there_are_as_many_backs_as_cards() -> None:
    few, many = (
        svg.table(durak.view(laid("AS", " ".join(map(durak.name_of, cards))), 1))
        for cards in (durak.CARDS[2:5], durak.CARDS[2:36])
    )
    back = '<path d="M32 25'
    heap = -(-(36 - 4) // 6)
    assert few.count(back) == 3 + heap
    assert many.count(back) == 34 + 1


def test_counts_that_no_table_has_are_written_but_not_drawn() -> None:
    view = durak.view(laid("AS", "KS"), 1)
    huge = evolve(view, counts=durak.BySeat(1, 10**9), talon=0, discard=10**9)
    picture = svg.table(huge)
    assert "Seat 2 · 1000000000 cards" in said(picture)
    assert len(picture) < 40_000


def test_the_turn_up_is_drawn_until_it_is_drawn_from_the_talon_then_its_suit() -> None:
    with_talon = svg.table(durak.view(laid("AS", "KS", talon="QS 7H"), 1))
    last_one = svg.table(durak.view(laid("AS", "KS", talon="7H"), 1))
    empty = svg.table(durak.view(laid("AS", "KS"), 1))
    assert shown(with_talon)["7H"] == shown(last_one)["7H"] == 1
    assert "rotate(90)" in with_talon
    assert "rotate(90)" not in empty
    assert list(shown(empty)) == ["AS"]
    assert "Hearts are trumps. The talon is empty." in empty


def test_a_pile_on_says_who_takes_and_who_may_throw_in() -> None:
    state = laid("7S 7D AS KD", "8S QH", table="7C 7H", taken=True, trump="C")
    assert "Seat 2 takes. Seat 1 may throw in more." in said(svg.table_of_state(state))


def test_the_end_says_who_is_the_fool() -> None:
    over = recorded.states(0)[-1]
    assert over.result is not None
    texts = said(svg.table(durak.view(over, 1)))
    assert f"The game is over: seat {over.result.fool} is the fool." in texts
    drawn = go(laid("7H", "9H"), attack("7H"), beat("9H"))
    texts = said(svg.table(durak.view(drawn, 2)))
    assert "The game is drawn: nobody is the fool." in texts


def test_a_resignation_leaves_the_bout_as_it_lay() -> None:
    state = laid("7S AS", "8S QH", table="7C", trump="C")
    stepped = durak.step(state, 1, durak.Resign())
    assert not isinstance(stepped, durak.Error)
    picture = svg.table(durak.view(stepped[0], 2))
    assert shown(picture)["7C"] == 1
    assert not playable(picture)
    assert "The game is over: seat 1 is the fool, having resigned." in said(picture)


def test_the_words_of_a_picture_say_what_it_shows() -> None:
    state = laid("7D AS", "KS QH", table="7S/8S 8C", talon="TC 6H")
    picture = parsed(svg.table(durak.view(state, 2)))
    assert picture.findtext(f"{SVG}title") == "The table as seat 2 sees it"
    assert picture.findtext(f"{SVG}desc") == (
        "Seat 2 is to beat or to take. It may beat with the queen of hearts or take. "
        "On the table: the seven of spades, beaten by the eight of spades; "
        "the eight of clubs, open. "
        "Hearts are trumps. The talon holds 2 cards, the six of hearts at the bottom. "
        f"The heap holds {state.discard} cards. "
        "Seat 2 holds the king of spades and the queen of hearts. "
        "Seat 1 holds 2 cards, face down."
    )


def test_a_size_is_a_width_in_pixels_and_keeps_the_shape() -> None:
    view = durak.view(laid("AS", "KS"), 1)
    assert "width" not in parsed(svg.table(view)).attrib
    root = parsed(svg.table(view, size=400))
    assert root.attrib["width"] == "400"
    assert root.attrib["height"] == "288"
    assert root.attrib["viewBox"] == "0 0 800 576"
    assert parsed(svg.card(1, size=32)).attrib["height"] == "45"


@pytest.mark.parametrize("size", [0, -1, float("nan"), float("inf")])
def test_a_size_that_is_none_raises(size: float) -> None:
    with pytest.raises(ValueError, match="positive width"):
        svg.card(1, size=size)  # type: ignore[arg-type]


def test_what_is_no_card_and_no_seat_raises() -> None:
    with pytest.raises(ValueError, match="no such card: 37"):
        svg.card(37)
    with pytest.raises(ValueError, match="no such seat: 3"):
        svg.table_of_state(laid("AS", "KS"), 3)  # type: ignore[arg-type]


@few
@given(st.text(min_size=1))
def test_any_title_is_escaped(title: str) -> None:
    view = durak.view(laid("AS", "KS"), 1)
    root = parsed(svg.table(view, title=title))
    got = root.findtext(f"{SVG}title") or ""
    assert len(got.replace("\n", "")) == len(re.sub("\r\n|\r|\n", "", title))
    assert "<" not in title or "<" in got


def test_a_title_cannot_leave_its_place() -> None:
    title = "</title><script>alert('x')</script>&amp;\x00\ud800"
    root = parsed(svg.table(durak.view(laid("AS", "KS"), 1), title=title))
    assert root.findtext(f"{SVG}title") == title.replace("\x00", "\ufffd").replace(
        "\ud800", "\ufffd"
    )
    assert not list(root.iter(f"{SVG}script"))


def test_a_picture_needs_nothing_from_elsewhere() -> None:
    picture = svg.table_of_state(recorded.states(0)[20])
    for word in ("href", "url(", "<style", "<script", "<image", "@import", " id="):
        assert word not in picture
    assert picture.count("http") == picture.count("http://www.w3.org/2000/svg") == 1


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", [LIGHT, QUIET, GOLD])
def test_all_text_stands_out_from_the_cloth(colour: str) -> None:
    """By the ratio of 4.5 that WCAG 2 asks for; the page around does not matter."""
    assert (_luminance(colour) + 0.05) / (_luminance(CLOTH) + 0.05) >= 4.5


def test_a_view_shows_itself_in_a_notebook_and_a_state_does_not() -> None:
    state = recorded.states(0)[10]
    view = durak.view(state, 2)
    assert view._repr_svg_() == svg.table(view)
    assert svg.table(view)._repr_svg_() == svg.table(view)
    assert repr(svg.card(1)) == f"<Picture of {len(svg.card(1))} characters>"
    assert not [name for name in dir(state) if name.startswith("_repr_")]


def test_drawing_is_loaded_by_the_first_picture_only() -> None:
    code = (
        "import sys, durak; view = durak.view(durak.start(bytes(32)), 1);"
        "assert not any(name.startswith('durak.render') for name in sys.modules);"
        "assert view._repr_svg_().startswith('<svg')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("game", range(3))
def test_recorded_games_are_drawn_at_every_ply(game: int) -> None:
    for state in recorded.states(game):
        seen = [durak.view(state, seat) for seat in durak.SEATS]
        assert shown(svg.table_of_state(state)) == shown(svg.table(seen[0])) | shown(
            svg.table(seen[1])
        )
