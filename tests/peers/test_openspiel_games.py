"""OpenSpiel's checks and algorithms on every game."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matchbox.engine import BadOption, Game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: research)")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr, random_agent, tabular_qlearner  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from matchbox.adapters.openspiel import load, short_name  # noqa: E402

ROOT = Path(__file__).parents[2]


@pytest.mark.full
def test_openspiels_own_checks_pass(game: Game) -> None:
    """random_sim_test with serialisation, in turns too, and replays of a history and a playthrough."""
    command = [sys.executable, "-m", "tests.peers.openspiel_checks", game.id]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    checked = [line for line in done.stdout.splitlines() if line.startswith("checked")]
    assert len(checked) == 1


def test_the_state_of_a_long_game_serialises() -> None:
    """A history of hundreds of actions: pickle recurses less deep than that."""
    choose = np.random.RandomState(1)
    table = load("halma")
    state = table.new_initial_state()
    while not state.is_terminal() and len(state.history()) < 600:
        state.apply_action(int(choose.choice(state.legal_actions())))
    again = table.deserialize_state(state.serialize())
    assert len(state.history()) == 600
    assert again.history() == state.history()
    assert again.information_state_string(0) == state.information_state_string(0)
    assert again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("arguments", [("othellino", 2), ("gold_mine", 3)])
def test_games_can_be_pickled(arguments: tuple[str, int]) -> None:
    table = load(*arguments, **({"board": 8} if arguments[0] == "othellino" else {"mine": "small"}), chance="explicit")
    twin = pickle.loads(pickle.dumps(table))
    assert type(twin) is type(table)
    assert str(twin) == str(table)
    assert twin.config.options == table.config.options


def through_chance(state: Any, choose: np.random.RandomState) -> None:
    while state.is_chance_node():
        state.apply_action(int(choose.choice(state.legal_actions())))


def test_observations_and_information_states_contain_no_secrets(game: Game) -> None:
    """They are the same for every state that the player cannot tell apart."""
    choose = np.random.RandomState(5)
    for seats in (game.about.seats[0], game.about.seats[-1]):
        table = load(game, seats)
        state = table.new_initial_state()
        through_chance(state, choose)
        for _ in range(12):
            if state.is_terminal():
                break
            player = 0 if state.is_simultaneous_node() else state.current_player()
            other = state.resample_from_infostate(player, lambda: 0.3)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions(player) == state.legal_actions(player)
            if state.is_simultaneous_node():
                state.apply_actions([int(choose.choice(state.legal_actions(p))) for p in range(seats)])
            else:
                state.apply_action(int(choose.choice(state.legal_actions())))
            through_chance(state, choose)
        observation = make_observation(table)
        observation.set_from(state, 0)
        assert list(observation.dict)[:2] == ["seat", "score"]
        assert len(observation.tensor) == table.observation_tensor_size()
        copy = pickle.loads(pickle.dumps(state))
        assert str(copy) == str(state)


def test_recall_is_perfect() -> None:
    """A player's information state depends on the player's past choices, but not on secret ones of others."""
    table = pyspiel.convert_to_turn_based(load("building_blocks_brawl"))
    start = table.new_initial_state()
    through_chance(start, np.random.RandomState(1))
    texts, secret = set(), set()
    for action in start.legal_actions():
        state = start.child(action)
        secret.add(state.information_state_string(1))
        state.apply_action(state.legal_actions()[0])
        through_chance(state, np.random.RandomState(1))
        texts.add(state.information_state_string(0))
    assert len(texts) == len(start.legal_actions())
    assert len(secret) == 1  # until all have chosen


def test_chance_follows_the_outcomes() -> None:
    """The outcome of the chance node determines the dice after a move."""
    table = load("backgammon")
    state = table.new_initial_state()
    through_chance(state, np.random.RandomState(3))
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    dice = []
    for outcome in range(256):
        after = state.child(outcome)
        dice.append(tuple(after.position.record["dice"][0].tolist()))
        assert not after.is_chance_node()
    assert len(set(dice)) == 21
    assert 20 < sum(a == b for a, b in dice) < 65  # about a sixth of 256 are doubles
    assert tuple(state.child(7).position.record["dice"][0].tolist()) == dice[7]


def test_parameters_are_checked() -> None:
    assert load("othellino", board=8).get_parameters()["board"] == 8
    assert pyspiel.load_game("matchbox_gold_mine(players=5)").num_players() == 5
    with pytest.raises(BadOption, match="timing=clock"):
        load("speed", timing="live")
    with pytest.raises(Exception, match="2-8 players"):
        pyspiel.load_game("matchbox_gold_mine(players=12)")


def test_returns_match_the_declared_utility(game: Game) -> None:
    table = load(game)
    kind = pyspiel.GameType.Utility
    choose = np.random.RandomState(8)
    state = table.new_initial_state()
    while not state.is_terminal():
        if state.is_simultaneous_node():
            state.apply_actions([int(choose.choice(state.legal_actions(p))) for p in range(table.num_players())])
        else:
            state.apply_action(int(choose.choice(state.legal_actions())))
    returns = state.returns()
    assert min(returns) >= table.min_utility()
    assert max(returns) <= table.max_utility()
    if table.get_type().utility == kind.ZERO_SUM:
        assert sum(returns) == pytest.approx(0.0)
    else:
        assert table.get_type().utility == kind.IDENTICAL
        assert len(set(returns)) == 1


def play(table: Any, bots: list[Any], seed: int) -> list[float]:
    state, choose = table.new_initial_state(), np.random.RandomState(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            through_chance(state, choose)
        else:
            state.apply_action(bots[state.current_player()].step(state))
    found: list[float] = state.returns()
    return found


class Uniform:
    def __init__(self, seed: int) -> None:
        self._choose = np.random.RandomState(seed)

    def step(self, state: Any) -> int:
        return int(self._choose.choice(state.legal_actions()))


def test_openspiels_tree_search_plays_our_games() -> None:
    """MCTS beats a random player in a game without hidden information; ISMCTS runs in a game with it."""
    table = load("othellino")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    search = mcts.MCTSBot(table, 1.4, 8, evaluator, random_state=np.random.RandomState(1))
    assert sum(play(table, [search, Uniform(seed)], seed)[0] for seed in range(3)) > 0

    table = load("liars_cards", 3)
    bot = ismcts.ISMCTSBot(
        game=table, uct_c=1.4, max_simulations=6, evaluator=evaluator, random_state=np.random.RandomState(2)
    )
    assert len(play(table, [bot, Uniform(1), Uniform(2)], 1)) == 3


def test_openspiels_learners_run() -> None:
    """Outcome-sampling MCCFR, and Q-learning in OpenSpiel's environment."""
    table = pyspiel.convert_to_turn_based(load("gold_mine", 2))
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(table)
    for _ in range(5):
        solver.iteration()
    assert solver.average_policy().action_probabilities(_first_choice(table))

    env = rl_environment.Environment(table)
    learner = tabular_qlearner.QLearner(0, env.action_spec()["num_actions"])
    other = random_agent.RandomAgent(1, env.action_spec()["num_actions"])
    for _ in range(3):
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([(learner, other)[player].step(step).action])
        learner.step(step)
    assert learner._q_values


def _first_choice(table: Any) -> Any:
    state = table.new_initial_state()
    through_chance(state, np.random.RandomState(1))
    return state


def test_every_game_is_registered(game: Game) -> None:
    assert short_name(game) in pyspiel.registered_names()
    assert pyspiel.load_game(short_name(game)).num_distinct_actions() == game.actions.count
