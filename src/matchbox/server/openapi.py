"""The OpenAPI document, made from the Structs of all routes."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from . import schema

JSON = "application/json"
FAILURES = (400, 401, 403, 404, 405, 408, 409, 410, 413, 414, 415, 421, 429, 503)
_TEMPLATE = "#/components/schemas/{name}"


class Description:
    """Collects what routes receive and answer."""

    def __init__(self) -> None:
        self._kinds: list[Any] = [schema.Failure]
        self._responses: dict[str, Any] = {}

    def add(self, name: str, *, answer: Any, body: Any, token: bool, also: Any) -> dict[str, Any]:
        """Describe a route; returns the parts that FastAPI needs for it. `also` is the answer with status 202."""
        success = {"text/plain": {"schema": {"type": "string"}}} if answer is str else self._json(answer)
        refused = {"description": "Refused.", "content": self._json(schema.Failure)}
        self._responses[name] = {"200": {"description": "Success.", "content": success}}
        if also is not None:
            self._responses[name]["202"] = {"description": "Still in progress.", "content": self._json(also)}
        self._responses[name] |= {str(status): refused for status in FAILURES}
        found: dict[str, Any] = {}
        if body is not None:
            required = any(field.required for field in msgspec.structs.fields(body))
            found["requestBody"] = {"required": required, "content": self._json(body)}
        if token:
            found["security"] = [{"seat": []}, {}]
        return found

    def _json(self, kind: Any) -> dict[str, Any]:
        self._kinds.append(kind)
        (found,), _ = msgspec.json.schema_components([kind], ref_template=_TEMPLATE)
        return {JSON: {"schema": found}}

    def document(self, app: FastAPI) -> dict[str, Any]:
        found = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        for operations in found["paths"].values():
            for operation in operations.values():  # FastAPI would add its own models
                operation["responses"] = self._responses[operation["operationId"]]
        components = found.setdefault("components", {})
        components["schemas"] = msgspec.json.schema_components(self._kinds, ref_template=_TEMPLATE)[1]
        components["securitySchemes"] = {"seat": {"type": "http", "scheme": "bearer"}}
        return found
