"""A real server and a real browser: `matchbox serve` with a temporary folder, and the system's Chromium."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright: pip install playwright")
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
AXE = "axe-core@4.14.0"

expect.set_options(timeout=30_000)  # slow machines may take long

OpenPage = Callable[..., Page]
LIGHT = "/api/health"
"""A page of the server that costs nothing to draw, for tests that go elsewhere from there."""


@pytest.fixture(scope="session")
def chromium() -> str:
    found = os.environ.get("MATCHBOX_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        pytest.skip("needs Chromium: apt-get install chromium-headless-shell, or name it in MATCHBOX_CHROMIUM")
    return found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the same games in every run. It compiles nothing, and its bots choose at random."""
    yield from _serve(tmp_path_factory, {"NUMBA_DISABLE_JIT": "1"}, "tests.browser.seeded_server")


@pytest.fixture(scope="session")
def real_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server that people use: with compiled rules, bots that search, and deals that nobody can foresee."""
    yield from _serve(tmp_path_factory, {}, "matchbox")


def _serve(tmp_path_factory: pytest.TempPathFactory, settings: dict[str, str], module: str) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = tmp_path_factory.mktemp("tables")
    command = [sys.executable, "-m", module, "serve", "--port", str(port), "--data", str(folder)]
    quiet = {**os.environ, "MATCHBOX_WARM": "0", **settings}  # compile only the games played here
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, stdout=log, stderr=log, env=quiet, cwd=ROOT) as process,
    ):
        address = f"http://127.0.0.1:{port}"
        try:
            _wait(address, process, folder / "log")
            yield address
        finally:
            process.terminate()


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"{address}/api/health") as answer:
                if answer.status == 200:
                    return
        except OSError:
            pass
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(f"the server did not start:\n{log.read_text()}")


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser for the tests of a file: Playwright keeps an event loop running, and later tests need their own."""
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Open pages of separate people, each with its own storage. An error in a page fails the test."""
    yield from _pages(browser, server)


@pytest.fixture
def open_real_page(browser: Browser, real_server: str) -> Iterator[OpenPage]:
    """The same on the server that people use."""
    yield from _pages(browser, real_server)


def _pages(browser: Browser, server: str) -> Iterator[OpenPage]:
    contexts = []
    errors: list[str] = []

    def make(path: str = "/", width: int = 1280, height: int = 800, **options: Any) -> Page:
        context = browser.new_context(
            base_url=server, viewport={"width": width, "height": height}, reduced_motion="reduce", **options
        )
        context.set_default_timeout(60_000)
        context.add_init_script("localStorage.getItem('matchbox.pace') ?? localStorage.setItem('matchbox.pace', '0')")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> str:
    """The source of axe-core, downloaded once by npm."""
    cache = getattr(request.config, "cache", None)  # may be disabled
    folder = Path(cache.mkdir(AXE.replace("@", "-"))) if cache else tmp_path_factory.mktemp("axe")
    found = folder / "package" / "axe.min.js"
    if not found.exists():
        npm = shutil.which("npm")
        if not npm:
            pytest.skip(f"needs npm to fetch {AXE}")
        done = subprocess.run([npm, "pack", AXE], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"npm could not fetch {AXE}: {done.stderr.strip()[-200:]}")
        shutil.unpack_archive(next(folder.glob("axe-core-*.tgz")), folder)
    return found.read_text()
