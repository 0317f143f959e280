"""Browsers: other sites cannot use this server, and odd addresses, bodies and names get clear errors."""

from __future__ import annotations

import socket
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from .harness import Node

TABLE = {"game": "othellino", "players": [{"kind": "local", "name": "Ann"}, {"kind": "open"}]}


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server that knows a name."""
    node = Node(tmp_path_factory.mktemp("named") / "data", MATCHBOX_HOSTS="games.example.org, Play.Example.org")
    yield node
    node.stop()


def handshake(node: Node, **headers: str) -> int:
    """The status of a WebSocket handshake with these headers."""
    table = node.make("othellino", "Ann", "open")["table"]
    address = f"ws://127.0.0.1:{node.port}/api/tables/{table}/live"
    host, origin = headers.get("host"), headers.get("origin")
    try:
        if host:
            address = address.replace("127.0.0.1", host)
        with connect(address, origin=origin, sock=socket.create_connection(("127.0.0.1", node.port))):  # type: ignore[arg-type]
            return 101
    except InvalidStatus as error:
        return error.response.status_code


# --- host and origin ---


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "x", "a b", "[::"]
)
def test_unknown_names_are_refused(node: Node, host: str) -> None:
    for method, path in (("GET", "/"), ("GET", "/api/games"), ("POST", "/api/reserve")):
        answer = node.http.request(method, path, headers={"Host": host})
        assert answer.status_code == 421
        assert "MATCHBOX_HOSTS" in answer.json()["error"]


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "192.168.1.7:8000", "[::1]:8000", "[fe80::1]", "localhost:1", "LOCALHOST", "localhost."]
)
def test_addresses_and_this_machine_are_known(node: Node, host: str) -> None:
    for name in (host, socket.gethostname()):
        assert node.http.post("/api/reserve", headers={"Host": name}).status_code == 200


@pytest.mark.full
def test_names_can_be_added(named: Node) -> None:
    for host in ("games.example.org", "PLAY.example.org:8443"):
        assert named.http.post("/api/reserve", headers={"Host": host}).status_code == 200
    assert named.http.post("/api/reserve", headers={"Host": "example.org"}).status_code == 421


def test_other_sites_change_nothing(node: Node) -> None:
    here = f"127.0.0.1:{node.port}"
    for origin in ("https://evil.example", "null", f"http://localhost:{node.port}", "http://127.0.0.1:1", "file://"):
        answer = node.http.post("/api/tables", json=TABLE, headers={"Origin": origin})
        assert answer.status_code == 403, origin
        assert handshake(node, origin=origin) == 403
    for origin in (f"http://{here}", f"https://{here}"):  # a proxy may add HTTPS
        assert node.http.post("/api/tables", json=TABLE, headers={"Origin": origin}).status_code == 200
        assert handshake(node, origin=origin) == 101
    assert handshake(node) == 101
    assert handshake(node, host="evil.example") == 421
    assert node.http.get("/api/games", headers={"Origin": "https://evil.example"}).status_code == 200


def test_a_proxy_may_replace_the_host(named: Node) -> None:
    """Nginx sends its own address as Host unless told otherwise; the browser's Origin keeps the name."""
    good, bad = {"Origin": "https://games.example.org"}, {"Origin": "https://games.example.com"}
    assert named.http.post("/api/tables", json=TABLE, headers=good).status_code == 200
    assert named.http.post("/api/tables", json=TABLE, headers=bad).status_code == 403
    assert handshake(named, origin=good["Origin"]) == 101


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_bodies_must_be_declared_as_json(node: Node, kind: str) -> None:
    body = b'{"game":"othellino","players":[{"kind":"local"},{"kind":"open"}]}'
    answer = node.http.post("/api/tables", content=body, headers={"Content-Type": kind} if kind else {})
    assert answer.status_code == 415
    assert "application/json" in answer.json()["error"]
    good = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert node.http.post("/api/tables", content=body, headers=good).status_code == 200


# --- headers and pages ---


def test_every_response_has_security_headers(node: Node) -> None:
    answers = [
        node.http.request(method, path, content=content, headers=headers)
        for method, path, content, headers in (
            ("GET", "/", b"", {}),
            ("GET", "/web/js/main.js", b"", {}),
            ("GET", "/api/games", b"", {}),
            ("GET", "/api/docs", b"", {}),
            ("GET", "/metrics", b"", {}),
            ("GET", "/api/elsewhere", b"", {}),
            ("POST", "/", b"", {}),
            ("POST", "/api/tables", b"{", {"Content-Type": "application/json"}),
            ("POST", "/api/tables", b"x" * 100_000, {}),
            ("GET", "/", b"", {"Host": "evil.example"}),
            ("GET", "/api/tables/abc/live", b"", {"Upgrade": "websocket", "Connection": "Upgrade"}),
        )
    ]
    for answer in answers:
        assert answer.headers["x-content-type-options"] == "nosniff", answer.request
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    with socket.create_connection(("127.0.0.1", node.port), timeout=30) as client:
        client.sendall(b"nonsense\r\n\r\n")
        assert b"nosniff" in client.recv(4096)


