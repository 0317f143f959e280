"""The server of `matchbox dev`: one version of a game, until one of its files changes.

Mistakes in the game's code are printed in a few lines, each once, and the page shows the last one.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import secrets
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arguments import read_options
from .dev import HOST
from .output import BAD_INPUT, print_error, print_report
from .serve import most_connections, open_page, server_of

if TYPE_CHECKING:
    from matchbox.server.asgi import AsgiApp, LoadedApp, Receive, Scope, Send
    from matchbox.server.dev_tables import DevTable
    from matchbox.server.limits import Limits

SCRIPT = '<script type="module" src="/web/js/dev.js"></script>'


class Reports(logging.Handler):
    """Prints every mistake once, in a few lines if it is in the code of a game."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.last = ""  # for the page
        self._printed: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        logged = record.args if isinstance(record.args, tuple) else ()
        error = record.exc_info[1] if record.exc_info else next((x for x in logged if isinstance(x, Exception)), None)
        if error is None or not self.explain(error):
            self._print(self.format(record))

    def explain(self, error: BaseException) -> bool:
        """Report a mistake in the code of a game; False if the error is something else."""
        report = explained(error)
        self.last = report or self.last
        self._print(report)
        return bool(report)

    def _print(self, report: str) -> None:
        if report and report not in self._printed:
            self._printed.add(report)
            print_report(report)


def explained(error: BaseException) -> str:
    """A mistake in the code of a game, in a few lines; empty for other errors."""
    from matchbox.engine import BadRules
    from matchbox.engine.mistakes import explain_exception, wants_full_report

    if isinstance(error, BadRules):
        return str(error)
    if wants_full_report():
        return "".join(traceback.format_exception(error))
    return (error.__cause__ and explain_exception(error.__cause__)) or explain_exception(error) or ""


class DevApp:
    """Adds a script to the page, which loads it again after a change and shows the last mistake."""

    def __init__(self, asgi_app: AsgiApp, table: DevTable | None, reports: Reports) -> None:
        self._asgi_app, self._table, self._reports = asgi_app, table, reports
        self._start = secrets.token_hex(8)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from matchbox.scene import encode
        from matchbox.server.asgi import WEB_FOLDER, send_response

        path = scope.get("path", "")
        if scope["type"] == "http" and path == "/dev/state":
            document = {"start": self._start, "report": self._reports.last, "table": self._table}
            headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
            await send_response(send, 200, encode(document), headers)
        elif scope["type"] == "http" and not path.startswith(("/api", "/web/", "/metrics")):
            page = (WEB_FOLDER / "index.html").read_text(encoding="utf-8").replace("</head>", f"{SCRIPT}</head>")
            headers = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")]
            await send_response(send, 200, page.encode(), headers)
        else:
            await self._asgi_app(scope, receive, send)


def prepared(arguments: argparse.Namespace, address: str) -> DevTable:
    """The author's table, ready to play by the rules as they are now."""
    from matchbox.bots.warm import interpret
    from matchbox.engine import get
    from matchbox.engine.mistakes import add_folder
    from matchbox.engine.registry import folder_of, module_of
    from matchbox.server.bot_pool import checked_level
    from matchbox.server.dev_tables import adapt, open_table
    from matchbox.server.store import Store

    add_folder(folder_of(arguments.game))
    importlib.import_module(module_of(arguments.game))  # fails here with the author's file and line
    game = get(arguments.game)
    interpret(game)
    checked_level(game, arguments.bots)
    store = Store(address)
    store.open(0)
    try:
        options, file = read_options(game, arguments.option), arguments.data / "table.json"
        table = open_table(store, file, game, arguments.seats, options, arguments.bots)
        adapt(store, game)
    finally:
        store.close()
    return table


def main() -> int:
    from matchbox.engine import BadOption
    from matchbox.server.asgi import AsgiApp
    from matchbox.server.compile_worker import end_with_parent

    arguments = _arguments()
    end_with_parent(arguments.parent)
    reports = Reports()
    logging.basicConfig(level=logging.WARNING, handlers=[reports])
    address = f"sqlite:///{arguments.data / 'matchbox.db'}"
    table = None
    try:
        table = prepared(arguments, address)
    except BadOption as error:
        print_error(str(error))
        return BAD_INPUT
    except Exception as error:
        if not reports.explain(error):
            raise

    def load(limits: Limits) -> LoadedApp:
        from matchbox.server.app import Api

        return Api(limits, address, None)

    asgi_app = AsgiApp(load, HOST, most_connections())
    if arguments.open:
        asgi_app.when_up = lambda: open_page(f"http://localhost:{arguments.port}/dev")
    app: Any = DevApp(asgi_app, table, reports)
    server_of(asgi_app, app, HOST, arguments.port, log_config=None).run()
    return 0


def _arguments() -> argparse.Namespace:
    """The arguments that `matchbox dev` passes on."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("port", type=int)
    parser.add_argument("data", type=Path)
    parser.add_argument("parent", type=int)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--open", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
