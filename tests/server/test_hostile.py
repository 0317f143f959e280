"""Hostile or broken clients get clear errors and change nothing."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from .frames import HANDSHAKE
from .harness import Node, bearer


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server with tight rate limits."""
    node = Node(tmp_path_factory.mktemp("strict") / "data", MATCHBOX_LIMITS="0.2")
    yield node
    node.stop()


def table_of(node: Node) -> tuple[str, list[str]]:
    made = node.make("othellino", "Ann", "Bob")
    tokens = [seat["token"] for seat in made["seats"]]
    for token in tokens:  # both are present from here on
        node.state(made["table"], token)
    return made["table"], tokens


def snapshot(node: Node, table: str, tokens: list[str]) -> list[Any]:
    """Everything that viewers see of a table, without the time."""
    return [{**node.get(table, token, format="plain").json(), "now": 0} for token in (*tokens, None)]


def test_wrong_tokens_are_refused(node: Node) -> None:
    table, tokens = table_of(node)
    _, others = table_of(node)
    before = snapshot(node, table, tokens)
    act = {"decision": 0, "action": 0}
    assert node.http.post(f"/api/tables/{table}/act", json=act).status_code == 401
    for token in ("x", others[0], tokens[0][:-1], "0" * 32):
        answer = node.http.post(f"/api/tables/{table}/act", json=act, headers=bearer(token))
        assert answer.status_code == 403
        assert "no seat" in answer.json()["error"]
        for path in ("leave", "back", "abandon", "rematch", "hint"):
            assert node.post(f"{table}/{path}", token).status_code == 403
    for header in ("Basic abc", "Bearer", f"Bearer {'y' * 500}"):
        answer = node.http.post(f"/api/tables/{table}/act", json=act, headers={"Authorization": header})
        assert answer.status_code == 401
    assert snapshot(node, table, tokens) == before


def test_a_seat_cannot_act_for_another(node: Node) -> None:
    table, tokens = table_of(node)
    states = [node.state(table, token) for token in tokens]
    waiting = next(i for i, state in enumerate(states) if not state["your_turn"])
    action = int(next(iter(states[1 - waiting]["actions"])))
    before = snapshot(node, table, tokens)
    assert node.post(f"{table}/act", tokens[waiting], decision=0, action=action).status_code == 409
    illegal = next(a for a in range(36) if str(a) not in states[1 - waiting]["actions"])
    for bad in (illegal, 10**6, 37):
        assert node.post(f"{table}/act", tokens[1 - waiting], decision=0, action=bad).status_code == 409
    assert snapshot(node, table, tokens) == before


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'{"decision":-1,"action":0}', b'{"decision":0}', b'{"decision":"0","action":0}',
        b'{"decision":0,"action":-1}', b'{"decision":0,"action":1e300}', b'{"decision":0,"action":[0]}', b"\xff\xfe",
        b'{"decision":0,"action":"' + b"x" * 300 + b'"}', b'{"decision":99999999999999999999,"action":0}',
    ],
)  # fmt: skip
def test_malformed_bodies_are_refused(node: Node, body: bytes) -> None:
    table, tokens = table_of(node)
    before = snapshot(node, table, tokens)
    headers = {**bearer(tokens[0]), "Content-Type": "application/json"}
    answer = node.http.post(f"/api/tables/{table}/act", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert snapshot(node, table, tokens) == before


def test_oversized_bodies_are_refused(node: Node) -> None:
    table, tokens = table_of(node)

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    for content in (b" " * 70_000, pieces()):
        answer = node.http.post(f"/api/tables/{table}/act", content=content, headers=bearer(tokens[0]))
        assert answer.status_code == 413
        assert "bytes" in answer.json()["error"]


TWO = [{"kind": "me"}, {"kind": "open"}]
NONSENSE: list[dict[str, Any]] = [
    {"game": "no_such_game", "players": TWO},
    {"game": "../../etc", "players": TWO},
    {"game": "othellino", "players": TWO[:1]},
    {"game": "othellino", "players": [{"kind": "bot"}, {"kind": "bot"}]},
    {"game": "othellino", "players": [{"kind": "me"}, {"kind": "bot", "level": "god"}]},
    {"game": "othellino", "players": [{"kind": "me", "name": "x" * 100}, {"kind": "open"}]},
    {"game": "othellino", "players": TWO, "options": {"board": 7}},
    {"game": "othellino", "players": TWO, "options": {"size": 7}},
    {"game": "othellino", "players": TWO, "nonce": "xyz"},
    {"game": "othellino", "players": TWO, "clock": {"seconds": 0}},
]


def test_nonsense_tables_are_refused(node: Node) -> None:
    for path in ("nosuchtable1", "NO", "%00", "a" * 50, "x'; DROP TABLE events; --"):
        assert node.http.get(f"/api/tables/{path}").status_code in (400, 404)
    count = node.http.get("/api/health").json()["tables"]
    for command in NONSENSE:
        answer = node.http.post("/api/tables", json=command)
        assert answer.status_code in (400, 404), (command, answer.text)
        assert answer.json()["error"]
    assert node.http.get("/api/health").json()["tables"] == count


# --- WebSocket ---


def error_of(node: Node, table: str, *messages: str | bytes) -> str:
    """The last error that the server sends before it closes the connection."""
    last = ""
    with connect(f"ws://127.0.0.1:{node.port}/api/tables/{table}/live", max_size=None) as live:
        try:
            for text in messages:
                live.send(text)
        except ConnectionClosed:
            pass  # the server has closed; its error is still in the buffer
        try:
            while True:
                message = json.loads(live.recv(30))
                if message["type"] == "error":
                    last = message["error"]
        except ConnectionClosed:
            return last


def test_bad_messages_close_with_an_error(node: Node) -> None:
    table, tokens = table_of(node)
    hello = json.dumps({"type": "hello", "token": tokens[0], "format": "plain"})
    before = snapshot(node, table, tokens)
    assert "unreadable" in error_of(node, table, "{")
    assert "unreadable" in error_of(node, table, '{"type":"dance"}')
    assert "unreadable" in error_of(node, table, hello, '{"type":"act","decision":0}')
    assert "JSON text" in error_of(node, table, b"\x00\x01")
    assert "bytes" in error_of(node, table, hello, "x" * 70_000)
    assert "once" in error_of(node, table, hello, hello)
    assert "no seat" in error_of(node, table, '{"type":"hello","token":"wrong"}')
    assert "no such table" in error_of(node, "nosuchtable1", hello)
    after = snapshot(node, table, tokens)
    for state in (*before, *after):
        for seat in state["table"]["seats"]:
            seat["present"] = False  # the server may notice later that a client is gone
    assert after == before


def test_a_move_before_hello_is_refused(node: Node) -> None:
    table, _ = table_of(node)
    with connect(f"ws://127.0.0.1:{node.port}/api/tables/{table}/live") as live:
        live.send('{"type":"act","decision":0,"action":0}')
        assert json.loads(live.recv(30))["type"] == "refused"
        live.send('{"type":"ping"}')
        assert json.loads(live.recv(30)) == {"type": "pong"}


def test_fragmented_messages_are_joined(node: Node) -> None:
    table, tokens = table_of(node)
    with connect(f"ws://127.0.0.1:{node.port}/api/tables/{table}/live") as live:
        live.send(['{"type":"hello",', '"token":"', tokens[0][:9], "", tokens[0][9:], '","format":"plain"}'])
        assert json.loads(live.recv(30))["seat"] == 0


def raw(node: Node, request: bytes) -> bytes:
    """Send raw bytes; returns everything the server sends until it closes."""
    with socket.create_connection(("127.0.0.1", node.port), timeout=30) as client:
        client.sendall(request)
        found = b""
        while data := client.recv(4096):
            found += data
        return found


def test_bad_handshakes_are_refused(node: Node) -> None:
    table, _ = table_of(node)
    upgrade = HANDSHAKE % table.encode()
    answer = raw(node, upgrade.replace(b"Version: 13", b"Version: 8"))
    assert b" 426 " in answer
    assert b"sec-websocket-version: 13" in answer
    assert b" 405 " in raw(node, upgrade.replace(b"GET", b"POST"))
    assert b" 400 " in raw(node, upgrade.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"short"))
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{node.port}/api/elsewhere"):
        pass


