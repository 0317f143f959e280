"""The registry: built-in games, games of other packages, and games that fail to load."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import matchbox
from matchbox.engine import UnknownGame, games, get

SOURCE = Path(matchbox.__file__).parents[1]
RULES = '''
from matchbox.engine import About, Actions, Base, Game, Reasons, finish_with, record, rule, turn_to

@record(seats=2)
class State(Base):
    """No fields."""

actions = Actions()
TAKE = actions.single("take")
reasons = Reasons()
TAKEN = reasons("taken")

@rule
def setup(s):
    turn_to(s, 0)

@rule
def legal(s, seat, out):
    out[0] = TAKE
    return 1

@rule
def apply(s, seat, action):
    finish_with(s, seat, TAKEN)

@rule
def redeal(s, seat):
    pass

@rule
def conserved(s):
    return True

about = About("{id}", "Stones", "Tests", "nobody", range(2, 3), "1", 1, "lots")
game = Game(about, State, actions, reasons, setup=setup, legal=legal, apply=apply, redeal=redeal,
            conserved=conserved, bound=lambda seats, options: 1)
'''


def install(site: Path, name: str, **files: str) -> None:
    """A package with one game, as an installer leaves it in a site folder."""
    package = site / f"{name}_package"
    package.mkdir()
    for file, text in files.items():
        (package / f"{file}.py").write_text(text, encoding="utf-8")
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[matchbox.games]\n{name} = {name}_package\n", encoding="utf-8")


def run(site: Path, program: str) -> Any:
    """The JSON that a program prints in a process that finds the packages of this site folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(SOURCE)])}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


LIST = """
import json
from matchbox.engine import UnknownGame, broken_games, games, get

broken, refused = broken_games(), {}
for name in broken:
    try:
        get(name)
    except UnknownGame as error:
        refused[name] = str(error)
print(json.dumps([list(games()), broken, refused, get("war").package]))
"""


def test_a_broken_game_is_named_with_its_reason_and_the_others_load(tmp_path: Path) -> None:
    good = "from .rules import game\n"
    install(tmp_path, "stones", __init__=good, rules=RULES.replace("{id}", "stones"))
    install(tmp_path, "raising", __init__="raise RuntimeError('no dice')\n")
    install(tmp_path, "missing", __init__="import a_module_that_nobody_has\n")
    install(tmp_path, "typo", __init__="def game(:\n")
    install(tmp_path, "empty", __init__="")
    install(tmp_path, "number", __init__="game = 42\n")
    install(tmp_path, "copycat", __init__=good, rules=RULES.replace("{id}", "war"))
    install(tmp_path, "othellino", __init__=good, rules=RULES.replace("{id}", "othellino"))
    loaded, broken, refused, package = run(tmp_path, LIST)
    assert set(loaded) == {*games(), "stones"}
    assert broken.pop("typo").startswith("SyntaxError: ")
    not_a_game = "instead of a Game; define `game = Game(...)` in the game's package"
    taken = "already has the id {}; choose a different id"
    assert broken == {
        "raising": "RuntimeError: no dice",
        "missing": "ModuleNotFoundError: No module named 'a_module_that_nobody_has'",
        "empty": f"TypeError: found module {not_a_game}",
        "number": f"TypeError: found int {not_a_game}",
        "copycat": f"ValueError: another game {taken.format(repr('war'))}",
        "othellino (othellino_package)": f"ValueError: another game {taken.format(repr('othellino'))}",
    }
    del refused["typo"], refused["othellino (othellino_package)"]
    assert refused.pop("raising") == "the game 'raising' does not load: RuntimeError: no dice"
    assert refused.keys() == broken.keys() - {"raising", "othellino (othellino_package)"}
    assert all(broken[name] in text for name, text in refused.items())
    assert package == "matchbox.games.green_box.war"


SCENE = """
import json
from matchbox.engine import MatchboxError, get
from matchbox.engine.registry import companion, has_companion

game, said = get("stones"), []
for name in ("scene", "solver"):
    try:
        said.append(companion(game, name))
    except MatchboxError as error:
        said.append(str(error))
print(json.dumps([said, has_companion(game, "scene"), has_companion(game, "solver")]))
"""


def test_a_scene_that_fails_to_load_is_an_error_and_not_a_missing_scene(tmp_path: Path) -> None:
    files = {"__init__": "from .rules import game\n", "rules": RULES.replace("{id}", "stones")}
    install(tmp_path, "stones", **files, scene="import a_module_that_nobody_has\n")
    reason = "ModuleNotFoundError: No module named 'a_module_that_nobody_has'"
    said, has_scene, has_solver = run(tmp_path, SCENE)
    assert said == [f"the scene of Stones does not load: {reason}", None]
    assert (has_scene, has_solver) == (True, False)


TWO_THREADS = """
import json
from concurrent.futures import ThreadPoolExecutor
from matchbox.engine import get
from matchbox.engine.registry import companion

game = get("stones")
with ThreadPoolExecutor(2) as pool:
    print(json.dumps(list(pool.map(lambda _: hasattr(companion(game, "planner"), "analyse"), range(2)))))
"""


def test_a_thread_waits_for_a_planner_that_another_thread_is_loading(tmp_path: Path) -> None:
    files = {"__init__": "from .rules import game\n", "rules": RULES.replace("{id}", "stones")}
    install(tmp_path, "stones", **files, planner="import time\ntime.sleep(0.5)\ndef analyse(): ...\n")
    assert run(tmp_path, TWO_THREADS) == [True, True]


def test_every_folder_with_rules_is_a_game() -> None:
    folders = {path.parent.name for path in (SOURCE / "matchbox" / "games").glob("*/*/rules.py")}
    assert folders == set(games())
    assert len(folders) == 23


def test_an_unknown_game_gets_suggestions() -> None:
    with pytest.raises(UnknownGame, match="did you mean othellino"):
        get("Othelino")
    with pytest.raises(UnknownGame, match="`matchbox games` lists them"):
        get("xyzzy")
