"""The API conforms to its OpenAPI document for any request."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import checks
from schemathesis.generation import GenerationMode

from .harness import Node, bearer

CHECKS = [checks.not_a_server_error, checks.response_schema_conformance, checks.status_code_conformance]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["fitting", "broken"])
def test_responses_match_the_schema(node: Node, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_url(f"{node.url}/api/openapi.json")
    made = node.make("othellino", "Ann", "Bob")
    node.state(made["table"])
    requests = 0
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
        def request(case: Any) -> None:
            nonlocal requests
            requests += 1
            if (
                requests % 2 and case.path_parameters and "table" in case.path_parameters
            ):  # half of the requests meet a real table
                case.path_parameters["table"] = made["table"]
                case.headers = {**(case.headers or {}), **bearer(made["seats"][0]["token"])}
            case.validate_response(case.call(timeout=60), checks=CHECKS)

        with suppress(Unsatisfiable):  # an operation without input has no broken request
            request()
    assert requests > 50


def test_every_documented_route_exists(node: Node) -> None:
    document = node.http.get("/api/openapi.json").json()
    routes = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert {("GET", "/api/games"), ("POST", "/api/tables/{table}/act"), ("POST", "/api/tables/{table}/undo")} <= routes
    for method, path in routes:
        answer = node.http.request(method, path.replace("{table}", "abc").replace("{game}", "abc"))
        assert answer.status_code != 405, (method, path)


def test_every_reference_in_the_document_leads_somewhere(node: Node) -> None:
    document = node.http.get("/api/openapi.json").json()
    wanted = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert {"Undo", "Abandon"} <= wanted
    assert wanted <= document["components"]["schemas"].keys()
