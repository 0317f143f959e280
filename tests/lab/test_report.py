"""Reports: the same games give the same figures, and planted faults are found."""

from __future__ import annotations

import functools
import html
import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from matchbox.engine import BadOption, games, get
from matchbox.engine.notation import parse_game
from matchbox.lab.executors import Executor, Processes, Threads
from matchbox.lab.report.collection import Collection, Limits
from matchbox.lab.report.make import DATA, GAMES, PAGE, REPLAYS, Report, prepare, report_of, write_report
from matchbox.lab.report.page import page_of
from matchbox.lab.report.plan import RUNG, Settings, settings_of, studies

from .planted import game as planted

LIMITS = Limits(games=2)


def gold_mine() -> Settings:
    return settings_of(get("gold_mine"), 2, {}, ["casual", "novice"], seed=7)


def made(folder: Path, executor: Executor, progress: Callable[[float], None] = lambda done: None) -> bytes:
    """The data of a report on a few games."""
    settings = gold_mine()
    collection = prepare(settings, folder)
    collection.collect(LIMITS, executor, progress)
    write_report(report_of(settings, collection), folder)
    return (folder / DATA).read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("report")
    made(found, Threads(2))
    return found


def test_levels_go_from_the_weakest_up() -> None:
    assert gold_mine().levels == ("novice", "casual")


def test_the_same_games_give_the_same_figures(folder: Path, tmp_path: Path) -> None:
    assert made(tmp_path / "again", Threads(1)) == (folder / DATA).read_bytes()


def test_a_stopped_report_goes_on(folder: Path, tmp_path: Path) -> None:
    """Stopped twice, once in the middle of a line, it ends as if it had never been stopped."""

    class Stop(Exception):
        pass

    def stop_at(limit: float, done: float) -> None:
        if done > limit:
            raise Stop

    for limit in (0.2, 0.6):
        with pytest.raises(Stop):
            made(tmp_path, Threads(2), functools.partial(stop_at, limit))
        with (tmp_path / GAMES).open("a", encoding="utf-8") as file:
            file.write('{"study": "level nov')
    before = len((tmp_path / GAMES).read_text(encoding="utf-8").splitlines())
    assert made(tmp_path, Threads(2)) == (folder / DATA).read_bytes()
    after = (tmp_path / GAMES).read_text(encoding="utf-8").splitlines()
    assert before < len(after)
    played = [(line["study"], line["group"]) for line in map(_read, after) if "study" in line]
    assert len(set(played)) == len(played)


