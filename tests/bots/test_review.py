"""Reviews find blunders, and luck sums to zero in games without chance."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from matchbox.bots.review import (
    BEYOND_DOUBT,
    CLOSER_LOOKS,
    EFFORT,
    MORE,
    WORTH_A_LOOK,
    Cost,
    Evaluator,
    Review,
    review,
)
from matchbox.engine import Game, States, get
from matchbox.engine.notation import Record
from matchbox.scene import Text, Words


def told(sentence: Words, seat: int) -> str:
    return sentence.told(["Ann", "Bob"], seat) if isinstance(sentence, Text) else sentence


def played(name: str, seed: int, choose_last: int | None = None, **options: Any) -> Record:
    """A random game in which one seat may always play its last legal action."""
    game: Game = get(name)
    state = game.new(seed=seed, **options)
    record = Record(game, 2, game.options_of(state), seed)
    choose = np.random.default_rng(seed)
    while not state["over"][0]:
        seat = game.acting(state)[0]
        legal = game.legal(state, seat)
        action = legal[-1] if seat == choose_last else int(choose.choice(legal))
        game.apply(state, seat, action)
        record.actions.append((seat, action))
    record.result = game.result(state)
    return record


def test_every_choice_is_reviewed_and_the_values_end_with_the_result() -> None:
    # Seat 0 always bids all it has. The planner does not know this option, so costs have errors.
    record = played("building_blocks_brawl", 5, choose_last=0, tie_tile="discard")
    found = review(record, 300, 3)
    assert [choice.number for choice in found.choices] == list(range(1, len(record.actions) + 1))
    assert (found.choices[0].seat, found.choices[0].played) == (0, "hold blue=6 red=3 green=1")
    assert record.result is not None
    final = [1.0 if rank == 1 else -1.0 for rank in record.result.ranks]
    assert found.values[-1] == final
    assert all(choice.cost >= 0 for choice in found.choices)
    assert all(choice.cost == 0 if choice.cost < 2 * choice.error else choice.cost >= 0 for choice in found.choices)
    assert all(choice.error == 0 for choice in found.choices if choice.cost == 0)
    document = found.as_dict()
    for seat in range(2):
        mine = [choice for choice in found.choices if choice.seat == seat]
        assert document["lost"][seat] == pytest.approx(sum(choice.cost for choice in mine))
        assert document["lost_errors"][seat] ** 2 == pytest.approx(sum(choice.error**2 for choice in mine))
    assert found.lost_error(0) > 0
    worst = found.costliest(0)[0]
    assert worst.number == 1
    assert worst.cost > 0.3
    assert len(found.sparkline(0)) == len(found.values)


def test_a_cost_within_two_standard_errors_is_none() -> None:
    assert Cost(WORTH_A_LOOK).is_clear
    assert not Cost(WORTH_A_LOOK - 0.001).is_clear
    assert Cost(0.2, 0.1).is_clear
    assert not Cost(0.2, 0.101).is_clear


def test_a_cost_is_the_mean_of_the_same_deals_with_its_standard_error() -> None:
    """Bidding everything at once is a mistake in any deal; with other deals the difference is about the same."""
    game = get("building_blocks_brawl")
    state = game.new(2, 5, tie_tile="discard")  # no planner has learnt this option
    view = game.view(state, 0)
    most = game.moves(view, 0)[-1]
    first, other = (Evaluator(game, state, 300, 4, seed=seed) for seed in (0, 77))
    best, cost = first.best(view, 0, most, 1)
    assert best != most
    found, again = (one.difference(view, 0, best, most) for one in (first, other))
    assert found == first.difference(view, 0, best, most)
    assert first.difference(view, 0, best, most, MORE, 8) == cost  # the second look
    assert 0 < found.error < 0.2
    assert found != again
    assert abs(found.mean - again.mean) < 4 * (found.error + again.error)
    assert first.difference(view, 0, most, most).mean == 0.0


class Scripted(Evaluator):
    """Closer looks by a planner find these costs."""

    costs: dict[float, float]
    efforts: list[float]

    def _closer_look(
        self, view: States, seat: int, top: int, action: int, seed: int, effort: float
    ) -> tuple[int, Cost]:
        self.efforts.append(effort)
        return top, Cost(self.costs[effort])


@pytest.mark.parametrize(
    ("costs", "cost"),
    [
        ([0.01], 0.0),  # the second look finds no mistake
        ([0.1, 0.01], 0.0),  # the third look finds none
        ([0.1, 0.2], 0.2),
        ([BEYOND_DOUBT], BEYOND_DOUBT),  # no third look
    ],
)
def test_a_planner_looks_closer_until_there_is_no_mistake_or_no_doubt(costs: list[float], cost: float) -> None:
    game = get("othellino")
    state = game.new(seed=1)
    while len(moves := game.moves(state, game.acting(state)[0])) < 5:
        game.apply(state, game.acting(state)[0], moves[0])
    seat = game.acting(state)[0]
    evaluator = Scripted(game, state, 100, 2)
    evaluator.costs, evaluator.efforts = dict(zip(CLOSER_LOOKS, costs, strict=False)), []
    plan = evaluator.plan_values(view := game.view(state, seat), seat, 1, EFFORT)
    assert plan is not None
    best, worst = max(plan, key=lambda one: plan[one]), min(plan, key=lambda one: plan[one])
    assert evaluator.best(view, seat, worst, 1) == (best if cost else worst, Cost(cost))
    assert evaluator.efforts == list(CLOSER_LOOKS[: len(costs)])


@pytest.fixture(scope="module")
def othellino() -> Review:
    return review(played("othellino", 3), 200, 2)


def test_a_game_without_chance_has_no_luck(othellino: Review) -> None:
    assert othellino.luck == pytest.approx([0, 0], abs=1e-9)


def test_a_review_tells_moves_in_sentences(othellino: Review) -> None:
    """The played and the better move, as the log tells moves to their player."""
    found = othellino
    worst = max(found.choices, key=lambda choice: choice.cost)
    assert re.fullmatch(r"You (play|take the corner) \w\d and flip \d pieces?\.", told(worst.told, worst.seat))
    assert re.fullmatch(r"You (play|take the corner) \w\d and flip \d pieces?\.", told(worst.better, worst.seat))
    assert worst.told != worst.better
    assert all(choice.better == "" for choice in found.choices if choice.cost == 0)


def test_steps_of_a_review_count_the_actions() -> None:
    """Simultaneous choices share a decision point, so it comes after several actions."""
    record = played("building_blocks_brawl", 5)
    found = review(record, 20, 1)
    assert len(found.steps) == len(found.values)
    assert (found.steps[0], found.steps[-1]) == (0, len(record.actions))
    assert found.steps == sorted(set(found.steps))


def test_the_chart_has_a_line_for_each_seat() -> None:
    found = review(played("gold_mine", 3), 50, 2)
    chart = found.svg()
    assert chart.startswith("<svg")
    assert chart.count("<polyline") == 2
    assert found.as_dict()["sparklines"] == [found.sparkline(0), found.sparkline(1)]


@pytest.mark.full
def test_a_planner_decides_what_a_mistake_costs() -> None:
    """The search would call other moves mistakes with other iterations."""
    record = played("backgammon", 1)
    short, long = (review(record, iterations, 1) for iterations in (20, 200))
    assert short.choices == long.choices
    assert short.values == long.values
    assert 0 < sum(choice.cost > 0 for choice in short.choices) < len(short.choices)
    assert {choice.error for choice in short.choices} == {0.0}
