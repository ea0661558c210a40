"""OpenSpiel: two games for pyspiel, registered when this module is imported.

`python_durak` deals by explicit chance nodes, one card after the other in the
order of `durak.deal_of`, so that searches and solvers see the deal.
`python_durak_dealt` has no chance: its parameter `deal` is that order, the 36
names with spaces between them (`deal_text` writes it). Both are played with
the actions of `durak.adapters.actions`; the fool gets -1, the other seat 1,
and in a draw both get 0. Player 0 is seat 1.

    >>> import pyspiel
    >>> import durak.adapters.openspiel
    >>> state = pyspiel.load_game("python_durak").new_initial_state()
"""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from durak.adapters.actions import ACTIONS, actions_of, move_of
from durak.adapters.observations import (
    MAX_MOVES,
    PARTS,
    PAST,
    bouts_of,
    observe,
    place_of,
    recall,
    text_of,
)
from durak.bout import Phase
from durak.cards import CARDS, Card, id_of, name_of
from durak.deck import HAND_SIZE, deal_of
from durak.errors import Error
from durak.events import moves_of
from durak.legality import legal_moves
from durak.memory import Memory, remember
from durak.notation import write_moves
from durak.search.worlds import worlds
from durak.seats import SEATS, BySeat, Seat
from durak.state import State, start_from
from durak.transition import step
from durak.views import view


def _type_of(name: str, long_name: str, **rest: Any) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        **rest,
    )


def _info(chance_outcomes: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=ACTIONS,
        max_chance_outcomes=chance_outcomes,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MAX_MOVES,
    )


DEALING: Final = _type_of(
    "python_durak",
    "Podkidnoy Durak for two",
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
)
DEALT: Final = _type_of(
    "python_durak_dealt",
    "Podkidnoy Durak for two, from a given deal",
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    parameter_specification={"deal": ""},
    default_loadable=False,
)


class DurakState(pyspiel.State):
    """A game in OpenSpiel: the cards dealt so far, and then a state with memories.

    A subclass can play from a layout: `pack` are the cards that chance deals,
    `begin` makes the first state and its two memories of them, and `dealt_to`
    says who gets which. Resampling deals the whole pack, so it is not for those.
    """

    pack: ClassVar[tuple[Card, ...]] = tuple(CARDS)

    def __init__(self, game: Any, order: Iterable[Card] = ()) -> None:
        super().__init__(game)
        self._order: tuple[Card, ...] = ()
        self._state: State | None = None
        self._memories: BySeat[Memory] | None = None
        for card in order:
            self._deal(card)

    @staticmethod
    def begin(order: tuple[Card, ...]) -> tuple[State, BySeat[Memory]]:
        """The first state of a deal, and what each seat remembers."""
        state = start_from(deal_of(order))
        return state, BySeat(*(remember(view(state, seat)) for seat in SEATS))

    @staticmethod
    def dealt_to(seat: Seat, order: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards that a seat has in hand when so many have been dealt."""
        return order[seat - 1 : 2 * HAND_SIZE : 2]

    @property
    def state(self) -> State | None:
        """The game itself; None while it is dealt."""
        return self._state

    def memory(self, player: int) -> Memory | None:
        """What a player remembers; None while the cards are dealt."""
        return None if self._memories is None else self._memories[_seat_of(player)]

    def hand(self, player: int) -> tuple[Card, ...]:
        """The cards that a player has been dealt, while the cards are dealt."""
        return self.dealt_to(_seat_of(player), self._order)

    def current_player(self) -> int:
        """The player on turn, or chance, or the end."""
        if self._state is None:
            return pyspiel.PlayerId.CHANCE
        if self._state.turn is None:
            return pyspiel.PlayerId.TERMINAL
        return self._state.turn - 1

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._state is not None and self._state.over

    def returns(self) -> list[float]:
        """What the players get: nothing before the end, then -1 for the fool."""
        result = None if self._state is None else self._state.result
        if result is None or result.fool is None:
            return [0.0, 0.0]
        return [-1.0, 1.0] if result.fool == 1 else [1.0, -1.0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards not dealt yet, each as likely as any other."""
        left = [card for card in self.pack if card not in self._order]
        return [(card - 1, 1 / len(left)) for card in left]

    def _legal_actions(self, player: int) -> list[int]:
        if self._state is None:
            return []
        return list(actions_of(legal_moves(self._state, _seat_of(player))))

    def _apply_action(self, action: int) -> None:
        if self._state is None:
            self._deal(action + 1)
        else:
            self._play(self._state, action)

    def _deal(self, card: Card) -> None:
        if card not in self.pack or card in self._order:
            raise ValueError(f"no card to deal: {card!r}")
        self._order += (card,)
        if len(self._order) == len(self.pack):
            self._state, self._memories = self.begin(self._order)

    def _play(self, state: State, action: int) -> None:
        stepped = step(state, state.turn, move_of(action, state.phase))
        if isinstance(stepped, Error):
            raise ValueError(f"action {action!r} is refused: {stepped}")
        self._state, events = stepped
        assert self._memories is not None
        self._memories = BySeat(
            *(m.after(events, view(self._state, m.seat)) for m in self._memories)
        )

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return name_of(action + 1)
        phase = Phase.ATTACK if self._state is None else self._state.phase
        return str(move_of(action, phase))

    def __str__(self) -> str:
        moves = () if self._state is None else moves_of(self._state.history)
        return f"{_names(self._order)} | {write_moves(moves)}"

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float]
    ) -> DurakState:
        """Any state that the player cannot tell from this one, each as likely.

        Args:
            player: 0 or 1.
            sampler: Gives random numbers; they are the seed.

        Raises:
            ValueError: the cards are still being dealt.
        """
        memory = self.memory(player)
        if memory is None:
            raise ValueError("nothing to resample before the cards are dealt")
        seed = ",".join(repr(sampler()) for _ in range(4)).encode()
        world = next(worlds(memory, seed))
        resampled = self._beginning(self._order_of(world))
        for event in moves_of(world.history):
            resampled.apply_action(*actions_of((event.move,)))
        return resampled

    def _beginning(self, order: Sequence[Card]) -> DurakState:
        """A new game of the same kind with these cards dealt."""
        game = self.get_game()
        if game.get_type().short_name == DEALT.short_name:
            return pyspiel.load_game(
                DEALT.short_name, {"deal": deal_text(order)}
            ).new_initial_state()
        state = game.new_initial_state()
        for card in order:
            state.apply_action(card - 1)
        return state

    @staticmethod
    def _order_of(world: State) -> tuple[Card, ...]:
        """The order in which the cards of a world were dealt, as in `deal_of`."""
        hands, talon = world.deal.hands, world.deal.talon
        pairs = zip(hands[1], hands[2], strict=True)
        return (*(card for pair in pairs for card in pair), talon[-1], *talon[:-1])


