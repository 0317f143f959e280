"""RFC 6455 and RFC 7692, case by case, over a raw socket against the real server.

The cases follow the groups of the Autobahn test suite. `{"type":"ping"}` takes the place of its echo.
`tests/attacks/autobahn.py` runs the suite itself.
"""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from .frames import (
    BINARY,
    CLOSE,
    DEFLATED,
    MASK,
    PING,
    PONG,
    TEXT,
    Received,
    by_kind,
    close,
    deflated,
    frame,
    length,
    masked,
    read_until_close,
    upgraded,
    upgraded_with,
)
from .harness import Node

ASK, ANSWER = b'{"type":"ping"}', Received(TEXT, b'{"type":"pong"}')
MAX = 64 * 1024
GOOD = "κόσμε 𝄞 ア".encode()


def noted(text: bytes) -> bytes:
    """A valid message with an extra field, which the server skips."""
    return b'{"type":"ping","note":"' + text + b'"}'


def padded(size: int) -> bytes:
    return ASK + b" " * (size - len(ASK))


def pieces(data: bytes, *cuts: int) -> bytes:
    """A text message in fragments; equal cuts make empty fragments."""
    edges = [0, *cuts, len(data)]
    parts = [data[a:b] for a, b in pairwise(edges)]
    return b"".join(
        frame(0 if number else TEXT, part, last=number == len(parts) - 1) for number, part in enumerate(parts)
    )


def header(first: int, size: int, width: int = 0) -> bytes:
    return bytes([first]) + length(size, True, width)


def wide(data: bytes, width: int) -> bytes:
    """A text frame whose length has more bytes than it needs. RFC 6455 forbids to send it; servers may accept it."""
    return header(0x80 | TEXT, len(data), width) + MASK + masked(data)


START = frame(TEXT, ASK[:5], last=False)
END = frame(0, ASK[5:])

Answers = Sequence[Received]
GOOD_CASES: dict[str, tuple[bytes, Answers]] = {
    "text": (frame(TEXT, ASK), [ANSWER]),
    "text with a mask of zeros": (frame(TEXT, ASK, mask=b"\0\0\0\0"), [ANSWER]),
    "three messages at once": (frame(TEXT, ASK) * 3, [ANSWER] * 3),
    **{f"{size} bytes": (frame(TEXT, padded(size)), [ANSWER]) for size in (125, 126, 127, 128, 65535, MAX)},
    "empty ping": (frame(PING), [Received(PONG, b"")]),
    "ping with bytes": (frame(PING, b"\0\xff\xfe"), [Received(PONG, b"\0\xff\xfe")]),
    "longest ping": (frame(PING, b"x" * 125), [Received(PONG, b"x" * 125)]),
    "ten pings": (b"".join(frame(PING, b"%d" % i) for i in range(10)), [Received(PONG, b"%d" % i) for i in range(10)]),
    "pong that nobody asked for": (frame(PONG) + frame(PONG, b"hi") + frame(TEXT, ASK), [ANSWER]),
    "two fragments": (pieces(ASK, 5), [ANSWER]),
    "one byte a fragment": (pieces(ASK, *range(1, len(ASK))), [ANSWER]),
    "empty first fragment": (pieces(ASK, 0), [ANSWER]),
    "empty fragments first": (pieces(ASK, 0, 0, 0), [ANSWER]),
    "empty fragment between": (pieces(ASK, 5, 5, 9), [ANSWER]),
    "empty last fragment": (pieces(ASK, len(ASK)), [ANSWER]),
    "ping between fragments": (START + frame(PING, b"a") + END, [Received(PONG, b"a"), ANSWER]),
    "pong between fragments": (START + frame(PONG, b"a") + END, [ANSWER]),
    "fragments twice": (pieces(ASK, 5) + pieces(ASK, 0, 7), [ANSWER] * 2),
    "longest message in fragments": (pieces(padded(MAX), 1000, 40000, 40000), [ANSWER]),
    "length in 3 bytes": (wide(ASK, 3), [ANSWER]),
    "length in 9 bytes": (wide(ASK, 9), [ANSWER]),
    "UTF-8": (frame(TEXT, noted(GOOD)), [ANSWER]),
    "UTF-8 cut inside characters": (pieces(noted(GOOD), *range(24, 40)), [ANSWER]),
}  # fmt: skip

