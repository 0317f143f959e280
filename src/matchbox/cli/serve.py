"""`matchbox serve`: run the server."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arguments import Commands, add_command, between
from .extras import SERVER, check_installed

if TYPE_CHECKING:
    import uvicorn

    from matchbox.server.asgi import AsgiApp, LoadedApp
    from matchbox.server.host_players import HostPlayers
    from matchbox.server.limits import Limits


def add(commands: Commands) -> None:
    parser = add_command(commands, "serve", run, "Serve the page and its tables to browsers and programs.")
    host = "address to listen on (default: 127.0.0.1, this computer alone; 0.0.0.0 lets others connect)"
    parser.add_argument("--host", default="127.0.0.1", help=host)
    port = between(0, 65535, "choose a port from 0 to 65535")
    parser.add_argument("--port", type=port, default=8000, help="port to listen on (default: 8000; 0: a free port)")
    data = "folder for the tables (default: ~/.local/share/matchbox)"
    parser.add_argument("--data", type=Path, metavar="DIR", help=data)
    player = (
        "offer a player of your own at tables: NAME=module:attribute; append @GAME,GAME to limit it to these games "
        "(repeatable)"
    )
    parser.add_argument("--player", action="append", default=[], metavar="NAME=PLAYER", help=player)
    parser.add_argument("--open", action="store_true", help="open the page in a browser")


def run(arguments: argparse.Namespace) -> None:
    """Run the server until it is stopped."""
    check_installed(SERVER, "the server")
    check_address(arguments.host, arguments.port)
    from matchbox.server import settings
    from matchbox.server.asgi import AsgiApp

    settings.check()
    players = _players(arguments.player)
    database, redis = os.environ.get("MATCHBOX_DATABASE"), os.environ.get("MATCHBOX_REDIS")
    lock = None
    if not database:
        folder = _data_folder(arguments.data)
        lock = _lock(folder)
        database = f"sqlite:///{_private_file(folder / 'matchbox.db')}"
    address = database

    def load(limits: Limits) -> LoadedApp:
        from matchbox.engine.cache import report_refusal
        from matchbox.server.app import Api

        report_refusal()
        return Api(limits, address, redis, settings.lab_places(arguments.host), players)

    asgi_app = AsgiApp(load, arguments.host, most_connections())
    shown = "localhost" if arguments.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else arguments.host
    server = server_of(asgi_app, asgi_app, arguments.host, arguments.port)
    asgi_app.when_up = lambda: _announce(server, shown, arguments.open)
    signal.signal(signal.SIGTERM, end)
    server.run()
    if lock:
        lock.close()
    if asgi_app.failure:
        raise asgi_app.failure


def _players(given: list[str]) -> HostPlayers | None:
    """The players that the host offers, loaded once: a mistake in a name or a module ends the command now."""
    if not given and not os.environ.get("MATCHBOX_PLAYERS"):
        return None
    from matchbox.server.host_players import HostPlayers, listed_players

    players = HostPlayers(listed_players(given))
    players.check()
    return players


def server_of(asgi_app: AsgiApp, app: Any, host: str, port: int, **more: Any) -> uvicorn.Server:
    """A server of `app`, which is `asgi_app` or a wrapper around it. It stops if the API can never start."""
    import uvicorn

    from matchbox.server.http_connection import SECURITY_HEADERS

    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=asgi_app.http_connection,  # type: ignore[arg-type]
        ws=asgi_app.connection,  # type: ignore[arg-type]
        headers=list(SECURITY_HEADERS.items()),
        server_header=False,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
        **more,
    )
    server = uvicorn.Server(config)
    asgi_app.when_failed = lambda: setattr(server, "should_exit", True)
    return server


def end(number: int, _: object) -> None:
    """End by this signal, as without a handler, but leave no temporary folder behind."""
    from matchbox.engine.cache import remove_temporary_folder

    remove_temporary_folder()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def most_connections() -> int:
    """The number of connections in all: MATCHBOX_CONNECTIONS, or as many as this process may have files."""
    from matchbox.server.settings import number

    if wanted := int(number("MATCHBOX_CONNECTIONS")):
        return wanted
    try:
        import resource
    except ImportError:  # no such limit on this system
        return 10_000
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        raised = max(files, 20_000 if most == resource.RLIM_INFINITY else min(most, 20_000))
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most))
        files = raised
    return min(10_000, files // 2)  # the other half is for the database, bots and the compiler


def check_address(host: str, port: int) -> None:
    """Fail now, with a clear message, rather than in the server."""
    from matchbox.engine import MatchboxError

    try:
        family, kind, _, _, address = socket.getaddrinfo(host or "no address", port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except (OSError, ValueError) as error:  # ValueError: text that is no host name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise MatchboxError(f"cannot listen on {host!r}, port {port}: {reason}") from None


def _data_folder(chosen: Path | None) -> Path:
    """The folder of the tables. Only its owner may read it: the database has the secrets of running games."""
    from matchbox.engine.folders import data_folder

    folder = chosen or data_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if chosen is None:
        folder.chmod(0o700)
    return folder


def _private_file(file: Path) -> Path:
    """A file that only its owner may read. The database's other files get the same rights from it."""
    file.touch(mode=0o600)
    for part in (file, *file.parent.glob(f"{file.name}-*")):
        part.chmod(0o600)
    return file


def _lock(folder: Path) -> Any:
    """Lock a data folder, which has one server. Several nodes share a PostgreSQL database instead."""
    from matchbox.engine import MatchboxError

    file = _private_file(folder / "lock").open("a")
    try:
        import fcntl
    except ImportError:  # no such locks on this system: the user takes care
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise MatchboxError(f"another server uses {folder}; stop it or choose another folder with --data") from None
    return file


def _announce(server: uvicorn.Server, shown: str, opens: bool) -> None:
    """Tell where the server is, as soon as its port is open. Port 0 has become a free one."""
    import asyncio

    if not server.started:
        asyncio.get_running_loop().call_later(0.05, _announce, server, shown, opens)
        return
    address = f"http://{shown}:{server.servers[0].sockets[0].getsockname()[1]}/"
    print(f"Matchbox is at {address}  (Ctrl+C stops it)", flush=True)
    if opens:
        open_page(address)


def open_page(address: str) -> None:
    import webbrowser

    webbrowser.open(address)