def _read(line: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(line)
    except ValueError:
        return {}
    return found


@pytest.mark.full
def test_processes_find_the_same_figures(folder: Path, tmp_path: Path) -> None:
    assert made(tmp_path, Processes(2)) == (folder / DATA).read_bytes()


def test_a_finished_report_plays_no_more_games(folder: Path) -> None:
    before = (folder / GAMES).read_bytes()
    made(folder, Threads(1))
    assert (folder / GAMES).read_bytes() == before


@pytest.mark.full
def test_seconds_count_those_of_earlier_runs(tmp_path: Path) -> None:
    settings, limits = gold_mine(), Limits(seconds=1)
    prepare(settings, tmp_path).collect(limits, Threads(2))
    before = (tmp_path / GAMES).read_bytes()
    assert before
    prepare(settings, tmp_path).collect(limits, Threads(2))
    assert (tmp_path / GAMES).read_bytes() == before
    prepare(settings, tmp_path).collect(Limits(seconds=60, games=8), Threads(2))
    assert len((tmp_path / GAMES).read_bytes()) > len(before)


def test_other_settings_need_another_folder(folder: Path) -> None:
    with pytest.raises(BadOption, match="choose another folder"):
        prepare(settings_of(get("gold_mine"), 3, {}, ["novice", "casual"], seed=7), folder)


def test_bad_settings_are_refused() -> None:
    game = get("gold_mine")
    with pytest.raises(BadOption, match="at least one bot"):
        settings_of(game, 2, {}, [])
    with pytest.raises(BadOption, match="once"):
        settings_of(game, 2, {}, ["casual", "casual"])
    with pytest.raises(BadOption, match="no bot 'nobody'"):
        settings_of(game, 2, {}, ["nobody"])
    with pytest.raises(BadOption, match="limit"):
        Limits()


def figures_in(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict) and value.keys() == {"value", "low", "high", "groups"}:
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from figures_in(one)


def test_every_interval_contains_its_figure(folder: Path) -> None:
    figures = list(figures_in(json.loads((folder / DATA).read_bytes())))
    assert len(figures) > 100
    known = [one for one in figures if one["groups"] and one["low"] is not None]
    assert known
    assert all(one["low"] <= one["value"] <= one["high"] for one in known)
    assert all(one["value"] is None for one in figures if not one["groups"])


def test_a_report_covers_every_question(folder: Path) -> None:
    report = json.loads((folder / DATA).read_bytes())
    assert {part["bot"] for part in report["levels"]} == {"novice", "casual"}
    assert [found["bot"] for found in report["ladder"]] == [f"novice {x}" for x in ("x1/2", "x1", "x2", "x4", "x8")]
    assert [(found["bot"], found["other"]) for found in report["skill"]] == [("casual", "novice")]
    assert {found["bot"] for found in report["ablations"]} == {"novice never continue", "novice never run"}
    assert "greedy" in {found["bot"] for found in report["strategies"]}
    assert {part["option"] for part in report["option_effects"]} == {"reshuffle", "ballot", "mine"}
    assert [part["games"] for part in report["reviews"]] == [2]
    assert {use["action"] for use in report["actions"]} == {"continue", "run"}
    names = {replay["name"] for replay in report["replays"]}
    assert {"longest", "shortest", "highest", "comeback", "changes"} <= names
    assert all(saying["replay"] is None or saying["replay"] in names for saying in report["sayings"])
    files = {path.name for path in (folder / REPLAYS).iterdir()}
    assert len(files) == len(names)
    assert (folder / PAGE).exists()


def test_a_folder_is_not_needed() -> None:
    settings = gold_mine()
    collection = Collection(settings.game, 2, dict(settings.options), studies(settings)[:1])
    collection.collect(LIMITS, Threads(1))
    assert collection.total() == 2
    assert report_of(settings, collection).document.games == 2


@pytest.mark.full
@pytest.mark.parametrize("name", games())
def test_every_game_has_a_report(name: str) -> None:
    """Of matches, co-operative games, games in real time and games for many, too."""
    settings = settings_of(get(name), None, {}, ["random", "novice"])
    wanted = [study for study in studies(settings) if not study.key.startswith(RUNG)]
    collection = Collection(settings.game, settings.seats, dict(settings.options), wanted)
    collection.collect(Limits(games=4, seconds=5), Threads(2))
    report = report_of(settings, collection)
    page = page_of(report.document, report.sayings, report.replays)
    assert report.document.name in html.unescape(page)
    assert report.replays
    for replay in report.replays:
        record = parse_game(replay.record)
        assert record.game.result(record.final()) == record.result


# --- planted faults ---


@pytest.fixture(scope="module")
def faulty() -> Report:
    settings = settings_of(planted, None, {}, ["club"])
    wanted = [study for study in studies(settings) if not study.key.startswith(RUNG)]
    collection = Collection(settings.game, settings.seats, dict(settings.options), wanted)
    collection.collect(Limits(games=40), Threads(2))
    return report_of(settings, collection)


def said(report: Report, question: str) -> str:
    return "\n".join(saying.text for saying in report.sayings if saying.question == question)


@pytest.mark.full
def test_an_unfair_game_is_called_unfair(faulty: Report) -> None:
    assert "A clear advantage for the first player" in said(faulty, "Is it fair?")
    first = faulty.document.levels[0].measures["turn0"]
    assert first.is_above(0.5)
    assert first.value + faulty.document.levels[0].measures["turn1"].value == pytest.approx(1.0)


@pytest.mark.full
def test_a_dead_action_is_found(faulty: Report) -> None:
    assert "“waste” was legal" in said(faulty, "Is every action worth it?")
    assert "Without “bold”, club does as well or better" in said(faulty, "Is every action worth it?")
    assert "Without “safe”" not in said(faulty, "Is every action worth it?")


@pytest.mark.full
def test_a_simple_plan_that_beats_bots_is_reported(faulty: Report) -> None:
    assert "“random always safe” beats club" in said(faulty, "Does a simple plan win?")
    assert "“random always waste”" not in said(faulty, "Does a simple plan win?")
    shares = {found.bot: found.share.value for found in faulty.document.strategies}
    assert shares["random always safe"] > shares["random always bold"] > shares["random always waste"]


@pytest.mark.full
def test_what_a_report_says_has_replays(faulty: Report) -> None:
    names = {replay.name for replay in faulty.replays}
    assert "action waste" in names
    assert "study strategy random always safe : club" in names
    assert all(not math.isnan(value) for replay in faulty.replays for row in replay.values for value in row if value)
