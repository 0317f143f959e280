"""Tuning: targets are read and measured, small grids are tried as a whole, large ones are searched."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from matchbox.engine import BadOption, get
from matchbox.lab.executors import Threads
from matchbox.lab.figures import NOTHING, Figure
from matchbox.lab.report.measures import MEASURES, Measure
from matchbox.lab.trials import trials_of
from matchbox.lab.tune import HOPELESS, Target, Tuned, read_targets, tune

MINUTES = next(one for one in MEASURES if one.name == "minutes")
DRAWS = next(one for one in MEASURES if one.name == "draws")
UNUSED = Figure(math.nan, None, None, 0)


def all_values(name: str) -> dict[str, Sequence[Any]]:
    return {option: field.values for option, field in get(name).options.items()}


def tuned(
    name: str, text: str, most: int = 60, games: int = 10, values: Mapping[str, Sequence[Any]] | None = None
) -> Tuned:
    targets = read_targets([text])
    trials = trials_of(get(name), 2, "random", None, [target.name for target in targets])
    return tune(trials, targets, values or all_values(name), most, games, Threads(2))


def test_targets_are_read() -> None:
    assert read_targets(["minutes=15 seat=0.5±0.01", "skill=high luck=low draws=10%+-2.5%"]) == [
        Target("minutes=15", "minutes", 15.0),
        Target("seat=0.5±0.01", "seat", 0.5, 0.01),
        Target("skill=high", "skill", sign=1),
        Target("luck=low", "luck", sign=-1),
        Target("draws=10%+-2.5%", "draws", 0.1, 0.025),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "name at least one target"),
        ("minutes", "cannot read the target 'minutes'; write NAME=VALUE"),
        ("minutes=long", "cannot read the target 'minutes=long'"),
        ("minutes=15 ± 1", "without spaces"),
        ("seat=0.5 seat=high", "a target for seat only once"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        read_targets([text])


def exact(value: float) -> Figure:
    return Figure(value, value, value, 10)


def distance(text: str, measure: Measure, value: float, usual: float = math.nan) -> float:
    [target] = read_targets([text])
    return target.distance(exact(value), exact(usual), measure)


def test_a_figure_within_the_tolerance_is_better_than_one_outside() -> None:
    assert distance("minutes=15±2", MINUTES, 15) == 0.0
    inside, edge, outside = (distance("minutes=15±2", MINUTES, value) for value in (14, 13, 12))
    assert 0 < inside < edge < 0.02
    assert outside > 0.5
    assert distance("minutes=15", MINUTES, 12) == pytest.approx(distance("minutes=15", MINUTES, 18))
    assert distance("draws=0", DRAWS, 0.05) == pytest.approx(1.01)
    assert distance("minutes=0", MINUTES, 1) == pytest.approx(1.01)


def test_high_and_low_count_from_the_usual_figure() -> None:
    assert distance("draws=high", DRAWS, 0.2, 0.1) == pytest.approx(-2.0)
    assert distance("draws=low", DRAWS, 0.2, 0.1) == pytest.approx(2.0)
    assert distance("minutes=low", MINUTES, 9, 10) == pytest.approx(-1.0)
    [target] = read_targets(["minutes=9"])
    assert target.distance(NOTHING, UNUSED, MINUTES) == HOPELESS


def test_a_small_grid_is_tried_as_a_whole() -> None:
    found = tuned("othellino", "choices=60±3")
    assert (found.tried, found.settings) == (6, 6)
    assert found.best.options["board"] == 8
    assert found.finals[0].distance < 0.05
    assert [final.distance for final in found.finals] == sorted(final.distance for final in found.finals)
    assert len(found.finals) == 3
    assert found.usual.trial.options == {"board": 6, "opening": "diagonal"}
    assert not found.is_usual
    assert found.games == 6 * 10 + 4 * 40
    again = tuned("othellino", "choices=60±3")
    assert again.as_dict() == found.as_dict()


def test_finalists_play_other_deals_than_in_the_search() -> None:
    found = tuned("othellino", "choices=30")
    [first] = found.trials.play([found.best.options], 10, Threads(1))
    assert found.best.figures["choices"].groups == 20
    assert found.best.figures["choices"].value != first.figures["choices"].value


def test_the_usual_settings_can_be_the_best() -> None:
    found = tuned("othellino", "minutes=low", values={"board": [6, 8]})
    assert found.is_usual
    assert len(found.finals) == 2


def test_a_large_grid_is_searched_the_same_way_every_time() -> None:
    pytest.importorskip("optuna", reason="Optuna is not installed (extra: lab)")
    found = tuned("othellino", "choices=60±3", most=4)
    assert (found.tried, found.settings) == (4, 6)
    assert found.usual.trial.options == {"board": 6, "opening": "diagonal"}
    assert found.best.options["board"] == 8
    again = tuned("othellino", "choices=60±3", most=4)
    assert again.as_dict() == found.as_dict()


@pytest.mark.full
def test_the_search_leaves_out_settings_against_the_rules() -> None:
    pytest.importorskip("optuna", reason="Optuna is not installed (extra: lab)")
    found = tuned("halma", "choices=low", most=8, games=4)
    assert found.tried == 8
    assert found.settings > 100
    for final in found.finals:
        assert get("halma").template(2, final.trial.options)["seats"][0] == 2
        assert final.trial.figures["choices"].groups == 8
    assert found.finals[0].distance <= found.usual.distance


def test_targets_and_values_have_to_make_sense() -> None:
    with pytest.raises(BadOption, match="draws is a share from 0 to 1; write for example"):
        tuned("othellino", "draws=50")
    with pytest.raises(BadOption, match="there is nothing to choose"):
        tuned("othellino", "draws=low", values={"board": [8]})
    with pytest.raises(BadOption, match="nothing measures 'minute' here; did you mean minutes"):
        tuned("othellino", "minute=5")
    with pytest.raises(BadOption, match="the rules allow none of these settings for 2 players"):
        tuned("halma", "choices=low", values={"board": ["triangle"], "goal_lock": ["on", "off"]})
