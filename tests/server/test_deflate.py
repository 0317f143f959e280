"""Compression with the message before as dictionary: the library's client reads it with every window."""

from __future__ import annotations

import json
import random

import pytest
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from matchbox.server.deflate import DeflateFactory


def messages() -> list[bytes]:
    """Messages that differ a little from each other, and one that is longer than every window."""
    chance = random.Random(1)
    pieces = [{"id": f"{chance.getrandbits(64):x}", "x": n, "y": n % 7} for n in range(200)]
    found = []
    for _ in range(10):
        chance.choice(pieces)["x"] = chance.randrange(1000)
        found.append(json.dumps(pieces).encode())
    return [*found, chance.randbytes(50_000).hex().encode(), *found[-2:]]


def sizes(**offer: int | bool) -> list[int]:
    """The sizes of the compressed messages, which a client with this offer has read."""
    client = ClientPerMessageDeflateFactory(**offer)  # type: ignore[arg-type]
    answer, server = DeflateFactory().process_request_params(client.get_request_params(), [])
    reader, found = client.process_response_params(answer, []), []
    for message in messages():
        frame = server.encode(Frame(Opcode.TEXT, message))
        found.append(len(frame.data))
        assert reader.decode(frame).data == message
    return found


@pytest.mark.parametrize("bits", range(9, 16))
@pytest.mark.parametrize("alone", [False, True])
def test_a_client_reads_every_message(bits: int, alone: bool) -> None:
    assert max(sizes(server_max_window_bits=bits, server_no_context_takeover=alone)) < 2 * 50_000 + 1000


def test_a_message_like_the_one_before_becomes_short() -> None:
    kept, alone = sizes(), sizes(server_no_context_takeover=True)
    assert kept[0] == alone[0]
    assert all(10 * a < b for a, b in zip(kept[1:10], alone[1:10], strict=True))


def test_control_frames_are_not_compressed() -> None:
    _, server = DeflateFactory().process_request_params([], [])
    ping = Frame(Opcode.PING, b"a" * 100)
    assert server.encode(ping) is ping
