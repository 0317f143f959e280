"""OpenSpiel's equilibrium algorithms on a small setting with explicit chance: all histories of it are visited."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from matchbox.engine import BadOption
from matchbox.engine.outcomes import TooManyOutcomes

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: research)")

from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr  # noqa: E402

from matchbox.adapters.openspiel import load  # noqa: E402
from matchbox.adapters.openspiel_tree import InformationSet, LevelStrategy, Tree, uniform  # noqa: E402

ROOT = Path(__file__).parents[2]
SMALL: dict[str, Any] = {"chips_each": "three", "most_rounds": 1, "first_announcer": "seat0"}
FIRST_TILE = pytest.approx([2 / 7, 3 / 7, 2 / 7])


def small() -> Any:
    return load("gaze_into_the_abyss", chance="explicit", **SMALL)


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(small())


def states_of(state: Any) -> Iterator[Any]:
    yield state
    for action in () if state.is_terminal() else state.legal_actions():
        yield from states_of(state.child(action))


SETTINGS = [
    "gaze_into_the_abyss(chance=explicit,chips_each=three,first_announcer=seat0,most_rounds=1)",
    pytest.param("gold_mine(chance=explicit,mine=small,players=3)", marks=pytest.mark.full),
    pytest.param("fifteen_pounds(chance=explicit)", marks=pytest.mark.full),
    pytest.param("building_blocks_brawl(chance=explicit)", marks=pytest.mark.full),
    pytest.param("futakotamagawa_fireworks(chance=explicit)", marks=pytest.mark.full),
]


@pytest.mark.parametrize("setting", SETTINGS)
def test_openspiels_own_checks_pass_with_explicit_chance(setting: str) -> None:
    """random_sim_test with serialisation, in turns too, and replays of a history and a playthrough."""
    text = f"matchbox_{setting}"
    command = [sys.executable, "-m", "tests.peers.openspiel_checks", text]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    assert f"checked {text}" in done.stdout


def test_chance_nodes_list_every_outcome_with_its_probability() -> None:
    state = small().new_initial_state()
    assert state.is_chance_node()
    assert [chance for _, chance in state.chance_outcomes()] == FIRST_TILE
    tiles = [int(state.child(outcome).position.record["tile"][0]) for outcome, _ in state.chance_outcomes()]
    assert tiles == [1, 2, 3]


def test_games_without_chance_have_no_chance_nodes() -> None:
    state = load("fifteen_pounds", chance="explicit").new_initial_state()
    assert not state.is_chance_node()
    grabs = load("fifteen_pounds", chance="sampled").new_initial_state()
    assert grabs.is_chance_node()


def test_too_much_chance_and_typing_errors_are_refused() -> None:
    with pytest.raises(TooManyOutcomes, match="Gold Mine: this step has about"):
        load("gold_mine", chance="explicit")
    with pytest.raises(Exception, match="sequences of draws"):
        pyspiel.load_game("matchbox_gold_mine(chance=explicit)")
    with pytest.raises(BadOption, match="choose one of sampled, explicit"):
        load("gold_mine", chance="exact")


def test_information_states_recall_everything() -> None:
    """Tensors tell the same histories apart as strings do, and both know past rounds and choices."""
    table = pyspiel.convert_to_turn_based(load("gaze_into_the_abyss", chance="explicit", **SMALL))
    assert table.get_type().provides_information_state_tensor
    tensors: dict[tuple[int, str], set[tuple[float, ...]]] = defaultdict(set)
    for state in states_of(table.new_initial_state()):
        if not state.is_chance_node() and not state.is_terminal():
            inner = state.simultaneous_game_state()
            for player in range(2):
                tensor = tuple(inner.information_state_tensor(player))
                assert len(tensor) == load("gaze_into_the_abyss", **SMALL).information_state_tensor_size()
                tensors[player, inner.information_state_string(player)].add(tensor)
    assert len(tensors) > 90
    assert {len(same) for same in tensors.values()} == {1}
    for player in range(2):
        all_of = [next(iter(same)) for (who, _), same in tensors.items() if who == player]
        assert len(set(all_of)) == len(all_of)


def test_the_tensor_of_a_long_game_is_not_provided() -> None:
    assert not load("war").get_type().provides_information_state_tensor
    assert load("war").get_type().provides_information_state_string


def test_other_players_hands_are_dealt_again() -> None:
    """States that a player cannot tell apart have the same information state, with explicit chance too."""
    state = small().new_initial_state()
    state.apply_action(0)
    state.apply_actions([max(state.legal_actions(player)) for player in range(2)])
    found = set()
    for number in range(20):
        other = state.resample_from_infostate(0, lambda number=number: number / 20)
        assert other.information_state_string(0) == state.information_state_string(0)
        assert other.information_state_tensor(0) == state.information_state_tensor(0)
        found.add(other.information_state_string(1))
        while not other.is_terminal():
            other.apply_action(other.legal_actions()[0])
    assert len(found) > 3


def test_the_copied_tree_is_the_game(tree: Tree) -> None:
    """A walk through the Python game finds as many histories, and the same value for random players."""
    table = pyspiel.convert_to_turn_based(small())
    states = list(states_of(table.new_initial_state()))
    assert (len(states), sum(state.is_terminal() for state in states)) == (tree.histories, tree.ends) == (1936, 1323)
    names = {s.information_state_string() for s in states if not s.is_terminal() and not s.is_chance_node()}
    assert len(names) == len(tree.sets) == 90
    theirs = exploitability.nash_conv(table, policies.UniformRandomPolicy(table)) / 2
    assert tree.exploitability(tree.policy(uniform)) == pytest.approx(theirs, abs=1e-9)
    for state in states_of(tree.game.new_initial_state()):
        if not state.is_terminal() and not state.is_chance_node():
            named = {int(state.action_to_string(action)): action for action in state.legal_actions()}
            assert named == {action: tree._copied[action] for action in named}


def test_cfr_finds_an_equilibrium(tree: Tree) -> None:
    plain, plus = pyspiel.CFRSolver(tree.game), pyspiel.CFRPlusSolver(tree.game)
    for _ in range(200):
        plain.evaluate_and_update_policy()
        plus.evaluate_and_update_policy()
    random = tree.exploitability(tree.policy(uniform))
    assert random > 0.4
    assert 0 <= tree.exploitability(plain.average_policy()) < 0.03
    assert 0 <= tree.exploitability(plus.average_policy()) < 0.01

    found = plus.tabular_average_policy()
    for at in tree.sets:
        assert sum(tree.chances(found, at).values()) == pytest.approx(1.0)
    again = tree.policy(lambda at: list(tree.chances(found, at).values()))
    assert tree.exploitability(again) == pytest.approx(tree.exploitability(found))


def test_sampling_cfr_comes_close(tree: Tree) -> None:
    solver = pyspiel.ExternalSamplingMCCFRSolver(tree.game, 1)
    for _ in range(20_000):
        solver.run_iteration()
    assert tree.exploitability(solver.average_policy()) < 0.06


@pytest.mark.full
def test_a_cavern_of_gold_mine_is_solved() -> None:
    """Every history of a deck with six cards. A club player hardly gives anything away, a random player does."""
    cavern = Tree(load("gold_mine", 2, chance="explicit", mine="small"))
    assert (cavern.histories, len(cavern.sets)) == (12_589, 2508)
    state = cavern.game.new_initial_state()
    assert [chance for _, chance in state.chance_outcomes()] == pytest.approx([1 / 6] * 6)
    solver = pyspiel.CFRPlusSolver(cavern.game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    assert cavern.exploitability(solver.average_policy()) < 0.005
    assert cavern.exploitability(cavern.policy(uniform)) > 0.5
    assert cavern.exploitability(cavern.policy(LevelStrategy(cavern.source, "casual"))) < 0.1


@pytest.mark.full
def test_openspiels_python_algorithms_run_on_the_game_itself(tree: Tree) -> None:
    """CFR there is the same as CFR on the copied tree."""
    table = pyspiel.convert_to_turn_based(small())
    theirs, copied = cfr.CFRSolver(table), pyspiel.CFRSolver(tree.game)
    for _ in range(2):
        theirs.evaluate_and_update_policy()
        copied.evaluate_and_update_policy()
    found = exploitability.exploitability(table, theirs.average_policy())
    assert found == pytest.approx(tree.exploitability(copied.average_policy()), abs=1e-9)
    sampling = external_sampling_mccfr.ExternalSamplingSolver(table)
    for _ in range(3):
        sampling.iteration()
    assert exploitability.exploitability(table, sampling.average_policy()) < 1


def test_a_level_becomes_a_strategy(tree: Tree) -> None:
    novice = LevelStrategy(tree.source, "novice", searches=2)
    for at in tree.sets:
        chances = novice(at)
        assert sum(chances) == pytest.approx(1.0)
        assert min(chances) >= 0
        assert novice(at) == chances
    assert 0 < tree.exploitability(tree.policy(novice)) < 1
    with pytest.raises(BadOption, match="novice, casual, club, expert"):
        LevelStrategy(tree.source, "grandmaster")


def test_always_the_same_choice_loses_everything(tree: Tree) -> None:
    """An opponent who knows the hand announces its number of chips."""

    def first(at: InformationSet) -> list[float]:
        return [1.0, *[0.0] * (len(at.actions) - 1)]

    assert tree.exploitability(tree.policy(first)) == pytest.approx(1.0)


def test_large_trees_are_refused() -> None:
    with pytest.raises(BadOption, match="more than 100 histories"):
        Tree(small(), most_histories=100)


@pytest.mark.parametrize("game", [load("gold_mine"), pyspiel.convert_to_turn_based(small())])
def test_a_tree_needs_explicit_chance(game: Any) -> None:
    with pytest.raises(BadOption, match='chance="explicit"'):
        Tree(game)


@pytest.mark.full
def test_the_example_runs() -> None:
    command = [sys.executable, "examples/equilibrium.py", "--levels", "novice"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    lines = done.stdout.splitlines()
    assert lines[0].startswith("1936 histories, 1323 ends, 90 information sets")
    found = {line.partition(":")[0]: float(line.partition(": ")[2].split()[0]) for line in lines[1:]}
    assert found["CFR+, 1000 iterations"] < found["CFR, 1000 iterations"] < 0.02
    assert found["CFR, 1000 iterations"] < found["novice"]
