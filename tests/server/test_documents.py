"""The example bot in docs/api.md plays, and the routes named there exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from matchbox.engine.notation import mixed_seed
from matchbox.server import fairness

from .harness import Node

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.full
def test_the_example_bot_plays_to_the_end(node: Node) -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert found
    code = found.group(1)
    assert len([line for line in code.splitlines() if line.strip()]) <= 34
    space: dict[str, Any] = {"__name__": "example"}
    exec(code, space)
    made = node.make("othellino", "novice", "open")
    node_result = space["play"](node.url, made["table"], made["invites"][0]["invite"])
    assert sorted(node_result["ranks"]) in ([1, 2], [1, 1])
    assert node.state(made["table"])["table"]["seats"][1]["name"] == "Thirty Lines"


def test_routes_named_in_the_documentation_exist(node: Node) -> None:
    paths = node.http.get("/api/openapi.json").json()["paths"]
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    for name in re.findall(r"`(?:POST |GET )?\.\.\./(\w+)`", text):
        assert f"/api/tables/{{table}}/{name}" in paths


def test_the_seed_is_mixed_as_documented() -> None:
    import hashlib
    import hmac

    secret = "00" * 31 + "01"
    text = b"mytable/aa//cc"
    by_hand = hmac.new(bytes.fromhex(secret), text, hashlib.sha256).hexdigest()
    assert mixed_seed(secret, "mytable", ["aa", "", "cc"]) == int(by_hand, 16)
    assert fairness.commitment(secret) == hashlib.sha256(bytes.fromhex(secret)).hexdigest()
