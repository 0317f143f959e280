"""The cache of compiled code: where it is, and when it is stale.

Numba stamps a cached function with its own source file and misses edits in the helpers that
it calls. Our stamp covers the function's file, the game it was specialised for, and every file
of the same packages that these import, directly or not. An edit in the engine recompiles
everything, an edit in a game only that game. Stale files are overwritten in place.
"""

from __future__ import annotations

import ast
import atexit
import contextlib
import functools
import hashlib
import itertools
import logging
import math
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numba
from numba.core import bytecode, caching

from .errors import MatchboxError
from .folders import cache_folder

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

PACKAGE = "matchbox"
ROOT = Path(__file__).resolve().parents[1]
ADVICE = "set MATCHBOX_CACHE to a folder that you can write to"
log = logging.getLogger("matchbox")
_ours: dict[str, str] = {}  # source file -> module name of all functions compiled by this engine
_elsewhere: dict[str, Path] = {}  # packages that are not in the folder of the package they belong to
_temporary: dict[Path, int] = {}  # folder -> the process that made it
_refusals: dict[Path, OSError] = {}  # cache folder -> why it is not writable
_reported = False


@functools.cache
def writable_folder() -> Path:
    """The cache folder. If it is not writable, a temporary one: every start compiles again, but games work."""
    path = cache_folder()
    if error := _obstacle(path):
        _refusals[path] = error
        with contextlib.suppress(OSError):  # there is no place at all: nothing is kept
            return _temporary_folder()
    return path


def check_writable() -> None:
    """Fail if compiled code cannot be kept, for a program that compiles in advance."""
    writable_folder()
    for path, error in _refusals.items():
        raise MatchboxError(f"compiled code cannot be kept in {path} ({error.strerror}); {ADVICE}")


def _obstacle(path: Path) -> OSError | None:
    """The reason why nothing can be written to a folder, if there is one."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()
    except OSError as error:
        return error
    return None


def _report(path: Path, error: OSError) -> None:
    """Say once, on one line, that compiled code is not kept."""
    global _reported
    if not _reported:
        _reported = True
        log.warning(
            "matchbox: compiled code cannot be kept in %s (%s), so every start compiles again; %s",
            path, error.strerror, ADVICE,
        )  # fmt: skip


def report_refusal() -> None:
    """Say so if the cache folder is not writable. The first use of compiled code does; servers leave that to others."""
    for path, error in _refusals.items():
        _report(path, error)


def _temporary_folder() -> Path:
    """A folder for this process, which removes it when it ends, and for those that it starts: they say nothing."""
    path = Path(tempfile.mkdtemp(prefix="matchbox-"))
    os.environ["MATCHBOX_CACHE"] = str(path)
    _temporary[path] = os.getpid()
    atexit.register(remove_temporary_folder)
    return path


def remove_temporary_folder() -> None:
    """Remove the temporary folder, if this process has made one. For processes that end without `atexit`."""
    for path, owner in _temporary.items():
        if owner == os.getpid():  # not in a forked copy
            shutil.rmtree(path, ignore_errors=True)


def adopt(function: Callable[..., Any]) -> None:
    """Let this module manage the cache of all functions in this function's file."""
    _ours[str(Path(function.__code__.co_filename).resolve())] = function.__module__


def add_package(name: str, folder: Path) -> None:
    """Look for the files of a package in this folder. Its compiled code is kept by itself."""
    _elsewhere[name] = folder.resolve()


def adopted_files() -> list[Path]:
    """The files of all functions compiled by this engine."""
    return [Path(file) for file in _ours]


@functools.cache
def _imported(file: Path, module: str) -> tuple[str, ...]:
    """Absolute names of the modules a file imports."""
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    names: list[str] = []
    for node in _statements(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: 1 - node.level or None] if node.level else []
            name = ".".join([*base, *([node.module] if node.module else [])])
            names += [name, *(f"{name}.{alias.name}" for alias in node.names)]
    return tuple(names)


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All statements of a module, nested ones included. Expressions contain no imports, so they are skipped."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt | ast.excepthandler)]


