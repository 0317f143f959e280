"""`matchbox dev`: play a game in the browser while you write it.

A second process serves the page (`dev_server.py`). When a file of the game changes, it is started again. The table
and its moves stay in a temporary database, and the page loads itself again.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import LEVELS, Commands, add_command, add_game, add_seats, between
from .extras import RELOADING, check_installed
from .output import BAD_INPUT, out
from .serve import check_address

if TYPE_CHECKING:
    from collections.abc import Iterable

HOST = "127.0.0.1"


def add(commands: Commands) -> None:
    text = "Play a game in the browser while you write it: the page follows every save."
    parser = add_command(commands, "dev", run, text)
    add_game(parser)
    port = between(1, 65535, "choose a port from 1 to 65535")
    parser.add_argument("--port", type=port, default=8000, help="port to listen on (default: 8000)")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    add_seats(parser)
    bots = f"your opponents: {LEVELS} (default: random, which need no compiled rules)"
    parser.add_argument("--bots", metavar="BOT", default="random", help=bots)
    option = "choose a variant of the rules"
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=option)


def run(arguments: argparse.Namespace) -> int:
    from matchbox.engine.cache import writable_folder
    from matchbox.engine.registry import folder_of

    check_installed(RELOADING, "the page")
    folder = folder_of(arguments.game)
    check_address(HOST, arguments.port)
    writable_folder()  # all servers use the same one
    signal.signal(signal.SIGTERM, _stop)
    out().print(f"{arguments.game} is at http://localhost:{arguments.port}/dev  (Ctrl+C stops it)", soft_wrap=True)
    out().print(f"watching {folder}", soft_wrap=True)
    with tempfile.TemporaryDirectory(prefix="matchbox-dev-") as data:
        return _serve_and_watch(arguments, folder, Path(data))


def _stop(*_: object) -> None:
    sys.exit(128 + signal.SIGTERM)


def _serve_and_watch(arguments: argparse.Namespace, folder: Path, data: Path) -> int:
    """Run the server, and start it again after every change of the game's files."""
    from watchfiles import watch

    server = _start(arguments, data, arguments.open)
    try:
        for changes in watch(folder, yield_on_timeout=True, rust_timeout=500):
            if changes:
                _end(server)
                out().print(f"changed: {', '.join(_names(changes, folder))}", soft_wrap=True)
                server = _start(arguments, data)
            elif server.poll() == BAD_INPUT:  # it has said why
                return BAD_INPUT
    finally:
        _end(server)
    return 0


def _names(changes: Iterable[tuple[object, str]], folder: Path) -> list[str]:
    return sorted({Path(os.path.relpath(file, folder)).as_posix() for _, file in changes})


def _start(arguments: argparse.Namespace, data: Path, open_page: bool = False) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "matchbox.cli.dev_server", arguments.game, str(arguments.port), str(data)]
    command += [str(os.getpid())]
    command += ["--bots", arguments.bots, *(f"--option={text}" for text in arguments.option)]
    command += [f"--seats={arguments.seats}"] if arguments.seats else []
    command += ["--open"] if open_page else []
    alone = {name: text for name, text in os.environ.items() if name not in ("MATCHBOX_DATABASE", "MATCHBOX_REDIS")}
    return subprocess.Popen(command, env={**alone, "MATCHBOX_WARM": "0"})


def _end(server: subprocess.Popen[bytes]) -> None:
    """End the server. All that it has acknowledged is stored."""
    server.terminate()
    try:
        server.wait(2)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
