"""The page that replays a game: its steps, its secrets, and that it stands alone."""

from __future__ import annotations

import html as markup
import re
from collections import Counter
from xml.etree import ElementTree

import pytest
import recorded
from attrs import evolve, frozen

import durak
from durak.render import html
from durak.render.words import happenings, opening

GAMES = (0, 7, 120, 301)
SEATS = (None, 1, 2)


@frozen
class Step:
    """One step of a page, as its markup has it."""

    markup: str
    words: tuple[str, ...]
    picture: ElementTree.Element

    def cards(self, mark: str = "data-card") -> Counter[str]:
        groups = self.picture.iter("{http://www.w3.org/2000/svg}g")
        return Counter(group.attrib[mark] for group in groups if mark in group.attrib)


def steps_of(page: str) -> list[Step]:
    steps = []
    for item in re.findall("<li(?: class=.*?)?><button.*?</li>", page):
        words, picture = item.split("<template>")
        said = re.findall("<(?:span|p)>(.*?)</", words)
        steps.append(
            Step(
                item,
                tuple(map(markup.unescape, said)),
                ElementTree.fromstring(picture.removesuffix("</template></li>")),
            )
        )
    return steps


def visible(state: durak.State, seat: durak.Seat | None) -> set[durak.Card]:
    """The cards that lie face up for a seat, or for one who sees both hands."""
    bout = (*state.bout.attacks, *state.bout.beats) if state.bout else ()
    hands = state.hands if seat is None else (state.hands[seat],)
    cards = (*bout, *state.talon[-1:], *(card for hand in hands for card in hand))
    return {card for card in cards if card is not None}


def named(cards: set[durak.Card]) -> set[str]:
    return set(map(durak.name_of, cards))


def cards_in(text: str) -> set[durak.Card]:
    """Every card that a text names, in short, in words or by its number."""
    text = re.sub(' d=".*?"', "", text)
    return {
        card
        for card in durak.CARDS
        if re.search(rf"(\b|-){durak.name_of(card)}\b", text)
        or durak.long_name_of(card) in text.lower()
        or re.search(rf'data-\w+="{card}"', text)
    }


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("game", GAMES)
def test_each_step_shows_the_state_and_tells_what_the_move_led_to(
    game: int, seat: durak.Seat | None
) -> None:
    states = recorded.states(game)
    steps = steps_of(html.replay_page(recorded.log(game), seat))
    assert len(steps) == len(states)
    assert steps[0].words == tuple(opening(states[0]))
    for step, state in zip(steps, states, strict=True):
        assert step.cards() == Counter(named(visible(state, seat)))
    for step, before, after in zip(steps[1:], states, states[1:], strict=False):
        assert step.words == tuple(happenings(before, after))


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_one_seat_names_no_card_before_that_seat_has_seen_it(
    game: int, seat: durak.Seat
) -> None:
    log = recorded.log(game)
    page = html.replay_page(log, seat)
    seen: set[durak.Card] = set()
    for step, state in zip(steps_of(page), recorded.states(game), strict=True):
        played = {
            event.move.card
            for event in state.history
            if isinstance(event, durak.Played)
            and isinstance(event.move, durak.Attack | durak.Beat)
        }
        seen |= visible(state, seat) | played
        in_sight = visible(state, seat) | played
        assert cards_in(step.markup) <= seen
        assert cards_in(ElementTree.tostring(step.picture, "unicode")) <= in_sight
    assert cards_in(page) == seen
    assert log.seed.hex() not in page
    assert "Both hands" not in page


@pytest.mark.parametrize("game", GAMES)
def test_the_bout_that_a_move_closed_lies_there_faintly_until_the_next_card(
    game: int,
) -> None:
    table: list[durak.Card] = []
    closed: list[durak.Card] = []
    steps = steps_of(html.replay_page(recorded.log(game)))[1:]
    states = recorded.states(game)
    for step, before, after in zip(steps, states, states[1:], strict=False):
        for event in after.history[before.ply :]:
            match event:
                case durak.Played(_, durak.Attack(card) | durak.Beat(card)):
                    table.append(card)
                case durak.BoutEnd():
                    table, closed = [], table
                case _:
                    pass
        faint = [] if table else closed
        assert step.cards("data-closed") == Counter(map(durak.name_of, faint))


