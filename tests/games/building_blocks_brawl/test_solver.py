"""Building Blocks Brawl's solver: matrix games, endgames solved by hand, and searches through the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from matchbox.bots import Random
from matchbox.bots.analysis import analyse
from matchbox.engine import BadOption, BadState, Game, States, get
from matchbox.engine.compiled import PLAIN
from matchbox.games.british_empire.building_blocks_brawl import game
from matchbox.games.british_empire.building_blocks_brawl import solver as brawl
from matchbox.games.british_empire.building_blocks_brawl.rules import HOLD, worth
from matchbox.games.british_empire.building_blocks_brawl.solver import TIE_TILE, Solver
from matchbox.games.british_empire.matrix_game import solve

compiled = pytest.mark.skipif(PLAIN, reason="solving all positions needs compiled code")
both = pytest.mark.parametrize("tie_tile", TIE_TILE)
TOLERANCE = 1e-9


@pytest.fixture
def solver() -> Solver:
    return Solver(7)


# --- matrix games ---


@pytest.mark.parametrize(
    ("payoffs", "value", "row", "column"),
    [
        ([[1, -1], [-1, 1]], 0, [1 / 2, 1 / 2], [1 / 2, 1 / 2]),  # matching pennies
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3] * 3, [1 / 3] * 3),  # rock, paper, scissors
        (
            [[0, -1, 2], [1, 0, -1], [-2, 1, 0]],
            0,
            [1 / 4, 1 / 2, 1 / 4],
            [1 / 4, 1 / 2, 1 / 4],
        ),  # rock beats scissors twice
        ([[3, -1], [-2, 4]], 1, [3 / 5, 2 / 5], [1 / 2, 1 / 2]),
        ([[4, 2, 3], [5, 1, 0]], 2, [1, 0], [0, 1, 0]),  # a saddle point
        ([[2, 2], [2, 2]], 2, None, None),
        ([[-7]], -7, [1], [1]),
        ([[1, 5, 3]], 1, [1], [1, 0, 0]),
    ],
)
def test_known_matrix_games_are_solved(payoffs: list[list[int]], value: float, row: Any, column: Any) -> None:
    found, x, y, gap = solve(np.array(payoffs, float))
    assert found == pytest.approx(value, abs=1e-12)
    assert abs(gap) < 1e-12
    if row:
        assert x == pytest.approx(row, abs=1e-12)
        assert y == pytest.approx(column, abs=1e-12)


@pytest.mark.parametrize("kind", ["any numbers", "wins and losses", "bids", "nearly equal"])
def test_best_responses_confirm_the_solutions_of_random_matrix_games(kind: str) -> None:
    rng = np.random.default_rng(3)
    for _ in range(300):
        rows, columns = (int(n) for n in rng.integers(1, 17, 2))
        a = rng.normal(size=(rows, columns))
        if kind == "wins and losses":
            a = rng.integers(-1, 2, (rows, columns)).astype(float)
        elif kind == "bids":  # the higher bid decides, as in the game
            i, j = np.indices((rows, columns))
            a = np.where(i > j, a[:, :1], np.where(i < j, a[:1], 0.1))
        elif kind == "nearly equal":
            a = 1 + 1e-6 * a
        value, x, y, gap = solve(a)
        assert x.min() >= 0
        assert y.min() >= 0
        assert x.sum() == pytest.approx(1)
        assert y.sum() == pytest.approx(1)
        assert (x @ a).min() == pytest.approx(value, abs=1e-10)
        assert (a @ y).max() == pytest.approx(value, abs=1e-10)
        assert gap == pytest.approx((a @ y).max() - (x @ a).min(), abs=1e-12)


# --- positions ---


def position(
    chips: tuple[tuple[int, int, int], tuple[int, int, int]], claimed: tuple[list[int], list[int]],
    field: list[int], last_claimer: int, tie_tile: str = "carry", aside: tuple[int, ...] = (),
) -> States:  # fmt: skip
    """A position in the middle of a game: chips as blue, red, green; tiles as lists."""
    state = game.new(seed=1, tie_tile=tie_tile)
    left = [1, 1, 2, 2, 2, 3, 3]
    for tile in (*claimed[0], *claimed[1], *field, *aside):
        left.remove(tile)
    state["chips"][0] = chips
    state["bag"][0] = np.array([12, 6, 2]) - np.sum(chips, axis=0)
    for name, tiles in (("field", field), ("in_deck", left), ("aside", aside)):
        state[name][0] = [list(tiles).count(n) for n in range(4)]
    for seat in range(2):
        state["claimed"][0, seat] = [claimed[seat].count(n) for n in range(4)]
        state["score"][0, seat] = sum(claimed[seat]) * worth(state["chips"][0, seat])
    state["deck"][0] = left + [0] * (7 - len(left))
    state["last_claimer"] = last_claimer
    assert game.conserved(state)
    return state


def by_worth(policy: dict[int, float]) -> dict[int, Any]:
    """The policy by value of the bids."""
    return {int(worth(np.array(HOLD.args(bid)))): pytest.approx(probability) for bid, probability in policy.items()}


def random_positions(tie_tile: str, games: int, tiles: int = 1) -> Iterator[States]:
    """All positions of random games with at least this many tiles turned up."""
    for seed in range(games):
        state = game.new(seed=seed, tie_tile=tie_tile)
        rng = np.random.default_rng(seed)
        while not state["over"][0]:
            if 7 - state["in_deck"][0].sum() >= tiles:
                yield state.copy()
            for seat in range(2):
                game.apply(state, seat, int(rng.choice(game.legal(state, seat))))


@compiled
def test_the_last_round_matches_a_solution_by_hand(solver: Solver) -> None:
    """30 to 28. The leader can afford 1 but not 2 for the last 2, the opponent 1 or 2 but not 3.

    The leader wants to match the opponent's bid, so both mix 1 and 2, and the leader loses half the games.
    """
    state = position(((3, 1, 0), (2, 1, 1)), ([3, 3], [1, 1, 2]), [2], 1)
    assert solver.value(game, state, 0) == pytest.approx(0)
    assert by_worth(solver.policy(game, state, 0)) == {1: 0.5, 2: 0.5}
    theirs = by_worth(solver.policy(game, state, 1))
    assert theirs[2] == 0.5
    values = solver.values(game, state, 0)
    assert values[HOLD.id(1, 0, 0)] == pytest.approx(0)
    assert values[HOLD.id(3, 0, 0)] == pytest.approx(-1)


@compiled
def test_small_chips_are_valuable(solver: Solver) -> None:
    """The same position, but the leader has no small chips and cannot bid 1: a bid of 1 beats it."""
    state = position(((0, 1, 1), (2, 1, 1)), ([3, 3], [1, 1, 2]), [2], 1)
    assert solver.value(game, state, 0) == pytest.approx(-1)
    assert by_worth(solver.policy(game, state, 1)) == {1: 1}


@compiled
@both
def test_the_first_claim_in_the_last_round_decides(solver: Solver, tie_tile: str) -> None:
    """The first claim wins, even if it costs all chips (R7), so both bid everything and draw."""
    field, aside = ([1, 1, 2, 2, 3, 3], []) if tie_tile == "carry" else ([3], [1, 1, 2, 2, 3])
    state = position(((6, 3, 1), (6, 3, 1)), ([], []), field, -1, tie_tile, tuple(aside))
    assert solver.value(game, state, 0) == 0
    assert solver.policy(game, state, 0) == {HOLD.id(6, 3, 1): 1}
    assert solver.values(game, state, 1)[HOLD.id(6, 2, 1)] == -1


@compiled
@pytest.mark.parametrize("last", [0, 1])
def test_without_chips_the_last_claimer_wins(solver: Solver, last: int) -> None:
    state = position(((0, 0, 0), (0, 0, 0)), ([3, 1], [2]), [1], last)
    assert solver.value(game, state, 0) == (1 if last == 0 else -1)
    assert solver.policy(game, state, 0) == {0: 1}


@compiled
def test_values_average_over_the_next_tile(solver: Solver) -> None:
    """1 x 4 to 2 x 3 with a 1 on the field and 3, 2 in the deck. One seat has two reds, its opponent a green.

    The 1 is too expensive for both: 2 x 2 is less than 6, and the green chip is all its owner has. A 3 is worth
    a red chip, 4 x 2, and cannot be defended. So both bid nothing, and the next tile decides.
    """
    state = position(((0, 2, 0), (0, 0, 1)), ([1], [2]), [1], 1, "discard", (2, 3))
    assert solver.value(game, state, 0) == pytest.approx(0)
    assert solver.policy(game, state, 0) == solver.policy(game, state, 1) == {0: 1}
    assert solver.values(game, state, 0)[HOLD.id(0, 1, 0)] == pytest.approx(-1)
    assert solver.values(game, state, 1)[HOLD.id(0, 0, 1)] == pytest.approx(-1)


# --- the whole game ---


@compiled
@both
def test_the_start_is_worth_nothing_to_either_seat(solver: Solver, tie_tile: str) -> None:
    for first in (1, 2, 3):
        state = position(((6, 3, 1), (6, 3, 1)), ([], []), [first], -1, tie_tile)
        for seat in range(2):
            assert solver.value(game, state, seat) == pytest.approx(0, abs=TOLERANCE)


@pytest.mark.full
@compiled
@both
def test_the_strategy_cannot_be_exploited(tie_tile: str) -> None:
    assert brawl.solution_of(tie_tile).gap < TOLERANCE
    assert not np.isnan(brawl.solution_of(tie_tile).values).any()
    assert abs(brawl.exploitability(tie_tile)) < TOLERANCE  # from the start
    assert abs(brawl.exploitability(tie_tile, tiles=1)) < TOLERANCE  # from any position


@compiled
@both
def test_strategies_are_legal_and_earn_their_value(solver: Solver, tie_tile: str) -> None:
    for state in random_positions(tie_tile, 60):
        for seat in range(2):
            view = game.view(state, seat)
            policy, values = solver.policy(game, view, seat), solver.values(game, view, seat)
            value = solver.value(game, view, seat)
            assert list(values) == game.legal(view, seat)
            assert set(policy) <= set(values)
            assert min(policy.values()) > 0
            assert sum(policy.values()) == pytest.approx(1)
            assert max(values.values()) == pytest.approx(value, abs=TOLERANCE)
            for action in policy:
                assert values[action] == pytest.approx(value, abs=TOLERANCE)
            assert solver.choose(game, view, seat) in policy
        assert solver.value(game, state, 0) == pytest.approx(-solver.value(game, state, 1), abs=TOLERANCE)


@compiled
@both
def test_swapping_the_seats_swaps_the_solution(solver: Solver, tie_tile: str) -> None:
    for state in random_positions(tie_tile, 30):
        swapped = state.copy()
        for name in ("chips", "claimed", "score"):
            swapped[name][0] = state[name][0, ::-1]
        if state["last_claimer"][0] >= 0:
            swapped["last_claimer"] = 1 - state["last_claimer"]
        assert solver.policy(game, swapped, 1) == solver.policy(game, state, 0)
        assert solver.value(game, swapped, 1) == solver.value(game, state, 0)


@compiled
def test_a_committed_bid_does_not_change_the_solution(solver: Solver) -> None:
    state = game.new(seed=5)
    before = [solver.policy(game, game.view(state, seat), seat) for seat in range(2)]
    game.apply(state, 1, 55)
    assert [solver.policy(game, game.view(state, seat), seat) for seat in range(2)] == before
    assert solver.values(game, game.view(state, 0), 0) == solver.values(game, state, 0)


# --- plain search through the rules ---


def outcomes(state: States, first: int, second: int) -> list[tuple[float, States]]:
    """The states after both bids, one for every next tile, with their probabilities."""
    deck = [n for n in range(4) for _ in range(state["in_deck"][0, n])]
    found = []
    for top in sorted(set(deck)):
        order = deck.copy()
        order.remove(top)
        then = state.copy()
        then["deck"][0] = [*order, top] + [0] * (7 - len(deck))
        game.apply(then, 0, first)
        game.apply(then, 1, second)
        found.append((deck.count(top) / len(deck), then))
    return found


def public_key(state: States) -> tuple[bytes, ...]:
    names = ("chips", "claimed", "field", "in_deck", "last_claimer", "over", "rank")
    return tuple(state[name].tobytes() for name in names)


def payoff(state: States, seat: int) -> float:
    mine, theirs = state["rank"][0, seat], state["rank"][0, 1 - seat]
    return float(mine < theirs) - float(mine > theirs)


class Search:
    """Values by plain search through the rules: every bid and every tile, without merging bids."""

    def __init__(self) -> None:
        self._equilibrium: dict[tuple[bytes, ...], float] = {}
        self._against: dict[tuple[bytes, ...], float] = {}

    def equilibrium(self, state: States) -> float:
        if state["over"][0]:
            return payoff(state, 0)
        key = public_key(state)
        if key not in self._equilibrium:
            rows, columns = game.legal(state, 0), game.legal(state, 1)
            payoffs = [[self._expected(state, a, b) for b in columns] for a in rows]
            self._equilibrium[key] = solve(np.array(payoffs))[0]
        return self._equilibrium[key]

    def _expected(self, state: States, first: int, second: int) -> float:
        return sum(p * self.equilibrium(then) for p, then in outcomes(state, first, second))

    def against(self, solver: Solver, state: States, seat: int) -> float:
        """Payoff of the solver in this seat against a best response."""
        if state["over"][0]:
            return payoff(state, seat)
        key = public_key(state)
        if key not in self._against:
            policy = solver.policy(game, game.view(state, seat), seat)
            replies = []
            for reply in game.legal(state, 1 - seat):
                pairs = [
                    ((mine, reply) if seat == 0 else (reply, mine), probability) for mine, probability in policy.items()
                ]
                replies.append(
                    sum(
                        probability * p * self.against(solver, then, seat)
                        for bids, probability in pairs
                        for p, then in outcomes(state, *bids)
                    )
                )
            self._against[key] = min(replies)
        return self._against[key]


def endgames(tie_tile: str, tiles: int, count: int, most: int) -> list[States]:
    """Undecided positions small enough for a full search."""
    found, solver = [], Solver(0)
    for state in random_positions(tie_tile, 4000, tiles):
        pairs = len(game.legal(state, 0)) * len(game.legal(state, 1))
        if 7 - state["in_deck"][0].sum() == tiles and 4 < pairs <= most and abs(solver.value(game, state, 0)) < 1:
            found.append(state)
            if len(found) == count:
                break
    assert len(found) == count
    return found


@pytest.mark.full
@compiled
@both
@pytest.mark.parametrize(("tiles", "count", "most"), [(6, 6, 1000), (5, 8, 600), (4, 6, 150), (3, 3, 80)])
def test_plain_search_finds_the_same_values(solver: Solver, tie_tile: str, tiles: int, count: int, most: int) -> None:
    for state in endgames(tie_tile, tiles, count, most):
        search = Search()
        value = search.equilibrium(state)
        assert solver.value(game, state, 0) == pytest.approx(value, abs=TOLERANCE)


@compiled
@both
@pytest.mark.parametrize(("tiles", "count", "most"), [(6, 6, 1000), (5, 8, 600), (4, 6, 150), (3, 3, 80)])
def test_a_best_response_by_plain_search_gains_nothing(
    solver: Solver, tie_tile: str, tiles: int, count: int, most: int
) -> None:
    for state in endgames(tie_tile, tiles, count, most):
        for seat in range(2):
            earned = Search().against(solver, state, seat)
            assert earned == pytest.approx(solver.value(game, state, seat), abs=TOLERANCE)


@compiled
@both
def test_the_solver_beats_random_play_and_draws_with_itself(tie_tile: str) -> None:
    assert sum(match(Solver(seed), Random(seed), seed, tie_tile) for seed in range(100)) > 90
    assert [match(Solver(seed), Solver(seed + 1), seed, tie_tile) for seed in range(20)] == [0] * 20


def match(first: Any, second: Any, seed: int, tie_tile: str) -> float:
    state = game.new(seed=seed, tie_tile=tie_tile)
    while not state["over"][0]:
        for seat, bot in enumerate((first, second)):
            game.apply(state, seat, bot.choose(game, game.view(state, seat), seat))
    return payoff(state, 0)


# --- the solution and the bot ---


@compiled
@both
def test_solving_only_the_last_rounds_gives_the_same_values(tie_tile: str) -> None:
    part, whole = brawl.build(tie_tile, tiles=5), brawl.solution_of(tie_tile)
    solved = ~np.isnan(part.values)
    assert 0 < solved.sum() < len(solved)
    assert np.array_equal(part.values[solved], whole.values[solved])


@compiled
def test_a_seed_repeats_the_choices() -> None:
    state = position(((3, 1, 0), (2, 1, 1)), ([3, 3], [1, 1, 2]), [2], 1)
    runs = [[solver.choose(game, state, 0) for _ in range(40)] for solver in (Solver(3), Solver(3), Solver(4))]
    assert runs[0] == runs[1] != runs[2]
    assert len(set(runs[0])) == 2


@compiled
def test_a_finished_game_has_a_value_but_no_policy(solver: Solver) -> None:
    state = position(((3, 1, 0), (2, 1, 1)), ([3, 3], [1, 1, 2]), [2], 1)
    for seat in range(2):
        game.apply(state, seat, 0)
    assert [solver.value(game, state, seat) for seat in range(2)] == [1, -1]
    with pytest.raises(BadState, match="over"):
        solver.policy(game, state, 0)


def test_other_games_impossible_positions_and_bad_options_are_refused(solver: Solver) -> None:
    other: Game = get("othellino")
    with pytest.raises(BadState, match="Building Blocks Brawl"):
        solver.policy(other, other.new(seed=1), 0)
    state = game.new(seed=1)
    state["chips"][0, 1] = 0  # only claims spend chips
    with pytest.raises(BadState, match="cannot arise"):
        solver.policy(game, state, 0)
    with pytest.raises(BadOption, match="carry, discard"):
        brawl.build("keep")


# --- the search measured by the solver ---


@compiled
@pytest.mark.full
def test_search_with_evaluation_finds_nearly_optimal_bids(solver: Solver) -> None:
    """Loss of the first bid against optimal play: 0.1 or more without evaluation, or with a deeper tree."""
    lost = []
    for seed in range(3):
        state = game.new(seed=seed)
        found = analyse(game, state, 0, 60_000, seed, playout_policy=0.7, evaluates=True)
        bid_values = solver.values(game, state, 0)
        earned = sum(
            probability * bid_values[bid] for bid, probability in zip(found.actions, found.policy, strict=True)
        )
        lost.append(solver.value(game, state, 0) - earned)
    assert sum(lost) / len(lost) < 0.05, lost
