"""Ratings fit the results, runs continue where they stopped, and only games of the present levels count."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from matchbox.bots import levels, measured
from matchbox.bots.measured import RATINGS, digest_of, ratings_of, write_measured
from matchbox.engine import BadOption, Game, get
from matchbox.lab.rating_games import RatedGame, RatingGames, pairings
from matchbox.lab.ratings import Scale, points_of, scale_of, strengths

LEVELS = ("novice", "casual", "club")
FIRST = 500


@pytest.fixture
def brawl() -> Game:
    return get("building_blocks_brawl")


def lines(game: Game, level: str, below: str, wins: int, losses: int, file: Path, seconds: float = 1.0) -> None:
    """Append seeds from which a level won the games of both seats, or lost them."""
    empty = RatingGames(game, LEVELS, 2, FIRST, None)
    pairing = next(one for one in empty.pairings if (one.level, one.below) == (level, below))
    with file.open("a", encoding="utf-8") as out:
        for number in range(wins + losses):
            for line_up in empty.line_ups(pairing, number):
                mine = 1 if number < wins else 2
                ranks = tuple(mine if name == level else 3 - mine for name in line_up)
                scores = tuple(9 if name == level else 5 for name in line_up)
                digests = tuple(digest_of(game, name) for name in line_up)
                one = RatedGame(
                    game.id, game.about.version, empty.seed(pairing, number), line_up, digests, ranks, scores, seconds
                )
                out.write(json.dumps(asdict(one)) + "\n")


def scale(game: Game, file: Path) -> Scale:
    return scale_of(RatingGames(game, LEVELS, 2, FIRST, file))


def test_a_factor_of_ten_in_the_odds_is_400_points(brawl: Game, tmp_path: Path) -> None:
    lines(brawl, "club", "casual", 1000, 100, tmp_path / "games")
    lines(brawl, "casual", "novice", 1000, 100, tmp_path / "games")
    found = scale(brawl, tmp_path / "games")
    assert [round(row.rating, -1) for row in found.levels.values()] == [600, 1000, 1400]
    assert list(found.levels) == list(LEVELS)
    assert found.levels["casual"].low == found.levels["casual"].high == 1000
    assert found.levels["casual"].games == 4400
    assert found.pairs[0].score == pytest.approx(10 / 11)
    assert found.minutes == pytest.approx(4400 / 60)


def test_all_results_of_a_triangle_count(brawl: Game, tmp_path: Path) -> None:
    """Club is as good as casual, but beats novices more often than casual does: it ends up a little higher."""
    for level, below, wins, losses in (
        ("casual", "novice", 50, 50),
        ("club", "casual", 50, 50),
        ("club", "novice", 80, 20),
    ):
        lines(brawl, level, below, wins, losses, tmp_path / "games")
    found = scale(brawl, tmp_path / "games").levels
    assert found["novice"].rating < 1000 < found["club"].rating < 1241  # 1000 + 400 * log10(0.8 / 0.2)


def test_a_level_that_won_everything_has_a_finite_rating_and_an_open_end(brawl: Game, tmp_path: Path) -> None:
    found = []
    for seeds in (4, 40):
        file = tmp_path / f"{seeds}"
        lines(brawl, "club", "casual", seeds, 0, file)
        lines(brawl, "casual", "novice", seeds, seeds, file)
        found.append(scale(brawl, file).levels["club"])
    few, many = found
    assert 1200 < few.rating < many.rating < 3000
    assert 1000 < few.low < many.low < many.rating < many.high
    assert few.high - few.low > 300


def test_intervals_shrink_with_more_seeds(brawl: Game, tmp_path: Path) -> None:
    widths = []
    for seeds in (10, 160):
        file = tmp_path / f"{seeds}"
        lines(brawl, "casual", "novice", seeds, seeds, file)
        row = scale(brawl, file).levels["novice"]
        assert row.low < 1000 < row.high
        widths.append(row.high - row.low)
    assert widths[0] / widths[1] == pytest.approx(4, rel=0.2)


def test_more_seats_count_as_one_game() -> None:
    assert points_of(("club", "casual", "casual"), (1, 2, 3), "club") == 1.0
    assert points_of(("casual", "club", "casual"), (1, 2, 2), "club") == 0.25
    assert points_of(("club", "casual", "club"), (1, 2, 3), "casual") == 0.5
    assert strengths(np.array([[0.0, 1.0], [3.0, 0.0]]), 0)[1] == pytest.approx(np.log(3))


def test_every_seed_is_played_from_every_seat() -> None:
    played = RatingGames(get("liars_cards"), LEVELS, 3, FIRST, None)
    pair = played.pairings[0]
    assert played.line_ups(pair, 0) == [
        ("casual", "novice", "novice"), ("novice", "casual", "novice"), ("novice", "novice", "casual"),
    ]  # fmt: skip
    assert played.line_ups(pair, 1)[0] == ("novice", "casual", "casual")
    seeds = {played.seed(one, number) for one in played.pairings for number in range(50)}
    assert len(seeds) == 50 * len(played.pairings)


def test_a_cooperative_game_compares_scores_of_the_same_seed(tmp_path: Path) -> None:
    game = get("temple_of_doom")
    played = RatingGames(game, LEVELS, 2, FIRST, None)
    assert {played.seed(one, 3) for one in played.pairings} == {FIRST + 3}
    with (tmp_path / "games").open("w", encoding="utf-8") as out:
        for seed in range(FIRST, FIRST + 30):
            for level, score in zip(LEVELS, (1, 2 + seed % 2, 2), strict=True):
                if level != "club" or seed < FIRST + 10:
                    digests = (digest_of(game, level),) * 2
                    one = RatedGame(game.id, game.about.version, seed, (level,) * 2, digests, (1, 1), (score,) * 2, 1.0)
                    out.write(json.dumps(asdict(one)) + "\n")
    found = scale_of(RatingGames(game, LEVELS, 2, FIRST, tmp_path / "games"))
    assert {(pair.level, pair.below): (pair.games, pair.score) for pair in found.pairs} == {
        ("casual", "novice"): (30, 1.0), ("club", "casual"): (10, 0.25), ("club", "novice"): (10, 1.0),
    }  # fmt: skip


def test_time_goes_to_cheap_pairs_and_every_pair_gets_a_few_games(brawl: Game, tmp_path: Path) -> None:
    file = tmp_path / "games"
    lines(brawl, "casual", "novice", 3, 3, file, seconds=0.01)
    lines(brawl, "club", "novice", 1, 1, file, seconds=1.0)
    assert str(RatingGames(brawl, LEVELS, 2, FIRST, file).next_task([], 100, 0.0)[0]) == "club and casual"  # type: ignore[index]
    lines(brawl, "club", "casual", 3, 3, file, seconds=1.0)
    played = RatingGames(brawl, LEVELS, 2, FIRST, file)
    assert played.next_task([], 100, 0.0) is None
    cheap = played.pairings[0]
    assert played.next_task([], 100, 1000.0) == (cheap, 6)
    assert played.next_task([(cheap, 6)], 100, 1000.0) == (cheap, 7)
    assert played.next_task([], 12, 1000.0) == (played.pairings[1], 2)  # the cheap pair has all its games
    assert played.next_task([], 100, played.seconds + 0.5) == (cheap, 6)


def test_a_stopped_run_continues(brawl: Game, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"

    def play(file: Path) -> None:
        RatingGames(brawl, ("random", "novice", "casual"), 2, FIRST, file).play(4, 60.0, 2, lambda one: None)

    play(whole)
    text = whole.read_text(encoding="utf-8")
    cut.write_text(text[: len(text) // 2], encoding="utf-8")
    play(cut)

    def games(file: Path) -> set[str]:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
        return {json.dumps({**row, "seconds": 0}) for row in rows}

    assert len(games(whole)) == 4 + 4 + 4
    assert games(cut) == games(whole)


def test_games_of_other_settings_do_not_count(brawl: Game, tmp_path: Path) -> None:
    file = tmp_path / "games"
    lines(brawl, "casual", "novice", 5, 5, file)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(digest_of(brawl, "novice"), "other"), encoding="utf-8")
    with pytest.raises(BadOption, match="fixed at casual"):
        scale(brawl, file)


def test_levels_are_named_from_the_weakest_up() -> None:
    assert [str(one) for one in pairings(("random", "novice", "casual"))] == [
        "novice and random", "casual and random", "casual and novice",
    ]  # fmt: skip
    for wrong in (("casual", "novice"), ("casual",), ("casual", "casual")):
        with pytest.raises(BadOption, match="from the weakest up"):
            pairings(wrong)
    with pytest.raises(BadOption, match="no bot 'master'"):
        pairings(("casual", "master"))


@pytest.fixture
def folder(brawl: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The game's folder for one test."""
    for cached in (digest_of, measured.measured):
        cached.cache_clear()
    monkeypatch.setattr(brawl, "folder", tmp_path)
    yield tmp_path
    for cached in (digest_of, measured.measured):
        cached.cache_clear()


