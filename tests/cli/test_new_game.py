"""`matchbox new-game` writes a game that plays, in a box of the repository or in a package of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import matchbox as package
from matchbox.cli import main, new_game
from matchbox.cli.template.game import game
from matchbox.engine import SPECTATOR, get, registry
from matchbox.scene import Look, actions_in, scene_of
from matchbox.scene.page import anchors_of, page_of
from tests.contract import test_contract
from tests.contract.cases import Case, cases_of, parameters, sampled

from .command import matchbox

ROOT = Path(__file__).parents[2]
SOURCE = Path(package.__file__).parent
GAME_FILES = {"__init__.py", "options.py", "rules.py", "scene.py", "page.md"}
CHECKS = [name for name in vars(test_contract) if name.startswith("test_")]


def names_in(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one box and no game; it is the current folder."""
    (tmp_path / "tests/contract").mkdir(parents=True)
    box = tmp_path / "src/matchbox/games/green_box"
    box.mkdir(parents=True)
    (box.parent / "__init__.py").touch()
    (box / "__init__.py").touch()
    (box / "components.py").write_text('BOX = "Green Box of Games"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- the game ---


@pytest.fixture
def known() -> Iterator[None]:
    """The game of the template, found by its id."""
    registry.games()[game.id] = game
    yield
    del registry.games()[game.id]
    get.cache_clear()


@pytest.mark.parametrize("case", list(parameters(game)))
@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.usefixtures("known")
def test_the_game_passes_the_contract(case: Case, check: str) -> None:
    getattr(test_contract, check)(case)


def test_the_scene_offers_exactly_the_legal_actions() -> None:
    anchors = anchors_of(page_of(game))
    for case in cases_of(game):
        for state, _, _ in sampled(case, 3):
            for seat in (SPECTATOR, *range(case.seats)):
                view = game.view(state, seat)
                scene = scene_of(Look(game, view, seat, ["Ann", "Ben", "Cy", "Di"], game.legal(view, seat)))
                assert actions_in(scene) == set(game.legal(view, seat))
                assert scene.rules in anchors


# --- in a box ---


def test_it_writes_a_folder_in_a_box_and_tests(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "stone_age", "--box", "green_box"]) == 0
    folder, tests = repository / "src/matchbox/games/green_box/stone_age", repository / "tests/games/stone_age"
    assert names_in(folder) == GAME_FILES
    assert names_in(tests) == {"__init__.py", "test_rules.py"}
    declaration = (folder / "__init__.py").read_text(encoding="utf-8")
    assert 'id="stone_age"' in declaration
    assert "box=BOX" in declaration
    assert (folder / "page.md").read_text(encoding="utf-8").startswith("# Stone Age\n")
    told = capsys.readouterr().out
    for step in ("readme_table", "tools/messages.py", "test_recorded_games stone_age", "matchbox dev stone_age"):
        assert step in told


