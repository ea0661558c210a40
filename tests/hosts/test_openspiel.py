from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation
from permuted import permuted_games

from durak import (
    CARDS,
    SEATS,
    BySeat,
    Card,
    CardSet,
    Done,
    Seat,
    State,
    id_of,
    legal_moves,
    name_of,
    order_for,
    position,
    start,
    step,
    suit_of,
    view,
)
from durak.adapters import openspiel
from durak.adapters.actions import actions_of
from durak.adapters.observations import PARTS, PAST, bouts_of, observe, place_of
from durak.memory import Memory, remember_layout
from durak.notation import write_moves

DEAL = openspiel.deal_text(order_for(bytes(32)))
GAME = pyspiel.load_game("python_durak")
DEALT = pyspiel.load_game("python_durak_dealt", {"deal": DEAL})


def names(text: str) -> tuple[Card, ...]:
    cards = [id_of(name) for name in text.split()]
    assert None not in cards
    return tuple(card for card in cards if card is not None)


# A small game, from a layout: seat 1 holds 7H and 8C, chance deals four cards, two
# of them across, and the last is turned up.


class SmallState(openspiel.DurakState):
    pack = names("7D TH TS 9C")

    @staticmethod
    def begin(order: tuple[Card, ...]) -> tuple[State, BySeat[Memory]]:
        mine, theirs, talon = names("7H 8C"), order[:2], order[2:]
        state = position({1: mine, 2: theirs}, trump=suit_of(talon[-1]), talon=talon)
        gone = set(CARDS) - {*mine, *order}
        first, second = (remember_layout(view(state, seat), gone) for seat in SEATS)
        return state, BySeat(first, second)

    @staticmethod
    def dealt_to(seat: Seat, order: tuple[Card, ...]) -> tuple[Card, ...]:
        return names("7H 8C") if seat == 1 else order[:2]


SMALL = openspiel._type_of(
    "python_durak_small",
    "Durak from a small layout",
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
)


class SmallGame(pyspiel.Game):
    def __init__(self, params: Any = None) -> None:
        super().__init__(SMALL, openspiel._info(36), params or {})

    def new_initial_state(self) -> SmallState:
        return SmallState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 4

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        return openspiel.Observer(iig_obs_type, params)


pyspiel.register_game(SMALL, SmallGame)
SMALL_GAME = pyspiel.load_game("python_durak_small")


# The host's own conformance tests


class TestPartOfTheTree(api_test.EnforceAPIOnPartialTreeBase):
    game_name = "python_durak"
    game = GAME


class TestPartOfTheDealtTree(api_test.EnforceAPIOnPartialTreeBase):
    game_name = "python_durak_dealt"
    game = DEALT


class TestPartOfTheSmallTree(api_test.EnforceAPIOnPartialTreeBase):
    game_name = "python_durak_small"
    game = SMALL_GAME


class TestTheWholeSmallTree(api_test.EnforceAPIOnFullTreeBase):
    """Perfect recall among others; the host asks to be told how large the tree is."""

    game_name = "python_durak_small"
    game = SMALL_GAME


api_test.TOTAL_NUM_STATES["python_durak_small"] = (41, 7328, 5478)
api_test.PERFECT_RECALL_NUM_STATES["python_durak_small"] = 3656


def laws(state: Any) -> None:
    """What holds at any node; raises what does not."""
    game = state.state
    assert state.clone().state == game
    if game is None:
        assert state.is_chance_node()
        return
    table = () if game.bout is None else CardSet.of_mask(game.bout.mask)
    cards = [*game.hands[1], *game.hands[2], *game.talon, *table]
    assert len(cards) == len(set(cards)) == 36 - game.discard
    assert bool(state.legal_actions()) != game.over
    for player in (0, 1):
        memory = state.memory(player)
        assert memory.view == view(game, memory.seat)
        assert memory.shown <= game.hands[2 - player]


@pytest.mark.parametrize("game", [GAME, DEALT, SMALL_GAME])
def test_random_games_keep_the_hosts_rules_and_ours(game: Any) -> None:
    pyspiel.random_sim_test(
        game, num_sims=5, serialize=True, verbose=False, state_checker_fn=laws
    )


# The same game as without the host


def played(state: Any, seed: int, moves: int = 2000) -> Any:
    """The state with its cards dealt and so many moves made, all at random."""
    random = Random(seed)
    while state.is_chance_node():
        state.apply_action(random.choice(state.chance_outcomes())[0])
    while moves and not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        moves -= 1
    return state