def test_the_documentation_of_the_api_has_no_scripts(node: Node) -> None:
    answer = node.http.get("/api/docs")
    assert answer.headers["content-type"].startswith("text/html")
    for foreign in ("<script", "http://", "https://", "src="):
        assert foreign not in answer.text
    document = node.http.get("/api/openapi.json").json()
    for path in document["paths"]:
        assert path in answer.text
    for name in document["components"]["schemas"]:
        assert f'id="{name}"' in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/web/%00", "/web/js/%00.js", "/web/" + "a" * 300, "/web/" + "a/" * 900, "/web/%ff",
        "/web/..%2f..%2fpyproject.toml",
        "/web/%0a", "/web/js", "/web/", "/web//etc/passwd", "/%00", "/table/%00", "/table/a%0ab", "/" + "a" * 5000,
        "/?" + "a" * 5000, "/api/games/%00/rules", "/api/tables/%00", "/api/tables/a%00b/record", "/api/" + "a" * 5000,
        "/api/tables/abc?format=" + "%00" * 9, "/web/" + "%F0%9F%98%80" * 100,
    ],
)  # fmt: skip
def test_odd_addresses_are_refused(node: Node, path: str) -> None:
    assert node.http.get(path).status_code in (400, 404, 414)


# --- names and other texts ---

BAD_NAMES = [
    "", " ", "\t\n", "\u00a0\u3000", "a\u0000b", "a\nb\u0001", "\u202eevil", "a\u2066b\u2069", "\u200f", "a\u200bb",
    "\ufeffa",
    "\u061ca", "a\ue000", "x" * 41, "a\ufff9b", "\U000e0041", "a\u00adb",
]  # fmt: skip


@pytest.mark.parametrize("name", BAD_NAMES, ids=ascii)
def test_odd_names_are_refused(node: Node, name: str) -> None:
    players = [{"kind": "me", "name": name}, {"kind": "open"}]
    answer = node.http.post("/api/tables", json={"game": "othellino", "players": players})
    assert answer.status_code == 400, answer.text
    assert "name" in answer.json()["error"]
    made = node.make("othellino", "Ann", "open")
    assert node.post(f"{made['table']}/join", name=name, invite=made["invites"][0]["invite"]).status_code == 400


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann  ", "Ann"), ("Ann\u00a0 \tB.", "Ann B."), ("山田\u3000太郎", "山田 太郎"), ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("<b>&", "<b>&"), ("😀", "😀"), ("שרה", "שרה"), ("x" * 40, "x" * 40),
    ],
)  # fmt: skip
def test_names_are_trimmed(node: Node, given: str, shown: str) -> None:
    made = node.make("othellino", {"kind": "me", "name": given}, "open")
    assert node.post(f"{made['table']}/join", name=given, invite=made["invites"][0]["invite"]).status_code == 200
    assert [seat["name"] for seat in node.state(made["table"])["table"]["seats"]] == [shown, shown]


@pytest.mark.parametrize("text", ["a\u0000b", "\u0000", "\n", "x" * 30_000], ids=ascii)
def test_odd_texts_are_refused(node: Node, text: str) -> None:
    two = TABLE["players"]
    bot = [{"kind": "me"}, {"kind": "bot", "level": text}]
    bodies: list[dict[str, Any]] = [
        {"game": text, "players": two},
        {"game": "othellino", "players": two, "table": text},
        {"game": "othellino", "players": two, "nonce": text},
        {"game": "othellino", "players": bot},
        {"game": "othellino", "players": two, "options": {text: 1}},
        {"game": "othellino", "players": two, "options": {"board": text}},
        {"game": "war_2_0", "players": two, "options": {"map": text}},
    ]
    for body in bodies:
        assert node.http.post("/api/tables", json=body).status_code in (400, 404, 409), body
    made = node.make("othellino", "Ann", "open")
    table, token = made["table"], made["seats"][0]["token"]
    for path, command in (
        ("act", {"decision": 0, "action": text}),
        ("leave", {"level": text}),
        ("takeover", {"seat": 1, "level": text}),
        ("rematch", {"nonce": text}),
        ("join", {"name": "Bob", "invite": text}),
    ):
        assert node.post(f"{table}/{path}", token, **command).status_code in (400, 403, 404, 409), path
    assert node.http.post("/api/mine", json={"tokens": [text]}).status_code in (200, 400)


# --- files ---


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="needs the file modes of POSIX")
def test_only_the_owner_reads_the_data(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    node = Node(folder)
    try:
        node.make("othellino", "Ann", "open")
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {file.name: stat.S_IMODE(file.stat().st_mode) & 0o077 for file in folder.iterdir()} == dict.fromkeys(
            ("lock", "matchbox.db", "matchbox.db-shm", "matchbox.db-wal"), 0
        )
    finally:
        node.stop()
    (folder / "matchbox.db").chmod(0o644)  # as older versions left it
    node.start()
    node.stop()
    assert stat.S_IMODE((folder / "matchbox.db").stat().st_mode) == 0o600
