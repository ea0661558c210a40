"""Plain data: what is written is read back, and nothing but the documented form is read."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
import recorded
import shapes
import strategies as my
from hypothesis import given
from hypothesis import strategies as st

import durak
from durak import codec
from durak.codec import from_json, log_from_plain, state_from_plain, to_json, to_plain
from durak.errors import ERRORS

SEED = bytes(range(32))
HEX = SEED.hex()
MOVE = {"seat": 1, "kind": "attack", "card": 14}
LOG = {"seed": HEX, "number": 1, "moves": []}
HUGE = 10**5000

counts = st.integers(0, 10**30)
by_seat = st.builds(durak.BySeat, counts, counts)
maybe_seats = st.none() | my.seats
results = st.builds(durak.Result, st.sampled_from(durak.Outcome), maybe_seats, by_seat)
sent_moves = st.one_of(
    my.moves, st.builds(durak.Attack, st.integers()), st.builds(durak.Beat, st.integers())
)
played = st.builds(durak.Played, st.integers(), sent_moves)
events = st.one_of(
    played,
    st.builds(durak.BoutEnd, st.sampled_from(durak.How), counts, counts, my.seats),
    st.builds(durak.Refill, by_seat, counts),
    st.builds(durak.Out, my.seats),
    st.builds(durak.GameEnd, results),
)
logs = st.builds(
    durak.Log,
    my.seeds,
    st.lists(played).map(tuple),
    st.integers(),
    st.none() | st.lists(events).map(tuple),
    st.none() | results,
    st.sampled_from([None, 1]),
)
errors = st.builds(
    durak.Error, st.sampled_from(durak.ErrorCode), st.text(), st.none() | counts
)
views = st.builds(durak.view, my.states(), my.seats)


def deep(levels: int) -> list[Any]:
    plain: list[Any] = []
    for _ in range(levels):
        plain = [plain]
    return plain


# What is written is read back.


@pytest.mark.parametrize("shape", shapes.READERS)
def test_what_is_written_is_read_back(shape: str) -> None:
    for plain in shapes.samples(shape):
        assert to_plain(shapes.READERS[shape](from_json(to_json(plain)))) == plain


@pytest.mark.parametrize(
    ("shape", "records"),
    [
        ("move", sent_moves),
        ("event", events),
        ("error", errors),
        ("result", results),
        ("log", logs),
        ("view", views),
        ("state", my.states()),
    ],
)
@given(data=st.data())
def test_reading_is_the_inverse_of_writing(
    shape: str, records: st.SearchStrategy[object], data: st.DataObject
) -> None:
    record = data.draw(records)
    assert shapes.READERS[shape](from_json(to_json(to_plain(record)))) == record


def test_the_400_games_are_read_and_written_to_the_byte() -> None:
    for number, game in enumerate(recorded.games()):
        plain = {key: game[key] for key in game if key in codec.LOG_KEYS}
        assert to_json(to_plain(recorded.log(number))) == to_json(plain)


def test_recorded_views_are_read_and_written_as_they_are() -> None:
    for place, position in enumerate(recorded.lines("positions")):
        if place % 20 == 0:
            for seat, plain in position["view"].items():
                state = recorded.states(position["game"])[position["ply_moves"]]
                assert codec.view_from_plain(plain) == durak.view(state, int(seat))
                assert to_plain(codec.view_from_plain(plain)) == plain


def test_json_is_canonical() -> None:
    assert to_json({"b": [1, None], "a": "é"}) == '{"a":"\\u00e9","b":[1,null]}'
    for game in recorded.games()[:3]:
        assert to_json(game) == json.dumps(game, sort_keys=True, separators=(",", ":"))


def test_a_state_laid_out_is_read_back() -> None:
    state = durak.position({1: [9], 2: [2, 3]}, trump="S", talon=[20, 1], six_owner=1)
    swapped, _ = durak.step(state, 1, durak.Swap())  # type: ignore[misc]
    assert swapped.exchanged
    for made in (state, swapped, durak.start_from(durak.deal_of(durak.CARDS, 3))):
        assert state_from_plain(to_plain(made)) == made


# What else is accepted.


def test_truth_values_may_be_json_ones() -> None:
    for flag in (0, False, np.int64(0)):
        plain = shapes.put(shapes.samples("view")[0], ("over",), flag)
        assert codec.view_from_plain(plain).over is False
    for flag in (1, True):
        plain = shapes.put(shapes.samples("view")[0], ("swap",), flag)
        assert codec.view_from_plain(plain).swap is True


def test_any_integer_type_is_read_as_a_plain_integer() -> None:
    move = {"seat": np.int8(2), "kind": "beat", "card": np.uint64(36)}
    log = log_from_plain({**LOG, "number": np.int64(7), "moves": [move]})
    (event,) = log.moves
    assert event == durak.Played(2, durak.Beat(36))
    assert type(event.move) is durak.Beat
    assert {type(event.seat), type(event.move.card), type(log.number)} == {int}


def test_seeds_may_be_in_upper_case() -> None:
    assert log_from_plain({**LOG, "seed": HEX.upper()}).seed == SEED


def test_tuples_and_other_mappings_serve_as_lists_and_objects() -> None:
    log = log_from_plain(MappingProxyType({**LOG, "moves": (MappingProxyType(MOVE),)}))
    assert log.moves == (durak.Played(1, durak.Attack(14)),)


def test_a_log_may_leave_out_its_claims() -> None:
    assert log_from_plain(LOG) == durak.Log(SEED, ())
    assert log_from_plain({**LOG, "result": None, "version": 1}) == durak.Log(
        SEED, (), version=1
    )


def test_cards_and_seats_that_are_none_are_left_to_the_rules() -> None:
    log = log_from_plain({**LOG, "moves": [{"seat": 3, "kind": "attack", "card": 37}]})
    assert log.moves == (durak.Played(3, durak.Attack(37)),)  # type: ignore[arg-type]
    assert durak.verify(log).code == "not_your_turn"
    huge = log_from_plain({**LOG, "moves": [{**MOVE, "card": HUGE}]})
    assert durak.verify(huge).code in ("card_not_held", "not_your_turn")


# What is not, and where it says that the fault is.

VIEW = shapes.samples("view")[2]
STATE = shapes.samples("state")[0]
END = {
    "kind": "bout_end", "how": "done", "taken": 0,
    "cards": 2, "discard": 2, "next_attacker": 1,
}  # fmt: skip
RESULT = {"outcome": "fool", "fool": 2, "places": {"1": 1, "2": 2}}


def log_with(**move: object) -> dict[str, object]:
    return {**LOG, "moves": [MOVE, {**MOVE, **move}]}


REFUSED: list[tuple[str, object, str, str]] = [
    # a card, a seat, a number
    ("log", log_with(card=True), "moves[1].card", "not an integer: True"),
    ("log", log_with(card=3.0), "moves[1].card", "not an integer: 3.0"),
    ("log", log_with(card="3"), "moves[1].card", "not an integer: '3'"),
    ("log", log_with(card=None), "moves[1].card", "not an integer: None"),
    ("log", log_with(card=np.bool_(True)), "moves[1].card", "not an integer: "),
    ("log", log_with(card=np.float64(3)), "moves[1].card", "not an integer: "),
    ("log", log_with(seat=3.0), "moves[1].seat", "not an integer: 3.0"),
    ("log", log_with(seat=True), "moves[1].seat", "not an integer: True"),
    ("log", log_with(seat="1"), "moves[1].seat", "not an integer: '1'"),
    ("log", log_with(seat=float("nan")), "moves[1].seat", "not an integer: nan"),
    ("log", {**LOG, "number": "1"}, "number", "not an integer: '1'"),
    ("log", {**LOG, "number": 1.0}, "number", "not an integer: 1.0"),
    ("event", {"kind": "out", "seat": 3}, "seat", "not a seat: 3"),
    ("event", {"kind": "out", "seat": True}, "seat", "not a seat: True"),
    ("view", {**VIEW, "hand": [1, 40]}, "hand[1]", "not a card: 40"),
    ("view", {**VIEW, "hand": [True]}, "hand[0]", "not a card: True"),
    ("view", {**VIEW, "hand": [2, 1]}, "hand", "not cards in id order, each once: [2, 1]"),
    ("view", {**VIEW, "hand": [1, 1]}, "hand", "not cards in id order, each once: [1, 1]"),
    ("view", {**VIEW, "talon": -1}, "talon", "not a count: -1"),
    ("view", {**VIEW, "trump": "s"}, "trump", "not a suit: 's'"),
    ("view", {**VIEW, "trump": 1}, "trump", "not a text: 1"),
    ("view", {**VIEW, "phase": "end"}, "phase", "not one of attack, defend, pile_on, "),
    ("view", {**VIEW, "phase": 1}, "phase", "not a text: 1"),
    ("view", {**VIEW, "counts": [6, 6]}, "counts", "not an object: [6, 6]"),
    ("view", {**VIEW, "legal": [{"kind": "fly"}]}, "legal[0].kind", "not a move: 'fly'"),
    ("view", {**VIEW, "legal": [MOVE]}, "legal[0]", "unknown key 'seat'"),
    ("view", {**VIEW, "bout": {}}, "bout", "the key 'attacker' is missing"),
    # truth values
    ("view", {**VIEW, "swap": 2}, "swap", "not a truth value: 2"),
    ("view", {**VIEW, "swap": 1.0}, "swap", "not a truth value: 1.0"),
    ("view", {**VIEW, "swap": "true"}, "swap", "not a truth value: 'true'"),
    ("view", {**VIEW, "swap": None}, "swap", "not a truth value: None"),
    ("event", {**END, "taken": 1}, "taken", "does not go with a bout that was done"),
    ("event", {**END, "how": "taken"}, "taken", "does not go with a bout that was taken"),
    # objects, lists, keys
    ("log", [], "", "not an object: []"),
    ("log", None, "", "not an object: None"),
    ("log", {**LOG, "moves": {}}, "moves", "not a list: {}"),
    ("log", {**LOG, "moves": "1-6S"}, "moves", "not a list: '1-6S'"),
    ("log", {**LOG, "moves": [[1]]}, "moves[0]", "not an object: [1]"),
    ("log", {**LOG, "moves": [None]}, "moves[0]", "not an object: None"),
    ("log", {**LOG, "moves": [{}]}, "moves[0]", "the key 'kind' is missing"),
    ("log", {**LOG, "moves": [{"kind": "take"}]}, "moves[0]", "the key 'seat' is missing"),
    ("log", log_with(kind=["take"]), "moves[1].kind", "not a text: ['take']"),
    ("log", log_with(kind="take"), "moves[1]", "unknown key 'card'"),
    ("log", log_with(ply=3), "moves[1]", "unknown key 'ply'"),
    ("log", log_with(kind="out"), "moves[1].kind", "not a move: 'out'"),
    ("log", {"seed": HEX, "number": 1}, "", "the key 'moves' is missing"),
    ("log", {**LOG, "policy": "random"}, "", "unknown key 'policy'"),
    ("log", {**LOG, 1: 2}, "", "unknown key 1"),
    ("log", {**LOG, "events": None}, "events", "not a list: None"),
    ("log", {**LOG, "events": [{"kind": "fly"}]}, "events[0].kind", "not an event: 'fly'"),
    ("log", {**LOG, "version": 2}, "version", "not the version 1: 2"),
    ("log", {**LOG, "version": True}, "version", "not an integer: True"),
    ("move", {"kind": "attack"}, "", "the key 'card' is missing"),
    ("result", {**RESULT, "places": {"1": 1}}, "places", "the key '2' is missing"),
    ("result", {**RESULT, "places": {1: 1, 2: 2}}, "places", "unknown key 1"),
    ("result", {**RESULT, "fool": 0}, "fool", "not a seat: 0"),
    ("result", {**RESULT, "kind": "game_end"}, "", "unknown key 'kind'"),
    ("error", {"code": "bad", "message": ""}, "code", "not one of bad_deal, "),
    ("error", {"code": "bad_deal", "message": 1}, "message", "not a text: 1"),
    ("error", {"code": "bad_deal", "message": "", "ply": None}, "ply", "not an integer"),
    # seeds
    ("log", {**LOG, "seed": HEX[1:]}, "seed", "not 64 hexadecimal digits"),
    ("log", {**LOG, "seed": HEX[:-2] + "0g"}, "seed", "not 64 hexadecimal digits"),
    ("log", {**LOG, "seed": HEX[:-2] + " 0"}, "seed", "not 64 hexadecimal digits"),
    ("log", {**LOG, "seed": HEX[:-1] + "\uff10"}, "seed", "not 64 hexadecimal digits"),
    ("log", {**LOG, "seed": SEED}, "seed", "not a text: b'"),
    ("log", {**LOG, "seed": 0}, "seed", "not a text: 0"),
    # what Python does not even write
    ("log", {**LOG, "seed": HUGE}, "seed", "not a text: a value of"),
    ("log", {**LOG, "moves": HUGE}, "moves", "not a list: a value of type int"),
    ("log", {**LOG, "number": deep(10**5)}, "number", "not an integer: a value"),
    ("move", {"kind": "take", HUGE: 1}, "", "unknown key a value of type int"),
    ("view", {**VIEW, "seat": HUGE}, "seat", "not a seat: a value of type int"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("shape", "plain", "path", "problem"),
    REFUSED,
    ids=[f"{shape} {path}: {problem}" for shape, _, path, problem in REFUSED],
)
def test_refused(shape: str, plain: object, path: str, problem: str) -> None:
    with pytest.raises(durak.Malformed) as caught:
        shapes.READERS[shape](plain)
    assert caught.value.path == path
    assert caught.value.problem.startswith(problem)
    assert str(caught.value) == (f"{path}: " if path else "") + caught.value.problem


@pytest.mark.parametrize("shape", shapes.READERS)
def test_a_path_goes_on_from_the_one_that_is_given(shape: str) -> None:
    read: Any = shapes.READERS[shape]
    with pytest.raises(durak.Malformed) as caught:
        read([], "body.game")
    assert caught.value.path == "body.game"


@given(st.sampled_from(sorted(shapes.READERS)), my.junk)
def test_no_junk_is_read_and_none_of_it_does_anything_worse(
    shape: str, junk: object
) -> None:
    """A move's plain data is among the junk; everything else is refused, as malformed."""
    assert not shapes.reads(shape, junk) or (shape == "move" and isinstance(junk, dict))


