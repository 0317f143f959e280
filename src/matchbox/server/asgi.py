"""The outer ASGI application. It starts immediately and serves the page while the API loads.

It knows nothing about games. Requests to the API wait until it is loaded. Size and rate limits
are checked here, before anything reads a request.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import math
import mimetypes
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from pathlib import Path
from typing import Any, Protocol, cast

from . import limits
from .faults import Unavailable, back_off, in_one_line
from .hosts import Hosts
from .http_connection import HttpConnection, refusal

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

WEB_FOLDER = Path(__file__).resolve().parents[1] / "web"
NO_PAGE = b"""<!doctype html><title>Matchbox</title><p>This copy of Matchbox has no web page.
The API works: see <a href="/api/docs">/api/docs</a>."""
STARTING = "the server is starting; try again in a moment"
log = logging.getLogger("matchbox")
STATIC_PATH = re.compile(r"/web/([\w./-]{1,200})", re.ASCII)
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")


class LoadedApp(Protocol):
    """The part that loads later: the API and the connections to tables."""

    async def start(self) -> None:
        """Start, or raise Unavailable: then a later attempt may succeed. Any other error is final."""

    async def stop(self) -> None: ...
    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None: ...
    def connection(self, connections: set[Any]) -> asyncio.Protocol: ...


class AsgiApp:
    def __init__(self, load: Callable[[limits.Limits], LoadedApp], host: str, most_connections: int) -> None:
        self.limits, self._hosts = limits.Limits(most_connections), Hosts(host)
        self._load = load
        self.when_up: Callable[[], None] = lambda: None
        self.when_failed: Callable[[], None] = lambda: None
        self.failure: Exception | None = None
        """Why the API can never start."""
        self._loaded: LoadedApp | None = None
        self._loading: asyncio.Task[None] | None = None
        self._answerable = asyncio.Event()  # the API is loaded, or there is a reason why not yet
        self._problem, self._retry_after = STARTING, 1

    # --- HTTP ---

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        try:
            await self._respond(scope, receive, send)
        except _Rejected as error:
            await send_json(send, error.status, {"error": str(error)}, error.headers)
        except _Disconnected:
            pass

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        address = limits.address_of(client[0] if client else "", scope["headers"])
        scope["matchbox.address"] = address
        path: str = scope["path"]
        self._check_address(scope)
        if not (path.startswith("/api/") or path in ("/api", "/metrics")):
            await self._static(scope, send)
            return
        if not self.limits.allows(address, limits.REQUESTS):
            raise _Rejected(429, "too many requests; wait a moment", (b"retry-after", b"2"))
        body = scope["matchbox.body"] = await _body(scope, receive)
        await self._answerable.wait()
        if self._loaded is None:
            raise _Rejected(503, self._problem, (b"retry-after", b"%d" % self._retry_after))
        await self._loaded(scope, _with_body(body, receive), send)

    def _check_address(self, scope: Scope) -> None:
        if len(scope["raw_path"]) + len(scope["query_string"]) > limits.MAX_TARGET:
            raise _Rejected(414, f"an address may have at most {limits.MAX_TARGET} bytes")
        if not scope["path"].isprintable():
            raise _Rejected(404, "there is no such page; check the address")
        if problem := self._hosts.problem(scope["headers"], changes=not _only_reads(scope)):
            raise _Rejected(*problem)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._loading = asyncio.create_task(self._start())
                await send({"type": "lifespan.startup.complete"})
                asyncio.get_running_loop().call_later(0.05, self.when_up)  # by then the port is open
            else:
                if self._loading:
                    self._loading.cancel()
                    await asyncio.wait([self._loading])
                if self._loaded:
                    await self._loaded.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _start(self) -> None:
        try:
            inner = await asyncio.get_running_loop().run_in_executor(None, self._load, self.limits)
            await self._start_patiently(inner)
            self._loaded = inner
        except Exception as error:
            self.failure, self._problem = error, "the server cannot start; the reason is in its log"
            self.when_failed()
        self._answerable.set()

    async def _start_patiently(self, inner: LoadedApp) -> None:
        """Start the API. While a service that it needs does not answer, say so and try again."""
        for delay in back_off():
            try:
                await inner.start()
            except Unavailable as error:
                if str(error) != self._problem:
                    log.warning("%s, and the server keeps trying: %s", error, in_one_line(error.__cause__ or error))
                self._problem, self._retry_after = str(error), math.ceil(delay)
                self._answerable.set()
                await asyncio.sleep(delay)
            else:
                if self._answerable.is_set():
                    log.warning("the server has started after all")
                return

    async def _static(self, scope: Scope, send: Send) -> None:
        if not _only_reads(scope):
            raise _Rejected(405, "use GET for pages")
        path = scope["path"]
        file = WEB_FOLDER / "index.html"
        if path.startswith("/web/"):
            match = STATIC_PATH.fullmatch(path)
            file = (WEB_FOLDER / match.group(1)).resolve() if match else WEB_FOLDER
            if not file.is_relative_to(WEB_FOLDER) or not file.is_file():
                raise _Rejected(404, "there is no such file")
        content = file.read_bytes() if file.is_file() else NO_PAGE
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if kind.startswith("text/") or kind in ("application/json", "image/svg+xml"):
            kind += "; charset=utf-8"
        tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'.encode()
        headers = [(b"content-type", kind.encode()), (b"etag", tag), (b"cache-control", b"no-cache")]
        if tag in dict(scope["headers"]).get(b"if-none-match", b""):
            await send_response(send, 304, b"", headers)
        else:
            await send_response(send, 200, b"" if scope["method"] == "HEAD" else content, headers, len(content))

    # --- connections ---

    def http_connection(self, **uvicorn: Any) -> asyncio.Protocol:
        """The protocol of Uvicorn's new connections."""
        return HttpConnection(self.limits, self._hosts, **uvicorn)

    def connection(self, config: Any, server_state: Any, app_state: Any, **_: Any) -> asyncio.Protocol:
        """The protocol to which Uvicorn passes an upgraded connection."""
        if self._loaded is None:
            return _Unavailable(self._problem, self._retry_after)
        return self._loaded.connection(server_state.connections)


