"""Finding games: every folder of `matchbox.games`, and the entry points of other packages.

A game that fails to load is left out and named in `broken_games`; the others keep working.
"""

from __future__ import annotations

import contextlib
import difflib
import functools
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Container, Iterable, Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from . import mistakes
from .errors import MatchboxError, UnknownGame
from .game import Game

BUILT_IN = "matchbox.games"
"""The package of the built-in games: one package per box, one folder per game."""

GROUP = "matchbox.games"
"""The entry point group: `stones = "my_package.stones"`, where the folder `my_package/stones` defines `game`."""

_broken: dict[str, Exception] = {}


def _folders() -> Iterator[tuple[str, str]]:
    """The built-in games: id and package."""
    boxes = importlib.import_module(BUILT_IN)
    for box in pkgutil.iter_modules(boxes.__path__, f"{boxes.__name__}."):
        if box.ispkg:
            package = importlib.import_module(box.name)
            for module in pkgutil.iter_modules(package.__path__):
                if module.ispkg:
                    yield module.name, f"{box.name}.{module.name}"


def _load(name: str, load: Callable[[], Any], taken: Container[str] = ()) -> Game | None:
    """Load a `Game`, or a module whose `game` is one. Return None and note the reason if that fails."""
    try:
        loaded = load()
        game = getattr(loaded, "game", loaded)
        if not isinstance(game, Game):
            raise TypeError(
                f"found {type(game).__name__} instead of a Game; define `game = Game(...)` in the game's package"
            )
        if game.id in taken:
            raise ValueError(f"another game already has the id {game.id!r}; choose a different id")
    except Exception as error:
        _broken[name] = error
        return None
    return game


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _built_in(name: str, package: str) -> Game | None:
    return _load(name, lambda: importlib.import_module(package))


def _installed(point: EntryPoint, taken: Container[str]) -> Game | None:
    name = f"{point.name} ({point.value})" if point.name in taken else point.name
    return _load(name, point.load, taken)


@functools.cache
def games() -> dict[str, Game]:
    """All games that load, by id."""
    found: dict[str, Game] = {}
    for name, package in _folders():
        if game := _built_in(name, package):
            found[game.id] = game
    for point in entry_points(group=GROUP):
        if game := _installed(point, found):
            found[game.id] = game
    return found


def broken_games() -> dict[str, str]:
    """Games that fail to load, each with the reason."""
    games()
    return {name: _reason(error) for name, error in _broken.items()}


@functools.cache
def get(name: str) -> Game:
    """A game by its id. A built-in game loads without loading the others."""
    for folder, package in _folders():
        if folder == name and (game := _built_in(folder, package)):
            return game
    known = games()
    if name in known:
        return known[name]
    if name in _broken:
        error = _broken[name]
        with contextlib.suppress(Exception):  # its files are gone, or its name is taken by another game
            mistakes.add_folder(folder_of(name))
        raise UnknownGame(f"the game {name!r} does not load: {_reason(error)}") from error
    raise _unknown(name, known)


def _unknown(name: str, known: Iterable[str]) -> UnknownGame:
    near = difflib.get_close_matches(name.lower().replace(" ", "_").replace("-", "_"), known, 3, 0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else "`matchbox games` lists them all"
    return UnknownGame(f"there is no game {name!r}; {hint}")


def module_of(name: str) -> str:
    """The module that defines the `game` of this id, found without importing it: its game may not load yet."""
    known = dict(_folders()) | {point.name: point.module for point in entry_points(group=GROUP)}
    if name not in known:
        raise _unknown(name, known)
    return known[name]


def folder_of(name: str) -> Path:
    """The folder of a game's code, found without importing it."""
    spec = importlib.util.find_spec(module_of(name))
    if spec is None or spec.origin is None:
        raise UnknownGame(f"the game {name!r} has no files here; install its package again")
    return Path(spec.origin).parent


def has_companion(game: Game, name: str) -> bool:
    """Does the game's folder have this module?"""
    return bool(game.package) and importlib.util.find_spec(f"{game.package}.{name}") is not None


def companion(game: Game, name: str) -> Any:
    """The module beside a game's rules (`scene`, `solver`), or None if there is no such file."""
    module = f"{game.package}.{name}"
    if module not in sys.modules and not has_companion(game, name):  # the first is quicker than a look for the file
        return None
    try:
        return importlib.import_module(module)  # waits if another thread is loading it
    except Exception as error:
        text = f"the {name} of {game.about.name} does not load: {type(error).__name__}: {error}"
        raise MatchboxError(text) from error