FAILURES: dict[str, tuple[bytes, int]] = {
    "binary": (frame(BINARY, ASK), 1003),
    "empty binary": (frame(BINARY), 1003),
    "ping too long": (frame(PING, b"x" * 126), 1002),
    "pong too long": (frame(PONG, b"x" * 126), 1002),
    "close too long": (close(1000, b"x" * 124), 1002),
    "ping in fragments": (frame(PING, b"a", last=False), 1002),
    "close in fragments": (frame(CLOSE, b"\x03\xe8", last=False), 1002),
    **{f"reserved bits {bits}": (frame(TEXT, ASK, reserved=bits), 1002) for bits in (1, 2, 4, 7)},
    "reserved bits of a ping": (frame(PING, reserved=4), 1002),
    "reserved bits of a close": (frame(CLOSE, reserved=1), 1002),
    **{f"opcode {opcode}": (frame(opcode), 1002) for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
    "unknown opcode between fragments": (START + frame(3, b"a") + END, 1002),
    "continuation of nothing": (frame(0, ASK), 1002),
    "empty continuation of nothing": (frame(0), 1002),
    "unfinished continuation of nothing": (frame(0, ASK, last=False), 1002),
    "continuation after the last": (pieces(ASK, 5) + frame(0), 1002),
    "text between fragments": (START + frame(TEXT, ASK), 1002),
    "text after an empty fragment": (frame(TEXT, last=False) + frame(TEXT, ASK), 1002),
    "binary between fragments": (START + frame(BINARY, ASK), 1002),
    "unmasked text": (frame(TEXT, ASK, mask=b""), 1002),
    "unmasked empty text": (frame(TEXT, mask=b""), 1002),
    "unmasked short text": (frame(TEXT, b"{}", mask=b""), 1002),
    "unmasked ping": (frame(PING, mask=b""), 1002),
    "unmasked close": (frame(CLOSE, mask=b""), 1002),
    "unmasked end": (START + frame(0, mask=b""), 1002),
    "negative length": (header(0x81, 1 << 63, 9), 1009),
    "a byte too long": (header(0x81, MAX + 1), 1009),
    "endless": (header(0x81, (1 << 63) - 1, 9), 1009),
    "fragments too long": (frame(TEXT, padded(40000), last=False) + frame(0, b" " * 40000), 1009),
    "no JSON": (frame(TEXT, b"{"), 1007),
    "empty text": (frame(TEXT), 1007),
    "only empty fragments": (pieces(b"", 0, 0), 1007),
    **{
        f"not UTF-8: {name}": (frame(TEXT, noted(text)), 1007)
        for name, text in {
            "a stray byte": b"\xff", "a lone continuation": b"a\x80", "overlong": b"\xc0\xaf",
            "a surrogate": b"\xed\xa0\x80",
            "beyond the last": b"\xf4\x90\x80\x80", "cut short": b"\xce", "in fragments": b"\xce\xce",
        }.items()
    },
    "not UTF-8 in fragments": (pieces(noted(b"\xe3\x82"), 23, 24, 25), 1007),
    "close with one byte": (frame(CLOSE, b"\x03"), 1002),
    **{
        f"close code {code}": (close(code), 1002)
        for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535)
    },
    "close code 1005 with a reason": (close(1005, b"gone"), 1002),
    "close with a reason that is not UTF-8": (close(1000, b"\xce\xba\xff"), 1007),
    "close with half a character": (close(1000, b"\xe3\x82"), 1007),
    "close after half a message": (START + close(1000), 1002),
}  # fmt: skip

CLOSES: dict[str, tuple[bytes, bytes]] = {
    "no code": (close(), b""),
    **{
        f"code {code}": (close(code), code.to_bytes(2, "big"))
        for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1014, 3000, 3999, 4000, 4999)
    },
    "a reason": (close(1000, GOOD), b"\x03\xe8" + GOOD),
    "the longest reason": (close(1000, b"x" * 123), b"\x03\xe8" + b"x" * 123),
    "a ping after it": (close(1000) + frame(PING, b"late"), b"\x03\xe8"),
    "a message after it": (close(1000) + frame(TEXT, ASK), b"\x03\xe8"),
    "a second close": (close(1000) + close(1001), b"\x03\xe8"),
}  # fmt: skip


def packed(data: bytes, *cuts: int, level: int = 6) -> bytes:
    """A compressed text message, in fragments if there are cuts."""
    payload = deflated(data, level)
    edges = [0, *cuts, len(payload)]
    parts = [payload[a:b] for a, b in pairwise(edges)]
    return b"".join(
        frame(0 if number else TEXT, part, last=number == len(parts) - 1, reserved=0 if number else DEFLATED)
        for number, part in enumerate(parts)
    )


