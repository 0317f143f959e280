"""Finished games as data: they stay readable when the rules they were played with are no longer installed."""

from __future__ import annotations

import asyncio
import functools
import lzma
from collections.abc import Awaitable, Callable, Iterable

import msgspec
from msgspec import Raw, Struct

from matchbox.engine import SPECTATOR
from matchbox.play.match import Refused
from matchbox.play.table import Table
from matchbox.scene import encode

from .clock import now
from .live_table import seat_of
from .records import printed
from .reviews import replayed, with_all_hands
from .schema import ReplayStep, TableInfo
from .state_messages import StateMessages, table_info
from .store import SeatKey

PRESET = 2  # of LZMA: more costs much memory and saves little


class Messages(Struct):
    """The messages for one viewer: the last state, and the position after each step."""

    state: Raw
    replay: list[Raw]


class Archive(Struct):
    info: TableInfo
    record: str
    viewers: list[bytes]
    """Compressed messages: first the spectator's, then those of the seats."""


async def archived(table: Table, pause: Callable[[], Awaitable[None]]) -> Archive:
    """The archive of a finished game, made with a pause before every message."""
    info, builder = table_info(table, set(), now(), bots_ready=True), StateMessages(table)
    info.archived = True
    archive = Archive(info, printed(table), [])
    for viewer in range(SPECTATOR, len(table.seats)):
        await pause()
        builder.prepare(0, encode(info), now())
        messages = Messages(Raw(builder.message(viewer, "scene", full=True)), [])
        for step in range(len(table.steps) + 1):
            await pause()
            messages.replay.append(Raw(encode(replayed(table, step, viewer))))
        archive.viewers.append(await asyncio.to_thread(_compressed, messages))
    return archive


def _compressed(messages: Messages) -> bytes:
    return lzma.compress(encode(messages), preset=PRESET)


packed = msgspec.msgpack.encode
_decode = msgspec.json.Decoder(ReplayStep).decode


@functools.lru_cache(maxsize=8)
def _messages(compressed: bytes) -> Messages:
    """A viewer's messages. Those of a large game have several megabytes."""
    return msgspec.json.decode(lzma.decompress(compressed), type=Messages)


class ArchivedTable:
    """A finished table that is read from its archive. Nothing about it changes any more."""

    def __init__(self, data: bytes, keys: Iterable[SeatKey]) -> None:
        self._archive = msgspec.msgpack.decode(data, type=Archive)
        self._keys = {key.hash: key for key in keys}
        self.info, self.record = self._archive.info, self._archive.record

    def seat_of(self, token: str) -> int:
        """The seat a token holds, or Refused."""
        return seat_of(self._keys, token)

    def state(self, seat: int) -> bytes:
        """The last state as a viewer sees it. An archive has scenes, but no views for programs."""
        return bytes(self._of(seat).state)

    def replayed(self, step: int, seat: int, all_hands: bool = False) -> bytes:
        """The message of the scene after `step` actions, as a seat sees it or with all hands open."""
        if seat >= len(self.info.seats):
            raise Refused(f"there is no seat {seat}", 404)
        message = self._step(step, seat)
        return encode(self._with_all_hands(step, seat)) if all_hands else message

    def _step(self, step: int, seat: int) -> bytes:
        replay = self._of(seat).replay
        if step >= len(replay):
            raise Refused(f"step {step} does not exist; the game has {len(replay) - 1} steps", 404)
        return bytes(replay[step])

    def _with_all_hands(self, step: int, seat: int) -> ReplayStep:
        shown, *others = [_decode(self._step(step, viewer)) for viewer in (seat, *range(len(self.info.seats)))]
        shown.scene = with_all_hands(shown.scene, seat, [other.scene for other in others])
        if shown.line is not None and shown.line.seat >= 0:
            shown.line = others[shown.line.seat].line
        return shown

    def _of(self, seat: int) -> Messages:
        return _messages(self._archive.viewers[seat - SPECTATOR])
