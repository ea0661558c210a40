from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from permuted import permuted_games
from pettingzoo.test import api_test, render_test, seed_test

from durak import (
    BySeat,
    Error,
    State,
    deal_for,
    legal_moves,
    moves_of,
    order_for,
    start_from,
    step,
    view,
)
from durak.adapters.actions import ACTIONS, actions_of
from durak.adapters.observations import SIZE, legal_mask, observe
from durak.adapters.pettingzoo import AGENTS, DurakEnv, env, wrapped
from durak.memory import remember
from durak.render import text

pytestmark = [
    # The host knows the observations with masks of its own environments by name
    # only, and warns of all others.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent"),
]


# The host's own conformance tests


@pytest.mark.parametrize("seed", range(100))
def test_passes_the_hosts_api_test(seed: int) -> None:
    """The host seeds its one game with 0, which would deal the same each time."""

    class Elsewhere(DurakEnv):
        def reset(self, seed: int | None = None, options: Any = None) -> None:
            super().reset(None if seed is None else seed + other, options)

    table, other = Elsewhere(), seed
    for agent in AGENTS:
        table.action_space(agent).seed(seed)
    api_test(wrapped(table), num_cycles=1000)


def test_passes_the_hosts_seed_test() -> None:
    seed_test(env, num_cycles=500)


def test_passes_the_hosts_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(env)
    assert "Trumps: " in capsys.readouterr().out


# The same game as without the host


