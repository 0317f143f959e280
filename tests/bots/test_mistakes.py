"""The check of reviews: mistakes are found in games of bots, and shares have intervals over games."""

from __future__ import annotations

from benchmarks.mistakes import Mistake, Reviewed, choices_of, interval, mistakes_of, recorded, row

from matchbox.bots.review import WORTH_A_LOOK, is_certain
from matchbox.engine import get


def reviewed(held: int, failed: int) -> Reviewed:
    mistakes = [Mistake(0.2, 0.2)] * held + [Mistake(0.2, 0.0)] * failed
    return Reviewed("war", "", 0, 10, mistakes, 1.0)


def test_a_mistake_holds_with_half_of_the_least_cost() -> None:
    assert Mistake(0.1, WORTH_A_LOOK / 2).holds
    assert not Mistake(0.1, WORTH_A_LOOK / 3).holds


def test_the_interval_is_over_games() -> None:
    """The same mistakes in few games tell less than in many."""
    few, many = [reviewed(10, 0), reviewed(0, 10)], [reviewed(1, 0), reviewed(0, 1)] * 10
    widths = [high - low for low, high in (interval(few), interval(many))]
    assert widths[0] > 1.5 * widths[1]
    low, high = interval([reviewed(2, 0)] * 10)
    assert 0.8 < low < high <= 1.0
    assert "0.75 (" in row("war", [reviewed(3, 1)] * 5)
    assert "| 0 | - |" in row("war", [reviewed(0, 0)])


def test_mistakes_of_a_game_of_bots_are_evaluated_again() -> None:
    game = get("building_blocks_brawl")
    found = mistakes_of(game, "random", 3, 40, 2, "")
    assert found.choices == sum(1 for _ in choices_of(recorded(game, "random", 3)))
    assert 0 < len(found.mistakes) <= found.choices
    assert all(one.cost >= WORTH_A_LOOK for one in found.mistakes)


def test_chance_after_a_move_is_noticed() -> None:
    othellino, backgammon = get("othellino"), get("backgammon")
    state = othellino.new(seed=1)
    seat = othellino.acting(state)[0]
    assert is_certain(othellino, state, seat, othellino.moves(state, seat)[0])
    state = backgammon.new(seed=1)
    seat = backgammon.acting(state)[0]
    while True:  # the last move of a turn is followed by a roll
        before, action = state.copy(), backgammon.moves(state, seat)[0]
        backgammon.apply(state, seat, action)
        if backgammon.acting(state) != [seat]:
            break
    assert not is_certain(backgammon, backgammon.view(before, seat), seat, action)
