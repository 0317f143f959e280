"""A client at a table: its messages, limits and deadlines. `websocket` carries them."""

from __future__ import annotations

import abc
import asyncio
import re

import msgspec

from matchbox.engine import SPECTATOR, MatchboxError
from matchbox.play.match import Refused
from matchbox.play.table import Missed
from matchbox.scene import encode

from . import limits
from .archive import ArchivedTable
from .http_connection import TOO_MANY
from .live_table import LiveTable, TableUpdate
from .registry import TableRegistry
from .schema import ActionRefused, Error, Hello, LiveAct, MoveAccepted, Pong, client_message_decoder

PATH = re.compile(r"/api/tables/([0-9a-z]{1,20})/live")
GOING_AWAY, UNSUPPORTED, BAD_PAYLOAD, POLICY = 1001, 1003, 1007, 1008
SERVER_ERROR, TRY_AGAIN = 1011, 1013
HELLO_TIMEOUT = 10.0  # seconds, as are the next two
PING_INTERVAL = 25.0
CLOSE_DELAY = 2.0


class Violation(Exception):
    """The client breaks a rule; the connection closes with this code."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class Connection(abc.ABC):
    """One client at one table. A subclass reads and writes the messages."""

    def __init__(self, registry: TableRegistry, limit: limits.Limits) -> None:
        self.registry, self.limits = registry, limit
        self.seat, self.format = SPECTATOR, "scene"
        self._outgoing: list[bytes] = []
        self._live_table: LiveTable | None = None
        self._admitted = self._closing = self._said_hello = False
        self._address = ""
        self._alive = True
        self._timer: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """The client's address, as limits count it."""
        return self._address

    # --- the subclass's part ---

    @abc.abstractmethod
    def _write_messages(self, messages: list[bytes]) -> None: ...

    @abc.abstractmethod
    def _write_ping(self) -> None: ...

    @abc.abstractmethod
    def _write_close(self, code: int, reason: str) -> None:
        """Write a close frame, unless there is one already."""

    @abc.abstractmethod
    def _abort(self) -> None:
        """Drop the connection now, with everything that is not sent."""

    # --- arriving and leaving ---

    def _admit(self, path: str, address: str) -> tuple[int, str] | None:
        """Let the client in, or return the status and the text of the refusal."""
        match = PATH.fullmatch(path.partition("?")[0])
        if match is None:
            return 404, "tables are at /api/tables/TABLE/live"
        if not self.limits.allows(address, limits.REQUESTS) or not self.limits.connect(address):
            return 429, TOO_MANY
        self._admitted = True
        self._table, self._address = match.group(1), address
        self._bucket = self.limits.bucket(limits.MESSAGES)
        self._timer = asyncio.get_running_loop().call_later(HELLO_TIMEOUT, self._check_alive)
        return None

    def _leave(self) -> None:
        """The connection is gone."""
        self._closing = True
        if self._timer:
            self._timer.cancel()
        if self._admitted:
            self._admitted = False
            self.limits.disconnect(self._address)
        if self._live_table:
            self._live_table.unwatch(self)

    def drop(self, reason: Refused) -> None:
        """Close the connection; the client may try again in a moment."""
        self._fail(str(reason), TRY_AGAIN, limits.RETRY_SECONDS)

    def _fail(self, text: str, code: int, retry: int | None = None) -> None:
        if not self._closing:
            self.send(encode(Error(text, retry)))
            self._close(code, text)

    def _close(self, code: int, text: str) -> None:
        if self._closing:
            return
        self._flush()
        self._write_close(code, text.encode()[:120].decode(errors="ignore"))
        # Closing now would drop the close frame if the client is still sending.
        self._abort_later()

    def _abort_later(self) -> None:
        self._closing = True
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(CLOSE_DELAY, self._abort)

    def _check_alive(self) -> None:
        """Ping the client; drop the connection if nothing has come since the last ping."""
        if self._closing:
            return
        if not self._said_hello:
            self._fail(f"send hello within {HELLO_TIMEOUT:.0f} seconds", POLICY)
        elif not self._alive:
            self._closing = True
            self._abort()
        else:
            self._alive = False
            self._write_ping()
            self._timer = asyncio.get_running_loop().call_later(PING_INTERVAL, self._check_alive)

    # --- messages ---

    def _count_frame(self) -> None:
        """Every frame is a sign of life, and counts for the client's rate."""
        self._alive = True
        if not self._bucket.take():
            raise Violation(POLICY, "too many messages; slow down and connect again")

    def _message(self, data: bytes | bytearray) -> None:
        try:
            if not data.isascii():
                data.decode()  # the decoder skips unknown fields without a look at their text
            message = client_message_decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Violation(BAD_PAYLOAD, f"unreadable message: {error}") from None
        if isinstance(message, LiveAct):
            self._act(message)
        elif isinstance(message, Hello):
            if self._said_hello:
                raise Violation(POLICY, "send hello only once; connect again for another seat")
            self._said_hello = True
            self.registry.task(self._open_table(message))
        else:
            self.send(encode(Pong()))

    async def _open_table(self, hello: Hello) -> None:
        try:
            if hello.token is not None and not self.limits.allows(self._address, limits.REQUESTS):
                raise Refused("too many requests; wait a moment", 429)
            live_table = await self.registry.readable_table(self._table)
            if hello.token is not None:
                try:
                    self.seat = live_table.seat_of(hello.token)
                except Refused:
                    if not self.limits.allows(self._address, limits.GUESSES):
                        raise Refused("too many wrong tokens; wait a moment", 429) from None
                    raise
        except MatchboxError as error:
            if isinstance(error, Refused) and error.status in (429, 503):
                self.drop(error)
            else:
                self._fail(str(error), POLICY)
            return
        except Exception:
            self._fail("the server failed to open this table; the error is in its log", SERVER_ERROR)
            raise
        if isinstance(live_table, ArchivedTable):
            self.send(await self.registry.in_thread(live_table.state, self.seat))
        elif not self._closing:
            self.format = hello.format
            self._live_table = live_table
            live_table.watch(self)

    def _act(self, message: LiveAct) -> None:
        decision, live_table = message.decision, self._live_table
        if live_table is None:
            self._reject_act(decision, "send hello first and wait for the state")
        elif self.seat == SPECTATOR:
            self._reject_act(decision, "spectators cannot move; send hello with a seat's token to play")
        else:

            def answer(update: TableUpdate | None, error: MatchboxError | None) -> None:
                if error is None:
                    self.send(encode(MoveAccepted(decision)))
                elif isinstance(error, Missed):
                    self.send(encode(ActionRefused(decision, str(error), error.text)))
                else:
                    self._reject_act(decision, str(error))

            live_table.act(self.seat, decision, message.action, message.relies, answer)

    def _reject_act(self, decision: int, text: str) -> None:
        self.send(encode(ActionRefused(decision, text)))

    def send(self, message: bytes) -> None:
        if self._closing:
            return
        # One write per loop iteration: the reply to a move and the new state leave together.
        if not self._outgoing:
            waiting = self.registry.outgoing
            waiting.append(self._flush)
            if len(waiting) == 1:
                asyncio.get_running_loop().call_soon(self.registry.flush)
        self._outgoing.append(message)

    def _flush(self) -> None:
        out, self._outgoing = self._outgoing, []
        if out:
            self._write_messages(out)
