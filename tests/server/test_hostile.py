"""Clients that mean harm, or are broken: clear errors, and nothing changes."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from .harness import Node, bearer


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server with its limits, tightened so that they are met soon."""
    node = Node(tmp_path_factory.mktemp("strict") / "data", MATCHBOX_LIMITS="0.2")
    yield node
    node.stop()


def table_of(node: Node) -> tuple[str, list[str]]:
    made = node.make("othellino", "Ann", "Bob")
    node.state(made["table"])
    return made["table"], [seat["token"] for seat in made["seats"]]


def standing(node: Node, table: str, tokens: list[str]) -> list[Any]:
    """All that anybody can see of a table, without the time."""
    return [{**node.get(table, token, format="plain").json(), "now": 0} for token in (*tokens, None)]


def test_wrong_tokens(node: Node) -> None:
    table, tokens = table_of(node)
    _, others = table_of(node)
    before = standing(node, table, tokens)
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
    assert standing(node, table, tokens) == before


def test_a_seat_cannot_act_for_another(node: Node) -> None:
    table, tokens = table_of(node)
    states = [node.state(table, token) for token in tokens]
    waiting = next(i for i, state in enumerate(states) if not state["asked"])
    action = int(next(iter(states[1 - waiting]["actions"])))
    before = standing(node, table, tokens)
    assert node.post(f"{table}/act", tokens[waiting], decision=0, action=action).status_code == 409
    illegal = next(a for a in range(36) if str(a) not in states[1 - waiting]["actions"])
    for bad in (illegal, 10**6, 37):
        assert node.post(f"{table}/act", tokens[1 - waiting], decision=0, action=bad).status_code == 409
    assert standing(node, table, tokens) == before


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'{"decision":-1,"action":0}', b'{"decision":0}', b'{"decision":"0","action":0}',
        b'{"decision":0,"action":-1}', b'{"decision":0,"action":1e300}', b'{"decision":0,"action":[0]}', b"\xff\xfe",
        b'{"decision":0,"action":"' + b"x" * 300 + b'"}', b'{"decision":99999999999999999999,"action":0}',
    ],
)  # fmt: skip
def test_malformed_bodies(node: Node, body: bytes) -> None:
    table, tokens = table_of(node)
    before = standing(node, table, tokens)
    answer = node.http.post(f"/api/tables/{table}/act", content=body, headers=bearer(tokens[0]))
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert standing(node, table, tokens) == before


def test_oversized_bodies(node: Node) -> None:
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


def test_nonsense_tables(node: Node) -> None:
    for path in ("nosuchtable1", "NO", "%00", "a" * 50, "x'; DROP TABLE events; --"):
        assert node.http.get(f"/api/tables/{path}").status_code in (400, 404)
    count = node.http.get("/api/health").json()["tables"]
    for wish in NONSENSE:
        answer = node.http.post("/api/tables", json=wish)
        assert answer.status_code in (400, 404), (wish, answer.text)
        assert answer.json()["error"]
    assert node.http.get("/api/health").json()["tables"] == count


# --- WebSocket ---


def complaint(node: Node, table: str, *said: str | bytes) -> str:
    """What the server says before it closes the connection."""
    last = ""
    with connect(f"ws://127.0.0.1:{node.port}/api/tables/{table}/live", max_size=None) as live:
        try:
            for text in said:
                live.send(text)
        except ConnectionClosed:
            pass  # it has heard enough; what it said is still to be read
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
    before = standing(node, table, tokens)
    assert "unreadable" in complaint(node, table, "{")
    assert "unreadable" in complaint(node, table, '{"type":"dance"}')
    assert "unreadable" in complaint(node, table, hello, '{"type":"act","decision":0}')
    assert "JSON text" in complaint(node, table, b"\x00\x01")
    assert "bytes" in complaint(node, table, hello, "x" * 70_000)
    assert "once" in complaint(node, table, hello, hello)
    assert "no seat" in complaint(node, table, '{"type":"hello","token":"wrong"}')
    assert "no such table" in complaint(node, "nosuchtable1", hello)
    after = standing(node, table, tokens)
    for state in (*before, *after):
        for seat in state["table"]["seats"]:
            seat["present"] = False  # it may take a moment until it is noticed that a client is gone
    assert after == before


