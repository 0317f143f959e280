"""Corrections recover the truth, runs continue where they stopped, and hints and reviews use a correction that fits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from matchbox.bots import measured
from matchbox.bots.calibration import Correction, correction_for, hint_analysis
from matchbox.bots.levels import LEVELS
from matchbox.bots.measured import CALIBRATION, digest_of, write_measured
from matchbox.bots.review import review
from matchbox.engine import BadOption, Game, get
from matchbox.lab.calibration import Sample, Sampler, calibrate, document, error_of, fit, reliability
from tests.bots.test_review import played


@pytest.fixture
def brawl() -> Game:
    return get("building_blocks_brawl")


@pytest.fixture
def folder(brawl: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The game's folder for one test."""
    for cached in (digest_of, measured.measured):
        cached.cache_clear()
    monkeypatch.setattr(brawl, "folder", tmp_path)
    yield tmp_path
    for cached in (digest_of, measured.measured):
        cached.cache_clear()


def test_a_correction_is_monotone_and_fair() -> None:
    values = np.linspace(-1.0, 1.0, 41)
    for correction in (Correction(0.5), Correction(2.0), Correction(1.3, 0.4)):
        found = [correction.value(value) for value in values]
        assert found == sorted(found)
        assert (found[0], found[-1]) == (-1.0, 1.0)
    assert Correction(0.5).value(0.6) < 0.6 < Correction(2.0).value(0.6)
    assert Correction(2.0).value(-0.6) == pytest.approx(-Correction(2.0).value(0.6))
    assert [Correction().value(value) for value in values] == pytest.approx(list(values))
    assert Correction(1.0, 0.4).value(0.0) > 0.0
    assert Correction().value(1.2) == 1.0


def drawn(slope: float, bias: float, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Predictions, and results of games that follow the corrected ones."""
    chance = np.random.default_rng(3)
    predicted = chance.uniform(0.02, 0.98, games)
    shares = np.array([(Correction(slope, bias).value(2 * one - 1) + 1) / 2 for one in predicted])
    return predicted, (chance.random(games) < shares).astype(float)


@pytest.mark.parametrize(("slope", "bias"), [(0.5, 0.0), (1.0, 0.0), (2.0, 0.0), (0.7, 0.6)])
def test_a_fit_recovers_the_correction(slope: float, bias: float) -> None:
    predicted, results = drawn(slope, bias, 4000)
    found = fit(predicted, results, with_bias=bias != 0)
    assert found.slope == pytest.approx(slope, abs=0.12)
    assert found.bias == pytest.approx(bias, abs=0.12)


def test_few_games_change_little() -> None:
    assert fit(np.array([0.9, 0.8]), np.array([0.0, 0.0]), with_bias=True).slope > 0.3
    assert fit(np.array([0.99]), np.array([1.0]), with_bias=False).slope == pytest.approx(1.0, abs=0.05)


def test_reliability_counts_every_game_once() -> None:
    predicted, results = drawn(0.5, 0.0, 2000)
    bins = reliability(predicted, results)
    assert sum(one.games for one in bins) == 2000
    assert [round(one.predicted, 1) for one in bins] == pytest.approx(np.arange(10) / 10 + 0.05, abs=0.06)
    assert all(one.low <= one.result <= one.high for one in bins)
    assert reliability(np.array([1.0, 0.0]), np.array([1.0, 0.0]))[-1].games == 1
    assert error_of(reliability(np.array([0.8, 0.8]), np.array([1.0, 0.0]))) == pytest.approx(0.3)


def samples(slope: float, games: int) -> list[Sample]:
    predicted, results = drawn(slope, 0.0, games)
    rows = zip(predicted, results, strict=True)
    return [Sample("", 1, 2, "casual", (), n, 2 * p - 1, 0.0, 2 * r - 1, 0.1) for n, (p, r) in enumerate(rows)]


def test_a_calibration_halves_a_large_error_and_tells_what_chance_explains() -> None:
    found = calibrate(samples(0.4, 2000), "hint", with_bias=False)
    assert found.slope_low < 0.4 < found.slope_high
    assert found.error > 0.1
    assert found.error_corrected < found.error / 2
    assert 0.0 < found.error_by_chance < 0.04
    fine = calibrate(samples(1.0, 2000), "hint", with_bias=False)
    assert fine.error < 2 * fine.error_by_chance
    with pytest.raises(BadOption, match="too few"):
        calibrate(samples(1.0, 5), "hint", with_bias=False)


def test_samples_are_reproducible_and_a_stopped_run_continues(brawl: Game, tmp_path: Path) -> None:
    file = tmp_path / "samples"
    sampler = Sampler(brawl, "novice", 2, 70, file)
    sampler.play(3, 60.0, 1, lambda done: None)
    text = file.read_text(encoding="utf-8")
    file.write_text(text[:-20], encoding="utf-8")
    again = Sampler(brawl, "novice", 2, 70, file)
    assert [one.seed for one in again.samples] == [70, 71]
    again.play(4, 60.0, 2, lambda done: None)

    def values(found: list[Sample]) -> list[tuple[float, ...]]:
        return [(one.seed, one.hint, one.review, one.result) for one in found]

    assert values(again.samples)[:3] == values(sampler.samples)
    assert len(Sampler(brawl, "novice", 2, 70, file).samples) == 4
    assert not Sampler(brawl, "casual", 2, 70, file).samples
    assert all(-1 <= value <= 1 for one in again.samples for value in (one.hint, one.review, one.result))


def keep(game: Game, slope: float) -> None:
    sampler = Sampler(game, "casual", 2, 0, None)
    found = calibrate(samples(slope, 400), "hint", with_bias=False)
    write_measured(game, CALIBRATION, document(sampler, {"hint": found, "review": found}, "", ""))


def test_a_correction_is_used_where_it_fits(brawl: Game, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = brawl.new(2, 1)
    assert correction_for(brawl, table, "hint") == Correction()
    raw = hint_analysis(brawl, table, 0, 5)
    keep(brawl, 0.5)
    correction = correction_for(brawl, table, "review")
    assert correction.slope == pytest.approx(0.5, abs=0.2)
    found = hint_analysis(brawl, table, 0, 5)
    assert found.values == pytest.approx([correction.value(value) for value in raw.values])
    assert found.policy == raw.policy
    option, field = next(iter(brawl.options.items()))
    other = next(value for value in field.values if value != field.default)
    assert correction_for(brawl, brawl.new(2, 1, **{option: other}), "hint") == Correction()
    monkeypatch.setattr(measured, "LEVELS", {**LEVELS, "club": LEVELS["expert"]})
    digest_of.cache_clear()
    assert correction_for(brawl, table, "hint") == Correction()


def test_a_review_shows_corrected_values(brawl: Game, folder: Path) -> None:
    record = played("building_blocks_brawl", 5)
    raw = review(record, 50, 1)
    keep(brawl, 0.5)
    correction = correction_for(brawl, brawl.template(2), "review")
    found = review(record, 50, 1)
    assert found.values[-1] == raw.values[-1]
    assert found.values[:-1] == [[pytest.approx(correction.value(value)) for value in row] for row in raw.values[:-1]]
