"""The layers of docs/architecture.md: a package imports only itself and the packages of the layers above it."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

import matchbox

ROOT = Path(matchbox.__file__).parent

# A package may import the packages of all rows above its own.
LAYERS = (
    {"engine"},
    {"scene"},
    {"games"},
    {"play"},
    {"bots"},
    {"adapters"},
    {"lab"},
    {"server", "terminal"},
    {"cli"},
)
ALLOWED = {name: set().union(*LAYERS[:number]) | {name} for number, layer in enumerate(LAYERS) for name in layer}


def imported_by(file: Path) -> Iterator[tuple[int, str]]:
    """Line numbers and absolute names of a file's imports."""
    package = ("matchbox", *file.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def uses_bots(file: Path) -> bool:
    return any(name.startswith("matchbox.bots") for _, name in imported_by(file))


@functools.cache
def planning() -> set[Path]:
    """A game's planner, its training and what they share belong to the bots' layer; the rest does not use them."""
    return {file for file in (ROOT / "games").glob("*/*/*.py") if uses_bots(file)}


def packages() -> list[str]:
    return sorted(folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").is_file())


def test_every_package_has_a_layer() -> None:
    assert packages() == sorted(ALLOWED)


@pytest.mark.parametrize("package", packages())
def test_a_package_imports_only_itself_and_the_layers_above(package: str) -> None:
    found = 0
    for file in sorted((ROOT / package).rglob("*.py")):
        for line, name in imported_by(file):
            top, _, rest = name.partition(".")
            if top == "matchbox" and rest and rest != "__version__":
                found += 1
                where = f"{file.relative_to(ROOT)}:{line} imports {name}"
                layer = "bots" if package == "games" and file in planning() else package
                assert rest.partition(".")[0] in ALLOWED[layer], where
    assert found or package == "engine"


@pytest.mark.parametrize("game", sorted((ROOT / "games").glob("*/*/rules.py")), ids=lambda file: file.parent.name)
def test_rules_know_nothing_of_scenes(game: Path) -> None:
    """Only the scene, and files beside it that nothing but the scene uses, import the scene package."""
    files = {file.stem: list(imported_by(file)) for file in game.parent.glob("*.py")}
    thinking = {file.stem for file in planning() if file.parent == game.parent}
    drawing = {name for name, found in files.items() if any(one.startswith("matchbox.scene") for _, one in found)}
    assert not (drawing | thinking) & {"rules", "state", "knowledge", "solver", "__init__"}
    here = ".".join(("matchbox", *game.parent.relative_to(ROOT).parts))
    for name in files.keys() - drawing:
        for line, one in files[name]:
            used = one.removeprefix(f"{here}.").partition(".")[0] if one.startswith(f"{here}.") else ""
            assert used not in drawing, f"{name}.py:{line} imports {one}, which draws"
            assert used not in thinking or name in thinking | {"planner"}, (
                f"{name}.py:{line} imports {one}, which plans"
            )