class _Unavailable(asyncio.Protocol):
    """Answers a WebSocket that comes before the API is loaded. Clients try again."""

    def __init__(self, problem: str, retry_after: int) -> None:
        self._problem, self._retry_after = problem, retry_after

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        writer = cast(asyncio.Transport, transport)
        writer.write(refusal(503, self._problem, retry_after=str(self._retry_after)))
        writer.close()


class _Rejected(Exception):
    """The request is answered with an error before the API sees it."""

    def __init__(self, status: int, text: str, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(text)
        self.status, self.headers = status, headers


class _Disconnected(Exception):
    """The client has left before the end of its request."""


def _only_reads(scope: Scope) -> bool:
    return scope["method"] in ("GET", "HEAD")


async def _body(scope: Scope, receive: Receive) -> bytes:
    """The whole body: JSON, or nothing."""
    headers = dict(scope["headers"])
    declared = headers.get(b"content-length", b"0")
    too_long = _Rejected(413, f"a request may have at most {limits.MAX_BODY} bytes")
    if not declared.isdigit() or int(declared) > limits.MAX_BODY:
        raise too_long
    if _only_reads(scope):
        return b""
    body: bytes = b""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Disconnected
        body += message.get("body", b"")
        if len(body) > limits.MAX_BODY:
            raise too_long
        more = message.get("more_body", False)
    if body and headers.get(b"content-type", b"").partition(b";")[0].strip().lower() != b"application/json":
        raise _Rejected(415, "send the body as JSON, with the header 'Content-Type: application/json'")
    return body


def _with_body(body: bytes, receive: Receive) -> Receive:
    """A `receive` that returns a body which has been read already."""
    sent = False

    async def read() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return read


async def send_json(send: Send, status: int, document: Any, headers: Iterable[tuple[bytes, bytes]] = ()) -> None:
    await send_response(send, status, json.dumps(document).encode(), [(b"content-type", b"application/json"), *headers])


async def send_response(
    send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]], size: int | None = None
) -> None:
    length = (b"content-length", str(len(body) if size is None else size).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body})
