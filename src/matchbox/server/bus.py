"""Notices between nodes that a table has changed: through Redis, or none on a single node."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from matchbox.engine import MatchboxError

from .faults import Condition, Unavailable, back_off, in_one_line

CONNECT_SECONDS = 5
log = logging.getLogger("matchbox")
MAX_PENDING = 100_000  # notices kept while Redis is unreachable


class Notice(msgspec.Struct, omit_defaults=True):
    """A table has events up to this number; these seats are present at the sending node.

    Every notice shows that its node lives. A notice without a table says nothing else.
    """

    node: str
    table: str
    number: int = 0
    seats: list[int] | None = msgspec.field(default=None, name="here")
    ask: bool = False  # should other nodes that serve this table answer?
    asking: bool = False  # does the sender still wait for such answers, so that it may be the only one?


class Bus(Protocol):
    node: str
    single_node: bool
    listening: Condition

    async def start(self, installation: str, on_notice: Callable[[Notice], None], on_gap: Callable[[], None]) -> None:
        """Listen to the nodes of this installation. `on_gap` is called when notices may have been lost.

        Unavailable: try again later.
        """

    def publish(self, notice: Notice) -> None: ...
    async def stop(self) -> None: ...


class NoBus:
    """A single node has no other to notify."""

    node = "only"
    single_node = True

    def __init__(self) -> None:
        self.listening = Condition("", "")

    async def start(self, installation: str, on_notice: Callable[[Notice], None], on_gap: Callable[[], None]) -> None:
        pass

    def publish(self, notice: Notice) -> None:
        pass

    async def stop(self) -> None:
        pass


class RedisBus:
    """Every node gets the notices of every table and ignores those it does not serve."""

    single_node = False

    def __init__(self, url: str) -> None:
        try:
            import redis.asyncio
            import redis.exceptions
            from redis.asyncio.retry import Retry
            from redis.backoff import NoBackoff
        except ModuleNotFoundError:
            raise MatchboxError("Redis needs an extra: pip install 'matchbox-games[hosting]'") from None
        self._errors = redis.exceptions
        self.node = secrets.token_hex(6)
        self.listening = Condition("Redis does not answer; other nodes learn of moves late", "Redis answers again")
        never = Retry(NoBackoff(), 0)  # a connection that came back by itself would hide a gap
        try:
            self._redis: Any = redis.asyncio.from_url(
                url, socket_connect_timeout=CONNECT_SECONDS, socket_keepalive=True, retry=never
            )
        except ValueError:
            raise MatchboxError("MATCHBOX_REDIS is not an address; write redis://:PASSWORD@HOST:6379/0") from None
        self._channel = ""
        self._on_notice: Callable[[Notice], None] = lambda notice: None
        self._pending: list[bytes] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._logged: set[str] = set()

    async def start(self, installation: str, on_notice: Callable[[Notice], None], on_gap: Callable[[], None]) -> None:
        self._channel, self._on_notice = f"matchbox:{installation}", on_notice
        try:
            pubsub = await self._subscribe()
        except Exception as error:
            raise self._explained(error) from error
        self._tasks = [asyncio.create_task(self._listen(pubsub, on_gap)), asyncio.create_task(self._send())]

    def _explained(self, error: Exception) -> Exception:
        """Tell whether an error of Redis at the start passes (Unavailable) or a person has to fix it."""
        refused = (self._errors.AuthenticationError, self._errors.AuthorizationError)
        passes = (OSError, self._errors.ConnectionError, self._errors.TimeoutError)
        if isinstance(error, passes) and not isinstance(error, refused):
            return Unavailable("Redis does not answer")
        return MatchboxError(f"Redis cannot be used: {in_one_line(error)}; check MATCHBOX_REDIS")

    def publish(self, notice: Notice) -> None:
        self._pending.append(msgspec.json.encode(notice))
        self._wake.set()

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._pending = self._pending, []
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for message in batch:
                        pipeline.publish(self._channel, message)
                    await pipeline.execute()
            except Exception as error:  # the events are stored already; other nodes get the notice later
                self._log_once("notices cannot be sent through Redis", error)
                self._pending = [*batch, *self._pending][-MAX_PENDING:]
                await asyncio.sleep(0.5)
                self._wake.set()

    async def _subscribe(self) -> Any:
        pubsub = self._redis.pubsub()
        try:
            await pubsub.subscribe(self._channel)
            if await pubsub.get_message(timeout=CONNECT_SECONDS) is None:  # Redis confirms the subscription
                raise TimeoutError("no answer")
        except BaseException:
            await pubsub.aclose()
            raise
        return pubsub

    async def _listen(self, pubsub: Any, on_gap: Callable[[], None]) -> None:
        """Pass on notices. After an error subscribe again: nothing but `stop` ends this."""
        gap = False
        while True:
            try:
                if gap:
                    on_gap()
                async for message in pubsub.listen():
                    if message["type"] == "message":
                        self._receive(message["data"])
            except Exception as error:
                self.listening.failed(error)
            finally:
                await pubsub.aclose()
            pubsub = await self._subscribe_again()
            self.listening.works()
            self._logged.clear()
            gap = True

    async def _subscribe_again(self) -> Any:
        delays = back_off(most=5.0)
        while True:
            await asyncio.sleep(next(delays))
            try:
                return await self._subscribe()
            except Exception as error:
                self.listening.failed(error)

    def _receive(self, data: bytes) -> None:
        """Pass on a notice of another node. A bad one is skipped: the next may be good."""
        try:
            notice = msgspec.json.decode(data, type=Notice)
            if notice.node != self.node:
                self._on_notice(notice)
        except Exception as error:
            self._log_once("a notice from Redis is skipped", error)

    def _log_once(self, what: str, error: Exception) -> None:
        """Log the first error of its kind since Redis last came back."""
        kind = f"{what}: {type(error).__name__}"
        if kind not in self._logged:
            self._logged.add(kind)
            log.warning("%s: %s", what, in_one_line(error))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()


def make_bus(url: str | None) -> Bus:
    return RedisBus(url) if url else NoBus()
