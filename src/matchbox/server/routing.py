"""A route: what it receives and answers. Starlette finds it, and msgspec checks a request before its handler runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette import routing
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from matchbox.play.match import Refused

At = TypeVar("At")
Body = TypeVar("Body")


class Call(Generic[At, Body]):
    """A request that has been checked: the values of its address, and its body."""

    __slots__ = ("_scope", "address", "at", "body")

    def __init__(self, scope: Scope, at: At, body: Body) -> None:
        self._scope, self.at, self.body = scope, at, body
        self.address: str = scope["matchbox.address"]
        """The client's address, as limits count it."""

    @property
    def token(self) -> str | None:
        """The token of the request's seat."""
        header: bytes = next((value for name, value in self._scope["headers"] if name == b"authorization"), b"")
        kind, _, token = header.decode("latin-1").partition(" ")
        if not kind:
            return None
        if kind.lower() != "bearer" or not token or len(token) > 100:
            raise Refused("send the seat's token as 'Authorization: Bearer TOKEN'", 401)
        return token


class Route:
    """A method and a path, and the handler for them. It is the ASGI application of its requests."""

    def __init__(
        self,
        method: str,
        path: str,
        handler: Callable[[Call[At, Body]], Awaitable[Response]],
        answer: Any,
        *,
        at: type[At] | None = None,
        body: type[Body] | None = None,
        token: bool = False,
        in_progress: Any = None,
    ) -> None:
        """`at` has the values in the path and the query, and `in_progress` is the answer with status 202.

        An answer of `str` is plain text. A route with the answer None is not in the OpenAPI document.
        """
        self.method, self.path, self.answer, self.in_progress = method, path, answer, in_progress
        self.at: type[Any] | None = at
        self.body: type[Any] | None = body
        self.uses_token = token
        self.name, self.text = handler.__name__, handler.__doc__ or ""
        self._handler: Callable[[Call[Any, Any]], Awaitable[Response]] = handler
        self._body_decoder = msgspec.json.Decoder(body) if body else None

    def for_starlette(self) -> routing.Route:
        return routing.Route(self.path, self, methods=[self.method], name=self.name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._handler(Call(scope, self._read_address(scope), self._read_body(scope)))
        await response(scope, receive, send)

    def _read_address(self, scope: Scope) -> Any:
        if self.at is None:
            return None
        given = scope["path_params"]
        if query := scope["query_string"]:
            given = dict(parse_qsl(query.decode("latin-1"), keep_blank_values=True)) | given
        try:
            return msgspec.convert(given, self.at, strict=False)  # not strict: numbers come as text
        except msgspec.ValidationError as error:
            raise Refused(f"the address of the request is not valid: {error}; see /api/docs", 400) from None

    def _read_body(self, scope: Scope) -> Any:
        if self._body_decoder is None:
            return None
        try:
            return self._body_decoder.decode(scope["matchbox.body"] or b"{}")
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refused(f"the request body is not valid: {error}", 400) from None


def path_of(scope: Scope) -> str:
    """The path of the route that Starlette has found, without the values in it."""
    return getattr(scope.get("endpoint"), "path", "other")
