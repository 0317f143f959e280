"""The solved rounds agree with brute force over the rules, and the planner gives every move a value."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from matchbox.bots.analysis import planned
from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.engine import States
from matchbox.engine.playout import utility
from matchbox.games.british_empire.gaze_into_the_abyss import game, planner
from matchbox.games.british_empire.gaze_into_the_abyss.rounds import SPLITS, mirrored
from matchbox.games.british_empire.gaze_into_the_abyss.rules import ANNOUNCE, HOLDING, MOST_ROUNDS
from matchbox.games.british_empire.gaze_into_the_abyss.solution import Round, after_claims, load, stages
from matchbox.games.british_empire.matrix_game import solve

from ..helpers import fill, start

EXPERT = LEVELS["expert"].share


AHEAD, BEHIND = [0, 1, 0, 1], [0, 0, 1, 0]  # claimed tiles by number: worth 4 and 2


def position(chips: list[list[int]], claimed: tuple[list[int], list[int]] = (AHEAD, BEHIND)) -> States:
    """Seat 0 has the yellow chip, a 3 is on the field, and a 1 and two 2 are in the deck."""
    state = start(game)
    scores = [sum(number * count for number, count in enumerate(tiles)) for tiles in claimed]
    fill(
        state, chips=chips, claimed=claimed, score=scores, tile=3, yellow=0, bag=6 - chips[0][1] - chips[1][1],
        in_deck=[0, 1, 2, 0], deck=[1, 2, 2, 0, 0, 0, 0],
    )  # fmt: skip
    assert game.conserved(state)
    return state


def solved_value(state: States) -> float:
    """The stored value of a position between two rounds, for seat 0."""
    if state["over"][0]:
        return float(game.compiled(utility.__name__)(state[0], 0))
    first = int(state["yellow"][0])
    row = stages()[planner.stage_of(state[0], first)]
    return float(load()[row, planner.split_from(state[0], first)]) * (1 if first == 0 else -1)


def outcome(state: States, hold: int, say: int, reply_hold: int, reply: int) -> float:
    """Play a round by the rules; seat 0 has the yellow chip. The mean over the tiles that may come."""
    total = 0.0
    for top, chance in ((1, 1 / 3), (2, 2 / 3)):
        then = state.copy()
        then["deck"][0, :3] = [2, 2, 1] if top == 1 else [1, 2, 2]
        for seat, action in ((0, hold), (1, reply_hold), (0, ANNOUNCE.id(say)), (1, ANNOUNCE.id(reply))):
            game.apply(then, seat, action)
        total += chance * solved_value(then)
    return total


@pytest.mark.quick(1)
@pytest.mark.parametrize("claimed", [(AHEAD, BEHIND), (BEHIND, AHEAD)], ids=["ahead", "behind"])
def test_a_round_is_worth_what_all_pure_strategies_say(claimed: tuple[list[int], list[int]]) -> None:
    """Seat 0 chooses a hand and an announcement; seat 1 a hand, and an answer to each of two announcements."""
    state = position([[11, 0, 2], [1, 1, 0]], claimed)
    hands, replies = game.moves(state, 0), game.moves(state, 1)
    guesses, answers = (1, 2), range(1, 14)
    paid = {key: outcome(state, *key) for key in product(hands, guesses, replies, answers)}
    rows, columns = list(product(hands, guesses)), list(product(replies, answers, answers))
    matrix = np.array([[paid[hand, say, reply, plan[say - 1]] for reply, *plan in columns] for hand, say in rows])
    value, *_, gap = solve(matrix)
    assert gap < 1e-6
    found, left = Round.empty().solve(
        planner.split_from(state[0], 0), after_claims(load(), planner.stage_of(state[0], 0)), 2000
    )
    assert left < 0.01
    assert found == pytest.approx(value, abs=left + 1e-6)


def test_the_stored_values_are_those_of_the_rounds() -> None:
    """Solving a round again, with more care and the values of the next rounds, changes little."""
    random, memory = np.random.default_rng(1), Round.empty()
    misses = []
    for stage, row in stages().items():
        split = int(random.integers(SPLITS))
        value, gap = memory.solve(split, after_claims(load(), stage), 300)
        misses.append(abs(value - load()[row, split]))
        assert gap < 0.1
    assert np.mean(misses) < 0.005
    assert max(misses) < 0.06


def test_a_division_mirrored_twice_is_itself() -> None:
    assert [mirrored(mirrored(split)) for split in range(SPLITS)] == list(range(SPLITS))
    assert len({mirrored(split) for split in range(SPLITS)}) == SPLITS


@pytest.mark.parametrize("options", [{}, {"purses": "screened"}])
def test_every_move_of_whole_games_has_a_value(options: dict[str, Any]) -> None:
    for seed in range(3):
        state, random = start(game, seed=seed, **options), np.random.default_rng(seed)
        while not state["over"][0]:
            for seat in game.acting(state):
                view = game.view(state, seat)
                found = planned(game, view, seat, 0.05, seed)
                if found is None:  # the opponent announced more chips than the seat owns
                    assert options
                    assert state["announced"][0, 1 - seat] > state["chips"][0, seat].sum()
                    game.apply(state, seat, int(random.choice(game.moves(state, seat))))
                    continue
                assert list(found.actions) == game.moves(view, seat)
                assert sum(found.policy) == pytest.approx(1.0)
                assert min(found.policy) >= 0.0
                assert all(n > 0 or value == -1.0 for n, value in zip(found.visits, found.values, strict=True))
                assert max(map(abs, found.values)) <= 1.0
                assert found.best in found.actions
                assert found == planned(game, view, seat, 0.05, seed)
                hidden = game.redeal(view, seat, 7)
                assert found == planned(game, hidden, seat, 0.05, seed)
                game.apply(state, seat, int(random.choice(game.moves(state, seat))))


def test_a_player_without_chips_is_covered() -> None:
    state = position([[12, 3, 2], [0, 0, 0]])
    fill(state, acting=1)
    view = game.view(state, 0)
    hold = planned(game, view, 0, EXPERT, 0)
    assert hold is not None
    game.apply(state, 0, hold.best)
    assert game.acting(state) == [1]
    guess = planned(game, game.view(state, 1), 1, EXPERT, 0)
    assert guess is not None
    assert len(guess.actions) == 17
    assert max(guess.policy) < 0.5  # the hands cannot be guessed easily


def test_announcements_are_drawn_from_the_plan() -> None:
    """A seat that is alone to announce must not always say the same."""
    state = start(game, first_announcer="seat0")
    for seat in (0, 1):
        game.apply(state, seat, SearchBot(LEVELS["expert"], 1).choose(game, game.view(state, seat), seat))
    view = game.view(state, 0)
    said = {SearchBot(LEVELS["expert"], seed).choose(game, view, 0) for seed in range(30)}
    found = planned(game, view, 0, EXPERT, 0)
    assert found is not None
    likely = {action for action, chance in zip(found.actions, found.policy, strict=True) if chance > 0.3}
    assert len(said) > 1
    assert likely <= said


def test_novices_and_the_last_rounds_are_left_to_the_search() -> None:
    state = start(game)
    assert planned(game, state, 0, LEVELS["novice"].share, 0) is None
    assert planned(game, state, 0, LEVELS["casual"].share, 0) is not None
    fill(state, rounds=MOST_ROUNDS, phase=HOLDING)
    assert planned(game, state, 0, EXPERT, 0) is None


def test_small_games_are_searched() -> None:
    """The stored values are those of ten chips each, and of rounds far from the last."""
    for options in ({"chips_each": "three"}, {"most_rounds": 2}):
        assert planned(game, game.new(seed=1, **options), 0, EXPERT, 1) is None