usual = st.sampled_from(["attack", "take", 1, 2, 36])


@given(st.dictionaries(st.sampled_from(["kind", "seat", "card", "x"]), usual | my.junk))
def test_a_move_in_the_usual_form_is_read_as_in_any_other(move: dict[str, object]) -> None:
    """Moves in dicts have a way of their own; it must come to the same, faults included."""

    def outcome(plain: object) -> object:
        try:
            return log_from_plain({**LOG, "moves": [plain]}).moves
        except durak.Malformed as malformed:
            return str(malformed)

    assert outcome(move) == outcome(MappingProxyType(move))


# States.

DEALT = shapes.put(STATE, ("deal", "seed"), None)
OVER = {**DEALT, "bout": None}
DRAW = {"outcome": "draw", "fool": None, "places": {"1": 1, "2": 1}}
BOUT = STATE["bout"]
TURN_UP = STATE["deal"]["turn_up"]

IMPOSSIBLE: list[tuple[str, Any, tuple[str | int, ...], object, str]] = [
    ("a hand that was not dealt", STATE, ("hands", "1"), [], "the heap holds 0 cards, not"),
    ("another seed", STATE, ("deal", "seed"), HEX, ": not what the moves"),
    ("another number", STATE, ("deal", "number"), 2, ": not what the moves"),
    ("another history", STATE, ("history",), [MOVE], ": not what the moves"),
    ("more drawn than dealt", DEALT, ("drawn",), 25, ": 25 cards were drawn"),
    ("more drawn than there are", STATE, ("drawn",), 37, "drawn: more cards than"),
    ("a wrong heap", DEALT, ("discard",), 1, ": the heap holds 1 cards, not the 0"),
    ("a wrong cap", DEALT, ("bout", "cap"), 5, ": the cap of the bout is 5, not 6"),
    ("a huge cap", STATE, ("bout", "cap"), HUGE, "bout.cap: more cards than there are: "),
    ("no bout and no end", DEALT, ("bout",), None, ": a game that is on has a bout"),
    ("an end that the cards deny", OVER, ("result",), DRAW, ": the cards do not give the"),
    ("an end in an open bout", DEALT, ("result",), DRAW, ": an open bout does not go with"),
    ("deal number 0", DEALT, ("deal", "number"), 0, ": a deal number is an integer from 1"),
    ("a card dealt twice", DEALT, ("deal", "talon", 0), TURN_UP, "dealt more than once"),
    ("another turn-up", DEALT, ("deal", "turn_up"), None, ": the turn-up was not dealt to"),
    ("another trump", DEALT, ("deal", "trump"), "S", "is not of the trump"),
    ("an answer missing", DEALT, ("bout", "attacks"), [1], "bout.beats: not one answer"),
    ("itself across", DEALT, ("bout", "defender"), BOUT["attacker"], "bout.defender: not"),
    ("a take of nothing", DEALT, ("bout", "taken"), 1, ": a bout without an open attack"),
    ("an owner of another's six", DEALT, ("six_owner",), 2, "cannot own the six of trumps"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("plain", "path", "value", "problem"),
    [case[1:] for case in IMPOSSIBLE],
    ids=[case[0] for case in IMPOSSIBLE],
)
def test_an_impossible_state_is_refused(
    plain: Any, path: tuple[str | int, ...], value: object, problem: str
) -> None:
    assert plain["deal"]["seed"] is not None or state_from_plain(DEALT).seed is None
    with pytest.raises(durak.Malformed) as caught:
        state_from_plain(shapes.put(plain, path, value), "save")
    complaint = str(caught.value)
    assert complaint.startswith("save")
    assert problem in complaint.replace("save.", "", 1)


def test_a_resigned_game_is_read_back_with_and_without_its_seed() -> None:
    state, _ = durak.step(recorded.states(0)[3], 2, durak.Resign())  # type: ignore[misc]
    plain = to_plain(state)
    assert state_from_plain(plain) == state
    assert (
        state_from_plain(shapes.put(plain, ("deal", "seed"), None)).result == state.result
    )


# JSON.


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not JSON: Expecting value"),
        ("{", "not JSON: "),
        ("[1,]", "not JSON: "),
        ("1 2", "not JSON: Extra data"),
        ("'a'", "not JSON: "),
        ("NaN", "NaN is no JSON number"),
        ('{"a": -Infinity}', "-Infinity is no JSON number"),
        ("[" * 10**5, "nested too deeply"),
        ("9" * 5000, "not JSON: Exceeds the limit"),
        (b"\xff", "not JSON: 'utf-8' codec"),
        ('{"seat": 1, "kind": "take", "seat": 1}', "the key 'seat' is repeated"),
        ('[{"a": {"b": 1, "b": 2}}]', "the key 'b' is repeated"),
    ],
    ids=range(12),
)
def test_a_text_that_is_no_json_is_refused(text: str | bytes, problem: str) -> None:
    with pytest.raises(durak.Malformed) as caught:
        from_json(text)
    assert caught.value.path == ""
    assert caught.value.problem.startswith(problem)