def played(table: Any, seed: int, moves: int = 2000) -> Any:
    random = Random(seed)
    table.reset(seed=seed)
    while moves and not any(table.terminations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(random.choice(list(map(int, np.flatnonzero(mask)))))
        moves -= 1
    return table


@pytest.mark.parametrize("seed", range(10))
def test_a_game_is_the_one_that_step_plays(seed: int) -> None:
    table = played(env(), seed)
    hosted = table.unwrapped.game
    state = start_from(deal_for(hosted.seed))
    memories = BySeat(*(remember(view(state, seat)) for seat in (1, 2)))
    replayed = DurakEnv()
    replayed.reset(seed=seed)
    for event in moves_of(hosted.history):
        assert replayed.agent_selection == f"seat_{state.turn}"
        for agent, memory in zip(AGENTS, memories, strict=True):
            seen = replayed.observe(agent)
            assert np.array_equal(seen["observation"], observe(memory))
            assert np.array_equal(seen["action_mask"], legal_mask(memory.view))
        (action,) = actions_of([event.move])
        replayed.step(action)
        stepped = step(state, state.turn, event.move)
        assert not isinstance(stepped, Error)
        state, events = stepped
        memories = BySeat(*(m.after(events, view(state, m.seat)) for m in memories))
    assert replayed.game == hosted == state
    fool = state.result.fool if state.result else None
    rewards = {None: [0, 0], 1: [-1, 1], 2: [1, -1]}[fool]
    assert list(table.rewards.values()) == rewards
    assert list(table.terminations.values()) == [True, True]


def test_everybody_is_told_the_end_once() -> None:
    table = played(env(), 4)
    rewarded = {}
    for agent in table.agent_iter():
        _, reward, terminated, truncated, _ = table.last()
        assert terminated
        assert not truncated
        rewarded[agent] = reward
        table.step(None)
    assert sorted(rewarded) == list(AGENTS)
    assert sum(rewarded.values()) == 0
    assert table.agents == []


def test_deals_an_order_that_is_asked_for() -> None:
    order = order_for(bytes(32), 7)
    table = env()
    table.reset(options={"order": order})
    assert table.unwrapped.game.talon == deal_for(bytes(32), 7).talon
    with pytest.raises(ValueError, match="an order is the 36 cards"):
        table.reset(options={"order": order[1:]})


def test_without_a_seed_each_reset_deals_anew() -> None:
    table, again = env(), env()
    seeds = []
    for each in (table, again):
        each.reset(seed=1)
        seeds.append([each.unwrapped.game.seed])
        for _ in range(3):
            each.reset()
            seeds[-1].append(each.unwrapped.game.seed)
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 4
    fresh = env()
    fresh.reset()
    assert fresh.unwrapped.game.seed not in seeds[0]


# Illegal actions


def illegal(table: Any) -> int:
    mask = table.observe(table.agent_selection)["action_mask"]
    return int(np.flatnonzero(mask == 0)[0])


def test_an_illegal_action_ends_the_game_as_the_host_has_it() -> None:
    table = played(env(), 2, moves=5)
    agent, other = table.agent_selection, AGENTS[table.agent_selection == AGENTS[0]]
    before = table.unwrapped.game
    table.step(illegal(table))
    assert table.rewards == {agent: -1, other: 0}
    assert all(table.terminations.values())
    assert table.unwrapped.game is before


@pytest.mark.parametrize("action", [None, -1, ACTIONS, "take"])
def test_without_wrappers_an_illegal_action_raises_and_the_game_goes_on(
    action: Any,
) -> None:
    table = played(DurakEnv(), 2, moves=5)
    before = table.game
    with pytest.raises(ValueError, match="no such action"):
        table.step(action)
    with pytest.raises(ValueError, match="is refused: card_not_held"):
        table.step(illegal(table))
    assert table.game is before
    assert not any(table.terminations.values())


# What an agent sees


def test_the_waiting_agent_has_an_empty_mask() -> None:
    table = played(env(), 3, moves=9)
    for agent in AGENTS:
        mask = table.observe(agent)["action_mask"]
        assert (mask.shape, mask.dtype) == ((ACTIONS,), np.int8)
        assert bool(mask.any()) == (agent == table.agent_selection)
        assert table.observation_space(agent).contains(table.observe(agent))


@pytest.mark.parametrize("seed", range(8))
def test_what_reaches_an_agent_is_the_same_wherever_hidden_cards_lie(seed: int) -> None:
    for pair in permuted_games(seed, moves=12 * seed):
        agent = AGENTS[pair.seat - 1]
        tables = [env("ansi", pair.seat), env("ansi", pair.seat)]
        for table, order in zip(tables, (pair.first, pair.second), strict=True):
            table.reset(options={"order": order})
        for event in pair.moves:
            assert reaching(tables[0], agent) == reaching(tables[1], agent)
            for table in tables:
                table.step(*actions_of([event.move]))
        assert reaching(tables[0], agent) == reaching(tables[1], agent)
        for table in tables:
            table.unwrapped.render_mode = "rgb_array"
        assert np.array_equal(tables[0].render(), tables[1].render())


def reaching(table: Any, agent: str) -> list[Any]:
    """All that the host hands to an agent, and what it shows of the table."""
    seen = {name: array.tolist() for name, array in table.observe(agent).items()}
    told = (table.rewards, table.terminations, table.truncations, table.infos)
    return [seen, *told, table.agent_selection, table.render()]


def test_an_observation_is_not_shared() -> None:
    table = played(env(), 3, moves=9)
    first = table.observe("seat_1")
    for array in first.values():
        array[:] = 1
    again = table.observe("seat_1")["observation"]
    assert again.shape == (SIZE,)
    assert not again.all()


def test_an_environment_can_be_copied_and_pickled() -> None:
    table = played(DurakEnv(), 3, moves=20)
    for other in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert other.game == table.game
        (action,) = actions_of(legal_moves(other.game)[:1])
        other.step(action)
        assert other.game.ply > table.game.ply


# Rendering


def test_renders_the_table_as_its_seat_sees_it() -> None:
    table = played(env(render_mode="ansi", render_seat=2), 3, moves=9)
    assert table.render() == text.table(view(table.unwrapped.game, 2))


def test_renders_a_picture_of_the_table() -> None:
    table = played(env(render_mode="rgb_array"), 3, moves=9)
    first = table.render()
    assert (first.shape, first.dtype) == ((576, 800, 3), np.uint8)
    assert first[0, 0].tolist() == [255, 255, 255]
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 50
    (action, *_) = np.flatnonzero(table.observe(table.agent_selection)["action_mask"])
    table.step(int(action))
    assert not np.array_equal(table.render(), first)


def test_prints_the_table_to_a_human(capsys: pytest.CaptureFixture[str]) -> None:
    table = played(env(render_mode="human"), 3, moves=9)
    assert table.render() is None
    shown = text.table(view(table.unwrapped.game, 1)) + "\n"
    assert capsys.readouterr().out.endswith(shown * 2)


def test_renders_nothing_unless_asked() -> None:
    assert played(DurakEnv(), 3, moves=9).render() is None


def test_refuses_what_it_cannot_render() -> None:
    with pytest.raises(ValueError, match="no such render mode: 'gif'"):
        env(render_mode="gif")
    with pytest.raises(ValueError, match="no such seat: 3"):
        env(render_seat=3)  # type: ignore[arg-type]  # the wrong type is the point


def test_there_is_nothing_before_the_first_reset() -> None:
    table = DurakEnv()
    with pytest.raises(ValueError, match="before the first reset"):
        table.observe("seat_1")
    with pytest.raises(ValueError, match="before the first reset"):
        assert isinstance(table.game, State)
