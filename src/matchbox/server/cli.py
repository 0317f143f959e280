"""`matchbox serve` and `matchbox verify`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matchbox.resources import data_folder

if TYPE_CHECKING:
    from .shell import Inner


def add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1; 0.0.0.0 for everybody)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where tables are kept (~/.local/share/matchbox)")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")


def add_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FILE_OR_URL", help="a game's record, or the address of its table")


def _data(chosen: Path | None) -> Path:
    folder = chosen or data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _lock(folder: Path) -> Any:
    """A data folder has one server; several nodes share a PostgreSQL database instead."""
    from matchbox.engine.errors import MatchboxError

    file = (folder / "lock").open("a")
    try:
        import fcntl
    except ImportError:  # not on this system: then it is up to the user
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise MatchboxError(f"another server uses {folder}; stop it or choose another folder with --data") from None
    return file


def serve(arguments: argparse.Namespace) -> None:
    """Run the server until it is stopped."""
    import uvicorn

    from .limits import Limits
    from .shell import Shell

    database, redis = os.environ.get("MATCHBOX_DATABASE"), os.environ.get("MATCHBOX_REDIS")
    lock = None
    if not database:
        folder = _data(arguments.data)
        lock = _lock(folder)
        database = f"sqlite:///{folder / 'matchbox.db'}"
    where = database

    def load(limit: Limits) -> Inner:
        from .app import Api

        return Api(limit, where, redis)

    shell = Shell(load)
    config = uvicorn.Config(
        shell,
        host=arguments.host,
        port=arguments.port,
        ws=shell.connection,  # type: ignore[arg-type]
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    shown = "localhost" if arguments.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else arguments.host
    address = f"http://{shown}:{arguments.port}/"
    server = uvicorn.Server(config)
    shell.when_up = lambda: _up(server, address, arguments.open)
    server.run()
    if lock:
        lock.close()


def _up(server: Any, address: str, show: bool) -> None:
    print(f"Matchbox is at {address}  (Ctrl+C stops it)", flush=True)
    if show:
        import webbrowser

        webbrowser.open(address)


def verify(arguments: argparse.Namespace) -> None:
    """Check a record: commitment, mixing of the seed, every action, the result."""
    from matchbox.engine.errors import Unreadable
    from matchbox.engine.notation import parse_game

    record = parse_game(_fetch(arguments.source))
    if record.seed is None:
        raise Unreadable("this record is still sealed: its secret is published when the game is over")
    if record.secret is not None:
        print("commitment   the secret is the one the server committed itself to")
        print("seed         mixed from the secret, the table's name and the players' nonces")
    elif record.commitment is not None:
        print("commitment   the seed is the one committed to")
    else:
        print("commitment   none: the seed is as the record says")
    print(f"actions      {len(record.actions)}, all of them legal")
    if record.result:
        ranks = ", ".join(f"seat {seat}: {rank}" for seat, rank in enumerate(record.result.ranks))
        print(f"result       as recorded; places: {ranks} ({record.result.reason})")
    else:
        print("result       the game was not finished")


def _fetch(source: str) -> str:
    """A file's text, `-` for standard input, or a record from a server."""
    from matchbox.engine.errors import MatchboxError, Unreadable

    if source == "-":
        return sys.stdin.read()
    if not source.startswith(("http://", "https://")):
        try:
            return Path(source).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise Unreadable(f"{source} is not a text file") from None
    import urllib.error
    import urllib.request

    address = source.partition("#")[0].rstrip("/")
    if not address.endswith("/record"):
        address = address.replace("/table/", "/api/tables/") + "/record"
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return str(answer.read(4_000_000).decode())
    except urllib.error.HTTPError as error:
        raise MatchboxError(f"{address}: the server answers {error.code}") from None
    except (urllib.error.URLError, TimeoutError, UnicodeDecodeError) as error:
        raise MatchboxError(f"{address}: {error}") from None