def test_acting_before_hello_is_refused(node: Node) -> None:
    table, _ = table_of(node)
    with connect(f"ws://127.0.0.1:{node.port}/api/tables/{table}/live") as live:
        live.send('{"type":"act","decision":0,"action":0}')
        assert json.loads(live.recv(30))["type"] == "refused"
        live.send('{"type":"ping"}')
        assert json.loads(live.recv(30)) == {"type": "pong"}


def test_fragments_are_put_together(node: Node) -> None:
    table, tokens = table_of(node)
    with connect(f"ws://127.0.0.1:{node.port}/api/tables/{table}/live") as live:
        live.send(['{"type":"hello",', '"token":"', tokens[0], '","format":"plain"}'])
        assert json.loads(live.recv(30))["seat"] == 0


def raw(node: Node, request: bytes, after: bytes = b"") -> bytes:
    """Bytes straight onto the wire; everything that comes back until the server hangs up."""
    with socket.create_connection(("127.0.0.1", node.port), timeout=30) as it:
        it.sendall(request)
        found = b""
        if after:
            while b"\r\n\r\n" not in found:
                found += it.recv(4096)
            it.sendall(after)
        while data := it.recv(4096):
            found += data
        return found


UPGRADE = (
    b"GET /api/tables/%b/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        pytest.param(b"\x81\x04{  }", 1002, id="not masked"),
        pytest.param(b"\xf1\x82\0\0\0\0{}", 1002, id="extension"),
        pytest.param(b"\x80\x82\0\0\0\0{}", 1002, id="continues nothing"),
        pytest.param(b"\x83\x82\0\0\0\0{}", 1002, id="unknown kind"),
        pytest.param(b"\x09\x80\0\0\0\0", 1002, id="half a ping"),
        pytest.param(b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 1009, id="endless"),
    ],
)
def test_broken_frames(node: Node, frame: bytes, code: int) -> None:
    table, _ = table_of(node)
    answer = raw(node, UPGRADE % table.encode(), frame)
    assert answer.startswith(b"HTTP/1.1 101")
    assert code.to_bytes(2, "big") in answer.partition(b"\r\n\r\n")[2]


def test_bad_handshakes(node: Node) -> None:
    table, _ = table_of(node)
    upgrade = UPGRADE % table.encode()
    assert b" 400 " in raw(node, upgrade.replace(b"Version: 13", b"Version: 8"))
    assert b" 400 " in raw(node, upgrade.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"short"))
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{node.port}/api/elsewhere"):
        pass


# --- floods ---


def test_floods_are_told_to_wait(strict: Node) -> None:
    table, tokens = table_of(strict)
    hello = json.dumps({"type": "hello", "token": tokens[0], "format": "plain"})
    assert "slow down" in complaint(strict, table, hello, *['{"type":"ping"}'] * 2000)
    codes = [strict.http.get("/api/tables/nosuchtable1").status_code for _ in range(1500)]
    assert codes[0] == 404
    assert 429 in codes
    strange = {"X-Forwarded-For": "203.0.113.9"}  # a proxy on the same machine says for whom it asks
    assert strict.http.get(f"/api/tables/{table}", headers=strange).status_code == 200


def test_guessing_tokens_is_slowed_down(strict: Node) -> None:
    away = {"X-Forwarded-For": "203.0.113.10"}
    body = {"game": "othellino", "players": [{"kind": "local", "name": "Ann"}, {"kind": "open"}]}
    table = strict.http.post("/api/tables", json=body, headers=away).json()["table"]
    codes = [
        strict.http.post(f"/api/tables/{table}/hint", headers={**away, **bearer(f"guess{i}")}).status_code
        for i in range(60)
    ]
    assert set(codes) == {403, 429}


def test_tables_cannot_be_made_without_end(strict: Node) -> None:
    away = {"X-Forwarded-For": "203.0.113.11"}
    body = {"game": "othellino", "players": [{"kind": "local", "name": "Ann"}, {"kind": "open"}]}
    codes = [strict.http.post("/api/tables", json=body, headers=away).status_code for _ in range(190)]
    assert codes[0] == 200
    assert 429 in codes


def test_one_data_folder_has_one_server(tmp_path: Path) -> None:
    node = Node(tmp_path / "data")
    with pytest.raises(AssertionError, match="has ended"):
        Node(tmp_path / "data")
    node.stop()
