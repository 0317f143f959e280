"""Slow clients lose their connections, and a crowd of them does not keep others out."""

from __future__ import annotations

import contextlib
import re
import select
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from .frames import HANDSHAKE, PING, TEXT, frame, upgraded
from .harness import Node

HEAD = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = (
    b"POST /api/reserve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"
)
WAIT = 30.0  # seconds, more than each deadline


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server without limits for each address."""
    server = Node(tmp_path_factory.mktemp("slow") / "data", MATCHBOX_LIMITS="0")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server for 40 connections in all, and 20 for each address."""
    node = Node(tmp_path_factory.mktemp("small") / "data", MATCHBOX_CONNECTIONS="40", MATCHBOX_LIMITS="0.04")
    yield node
    node.stop()


def client(node: Node, data: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
    """A connection that has sent these bytes."""
    found = socket.create_connection(("127.0.0.1", node.port), timeout=30, source_address=(address, 0))
    found.sendall(data)
    return found


def wait(wanted: Callable[[], bool], seconds: float = WAIT) -> None:
    """Return when something has happened."""
    end = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.05)


def is_gone(one: socket.socket) -> bool:
    """Has the server dropped the connection? Find out without reading: send one more byte of a header."""
    try:
        one.send(b"x")
    except ConnectionError:
        return True
    return False


def answers(slow: dict[str, socket.socket], dripping: set[str]) -> dict[str, bytes]:
    """The last bytes that clients get before the server closes. Some go on sending, a byte each second."""
    open_clients, found = dict(slow), dict.fromkeys(slow, b"")
    end = time.monotonic() + WAIT
    while open_clients and time.monotonic() < end:
        ready, _, _ = select.select(list(open_clients.values()), [], [], 1.0)
        for name, one in list(open_clients.items()):
            with contextlib.suppress(ConnectionError):
                if one not in ready:
                    if name in dripping:
                        one.send(b"x")
                    continue
                if data := one.recv(65536):
                    found[name] += data
                    continue
            del open_clients[name]
    assert not open_clients
    return found


@pytest.mark.full
def test_slow_clients_are_closed(node: Node) -> None:
    table = node.make("othellino", "Ann", "open")["table"]
    slow = {
        "silent": client(node),
        "half a head": client(node, HEAD),
        "dripping head": client(node, HEAD + b"X-Slow: "),
        "half a body": client(node, BODY),
        "dripping body": client(node, BODY),
        "body after the answer": client(node, HEAD + b"Content-Length: 9000\r\n\r\n"),
        "second request": client(node, HEAD + b"\r\n" + HEAD),
        "no hello": client(node, HANDSHAKE % table.encode()),
    }
    found = answers(slow, {"dripping head", "dripping body", "body after the answer"})
    assert found["silent"] == b""
    for name in ("half a head", "dripping head", "half a body", "dripping body"):
        assert found[name].startswith(b"HTTP/1.1 408 "), name
        assert b"nosniff" in found[name]
    for name in ("body after the answer", "second request"):
        assert found[name].startswith(b"HTTP/1.1 200 "), name
    assert b"send hello within" in found["no hello"]


def test_half_a_request_is_not_executed(node: Node) -> None:
    """A body in chunks without its end: what has come would be valid."""
    made = node.make("othellino", "Ann", "Bob")
    table, token = made["table"], made["seats"][0]["token"]
    head = (
        f"POST /api/tables/{table}/leave HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"
    )
    with client(node, head.encode()) as one:
        one.shutdown(socket.SHUT_WR)
        assert one.recv(1000) == b""
    assert node.state(table)["table"]["seats"][0]["kind"] == "person"


def test_a_client_that_does_not_read_is_dropped(node: Node) -> None:
    table = node.make("othellino", "Ann", "open")["table"]
    with upgraded(node.port, table) as one:
        pings = frame(PING, b"x" * 125) * 1000
        with pytest.raises(ConnectionError):
            one.sendall(pings * 200)  # 26 MB


def connections(node: Node) -> int:
    """How many clients watch tables."""
    found = re.search(r"^matchbox_connections (\S+)$", node.http.get("/metrics").text, re.MULTILINE)
    assert found
    return int(float(found.group(1)))


