"""Comparisons: the same deals on both sides, answers with their evidence, versions in folders."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from matchbox.bots.warm import interpret
from matchbox.engine import BadOption, Game, MatchboxError, get
from matchbox.engine.cache import Locator, sources
from matchbox.lab.compare import ALIKE, UNDECIDED, YES, Comparison, Pair, Side, compare, pair_of
from matchbox.lab.executors import Executor, Processes, Threads
from matchbox.lab.report.collection import Limits
from matchbox.lab.versions import load_version


def side(name: str, game: str | Game = "othellino", **options: object) -> Side:
    game = get(game) if isinstance(game, str) else game
    return Side(name, game, game.read_options(options), name)


def boards(stronger: str | None = None) -> Pair:
    return pair_of(side("A"), side("B", board=8), None, "random", stronger)


def played(executor: Executor) -> Comparison:
    return compare(boards(), Limits(40), executor, ["shorter", "fairer"])


def test_a_larger_board_is_found_to_be_longer_after_the_first_look() -> None:
    found = compare(boards(), Limits(1000), Threads(2), ["shorter"])
    [answer] = found.answers
    assert answer.answer == "no"
    assert answer.text.startswith("Shorter: no, longer. B takes ")
    assert "16 deals." in answer.text
    assert found.games == 32
    row = {row.name: row for row in found.rows}["minutes"]
    assert row.difference.value == pytest.approx(row.b - row.a)
    assert row.difference.is_above(0.0)
    turned = compare(
        pair_of(side("A", board=8), side("B"), None, "random", None), Limits(1000), Threads(2), ["shorter"]
    )
    assert turned.answers[0].answer == YES


def test_limits_end_a_comparison_without_a_decision() -> None:
    found = compare(boards(), Limits(41), Threads(2), ["fairer"])
    assert found.games == 40
    assert found.answers[0].answer == UNDECIDED
    assert found.answers[0].text.startswith("Fairer: not decided. With B, ")
    few = compare(boards(), Limits(4), Threads(2), ["fairer"])
    assert few.answers[0].difference is not None
    assert few.answers[0].difference.low is None
    assert few.answers[0].text == "Fairer: not decided. Fewer than 16 deals tell nothing."


@pytest.mark.full
def test_processes_find_the_same() -> None:
    first, second = (json.dumps(played(executor).as_dict()) for executor in (Threads(2), Processes(2)))
    assert first == second


def test_a_copy_of_the_rules_plays_the_same_games(tmp_path: Path) -> None:
    game = get("gold_mine")
    copy = load_version(copied(game, tmp_path / "copy"), game)
    interpret(copy)
    assert copy is not game
    assert copy.id != game.id
    assert copy.rule("apply") is not game.rule("apply")
    pair = pair_of(side("A", game), side("B", copy), None, "random", None)
    found = compare(pair, Limits(60), Threads(1), ["shorter", "luckier"])
    assert {row.difference.value for row in found.rows} == {0.0}
    assert [answer.answer for answer in found.answers] == [ALIKE, UNDECIDED]  # so few deals tell little about luck
    assert found.answers[0].text.startswith("Shorter: no difference larger than 0.0 minutes was found, 30 deals.")


def copied(game: Game, folder: Path) -> Path:
    shutil.copytree(game.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_two_versions_have_their_own_rules(tmp_path: Path) -> None:
    game = get("gold_mine")
    folders = [copied(game, tmp_path / name) for name in ("two", "three")]
    for folder, rounds in zip(folders, (2, 3), strict=True):
        rules = folder / "rules.py"
        rules.write_text(rules.read_text().replace("ROUNDS = 4", f"ROUNDS = {rounds}"))
    a, b = (load_version(folder, game) for folder in folders)
    for one in (a, b):
        interpret(one)
    assert len({one.id for one in (game, a, b)}) == 3
    pair = pair_of(side("A", a), side("B", b), 3, "random", None)
    found = compare(pair, Limits(100), Threads(1), ["shorter"])
    assert found.answers[0].answer == "no"
    rows = {row.name: row for row in found.rows}
    assert rows["choices"].a / rows["choices"].b == pytest.approx(2 / 3, abs=0.15)


def test_a_version_in_a_package_has_the_modules_of_that_package(tmp_path: Path) -> None:
    game = get("gold_mine")
    box = tmp_path / "checkout" / "box"
    shutil.copytree(game.folder.parent, box, ignore=shutil.ignore_patterns("__pycache__", "pictures"))
    (tmp_path / "checkout" / "__init__.py").touch()
    components = box / "components.py"
    components.write_text(components.read_text() + '\nBOX = "Another Box"\n')
    version = load_version(box / "gold_mine", game)
    assert version.about.box == "Another Box"
    assert game.about.box != "Another Box"


def test_compiled_code_of_a_version_depends_on_all_its_files(tmp_path: Path) -> None:
    """An edit in any of them makes it stale."""
    game = get("gold_mine")
    alone = load_version(copied(game, tmp_path / "alone"), game)
    files = sources(alone.folder / "__init__.py", alone.package)
    assert {alone.folder / name for name in ("rules.py", "features.py")} <= set(files)
    assert game.folder.parent / "components.py" in files
    assert game.folder / "rules.py" not in files


def test_compiled_code_of_a_version_is_kept_by_itself(tmp_path: Path) -> None:
    """It names modules of the version, which other processes do not have, even if they have the same files."""
    game = get("gold_mine")
    copy = load_version(copied(game, tmp_path / "kept"), game)
    paths = [
        Locator(one.compiled(name).py_func, one.compiled(name).py_func.__code__.co_filename).get_cache_path()
        for one in (game, copy)
        for name in ("begin", "legal_at")
    ]
    assert paths[0] == paths[1]
    assert paths[2] == paths[3]
    assert paths[2].startswith(paths[0] + os.sep)
    rules = copy.rule("apply").py_func
    alone = Locator(rules, rules.__code__.co_filename).get_cache_path()
    assert alone.endswith(copy.package)


def test_a_version_beside_the_installed_game_is_in_the_same_package() -> None:
    """A folder of the installed box is imported by its own name, and needs nothing twice."""
    war = get("war")
    with pytest.raises(BadOption, match="holds halma, not war"):
        load_version(get("halma").folder, war)
    assert not [name for name in sys.modules if name.startswith("version_") and name.endswith(".halma")]


def test_the_folder_of_the_installed_game_is_that_game() -> None:
    game = get("gold_mine")
    assert load_version(game.folder, game) is game


def test_folders_that_hold_no_version_are_refused(tmp_path: Path) -> None:
    game = get("gold_mine")
    with pytest.raises(BadOption, match="not the folder of a game: it has no file"):
        load_version(tmp_path, game)
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "__init__.py").touch()
    with pytest.raises(BadOption, match="define `game = Game"):
        load_version(tmp_path / "empty", game)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text("from .rules import game")
    with pytest.raises(MatchboxError, match="does not load: ModuleNotFoundError"):
        load_version(tmp_path / "broken", game)
    with pytest.raises(BadOption, match="holds halma, not gold_mine"):
        load_version(get("halma").folder, game)


def test_sides_have_to_differ_and_to_fit() -> None:
    with pytest.raises(BadOption, match="both sides are the same"):
        pair_of(side("A"), side("B"), None, "random", None)
    with pytest.raises(BadOption, match="for 2 players, not 3"):
        pair_of(side("A"), side("B", board=8), 3, "random", None)
    with pytest.raises(BadOption, match="no bot 'clever'"):
        pair_of(side("A"), side("B", board=8), None, "clever", None)
    with pytest.raises(BadOption, match="cannot be stronger than itself"):
        boards("random")
    with pytest.raises(BadOption, match="cannot answer 'easier'; they can answer: fairer, shorter, deeper, luckier"):
        compare(boards(), Limits(10), Threads(1), ["easier"])


def test_the_stronger_bot_searches_more() -> None:
    assert pair_of(side("A"), side("B", board=8), None, "casual", None).stronger == "casual x4"
    assert boards().stronger == "novice"
    perfect = pair_of(side("A"), side("B", opening="mirrored"), None, "perfect", None)
    assert perfect.stronger is None
    assert "deeper" not in perfect.questions


@pytest.mark.full
def test_depth_and_co_operative_games_are_compared() -> None:
    found = compare(boards("novice"), Limits(200), Threads(2), ["deeper"])
    assert found.answers[0].text.startswith("Deeper: ")
    assert "novice beats random" in {row.label for row in found.rows}
    pair = pair_of(side("A", "temple_of_doom"), side("B", "temple_of_doom", layout="easy"), 2, "random", None)
    assert pair.questions == ("shorter", "deeper", "luckier", "easier")
    found = compare(pair, Limits(64), Threads(2), ["easier"])
    assert found.answers[0].text.startswith("Easier: ")