def test_a_repeated_key_is_found_in_one_pass() -> None:
    keys = ",".join(f'"{n}":0' for n in range(200_000))
    with pytest.raises(durak.Malformed, match="'199999' is repeated"):
        from_json(f'{{{keys},"199999":0}}')


@pytest.mark.parametrize(
    "number", [float("nan"), float("inf"), HUGE], ids=["nan", "inf", "huge"]
)
def test_no_number_is_written_that_could_not_be_read(number: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        to_json({"number": number})


# What has no plain form.


@pytest.mark.parametrize(
    "record",
    [
        *(None, 1, "take", {"kind": "take"}, object(), durak.Take, durak.Phase.ATTACK),
        durak.Attack(None),  # type: ignore[arg-type]
        durak.Attack(True),
        durak.Beat(3.0),  # type: ignore[arg-type]
        durak.Played("1", durak.Take()),  # type: ignore[arg-type]
        durak.Played(1, None),  # type: ignore[arg-type]
        durak.Played(1, durak.Take),  # type: ignore[arg-type]
        durak.Log(SEED, (), True),
        [durak.Take(), 1],
    ],
    ids=repr,
)
def test_what_is_no_record_or_holds_none_is_not_written(record: object) -> None:
    with pytest.raises(ValueError, match="no plain form for"):
        to_plain(record)


def test_numpy_integers_are_written_as_plain_ones() -> None:
    move = durak.Played(np.int64(2), durak.Attack(np.int8(3)))  # type: ignore[arg-type]
    log = durak.Log(SEED, (move,), np.uint16(4))  # type: ignore[arg-type]
    assert to_json(to_plain(log)) == (
        f'{{"moves":[{{"card":3,"kind":"attack","seat":2}}],"number":4,"seed":"{HEX}"}}'
    )


def test_sequences_and_sets_are_written_as_lists() -> None:
    assert to_plain([durak.Take(), (durak.Attack(3),)]) == [
        {"kind": "take"},
        [{"kind": "attack", "card": 3}],
    ]
    assert to_plain(durak.CardSet([9, 1])) == [1, 9]
    assert to_plain(durak.BySeat(durak.CardSet([2]), None)) == {"1": [2], "2": None}
    assert to_plain(tuple(ERRORS.values()))[0]["code"] == "bad_deal"
