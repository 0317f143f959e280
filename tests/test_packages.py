"""What is installed with Matchbox: the core alone, the extras, the wheel and the source archive.

`Core` is a virtual environment with the packages that the core requires, linked from this one, and no others.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import pty
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from matchbox.cli.extras import RELOADING, SCREEN

pytestmark = pytest.mark.xdist_group("packages")

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
USED_BY = {
    "server": ("play", "hosting"),
    "terminal": ("play",),
    "adapters": ("research",),
    "lab": ("lab", "ray"),
    "cli": ("play",),
}
"""The extras whose packages a folder may import; all others import those of the core alone."""


def closure(requirements: Iterable[str]) -> dict[str, metadata.Distribution]:
    """The installed packages that these requirements name, and all that those require."""
    found: dict[str, metadata.Distribution] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        for extra in {"", *wanted.extras}:
            if (name, extra) in seen or name == PROJECT["name"]:
                continue
            seen.add((name, extra))
            try:
                found[name] = metadata.distribution(name)
            except metadata.PackageNotFoundError:  # an extra that is not installed here
                continue
            needed = [Requirement(text) for text in found[name].requires or ()]
            waiting += [one for one in needed if one.marker is None or one.marker.evaluate({"extra": extra})]
    return found


def tops(distribution: metadata.Distribution) -> set[str]:
    """The files and folders of a package in `site-packages`."""
    return {file.parts[0] for file in distribution.files or ()} - {"..", "__pycache__"}


# --- what the code imports ---


def imported_packages(file: Path) -> Iterator[str]:
    """The packages of others that a file imports when it runs."""
    tree = ast.parse(file.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names = [node.module]
        for top in (name.partition(".")[0] for name in names):
            if top not in sys.stdlib_module_names and top != "matchbox":
                yield top


@pytest.mark.parametrize("folder", sorted(path.name for path in (ROOT / "src" / "matchbox").glob("[!_]*/")))
def test_a_folder_imports_only_packages_that_are_declared_for_it(folder: str) -> None:
    extras = [text for extra in USED_BY.get(folder, ()) for text in EXTRAS[extra]]
    packages = closure([*PROJECT["dependencies"], *extras]).values()
    allowed = {top.partition(".")[0] for package in packages for top in tops(package)}
    allowed |= {Requirement(text).name for text in extras}  # where the extra is not installed
    for file in (ROOT / "src" / "matchbox" / folder).rglob("*.py"):
        for package in imported_packages(file):
            assert package in allowed, f"{file.relative_to(ROOT)} imports {package}, which pyproject.toml does not name"


def test_the_commands_check_for_all_packages_of_the_extra() -> None:
    declared = {Requirement(text).name.replace("-", "_") for text in EXTRAS["play"]}
    assert declared <= {*RELOADING, *SCREEN}
    assert {*RELOADING, *SCREEN} - declared == {"httptools", "watchfiles"}  # these come with `uvicorn[standard]`


# --- the core alone ---


class Core:
    """A virtual environment with the core's packages. `source` is added to its path, if there is one."""

    def __init__(self, folder: Path, requirements: Iterable[str], source: Path | None = None) -> None:
        venv.create(folder, symlinks=True)
        self.python = folder / "bin" / "python"
        asks = [str(self.python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
        site = Path(subprocess.run(asks, check=True, capture_output=True, text=True).stdout.strip())
        for found in closure(requirements).values():
            for top in tops(found):
                (site / top).symlink_to(Path(str(found.locate_file(top))).resolve())
        self.environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
        if source:
            self.environment["PYTHONPATH"] = str(source)

    def run(self, *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run Python with these arguments."""
        return subprocess.run(
            [self.python, *command], input=typed, capture_output=True, text=True, check=False, env=self.environment
        )

    def matchbox(self, *arguments: str, typed: str = "") -> str:
        """The output of a command that succeeds."""
        done = self.run("-m", "matchbox", *arguments, typed=typed)
        assert (done.returncode, done.stderr) == (0, ""), arguments
        return done.stdout

    def refusal(self, *arguments: str) -> str:
        """The error of a command with exit code 2."""
        done = self.run("-m", "matchbox", *arguments)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        return done.stderr


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Core:
    return Core(tmp_path_factory.mktemp("core"), PROJECT["dependencies"], ROOT / "src")


INSTALL = "pip install 'matchbox-games[play]'"


def test_the_core_has_no_server_database_or_full_screen_terminal(core: Core) -> None:
    code = f"import importlib.util as u; print([n for n in {(*RELOADING, *SCREEN)} if u.find_spec(n)])"
    assert core.run("-c", code).stdout == "[]\n"


def test_the_core_lists_games_and_plays_as_text(core: Core) -> None:
    assert len(json.loads(core.matchbox("games", "--json"))) >= 22
    assert "Type 'help' for help." in core.matchbox("play", "othellino", "--seed", "1", typed="rules\n1\nquit\n")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["serve", "--port", "0"], f"matchbox: the server needs an extra: {INSTALL} (missing: alembic, "),
        (["dev", "othellino"], f"matchbox: the page needs an extra: {INSTALL} (missing: alembic, "),
        (["play", "--app"], f"matchbox: playing full screen needs an extra: {INSTALL} (missing: textual); or play as "),
        (["export", "halma"], "matchbox: Parquet files need pyarrow: pip install 'matchbox-games[lab]'"),
        (
            ["tune", "halma", "--target", "minutes=9"],
            "matchbox: Optuna is not installed; try: pip install 'matchbox-games",
        ),
        (["simulate", "halma", "--ray"], "matchbox: Ray is not installed; try: pip install 'matchbox-games[ray]'"),
    ],
    ids=["serve", "dev", "play", "export", "tune", "ray"],
)
def test_without_its_extra_a_command_says_what_to_install(core: Core, arguments: list[str], error: str) -> None:
    found = core.refusal(*arguments)
    assert found.startswith(error)
    assert found.count("\n") == 1


def test_the_lobby_of_a_terminal_says_what_to_install(core: Core) -> None:
    """`matchbox play` alone opens the full screen in a terminal."""
    end, terminal = pty.openpty()
    command = [str(core.python), "-m", "matchbox", "play"]
    try:
        done = subprocess.run(
            command, stdin=terminal, stdout=terminal, stderr=subprocess.PIPE, text=True, check=False,
            env=core.environment,
        )  # fmt: skip
    finally:
        os.close(terminal)
        os.close(end)
    assert done.returncode == 2
    assert done.stderr.endswith("; or play as text: matchbox play GAME\n")


# --- the wheel and the source archive ---


def build(source: Path, folder: Path, target: str) -> Path:
    """Build as `make dist` does."""
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed (extra: dev)")
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("archive"), "sdist")


@pytest.fixture(scope="module")
def unpacked(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    (found,) = folder.iterdir()
    return found


RANDOM_GAMES = """
import random
from matchbox.engine import get

choose = random.Random(1)
for name in ("futakotamagawa_fireworks", "othellino"):
    game = get(name)
    state = game.new(seed=1)
    while game.result(state) is None:
        seat = game.acting(state)[0]
        game.apply(state, seat, choose.choice(game.legal(state, seat)))
    print(name, game.result(state).ranks)
"""


@pytest.mark.full
def test_the_wheel_alone_plays_and_simulates(wheel: Path, tmp_path: Path) -> None:
    """A new environment with the wheel and what it requires: nothing of the checkout is on its path."""
    with zipfile.ZipFile(wheel) as files:
        (name,) = [name for name in files.namelist() if name.endswith(".dist-info/METADATA")]
        described = metadata.PathDistribution(zipfile.Path(files, name.removesuffix("METADATA")))
        needed = [text for text in described.requires or () if "extra ==" not in text]
    core = Core(tmp_path / "environment", needed)
    core.environment["MATCHBOX_CACHE"] = str(tmp_path / "cache")
    pip = [sys.executable, "-m", "pip", "--python", str(core.python), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "-q", "--no-index", "--no-deps", str(wheel)], check=True)
    checked = subprocess.run([*pip, "check"], capture_output=True, text=True, check=False)
    assert checked.stdout == "No broken requirements found.\n"
    done = core.run("-c", RANDOM_GAMES)
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["futakotamagawa_fireworks", "othellino"]
    assert "othellino" in core.matchbox("games")
    report = json.loads(core.matchbox("simulate", "futakotamagawa_fireworks", "-n", "100", "--json"))
    assert sum(report["win_share"]) == pytest.approx(1)
    played = core.matchbox("play", "othellino", "--seats", "you,novice", "--seed", "1", typed="1\nquit\n")
    assert "You left the table." in played
    assert INSTALL in core.refusal("serve")
    script = core.python.with_name("matchbox")
    assert subprocess.run([script, "--version"], capture_output=True, text=True, check=True).stdout.startswith("matchb")


@pytest.mark.full
def test_the_metadata_names_authors_and_extras(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        (name,) = [name for name in files.namelist() if name.endswith(".dist-info/METADATA")]
        lines = files.read(name).decode().splitlines()
    assert "Author: The Matchbox maintainers" in lines
    assert "License-Expression: MIT" in lines
    assert {line.removeprefix("Provides-Extra: ") for line in lines if line.startswith("Provides-Extra")} == set(EXTRAS)


@pytest.mark.full
def test_the_source_archive_has_all_files_of_the_project(archive: Path) -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no checkout")
    with tarfile.open(archive) as tar:
        packed = {name.partition("/")[2] for name in tar.getnames()}
    own = {name for name in listed.stdout.splitlines() if not name.startswith(".ci/") and (ROOT / name).exists()}
    assert sorted(own - packed) == []


@pytest.mark.full
def test_the_source_archive_builds_the_same_wheel(unpacked: Path, wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(build(unpacked, tmp_path, "wheel")) as again, zipfile.ZipFile(wheel) as first:
        assert again.namelist() == first.namelist()
        assert [name for name in first.namelist() if first.read(name) != again.read(name)] == []


@pytest.mark.full
def test_the_tests_of_the_source_archive_run(unpacked: Path) -> None:
    """All of them can be loaded; those that only read files run."""
    own = {name: text for name, text in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    environment = {**own, "PYTHONPATH": str(unpacked / "src")}

    def run(*arguments: str) -> str:
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
        done = subprocess.run(command, cwd=unpacked, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    collected = run("--collect-only", "-q")
    assert "tests/contract/test_contract.py" in collected
    assert "error" not in collected.splitlines()[-1]
    files = [f"tests/{name}.py" for name in ("test_layers", "test_docs", "test_packages")]
    run("-q", "-m", "not full", *files, "-k", "imports or check_for or links or named or matches")
