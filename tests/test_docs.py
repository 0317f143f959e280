"""The documentation's code runs, its links lead somewhere, and every game has its page."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

from matchbox.engine import games
from matchbox.resources import folder, rules_page
from tests.contract import test_contract
from tests.contract.cases import cases_of

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]


def blocks(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def test_the_readmes_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks(ROOT / "README.md"):
        exec(block, {})
    assert capsys.readouterr().out == "[0, 1]\nhold blue=2 red=1 green=1\n"


def test_the_example_game_passes_the_contract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = blocks(ROOT / "docs" / "adding-a-game.md")
    (tmp_path / "stones.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = importlib.import_module("stones").game
    checks = [check for name, check in vars(test_contract).items() if name.startswith("test_")]
    assert len(checks) > 10
    for case in cases_of(game):
        for check in checks:
            if "text" not in check.__name__ and "replay" not in check.__name__:  # these look the game up by its name
                check(case)
    del sys.modules["stones"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("name", games())
def test_every_game_has_its_page_with_options_and_rulings(name: str) -> None:
    game = games()[name]
    page = rules_page(game)
    assert page.startswith(f"# {game.about.name}\n")
    assert "## Rulings" in page
    for option in game.options:
        assert f"`{option}`" in page
    file = Path(game.file).read_text(encoding="utf-8")
    for ruling in set(re.findall(r"\bR\d+\b", file)):
        assert re.search(rf"\b{ruling}\b", page), f"{name}: {ruling} is cited but not in the page"


def test_no_page_without_its_game() -> None:
    pages = folder("docs/rules")
    assert pages is not None
    assert {page.stem for page in pages.glob("*.md")} - {"green_box_components"} == set(games())


def test_the_readme_lists_every_game() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for game in games().values():
        assert f"docs/rules/{game.id}.md" in text, game.id
