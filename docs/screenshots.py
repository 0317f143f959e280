"""Screenshots of the page for the README: python docs/screenshots.py

Starts a server with an empty database, plays some moves and saves docs/images/*.jpg.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).parent / "images"
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
SHOTS: list[tuple[str, str, int, int, dict[str, int], str]] = [  # name, game, seats, moves, size, colour scheme
    ("backgammon", "backgammon", 2, 6, WIDE, "light"),
    ("othellino", "othellino", 2, 4, WIDE, "dark"),
    ("war", "war", 3, 12, WIDE, "light"),
    ("fireworks", "futakotamagawa_fireworks", 2, 4, WIDE, "light"),
    ("gold-mine", "gold_mine", 5, 2, WIDE, "light"),
    ("liars-cards-phone", "liars_cards", 3, 2, PHONE, "light"),
    ("temple-phone", "temple_of_doom", 2, 3, PHONE, "dark"),
]


def request(address: str, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address + path, data, headers)) as answer:
        return json.load(answer)


def wait(ready: Any) -> None:
    for _ in range(1200):
        try:
            if ready():
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise TimeoutError("the server did not answer in time")


def table(address: str, game: str, seats: int, moves: int) -> tuple[str, list[dict[str, Any]]]:
    """A table against bots after some moves, always the first legal move."""
    players = [{"kind": "me", "name": "Ann"}, *[{"kind": "bot", "level": "random"}] * (seats - 1)]
    made = request(address, "/api/tables", {"game": game, "players": players, "pace": 0})
    where, token = f"/api/tables/{made['table']}", made["seats"][0]["token"]
    for _ in range(moves):
        wait(lambda: request(address, where, token=token).get("your_turn"))
        state = request(address, where, token=token)
        action = int(next(iter(state["actions"])))
        request(address, f"{where}/act", {"decision": state["decision"], "action": action}, token)
    wait(lambda: request(address, where, token=token).get("your_turn"))
    return made["table"], made["seats"]


def save(page: Page, name: str) -> None:
    """Save as JPEG: the soft light on the felt would make a PNG three times as large."""
    page.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=82)


def take_all(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=WIDE, color_scheme="light", reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".game")
    save(page, "lobby")
    for name, game, seats, moves, size, scheme in SHOTS:
        number, held = table(address, game, seats, moves)
        context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        saved = json.dumps({"tables": {number: {"held": held, "at": 1}}, f"minute:{game}": True})
        script = "Object.entries(%s).forEach(([k, v]) => localStorage.setItem(`matchbox.${k}`, JSON.stringify(v)))"
        context.add_init_script(script % saved)
        page = context.new_page()
        page.goto(f"{address}/table/{number}")
        page.wait_for_selector(".dock.your-turn")
        page.wait_for_timeout(300)
        save(page, name)
        context.close()


@contextmanager
def serving() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a server with an empty database."""
    chromium = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    if not chromium:
        sys.exit("install Chromium first")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "matchbox", "serve", "--port", str(port), "--data", folder]
        server = subprocess.Popen(command)
        try:
            wait(lambda: request(address, "/api/health")["status"] == "ok")
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
                yield browser, address
                browser.close()
        finally:
            server.terminate()
            server.wait()


def main() -> None:
    fonts = subprocess.run(["fc-list"], capture_output=True, text=True, check=False).stdout
    if "CJK" not in fonts:
        sys.exit("install a Japanese font first (apt-get install fonts-noto-cjk), or the pictures show empty boxes")
    IMAGES.mkdir(exist_ok=True)
    with serving() as (browser, address):
        take_all(browser, address)


if __name__ == "__main__":
    main()
