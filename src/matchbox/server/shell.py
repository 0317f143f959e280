"""The outermost layer: up at once, it serves the page while everything else is still being loaded.

It knows nothing of games. Requests to the API wait until that is there; sizes and rates are
checked here, before anybody looks into a request.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import mimetypes
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any, Protocol, cast

from . import limits

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

WEB = Path(__file__).resolve().parents[1] / "web"
NO_PAGE = b"""<!doctype html><title>Matchbox</title><p>This copy of Matchbox comes without its web page.
The server works: see <a href="/api/docs">/api/docs</a>."""
SAFE = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    ),
]
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")


class Inner(Protocol):
    """What is loaded later: the API, and connections to tables."""

    async def start(self) -> None: ...
    async def stop(self) -> None: ...
    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None: ...
    def connection(self, connections: set[Any]) -> asyncio.Protocol: ...


class Shell:
    def __init__(self, load: Callable[[limits.Limits], Inner]) -> None:
        self.limits = limits.Limits()
        self._load = load
        self.when_up: Callable[[], None] = lambda: None
        self._inner: Inner | None = None
        self._loading: asyncio.Task[None] | None = None

    # --- HTTP ---

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        client = scope.get("client")
        address = limits.address_of(client[0] if client else "", scope["headers"])
        scope["matchbox.address"] = address
        path: str = scope["path"]
        if not (path.startswith("/api/") or path in ("/api", "/metrics")):
            await self._page(scope, send)
        elif not self.limits.allows(address, limits.REQUESTS):
            await answer(send, 429, {"error": "too many requests; wait a moment"}, [(b"retry-after", b"2")])
        elif (body := await _body(scope, receive)) is None:
            await answer(send, 413, {"error": f"a request has at most {limits.BODY} bytes"})
        else:
            scope["matchbox.body"] = body
            await self.ready()
            assert self._inner is not None
            await self._inner(scope, _again(body, receive), send)

    async def ready(self) -> None:
        """Return when the API is there."""
        assert self._loading is not None
        await asyncio.shield(self._loading)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._loading = asyncio.create_task(self._start())
                await send({"type": "lifespan.startup.complete"})
                asyncio.get_running_loop().call_later(0.05, self.when_up)  # the port is open by then
            else:
                if self._inner:
                    await self._inner.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _start(self) -> None:
        inner = await asyncio.get_running_loop().run_in_executor(None, self._load, self.limits)
        await inner.start()
        self._inner = inner

    async def _page(self, scope: MutableMapping[str, Any], send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await answer(send, 405, {"error": "pages are only read"})
            return
        path = scope["path"]
        file = WEB / "index.html"
        if path.startswith("/web/"):
            file = (WEB / path.removeprefix("/web/")).resolve()
            if not file.is_relative_to(WEB) or not file.is_file():
                await answer(send, 404, {"error": "there is no such file"})
                return
        content = file.read_bytes() if file.is_file() else NO_PAGE
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if kind.startswith("text/") or kind in ("application/json", "image/svg+xml"):
            kind += "; charset=utf-8"
        tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'.encode()
        headers = [(b"content-type", kind.encode()), (b"etag", tag), (b"cache-control", b"no-cache"), *SAFE]
        if tag in dict(scope["headers"]).get(b"if-none-match", b""):
            await respond(send, 304, b"", headers)
        else:
            await respond(send, 200, b"" if scope["method"] == "HEAD" else content, headers, len(content))

    # --- WebSocket ---

    def connection(self, config: Any, server_state: Any, app_state: Any, **_: Any) -> asyncio.Protocol:
        """What Uvicorn hands an upgraded connection to."""
        if self._inner is None:
            return _NotYet()
        return self._inner.connection(server_state.connections)


class _NotYet(asyncio.Protocol):
    """A WebSocket that comes before the tables are there: clients try again."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        body = b'{"error":"the server is starting; try again in a moment"}'
        head = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n"
        writer = cast(asyncio.Transport, transport)
        writer.write(head + b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        writer.close()


async def _body(scope: MutableMapping[str, Any], receive: Receive) -> bytes | None:
    """The whole body; none if it is too long."""
    declared = dict(scope["headers"]).get(b"content-length", b"0")
    if not declared.isdigit() or int(declared) > limits.BODY:
        return None
    if scope["method"] in ("GET", "HEAD"):
        return b""
    body: bytes = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > limits.BODY:
            return None
        if not message.get("more_body"):
            return body


def _again(body: bytes, receive: Receive) -> Receive:
    """Give a body that was read once more."""
    given = False

    async def read() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return read


async def answer(send: Send, status: int, document: Any, headers: list[tuple[bytes, bytes]] | None = None) -> None:
    await respond(
        send, status, json.dumps(document).encode(), [(b"content-type", b"application/json"), *(headers or [])]
    )


async def respond(
    send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]], size: int | None = None
) -> None:
    length = (b"content-length", str(len(body) if size is None else size).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body})
