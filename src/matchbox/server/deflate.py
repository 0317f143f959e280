"""permessage-deflate (RFC 7692) without a compressor for each connection.

Successive scenes are much alike, so a message shrinks most if it may refer to the one before it. A client keeps that
window anyway. The library's extension would keep it in a compressor, with up to 256 KB for each connection. Here each
message has a new compressor with the message before it as dictionary, which means the same to the client, and the
server keeps only that message.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame
from websockets.typing import ExtensionParameter

LEVEL = 3  # beyond, zlib takes longer and gains little


class Deflate(PerMessageDeflate):
    """Compresses each message with the one before it as dictionary. Reading is the library's part."""

    def __init__(self, negotiated: PerMessageDeflate) -> None:
        bits = negotiated.remote_max_window_bits, negotiated.local_max_window_bits
        super().__init__(negotiated.remote_no_context_takeover, True, *bits)  # True: no compressor that stays
        self._keeps = not negotiated.local_no_context_takeover
        self._before = b""

    def encode(self, frame: Frame) -> Frame:
        if frame.opcode in CTRL_OPCODES:
            return frame
        bits, message = self.local_max_window_bits, bytes(frame.data)
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -bits, zdict=self._before[-1 << bits :])
        packed = packer.compress(message) + packer.flush(zlib.Z_SYNC_FLUSH)
        if self._keeps:
            self._before = message
        return Frame(frame.opcode, packed[:-4], rsv1=True)  # RFC 7692 leaves the last four bytes out


class DeflateFactory(ServerPerMessageDeflateFactory):
    """Accepts a client's offer. The client must not refer to its earlier messages, so nothing is kept for reading."""

    def __init__(self) -> None:
        super().__init__(client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, negotiated = super().process_request_params(params, accepted_extensions)
        return answer, Deflate(negotiated)
