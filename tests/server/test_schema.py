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


@pytest.mark.quick(1)
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


def test_every_operation_is_described(node: Node) -> None:
    document = node.http.get("/api/openapi.json").json()
    operations = [(path, operation) for path, methods in document["paths"].items() for operation in methods.values()]
    assert len({operation["operationId"] for _, operation in operations}) == len(operations) > 20
    for path, operation in operations:
        assert operation["summary"]
        named = [one["name"] for one in operation.get("parameters", []) if one["in"] == "path"]
        assert named == re.findall(r"{(\w+)}", path)
        for status in ("400", "404", "429", "503"):
            assert "Failure" in json.dumps(operation["responses"][status])


def test_parameters_have_their_limits(node: Node) -> None:
    paths = node.http.get("/api/openapi.json").json()["paths"]
    replay = {one["name"]: one for one in paths["/api/tables/{table}/replay"]["get"]["parameters"]}
    assert replay["table"]["required"]
    assert replay["table"]["schema"]["maxLength"] == 20
    assert replay["step"]["in"] == "query"
    assert replay["step"]["schema"] == {"type": "integer", "minimum": 0, "maximum": 100_000, "default": 0}
    state = {one["name"]: one for one in paths["/api/tables/{table}"]["get"]["parameters"]}
    assert set(state["format"]["schema"]["enum"]) == {"scene", "plain"}


@pytest.mark.parametrize(
    "query",
    [
        "step=-1", "step=100001", "step=x", "step=", "step=1.5", "step=0&step=x", "step=" + "9" * 1500,
        "seat=16", "seat=-2",
    ],
)  # fmt: skip
def test_values_in_the_query_are_checked(node: Node, query: str) -> None:
    table = node.make("othellino", "Ann", "open")["table"]
    answer = node.http.get(f"/api/tables/{table}/replay?{query}")
    assert answer.status_code == 400
    assert query.partition("=")[0] in answer.json()["error"]


def test_the_path_counts_more_than_the_query(node: Node) -> None:
    ann, bob = (node.make("othellino", name, "open")["table"] for name in ("Ann", "Bob"))
    assert node.http.get(f"/api/tables/{ann}?table={bob}&other=1").json()["table"]["id"] == ann


def test_head_is_get_without_its_body(node: Node) -> None:
    for path in ("/api/health", "/api/openapi.json", "/api/docs"):
        answer = node.http.head(path)
        assert answer.status_code == 200
        assert int(answer.headers["content-length"]) > 0
        assert answer.content == b""
    assert node.http.head("/api/tables/nosuchtable1").status_code == 404
    assert node.http.head("/api/reserve").status_code == 405
