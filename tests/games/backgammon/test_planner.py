"""The planner: its plays are those of the rules, and it knows what every player knows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from matchbox.bots.analysis import Analysis, planned
from matchbox.engine import States, entry_point, turn_to
from matchbox.games.green_box.backgammon import game, outlook
from matchbox.games.green_box.backgammon.board import Plays, find_plays, key_of, new_plays
from matchbox.games.green_box.backgammon.doubling import Score, match_chance
from matchbox.games.green_box.backgammon.outlook import load
from matchbox.games.green_box.backgammon.rules import (
    AFTER,
    ANSWER,
    BEFORE,
    DOUBLE,
    DROP,
    MOVE,
    MOVES,
    NOW,
    OFFER,
    ROLL,
    TAKE,
)
from matchbox.games.green_box.backgammon.train import train

from .positions import OPENING, Position, Spaces, ends, lay, position_of, set_position

CLUB, EXPERT = 1 / 25, 1.0
RUN: Spaces = {19: 5, 20: 5, 21: 5}  # everything at home


@entry_point
def count_plays(board: np.ndarray, low: int, high: int, lows: int, highs: int, plays: Plays) -> int:
    return find_plays(board, low, high, lows, highs, plays)


def found_plays(state: States, seat: int, plays: Plays) -> list[Position]:
    board = np.ascontiguousarray(state["cubes"][0][[seat, 1 - seat]].astype(np.int8))
    low, high = state["dice"][0].tolist()
    lows, highs = state["left"][0].tolist()
    n = count_plays(board, low, high, lows, highs, plays)
    assert [key_of(found) for found in plays.boards[:n]] == plays.keys[:n].tolist()
    return [(tuple(mine), tuple(yours)) for mine, yours in plays.boards[:n].tolist()]


def scattered(seed: int) -> tuple[States, int]:
    """A few cubes anywhere, or only at home, and any roll."""
    choose = np.random.default_rng(seed)
    cubes = np.zeros((2, 26), np.uint8)
    spaces = range(19, 25) if seed % 3 == 0 else range(25)
    for player in (0, 1):
        free = [s for s in spaces if s == 0 or player == 0 or cubes[0, 25 - s] == 0]
        for space in choose.choice(free, int(choose.integers(2, 9))).tolist():
            cubes[player, space] += 1
        cubes[player, 25] = 15 - cubes[player].sum()
    state, seat = game.new(2, 1), int(choose.integers(2))
    first, second = choose.integers(1, 7, 2).tolist()
    set_position(state, cubes, (first, second), seat)
    return state, seat


def random_turns(seed: int, **options: object) -> list[tuple[States, int]]:
    """The states of a random game in which somebody has a choice."""
    choose, state, found = np.random.default_rng(seed), game.new(2, seed, **options), []
    while not state["over"][0]:
        seat = game.acting(state)[0]
        found.append((state.copy(), seat))
        game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
    return found


def test_plays_are_those_of_the_rules() -> None:
    plays, sizes = new_plays(), []
    positions = [scattered(seed) for seed in range(300)]
    positions += [turn for seed in range(4) for turn in random_turns(seed)[seed::4]]  # also within a turn
    for state, seat in positions:
        found = found_plays(state, seat, plays)
        assert len(found) == len(set(found))
        assert set(found) == set(ends(state, seat)), (position_of(state, seat), state["dice"], state["left"])
        sizes.append(len(found))
    assert max(sizes) > 50
    assert sizes.count(1) > 20


def analysed(state: States, share: float = CLUB, seat: int = 0) -> Analysis:
    found = planned(game, state, seat, share, 0)
    assert found is not None
    return found


@pytest.mark.parametrize("options", [{}, {"gammons": "on", "cube": "on", "match": 9}])
def test_every_legal_action_has_a_value(options: dict[str, object]) -> None:
    phases = set()
    for state, seat in [turn for seed in range(3) for turn in random_turns(seed, **options)[::3]]:
        found = analysed(state, 0.001, seat)
        assert list(found.actions) == game.moves(state, seat)
        assert all(-1 <= value <= 1 for value in found.values)
        assert min(found.visits) > 0
        assert sum(found.policy) == 1
        assert found.values[found.policy.index(1.0)] == max(found.values)
        phases.add(int(state["phase"][0]))
    assert phases == ({MOVE, OFFER, ANSWER} if options else {MOVE})


def test_a_longer_look_changes_values_but_not_the_legal_actions() -> None:
    state = lay(OPENING, OPENING, (3, 1))
    short, long = analysed(state, 0.001), analysed(state, EXPERT)
    assert short.actions == long.actions
    assert short.values != long.values
    assert analysed(state, EXPERT) == long


def turn_of(state: States, share: float) -> Position:
    """The position after the planner's turn."""
    turn, before = state["turns"][0], position_of(state)
    while state["turns"][0] == turn and not state["over"][0]:
        before = position_of(state)
        action = analysed(state, share).best
        space, die = MOVES.args(action)
        game.apply(state, 0, action)
    mine = list(before[0])
    mine[space] -= 1
    mine[min(space + die, 25)] += 1
    return tuple(mine), position_of(state)[1]


