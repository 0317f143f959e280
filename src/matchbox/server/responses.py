"""Answers to HTTP requests: Structs as JSON, and errors as `Failure`."""

from __future__ import annotations

import logging
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from matchbox.engine import BadRules, MatchboxError, UnknownGame
from matchbox.play.match import Refused
from matchbox.scene import encode

from . import limits, schema

JSON = "application/json"
NOT_FOUND = "there is no such route; see /api/docs"
WRONG_METHOD = "this route needs another method; see /api/docs"
log = logging.getLogger("matchbox")


class JsonResponse(Response):
    """A response with a Struct as JSON."""

    media_type = JSON

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else encode(content)


# Starlette runs handlers that are not coroutines in another thread, which costs more than they do.


async def refused(request: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, Refused) else 404 if isinstance(error, UnknownGame) else 400
    headers = {"Retry-After": str(limits.RETRY_SECONDS)} if status in (429, 503) else None
    return JsonResponse(schema.Failure(str(error)), status, headers)


async def http_error(request: Request, error: Exception) -> Response:
    """No route fits."""
    assert isinstance(error, HTTPException)
    text = {404: NOT_FOUND, 405: WRONG_METHOD}.get(error.status_code, error.detail)
    return JsonResponse(schema.Failure(text), error.status_code, error.headers)


async def broken_rules(request: Request, error: Exception) -> Response:
    """The report names files of this computer, so it goes to the log."""
    log.error("%s", error)
    return await failed(request, error)


async def failed(request: Request, error: Exception) -> Response:
    return JsonResponse(schema.Failure("the server failed to handle this request; the error is in its log"), 500)


ERROR_HANDLERS: dict[Any, Any] = {
    MatchboxError: refused,
    BadRules: broken_rules,
    HTTPException: http_error,
    Exception: failed,
}
"""By the class of the error; the closest class counts."""
