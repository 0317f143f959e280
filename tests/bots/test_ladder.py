"""The ladder stops when a result is clear, resumes where it stopped, and counts only games of the current levels."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from benchmarks.ladder import LEAST, Rung, Trial, climb, judge, row

from matchbox.engine import get


def rung(name: str = "building_blocks_brawl", seats: int = 2) -> Rung:
    return Rung(get(name), seats, "novice", "random")


def test_two_seats_are_rated_by_the_share_of_decided_games() -> None:
    verdict = judge(rung(), [1.0] * 27 + [-1.0] * 3 + [0.0] * 10)
    assert verdict.share == pytest.approx(0.9)
    assert verdict.lead == pytest.approx(0.6)
    assert verdict.settled
    assert "yes" in str(verdict)
    assert "no" in str(judge(rung(), [1.0, -1.0] * 50))
    assert "open" in str(judge(rung(), [1.0, 1.0, -1.0] * 10))


@pytest.mark.parametrize(("name", "seats"), [("liars_cards", 3), ("temple_of_doom", 2)])
def test_other_games_are_rated_by_the_lead(name: str, seats: int) -> None:
    verdict = judge(rung(name, seats), [0.5, 1.5] * 10)
    assert verdict.share is None
    assert verdict.low < verdict.lead == 1.0 < verdict.high
    assert verdict.settled
    assert not judge(rung(name, seats), [0.5, -0.5] * 10).settled


def test_a_clear_rung_ends_early_and_an_open_rung_continues() -> None:
    step = rung()
    clear = {number: Trial(step.name, number, 1.0, 0.1) for number in range(LEAST)}
    assert list(climb(step, {step.name: clear}, 100)) == []
    even = {number: Trial(step.name, number, 1.0 if number % 3 else -1.0, 0.1) for number in range(LEAST)}
    new = list(climb(step, {step.name: even}, LEAST + 4))
    assert [trial.number for trial in new] == [LEAST, LEAST + 1, LEAST + 2, LEAST + 3]
    assert f"| {LEAST + 4} |" in row(step, even)


def test_trials_are_reproducible_and_rotate_seats() -> None:
    for step in (rung(), rung("liars_cards", 3)):
        first = list(climb(step, {}, 6))
        known = {step.name: {trial.number: Trial(**asdict(trial)) for trial in first[:2]}}
        again = list(climb(step, known, 6))
        assert [replace(trial, pace=0) for trial in again] == [replace(trial, pace=0) for trial in first[2:]]
        assert all(trial.pace > 0 for trial in first)


def test_a_changed_level_is_another_rung() -> None:
    name = rung().name
    assert "novice(" in name
    assert name != Rung(get("building_blocks_brawl"), 2, "casual", "random").name
    assert name != rung("othellino").name