PERMESSAGE_DEFLATE = "permessage-deflate"
DEFLATE_ANSWER = "permessage-deflate; client_no_context_takeover"
NOISE = bytes(range(256))
LAST_BLOCK = deflated(ASK, end=zlib.Z_FINISH) + b"\0"
GOOD_DEFLATE_CASES: dict[str, tuple[bytes, Answers]] = {
    "compressed": (packed(ASK), [ANSWER]),
    "stored blocks": (packed(ASK, level=0), [ANSWER]),
    "a last block": (frame(TEXT, LAST_BLOCK, reserved=DEFLATED) * 2, [ANSWER] * 2),
    "two blocks": (frame(TEXT, deflated(ASK[:5]) + b"\0\0\xff\xff" + deflated(ASK[5:]), reserved=DEFLATED), [ANSWER]),
    "not compressed": (frame(TEXT, ASK), [ANSWER]),
    "compressed and not": ((packed(ASK) + frame(TEXT, ASK)) * 3, [ANSWER] * 6),
    "compressed in fragments": (packed(ASK, 3, 3, 9), [ANSWER]),
    "compressed, one byte a fragment": (packed(ASK, *range(1, len(deflated(ASK)))), [ANSWER]),
    "ping between compressed fragments": (
        packed(ASK, 5).replace(frame(0, deflated(ASK)[5:]), frame(PING, b"a") + frame(0, deflated(ASK)[5:])),
        [Received(PONG, b"a"), ANSWER],
    ),
    "the longest message": (packed(padded(MAX)), [ANSWER]),
    "the longest message in fragments": (packed(padded(MAX), 5, 30), [ANSWER]),
    "UTF-8": (packed(noted(GOOD)), [ANSWER]),
}  # fmt: skip
DEFLATE_FAILURES: dict[str, tuple[bytes, int]] = {
    "no deflate": (frame(TEXT, NOISE[200:], reserved=DEFLATED), 1002),
    "compressed bit in a later fragment": (
        frame(TEXT, deflated(ASK)[:5], last=False, reserved=DEFLATED) + frame(0, deflated(ASK)[5:], reserved=DEFLATED),
        1002,
    ),
    "compressed bit only in a later fragment": (START + frame(0, deflated(ASK[5:]), reserved=DEFLATED), 1002),
    "compressed ping": (frame(PING, deflated(b"a"), reserved=DEFLATED), 1002),
    "compressed close": (frame(CLOSE, deflated(b"\x03\xe8"), reserved=DEFLATED), 1002),
    "other reserved bits": (frame(TEXT, deflated(ASK), reserved=DEFLATED | 1), 1002),
    "compressed binary": (frame(BINARY, deflated(ASK), reserved=DEFLATED), 1003),
    "a byte too long": (packed(padded(MAX + 1)), 1009),
    "a bomb of 16 MB": (packed(b" " * (16 << 20)), 1009),
    "a bomb in fragments": (packed(b" " * (16 << 20), 1, 20, 8000), 1009),
    "fragments that are too long together": (packed(padded(2 * MAX), 130), 1009),
    "nothing": (packed(b""), 1007),
    "not UTF-8": (packed(noted(b"\xed\xa0\x80")), 1007),
}  # fmt: skip
OFFERS = {
    PERMESSAGE_DEFLATE: DEFLATE_ANSWER,
    "permessage-deflate; client_max_window_bits": DEFLATE_ANSWER,
    "permessage-deflate; server_no_context_takeover": (
        "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
    ),
    "permessage-deflate; server_max_window_bits=10": f"{DEFLATE_ANSWER}; server_max_window_bits=10",
    "permessage-deflate; client_max_window_bits=11": f"{DEFLATE_ANSWER}; client_max_window_bits=11",
    "x-webkit-deflate-frame, permessage-deflate": DEFLATE_ANSWER,
    "permessage-deflate; unknown, permessage-deflate": DEFLATE_ANSWER,
    "permessage-deflate, permessage-deflate; server_max_window_bits=10": DEFLATE_ANSWER,
    "x-webkit-deflate-frame": "",
    "permessage-deflate; unknown": "",
    "permessage-deflate; server_max_window_bits=7": "",
    "permessage-deflate; server_max_window_bits=16": "",
    "permessage-deflate; server_max_window_bits": "",
    "permessage-deflate; server_no_context_takeover=1": "",
    "permessage-deflate; server_no_context_takeover; server_no_context_takeover": "",
}
"""Offers of extensions, and the server's answers."""


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server as in production."""
    server = Node(tmp_path_factory.mktemp("conformance") / "data")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def table(node: Node) -> str:
    return str(node.make("othellino", "Ann", "open")["table"])


def exchange(node: Node, table: str, data: bytes, octets: bool, offers: str = "") -> list[Received]:
    """Send bytes, one at a time if wanted; returns the frames until the server closes, without its errors."""
    with upgraded(node.port, table, offers=offers) as client:
        with contextlib.suppress(ConnectionError):  # the server may close before the end
            for piece in [data[i : i + 1] for i in range(len(data))] if octets else [data]:
                client.sendall(piece)
        found = read_until_close(client)
    return [one for one in found if not (one.opcode == TEXT and b'"error"' in one.data)]


def sizes(cases: dict[str, tuple[bytes, object]]) -> list[object]:
    """Every case whole, and every short case byte by byte."""
    return [
        pytest.param(name, octets, id=f"{name}{', in bytes' if octets else ''}")
        for name, (data, _) in cases.items()
        for octets in (False, True)
        if not octets or len(data) < 1000
    ]


@pytest.mark.parametrize(("name", "octets"), sizes(GOOD_CASES))  # type: ignore[arg-type]
def test_valid_messages_are_answered(node: Node, table: str, name: str, octets: bool) -> None:
    data, answers = GOOD_CASES[name]
    *found, end = exchange(node, table, data + close(1000), octets)
    assert (by_kind(found), end) == (by_kind(answers), Received(CLOSE, b"\x03\xe8"))


@pytest.mark.parametrize(("name", "octets"), sizes(FAILURES))  # type: ignore[arg-type]
def test_violations_close_with_the_right_code(node: Node, table: str, name: str, octets: bool) -> None:
    data, code = FAILURES[name]
    *_, found = exchange(node, table, data, octets)
    assert found.opcode == CLOSE
    assert int.from_bytes(found.data[:2], "big") == code
    found.data[2:].decode()


@pytest.mark.parametrize(("name", "octets"), sizes(CLOSES))  # type: ignore[arg-type]
def test_a_close_is_answered_with_its_code(node: Node, table: str, name: str, octets: bool) -> None:
    data, echo = CLOSES[name]
    assert exchange(node, table, data, octets) == [Received(CLOSE, echo)]


def test_the_server_ends_the_connection_after_a_violation(node: Node, table: str) -> None:
    with upgraded(node.port, table) as client:
        client.sendall(frame(3))
        read_until_close(client)
        client.sendall(close(1002))
        assert client.recv(1) == b""


@pytest.mark.parametrize(("name", "octets"), sizes(GOOD_DEFLATE_CASES))  # type: ignore[arg-type]
def test_compressed_messages_are_answered(node: Node, table: str, name: str, octets: bool) -> None:
    data, answers = GOOD_DEFLATE_CASES[name]
    *found, end = exchange(node, table, data + close(1000), octets, PERMESSAGE_DEFLATE)
    assert (by_kind(found), end) == (by_kind(answers), Received(CLOSE, b"\x03\xe8"))


@pytest.mark.parametrize("name", DEFLATE_FAILURES)
def test_bad_compression_closes_with_the_right_code(node: Node, table: str, name: str) -> None:
    data, code = DEFLATE_FAILURES[name]
    *_, found = exchange(node, table, data, False, PERMESSAGE_DEFLATE)
    assert (found.opcode, int.from_bytes(found.data[:2], "big")) == (CLOSE, code)


@pytest.mark.parametrize("offers", OFFERS)
def test_offers_of_compression(node: Node, table: str, offers: str) -> None:
    client, accepted = upgraded_with(node.port, table, offers)
    with client:
        assert accepted == OFFERS[offers]
        client.sendall((packed(ASK) if accepted else frame(TEXT, ASK)) + close(1000))
        assert read_until_close(client) == [ANSWER, Received(CLOSE, b"\x03\xe8")]


@pytest.mark.parametrize("offers", ["", PERMESSAGE_DEFLATE])
def test_long_messages_are_compressed_on_request(node: Node, table: str, offers: str) -> None:
    with upgraded(node.port, table, offers=offers) as client:
        client.sendall(frame(TEXT, b'{"type":"hello","format":"scene"}') + frame(TEXT, ASK))
        pong, state = sorted(read_until_close(client, most=2), key=lambda one: len(one.data))
    assert pong == ANSWER
    assert state.deflated == bool(offers)
    assert json.loads(state.data)["type"] == "state"
