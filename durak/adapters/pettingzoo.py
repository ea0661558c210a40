"""PettingZoo: an AEC environment with action masks, and pictures of it.

    >>> from durak.adapters.pettingzoo import env
    >>> table = env(render_mode="ansi")
    >>> table.reset(seed=1)

The agents are `seat_1` and `seat_2`. An action is one of
`durak.adapters.actions`; an observation has the array of
`durak.adapters.observations` and an `action_mask`, which is all zeros for the
agent that is not on turn. At the end the fool is rewarded with -1 and the
other agent with 1; in a draw, as before the end, it is 0.
"""

# The host is not always there when types are checked, and has few of its own.
# pyright: basic, reportMissingImports=false, reportGeneralTypeIssues=false
# pyright: reportIncompatibleMethodOverride=false
# pyright: reportIncompatibleVariableOverride=false, reportIndexIssue=false
# pyright: reportOptionalMemberAccess=false

from __future__ import annotations

import io
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from durak.adapters.actions import ACTIONS, move_of
from durak.adapters.observations import HIGHEST, SIZE, legal_mask, observe
from durak.deck import deal_for, deal_of
from durak.errors import Error
from durak.memory import Memory, remember
from durak.moves import Move
from durak.outcome import Result
from durak.render import svg, text
from durak.seats import SEATS, BySeat, Seat
from durak.sight import View
from durak.state import State, start_from
from durak.transition import step
from durak.views import view

AGENTS: Final[tuple[str, str]] = ("seat_1", "seat_2")


def env(render_mode: str | None = None, render_seat: Seat = 1) -> Any:
    """The environment with the host's usual wrappers.

    An illegal action ends the game, as the host has it: -1 for the agent that
    made it, and 0 for the other.

    Args:
        render_mode: `ansi` for the table as text, `rgb_array` for its picture
            (576 by 800 by 3, uint8), `human` to print the text; or None.
        render_seat: Whose view is rendered; nothing else is ever shown.

    Raises:
        ValueError: there is no such mode, or no such seat.
    """
    return wrapped(DurakEnv(render_mode, render_seat))


def wrapped(inner: DurakEnv) -> Any:
    """An environment with the host's usual wrappers; see `env`."""
    terminating = wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))


class DurakEnv(AECEnv[str, Any, Any]):
    """The environment without wrappers: an illegal action raises ValueError.

    `env` tells what the arguments are.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "durak_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, render_mode: str | None = None, render_seat: Seat = 1) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"no such render mode: {render_mode!r}")
        if render_seat not in SEATS:
            raise ValueError(f"no such seat: {render_seat!r}")
        self.render_mode = render_mode
        self.render_seat: Seat = render_seat
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in AGENTS}
        self.observation_spaces = {agent: _observation_space() for agent in AGENTS}
        self._random: np.random.Generator | None = None
        self._state: State | None = None
        self._memories: BySeat[Memory] | None = None

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of an agent's observations, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of an agent's actions, the same object each time."""
        return self.action_spaces[agent]

    @property
    def game(self) -> State:
        """The game itself, hidden cards included: not for the agents."""
        if self._state is None:
            raise ValueError("no game before the first reset")
        return self._state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew.

        Args:
            seed: Deals from the generator that it makes; None goes on with the
                one there is, or with one from fresh entropy.
            options: `order` names the 36 cards as `durak.deal_of` reads them,
                to be dealt instead. Others are passed over, as the host has it.

        Raises:
            ValueError: the order is not the pack.
        """
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        order = (options or {}).get("order")
        dealt = deal_for(self._random.bytes(32)) if order is None else deal_of(order)
        self._state = start_from(dealt)
        self._memories = BySeat(*(remember(view(self._state, s)) for s in SEATS))
        self.agents = list(AGENTS)
        self.rewards: dict[str, int] = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards: dict[str, int] = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = _agent_on_turn(self._state)

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """What an agent sees and remembers, in arrays of its own."""
        memory = self._memory(agent)
        return {"observation": observe(memory), "action_mask": legal_mask(memory.view)}

    def step(self, action: int | None) -> None:
        """Make a move for the agent on turn.

        Raises:
            ValueError: the action is not legal; the game goes on as before.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.game
        self._go(state, move_of(action, state.phase))  # type: ignore[arg-type]  # or it raises
        self._cumulative_rewards[agent] = 0
        result = self.game.result
        if result is None:
            self.agent_selection = _agent_on_turn(self.game)
        else:
            self.terminations = dict.fromkeys(AGENTS, True)
            self.rewards = dict(zip(AGENTS, _rewards_for(result), strict=True))
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go(self, state: State, move: Move) -> None:
        stepped = step(state, state.turn, move)
        if isinstance(stepped, Error):
            raise ValueError(f"{move} is refused: {stepped}")
        self._state, events = stepped
        assert self._memories is not None
        self._memories = BySeat(
            *(m.after(events, view(self._state, m.seat)) for m in self._memories)
        )

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as `render_seat` sees it, in the form of the render mode."""
        seen = view(self.game, self.render_seat)
        match self.render_mode:
            case "human":
                print(text.table(seen))
            case "ansi":
                return text.table(seen)
            case "rgb_array":
                return _pixels(seen)
            case _:
                pass
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def _memory(self, agent: str) -> Memory:
        if self._memories is None:
            raise ValueError("nothing to observe before the first reset")
        return self._memories[SEATS[AGENTS.index(agent)]]


raw_env = DurakEnv


def _agent_of(seat: Seat) -> str:
    return AGENTS[seat - 1]


def _rewards_for(result: Result) -> tuple[int, int]:
    match result.fool:
        case None:
            return (0, 0)
        case 1:
            return (-1, 1)
        case 2:
            return (1, -1)


def _agent_on_turn(state: State) -> str:
    assert state.turn is not None
    return _agent_of(state.turn)


def _observation_space() -> Dict:
    return Dict(
        {
            "observation": Box(0, HIGHEST, (SIZE,), np.int8),
            "action_mask": Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def _pixels(seen: View) -> NDArray[np.uint8]:
    # Here, so that the environment runs without them while nobody wants pictures.
    import resvg_py
    from PIL import Image

    drawn = resvg_py.svg_to_bytes(svg_string=str(svg.table(seen)), background="#ffffff")
    with Image.open(io.BytesIO(bytes(drawn))) as image:
        return np.asarray(image.convert("RGB"), np.uint8)
