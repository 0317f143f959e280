"""Players of your own: any object or function of a module, named `module:attribute`.

The attribute may be a function `choose(game, view, seat)` that returns a legal action, an object with such a method, or
a class or function that makes one from a seed: `Player(seed)`. Modules are found on `PYTHONPATH` and in the current
folder. This runs code of the module, so names of this kind must never come from strangers.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from matchbox.engine import BadOption, Game, MatchboxError, States


class BadPlayer(MatchboxError):
    """One of your own players did something that no player may do."""


def is_own(name: str) -> bool:
    """Does this name one of your own players, not a level?"""
    return ":" in name


class OwnPlayer:
    """Checks that every choice is a legal action."""

    def __init__(self, name: str, choose: Callable[[Game, States, int], Any]) -> None:
        self.name, self._choose = name, choose

    def choose(self, game: Game, view: States, seat: int) -> int:
        chosen = self._choose(game, view.copy(), seat)
        legal = game.legal(view, seat)
        if isinstance(chosen, bool) or not hasattr(chosen, "__index__"):
            raise BadPlayer(f"{self.name} returned {chosen!r}; return the number of a legal action")
        action = int(chosen)
        if action not in legal:
            few = ", ".join(map(str, legal[:8])) + (", ..." if len(legal) > 8 else "")
            raise BadPlayer(f"{self.name} chose action {action} in seat {seat}, which is not legal; legal now: {few}")
        return action


def load_player(name: str, seed: int) -> OwnPlayer:
    """The player with a name like `mymodule:greedy`. The seed is for players that are made from one."""
    module_name, _, path = name.partition(":")
    if not module_name or not path:
        raise BadOption(f"{name!r} names no player; write module:attribute, for example mybots:greedy")
    with _current_folder():
        try:
            found: Any = importlib.import_module(module_name)
        except ImportError as error:
            raise BadOption(f"cannot import the module of the player {name}: {error}") from None
    for part in path.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            raise BadOption(f"the module {module_name} has no {path!r}") from None
    return OwnPlayer(name, _chooser(name, found, seed))


def _chooser(name: str, found: Any, seed: int) -> Callable[[Game, States, int], Any]:
    """The function that chooses, whatever form the player has."""
    if not inspect.isclass(found) and callable(getattr(found, "choose", None)):
        return found.choose  # type: ignore[no-any-return]
    if not callable(found):
        raise BadOption(f"{name} is neither a function nor has it a method choose(game, view, seat)")
    if not inspect.isclass(found) and _arguments(found) == 3:
        return found  # type: ignore[no-any-return]
    made = found(seed) if _arguments(found) else found()
    if not callable(getattr(made, "choose", None)):
        raise BadOption(f"{name} made no player: it has no method choose(game, view, seat)")
    return made.choose  # type: ignore[no-any-return]


def _arguments(function: Callable[..., Any]) -> int:
    """How many arguments a function or a class needs, or may have by position."""
    kinds = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    return sum(one.kind in kinds for one in inspect.signature(function).parameters.values())


@contextlib.contextmanager
def _current_folder() -> Iterator[None]:
    """Find modules in the current folder, as `python` does."""
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        yield
    finally:
        sys.path.remove(here)
