"""The replay page in a real Chromium: what it shows at every step, however reached.

Needs Chromium, its driver and the extra [browser]; run with `pytest -m browser`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import recorded
from table import laid

import durak
from durak.render import html, svg
from durak.render.descriptions import describe
from durak.render.words import happenings, opening

pytestmark = pytest.mark.browser

GAMES = (147, 283)  # short ones, with every kind of move; the first is resigned
SEATS = (None, 1, 2)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
)

SHOWN = """
const of = (mark) => [...document.querySelectorAll(`#picture [${mark}]`)]
  .map((card) => card.dataset.card).sort();
const text = (id) => document.getElementById(id).textContent;
return {
  cards: of("data-card"),
  playable: of("data-playable"),
  texts: [...document.querySelectorAll("#picture svg > text")].map((t) => t.textContent),
  said: [...document.querySelectorAll("#said p")].map((p) => p.textContent),
  place: text("place"),
  words: text("table-in-words"),
  slider: Number(document.getElementById("slider").value),
  spoken: document.getElementById("slider").getAttribute("aria-valuetext"),
  current: [...document.querySelectorAll("#steps > li")]
    .findIndex((li) => li.querySelector("[aria-current=step]")),
  marked: document.querySelectorAll("[aria-current]").length,
};
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('chromium')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    yield driver
    driver.quit()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens a text as a file of its own; afterwards nothing may have complained."""

    def open_text(text: str, name: str = "page.html") -> Any:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        browser.get(path.as_uri())
        return browser

    browser.get_log("browser")
    yield open_text
    assert browser.get_log("browser") == []


def expected(game: int, seat: durak.Seat | None) -> list[dict[str, Any]]:
    """What the page must show at each step, by the library."""
    states = recorded.states(game)
    last = len(states) - 1
    steps = []
    for place, state in enumerate(states):
        near = durak.view(state, seat or 1)
        far = durak.view(state, 2) if seat is None else None
        bout = (*state.bout.attacks, *state.bout.beats) if state.bout else ()
        cards = {*bout, *state.talon[-1:], *near.hand, *(far.hand if far else ())} - {None}
        legal = (*near.legal, *(far.legal if far else ()))
        lit = {m.card for m in legal if isinstance(m, durak.Attack | durak.Beat)}
        before = states[place - 1]
        name = f"Move {place} of {last}" if place else "Start"
        steps.append(
            {
                "cards": sorted(map(durak.name_of, cards)),
                "playable": sorted(map(durak.name_of, lit)),
                "said": list(happenings(before, state) if place else opening(state)),
                "place": name,
                "words": describe(near, far),
                "slider": place,
                "spoken": name,
                "current": place,
                "marked": 1,
                "counts": {
                    *(f"Seat {s} · {_cards(state.counts[s])}" for s in durak.SEATS),
                    f"Talon {state.talon_left}",
                    f"Heap {state.discard}",
                },
            }
        )
    return steps


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def check(browser: Any, step: dict[str, Any]) -> None:
    shown = browser.execute_script(SHOWN)
    texts = set(shown.pop("texts"))
    assert step["counts"] <= texts
    assert shown == {key: value for key, value in step.items() if key != "counts"}


def press(browser: Any, key: str) -> None:
    browser.switch_to.active_element.send_keys(key)


def click(browser: Any, name: str) -> None:
    browser.find_element("id", name).click()


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_by_key_by_button_and_by_slider(
    opened: Callable[..., Any], game: int, seat: durak.Seat | None
) -> None:
    from selenium.webdriver.common.keys import Keys

    steps = expected(game, seat)
    page = opened(html.replay_page(recorded.log(game), seat))
    check(page, steps[0])
    for step in steps[1:]:
        press(page, Keys.ARROW_RIGHT)
        check(page, step)
    press(page, Keys.ARROW_RIGHT)
    check(page, steps[-1])
    for step in steps[-2::-1]:
        click(page, "back")
        check(page, step)
    click(page, "back")
    check(page, steps[0])
    slider = page.find_element("id", "slider")
    for step in steps[1:]:
        slider.send_keys(Keys.ARROW_RIGHT)
        check(page, step)


def test_to_the_ends_and_to_any_move(opened: Callable[..., Any]) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    steps = expected(0, None)
    page = opened(html.replay_page(recorded.log(0)))
    for go, place in (
        (lambda: press(page, Keys.END), -1),
        (lambda: press(page, Keys.HOME), 0),
        (lambda: click(page, "to-end"), -1),
        (lambda: click(page, "to-start"), 0),
    ):
        go()
        check(page, steps[place])
    buttons = page.find_elements("css selector", "#steps button")
    for place in (13, len(steps) - 1, 2):
        buttons[place].click()
        check(page, steps[place])
        box, view = page.execute_script(
            "return [arguments[0], document.getElementById('steps')]"
            ".map((e) => e.getBoundingClientRect().toJSON())",
            buttons[place],
        )
        assert view["top"] <= box["top"]
        assert box["bottom"] <= view["bottom"]
    slider = page.find_element("id", "slider")
    half = slider.size["width"] / 2
    ActionChains(page).move_to_element(slider).click().perform()
    middle = page.execute_script("return Number(document.getElementById('slider').value)")
    assert abs(middle - (len(steps) - 1) / 2) <= 1
    check(page, steps[middle])
    drag = ActionChains(page).move_to_element(slider).click_and_hold()
    drag.move_by_offset(int(half) + 20, 0).release().perform()
    check(page, steps[-1])


def test_keys_that_belong_to_the_browser_are_left_to_it(
    opened: Callable[..., Any],
) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    page = opened(html.replay_page(recorded.log(0)))
    for held in (Keys.CONTROL, Keys.SHIFT):
        chain = ActionChains(page).key_down(held).send_keys(Keys.ARROW_RIGHT)
        chain.key_up(held).perform()
    press(page, "x")
    check(page, expected(0, None)[0])


def test_by_tab_alone_every_control_is_reached_and_its_focus_is_seen(
    opened: Callable[..., Any],
) -> None:
    from selenium.webdriver.common.keys import Keys

    page = opened(html.replay_page(recorded.log(0)))
    order = []
    for _ in range(7):
        press(page, Keys.TAB)
        focused = page.switch_to.active_element
        order.append(focused.get_attribute("id") or focused.tag_name)
        assert focused.value_of_css_property("outline-style") != "none"
        assert focused.value_of_css_property("outline-width") != "0px"
    assert order[:6] == ["to-start", "back", "slider", "forward", "to-end", "summary"]
    assert page.switch_to.active_element.text.startswith("0")


def test_a_button_keeps_the_focus_at_the_end_of_the_game(
    opened: Callable[..., Any],
) -> None:
    from selenium.webdriver.common.keys import Keys

    page = opened(html.replay_page(durak.Log(*_start_of(0, 2))))
    forward = page.find_element("id", "forward")
    for _ in range(4):
        forward.send_keys(Keys.ENTER)
    assert page.switch_to.active_element == forward
    assert forward.get_attribute("aria-disabled") == "true"
    assert page.find_element("id", "back").get_attribute("aria-disabled") == "false"
    assert page.find_element("id", "place").text == "Move 2 of 2"


def _start_of(game: int, moves: int) -> tuple[bytes, tuple[durak.Played, ...], int]:
    log = recorded.log(game)
    return log.seed, log.moves[:moves], log.number


def accessible(page: Any) -> list[dict[str, Any]]:
    """The page as a screen reader is given it."""
    nodes = page.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    return [
        {
            "role": node["role"]["value"],
            "name": node.get("name", {}).get("value", ""),
            "description": node.get("description", {}).get("value", ""),
            **{p["name"]: p["value"].get("value") for p in node.get("properties", ())},
            "value": node.get("value", {}).get("value"),
        }
        for node in nodes
        if not node.get("ignored")
    ]


def test_a_screen_reader_is_given_names_the_words_and_what_changes(
    opened: Callable[..., Any],
) -> None:
    from selenium.webdriver.common.keys import Keys

    page = opened(html.replay_page(recorded.log(0), 1))
    press(page, Keys.ARROW_RIGHT)
    nodes = accessible(page)
    by_role: dict[str, list[dict[str, Any]]] = {}
    for node in nodes:
        by_role.setdefault(node["role"], []).append(node)
    states = recorded.states(0)
    (image,) = by_role["image"] if "image" in by_role else by_role["img"]
    assert image["name"] == "After move 1"
    assert image["description"] == describe(durak.view(states[1], 1))
    assert [node["name"] for node in by_role["button"]][:4] == [
        "To the start",
        "Step back",
        "Step forward",
        "To the end",
    ]
    (slider,) = by_role["slider"]
    assert (slider["name"], slider["valuetext"]) == (
        "Move",
        f"Move 1 of {len(states) - 1}",
    )
    assert by_role["heading"][0]["name"] == "A game of durak"
    live = [node for node in nodes if node.get("live") == "polite"]
    assert live
    assert page.find_element("id", "now").text.splitlines() == [
        f"Move 1 of {len(states) - 1}",
        *happenings(states[0], states[1]),
    ]
    assert all(node["name"] for node in by_role["button"])


def test_cards_glide_unless_less_motion_is_asked_for(opened: Callable[..., Any]) -> None:
    page = opened(html.replay_page(recorded.log(0)))
    moving = "return document.getAnimations().length"
    assert page.execute_script(f"show(1); {moving}") > 0
    time.sleep(0.5)
    assert page.execute_script(moving) == 0
    reduced = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": reduced})
    assert page.execute_script(f"show(2); {moving}") == 0
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_a_page_loads_nothing(opened: Callable[..., Any]) -> None:
    page = opened(html.replay_page(recorded.log(0)))
    script = "return performance.getEntriesByType('resource').map((entry) => entry.name)"
    assert page.execute_script(script) == []


def test_a_title_stays_text(opened: Callable[..., Any]) -> None:
    title = "</title><script>document.body.innerHTML = ''</script><b>&amp;"
    page = opened(html.replay_page(recorded.log(0), title=title))
    assert page.title == title
    assert page.find_element("css selector", "h1").text == title


def test_in_a_notebook_it_works_in_its_frame_and_leaves_the_rest_alone(
    opened: Callable[..., Any],
) -> None:
    from selenium.webdriver.common.keys import Keys

    game = html.replay_page(recorded.log(0), 2)
    page = opened(f"<meta charset=utf-8><h1>Notebook</h1>{game._repr_html_()}")
    heading = page.find_element("css selector", "h1")
    assert heading.value_of_css_property("font-size") == "32px"
    page.switch_to.frame(page.find_element("css selector", "iframe"))
    steps = expected(0, 2)
    click(page, "forward")
    check(page, steps[1])
    press(page, Keys.ARROW_RIGHT)
    check(page, steps[2])
    page.switch_to.default_content()


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_width_of_a_window_needs_scrolling_sideways(
    opened: Callable[..., Any], width: int
) -> None:
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    page = opened(html.replay_page(recorded.log(0)))
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    wide = page.execute_script("return document.documentElement.scrollWidth")
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert wide <= width


OVERLAPS = """
const boxes = [...document.querySelectorAll("svg > text, svg > g")].map((part) => {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  return { left, right, top, bottom, text: part.tagName === "text" && part.textContent };
});
const cloth = document.querySelector("svg").getBoundingClientRect();
const found = [];
for (const a of boxes.filter((box) => box.text)) {
  if (a.left < cloth.left + 8 || a.right > cloth.right - 8) found.push([a.text, "edge"]);
  for (const b of boxes) {
    const beside = a.right < b.left || b.right < a.left;
    const apart = beside || a.bottom < b.top || b.bottom < a.top;
    if (a !== b && !apart) found.push([a.text, b.text || "a card"]);
  }
}
return found;
"""


def positions() -> Iterator[durak.State]:
    names = list(map(durak.name_of, durak.CARDS))
    for size in (1, 6, 7, 17, 33):
        yield laid(" ".join(names[1 : 1 + size]), "AS", trump="C")
    for table in ("7S/8S 8C 8D", "7S/8S 8C 8D 8H 7C 7H"):
        yield laid(
            *("6C 9D AS 7D", "QH KS AH KH QD"),
            table=table,
            taken=True,
            talon="TC JC KC",
            trump="C",
            six_owner=1,
        )
    yield from recorded.states(7)


def test_no_word_of_a_picture_touches_another_or_a_card(
    opened: Callable[..., Any],
) -> None:
    page = opened("<!doctype html><body></body>")
    for state in positions():
        for picture in (
            svg.table_of_state(state, 1, size=800),
            svg.table(durak.view(state, 2), size=800),
        ):
            page.execute_script("document.body.innerHTML = arguments[0]", picture)
            assert page.execute_script(OVERLAPS) == []


def test_a_picture_is_an_image_of_its_own(opened: Callable[..., Any]) -> None:
    page = opened(svg.table(durak.view(recorded.states(0)[5], 1)), "table.svg")
    assert page.execute_script("return document.documentElement.tagName") == "svg"
    assert (
        page.execute_script("return document.querySelectorAll('parsererror').length") == 0
    )
