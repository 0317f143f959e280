"""How nodes tell each other that a table has changed: not at all where there is only one, or through Redis."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

CHANNEL = "matchbox"
KEPT = 100_000  # messages that wait for Redis to come back


class Notice(msgspec.Struct, omit_defaults=True):
    """A table has got events up to this number; these seats are connected to this node."""

    node: str
    table: str
    number: int = 0
    here: list[int] | None = None
    ask: bool = False  # who else serves this table?


class Bus(Protocol):
    node: str
    alone: bool

    async def start(self, heard: Callable[[Notice], None], missed: Callable[[], None]) -> None:
        """Listen; `missed` is called when something may not have been heard."""

    def tell(self, notice: Notice) -> None: ...
    async def stop(self) -> None: ...


class NoBus:
    """A single node has nobody to tell."""

    node = "only"
    alone = True

    async def start(self, heard: Callable[[Notice], None], missed: Callable[[], None]) -> None:
        pass

    def tell(self, notice: Notice) -> None:
        pass

    async def stop(self) -> None:
        pass


class RedisBus:
    """Every node hears of every table and keeps to those it serves."""

    alone = False

    def __init__(self, url: str) -> None:
        import redis.asyncio
        import redis.exceptions

        self._broken = (OSError, redis.exceptions.RedisError)
        self.node = secrets.token_hex(6)
        self._redis: Any = redis.asyncio.from_url(url)
        self._waiting: list[bytes] = []
        self._more = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, heard: Callable[[Notice], None], missed: Callable[[], None]) -> None:
        await self._redis.ping()
        listening = asyncio.Event()
        listen = self._listen(heard, missed, listening)
        self._tasks = [asyncio.create_task(listen), asyncio.create_task(self._send())]
        await listening.wait()

    def tell(self, notice: Notice) -> None:
        self._waiting.append(msgspec.json.encode(notice))
        self._more.set()

    async def _send(self) -> None:
        while True:
            await self._more.wait()
            self._more.clear()
            batch, self._waiting = self._waiting, []
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for message in batch:
                        pipeline.publish(CHANNEL, message)
                    await pipeline.execute()
            except self._broken:  # the events are stored all the same; the others hear of them later
                self._waiting = [*batch, *self._waiting][-KEPT:]
                await asyncio.sleep(0.5)
                self._more.set()

    async def _listen(
        self, heard: Callable[[Notice], None], missed: Callable[[], None], listening: asyncio.Event
    ) -> None:
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    if listening.is_set():
                        missed()
                    listening.set()
                    async for message in pubsub.listen():
                        notice = msgspec.json.decode(message["data"], type=Notice)
                        if notice.node != self.node:
                            heard(notice)
            except self._broken:
                await asyncio.sleep(0.5)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()


def make_bus(url: str | None) -> Bus:
    return RedisBus(url) if url else NoBus()
