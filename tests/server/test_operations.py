"""Metrics, and the health of a server with a broken game."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from .harness import Node


def samples(node: Node) -> dict[tuple[str, tuple[str, ...]], float]:
    """All samples by name and label values."""
    answer = node.http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_moves_are_counted_and_timed(node: Node) -> None:
    before = samples(node)
    made = node.make("othellino", "Ann", "novice")
    table, token = made["table"], made["seats"][0]["token"]
    ann = node.live(table, token)
    sent = 0
    for _ in range(3):
        ann.until_state(lambda state: state["your_turn"])
        decision = ann.state["decision"]
        assert ann.act(int(next(iter(ann.state["actions"]))))["type"] == "accepted"
        sent += 1
        ann.until_state(lambda state, decision=decision: state["decision"] > decision)
    ann.until_state(lambda state: state["your_turn"])
    after = samples(node)
    ann.close()

    def gain(name: str, *labels: str) -> float:
        return after[name, labels] - before.get((name, labels), 0.0)

    assert gain("matchbox_moves_total") >= 2 * sent
    assert gain("matchbox_messages_total") >= 2 * sent
    assert gain("matchbox_move_seconds_count") == sent
    assert 0 < gain("matchbox_move_seconds_sum") < 60
    assert gain("matchbox_move_seconds_bucket", "+Inf") == sent
    assert gain("matchbox_bot_seconds_count", "novice") >= sent
    assert gain("matchbox_http_seconds_count", "/api/tables", "200") == 1
    assert after["matchbox_open_tables", ()] >= 1
    assert after["matchbox_connections", ()] >= 1
    assert after["matchbox_compiled_games", ()] >= 0


def test_http_requests_are_timed_by_route_and_status(node: Node) -> None:
    made = node.make("othellino", "Ann", "Bob")
    node.state(made["table"])
    node.http.get("/api/tables/nosuchtable1")
    node.http.get("/api/elsewhere")
    found = samples(node)
    for route, status in (("/api/tables/{table}", "200"), ("/api/tables/{table}", "404"), ("other", "404")):
        assert found["matchbox_http_seconds_count", (route, status)] >= 1
    assert not any(made["table"] in label for _, labels in found for label in labels)


def test_a_repeated_move_is_not_timed_again(node: Node) -> None:
    made = node.make("othellino", "Ann", "Bob")
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    states = [node.state(table, token) for token in tokens]
    mover = next(i for i, state in enumerate(states) if state["your_turn"])
    action = int(next(iter(states[mover]["actions"])))
    before = samples(node)["matchbox_move_seconds_count", ()]
    for _ in range(3):
        assert node.post(f"{table}/act", tokens[mover], decision=0, action=action).status_code == 200
    assert samples(node)["matchbox_move_seconds_count", ()] == before + 1


def test_health_lists_games(node: Node) -> None:
    health = node.http.get("/api/health").json()
    assert health["status"] == "ok"
    assert health["games"] == len(node.http.get("/api/games").json())
    assert health["broken"] == {}


def test_a_table_that_cannot_be_loaded_does_not_hide_the_others(tmp_path: Path) -> None:
    node = Node(tmp_path / "data")
    old, new = (node.make("othellino", "Ann", "open", listed=True)["table"] for _ in range(2))
    node.stop()
    with closing(sqlite3.connect(tmp_path / "data" / "matchbox.db")) as database:
        (setup,) = database.execute("SELECT setup FROM tables WHERE id = ?", (old,)).fetchone()
        changed = json.dumps({**json.loads(setup), "version": 999})
        database.execute("UPDATE tables SET setup = ? WHERE id = ?", (changed, old))
        database.commit()
    node.start()
    try:
        assert [row["table"] for row in node.http.get("/api/tables").json()] == [new]
        assert node.get(old).status_code == 410
    finally:
        node.stop()


@pytest.mark.full
def test_a_broken_game_is_reported_and_the_others_work(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    info = packages / "broken_pack-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-pack\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[matchbox.games]\nbroken_stones = broken_stones\n")
    (packages / "broken_stones.py").write_text('raise RuntimeError("no stones\\ntoday")\n')
    path = os.pathsep.join(filter(None, [str(packages), os.environ.get("PYTHONPATH")]))
    node = Node(tmp_path / "data", PYTHONPATH=path)
    try:
        health = node.http.get("/api/health").json()
        assert list(health["broken"]) == ["broken_stones"]
        assert "no stones" in health["broken"]["broken_stones"]
        assert health["games"] == len(node.http.get("/api/games").json()) > 20
        node.state(node.make("othellino", "Ann", "Bob")["table"])
    finally:
        node.stop()
    lines = [line for line in node.log.read_text().splitlines() if "broken_stones" in line]
    assert len(lines) == 1
    assert lines[0].endswith("game broken_stones failed to load and is left out: RuntimeError: no stones today")
