"""A `matchbox dev` of a new game in its own process, and edits of the game."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from matchbox.cli import main
from tests.server.harness import bearer, free_port

from .test_new_game import write_metadata

PATIENCE = 60.0  # seconds


def new_game(folder: Path) -> Path:
    """A new game in a package, as if it was installed."""
    assert main(["new-game", "stone_age", "--folder", str(folder)]) == 0
    write_metadata(folder, folder / "src")
    return folder


class Dev:
    """A running `matchbox dev` of a new game."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.source = folder / "src/matchbox_stone_age"
        self.port = free_port()
        self._log = folder / "log.txt"
        environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "COLUMNS": "300"}
        command = [sys.executable, "-m", "matchbox", "dev", "stone_age", "--port", str(self.port), *arguments]
        with self._log.open("w") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)

    @property
    def printed(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def until(self, question: Callable[[], Any]) -> Any:
        """The answer to a question, as soon as there is one."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if answer := question():
                    return answer
            except httpx.TransportError:  # the server starts again
                pass
            assert self.process.poll() is None, self.printed
            assert time.monotonic() < end, self.printed
            time.sleep(0.1)

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get("/dev/state").json()
        return found

    def table(self) -> dict[str, Any]:
        """The author's table as the page sees it."""
        mine = self.state()["table"]
        address = f"/api/tables/{mine['table']}?format=scene"
        found: dict[str, Any] = self.http.get(address, headers=bearer(mine["seats"][0]["token"])).json()
        return found

    def play(self) -> None:
        """The author's first legal move."""
        mine, seen = self.state()["table"], self.table()
        body = {"decision": seen["decision"], "action": int(next(iter(seen["actions"])))}
        headers = bearer(mine["seats"][0]["token"])
        assert self.http.post(f"/api/tables/{mine['table']}/act", json=body, headers=headers).status_code == 200

    def edit(self, file: str, old: str, new: str) -> None:
        """Change a file, and wait for the server of the new version."""
        before = self.until(self.state)["start"]
        path = self.source / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        self.until(lambda: self.state()["start"] != before)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.http.close()
