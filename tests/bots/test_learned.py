"""Learned evaluations: what they read, how they are kept, and that learning is reproducible."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from matchbox.bots import learned as learned_module
from matchbox.bots.analysis import SearchBuffers, analyse
from matchbox.bots.inputs import list_inputs, plan_of, sample_of
from matchbox.bots.learned import FILE, PATIENCE, Learned, layout_of, learned_for, learned_of, load, values_of
from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.bots.network import evaluate_list, layers_of, new_network
from matchbox.bots.search import EXPAND_AFTER, UNLIMITED, expansion_threshold
from matchbox.engine import BadOption, Game, States, get
from matchbox.engine.compiled import PLAIN
from matchbox.engine.registry import companion
from matchbox.lab.gate import Verdict, replace_header
from matchbox.lab.solved_games import SolvedGames
from matchbox.lab.training import OWN, RANDOM, TAUGHT, Recipe, Trainer

SOME = ["gold_mine", "war", "temple_of_doom", "jump_gate"]
WITH_FEATURES = "gold_mine"


def untrained(game: Game, seats: int | None = None) -> Learned:
    template = game.template(seats)
    seats, options = int(template["seats"][0]), game.options_of(template)
    plan = plan_of(game, seats, sample_of(game, seats, options, games=12))
    header = {
        "seats": seats, "options": options, "version": game.about.version, "layout": layout_of(game), "iterations": 900,
    }  # fmt: skip
    return Learned(plan, new_network(int(plan.sizes[1]), values_of(game, seats)), header)


def inputs_of(learned: Learned, state: States, seat: int) -> list[int]:
    found = np.zeros(int(learned.plan.sizes[2]), np.int32)
    raw = state.view(np.uint8).reshape(-1)
    count = list_inputs(raw, int(state["acting"][0]), seat, learned.plan, found)
    listed: list[int] = found[:count].tolist()
    return listed


@pytest.mark.parametrize("name", SOME)
def test_inputs_are_in_range_and_differ_between_positions(name: str) -> None:
    game = get(name)
    learned = untrained(game)
    states = sample_of(game, learned.header["seats"], learned.header["options"], games=3)
    lists = {tuple(inputs_of(learned, states[i : i + 1], 0)) for i in range(0, len(states), 3)}
    assert len(lists) > len(states) / 12
    for found in lists:
        assert len(set(found)) == len(found)
        assert all(0 <= row < learned.plan.sizes[1] for row in found)


@pytest.mark.parametrize("name", SOME)
def test_inputs_contain_nothing_that_nobody_sees(name: str) -> None:
    game = get(name)
    learned = untrained(game)
    states = sample_of(game, learned.header["seats"], learned.header["options"], games=2)[::7]
    hidden = [field for field, declared in game.State.fields.items() if declared.visible in ("nobody", "generator")]
    assert hidden
    for i in range(len(states)):
        state = states[i : i + 1].copy()
        before = inputs_of(learned, state, 0)
        for field in hidden:
            state[field] = 1
        assert inputs_of(learned, state, 0) == before


def test_the_looking_seat_comes_first() -> None:
    """Two seats that swap all their pieces see each other's position."""
    game = get("backgammon")
    learned = untrained(game)
    state = game.new(seed=4)
    swapped = state.copy()
    swapped["cubes"][0] = state["cubes"][0, ::-1]
    seats_and_turn = int(learned.plan.sizes[1]) - 4  # who acts and who looks differ
    mine, theirs = inputs_of(learned, state, 0), inputs_of(learned, swapped, 1)
    assert [row for row in mine if row < seats_and_turn] == [row for row in theirs if row < seats_and_turn]


def test_a_file_keeps_everything(tmp_path: Path) -> None:
    game = get("war")
    learned = untrained(game)
    learned.save(tmp_path / FILE)
    found = load(tmp_path / FILE)
    assert found.header == learned.header
    state = game.new(seed=3)
    inputs = np.array(inputs_of(learned, state, 0), np.int32)
    assert inputs.tolist() == inputs_of(found, state, 0)
    values = []
    for net in (learned.net, found.net):
        layers = layers_of(net)
        evaluate_list(net, inputs, np.ones(len(inputs), np.float32), len(inputs), layers)
        values.append(layers.values.copy())
    assert values[0] == pytest.approx(values[1], abs=0.01)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The game's folder for one test."""
    monkeypatch.setattr(get("war"), "folder", tmp_path)
    learned_of.cache_clear()
    yield tmp_path
    learned_of.cache_clear()


@pytest.mark.full
def test_bots_use_a_file_that_fits(folder: Path) -> None:
    game = get("war")
    untrained(game).save(folder / FILE)
    assert learned_for(game, game.new(2, 1)) is not None
    assert learned_for(game, game.new(3, 1)) is None  # made for two
    assert learned_for(game, game.new(2, 1, flight="forced")) is None
    bot = SearchBot(LEVELS["club"], 1)
    state = game.new(2, 1)
    found = bot.analyse(game, state, game.acting(state)[0])
    assert found.iterations == max(3200, 24 * len(found.actions))  # a share of 900 is less than the least


