"""Mistakes in rules are reported in a few lines, with the author's file and line."""

from __future__ import annotations

import importlib
import runpy
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from matchbox.engine import BadRules, Game
from matchbox.engine.compiled import PLAIN
from matchbox.engine.mistakes import FULL_REPORT, explain_exception

from .mistaken import MISTAKES, RULES, Mistake

Imported = Callable[[str], Game]
compiles = pytest.mark.skipif(PLAIN, reason="without the compiler there is nothing to compile")


@pytest.fixture
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Imported]:
    """Imports a game with these rules."""
    folder = tmp_path / "mistaken_game"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(FULL_REPORT, raising=False)

    def load(rules: str) -> Game:
        (folder / "rules.py").write_text(rules, encoding="utf-8")
        game: Game = importlib.import_module("mistaken_game.rules").game
        return game

    yield load
    for name in [name for name in sys.modules if name.partition(".")[0] == "mistaken_game"]:
        del sys.modules[name]


def apply_compiled(game: Game) -> None:
    state = np.zeros(1, game.State.dtype)
    state["seats"] = 2
    game.compiled("apply_at")(state, 0, 0, 0)


@compiles
@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=list(MISTAKES))
def test_the_report_names_the_line_and_the_mistake(mistake: Mistake, imported: Imported) -> None:
    game = imported(mistake.rules)
    with pytest.raises(BadRules) as raised:
        apply_compiled(game)
    first, source, *rest = str(raised.value).splitlines()
    place = Path("mistaken_game") / "rules.py"
    assert first.startswith(f"{place}:{mistake.line}: {mistake.words}")
    assert source.strip() == mistake.shown
    assert len(rest) <= 3
    assert rest[-1] == "(set MATCHBOX_TRACEBACK=1 for the full report)"


@compiles
def test_the_report_names_the_caller(imported: Imported) -> None:
    game = imported(MISTAKES["a field that is read"].rules)
    with pytest.raises(BadRules, match=r"called by apply, rules.py:36"):
        apply_compiled(game)


@compiles
def test_the_full_report_is_numbas(imported: Imported, monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core.errors import TypingError

    game = imported(MISTAKES["a name"].rules)
    monkeypatch.setenv(FULL_REPORT, "1")
    with pytest.raises(TypingError, match="belwo"):
        apply_compiled(game)


@compiles
def test_the_next_mistake_is_reported_by_itself(imported: Imported) -> None:
    game = imported(MISTAKES["a name"].rules.replace("turn_to(s, 0)", "turn_to(s, NOBODY)"))
    with pytest.raises(BadRules, match="belwo"):
        apply_compiled(game)
    with pytest.raises(BadRules, match='"NOBODY" is not defined'):
        game.new(seed=0)


@compiles
def test_errors_outside_of_a_games_code_stay_as_they_are(imported: Imported) -> None:
    game = imported(RULES)
    with pytest.raises(Exception, match=r"Numba type|non-precise|No implementation") as raised:
        game.compiled("apply_at")(object(), 0, 0, 0)
    assert not isinstance(raised.value, BadRules)


PLAIN_MISTAKES = {
    "a field that is read": 'has no field "lsat"; did you mean "last"?',
    "a field that is set": 'has no field "latest"',
    "a name": '"belwo" is not defined; did you mean "below"?',
    "an operator": "TypeError: unsupported operand",
    "a missing argument": "TypeError: below",
}


@pytest.mark.parametrize("name", PLAIN_MISTAKES)
def test_plain_python_gives_the_same_lines(name: str, imported: Imported) -> None:
    mistake = MISTAKES[name]
    game = imported(mistake.rules)
    game.interpreted = {"begin", "legal_at", "apply_at"}
    state = game.new(seed=0)
    with pytest.raises(Exception) as raised:  # noqa: PT011
        game.apply(state, 0, 0)
    report = explain_exception(raised.value)
    assert report is not None
    first, source, *rest = report.splitlines()
    assert first.startswith(f"{Path('mistaken_game') / 'rules.py'}:{mistake.line}: ")
    assert PLAIN_MISTAKES[name] in first
    assert source.strip() == mistake.shown
    assert len(rest) == 1


def test_an_exception_outside_of_a_games_code_has_no_report(tmp_path: Path) -> None:
    file = tmp_path / "tool.py"
    file.write_text('raise AttributeError("nothing of a game")\n', encoding="utf-8")
    with pytest.raises(AttributeError) as raised:
        runpy.run_path(str(file))
    trace = raised.value.__traceback__
    while trace and trace.tb_next:  # without the frame of this file: other tests beside it define games
        trace = trace.tb_next
    assert explain_exception(raised.value.with_traceback(trace)) is None