def test_a_page_of_both_hands_says_so_and_names_its_deal() -> None:
    log = recorded.log(0)
    page = html.replay_page(log)
    assert f"Both hands are shown. Deal {log.number} of seed {log.seed.hex()}." in page
    assert "Played to its end by the rules." in page
    assert "What seat 2 saw." in html.replay_page(log, 2)


def test_a_log_that_ends_early_or_claims_too_much_is_shown_and_said_to() -> None:
    log = recorded.log(0)
    early = durak.Log(log.seed, log.moves[:10], log.number)
    page = html.replay_page(early)
    assert len(steps_of(page)) == 11
    assert "the log ends before the game" in page
    assert log.result is not None
    fool = durak.other(log.result.fool or 1)
    forged = evolve(log, result=evolve(log.result, fool=fool))
    page = html.replay_page(forged)
    assert len(steps_of(page)) == len(log.moves) + 1
    last = recorded.states(0)[-1].ply - 1
    assert (
        f"the log claims something else than what happened, first at event {last}" in page
    )


def test_a_refused_move_ends_the_page_and_is_named_by_its_code() -> None:
    log = recorded.log(0)
    forged = durak.Log(log.seed, (*log.moves[:10], log.moves[0]), log.number)
    verdict = durak.verify(forged)
    assert verdict.status == "refused"
    page = html.replay_page(forged, 1)
    assert len(steps_of(page)) == 11
    assert f"The next move of the log is refused ({verdict.code})." in page


def test_a_game_that_cannot_start_has_no_page() -> None:
    with pytest.raises(ValueError, match="cannot start: no_seed"):
        html.replay_page(durak.Log(b"short", ()))
    with pytest.raises(ValueError, match="cannot start: bad_deal"):
        html.replay_page(durak.Log(bytes(32), (), 0))


@pytest.mark.parametrize("seat", [0, 3, "1"])
def test_a_seat_that_is_none_raises(seat: object) -> None:
    with pytest.raises(ValueError, match="no such seat"):
        html.replay_page(recorded.log(0), seat)  # type: ignore[arg-type]


def test_a_log_without_moves_is_a_page_of_the_deal() -> None:
    page = html.replay_page(durak.Log(bytes(32), ()))
    assert len(steps_of(page)) == 1
    assert 'max="0"' in page


def test_a_title_is_escaped() -> None:
    title = '</title><script>alert(1)</script> & "$style" \x07'
    page = html.replay_page(durak.Log(bytes(32), ()), title=title)
    safe = markup.escape(title).replace("\x07", "\ufffd")
    assert page.count(safe) == 2
    assert "<script>alert" not in page


def test_a_page_asks_for_nothing_from_elsewhere() -> None:
    page = html.replay_page(recorded.log(0))
    without_names = page.replace("http://www.w3.org/2000/svg", "")
    for word in ("http:", "https:", "//fonts", " src=", "@import", "url(", "fetch("):
        assert word not in without_names
    assert "default-src 'none'" in page
    assert set(re.findall(r'href="(.*?)"', page)) <= {
        "data:,",
        "#card-back",
        *(f"#card-{durak.name_of(card)}" for card in durak.CARDS),
    }


def test_every_card_that_a_page_refers_to_is_defined_once() -> None:
    page = html.replay_page(recorded.log(0), 2)
    used = set(re.findall(r'href="#(.*?)"', page))
    assert Counter(re.findall(r'<g id="(.*?)"', page)) == Counter(used)


def test_a_page_is_a_function_of_its_log() -> None:
    log = recorded.log(3)
    assert html.replay_page(log) == html.replay_page(evolve(log))


def test_in_a_notebook_a_page_stands_in_a_frame_of_its_own() -> None:
    page = html.replay_page(recorded.log(0))
    assert repr(page) == f"<Page of {len(page)} characters>"
    frame = page._repr_html_()
    match = re.fullmatch(r'<iframe [^<>]* srcdoc="([^"]*)"></iframe>', frame)
    assert match
    assert markup.unescape(match[1]) == page
    assert 'sandbox="allow-scripts"' in frame
