"""The code in the documentation runs, its links lead to files, and its lists match the games."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from docs import bot_tables, readme_table

from matchbox.bots.warm import interpret
from matchbox.engine import SPECTATOR, Game, games
from matchbox.engine.checked import checked
from matchbox.play.match import Match
from matchbox.scene import Look, actions_in, scene_of, shown_in
from matchbox.scene.page import anchors_of, page_of
from matchbox.scene.plain_text import print_scene
from tests.contract import test_contract
from tests.contract.cases import Case, cases_of, sampled
from tests.contract.mutations import unnoticed_changes
from tests.contract.redeals import poor_redeals

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GUIDES = [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]
PAGES = [*GUIDES, *(ROOT / "src").rglob("*.md")]
NAMES = ["Ann", "Ben"]
EXECUTED = {  # where each page's Python is run
    "README.md": "here",
    "docs/adding-a-game.md": "here",
    "docs/api.md": "tests/server/test_documents.py",
    "docs/research.md": "tests/adapters/test_research_page.py",
}


def blocks(page: Path) -> list[str]:
    """The Python blocks of a page."""
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def example_files(game: str = "stones") -> dict[str, str]:
    """The files of an example game in docs/adding-a-game.md, by name."""
    page = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    found = re.findall(rf"^`{game}/([\w.]+)`\n\n```\w+\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
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


def test_the_examples_have_every_python_block_of_their_page() -> None:
    stones, heaps = example_files("stones"), example_files("heaps")
    assert set(stones) == {"__init__.py", "rules.py", "scene.py", "page.md", "options.py", "solver.py"}
    assert set(heaps) == {"__init__.py", "rules.py", "scene.py"}
    files = [*stones.items(), *heaps.items()]
    assert [code for name, code in files if name.endswith(".py")] == blocks(DOCS / "adding-a-game.md")


@pytest.fixture
def changes(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A part of the rules of the first example, and another text in its place."""
    found: tuple[str, str] = getattr(request, "param", ("", ""))
    return found


@pytest.fixture
def examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: tuple[str, str]
) -> Iterator[Callable[[str], Game]]:
    """Imports an example game from a package that has just the folders of the examples."""
    package = tmp_path / "example_games"
    for game in ("stones", "heaps"):
        (package / game).mkdir(parents=True)
        for name, text in example_files(game).items():
            if (game, name) == ("stones", "rules.py"):
                assert changes[0] in text
                text = text.replace(*changes)
            (package / game / name).write_text(text, encoding="utf-8")
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    yield lambda game: importlib.import_module(f"example_games.{game}").game
    for name in [name for name in sys.modules if name.partition(".")[0] == "example_games"]:
        del sys.modules[name]


@pytest.fixture
def example(examples: Callable[[str], Game]) -> Game:
    return examples("stones")


@pytest.mark.full
def test_the_example_game_passes_the_contract(example: Game) -> None:
    checks = [check for name, check in vars(test_contract).items() if name.startswith("test_")]
    assert len(checks) > 10
    for case in cases_of(example):
        for check in checks:
            if "text" not in check.__name__ and "replay" not in check.__name__:  # these find the game by its id
                check(case)


DEALS_BET = """    opponent = 1 - seat
    if s.phase == BETTING and not is_acting(s, opponent):
        s.bet[opponent] = 1 + below(s, 2)
"""
IS_COMPLETE = "    return s.stones + s.taken[0] + s.taken[1] == s.pile\n"


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ((DEALS_BET, ""), r"stones-2: \d+ redeals for seat 0 leave bet\[1\] at 0; in truth it is [12]"),
        ((IS_COMPLETE, "    return True\n"), r"stones-2: `conserved` accepts stones = \d+ instead of \d+ "),
        ((IS_COMPLETE, "    return True\n"), r"stones-2: `conserved` accepts taken\[\d\] = \d+ instead of \d+ "),
    ],
    indirect=["changes"],
    ids=["redeal", "stones", "taken"],
)
def test_the_contract_finds_what_breaks_the_example(example: Game, complaint: str) -> None:
    case = Case(checked(example), 2)
    found = [
        text for seed in range(4) for text in (*poor_redeals(case, seed, most=200), *unnoticed_changes(case, seed))
    ]
    assert any(re.match(complaint, text) for text in found), found