@pytest.mark.parametrize("share", [0.001, CLUB, EXPERT])
def test_it_bears_off_to_win(share: float) -> None:
    state = lay({20: 1, 24: 1}, {24: 1}, (5, 1))
    found = analysed(state, share)
    assert found.value == pytest.approx(1)
    game.apply(state, 0, found.best)
    game.apply(state, 0, analysed(state, share).best)
    assert state["over"][0]


@pytest.mark.parametrize("share", [0.001, CLUB, EXPERT])
def test_it_leaves_no_shot_when_it_is_far_ahead(share: float) -> None:
    state = lay({19: 2, 20: 2, 21: 2, 22: 2, 23: 2}, {1: 2, 19: 3, 20: 4, 21: 3, 22: 3}, (2, 1))
    mine, _ = turn_of(state, share)
    assert 1 not in mine[:25]


@pytest.mark.parametrize("share", [0.001, CLUB, EXPERT])
def test_it_hits_when_only_that_wins(share: float) -> None:
    state = lay({3: 1, 18: 2, 19: 2, 20: 2, 21: 2, 22: 2, 23: 2, 24: 2}, {20: 1, 24: 1}, (2, 1))
    _, yours = turn_of(state, share)
    assert yours[0] == 1


def test_the_best_opening_move_makes_the_five_point() -> None:
    mine, _ = turn_of(lay(OPENING, OPENING, (3, 1)), EXPERT)
    assert mine[20] == 2


# --- the cube ---


def at_cube(mine: Spaces, yours: Spaces, phase: int, seat: int = 0, **options: object) -> States:
    """Seat 0 is about to roll, or has doubled and seat 1 answers."""
    state = lay(mine, yours, (2, 1), cube="on", **{"match": 5, **options})
    state["phase"] = phase
    turn_to(state[0], seat)
    return state


@pytest.mark.parametrize("gammons", ["off", "on"])
def test_a_hopeless_double_is_dropped_and_a_close_one_taken(gammons: str) -> None:
    behind: Spaces = {10: 5, 12: 5, 13: 5}
    assert analysed(at_cube(RUN, behind, ANSWER, 1, gammons=gammons), EXPERT, 1).best == DROP
    assert analysed(at_cube(OPENING, OPENING, ANSWER, 1, gammons=gammons), EXPERT, 1).best == TAKE
    assert analysed(at_cube(behind, RUN, ANSWER, 1, gammons=gammons), EXPERT, 1).best == TAKE


def test_it_doubles_when_ahead_and_not_at_the_start() -> None:
    ahead = at_cube({19: 5, 20: 5, 21: 2}, {18: 5, 19: 5, 20: 5}, OFFER)
    assert analysed(ahead, EXPERT).best == DOUBLE
    assert analysed(at_cube(OPENING, OPENING, OFFER), EXPERT).best == ROLL


def test_after_the_crawford_game_the_trailing_player_doubles_at_once() -> None:
    state = at_cube(OPENING, OPENING, OFFER)
    state["score"][0] = 1, 4
    state["crawford_game"] = AFTER
    assert analysed(state, CLUB).best == DOUBLE
    state["score"][0] = 4, 1
    assert analysed(state, CLUB).best == ROLL


@pytest.mark.parametrize("gammons", [0, 1])
@pytest.mark.parametrize("cube", [0, 1])
def test_match_chances_add_up(gammons: int, cube: int) -> None:
    table = np.array(
        [
            [match_chance(a, b, gammons, cube, 1, NOW if min(a, b) == 1 else BEFORE) for b in range(1, 26)]
            for a in range(1, 26)
        ]
    )
    assert np.allclose(table + table.T, 1)
    assert (np.diff(table, axis=1) >= 0).all()  # the more the opponent needs, the better
    assert (np.diff(table, axis=0) <= 0).all()
    if not gammons and not cube:
        assert table[1, 0] == 0.25  # two games in a row
        assert table[1, 2] == pytest.approx(11 / 16)


def test_stakes_are_the_same_for_both_players() -> None:
    score = Score(3, 5, 1, 1, 1, BEFORE)
    for points in (1, 2, 4):
        ours, theirs = score.stakes(points), score.reversed.stakes(points)
        assert np.allclose(ours[0], theirs[1])
        assert np.allclose(ours[1], theirs[0])


# --- the weights ---


def test_the_weights_are_small_and_say_where_they_come_from() -> None:
    file = Path(outlook.__file__).with_name("value.npz")
    assert file.stat().st_size < 300_000
    _, about = load(file.read_bytes())
    assert {"rules", "command", "course"} <= about.keys()


@pytest.mark.full
def test_training_is_reproducible(tmp_path: Path) -> None:
    said: list[str] = []
    files = [tmp_path / name for name in ("a.npz", "b.npz", "c.npz")]
    for file, seed in zip(files, (1, 1, 2), strict=True):
        train(40, seed, file, said.append)
    first, again, other = (load(file.read_bytes())[0].contact.first for file in files)
    assert (first == again).all()
    assert (first != other).any()
    assert said
