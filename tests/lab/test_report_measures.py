"""The measures of a report on games made by hand, whose figures are known."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from matchbox.lab.figures import Figure, elo_of, mean_of, share_of
from matchbox.lab.observed import ObservedGame
from matchbox.lab.report.collection import Group
from matchbox.lab.report.duels import strength_of
from matchbox.lab.report.measures import (
    Measure,
    curve_of,
    decided_at,
    is_comeback,
    lead_changes,
    measures_for,
    minutes_of,
    rounds_of,
    swing_of,
    won,
)
from matchbox.lab.report.plan import Duel
from matchbox.lab.report.reviews import Sums, review_part


def played(values: list[float | None], winner: int = 0, **changes: object) -> ObservedGame:
    """A game of two seats that choose in turns among two actions; seat 0 begins."""
    count = len(values)
    won_by = (1, 2) if winner == 0 else (2, 1)
    game = ObservedGame(
        seed=0,
        line_up=("club", "club"),
        repeat=0,
        ranks=won_by,
        scores=(10 - winner, 9 + winner),
        returns=(1.0, -1.0) if winner == 0 else (-1.0, 1.0),
        reason="over",
        capped=False,
        starter=0,
        points=tuple(range(count)),
        actors=tuple(number % 2 for number in range(count)),
        actions=(0,) * count,
        legal=((0, 1),) * count,
        values=tuple(values),
        stakes=(0.2,) * count,
    )
    return replace(game, **changes)  # type: ignore[arg-type]


def measure(name: str, seats: int = 2) -> Measure:
    return next(one for one in measures_for(seats, together=False) if one.name == name)


def test_the_lead_changes_where_another_seat_is_clearly_ahead() -> None:
    """Values of the seat on turn: seat 0 is ahead, then nobody clearly, then seat 1, then seat 0 to the end."""
    game = played([0.4, 0.04, -0.6, 0.6, 0.8, -0.9])
    curve = curve_of(game)
    assert curve
    assert curve.leaders == (0, 0, 1, 1, 0, 0)
    assert lead_changes(curve) == 2
    assert decided_at(game, curve) == pytest.approx(4 / 6)
    assert curve.worst == (-0.6, -0.9)
    assert is_comeback(game, curve)
    assert curve.deficit == pytest.approx((0.04 + 0.6 + 0.6) / 6)
    assert swing_of(game) == pytest.approx((0.6 + 0.9) / 2)


def test_a_game_that_its_leader_wins_is_no_comeback() -> None:
    game = played([0.4, -0.5, 0.6, -0.9])
    curve = curve_of(game)
    assert curve
    assert (lead_changes(curve), decided_at(game, curve), curve.deficit) == (0, 0.0, 0.0)
    assert not is_comeback(game, curve)


def test_with_three_seats_the_lead_waits_until_all_have_told_their_value() -> None:
    three = ("club",) * 3
    game = played([0.9, 0.1, -0.5, 0.2], line_up=three, ranks=(1, 2, 3), returns=(1.0, 0.0, -1.0), actors=(0, 1, 2, 1))
    curve = curve_of(game)
    assert curve
    assert curve.leaders == (-1, -1, 0, 0)


def test_a_draw_has_no_winner_and_a_co_operative_game_no_leader() -> None:
    draw = played([0.4, -0.4], ranks=(1, 1), returns=(0.0, 0.0))
    curve = curve_of(draw)
    assert curve
    assert decided_at(draw, curve) is None
    assert curve.deficit == 0.0
    assert measure("draws").of([(draw,), (draw,)]).value == 1.0
    assert [won(draw, seat) for seat in (0, 1)] == [0.5, 0.5]
    together = played([0.4, 0.4], ranks=(1, 1), returns=(0.5, 0.5))
    assert curve_of(together) is None
    assert measure("draws").of([(together,)]).value == 0.0


def test_bots_without_values_have_no_curve() -> None:
    assert curve_of(played([None, None])) is None
    assert swing_of(played([None, None])) is None
    assert math.isnan(measure("drama").of([(played([None, None]),)]).value)


def random_game(random: np.random.Generator) -> ObservedGame:
    return played([0.1, 0.1], int(random.integers(2)))


def test_luck_is_all_where_the_deal_decides_and_none_where_it_does_not() -> None:
    random = np.random.default_rng(1)
    same: list[Group] = [(game, game) for game in (random_game(random) for _ in range(300))]
    apart: list[Group] = [(random_game(random), random_game(random)) for _ in range(300)]
    assert measure("luck").of(same).value == pytest.approx(1.0)
    none = measure("luck").of(apart)
    assert none.value < 0.1
    assert none.low == 0.0
    half = measure("luck").of([*same, *apart])
    assert half.value == pytest.approx(0.5, abs=0.1)
    assert half.low is not None
    assert half.high is not None
    assert 0.3 < half.low < half.value < half.high < 0.7


def test_luck_needs_some_deals_and_two_games_of_each() -> None:
    assert measure("luck").of([(played([0.1]),)] * 20).groups == 0
    assert measure("luck").of([(played([0.1]), played([0.1], 1))] * 5).groups == 0


def test_a_count_is_never_below_nothing() -> None:
    few: list[Group] = [*[(played([0.4, -0.4]),)] * 3, (played([0.4, 0.4, 0.4]),)]
    found = measure("lead_changes").of(few)
    assert found.value > 0.0
    assert found.low == 0.0


def test_people_who_choose_at_the_same_time_wait_for_the_slowest() -> None:
    many = (tuple(range(8)), (0, 1))
    apart = played([0.0, 0.0], legal=many)
    together = played([0.0, 0.0], legal=many, points=(0, 0))
    assert minutes_of(apart) > minutes_of(together) == minutes_of(played([0.0], legal=many[:1]))
    assert minutes_of(played([0.0], legal=((0,),))) == 0.0  # forced


def test_a_turn_lasts_until_another_seat_decides() -> None:
    assert rounds_of(played([0.0] * 5, actors=(0, 0, 1, 0, 0))) == 2
    assert rounds_of(played([0.0] * 4)) == 2
    assert rounds_of(played([])) == 0


def test_turn_order_counts_from_the_starting_player() -> None:
    games = [played([0.0], winner, starter=1) for winner in (0, 1, 1, 1)]
    groups: list[Group] = [(game,) for game in games]
    assert measure("turn0").of(groups).value == 0.75
    assert measure("seat0").of(groups).value == 0.25
    assert measure("turn0").of([(played([0.0], starter=-1),)]).groups == 0


def test_a_difference_compares_the_same_deals() -> None:
    """Each game is longer by one or two than its twin: the difference is surer than either mean."""
    longer: list[Group] = [(played([0.0] * (number + 1 + number % 2)),) for number in range(20)]
    usual: list[Group] = [(played([0.0] * number),) for number in range(20)]
    found = measure("decisions").difference(longer, usual)
    assert found.value == pytest.approx(1.5)
    assert found.margin < 0.3 < measure("decisions").of(usual).margin


def test_groups_that_are_all_alike_do_not_make_figures_certain() -> None:
    draw = played([0.0], ranks=(1, 1), returns=(0.0, 0.0))
    found = measure("draws").difference([(draw,)] * 5, [(played([0.0]),)] * 5)
    assert found.value == 1.0
    assert found.low is not None
    assert 0.2 < found.low < 0.8
    each_once = measure("turn0").of([(played([0.0], 0), played([0.0], 1))] * 4)
    assert each_once.value == 0.5
    assert each_once.margin > 0.2


def test_measures_fit_the_game() -> None:
    rivals = {one.name for one in measures_for(3, together=False)}
    assert {"turn2", "seat2", "draws", "comebacks"} <= rivals
    together = {one.name for one in measures_for(2, together=True)}
    assert "wins" in together
    assert not {"turn0", "seat0", "draws", "margin", "comebacks"} & together
    assert "comebacks" not in {one.name for one in measures_for(2, together=False, match=True)}


# --- figures ---


def test_shares_stay_within_their_range() -> None:
    for values in ([0.0] * 5, [1.0] * 5, [0.0, 1.0, 1.0], [0.5] * 4):
        found = share_of(values)
        assert found.low is not None
        assert found.high is not None
        assert 0.0 <= found.low <= found.value <= found.high <= 1.0
    certain = measure("capped").of([(played([0.0]),)] * 10)
    assert certain.value == 0.0
    assert certain.high is not None
    assert 0.0 < certain.high < 0.4  # ten games do not prove that it never happens


def test_ratings_of_shares() -> None:
    assert elo_of(share_of([0.5] * 20)).value == 0.0
    found = elo_of(Figure(10 / 11, 0.7, 1.0, 100))
    assert found.value == pytest.approx(400.0)
    assert found.low == pytest.approx(147.2, abs=0.1)
    assert found.high == 1200.0
    assert elo_of(share_of([])).groups == 0


def test_one_of_several_figures_has_a_wider_interval() -> None:
    found = mean_of([1.0, 2.0, 3.0, 4.0])
    assert found.among(1) == pytest.approx(found, rel=1e-6)
    assert found.among(20).margin > 1.4 * found.margin


def duel(ranks: tuple[int, ...], line_up: tuple[str, ...]) -> ObservedGame:
    return played([0.0], ranks=ranks, line_up=line_up, scores=(0,) * len(ranks), returns=(0.0,) * len(ranks))


def test_the_strength_of_a_bot_counts_rivals_above_it() -> None:
    study = Duel("skill a : b", 1.0, 0, "a", "b")
    wins = (duel((1, 2), ("a", "b")), duel((2, 1), ("b", "a")))
    assert strength_of(study, [wins] * 8).share.value == 1.0
    ties = (duel((1, 1), ("a", "b")), duel((2, 1), ("a", "b")))
    found = strength_of(study, [ties] * 8)
    assert found.share.value == 0.25
    assert found.coin.value == 0.5
    three = (duel((2, 1, 3), ("a", "b", "b")),)
    assert strength_of(study, [three]).share.value == 0.5


def test_in_a_co_operative_game_the_better_result_of_a_deal_counts() -> None:
    study = Duel("skill a : b", 1.0, 0, "a", "b", together=True)
    better, worse = (played([0.0], returns=(value, value)) for value in (0.5, -0.5))
    assert strength_of(study, [(better, worse)]).share.value == 1.0
    assert strength_of(study, [(better, better)]).share.value == 0.5


def reviewed(luck: float, lost: tuple[float, float], result: float) -> tuple[ObservedGame, Sums]:
    game = played([0.0], 0 if result > 0 else 1, returns=(result, -result))
    return game, Sums((luck, -luck), lost)


def test_reviews_share_the_differences_between_luck_and_choices() -> None:
    lucky = [reviewed(one, (0.1, 0.1), one) for one in (1.0, -1.0) * 10]
    found = review_part("club", lucky)
    assert [found.luck.value, found.choices.value] == pytest.approx([1.0, 0.0])
    skilled = [reviewed(0.0, (1.0, 0.0) if one < 0 else (0.0, 1.0), one) for one in (1.0, -1.0) * 10]
    found = review_part("club", skilled)
    assert [found.luck.value, found.choices.value] == pytest.approx([0.0, 1.0])
    found = review_part("club", [*lucky, *skilled])
    assert [found.luck.value, found.choices.value] == pytest.approx([0.5, 0.5])
    assert review_part("club", lucky[:1]).luck.groups == 0


def test_in_a_co_operative_game_every_mistake_costs_everybody() -> None:
    games = [(played([0.0], returns=(one, one)), Sums((0.0, 0.0), (0.5 - one / 2, 0.0))) for one in (0.8, -0.6, 0.2)]
    assert review_part("club", games).choices.value == pytest.approx(0.5)