def test_an_evaluation_that_does_not_fit_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search is compiled with the evaluation, and plays out as without."""
    game = get("gold_mine")
    state = game.new(2, 3)
    before = analyse(game, state, 0, 200, 5, playout_policy=0.7)
    monkeypatch.setattr(game, "folder", tmp_path)
    untrained(game).save(tmp_path / FILE)
    learned_of.cache_clear()
    try:
        judge = SearchBuffers(game, 4096).judge(game, None)
        assert judge is not None
        assert not judge.used
        assert analyse(game, state, 0, 200, 5, playout_policy=0.7) == before
    finally:
        learned_of.cache_clear()


@pytest.mark.parametrize("change", [{"version": 0}, {"layout": "other"}])
def test_a_file_for_other_rules_is_left_out(
    folder: Path, change: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    game = get("war")
    learned = untrained(game)
    learned.header.update(change)
    learned.save(folder / FILE)
    with caplog.at_level(logging.WARNING, learned_module.__name__):
        assert learned_of(game) is None
    assert "made for other rules" in caplog.text


def test_a_file_for_other_features_is_left_out(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    game = get("war")
    learned = untrained(game)
    learned.plan.sizes[3] -= 1
    learned.save(folder / FILE)
    with caplog.at_level(logging.WARNING, learned_module.__name__):
        assert learned_of(game) is None
    assert "made for other rules" in caplog.text


def test_a_damaged_file_is_left_out(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (folder / FILE).write_bytes(b"PK not a file")
    with caplog.at_level(logging.WARNING, learned_module.__name__):
        assert learned_of(get("war")) is None
    assert "cannot be read" in caplog.text


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["gold_mine", "temple_of_doom"])
def test_a_search_with_a_network_uses_only_the_view(name: str) -> None:
    game = get(name)
    learned = untrained(game)
    state = game.new(learned.header["seats"], 2)
    seat = game.acting(state)[0]
    found = [
        analyse(game, seen, seat, 60, 5, evaluates=True, learned=learned)
        for seen in (state, game.redeal(game.view(state, seat), seat, 9))
    ]
    assert found[0] == found[1]
    assert all(-1.0 <= value <= 1.0 for value in found[0].values)


@pytest.mark.full
@pytest.mark.skipif(PLAIN, reason="games of searches need compiled code")
def test_learning_is_reproducible_and_lowers_the_error() -> None:
    recipe = Recipe(games=160, first=40, iterations=12, reuse=6.0)
    nets, losses = [], []
    for _ in range(2):
        trainer = Trainer(get("gold_mine"), 2, {}, recipe)
        for _ in trainer.run():
            losses.append(trainer.loss)
        nets.append(net_of(trainer))
    assert nets[0] == nets[1]
    assert losses[-1] < 0.6 < losses[0]


def net_of(trainer: Trainer) -> bytes:
    return b"".join(part.tobytes() for part in trainer.net)


@pytest.mark.skipif(PLAIN, reason="games of searches need compiled code")
@pytest.mark.full
def test_an_interrupted_training_continues_to_the_same_bytes(tmp_path: Path) -> None:
    game, file = get(WITH_FEATURES), tmp_path / "kept.npz"
    recipe = Recipe(games=140, first=40, iterations=8, room=1500, declared=False)
    whole = Trainer(game, 2, {}, recipe, threads=1)
    for _ in whole.run():
        if 40 < whole.played < 80:
            whole.save(file)
    rest = Trainer(game, 2, {}, recipe, threads=2)
    rest.resume(file)
    assert 40 < rest.played < whole.played
    assert net_of(rest) != net_of(whole)
    for _ in rest.run():
        pass
    assert net_of(rest) == net_of(whole)
    assert rest.loss == whole.loss


@pytest.mark.skipif(PLAIN, reason="games of searches need compiled code")
def test_another_training_is_not_continued(tmp_path: Path) -> None:
    game, file = get(WITH_FEATURES), tmp_path / "kept.npz"
    Trainer(game, 2, {}, Recipe(games=90, room=1500, declared=False)).save(file)
    with pytest.raises(BadOption, match="of another training"):
        Trainer(game, 2, {}, Recipe(games=91, room=1500, declared=False)).resume(file)


def test_features_are_the_first_inputs() -> None:
    game = get(WITH_FEATURES)
    learned = untrained(game)
    found = inputs_of(learned, game.new(seed=1), 0)
    assert found[: game.feature_count] == list(range(game.feature_count))
    assert len(found) > game.feature_count + 5


def test_features_alone_leave_the_record_out_except_the_phase() -> None:
    game = get("war")
    plan = plan_of(game, 2, sample_of(game, 2, {}, games=12), declared=False)
    assert plan.byte_offsets.shape[1] == 1
    assert plan.set_offsets.shape[1] == plan.wide_offsets.shape[1] == 0
    assert game.feature_count + 4 < plan.sizes[1] < game.feature_count + 4 + 13  # phases, who acts and who looks


def test_a_game_without_features_needs_its_record() -> None:
    with pytest.raises(BadOption, match="has no features"):
        Trainer(get("speed"), 2, {}, Recipe(declared=False))


@pytest.mark.parametrize("patience", [PATIENCE, 500])
def test_the_file_says_when_the_tree_grows_after_simultaneous_choices(patience: int) -> None:
    game = get(WITH_FEATURES)
    learned = replace_header(untrained(game), patience=patience)
    state, out = game.new(2, 1), np.zeros(game.actions.count, np.int32)
    judge = learned.judge(state)
    assert expansion_threshold(state[0], out, 0, True, judge) == patience
    assert expansion_threshold(state[0], out, 0, False, judge) == 1
    unused = learned.judge(state, used=False)
    assert expansion_threshold(state[0], out, UNLIMITED, True, unused) == EXPAND_AFTER


def test_random_games_come_first_and_then_those_of_the_present_bots() -> None:
    trainer = Trainer(get(WITH_FEATURES), 2, {}, Recipe(games=60, first=20, taught=10))
    kinds = []
    for trainer.played in (0, 19, 20, 29, 30, 59):
        kinds.append(trainer.kind)
    assert kinds == [RANDOM, RANDOM, TAUGHT, TAUGHT, OWN, OWN]


@pytest.mark.quick(1)
def test_exploration_goes_by_the_spread_of_the_values_not_by_their_size() -> None:
    """All positions are worth nearly the same, far from zero: small differences still decide."""
    game = get("temple_of_doom")
    learned = untrained(game)
    net = learned.net._replace(last=learned.net.last * 0.1, last_bias=np.ones(1, np.float32))
    state = game.new(learned.header["seats"], 2)
    seat = game.acting(state)[0]
    found = analyse(game, state, seat, 600, 5, learned=replace(learned, net=net))
    assert min(found.values) > 0.6
    assert max(found.values) < 0.9
    assert max(found.visits) > 1.5 * np.mean(found.visits)


@pytest.mark.full
@pytest.mark.skipif(PLAIN, reason="games of searches need compiled code")
def test_games_of_the_present_bots_teach_too() -> None:
    """Their results do not depend on the network; `stray` and `burst` change them."""
    game, made = get(WITH_FEATURES), []
    for recipe in (Recipe(iterations=12), Recipe(iterations=12, stray=0.3, burst=2)):
        trainer = Trainer(game, 2, {}, recipe)
        player, learned = trainer.players[0], trainer.learned
        first, again = (player.play(0, 6, found, TAUGHT) for found in (learned, untrained_copy(learned)))
        assert first == again
        made.append(player.targets[:first].copy())
        assert len(np.unique(made[-1])) > 2
    assert made[0].tolist() != made[1].tolist()


def untrained_copy(learned: Learned) -> Learned:
    return replace(learned, net=new_network(len(learned.net.first), len(learned.net.last), 32, 16, seed=9))


@pytest.mark.full
def test_exact_values_come_from_the_solver() -> None:
    game = get("building_blocks_brawl")
    plan = plan_of(game, 2, sample_of(game, 2, {}, games=12), declared=False)
    lists, strengths = np.zeros((40, plan.sizes[2]), np.int32), np.ones((40, plan.sizes[2]), np.float32)
    counts, targets = np.zeros(40, np.int32), np.zeros((40, 1), np.float32)
    games = SolvedGames(game, game.template(2), plan, seed=1)
    made = games.play(0, 3, lists, strengths, counts, targets)
    assert 9 <= made <= 18  # rounds of three games
    assert targets[0] == pytest.approx(0.0, abs=1e-6)  # nobody is ahead before the first bid
    assert len(np.unique(targets[:made])) > 3
    assert np.abs(targets).max() <= 1.0
    solver = companion(game, "solver").Solver(1)
    state = game.start(game.template(2), 1 << 32)
    assert strengths[0, : game.feature_count].tolist() == features_of(game, state).tolist()
    assert targets[0, 0] == pytest.approx(solver.value(game, state, 0))


def features_of(game: Game, state: States) -> np.ndarray:
    found = np.zeros(game.feature_count, np.float32)
    game.rule("features")(state[0], 0, found)
    return found


def test_exact_values_need_a_solver() -> None:
    with pytest.raises(BadOption, match="has no solver"):
        Trainer(get(WITH_FEATURES), 2, {}, Recipe(exact=True))


def test_a_match_is_not_trained() -> None:
    with pytest.raises(BadOption, match="consists of other games"):
        Trainer(get("best_of_three"), None, {}, Recipe())


def test_only_a_clear_win_passes_the_gate() -> None:
    assert Verdict(100, 0.62, 0.52, 0.71, (0.1, 0.1)).passed
    assert not Verdict(100, 0.55, 0.45, 0.65, (0.1, 0.1)).passed