def test_the_files_are_clean(repository: Path) -> None:
    main(["new-game", "stone_age", "--box", "Green Box of Games"])
    ruff = [sys.executable, "-m", "ruff"]
    for command in (["check"], ["format", "--check"]):
        settings = ["--no-cache", "--config", str(ROOT / "pyproject.toml")]
        done = subprocess.run([*ruff, *command, *settings, "."], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
    for file in repository.rglob("*.*"):
        assert "emplate" not in file.read_text(encoding="utf-8")


def test_the_game_in_a_new_box_is_found_and_plays(repository: Path, tmp_path: Path) -> None:
    shutil.rmtree(repository / "src")
    shutil.copytree(SOURCE, repository / "src/matchbox", ignore=shutil.ignore_patterns("__pycache__", "web"))
    assert main(["new-game", "stone_age", "--box", "early_days", "--new-box"]) == 0
    site = repository / "src"
    assert '"Early Days"' in (site / "matchbox/games/early_days/components.py").read_text(encoding="utf-8")
    done = matchbox("play", "stone_age", "--seats", "you,random,random", "--seed", "1", typed="1\n" * 9, site=site)
    assert done.returncode == 0, done.stderr
    assert "Game over:" in done.stdout
    assert matchbox("rules", "stone_age", site=site).stdout.startswith("# Stone Age\n")


# --- in a package ---


def write_metadata(folder: Path, site: Path) -> None:
    """Write the files that an installer adds to a site folder for this package."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    header = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(header, encoding="utf-8")
    points = "".join(f"{name} = {value}\n" for name, value in project["entry-points"]["matchbox.games"].items())
    (info / "entry_points.txt").write_text(f"[matchbox.games]\n{points}", encoding="utf-8")


@pytest.mark.full
def test_outside_of_the_repository_it_writes_a_package_that_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "stone_age", "--box", "Early Days"]) == 0
    folder, site = tmp_path / "stone_age", tmp_path / "site"
    files = {f"src/matchbox_stone_age/{name}" for name in GAME_FILES}
    tests = {"tests/__init__.py", "tests/test_rules.py"}
    assert names_in(folder) == {"pyproject.toml", "README.md", *files, *tests}
    assert "pip install -e stone_age" in capsys.readouterr().out

    write_metadata(folder, site)
    (site / "matchbox_stone_age").symlink_to(folder / "src/matchbox_stone_age", target_is_directory=True)
    done = matchbox("play", "stone_age", "--seed", "1", typed="1\n" * 9, site=site)
    assert done.returncode == 0, done.stderr
    assert "Game over:" in done.stdout
    assert "Early Days" in matchbox("games", site=site).stdout

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)]), "NUMBA_DISABLE_JIT": "1"}
    pytest_command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder / "tests")]
    tested = subprocess.run(pytest_command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stdout


@pytest.mark.usefixtures("repository")
def test_a_folder_makes_it_a_package_inside_the_repository_too(tmp_path: Path) -> None:
    assert main(["new-game", "stone_age", "--folder", "elsewhere"]) == 0
    assert (tmp_path / "elsewhere/src/matchbox_stone_age/rules.py").is_file()
    assert not (tmp_path / "src/matchbox/games/green_box/stone_age").exists()


# --- bad input ---


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Stone Age"], "'Stone Age' cannot be an id; use small letters, digits and _, such as stone_age"),
        (["1st"], "'1st' cannot be an id; use small letters, digits and _, such as st"),
        (["class"], "'class' cannot be an id; use small letters, digits and _"),
        (["../up"], "'../up' cannot be an id; use small letters, digits and _, such as up"),
        (["halma", "--box", "green_box"], "there is already a game 'halma'; choose another name"),
        (["stone_age"], "choose a box with --box: green_box, or a new one with --new-box"),
        (["stone_age", "--box", "red"], "there is no box 'red'; choose green_box, or add --new-box to create it"),
        (["stone_age", "--new-box"], "name the new box with --box, such as --box my_box"),
        (["stone_age", "--box", "green_box", "--new-box"], "there is already a box 'green_box'; leave out --new-box"),
        (["stone_age", "--box", "A Box", "--new-box"], "'A Box' cannot be the folder of a box; use small letters"),
        (["stone_age", "--folder", "src"], "src exists already; choose another folder with --folder"),
        (["stone_age", "--folder", "x", "--box", 'a"b'], "cannot be the name of a box; use letters, digits and spaces"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str], message: str, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = names_in(repository)
    assert main(["new-game", *arguments]) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1
    assert names_in(repository) == before


def test_nothing_is_left_of_a_game_that_cannot_be_written(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "tests/games").write_text("a file, not a folder", encoding="utf-8")
    before = names_in(repository)
    assert main(["new-game", "stone_age", "--box", "green_box"]) == 2
    assert capsys.readouterr().err.startswith("matchbox: ")
    assert names_in(repository) == before
    assert not (repository / "src/matchbox/games/green_box/stone_age").exists()


def test_existing_files_stay(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = repository / "tests/games/stone_age/test_rules.py"
    file.parent.mkdir(parents=True)
    file.write_text("mine", encoding="utf-8")
    assert main(["new-game", "stone_age", "--box", "green_box"]) == 2
    assert "exists already; choose another name" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "mine"
    assert not (repository / "src/matchbox/games/green_box/stone_age").exists()


def test_the_template_is_in_the_package() -> None:
    assert names_in(new_game.TEMPLATE / "game") >= GAME_FILES
    assert (new_game.TEMPLATE / "package/pyproject.toml").is_file()