@pytest.mark.parametrize("seed", range(5))
def test_a_game_is_the_one_that_step_plays(seed: int) -> None:
    order = order_for(seed.to_bytes(32))
    game = pyspiel.load_game("python_durak_dealt", {"deal": openspiel.deal_text(order)})
    hosted, state, random = game.new_initial_state(), start(seed.to_bytes(32)), Random(seed)
    assert isinstance(state, State)
    while state.turn is not None:
        legal = legal_moves(state)
        assert hosted.current_player() == state.turn - 1
        assert hosted.legal_actions() == list(actions_of(legal))
        assert hosted.legal_actions(2 - state.turn) == []
        move = random.choice(legal)
        (action,) = actions_of([move])
        assert hosted.action_to_string(action) == str(move)
        hosted.apply_action(action)
        stepped = step(state, state.turn, move)
        assert isinstance(stepped, tuple)
        state, _ = stepped
        assert hosted.state.history == state.history
        assert hosted.state.key == state.key
    assert state.result is not None
    fool = state.result.fool
    assert hosted.returns() == [{None: 0, 1: -1, 2: 1}[fool], {None: 0, 1: 1, 2: -1}[fool]]


def test_chance_deals_in_the_order_of_a_deal() -> None:
    state = GAME.new_initial_state()
    for card in order_for(bytes(32)):
        assert (card - 1, 1 / (36 - state.move_number())) in state.chance_outcomes()
        state.apply_action(card - 1)
    dealt = start(bytes(32))
    assert isinstance(dealt, State)
    assert state.state.hands == dealt.hands
    assert state.state.talon == dealt.talon
    assert str(state) == f"{DEAL} | "
    assert str(state) == str(DEALT.new_initial_state())


@pytest.mark.parametrize("game", [GAME, DEALT])
def test_a_state_survives_the_ways_of_writing_it_down(game: Any) -> None:
    state = played(game.new_initial_state(), 3, moves=40)
    for restored in (
        game.deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[
            1
        ],
        pickle.loads(pickle.dumps(state)),
        state.clone(),
    ):
        assert str(restored) == str(state)
        assert restored.state == state.state
        assert restored.memory(0) == state.memory(0)
        restored.apply_action(restored.legal_actions()[0])
        assert restored.state != state.state


def test_refuses_what_is_not_legal_and_leaves_the_state_as_it_was() -> None:
    state = DEALT.new_initial_state()
    (illegal,) = actions_of([Done()])
    with pytest.raises(ValueError, match="must_attack"):
        state.apply_action(illegal)
    assert state.state.ply == 0
    dealing = GAME.new_initial_state()
    dealing.apply_action(5)
    with pytest.raises(ValueError, match="no card to deal: 6"):
        dealing.apply_action(5)
    for nobody in (-1, 2):
        with pytest.raises(ValueError, match="no such player"):
            state.memory(nobody)


@pytest.mark.parametrize(
    "deal", ["", "6S 7S", DEAL.lower() + " AS", DEAL.replace("AS", "KS")]
)
def test_refuses_a_deal_that_is_not_the_pack(deal: str) -> None:
    with pytest.raises(ValueError, match="a deal is the 36 names"):
        pyspiel.load_game("python_durak_dealt", {"deal": deal})


# What a player sees


def seen_by(state: Any, player: int) -> list[Any]:
    return [
        state.observation_string(player),
        state.observation_tensor(player),
        state.information_state_string(player),
        state.information_state_tensor(player),
    ]


def test_an_observation_is_that_of_the_memory() -> None:
    state = played(GAME.new_initial_state(), 8, moves=50)
    for player in (0, 1):
        memory = state.memory(player)
        assert state.observation_tensor(player) == observe(memory).tolist()
        assert len(state.information_state_tensor(player)) == 309 + 36 * 3 + 1081
        told = state.information_state_string(player).splitlines()
        assert f"hand: {' '.join(map(name_of, memory.view.hand))}" in told
        assert f"moves: {' / '.join(map(write_moves, bouts_of(memory)))}" in told


@pytest.mark.parametrize("seed", range(6))
def test_resampling_leaves_what_the_player_saw_as_it_was(seed: int) -> None:
    for game in (GAME, DEALT):
        state = played(game.new_initial_state(), seed, moves=seed * 8)
        for player in (0, 1):
            drawn = [
                state.resample_from_infostate(player, Random(n).random) for n in range(8)
            ]
            for other in drawn:
                assert seen_by(other, player) == seen_by(state, player)
                assert other.get_game().get_type() == game.get_type()
            assert len({str(other) for other in drawn}) == 8
            again = state.resample_from_infostate(player, Random(0).random)
            assert str(again) == str(drawn[0])