def test_a_spectator_that_does_not_read_states_is_dropped(node: Node) -> None:
    made = node.make("othellino", "Ann", "Bob")
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    mover = next(token for token in tokens if node.state(table, token)["your_turn"])
    before = connections(node)
    reader = node.live(table, format="scene")
    with upgraded(node.port, table) as one:  # no compression
        one.sendall(frame(TEXT, b'{"type":"hello","format":"scene"}'))
        wait(lambda: connections(node) == before + 2)
        changes = 0
        while connections(node) == before + 2:
            assert changes < 2000, "20 MB are on the way to a client that does not read"
            state = node.state(table, mover)
            action = int(next(iter(state["actions"])))
            assert node.post(f"{table}/act", mover, decision=state["decision"], action=action).status_code == 200
            assert node.post(f"{table}/undo", mover, step=state["step"] + 1).status_code == 200
            changes += 2
            reader.receive()
            reader.receive()
        assert connections(node) == before + 1
        assert changes > 10, "a moment of slowness is no reason"
        received = 0
        with contextlib.suppress(ConnectionError):
            while data := one.recv(65536):
                received += len(data)
        assert received < changes * len(reader.raw[-1])
    reader.send(type="ping")
    reader.until(lambda message: message["type"] == "pong")
    reader.close()


@pytest.mark.full
def test_an_answer_that_stays_unread_ends_the_connection(tmp_path: Path) -> None:
    node = Node(tmp_path / "data", MATCHBOX_LIMITS="0", MATCHBOX_UNREAD="1")
    request, many = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 500  # answers of more than 10 MB
    try:
        with client(node, request * many + HEAD + b"X-Slow: ") as one:
            wait(lambda: is_gone(one), 15)  # half of the usual deadline
        with client(node, request * many) as one, one.makefile("rb") as reader:
            found = 0
            while found < many and (line := reader.readline()):
                found += line.endswith(b"HTTP/1.1 200 OK\r\n")
            assert found == many, "a client that reads gets everything"
    finally:
        node.stop()


def test_endless_heads_are_refused(node: Node) -> None:
    for data, status in (
        (b"X-Long: " + b"x" * 300_000, 431),
        (b"".join(b"X-%d: y\r\n" % i for i in range(30_000)), 431),
        (b"GET /" + b"x" * 300_000, 431),
    ):
        with client(node) as one, contextlib.suppress(ConnectionError):
            one.sendall((b"" if data.startswith(b"GET") else HEAD) + data)
            assert one.recv(1000).startswith(b"HTTP/1.1 %d " % status)


@pytest.mark.full
def test_a_full_server_drops_the_slowest(small: Node) -> None:
    made = small.make("othellino", "Ann", "open")
    ann = small.live(made["table"], made["seats"][0]["token"])
    crowd = [client(small, HEAD if number % 2 else BODY) for number in range(60)]
    for _ in range(5):
        assert httpx.get(f"{small.url}/api/health").status_code == 200
    bob = small.live(made["table"])
    ann.send(type="ping")
    assert ann.receive() == {"type": "pong"}
    closed, _, _ = select.select(crowd, [], [], 0)
    assert crowd[0] in closed
    assert crowd[-1] not in closed
    for one in crowd:
        one.close()
    ann.close()
    bob.close()


def test_an_address_has_a_number_of_connections(small: Node) -> None:
    crowd = [client(small, HEAD, "127.0.0.2") for _ in range(20)]
    with client(small, b"", "127.0.0.2") as one:
        assert one.recv(1000).startswith(b"HTTP/1.1 429 ")
    with client(small, HEAD + b"\r\n", "127.0.0.3") as one:
        assert one.recv(1000).startswith(b"HTTP/1.1 200 ")
    crowd.pop().close()
    end = time.monotonic() + WAIT
    while time.monotonic() < end:  # until the server has noticed
        with client(small, HEAD + b"\r\n", "127.0.0.2") as one:
            if one.recv(1000).startswith(b"HTTP/1.1 200 "):
                break
    else:
        pytest.fail("the closed connection still counts")
    for one in crowd:
        one.close()
