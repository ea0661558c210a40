"""docs/schemas: what is written fits them, and they refuse what the readers refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import recorded
import shapes
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import durak
from durak.codec import LOG_KEYS, to_plain

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "schemas"
SCHEMAS = {file.stem: json.loads(file.read_text("utf-8")) for file in FOLDER.glob("*.json")}
REGISTRY: Any = Registry().with_resources(
    (f"{name}.json", Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)
VALIDATORS = {
    name: Draft202012Validator(SCHEMAS[name], registry=REGISTRY) for name in shapes.READERS
}
MISSING = object()


def fits(shape: str, plain: object) -> bool:
    return VALIDATORS[shape].is_valid(plain)


def test_there_is_a_schema_for_every_shape() -> None:
    assert set(SCHEMAS) == {*shapes.READERS, "common"}


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_a_schema_is_valid_itself(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("shape", shapes.READERS)
def test_what_is_written_fits(shape: str) -> None:
    for plain in shapes.samples(shape):
        VALIDATORS[shape].validate(json.loads(json.dumps(plain)))


@pytest.mark.parametrize("number", range(0, 400, 40))
def test_a_recorded_game_fits(number: int) -> None:
    game = recorded.games()[number]
    VALIDATORS["log"].validate({key: game[key] for key in game if key in LOG_KEYS})


def test_the_games_that_come_with_the_documents_fit() -> None:
    lines = (FOLDER.parent / "games" / "games.jsonl").read_text("ascii").splitlines()
    assert lines
    for line in lines:
        VALIDATORS["log"].validate(json.loads(line))


def test_recorded_views_fit() -> None:
    for place, position in enumerate(recorded.lines("positions")):
        if place % 100 == 0:
            for seat in "12":
                VALIDATORS["view"].validate(position["view"][seat])


def test_the_error_of_a_replay_fits() -> None:
    error = durak.replay(bytes(32), [durak.Played(1, durak.Done())])
    assert isinstance(error, durak.Error)
    VALIDATORS["error"].validate(to_plain(error))


WRONG: list[tuple[str, int, tuple[str | int, ...], object]] = [
    ("log", 0, ("seed",), "00"),
    ("log", 0, ("seed",), "00" * 32 + "\n"),
    ("log", 0, ("seed",), "0g" * 32),
    ("log", 0, ("seed",), None),
    ("log", 0, ("number",), "1"),
    ("log", 0, ("number",), True),
    ("log", 0, ("moves",), MISSING),
    ("log", 0, ("moves",), {}),
    ("log", 0, ("version",), 2),
    ("log", 0, ("policy",), "random"),
    ("log", 4, ("moves", 0, "card"), True),
    ("log", 4, ("moves", 0, "card"), "6H"),
    ("log", 4, ("moves", 0, "card"), MISSING),
    ("log", 4, ("moves", 0, "seat"), None),
    ("log", 4, ("moves", 0, "kind"), "fly"),
    ("log", 4, ("events",), None),
    ("log", 4, ("events", 0), {"kind": "out"}),
    ("move", 0, ("card",), 3.5),
    ("move", 0, ("seat",), 1),
    ("move", 0, ("kind",), "take"),
    ("move", 2, ("kind",), "attack"),
    ("move", 2, ("card",), 1),
    ("move", 0, (), []),
    ("event", 0, ("kind",), "bout_end"),
    ("event", 0, ("kind",), MISSING),
    ("view", 0, ("seat",), 3),
    ("view", 0, ("turn",), 0),
    ("view", 0, ("trump",), "h"),
    ("view", 0, ("hand", 0), 37),
    ("view", 0, ("hand",), [1, 1]),
    ("view", 0, ("swap",), 2),
    ("view", 0, ("swap",), None),
    ("view", 0, ("counts", "3"), 1),
    ("view", 0, ("counts", "2"), MISSING),
    ("view", 0, ("talon",), -1),
    ("view", 0, ("talon_cards",), [1]),
    ("view", 2, ("bout", "pairs"), [{"attack": 1}]),
    ("view", 2, ("bout", "unbeaten"), 0),
    ("error", 0, ("code",), "bad_luck"),
    ("error", 0, ("ply",), None),
    ("error", 0, ("ply",), -1),
    ("result", 0, ("outcome",), "won"),
    ("result", 0, ("fool",), 0),
    ("result", 0, ("places",), [1, 2]),
    ("result", 0, ("kind",), "game_end"),
    ("state", 0, ("deal", "number"), 0),
    ("state", 0, ("deal", "turn_up"), 0),
    ("state", 0, ("hands", "1"), [0]),
    ("state", 0, ("discard",), 37),
    ("state", 0, ("bout", "cap"), -1),
    ("state", 0, ("history",), None),
]


@pytest.mark.parametrize(("shape", "sample", "path", "value"), WRONG)
def test_wrong_data_is_refused_by_schema_and_reader(
    shape: str, sample: int, path: tuple[str | int, ...], value: object
) -> None:
    plain = shapes.samples(shape)[sample]
    spoilt = (
        shapes.drop(plain, path) if value is MISSING else shapes.put(plain, path, value)
    )
    assert (fits(shape, spoilt), shapes.reads(shape, spoilt)) == (False, False)


@given(st.data(), st.sampled_from(["move", "event", "error", "result", "log"]))
def test_schema_and_reader_agree(data: st.DataObject, shape: str) -> None:
    """Whatever is put where: what fits the schema is read, and nothing else is."""
    plain = data.draw(shapes.spoilt(shape))
    assert fits(shape, plain) == shapes.reads(shape, plain)


@given(st.data(), st.sampled_from(["view", "state"]))
def test_what_is_read_fits_the_schema(data: st.DataObject, shape: str) -> None:
    """The readers of views and states ask more: the order of a hand, a possible layout."""
    plain = data.draw(shapes.spoilt(shape))
    assert fits(shape, plain) or not shapes.reads(shape, plain)


def test_the_one_thing_that_a_schema_cannot_say() -> None:
    """JSON Schema calls 3.0 an integer; the readers do not."""
    assert fits("move", {"kind": "attack", "card": 3.0})
    assert not shapes.reads("move", {"kind": "attack", "card": 3.0})