OBSERVERS = [
    make_observation(GAME, pyspiel.IIGObservationType(recalls, public, private))
    for recalls in (False, True)
    for public in (False, True)
    for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER)
]


def reaching(state: Any, player: int) -> list[Any]:
    """All that the host hands to a player."""
    reached = seen_by(state, player)
    for observer in OBSERVERS:
        observer.set_from(state, player)
        reached += [observer.string_from(state, player), observer.tensor.tolist()]
    reached += [state.current_player(), state.rewards(), state.returns()]
    legal = state.legal_actions(player)
    return [*reached, legal, [state.action_to_string(player, a) for a in legal]]


def dealt_by(order: tuple[Card, ...]) -> tuple[Any, Any]:
    by_chance = GAME.new_initial_state()
    for card in order:
        by_chance.apply_action(card - 1)
    deal = openspiel.deal_text(order)
    given = pyspiel.load_game("python_durak_dealt", {"deal": deal}).new_initial_state()
    return by_chance, given


@pytest.mark.parametrize("seed", range(8))
def test_what_reaches_a_player_is_the_same_wherever_hidden_cards_lie(seed: int) -> None:
    for pair in permuted_games(seed, moves=12 * seed):
        for one, two in zip(dealt_by(pair.first), dealt_by(pair.second), strict=True):
            for (action,) in (actions_of([event.move]) for event in pair.moves):
                one.apply_action(action)
                two.apply_action(action)
            assert reaching(one, pair.seat - 1) == reaching(two, pair.seat - 1)


def test_nothing_is_resampled_while_the_cards_are_dealt() -> None:
    with pytest.raises(ValueError, match="before the cards are dealt"):
        GAME.new_initial_state().resample_from_infostate(0, Random(0).random)


def test_public_and_private_observers_split_the_parts_between_them() -> None:
    state = played(GAME.new_initial_state(), 8, moves=30)
    public, private = (
        make_observation(GAME, pyspiel.IIGObservationType(*kind))
        for kind in (
            (True, True, pyspiel.PrivateInfoType.NONE),
            (False, True, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        )
    )
    assert set(public.dict) | set(private.dict) == {part.name for part in PARTS + PAST}
    assert not set(public.dict) & set(private.dict)
    for observer, own in ((public, False), (private, True)):
        observer.set_from(state, 1)
        assert set(observer.dict) == {p.name for p in PARTS + PAST if p.private == own}
        for name in set(observer.dict) & {part.name for part in PARTS}:
            seen = observe(state.memory(1))[place_of(name)]
            assert np.array_equal(observer.dict[name], seen)
    assert "hand: " not in public.string_from(state, 1)
    assert "hand: " in private.string_from(state, 1)


def test_a_hand_is_seen_as_it_is_dealt() -> None:
    state = GAME.new_initial_state()
    for card in (1, 2, 3):
        state.apply_action(card - 1)
    observer = make_observation(GAME)
    assert observer.string_from(state, 0) == "hand: AS QS"
    assert observer.string_from(state, 1) == "hand: KS"


def test_refuses_observers_that_there_are_none_of() -> None:
    everything = pyspiel.IIGObservationType(
        True, False, pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="one player's private information"):
        openspiel.Observer(everything)
    with pytest.raises(ValueError, match="takes no parameters"):
        openspiel.Observer(None, {"size": 3})


# The host's algorithms


def test_mcts_plays() -> None:
    state = played(GAME.new_initial_state(), 1, moves=60)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(GAME, 2, 20, evaluator, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()
    inner = pyspiel.MCTSBot(
        GAME, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 20, 100, False, 1, False
    )
    assert inner.mcts_search(state).best_child().action in state.legal_actions()


def test_is_mcts_plays() -> None:
    state = played(GAME.new_initial_state(), 1, moves=50)
    bot = ismcts.ISMCTSBot(
        game=GAME,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=20,
        random_state=np.random.RandomState(1),
    )
    assert bot.step(state) in state.legal_actions()


def test_outcome_sampling_mccfr_runs() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(SMALL_GAME)
    for _ in range(30):
        solver.iteration()
    state = played(SMALL_GAME.new_initial_state(), 1, moves=1)
    policy = solver.average_policy().action_probabilities(state)
    assert set(policy) == set(state.legal_actions())
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(GAME)
    solver.iteration()
