"""Frames that violate RFC 6455, and random bytes: the right close code every time, and nobody else notices."""

from __future__ import annotations

import contextlib
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.attacks import report
from tests.server.frames import CLOSE, TEXT, Received, by_kind, close, frame, read_until_close, upgraded
from tests.server.harness import Node
from tests.server.test_conformance import CLOSES, DEFLATE_FAILURES, FAILURES, GOOD_CASES, GOOD_DEFLATE_CASES
from tests.server.test_conformance import PERMESSAGE_DEFLATE as DEFLATE

SECONDS = 2.0  # to wait for a close frame


def exchange(node: Node, table: str, data: bytes, offers: str = "") -> list[Received]:
    """The frames that answer these bytes, without errors in words."""
    with upgraded(node.port, table, offers=offers) as client, contextlib.suppress(OSError):
        with contextlib.suppress(OSError):
            client.sendall(data)
        found = read_until_close(client, SECONDS)
        return [one for one in found if not (one.opcode == TEXT and b'"error"' in one.data)]
    return []


def fails_with(node: Node, table: str, data: bytes, code: int, offers: str = "") -> bool:
    found = exchange(node, table, data, offers)
    return bool(found) and found[-1].opcode == CLOSE and found[-1].data[:2] == code.to_bytes(2, "big")


def attacks(node: Node) -> bool:
    made = node.make("othellino", "Ann", "open")
    table, results = made["table"], []
    ann = node.live(table, made["seats"][0]["token"])
    end = time.monotonic() + 40

    def tried(text: str, outcomes: dict[str, bool]) -> None:
        bad = [name for name, good in outcomes.items() if not good]
        figure = f"{len(outcomes) - len(bad)} of {len(outcomes)}" + (f"; not: {', '.join(bad[:5])}" if bad else "")
        results.append(report(text, not bad, figure))

    good_end = Received(CLOSE, b"\x03\xe8")
    tried("valid messages", {
        name: by_kind(exchange(node, table, data + close(1000))) == by_kind([*answers, good_end])
        for name, (data, answers) in GOOD_CASES.items() if time.monotonic() < end
    })  # fmt: skip
    tried("compressed messages", {
        name: by_kind(exchange(node, table, data + close(1000), DEFLATE)) == by_kind([*answers, good_end])
        for name, (data, answers) in GOOD_DEFLATE_CASES.items() if time.monotonic() < end
    })  # fmt: skip
    tried("closing codes and reasons", {
        name: exchange(node, table, data) == [Received(CLOSE, echo)]
        for name, (data, echo) in CLOSES.items() if time.monotonic() < end
    })  # fmt: skip
    tried("violations", {
        name: fails_with(node, table, data, code)
        for name, (data, code) in FAILURES.items() if time.monotonic() < end
    })  # fmt: skip
    tried("bad compression, and bombs", {
        name: fails_with(node, table, data, code, DEFLATE)
        for name, (data, code) in DEFLATE_FAILURES.items() if time.monotonic() < end
    })  # fmt: skip
    chance, noise = random.Random(1), {}
    for number in range(100):
        data = bytearray(frame(TEXT, b'{"type":"ping"}') * 4)
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        with upgraded(node.port, table) as client, contextlib.suppress(OSError):
            client.sendall(bytes(data))
            client.sendall(chance.randbytes(200))
        ann.send(type="ping")
        noise[f"noise {number}"] = ann.receive(5) == {"type": "pong"}
    tried("damaged frames beside a player", noise)
    ann.close()
    return all(results)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        node = Node(Path(folder) / "data")
        try:
            held = attacks(node)
        finally:
            node.stop()
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