def _find(module: str, roots: dict[str, Path]) -> Path | None:
    """The source file of a module of one of our packages."""
    parts = module.split(".")
    known = roots | _elsewhere
    depth = next((n for n in range(len(parts), 0, -1) if ".".join(parts[:n]) in known), 0)
    if not depth:
        return None
    path = known[".".join(parts[:depth])].joinpath(*parts[depth:])
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


@functools.cache
def sources(file: Path, module: str) -> tuple[Path, ...]:
    """The file and everything it imports from its own package and from this one."""
    top, *rest = module.split(".")
    depth = len(rest) + (file.name == "__init__.py")
    roots = {PACKAGE: ROOT}
    roots.setdefault(top, file.parents[depth - 1] if depth else file.parent)
    found = {file: module}
    waiting = [file]
    while waiting:
        here = waiting.pop()
        for name in _imported(here, found[here]):
            path = _find(name, roots)
            if path and path not in found:
                found[path] = name
                waiting.append(path)
    return tuple(sorted(found))


@functools.cache
def stamp(*files: str) -> bytes:
    """Hash of all files that the functions in these files depend on."""
    everything = {path for file in files for path in sources(Path(file), _ours[file])}
    digest = hashlib.sha256()
    for path in sorted(everything):
        digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.digest()


def _package_elsewhere(files: Iterable[str]) -> str:
    """The package with one of these files that is not in its usual folder; empty if there is none.

    Cached code names the modules that it needs. Only processes with this package have them by these names.
    """
    for name, folder in _elsewhere.items():
        if any(Path(file).is_relative_to(folder) for file in files):
            return name
    return ""


class Locator(caching._CacheLocator):
    """Tells Numba where the cache files of our functions are, and which source they come from."""

    def __init__(self, function: Any, file: str) -> None:
        rules_files = function.__globals__.get("__rules_files__", ())
        self._files = {file, *(str(Path(path).resolve()) for path in rules_files)}  # a package may be a link
        # Numba's cache key ignores bounds checking, so each mode has its own folder.
        mode = "checked" if getattr(numba.config, "BOUNDSCHECK") else "fast"  # noqa: B009
        subpath: str = caching._CacheLocator.get_suitable_cache_subpath(file)  # type: ignore[no-untyped-call]
        self._path = writable_folder() / mode / subpath / _package_elsewhere(self._files)

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> bytes:
        return stamp(*sorted(self._files))

    def get_disambiguator(self) -> str:
        return "0"  # not the line number: an edit above a function must not leave its old file behind

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Locator | None:
        file = str(Path(py_file).resolve())
        if file not in _ours:
            return None
        return cls(py_func, file)


class FunctionCache(caching.FunctionCache):
    """The cache of one function. Where its files cannot be read or written, the function works without them."""

    @contextlib.contextmanager
    def _guard_against_spurious_io_errors(self) -> Iterator[None]:
        report_refusal()
        try:
            yield
        except OSError as error:  # a full disk, or files of another user
            _report(writable_folder(), error)


class LockedCacheFile(caching.IndexDataCacheFile):
    """The cache files of one function, saved under a lock.

    Without it, processes that save at the same moment give different code the same file name.
    """

    def save(self, key: Any, data: Any) -> None:
        with locked(Path(self._index_path).with_suffix(".lock")):
            super().save(key, data)  # type: ignore[no-untyped-call]


@contextlib.contextmanager
def locked(file: Path, patience: float = math.inf) -> Iterator[None]:
    """Keep other processes out of this block for the same file, on systems with file locks.

    After `patience` seconds the block begins without the lock.
    """
    with file.open("wb") as lock:
        if fcntl is not None:
            _wait_for(lock, patience)  # released when the file closes
        yield


def _wait_for(lock: BinaryIO, patience: float) -> None:
    if patience == math.inf:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            time.sleep(0.05)


def install() -> None:
    """Make Numba ask our locator first. Functions of other packages keep Numba's own.

    Numba names compiled code by the numbers of the function and its record types, and every process counts
    from 1. Two processes can therefore give the same name to code for different records, and a process that
    loads both from the cache gets the first one twice. Starting at a random number prevents that.
    """
    if Locator not in caching.CacheImpl._locator_classes:
        caching.CacheImpl._locator_classes.insert(0, Locator)
        caching.IndexDataCacheFile = LockedCacheFile  # type: ignore[misc]
        bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))