def test_a_scale_is_shown_while_its_levels_are_the_same(
    brawl: Game, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines(brawl, "club", "casual", 5, 5, folder / "games")
    lines(brawl, "casual", "novice", 5, 5, folder / "games")
    played = RatingGames(brawl, LEVELS, 2, FIRST, folder / "games")
    assert ratings_of(brawl) == {}
    write_measured(brawl, RATINGS, scale_of(played).document(played, "matchbox rate", "2026-01-01"))
    assert ratings_of(brawl) == {"novice": 1000, "casual": 1000, "club": 1000}
    for changed, left in (("club", ["novice", "casual"]), ("casual", [])):
        other = {**levels.LEVELS, changed: replace(levels.LEVELS[changed], looks=99)}
        monkeypatch.setattr(measured, "LEVELS", other)
        digest_of.cache_clear()
        assert list(ratings_of(brawl)) == left


def test_a_scale_of_other_rules_or_a_damaged_one_is_not_shown(brawl: Game, folder: Path) -> None:
    row = {"rating": 1200, "digest": digest_of(brawl, "casual")}
    write_measured(brawl, RATINGS, {"anchor": "casual", "levels": {"casual": row}})
    assert ratings_of(brawl) == {"casual": 1200}
    version = f'"version": {brawl.about.version}'
    other = (folder / RATINGS).read_text(encoding="utf-8").replace(version, '"version": 99')
    for text in (other, "{", "[]"):
        (folder / RATINGS).write_text(text, encoding="utf-8")
        measured.measured.cache_clear()
        assert ratings_of(brawl) == {}
