"""Weaker levels err as people do: in small things more often than in large ones, and never beyond a limit."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.bots.analysis import Analysis
from matchbox.bots.levels import LEVELS, SearchBot, softened
from matchbox.bots.search import leaf_values
from matchbox.engine import games, get
from matchbox.engine.compiled import plain


def found(*values: float, policy: tuple[float, ...] = ()) -> Analysis:
    """An analysis of moves with these values; the first is the best."""
    visits = tuple(100 - i for i in range(len(values)))
    return Analysis(tuple(range(len(values))), visits, values, policy or tuple(n / sum(visits) for n in visits), 1000)


def test_an_expert_takes_the_best_move() -> None:
    assert softened(found(0.5, 0.4, 0.1), 0.0, 0.0, True).tolist() == [1.0, 0.0, 0.0]


def test_larger_losses_are_rarer_and_softer_players_err_more_often() -> None:
    analysis = found(0.5, 0.4, 0.2, 0.1)
    casual, novice = softened(analysis, 0.4, 1.0, True), softened(analysis, 1.0, 1.0, True)
    for chances in (casual, novice):
        assert chances.sum() == pytest.approx(1.0)
        assert (np.diff(chances) < 0.0).all()
    assert casual[0] > novice[0]


def test_nobody_gives_away_more_than_the_limit() -> None:
    chances = softened(found(0.5, 0.4, 0.09, -1.0), 5.0, 0.4, True)
    assert (chances > 0.0).tolist() == [True, True, False, False]


def test_nobody_misses_a_move_that_is_sure_to_win() -> None:
    assert softened(found(0.98, 1.0, 0.97), 2.0, 0.8, True).tolist() == [0.0, 1.0, 0.0]
    lucky = Analysis((0, 1), (100, 2), (0.5, 1.0), (0.98, 0.02), 102)  # two lucky playouts prove nothing
    assert softened(lucky, 0.0, 0.0, True).tolist() == [1.0, 0.0]


def test_a_lost_game_is_played_for_points() -> None:
    """All moves lose, so their visits tell nothing: the smallest defeat is best."""
    lost = found(-0.99980, -0.99990, -0.99960, -0.99985)
    assert softened(lost, 0.0, 0.0, True).tolist() == [0.0, 0.0, 1.0, 0.0]
    casual = softened(lost, 0.4, 0.4, True)
    assert casual.argmax() == 2
    assert casual[2] > 0.5


@pytest.mark.parametrize("name", ["war", "gold_mine"])
def test_results_tell_a_narrow_defeat_from_a_clear_one(name: str) -> None:
    game = get(name)
    values = np.zeros(16)
    state = game.new(2, 1)
    state["over"], state["rank"][0, :2] = 1, (2, 1)
    defeats = []
    for score in (3, 18):
        state["score"][0, :2] = (score, 20)
        plain(game.specialised(leaf_values))(state[0], None, values)
        assert values[1] == 1.0
        assert -1.0 <= values[0] < -0.999
        defeats.append(values[0])
    assert defeats[0] < defeats[1]


def test_many_bad_moves_are_no_more_tempting_than_one() -> None:
    one, many = softened(found(0.5, -0.5), 0.4, 2.0, True), softened(found(0.5, *[-0.5] * 99), 0.4, 2.0, True)
    assert one[0] > 0.9
    assert many[0] > 0.9


def test_a_move_that_was_never_tried_is_never_chosen() -> None:
    analysis = Analysis((7, 8, 9), (10, 0, 5), (0.1, -1.0, 0.0), (0.7, 0.0, 0.3), 15)
    assert softened(analysis, 2.0, 2.0, True)[1] == 0.0


def test_a_reluctant_move_must_be_better_by_that_much() -> None:
    analysis, reluctance = found(0.5, 0.48, 0.1), np.array([0.05, 0.0, 0.0])
    assert softened(analysis, 0.0, 0.0, True, reluctance).tolist() == [0.0, 1.0, 0.0]
    assert softened(analysis, 0.0, 0.0, True, np.array([0.01, 0.0, 0.0])).tolist() == [1.0, 0.0, 0.0]
    assert softened(analysis, 0.0, 0.0, True, reluctance[::-1]).tolist() == [1.0, 0.0, 0.0]
    eager, reluctant = softened(analysis, 0.4, 0.4, True), softened(analysis, 0.4, 0.4, True, reluctance)
    assert reluctant[0] < eager[0]
    assert reluctant.sum() == pytest.approx(1.0)
    sure = found(1.0, 0.98)
    assert softened(sure, 0.4, 0.4, True, reluctance[:2]).tolist() == [1.0, 0.0]


def test_simultaneous_choices_stay_mixed() -> None:
    analysis = found(0.1, 0.1, 0.0, policy=(0.5, 0.48, 0.02))
    assert softened(analysis, 0.0, 0.0, False) == pytest.approx([0.5 / 0.98, 0.48 / 0.98, 0.0])
    casual = softened(analysis, 0.4, 0.4, False)
    assert casual[2] > 0.0
    assert casual.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("name", games())
def test_levels_search_longer_and_choose_harder(name: str) -> None:
    game, levels = get(name), list(LEVELS.values())
    assert [level.rank for level in levels] == [0, 1, 2, 3]
    longer = [level.iterations(game) for level in levels]
    assert longer == sorted(longer)
    softer = [level.softness_in(game) for level in levels]
    assert softer == sorted(softer, reverse=True)
    assert softer[-1] == 0.0
    limits = [level.limit for level in levels]
    assert limits == sorted(limits, reverse=True)


def test_a_level_looks_at_every_move() -> None:
    game = get("othellino")
    assert LEVELS["casual"].iterations(game, 1000) == 16_000


def test_a_novice_does_not_always_play_the_same_move() -> None:
    game = get("othellino")
    view = game.new(seed=1)
    (seat,) = game.acting(view)
    bot = SearchBot(LEVELS["novice"], 3)
    assert len({bot.choose(game, view, seat) for _ in range(30)}) > 1
