"""The OpenAPI document, made from the Structs of all routes."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import cleandoc
from typing import Any

import msgspec

from matchbox import __version__

from . import schema
from .responses import JSON
from .routing import Route

FAILURES = (400, 401, 403, 404, 405, 408, 409, 410, 413, 414, 415, 421, 429, 503)
_TEMPLATE = "#/components/schemas/{name}"


def document(routes: Iterable[Route]) -> dict[str, Any]:
    """The document of all routes that have an answer to describe."""
    paths: dict[str, dict[str, Any]] = {}
    kinds: list[Any] = [schema.Failure]
    for route in routes:
        if route.answer is not None:
            paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
            kinds += [kind for kind in (route.answer, route.body, route.in_progress) if kind not in (None, str)]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Matchbox",
            "description": "Play, watch and program the games of Matchbox.",
            "version": __version__,
        },
        "paths": paths,
        "components": {
            "schemas": msgspec.json.schema_components(kinds, ref_template=_TEMPLATE)[1],
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route) -> dict[str, Any]:
    text = cleandoc(route.text)
    found: dict[str, Any] = {
        "summary": text.partition("\n")[0],
        "description": text,
        "operationId": route.name,
    }
    if route.at is not None:
        found["parameters"] = [_parameter(route.path, field) for field in msgspec.structs.fields(route.at)]
    if route.body is not None:
        required = any(field.required for field in msgspec.structs.fields(route.body))
        found["requestBody"] = {"required": required, "content": _json(route.body)}
    found["responses"] = _responses(route)
    if route.uses_token:
        found["security"] = [{"seat": []}, {}]
    return found


def _parameter(path: str, field: msgspec.structs.FieldInfo) -> dict[str, Any]:
    kind = _schema(field.type)
    found: dict[str, Any] = {"name": field.name, "in": "path" if f"{{{field.name}}}" in path else "query"}
    found["required"] = field.required
    if "description" in kind:
        found["description"] = kind["description"]
    if not field.required:
        kind["default"] = field.default
    return {**found, "schema": kind}


def _responses(route: Route) -> dict[str, Any]:
    success = {"text/plain": {"schema": {"type": "string"}}} if route.answer is str else _json(route.answer)
    found = {"200": {"description": "Success.", "content": success}}
    if route.in_progress is not None:
        found["202"] = {"description": "Still in progress.", "content": _json(route.in_progress)}
    refused = {"description": "Refused.", "content": _json(schema.Failure)}
    return found | {str(status): refused for status in FAILURES}


def _json(kind: Any) -> dict[str, Any]:
    return {JSON: {"schema": _schema(kind)}}


def _schema(kind: Any) -> dict[str, Any]:
    (found,), _ = msgspec.json.schema_components([kind], ref_template=_TEMPLATE)
    return found
