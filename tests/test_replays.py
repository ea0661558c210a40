"""Logs: replaying them, and verifying them when somebody tampered."""

from __future__ import annotations

from typing import Any

import pytest
import recorded
from attrs import evolve

import durak
from durak import Played, Status, Take

LOG = recorded.log(5)
"""A recorded game with every event and the result claimed."""

BARE = evolve(LOG, events=None, result=None)
HISTORY = recorded.states(5)[-1].history


def test_a_replay_says_which_move_is_refused() -> None:
    moves = (*LOG.moves[:7], Played(LOG.moves[7].seat, durak.Resign()), *LOG.moves[8:])
    refused = durak.replay(LOG.seed, moves)
    assert isinstance(refused, durak.Error)
    assert (refused.code, refused.ply) == ("game_over", 8)


def test_a_game_that_cannot_start_has_no_ply() -> None:
    assert durak.replay(b"", ()) == durak.start(b"")
    assert durak.replay(bytes(32), (), 0) == durak.start(bytes(32), 0)
    assert durak.verify(durak.Log(bytes(32), (), 0)) == durak.Verdict(
        Status.REFUSED, None, durak.ErrorCode.BAD_DEAL, None, None
    )


@pytest.mark.parametrize("entry", [None, durak.Take(), {"seat": 1, "kind": "take"}, 3])
def test_what_is_no_move_of_a_seat_is_refused_at_its_place(entry: Any) -> None:
    refused = durak.replay(LOG.seed, (*LOG.moves[:3], entry))
    assert isinstance(refused, durak.Error)
    assert (refused.code, refused.ply) == ("not_legal", 3)


@pytest.mark.parametrize(
    ("moves", "ply"),
    [
        (LOG.moves[:9] + LOG.moves[10:], 9),
        (LOG.moves[:10] + LOG.moves[9:], 10),
        (LOG.moves[:9] + (Played(1, durak.Attack(99)),) + LOG.moves[10:], 9),
        (LOG.moves + (Played(1, Take()),), len(LOG.moves)),
    ],
    ids=["dropped", "doubled", "edited", "appended"],
)
def test_a_dropped_doubled_edited_or_appended_move_is_named(moves: Any, ply: int) -> None:
    verdict = durak.verify(evolve(BARE, moves=moves))
    assert (verdict.status, verdict.holds) == (Status.REFUSED, False)
    assert verdict.ply == ply
    assert verdict.state == recorded.states(5)[ply]
    assert str(verdict) == f"refused at move {ply}: {verdict.code}"


def test_a_log_that_breaks_off_is_unfinished_and_holds() -> None:
    verdict = durak.verify(evolve(BARE, moves=LOG.moves[:-1]))
    assert (verdict.status, verdict.holds) == (Status.UNFINISHED, True)
    assert str(verdict) == "unfinished"


def test_what_is_claimed_is_compared_event_by_event() -> None:
    assert durak.verify(LOG).status is Status.COMPLETE
    assert LOG.events is not None
    lies = {
        4: LOG.events[:4] + (durak.Out(1),) + LOG.events[5:],
        len(HISTORY) - 1: LOG.events[:-1],
        len(HISTORY): (*LOG.events, durak.Out(1)),
        0: (),
    }
    for place, events in lies.items():
        verdict = durak.verify(evolve(LOG, events=events))
        assert (verdict.status, verdict.event) == (Status.DIFFERENT, place)
        assert str(verdict) == f"different at event {place}"


def test_a_false_result_differs_where_the_game_ends() -> None:
    false = durak.resign_for(1)
    assert false != LOG.result
    verdict = durak.verify(evolve(BARE, result=false))
    assert (verdict.status, verdict.event) == (Status.DIFFERENT, len(HISTORY) - 1)
    early = evolve(BARE, moves=LOG.moves[:-1], result=LOG.result)
    assert durak.verify(early).event == recorded.states(5)[-2].ply


def test_verdicts_on_a_deal_say_so() -> None:
    assert str(durak.verify(durak.Log(b"", ()))) == "refused: no_seed"


def test_a_log_keeps_what_it_was_made_from_whatever_becomes_of_that() -> None:
    moves = list(BARE.moves)
    logs = [durak.Log(BARE.seed, made, BARE.number) for made in (moves, iter(moves))]
    moves.clear()
    for log in logs:
        assert (log, hash(log)) == (BARE, hash(BARE))
        assert durak.verify(log) == durak.verify(log) == durak.verify(BARE)
    assert LOG.events is not None
    assert evolve(LOG, events=list(LOG.events)) == LOG


def test_the_text_of_a_log_does_not_show_the_seed_of_a_game_that_may_be_on() -> None:
    assert "seed" not in repr(LOG)
    assert repr(LOG.seed) not in repr(LOG)


def test_the_log_of_a_state_replays_to_it() -> None:
    for state in recorded.states(5):
        log = durak.log_of(state)
        assert durak.replay(log.seed, log.moves, log.number) == state
        assert log.moves == durak.moves_of(state.history)
        assert durak.verify(log).holds


def test_walking_a_game_gives_every_state_and_stops_at_a_refusal() -> None:
    moves = (*LOG.moves[:3], Played(3, Take()))  # type: ignore[arg-type]
    *states, last = durak.states_of(LOG.seed, moves)
    assert states == [*recorded.states(5)[:4]]
    assert isinstance(last, durak.Error)
    assert last.ply == 3
