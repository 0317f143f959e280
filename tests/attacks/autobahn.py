"""The Autobahn test suite against the server's WebSocket layer, which answers every message with the same message.

    python -m tests.attacks.autobahn WSTEST [CASE ...]

WSTEST is the suite's command. The suite (`autobahntestsuite`) needs Python 2.7, so it has its own environment. Cases
are `1.*`, `12.1.3` and so on; without them all run but 9, which measures speed with messages of up to 16 MB.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.frames import Frame, Opcode

from matchbox.server import limits
from matchbox.server.connection import BAD_PAYLOAD, Violation
from matchbox.server.websocket import WebSocket
from tests.attacks import report
from tests.server.harness import free_port

ALL = [f"{group}.*" for group in (1, 2, 3, 4, 5, 6, 7, 10, 12, 13)]
KNOWN = {"7.1.5"}
"""The library answers a close frame within an unfinished message with code 1002 instead of its own code; RFC 6455
allows both."""
GOOD = ("OK", "NON-STRICT", "INFORMATIONAL", "UNIMPLEMENTED")
SIZE = 16 << 20  # the longest message of the suite


class Loop:
    """The part of a registry that a connection without a table needs."""

    def __init__(self) -> None:
        self.outgoing: list[Callable[[], None]] = []

    def flush(self) -> None:
        outgoing, self.outgoing = self.outgoing, []
        for write in outgoing:
            write()


class Echo(WebSocket):
    """Answers every message with the same message."""

    def __init__(self, registry: Any, limit: limits.Limits) -> None:
        super().__init__(registry, limit, set())
        self._said_hello, self._binary = True, False

    def _frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.BINARY:
            self._binary, frame.opcode = True, Opcode.TEXT  # the server refuses binary messages, the suite sends them
        elif frame.opcode is Opcode.TEXT:
            self._binary = False
        super()._frame(frame)

    def _message(self, data: bytes | bytearray) -> None:
        if self._binary:
            self._flush()
            self._write(Frame(Opcode.BINARY, bytes(data)).serialize(mask=False, extensions=self._frames.extensions))
            return
        try:
            data.decode()
        except UnicodeDecodeError as error:
            raise Violation(BAD_PAYLOAD, str(error)) from None
        self.send(bytes(data))

    def _fail(self, text: str, code: int, retry: int | None = None) -> None:
        self._close(code, text)  # without an error in words, which the suite does not expect


async def tried(wstest: str, cases: list[str], folder: Path) -> dict[str, dict[str, Any]]:
    """Run the suite; returns its report of every case."""
    limits.MAX_BODY, limits.MAX_BACKLOG = SIZE, 4 * SIZE
    registry: Any = Loop()
    port, limit = free_port(), limits.Limits()
    server = await asyncio.get_running_loop().create_server(lambda: Echo(registry, limit), "127.0.0.1", port)
    spec = folder / "spec.json"
    servers = [{"agent": "matchbox", "url": f"ws://127.0.0.1:{port}/api/tables/echo/live"}]
    spec.write_text(json.dumps({"outdir": str(folder), "servers": servers, "cases": cases, "exclude-cases": []}))
    async with server:
        command = [*shlex.split(wstest), "-m", "fuzzingclient", "-s", str(spec)]
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
        await process.wait()
    found: dict[str, dict[str, Any]] = json.loads((folder / "index.json").read_text())["matchbox"]
    return found


def main() -> int:
    os.environ["MATCHBOX_LIMITS"] = "0"
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(tried(sys.argv[1], sys.argv[2:] or ALL, Path(folder)))
    results = [
        report(text, not bad, f"{dict(counted)}" + (f"; not: {', '.join(bad[:20])}" if bad else ""))
        for text, key in (("answers", "behavior"), ("closing", "behaviorClose"))
        for counted in [Counter(case[key] for case in found.values())]
        for bad in [[name for name, case in found.items() if case[key] not in GOOD and name not in KNOWN]]
    ]
    return 0 if found and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
