"""Backgammon: known move counts, worked examples, the cube, matches and the turn limit."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from matchbox.engine import States
from matchbox.games.green_box.backgammon import game
from matchbox.games.green_box.backgammon.rules import (
    AFTER,
    ANSWER,
    BACKGAMMON,
    BEFORE,
    CAP,
    DOUBLE,
    DROPPED,
    GAMMON,
    MIDDLE,
    MOST_TURNS,
    MOVE,
    NOW,
    OFFER,
    ROLL,
    SINGLE,
    begin_game,
    begin_turn,
    evaluate,
    pips,
    win,
)

from ..helpers import act, start, texts
from .positions import OPENING, Spaces, ends, lay, position_of, set_position

JIT = hasattr(game.rule("setup"), "py_func")
ROLLS = list(combinations_with_replacement(range(1, 7), 2))
OPENING_PLAYS = {
    (1, 1): 42, (1, 2): 15, (2, 2): 75, (1, 3): 16, (2, 3): 17, (3, 3): 73, (1, 4): 14, (2, 4): 18, (3, 4): 17,
    (4, 4): 52, (1, 5): 8, (2, 5): 8, (3, 5): 9, (4, 5): 9, (5, 5): 4, (1, 6): 10, (2, 6): 14, (3, 6): 14,
    (4, 6): 14, (5, 6): 7, (6, 6): 11,
}  # fmt: skip


@pytest.mark.parametrize("dice", ROLLS, ids=str)
def test_every_opening_roll_has_the_known_number_of_plays(dice: tuple[int, int]) -> None:
    found = ends(lay(OPENING, OPENING, dice))
    assert len(found) == OPENING_PLAYS[dice]
    assert set(found.values()) == {4 if dice[0] == dice[1] else 2}  # R1: every play uses all numbers


@pytest.mark.full
@pytest.mark.skipif(not JIT, reason="two plies take too long in plain Python")
def test_the_second_ply_has_the_known_number_of_plays() -> None:
    total = mixed = 0
    for dice in ROLLS:
        for mine, yours in ends(lay(OPENING, OPENING, dice)):
            cubes = np.array([yours, mine], np.uint8)  # now the opponent moves
            state = game.new(2, 1)
            for reply in ROLLS:
                set_position(state, cubes, reply)
                count = len(ends(state))
                total += count
                mixed += count if dice[0] != dice[1] else 0
    assert (total, mixed) == (202782, 89153)


def prime(*spaces: int) -> Spaces:
    return dict.fromkeys(spaces, 2)


ON_BAR = {0: 1, 12: 5, 17: 3, 18: 1, 19: 5}
OPEN_FOUR = {**prime(19, 20, 22, 23, 24), 12: 5}
EXAMPLES: list[tuple[str, Spaces, Spaces, tuple[int, int], int]] = [
    ("1 closed out", ON_BAR, {**prime(19, 20, 21, 22, 23, 24), 12: 3}, (6, 3), 1),
    ("2 one point open", ON_BAR, OPEN_FOUR, (4, 2), 4),
    ("3 higher number", {10: 1}, {7: 2, 24: 2}, (5, 3), 1),
    ("3 only the lower", {10: 1}, {7: 2, 10: 2, 24: 2}, (5, 3), 1),
    ("4 both numbers", {10: 1, 20: 1}, {7: 2, 24: 2}, (6, 2), 1),
    ("5 bearing off", {20: 1, 21: 1}, {24: 2}, (6, 4), 2),
    ("5 with two on 20", {20: 2, 21: 1}, {24: 2}, (6, 5), 1),
    ("6 two leave", {21: 1, 23: 1}, {}, (6, 5), 1),
    ("6 last cube", {23: 1}, {}, (6, 1), 1),
    ("6 inside", {19: 1, 22: 2}, {}, (5, 4), 2),
    ("7 four off", {19: 2, 20: 1, 22: 1}, {}, (6, 6), 1),
    ("8 not yet", {18: 1, 24: 2}, {20: 2}, (3, 1), 2),
    ("9 two on the bar", {0: 2, 12: 5, 17: 3, 19: 5}, {**prime(19, 20, 22, 23, 24), 11: 5}, (4, 1), 1),
    ("9 with doubles", {0: 2, 12: 5, 17: 3, 19: 5}, {**prime(19, 20, 22, 23, 24), 11: 5}, (4, 4), 12),
    ("10 six and three", OPENING, OPENING, (6, 3), 14),
]


@pytest.mark.parametrize(("mine", "yours", "dice", "count"), [e[1:] for e in EXAMPLES], ids=[e[0] for e in EXAMPLES])
def test_worked_examples_have_this_many_plays(mine: Spaces, yours: Spaces, dice: tuple[int, int], count: int) -> None:
    assert len(ends(lay(mine, yours, dice))) == count


def moves(state: States) -> set[tuple[int, int]]:
    return {divmod(a, 6) for a in game.legal(state, 0)}


def test_3_only_the_higher_number_may_be_played() -> None:
    assert texts(game, lay({10: 1}, {7: 2, 24: 2}, (5, 3)), 0) == ["move space=10 die=5"]
    assert texts(game, lay({10: 1}, {7: 2, 10: 2, 24: 2}, (5, 3)), 0) == ["move space=10 die=3"]


def test_4_a_move_that_wastes_the_other_number_is_illegal() -> None:
    state = lay({10: 1, 20: 1}, {7: 2, 24: 2}, (6, 2))
    assert texts(game, state, 0) == ["move space=10 die=6", "move space=20 die=2"]


def test_5_a_higher_number_bears_off_only_the_farthest() -> None:
    state = lay({20: 1, 21: 1}, {24: 2}, (6, 4))
    assert texts(game, state, 0) == ["move space=20 die=4", "move space=20 die=6", "move space=21 die=4"]
    act(game, state, (0, "move 20 4"))
    assert "move space=21 die=6" in texts(game, state, 0)


def test_6_the_last_cube_must_use_both_numbers_if_it_can() -> None:
    assert texts(game, lay({23: 1}, {}, (6, 1)), 0) == ["move space=23 die=1"]


def test_8_bearing_off_waits_until_all_cubes_are_home() -> None:
    state = lay({18: 1, 24: 2}, {20: 2}, (3, 1))
    act(game, state, (0, "move 18 1"))
    assert texts(game, state, 0) == ["move space=19 die=3"]


def test_11_a_hit_cube_goes_to_its_owners_bar() -> None:
    state = lay({17: 1, 19: 5}, {5: 1, 24: 2}, (3, 1))
    act(game, state, (0, "move 17 3"))
    assert state["cubes"][0, 1, 0] == 1
    assert state["cubes"][0, 1, 5] == 0
    assert game.conserved(state)


def test_ids_follow_the_page() -> None:
    state = lay(OPENING, OPENING, (6, 1))
    assert 6 * 12 + 5 in game.legal(state, 0)
    assert (ROLL, DOUBLE) == (150, 151)
    assert game.actions.count == 154


def test_the_opening_dice_differ_and_either_seat_may_start() -> None:
    starters = set()
    for seed in range(40):
        state = start(game, seed=seed)
        low, high = state["dice"][0]
        assert low < high
        assert pips(state[0], 0) == pips(state[0], 1) == 167
        starters.add(game.acting(state)[0])
    assert starters == {0, 1}


# --- results ---


@pytest.mark.parametrize(
    ("gammons", "yours", "points", "reason"),
    [
        ("off", {1: 15}, 1, SINGLE),
        ("on", {20: 14}, 1, SINGLE),
        ("on", {20: 15}, 2, GAMMON),
        ("on", {7: 1, 20: 14}, 2, GAMMON),
        ("on", {6: 1, 20: 14}, 3, BACKGAMMON),
        ("on", {0: 1, 20: 14}, 3, BACKGAMMON),
    ],
)
def test_a_win_scores_one_two_or_three_points(gammons: str, yours: Spaces, points: int, reason: int) -> None:
    state = lay({24: 1}, yours, (2, 1), gammons=gammons)
    act(game, state, (0, "move 24 2"))
    result = game.result(state)
    assert result is not None
    assert result.scores == (points, 0)
    assert result.winners == (0,)
    assert state["reason"][0] == reason


def offered() -> States:
    """A game with the cube where seat 0 may double."""
    state = start(game, cube="on", match=7)
    begin_turn(state[0], 0)
    assert texts(game, state, 0) == ["roll", "double"]
    return state


def test_a_dropped_double_costs_the_old_stake() -> None:
    state = offered()
    act(game, state, (0, "double"), (1, "drop"))
    assert state["score"][0].tolist() == [1, 0]
    assert not state["over"][0]
    act(game, lost := offered_last_point(), (0, "double"), (1, "drop"))
    assert lost["reason"][0] == DROPPED


def offered_last_point() -> States:
    state = start(game, cube="on")
    begin_turn(state[0], 0)
    return state


def test_12_a_dropped_redouble_scores_two() -> None:
    state = offered()
    act(game, state, (0, "double"), (1, "take"))
    assert state["cube_value"][0] == 2
    assert state["cube_owner"][0] == 1
    assert game.acting(state) == [0] or state["turns"][0] > 2  # R11: the doubler rolls immediately
    begin_turn(state[0], 1)
    assert texts(game, state, 1) == ["roll", "double"]
    act(game, state, (1, "double"), (0, "drop"))
    assert state["score"][0].tolist() == [0, 2]
    assert state["cube_value"][0] == 1  # the next game begins with a new cube
    assert state["cube_owner"][0] == MIDDLE


def test_only_the_owner_may_redouble_up_to_64() -> None:
    state = offered()
    act(game, state, (0, "double"), (1, "take"))
    begin_turn(state[0], 0)
    assert state["phase"][0] == 0  # rolled automatically
    state = offered()
    state["cube_value"] = 64
    begin_turn(state[0], 0)
    assert "double" not in texts(game, state, game.acting(state)[0])


def test_no_cube_action_without_the_option_or_in_the_opening_turn() -> None:
    assert game.legal(start(game, cube="on"), game.acting(start(game, cube="on"))[0])[0] < ROLL
    state = start(game)
    begin_turn(state[0], 0)
    assert all(a < ROLL for a in game.legal(state, game.acting(state)[0]))


def test_points_are_multiplied_by_the_cube() -> None:
    state = lay({24: 1}, {20: 15}, (2, 1), gammons="on", cube="on", match=9)
    state["cube_value"] = 4
    act(game, state, (0, "move 24 2"))
    assert state["score"][0].tolist() == [8, 0]


def test_the_next_game_of_a_match_starts_with_a_new_opening_roll() -> None:
    state = lay({24: 1}, {20: 5}, (2, 1), match=3)
    act(game, state, (0, "move 24 2"))
    assert state["score"][0].tolist() == [1, 0]
    assert state["turns"][0] == 1
    assert position_of(state)[0][1] == 2
    assert game.conserved(state)


def test_the_crawford_game_allows_no_doubling() -> None:
    state = start(game, cube="on", match=5)
    s = state[0]
    assert state["crawford_game"][0] == BEFORE
    win(s, 0, 4, SINGLE)
    assert state["crawford_game"][0] == NOW
    begin_turn(s, 1)
    assert all(a < ROLL for a in game.legal(state, game.acting(state)[0]))
    win(s, 1, 1, SINGLE)
    assert state["crawford_game"][0] == AFTER
    begin_turn(s, 1)
    assert texts(game, state, 1) == ["roll", "double"]
    win(s, 1, 3, SINGLE)  # R15: at most one Crawford game
    assert state["crawford_game"][0] == AFTER


def test_without_crawford_or_in_a_single_game_doubling_is_always_allowed() -> None:
    state = start(game, cube="on", match=5, crawford="off")
    win(state[0], 0, 4, SINGLE)
    begin_turn(state[0], 1)
    assert texts(game, state, 1) == ["roll", "double"]
    single = start(game, cube="on")
    begin_turn(single[0], 0)
    assert texts(game, single, 0) == ["roll", "double"]


def at_the_cap(mine: Spaces, yours: Spaces, **options: object) -> States:
    state = lay(mine, yours, (2, 1), **options)
    state["turns"] = MOST_TURNS
    state["left"] = [1, 0]
    game.apply(state, 0, game.legal(state, 0)[0])
    return state


def test_at_the_cap_the_lower_pip_count_wins_one_point() -> None:
    state = at_the_cap({20: 2}, {1: 2})
    result = game.result(state)
    assert result is not None
    assert result.winners == (0,)
    assert result.scores == (1, 0)
    assert result.capped
    assert state["reason"][0] == CAP


def test_at_the_cap_equal_pips_make_the_game_void() -> None:
    state = at_the_cap({20: 2}, {21: 1, 20: 1})  # 10 pips less 1 against 9
    assert not state["over"][0]
    assert state["turns"][0] == 1
    assert state["score"][0].tolist() == [0, 0]
    assert game.conserved(state)


def test_a_turn_without_a_move_is_skipped() -> None:
    closed = {**prime(19, 20, 21, 22, 23, 24), 12: 3}
    state = lay(closed, ON_BAR, (2, 1))
    state["left"] = [0, 1]
    act(game, state, (0, "move 12 2"))  # the six home spaces stay closed
    assert game.acting(state) == [0]
    assert state["turns"][0] == 3


def test_the_pip_count_falls_by_the_numbers_played() -> None:
    state = lay(OPENING, OPENING, (6, 1))
    act(game, state, (0, "move 12 6"), (0, "move 17 1"))
    assert pips(state[0], 0) == 160
    begin_game(state[0])
    assert pips(state[0], 0) == 167


def test_the_evaluations_of_both_seats_add_up_to_zero() -> None:
    phases = set()
    for seed in range(8):
        options = {"cube": "on", "gammons": "on", "match": 5} if seed % 2 else {}
        state, choose = game.new(2, seed, **options), np.random.default_rng(seed)
        for _ in range(400):
            if state["over"][0]:
                break
            phases.add(int(state["phase"][0]))
            first, second = evaluate(state[0], 0), evaluate(state[0], 1)
            assert -1.0 <= first <= 1.0
            assert first == -second
            (seat,) = game.acting(state)
            game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
    assert phases == {MOVE, OFFER, ANSWER}


HOME = prime(19, 20, 21, 22, 23, 24)
COMPARED: list[tuple[str, tuple[Spaces, Spaces], tuple[Spaces, Spaces]]] = [
    ("ahead in the race", ({20: 5}, {19: 5}), ({19: 5}, {20: 5})),
    ("few cubes left", ({20: 2}, {22: 5}), ({23: 5}, {22: 5})),
    (
        "home closed, opponent on the bar",
        ({**HOME, 12: 3}, {0: 1, 19: 14}),
        ({19: 3, 21: 3, 23: 6, 12: 3}, {0: 1, 19: 14}),
    ),
    ("opponent on the bar, not free", ({**HOME, 12: 3}, {0: 1, 19: 14}), ({**HOME, 12: 3}, {7: 1, 19: 14})),
    ("opponent behind a prime", ({**prime(16, 17, 18, 19, 20, 21)}, {1: 1, 19: 14}), ({16: 6, 21: 6}, {1: 1, 19: 14})),
    ("blots to shoot at", ({4: 2, 20: 13}, {15: 1, 17: 1, 19: 13}), ({4: 2, 20: 13}, {16: 2, 19: 13})),
]


@pytest.mark.parametrize(("better", "worse"), [e[1:] for e in COMPARED], ids=[e[0] for e in COMPARED])
def test_the_better_position_evaluates_higher(better: tuple[Spaces, Spaces], worse: tuple[Spaces, Spaces]) -> None:
    """Most pairs have equal pip counts, so the pip count alone cannot decide."""
    good, bad = (evaluate(lay(*cubes, (2, 1))[0], 0) for cubes in (better, worse))
    assert good > bad + 0.05


def test_the_evaluation_is_the_same_before_and_after_the_double() -> None:
    state = offered()
    before = evaluate(state[0], 0)
    act(game, state, (0, "double"))
    assert game.acting(state) == [1]
    assert evaluate(state[0], 0) == before > 0.0
