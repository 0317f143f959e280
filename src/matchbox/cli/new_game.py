"""`matchbox new-game`: write the files of a new game, which already plays.

Inside the repository the game goes into a box; elsewhere, or with --folder, it gets an installable package.
"""

from __future__ import annotations

import argparse
import contextlib
import keyword
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from .arguments import Commands, add_command, shortened
from .output import out

TEMPLATE = Path(__file__).parent / "template"
ID, NAME, BOX = "template_game", "Template Game", "Template Box"
"""The words of the template that a new game replaces."""

Files = dict[Path, str]
"""The text of each file to write."""


def add(commands: Commands) -> None:
    text = "Write the files of a small game that already plays, for you to change step by step."
    parser = add_command(commands, "new-game", run, text)
    parser.add_argument("name", metavar="NAME", help="the id of the game, such as stone_age")
    box = "the box of the game: a folder of the repository, or elsewhere any name (default there: the game's name)"
    parser.add_argument("--box", metavar="BOX", help=box)
    parser.add_argument("--new-box", action="store_true", help="create the box in the repository")
    folder = "write an installable package into this folder (default outside the repository: ./NAME)"
    parser.add_argument("--folder", type=Path, metavar="DIR", help=folder)


def run(arguments: argparse.Namespace) -> None:
    name = _checked_name(arguments.name)
    repository = None if arguments.folder else _repository(Path.cwd())
    if repository:
        files = _files_in_box(repository, name, arguments.box, arguments.new_box)
    else:
        folder = arguments.folder or Path(name)
        files = _files_of_package(folder, name, arguments.box or _title(name))
    _write(files)
    for file in files:
        out().print(str(file), soft_wrap=True)
    steps = _steps_in_box(name) if repository else _steps_of_package(folder, name)
    out().print("\n" + steps, soft_wrap=True)


def _checked_name(name: str) -> str:
    from matchbox.engine import BadOption, broken_games, games

    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name) or len(name) > 60:
        fitting = re.sub(r"\W+", "_", name.strip().lower(), flags=re.ASCII).strip("_0123456789")
        hint = f", such as {fitting}" if fitting and not keyword.iskeyword(fitting) and len(fitting) <= 60 else ""
        raise BadOption(f"{shortened(name)!r} cannot be an id; use small letters, digits and _{hint}")
    if name in games() or name in broken_games():
        raise BadOption(f"there is already a game {name!r}; choose another name")
    return name


def _title(name: str) -> str:
    return name.replace("_", " ").title()


def _repository(folder: Path) -> Path | None:
    """The checkout of Matchbox that contains this folder."""
    for candidate in (folder, *folder.parents):
        if (candidate / "src/matchbox/games/__init__.py").is_file() and (candidate / "tests/contract").is_dir():
            return candidate
    return None


# --- the files ---


def _files_in_box(repository: Path, name: str, box: str | None, new_box: bool) -> Files:
    boxes = repository / "src/matchbox/games"
    known = {folder.name: _box_title(folder) for folder in sorted(boxes.iterdir()) if _is_box(folder)}
    files: Files = {}
    if new_box:
        box = _checked_box(box, known)
        files[boxes / box / "__init__.py"] = f'"""{_title(box)}."""\n'
        files[boxes / box / "components.py"] = f'"""Parts of this box."""\n\nBOX = "{_title(box)}"\n'
    else:
        box = _known_box(box, known)
    words = {
        ID: name,
        NAME: _title(name),
        f'"{BOX}"': "BOX",
        "from .rules import State": "from ..components import BOX\nfrom .rules import State",
    }
    files |= _rendered(TEMPLATE / "game", boxes / box / name, words)
    files |= _rendered(TEMPLATE / "tests", repository / "tests/games" / name, words)
    return files


def _is_box(folder: Path) -> bool:
    return (folder / "__init__.py").is_file() and (folder / "components.py").is_file()


def _box_title(folder: Path) -> str:
    found = re.search(r'^BOX = "(.+)"$', (folder / "components.py").read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else folder.name


def _known_box(box: str | None, known: Mapping[str, str]) -> str:
    """The folder of a box, from its folder or its title."""
    from matchbox.engine import BadOption

    for folder, title in known.items():
        if box in (folder, title):
            return folder
    if box is None:
        raise BadOption(f"choose a box with --box: {', '.join(known)}, or a new one with --new-box")
    raise BadOption(f"there is no box {shortened(box)!r}; choose {', '.join(known)}, or add --new-box to create it")


def _checked_box(box: str | None, known: Mapping[str, str]) -> str:
    from matchbox.engine import BadOption

    if box is None:
        raise BadOption("name the new box with --box, such as --box my_box")
    if box in known:
        raise BadOption(f"there is already a box {box!r}; leave out --new-box")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", box) or keyword.iskeyword(box) or len(box) > 60:
        raise BadOption(f"{shortened(box)!r} cannot be the folder of a box; use small letters, digits and _")
    return box


def _files_of_package(folder: Path, name: str, box: str) -> Files:
    from matchbox.engine import BadOption

    if not box.isprintable() or any(c in box for c in '"\\') or not box.strip():
        raise BadOption(f"{shortened(box)!r} cannot be the name of a box; use letters, digits and spaces")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadOption(f"{folder} exists already; choose another folder with --folder")
    words = {f"matchbox-{ID.replace('_', '-')}": f"matchbox-{name.replace('_', '-')}", ID: name, NAME: _title(name)}
    words[BOX] = box
    files = _rendered(TEMPLATE / "package", folder, words)
    files |= _rendered(TEMPLATE / "game", folder / "src" / f"matchbox_{name}", words)
    files |= _rendered(TEMPLATE / "tests", folder / "tests", words)
    return files


def _rendered(template: Path, folder: Path, words: Mapping[str, str]) -> Files:
    """The files of a folder of the template with these words replaced."""
    files: Files = {}
    for file in sorted(template.iterdir()):
        if file.is_file():
            text = file.read_text(encoding="utf-8")
            for old, new in words.items():
                text = text.replace(old, new)
            files[folder / file.name] = text
    return files


# --- writing ---


def _write(files: Files) -> None:
    """Write all files, or none."""
    from matchbox.engine import BadOption

    for file in files:
        if file.exists():
            raise BadOption(f"{file} exists already; choose another name")
    made: list[Path] = []
    try:
        for file, text in files.items():
            for folder in _missing_folders(file.parent):
                folder.mkdir()
                made.append(folder)
            made.append(file)
            file.write_text(text, encoding="utf-8")
    except BaseException:
        for path in reversed(made):
            with contextlib.suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        raise


def _missing_folders(folder: Path) -> Iterator[Path]:
    """The folders to create for this one, outermost first."""
    if not folder.exists():
        yield from _missing_folders(folder.parent)
        yield folder


# --- what to do next ---


def _steps_in_box(name: str) -> str:
    return f"""\
Play it:       matchbox play {name}, or in the browser: matchbox dev {name}
Test it:       make test-fast GAME={name}
Change it:     docs/adding-a-game.md explains every file
Before you commit it, update the lists that tests compare with the games:
    python -m docs.readme_table                  writes the README's table
    python tools/messages.py                     lists the texts to translate in src/matchbox/web/locale
    python -m tests.test_recorded_games {name}   records games that later versions must replay"""


def _steps_of_package(folder: Path, name: str) -> str:
    return f"""\
Install it:    pip install -e {folder} 'matchbox-games[play]' pytest
Play it:       matchbox play {name}, or in the browser: matchbox dev {name}
Test it:       pytest {folder}
Change it:     "Adding a game" in the documentation explains every file"""