# --- floods ---


@pytest.mark.full
def test_floods_are_limited(strict: Node) -> None:
    table, tokens = table_of(strict)
    hello = json.dumps({"type": "hello", "token": tokens[0], "format": "plain"})
    assert "slow down" in error_of(strict, table, hello, *['{"type":"ping"}'] * 2000)
    codes = [strict.http.get("/api/tables/nosuchtable1").status_code for _ in range(1500)]
    assert codes[0] == 404
    assert 429 in codes
    strange = {"X-Forwarded-For": "203.0.113.9"}  # a proxy on the same machine forwards the client's address
    assert strict.http.get(f"/api/tables/{table}", headers=strange).status_code == 200


@pytest.mark.full
def test_guessing_tokens_is_limited(strict: Node) -> None:
    away = {"X-Forwarded-For": "203.0.113.10"}
    body = {"game": "othellino", "players": [{"kind": "local", "name": "Ann"}, {"kind": "open"}]}
    table = strict.http.post("/api/tables", json=body, headers=away).json()["table"]
    codes = [
        strict.http.post(f"/api/tables/{table}/hint", headers={**away, **bearer(f"guess{i}")}).status_code
        for i in range(60)
    ]
    assert set(codes) == {403, 429}


def test_creating_tables_is_limited(strict: Node) -> None:
    away = {"X-Forwarded-For": "203.0.113.11"}
    body = {"game": "othellino", "players": [{"kind": "local", "name": "Ann"}, {"kind": "open"}]}
    codes = [strict.http.post("/api/tables", json=body, headers=away).status_code for _ in range(190)]
    assert codes[0] == 200
    assert 429 in codes


@pytest.mark.full
def test_a_data_folder_serves_only_one_server(tmp_path: Path) -> None:
    node = Node(tmp_path / "data")
    with pytest.raises(AssertionError, match="has stopped"):
        Node(tmp_path / "data")
    node.stop()