@pytest.mark.parametrize("name", ["stones", "heaps"])
def test_the_scenes_of_the_examples_offer_exactly_the_legal_actions(name: str, examples: Callable[[str], Game]) -> None:
    game = examples(name)
    interpret(game)
    anchors = anchors_of(page_of(game)) if name == "stones" else [""]
    for case in cases_of(game):
        for state, _, _ in sampled(case, 3):
            for seat in (SPECTATOR, 0, 1):
                view = game.view(state, seat)
                legal = set(game.legal(view, seat))
                scene = scene_of(Look(game, view, seat, NAMES, sorted(legal)))
                assert actions_in(scene) == legal
                assert {action for piece in shown_in(scene) for action in piece.ends} <= legal
                assert {preview.action for preview in scene.previews} <= legal
                assert {preview.area for preview in scene.previews} <= {area.key for area in scene.areas}
                assert scene.rules in anchors
                assert print_scene(scene, NAMES)


def test_the_log_of_the_stones(examples: Callable[[str], Game]) -> None:
    game = examples("stones")
    interpret(game)
    match = Match(game, 2)
    match.start(game.template(), 1)
    for seat, move in ((0, "bet on=1"), (1, "bet on=1")):
        for step in match.plan_move(seat, move):
            match.play(step)
    (first,) = match.acting()
    for step in match.plan_move(first, "take stones=3"):
        match.play(step)
    assert told(match, 0, 0) == ["You bet on Ben."]
    assert told(match, 0, 1) == ["Ann has chosen."]
    begins = "You begin." if first == 1 else "Ann begins."
    assert told(match, 1, 1) == ["You bet on yourself.", "The bets are shown.", begins]
    assert told(match, 2, SPECTATOR) == [f"{NAMES[first]} takes 3 stones."]
    moment = match.told(1, 0)[0].moment
    assert moment is not None
    assert [str(side.verdict) for side in moment.sides] == ["bets on seat 1"] * 2


def test_the_log_of_the_heaps(examples: Callable[[str], Game]) -> None:
    game = examples("heaps")
    interpret(game)
    match = Match(game, 2)
    match.start(game.template(), 1)
    for seat, move in ((0, "build left=2 right=1"), (1, "take heap=left stones=2"), (0, "give_up")):
        match.play(match.plan_move(seat, move)[0])
    assert told(match, 0, 1) == ["Ann builds heaps of 2 and 1."]
    assert told(match, 1, 1) == ["You take 2 stones from the left heap.", "The left heap is empty."]
    assert told(match, 2, 0)[0] == "You give up."
    assert game.result(match.position).winners == (1,)  # type: ignore[union-attr]


def told(match: Match, number: int, viewer: int) -> list[str]:
    """The sentences of a line of the log, as a viewer reads them."""
    return [event.text.told(NAMES, viewer) for event in match.told(number, viewer)]


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
    code = "".join(file.read_text(encoding="utf-8") for file in game.folder.glob("*.py"))
    for ruling in set(re.findall(r"\bR\d+\b", code)):
        assert re.search(rf"\b{ruling}\b", page), f"{name}: {ruling} is cited but not in the page"


def test_the_readmes_table_matches_the_games() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme == readme_table.with_table(readme), "run: python -m docs.readme_table"


def test_the_tables_of_bots_match_the_measurements() -> None:
    page = (DOCS / "bots.md").read_text(encoding="utf-8")
    assert page == bot_tables.with_tables(page), "run: python -m docs.bot_tables"


def test_the_readmes_table_names_every_game_with_its_page() -> None:
    table = readme_table.table()
    for game in games().values():
        row = f"]({(game.folder / 'page.md').relative_to(ROOT).as_posix()}) | {game.seat_range} | "
        assert f"[{game.about.name}{row}{game.about.designers} |" in table


@pytest.mark.full
def test_the_site_builds_without_warnings(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="MkDocs is not installed (extra: docs)")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for game in games():
        assert (tmp_path / "rules" / f"{game}.html").is_file()