class DurakGame(pyspiel.Game):
    """`python_durak`: chance deals the cards one by one."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(DEALING, _info(len(CARDS)), params or {})

    def new_initial_state(self) -> DurakState:
        """Before the first card is dealt."""
        return DurakState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One for each card."""
        return len(CARDS)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer; see `Observer`."""
        return Observer(iig_obs_type, params)


class DealtGame(pyspiel.Game):
    """`python_durak_dealt`: the parameter `deal` is the order of the cards."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self._order = _read_deal(str((params or {}).get("deal", "")))
        super().__init__(DEALT, _info(0), params or {})

    def new_initial_state(self) -> DurakState:
        """Before the first move."""
        return DurakState(self, self._order)

    def max_chance_nodes_in_history(self) -> int:
        """None."""
        return 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer; see `Observer`."""
        return Observer(iig_obs_type, params)


def deal_text(order: Iterable[Card]) -> str:
    """The parameter `deal` of `python_durak_dealt` for an order of the 36 cards."""
    return _names(order)


def _names(cards: Iterable[Card]) -> str:
    return " ".join(map(name_of, cards))


def _read_deal(text: str) -> tuple[Card, ...]:
    cards = [id_of(name) for name in text.split(" ")]
    order = tuple(card for card in cards if card is not None)
    if len(order) != len(cards) or sorted(order) != list(CARDS):
        raise ValueError(f"a deal is the 36 names, each once, not {text!r}")
    return order


def _seat_of(player: int) -> Seat:
    if player not in (0, 1):
        raise ValueError(f"no such player: {player!r}")
    return SEATS[player]


class Observer:
    """What a player sees, as a flat float32 tensor, in parts, and as text.

    The parts are those of `durak.adapters.observations`: `PARTS`, and with
    perfect recall `PAST` too. Public information only leaves out the private
    parts, private only the public ones. While the cards are dealt all that
    there is to see is the own hand.

    Raises:
        ValueError: for parameters, and for the private information of all
            players at once.
    """

    def __init__(self, iig_obs_type: Any = None, params: Any = None) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params!r}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observer is for one player's private information")
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls: bool = kind.perfect_recall
        self._parts = tuple(
            part
            for part in (PARTS + PAST if kind.perfect_recall else PARTS)
            if (private if part.private else kind.public_info)
        )
        self.tensor = np.zeros(sum(part.size for part in self._parts), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for part in self._parts:
            self.dict[part.name] = self.tensor[start : start + part.size]
            start += part.size

    def set_from(self, state: DurakState, player: int) -> None:
        """Fill the tensor with what a player sees of a state."""
        memory = state.memory(player)
        if memory is None:
            self.tensor.fill(0)
            if "hand" in self.dict:
                self.dict["hand"][[card - 1 for card in state.hand(player)]] = 1
            return
        now = observe(memory)
        past = recall(memory) if self._recalls else now
        for part in self._parts:
            source = past if part in PAST else now
            self.dict[part.name][:] = source[place_of(part.name)]

    def string_from(self, state: DurakState, player: int) -> str:
        """The same as text, one line for each part that has something to say."""
        self.set_from(state, player)
        memory = state.memory(player)
        bouts = () if memory is None else bouts_of(memory)
        played = " / ".join(map(write_moves, bouts))
        lines = (
            (name, played if name == "moves" else text_of(part, self.dict[name]))
            for name, part in ((part.name, part) for part in self._parts)
        )
        return "\n".join(f"{name}: {text}" for name, text in lines if text)


pyspiel.register_game(DEALING, DurakGame)
pyspiel.register_game(DEALT, DealtGame)
