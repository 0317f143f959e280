"""Every text that people read has a translation, and every translation has a text."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "messages.py"


@pytest.fixture(scope="module")
def messages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", TOOL)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_text_can_be_collected(messages: ModuleType) -> None:
    found = messages.collect()
    assert [f"{one.place}: {one.text}" for one in found.problems] == []
    texts = {one.text for one in found.needed}
    assert texts >= {"Your turn", "plays well", "card", "Othellino", "Opening", "Diagonal", "Hammers"}
    assert len(texts) > 800


PYTHON = '''
"""Not a text."""
about = About(id="go_fish", name="Go Fish", kind="card game")
LAST = reasons("the pond is empty")
NAMES = {1: "carp", 2: "trout"}

class State(Base):
    fish = public(u1)
    pond = option("small", "large", default="large")

variants = {"pond": Variant(say("Size of the pond"), "", numbers("{n} fish", (1, 2)))}

def scene(look):
    return Scene(
        say("Ask {name} for a card.", name=look.names[0]),
        [Area(say("hand") if look.s.fish else "pond", [Piece("card", NAMES[n], label=say("caught")) for n in (1, 2)])],
        [Choice("Fish", 3, note=f"from {look.s.fish} cards")],
    )
'''
SCRIPT = """
// t("not a text")
const LEVELS = [msg("easy")];
h("p", null, t("Go!"), t(
  "{n} {n|fish|fishes}", { n },
), t(level));
"""


def test_texts_of_python_files(messages: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "scene.py"
    file.write_text(PYTHON)
    found = messages.Messages([], set(), [], [])
    messages.PythonFile(file, found).collect()
    texts = {one.text for one in found.needed}
    assert texts >= {"Go Fish", "card game", "the pond is empty", "pond", "Ask {name} for a card."}
    assert texts >= {"Size of the pond", "{n} fish"}
    assert not texts & {"small", "large"}, "players do not see the identifiers of options"
    assert texts >= {"hand", "carp", "trout", "caught", "Fish"}
    assert not texts & {"go_fish", "Not a text.", "fish"}
    assert [one.text for one in found.f_strings] == ["f'from {look.s.fish} cards'"]


def test_texts_of_scripts(messages: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "page.js"
    file.write_text(SCRIPT)
    found = messages.Messages([], set(), [], [])
    messages.collect_script(file, found)
    assert [(one.text, one.line) for one in found.needed] == [("easy", 3), ("Go!", 4), ("{n} {n|fish|fishes}", 4)]
    assert [one.line for one in found.problems] == [6]  # t(level)


@pytest.mark.parametrize("language", ["ja"])
def test_catalogues_are_complete(messages: ModuleType, language: str) -> None:
    catalogue = json.loads((messages.LOCALES / f"{language}.json").read_text(encoding="utf-8"))
    missing, unused, wrong = messages.compare(messages.collect(), catalogue)
    advice = "run `python tools/messages.py`"
    assert [f"{one.place}: {one.text}" for one in missing] == [], f"not translated; {advice}"
    assert unused == [], f"translated but not used; {advice}"
    assert wrong == [], f"the translation has other placeholders; {advice}"


def test_a_missing_and_an_unused_text_are_reported(messages: ModuleType) -> None:
    here = messages.Found("Shuffle {n} {n|card|cards}", TOOL, 1)
    found = messages.Messages([here], {"deck"}, [], [])
    assert messages.compare(found, {"deck": "山札", "gone": "なし"}) == ([here], ["gone"], [])
    complete = {here.text: "カード{n}枚を切る"}
    assert messages.compare(found, complete) == ([], [], [])
    assert messages.compare(found, {here.text: "カードを切る"})[2] == [here.text]
