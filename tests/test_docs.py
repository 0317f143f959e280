"""The code in the documentation runs, its links lead to files, and its lists match the games."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from docs import readme_table

from matchbox.engine import SPECTATOR, games
from matchbox.scene import Look, actions_in, scene_of
from matchbox.scene.page import anchors_of, page_of
from tests.contract import test_contract
from tests.contract.cases import cases_of, sampled

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GUIDES = [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]
PAGES = [*GUIDES, *(ROOT / "src").rglob("*.md")]
EXECUTED = {  # where each page's Python is run
    "README.md": "here",
    "docs/adding-a-game.md": "here",
    "docs/api.md": "tests/server/test_documents.py",
    "docs/research.md": "tests/adapters/test_research_page.py",
}


def blocks(page: Path) -> list[str]:
    """The Python blocks of a page."""
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def example_files() -> dict[str, str]:
    """The files of the example game in docs/adding-a-game.md, by name."""
    page = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    found = re.findall(r"^`stones/([\w.]+)`\n\n```\w+\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(dict(found)) == len(found)
    return dict(found)


def test_the_readmes_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks(ROOT / "README.md"):
        exec(block, {})
    assert capsys.readouterr().out == "[0, 1]\nhold blue=2 red=1 green=1\n"


def test_a_test_runs_the_python_of_every_page() -> None:
    assert {page.relative_to(ROOT).as_posix() for page in PAGES if blocks(page)} == set(EXECUTED)
    for page, test in EXECUTED.items():
        assert test == "here" or Path(page).name in (ROOT / test).read_text(encoding="utf-8")


def test_the_example_has_every_python_block_of_its_page() -> None:
    files = example_files()
    assert set(files) == {"__init__.py", "rules.py", "scene.py", "page.md", "solver.py"}
    assert [code for name, code in files.items() if name.endswith(".py")] == blocks(DOCS / "adding-a-game.md")


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example game, imported from a package that has just its folder."""
    folder = tmp_path / "example_games" / "stones"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    for name, text in example_files().items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("example_games.stones").game
    for name in [name for name in sys.modules if name.partition(".")[0] == "example_games"]:
        del sys.modules[name]


def test_the_example_game_passes_the_contract(example: Any) -> None:
    checks = [check for name, check in vars(test_contract).items() if name.startswith("test_")]
    assert len(checks) > 10
    for case in cases_of(example):
        for check in checks:
            if "text" not in check.__name__ and "replay" not in check.__name__:  # these find the game by its id
                check(case)


def test_the_scene_of_the_example_offers_exactly_the_legal_actions(example: Any) -> None:
    anchors = anchors_of(page_of(example))
    for case in cases_of(example):
        for state, _, _ in sampled(case, 3):
            for seat in (SPECTATOR, 0, 1):
                view = example.view(state, seat)
                scene = scene_of(Look(example, view, seat, ["Ann", "Ben"], example.legal(view, seat)))
                assert actions_in(scene) == set(example.legal(view, seat))
                assert scene.rules in anchors


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_files_named_in_the_documentation_exist(page: Path) -> None:
    folders = "engine|scene|games|play|bots|lab|server|terminal|adapters|cli|tests|benchmarks|docs|src"
    for name in re.findall(rf"`((?:{folders})/[\w/-]+\.(?:py|md))`", page.read_text(encoding="utf-8")):
        assert any((folder / name).is_file() for folder in (ROOT, ROOT / "src" / "matchbox")), name


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_page_with_its_options_and_rulings(name: str) -> None:
    game = games()[name]
    page = page_of(game)
    assert page.startswith(f"# {game.about.name}\n")
    assert "## Rulings" in page
    for option in game.options:
        assert f"`{option}`" in page
    code = "".join(file.read_text(encoding="utf-8") for file in game.folder.glob("*.py"))
    for ruling in set(re.findall(r"\bR\d+\b", code)):
        assert re.search(rf"\b{ruling}\b", page), f"{name}: {ruling} is cited but not in the page"


def test_the_readmes_table_matches_the_games() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme == readme_table.with_table(readme), "run: python -m docs.readme_table"


def test_the_readmes_table_names_every_game_with_its_page() -> None:
    table = readme_table.table()
    for game in games().values():
        row = f"]({(game.folder / 'page.md').relative_to(ROOT).as_posix()}) | {game.seat_range} | "
        assert f"[{game.about.name}{row}{game.about.designers} |" in table


def test_the_site_builds_without_warnings(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="MkDocs is not installed (extra: docs)")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for game in games():
        assert (tmp_path / "rules" / f"{game}.html").is_file()
