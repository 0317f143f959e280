"""The search sees only its view, is reproducible from a seed, mixes where it must, and plays well."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox import bots
from matchbox.bots.analysis import SearchBuffers, analyse, worth
from matchbox.bots.levels import LEVELS
from matchbox.bots.search import LEAD
from matchbox.engine import BadOption, Game, Illegal, games, get
from matchbox.games.green_box.othellino import solver as othellino
from matchbox.lab.matches import play_match
from matchbox.play.decision import DecisionPoint
from tests.contract.cases import Case, sampled

from . import open_coin, pennies


def position_after(game: Game, seed: int, plies: int) -> tuple[object, int]:
    state = game.new(seed=seed)
    choose = np.random.default_rng(seed)
    for _ in range(plies):
        seat = int(choose.choice(game.acting(state)))
        before = state.copy()
        game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
        if state["over"][0]:
            return before, game.acting(before)[0]
    return state, game.acting(state)[0]


@pytest.mark.parametrize("name", games())
def test_the_search_uses_only_the_view(name: str) -> None:
    """The true state, the view and any new deal give the same analysis."""
    game = get(name)
    for plies in (0, 3, 9):
        state, seat = position_after(game, plies + 1, plies)
        view = game.view(state, seat)  # type: ignore[arg-type]
        found = analyse(game, view, seat, 60, seed=5)
        assert found == analyse(game, state, seat, 60, seed=5)  # type: ignore[arg-type]
        assert found == analyse(game, game.redeal(view, seat, 77), seat, 60, seed=5)
        assert sum(found.visits) == 60
        assert list(found.actions) == game.legal(view, seat)
        assert sum(found.policy) == pytest.approx(1)
        assert all(-1 <= value <= 1 for value in found.values)


@pytest.mark.parametrize("name", games())
def test_the_search_finds_a_legal_action_in_every_position(name: str) -> None:
    game = get(name)
    buffers = [SearchBuffers(game, 6000)]
    for seed in range(8):
        for state, seat, _ in sampled(Case(game, game.about.seats[0]), seed, count=5, limit=200):
            found = analyse(game, state, seat, 150, seed, buffers=buffers)
            assert found.best in game.legal(state, seat)


def test_the_seed_and_the_number_of_workers_determine_the_result() -> None:
    game = get("gaze_into_the_abyss")
    view = game.view(game.new(seed=1), 0)
    for workers in (1, 2):
        first = analyse(game, view, 0, 300, seed=4, workers=workers)
        assert first == analyse(game, view, 0, 300, seed=4, workers=workers)
        assert first.iterations == 300 * workers == sum(first.visits)
    assert analyse(game, view, 0, 300, seed=4) != analyse(game, view, 0, 300, seed=5)


def test_used_buffers_do_not_change_the_result() -> None:
    game = get("othellino")
    state = game.new(seed=1)
    seat = game.acting(state)[0]
    buffers = [SearchBuffers(game, 5000)]
    fresh = analyse(game, state, seat, 400, seed=3, buffers=[SearchBuffers(game, 5000)])
    analyse(game, state, seat, 900, seed=8, buffers=buffers)
    assert analyse(game, state, seat, 400, seed=3, buffers=buffers) == fresh


def test_a_full_tree_still_gives_a_result() -> None:
    game = get("building_blocks_brawl")
    found = analyse(game, game.new(seed=1), 0, 500, buffers=[SearchBuffers(game, 200)])
    assert sum(found.visits) > 0


def test_a_search_too_short_to_reach_its_seat_still_gives_a_result() -> None:
    game = get("futakotamagawa_fireworks")  # seat 0 has hundreds of actions and comes first
    found = analyse(game, game.new(seed=1), 1, 1)
    assert sum(found.policy) == pytest.approx(1)


def test_simultaneous_play_is_mixed_and_near_the_equilibrium() -> None:
    game = pennies.game
    for seat in (0, 1):
        found = analyse(game, game.view(game.new(seed=1), seat), seat, 60_000, seed=2)
        heads = found.policy[0]
        expected = 0.375 if seat == 0 else 0.25  # of the matrix in `pennies`
        assert heads == pytest.approx(expected, abs=0.06)


def test_a_seat_that_is_not_on_turn_cannot_search() -> None:
    game = get("othellino")
    state = game.new(seed=1)
    with pytest.raises(Illegal, match="not the turn of seat"):
        analyse(game, state, 1 - game.acting(state)[0], 10)


def test_values_of_two_opponents_sum_to_zero() -> None:
    game = get("othellino")
    state = game.new(seed=2)
    buffers = SearchBuffers(game, 5000)
    values = [worth(game, game.view(state, seat), seat, 2000, 1, buffers) for seat in (0, 1)]
    assert values[0] == pytest.approx(-values[1], abs=LEAD)  # a part of a defeat is the lead


def wins(game: Game, strong: str, weak: str, count: int, seats: int = 2) -> float:
    score = 0.0
    template = game.template(seats)
    for number in range(count):
        table = [weak] * seats
        table[number % seats] = strong
        winners = play_match(game, template, table, number).result.winners
        score += (number % seats in winners) / max(len(winners), 1)
    return score / count


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "strong", "weak", "count", "least"),
    [
        ("othellino", "casual", "random", 20, 0.8),
        ("backgammon", "casual", "random", 10, 0.8),
        ("building_blocks_brawl", "club", "random", 40, 0.65),
        ("gaze_into_the_abyss", "club", "random", 40, 0.55),
        ("fifteen_pounds", "casual", "random", 30, 0.65),
        ("gold_mine", "casual", "random", 40, 0.65),
        ("othellino", "club", "casual", 10, 0.6),
    ],
)
def test_stronger_levels_win(name: str, strong: str, weak: str, count: int, least: float) -> None:
    assert wins(get(name), strong, weak, count) >= least


@pytest.mark.full
def test_stronger_levels_win_with_many_seats() -> None:
    assert wins(get("liars_cards"), "casual", "random", 12, seats=3) >= 0.5


@pytest.mark.full
def test_stronger_levels_win_co_operative_games() -> None:
    game = get("temple_of_doom")
    template = game.template(2)
    scores = {
        name: np.mean([play_match(game, template, [name] * 2, seed).result.scores[0] for seed in range(3)])
        for name in ("random", "casual")
    }
    assert scores["casual"] > scores["random"] + 2


def test_a_level_is_a_share_of_the_search_budget() -> None:
    game = get("othellino")
    assert LEVELS["expert"].iterations(game) == game.about.search_budget
    steps = [level.iterations(game) for level in LEVELS.values()]
    assert steps == sorted(steps)
    assert len(set(steps)) == len(steps)


def test_the_same_seed_gives_the_same_game() -> None:
    game = get("gold_mine")
    template = game.template(3)
    first, second = (play_match(game, template, ["casual", "novice", "random"], 5) for _ in range(2))
    assert first == second


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(BadOption, match="choose one of random, novice, casual, club, expert, perfect"):
        bots.make("deep", 0, get("othellino"))
    with pytest.raises(BadOption, match="Gold Mine is not solved"):
        bots.make("perfect", 0, get("gold_mine"))


def test_a_decision_view_hides_simultaneous_choices() -> None:
    game = get("futakotamagawa_fireworks")
    state = game.new(seed=1)
    point = DecisionPoint(game, state)
    before = point.decision_view(1)
    for action in (3, 273):  # seat 0 closes its hand, then points
        game.apply(state, 0, action)
        point.note(0, action, state)
    assert point.decision_view(1).tobytes() == before.tobytes()
    assert game.acting(point.decision_view(1)) == [0, 1]
    game.apply(state, 1, 3)
    point.note(1, 3, state)
    view = point.decision_view(1)
    assert view["held"][0, 1].tolist() == [0, 1, 0]
    assert game.legal(view, 1) == [273, 274]
    game.apply(state, 1, 273)
    point.note(1, 273, state)
    assert point.is_new
    assert point.decision_view(0).tobytes() == game.view(state, 0).tobytes()


def test_perfect_uses_the_solver_as_soon_as_possible() -> None:
    game = get("othellino")
    state, choose = game.new(seed=3), np.random.default_rng(3)
    while sum(int(pieces).bit_count() for pieces in state["pieces"][0]) < 22:
        seat = game.acting(state)[0]
        game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
    values = []
    while not state["over"][0]:
        seat = game.acting(state)[0]
        solver = othellino.Solver()
        values.append(solver.solve(game, game.view(state, seat)) * (1 if seat == 0 else -1))
        game.apply(state, seat, bots.make("perfect", 0, game).choose(game, game.view(state, seat), seat))
    result = game.result(state)
    assert result is not None
    assert set(values) == {result.scores[0] - result.scores[1]}  # neither seat loses a point of value


def test_an_evaluation_cuts_playouts_short() -> None:
    game = get("backgammon")
    state = game.new(seed=3)
    seat = game.acting(state)[0]
    first = analyse(game, game.view(state, seat), seat, 400, seed=4, evaluates=True)
    assert first == analyse(game, game.view(state, seat), seat, 400, seed=4, evaluates=True)
    assert first != analyse(game, game.view(state, seat), seat, 400, seed=4)
    plain = get("othellino")
    board = plain.new(seed=1)
    first_seat = plain.acting(board)[0]
    same = analyse(plain, board, first_seat, 100)
    assert analyse(plain, board, first_seat, 100, evaluates=True) == same, (
        "a game without an evaluation plays to the end"
    )


def test_the_search_replies_to_public_chance() -> None:
    """The player sees the coin and names its side. A search that mixes all tosses would expect a value of 0."""
    game = open_coin.game
    found = analyse(game, game.new(seed=1), 0, 4_000, evaluates=True)
    assert found.value > 0.8


@pytest.mark.parametrize("name", [name for name, game in games().items() if game.rollout_depth])
def test_evaluations_are_expected_results(name: str) -> None:
    """They are between -1 and 1, and those of two opponents sum to zero."""
    game = get(name)
    evaluate = game.rule("evaluate")
    for seed in range(5):
        for state, _, _ in sampled(Case(game, game.about.seats[0]), seed, count=10, limit=300):
            values = [evaluate(state[0], seat) for seat in range(int(state["seats"][0]))]
            assert all(-1.0 <= value <= 1.0 for value in values)
            if len(values) == 2:
                assert abs(sum(values)) < 1e-9


@pytest.mark.full
def test_few_iterations_suffice_for_simultaneous_plans_of_several_steps() -> None:
    game = get("gauntlet")
    state = game.new(4, 1)
    while len(game.acting(state)) == 1:
        (seat,) = game.acting(state)
        game.apply(state, seat, game.legal(state, seat)[0])
    for seat in range(4):
        found = analyse(game, game.view(state, seat), seat, 16, 1)
        assert sum(found.policy) == pytest.approx(1)
        assert len(found.actions) == 7
