"""Sweeps: every combination that the rules allow, measured with the same deals."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from matchbox.engine import BadOption, get
from matchbox.lab.executors import Processes, Threads
from matchbox.lab.sweep import sweep
from matchbox.lab.trials import grid, trials_of

NAMES = ("seat", "minutes", "choices")


def test_every_combination_is_measured(tmp_path: Path) -> None:
    game = get("othellino")
    trials = trials_of(game, None, "random", None, NAMES)
    values: dict[str, list[Any]] = {"board": [6, 8], "opening": ["diagonal", "free"]}
    done: list[tuple[int, int]] = []
    found = sweep(trials, values, 20, Threads(2), progress=lambda *part: done.append(part))
    assert [row.options for row in found.rows] == [
        {"board": board, "opening": opening} for board in (6, 8) for opening in ("diagonal", "free")
    ]
    assert done == [(number, 40) for number in range(1, 41)]
    assert [row.games for row in found.rows] == [20] * 4
    small, large = found.rows[0].figures, found.rows[2].figures
    assert small["choices"].is_below(40.0)
    assert large["choices"].is_above(50.0)
    [again] = trials.play([found.rows[1].options], 20, Threads(1))
    assert again == found.rows[1]
    [others] = trials.play([found.rows[1].options], 20, Threads(1), again=1)
    assert others.figures != again.figures
    file = tmp_path / "table.csv"
    found.write_csv(file)
    with file.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["board"], row["opening"]) for row in rows] == [
        (str(row.options["board"]), row.options["opening"]) for row in found.rows
    ]
    assert float(rows[2]["choices"]) == large["choices"].value
    assert float(rows[2]["choices_low"]) == large["choices"].low


@pytest.mark.full
def test_processes_measure_the_same() -> None:
    trials = trials_of(get("othellino"), None, "random", None, NAMES)
    first, second = (sweep(trials, {"board": [6, 8]}, 8, executor) for executor in (Threads(2), Processes(2)))
    assert first.rows == second.rows


def test_combinations_that_the_rules_do_not_allow_are_told() -> None:
    game = get("halma")
    found, skipped = grid(game, 2, {"board": ["8", "10", "triangle"], "camp": ["2", "5"]})
    assert found == [{"board": "8", "camp": "2"}, {"board": "10", "camp": "2"}, {"board": "10", "camp": "5"}]
    assert [one.reason for one in skipped] == [
        "board=8 allows camp=4 at most, not camp=5",
        *["board=triangle is for 3 players"] * 2,
    ]
    trials = trials_of(game, 2, "random", None, NAMES)
    with pytest.raises(BadOption, match="allow none of these settings: board=triangle is for 3 players"):
        sweep(trials, {"board": ["triangle"]}, 2, Threads(1))


def test_too_many_settings_are_refused() -> None:
    values = {name: list(option.values) for name, option in get("tunnel_run").options.items()}
    with pytest.raises(BadOption, match="leave out values until there are at most 10,000"):
        grid(get("tunnel_run"), 2, {**values, "more": range(100)})


def test_measures_have_to_be_known() -> None:
    game = get("othellino")
    with pytest.raises(BadOption, match="nothing measures 'minute' here; did you mean minutes"):
        trials_of(game, None, "random", None, ["minute"])
    with pytest.raises(BadOption, match="nothing measures 'seat' here"):
        trials_of(get("temple_of_doom"), None, "random", None, ["seat"])
    with pytest.raises(BadOption, match="nothing measures 'skill' here"):
        trials_of(game, None, "perfect", None, ["skill"])
    with pytest.raises(BadOption, match="nothing measures 'drama' here"):  # values concern the game being played
        trials_of(get("best_of_three"), None, "random", None, ["drama"])
    assert list(trials_of(game, None, "perfect", None, ["minutes", "skill"], strict=False).measures) == ["minutes"]


def test_the_time_ends_a_sweep() -> None:
    trials = trials_of(get("othellino"), None, "random", None, ["minutes"])
    found = sweep(trials, {"board": [6, 8]}, 1000, Threads(1), seconds=1e-9)
    assert [row.games for row in found.rows] == [2, 0]
    assert found.as_dict()["rows"][1]["figures"] == {"minutes": None}
