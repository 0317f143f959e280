"""The key figures of reports, and what they say to players."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

import msgspec
import pytest

from matchbox.bots.measured import measured
from matchbox.engine import games, get
from matchbox.lab import game_numbers
from matchbox.lab.figures import Figure
from matchbox.lab.game_numbers import NUMBERS, Estimate, Numbers, Source, keep_numbers, kept_numbers, numbers_of
from matchbox.lab.game_sayings import sayings_of

ROOT = Path(__file__).parents[2]


def figure(value: float | None, reach: float | None, groups: int = 200) -> dict[str, Any]:
    """A figure as `report.json` has it."""
    ends = (None, None) if reach is None or value is None else (value - reach, value + reach)
    return {"value": value, "low": ends[0], "high": ends[1], "groups": groups}


def report(game: str = "othellino", first: float = 0.55, reach: float | None = 0.02, **more: Any) -> dict[str, Any]:
    """A report with the parts that its numbers use."""
    level = {
        "games": 400,
        "deals": 200,
        "measures": {
            "turn0": figure(first, reach),
            "turn1": figure(1 - first, reach),
            "seat0": figure(0.5, 0.02),
            "seat1": figure(0.5, 0.02),
            "choices": figure(20.25, 1.0),
            "rounds": figure(12.0, 0.5),
            "minutes": figure(3.4, 0.2),
            "luck": figure(None, None, 0),
            "lead_changes": figure(4.7, 2.2),
            "margin": figure(5.0, 1.0),
        },
        "minutes": {"edges": [2.0, 3.0, 4.0], "counts": [100, 300]},
    }
    duel = {"bot": "club", "other": "casual", "share": figure(0.7, 0.05), "elo": figure(147.0, 30.0), "coin": 0.6}
    whole = {
        "game": game, "seats": 2, "options": {}, "cooperative": False, "games": 900, "matchbox": "0.2.0",
        "levels": [{"bot": "casual", **level}, {"bot": "club", **level}], "skill": [duel], "ladder": [],
    }  # fmt: skip
    return {**whole, **more}


def texts(numbers: Numbers) -> list[str]:
    return [str(one.text).replace("\u00a0", " ") for one in sayings_of(numbers)]


def test_numbers_keep_the_key_figures_of_every_level() -> None:
    numbers = numbers_of(get("othellino"), report(), Source("matchbox report othellino", "0.2.0", "2026-11-19"))
    assert [level.bot for level in numbers.levels] == ["casual", "club"]
    assert list(numbers.levels[1].figures) == ["turn0", "turn1", "choices", "rounds", "minutes", "lead_changes"]
    assert numbers.levels[1].figures["turn0"] == Estimate(0.55, 0.53, 0.57)
    assert numbers.skill[0].elo == Estimate(147.0, 117.0, 177.0)
    assert numbers.lengths
    assert numbers.lengths.counts == [100, 300]
    assert not numbers.is_short


def test_tuples_of_a_document_give_the_same_numbers_as_its_file() -> None:
    def as_tuples(value: Any) -> Any:
        if isinstance(value, dict) and value.keys() == {"value", "low", "high", "groups"}:
            return Figure(**value)
        if isinstance(value, dict) and "elo" in value:
            return namedtuple("Strength", value)(**{name: as_tuples(one) for name, one in value.items()})
        if isinstance(value, dict):
            return {name: as_tuples(one) for name, one in value.items()}
        return [as_tuples(one) for one in value] if isinstance(value, list) else value

    game = get("othellino")
    assert numbers_of(game, as_tuples(report())) == numbers_of(game, report())


def test_seats_count_where_nobody_begins() -> None:
    found = report()
    for level in found["levels"]:
        level["measures"] |= {"turn0": figure(None, None, 0), "turn1": figure(None, None, 0)}
    numbers = numbers_of(get("othellino"), found)
    assert list(numbers.levels[0].figures)[:2] == ["seat0", "seat1"]
    assert "all begin at the same time, and among club bots seat 1 wins" in texts(numbers)[0]


@pytest.mark.parametrize("timing", ["live", "clock"])
def test_a_race_has_no_minutes(timing: str) -> None:
    """Nor when bots play it by the clock: people would not need as long as the choices of bots suggest."""
    numbers = numbers_of(get("speed"), report("speed", options={"timing": timing}))
    assert numbers.lengths is None
    assert "minutes" not in numbers.levels[0].figures
    assert not any("minutes" in text for text in texts(numbers))


@pytest.mark.parametrize(
    ("first", "reach", "verdict"),
    [
        (0.5, 0.02, "Fair"),
        (0.52, 0.04, "No advantage found"),
        (0.6, 0.25, "Too early to tell"),
        (0.54, 0.03, "Some advantage for the first player"),
        (0.6, 0.02, "A clear advantage for the first player"),
        (0.46, 0.03, "Some disadvantage for the first player"),
        (0.4, 0.02, "A clear disadvantage for the first player"),
        (1.0, None, "Too early to tell"),
    ],
)
def test_the_verdict_on_fairness_follows_from_the_interval(first: float, reach: float | None, verdict: str) -> None:
    numbers = numbers_of(get("othellino"), report(first=first, reach=reach))
    assert texts(numbers)[0].startswith(f"{verdict}: among club bots, the first player wins ")


def test_the_place_that_is_clearly_furthest_from_an_equal_part_is_told() -> None:
    found = report("gold_mine", seats=4)
    shares = {f"turn{place}": figure(share, 0.02) for place, share in enumerate((0.25, 0.24, 0.21, 0.3))}
    for level in found["levels"]:
        level["measures"] |= shares
    assert texts(numbers_of(get("gold_mine"), found))[0].startswith("Some advantage for player 4: among club bots")


def test_several_places_need_more_evidence() -> None:
    assert Estimate(0.6, 0.51, 0.69).is_above(0.5)
    assert not Estimate(0.6, 0.51, 0.69).among(7).is_above(0.5)
    assert Estimate(0.6, 0.51, 0.69).among(1).low == pytest.approx(0.51)


def test_the_main_bot_is_that_of_the_report() -> None:
    found = report(main="casual")
    found["levels"][0]["measures"] = found["levels"][0]["measures"] | {"turn0": figure(0.7, 0.02)}
    numbers = numbers_of(get("othellino"), found)
    assert numbers.main == "casual"
    assert "among casual bots, the first player wins 70 %" in texts(numbers)[0]


def test_reviews_tell_luck_and_choices() -> None:
    part = {"bot": "casual", "games": 12, "luck": figure(0.4, 0.1), "choices": figure(0.5, 0.1)}
    nothing = {"bot": "club", "games": 0, "luck": figure(None, None, 0), "choices": figure(None, None, 0)}
    found = texts(numbers_of(get("othellino"), report(reviews=[part, nothing])))
    assert (
        "By reviews of 12 games of casual bots, luck explains 40 % (30 to 50) of the differences between results, and "
        "good and bad choices 50 % (40 to 60)." in found
    )
    assert not any("of club bots, luck" in text for text in found)


@pytest.mark.parametrize(
    ("gains", "end"),
    [
        ([100, 50, 5, -2], "After 2 doublings, more search hardly helps."),
        ([5, 0, 5, -2], "More search hardly helps."),
        ([100, 90, 80, 70], "More search would still help."),
        ([5, 90, 5, 10], ""),
    ],
)
def test_the_ladder_tells_where_more_search_stops_to_help(gains: list[int], end: str) -> None:
    ladder = [
        {"bot": f"casual x{2**n}", "other": "casual", "share": figure(0.5, 0.1), "elo": figure(gain, 10), "coin": 1.0}
        for n, gain in enumerate(gains)
    ]
    found = texts(numbers_of(get("othellino"), report(ladder=ladder)))
    assert [text for text in found if "more search" in text.lower()] == [end] * bool(end)


def test_sentences_tell_figures_with_their_intervals() -> None:
    found = texts(numbers_of(get("othellino"), report()))
    assert "the first player wins 55 % (53 to 57) of the games. An equal part would be 50 %." in found[0]
    assert "In a game, all players together make 20 choices in 12 rounds." in found
    assert "That takes people about 3 minutes." in found
    assert "The lead changes 4.7 (2.5 to 6.9) times in a game." in found
    assert "Against casual bots, club bots take 70 % (65 to 75) of the points. A tie is half a point." in found


def test_few_games_say_nothing_about_shares() -> None:
    """Such as 50 % (6 to 94) of the games that are comebacks."""
    found = report(
        ladder=[{"bot": "casual x2", "other": "casual x1", "share": figure(0.5, 0.4), "elo": figure(0, 300)}]
    )
    found["skill"][0]["share"] = figure(0.5, 0.3)
    for level in found["levels"]:
        level["measures"] |= {"luck": figure(0.3, 0.3), "decided": figure(0.5, 0.3), "comebacks": figure(0.5, 0.44)}
    told = " ".join(texts(numbers_of(get("othellino"), found)))
    for word in ("The deal", "leads for good", "points", "search"):
        assert word not in told


def test_games_that_repeat_each_other_are_no_evidence_of_an_advantage() -> None:
    found = report(first=0.9)
    assert texts(numbers_of(get("othellino"), found))[0].startswith(
        "A clear advantage for the first player: among club"
    )
    found["levels"][1] = {**found["levels"][1], "different": 12}
    fair, repeated, *_ = texts(numbers_of(get("othellino"), found))
    assert fair.startswith("Too early to tell: among club bots, the first player wins 90 %")
    assert repeated.startswith("Only 12 of these 400 games are different")
    found["levels"][1] = {**found["levels"][1], "different": 390}
    assert texts(numbers_of(get("othellino"), found))[0].startswith("A clear advantage")


def test_players_of_a_cooperative_game_win_together() -> None:
    found = report("temple_of_doom", cooperative=True, options={})
    for level, share in zip(found["levels"], (0.2, 0.6), strict=True):
        level["measures"] = {"wins": figure(share, 0.1)}
    assert texts(numbers_of(get("temple_of_doom"), found))[:2] == [
        "Together, casual bots win 20 % (10 to 30) of their games.",
        "Together, club bots win 60 % (50 to 70) of their games.",
    ]


def test_a_report_without_finished_games_says_nothing() -> None:
    numbers = numbers_of(get("othellino"), report(levels=[], skill=[]))
    assert sayings_of(numbers) == []
    assert numbers.is_short


def test_numbers_are_kept_beside_the_rules_until_these_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = get("othellino")
    monkeypatch.setattr(game, "folder", tmp_path)
    try:
        numbers = numbers_of(game, report(), Source("matchbox report othellino", "0.2.0", "2026-11-19"))
        keep_numbers(game, numbers)
        assert kept_numbers(game) == numbers
        kept = json.loads((tmp_path / NUMBERS).read_text())
        (tmp_path / NUMBERS).write_text(json.dumps({**kept, "version": kept["version"] + 1}))
        measured.cache_clear()
        kept_numbers.cache_clear()
        assert kept_numbers(game) is None
    finally:
        monkeypatch.undo()
        measured.cache_clear()
        kept_numbers.cache_clear()


def test_the_tool_says_which_report_it_cannot_read(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tools" / "keep_numbers.py"), str(tmp_path / "none.json"), "--command", "x"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "none.json" in done.stderr


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_the_numbers_of_every_game_can_be_read(game: Any) -> None:
    if not (game.folder / NUMBERS).exists():
        return
    numbers = kept_numbers(game)
    assert numbers, "made with other rules; make new ones with `make reports`"
    assert numbers.source
    assert f"matchbox report {game.id}" in numbers.source.command
    assert sayings_of(numbers)
    assert (game.folder / NUMBERS).stat().st_size < 16_000
    assert msgspec.json.decode(msgspec.json.encode(numbers), type=game_numbers.Numbers) == numbers
