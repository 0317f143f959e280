"""Reserved ids and public tables do not stay for ever, and one address cannot hide the tables of others."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from .harness import Node

HOUR = 3_600_000  # milliseconds
PUBLIC: dict[str, Any] = {
    "game": "othellino", "players": [{"kind": "local", "name": "Ann"}, {"kind": "open"}], "listed": True,
}  # fmt: skip


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Node]:
    """A server as in production."""
    node = Node(tmp_path / "data")
    yield node
    node.stop()


def listed(node: Node) -> list[str]:
    return [row["table"] for row in node.http.get("/api/tables").json()]


def rows(folder: Path, query: str, *values: Any) -> list[Any]:
    with closing(sqlite3.connect(folder / "data" / "matchbox.db")) as database:
        found = database.execute(query, values).fetchall()
        database.commit()
        return found


def make_older(folder: Path, table: str, milliseconds: int) -> None:
    ((setup,),) = rows(folder, "SELECT setup FROM tables WHERE id = ?", table)
    older = json.loads(setup)
    older["created"] -= milliseconds
    change = "UPDATE tables SET setup = ?, created = created - ? WHERE id = ?"
    rows(folder, change, json.dumps(older), milliseconds, table)


def test_one_address_cannot_hide_the_tables_of_others(tmp_path: Path) -> None:
    node = Node(tmp_path / "data", MATCHBOX_LIMITS="0")
    try:
        real = node.http.post("/api/tables", json=PUBLIC, headers={"X-Forwarded-For": "203.0.113.1"}).json()["table"]
        others = [node.http.post("/api/tables", json=PUBLIC).json()["table"] for _ in range(110)]
        assert listed(node) == [others[-1], real, *others[-2:-100:-1]]
    finally:
        node.stop()


@pytest.mark.full
def test_public_tables_are_limited(server: Node) -> None:
    codes = [server.http.post("/api/tables", json=PUBLIC).status_code for _ in range(30)]
    assert codes[0] == 200
    assert codes[-1] == 429
    private = {**PUBLIC, "listed": False}
    assert server.http.post("/api/tables", json=private).status_code == 200


@pytest.mark.full
def test_idle_tables_are_not_listed(server: Node, tmp_path: Path) -> None:
    made = [server.make("othellino", "Ann", "open", listed=True) for _ in range(3)]
    server.stop()
    old, older, new = (one["table"] for one in made)
    make_older(tmp_path, old, HOUR)
    make_older(tmp_path, older, 3 * 24 * HOUR)
    server.start()
    assert listed(server) == [new]
    ann = server.live(old, made[0]["seats"][0]["token"])
    assert listed(server) == [old, new]
    invite = made[1]["invites"][0]["invite"]
    assert server.post(f"{older}/join", name="Bob", invite=invite).status_code == 200  # invitations stay valid
    ann.close()


@pytest.mark.full
def test_reservations_expire(server: Node, tmp_path: Path) -> None:
    old, new = (server.http.post("/api/reserve").json()["table"] for _ in range(2))
    rows(tmp_path, "UPDATE reserved SET created = created - ? WHERE id = ?", 2 * HOUR, old)
    answer = server.http.post("/api/tables", json={**PUBLIC, "table": old})
    assert answer.status_code == 409
    assert "reserve" in answer.json()["error"]
    server.stop()
    server.start()
    server.http.post("/api/reserve")  # written after the cleaning at the start
    assert old not in [name for (name,) in rows(tmp_path, "SELECT id FROM reserved")]
    assert server.http.post("/api/tables", json={**PUBLIC, "table": new}).status_code == 200


@pytest.mark.full
def test_reserving_is_limited(server: Node) -> None:
    codes = [server.http.post("/api/reserve").status_code for _ in range(500)]
    assert codes[0] == 200
    assert 429 in codes


def test_finished_records_are_kept(node: Node) -> None:
    made = node.make("othellino", "Ann", "Bob")
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    sealed = node.get(f"{table}/record")
    assert "cache-control" not in sealed.headers
    node.play_out(table, tokens)
    first, second = node.get(f"{table}/record"), node.get(f"{table}/record")
    assert first.headers["cache-control"] == "public, max-age=86400"
    assert first.text == second.text != sealed.text
