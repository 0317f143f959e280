"""Versions of a game in folders, beside the installed one. None sees the modules of another."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from pathlib import Path

from matchbox.engine import BadOption, Game, MatchboxError
from matchbox.engine.cache import add_package
from matchbox.engine.mistakes import add_folder


def load_version(folder: Path, installed: Game) -> Game:
    """The version of a game in a folder, under an id of its own.

    A folder in a package, such as another checkout, has the modules of that package. A folder by itself, such as a copy
    of the game's folder, has those of the installed game's box. Other processes do not know the version.
    """
    folder = folder.resolve()
    if not (folder / "__init__.py").is_file():
        raise BadOption(f"{folder} is not the folder of a game: it has no file __init__.py")
    if folder == installed.folder.resolve():
        return installed
    mark = hashlib.sha256(str(folder).encode()).hexdigest()[:8]
    add_folder(folder)
    game = _game_in(folder, installed, f"version_{mark}")
    if game.about.id != installed.id:
        raise BadOption(f"{folder} holds {game.about.id}, not {installed.id}; compare versions of the same game")
    if game.folder.resolve() != folder:
        raise BadOption(f"{folder} takes its rules from {game.folder}; write `from .rules import ...` in __init__.py")
    game.id = f"{installed.id}_{mark}"
    return game


def _game_in(folder: Path, installed: Game, name: str) -> Game:
    top = folder
    while (top.parent / "__init__.py").is_file():
        top = top.parent
    box = installed.package.rpartition(".")[0]
    root = f"{box}.{name}" if top == folder and box else name
    if _is_imported(top):
        root = top.name
    try:
        _import_from(top, root)
        game = getattr(importlib.import_module(".".join((root, *folder.relative_to(top).parts))), "game", None)
    except Exception as error:
        raise MatchboxError(f"the game in {folder} does not load: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise BadOption(f"{folder} is not the folder of a game: define `game = Game(...)` in its __init__.py")
    return game


def _is_imported(folder: Path) -> bool:
    """Is this the folder of a package that this process uses by its own name?"""
    file = getattr(sys.modules.get(folder.name), "__file__", None)
    return file is not None and Path(file).resolve().parent == folder


def _import_from(folder: Path, name: str) -> None:
    """Import the package in a folder under another name."""
    if name in sys.modules:
        return
    spec = importlib.util.spec_from_file_location(name, folder / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    add_package(name, folder)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
