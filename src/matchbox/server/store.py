"""Where tables are kept: an append-only list of events per table, in SQLite or PostgreSQL.

All writing goes through one thread, which puts whatever has gathered from all tables into one
transaction and only then says that it is stored. Reading is done by the callers' own threads.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from .tables import Event, Setup

HEAD = "0001"  # newest migration

metadata = sa.MetaData()
tables = sa.Table(
    "tables", metadata,
    sa.Column("id", sa.String(20), primary_key=True),
    sa.Column("game", sa.String(60), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("started", sa.Boolean, nullable=False),
    sa.Column("ended", sa.Boolean, nullable=False),
    sa.Column("setup", sa.Text, nullable=False),
)  # fmt: skip
events = sa.Table(
    "events", metadata,
    sa.Column("table_id", sa.String(20), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("body", sa.Text),
    sqlite_with_rowid=False,
)  # fmt: skip
tokens = sa.Table(
    "tokens", metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(20), nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("invite", sa.Boolean, nullable=False),
)  # fmt: skip
reserved = sa.Table(
    "reserved", metadata,
    sa.Column("id", sa.String(20), primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)  # fmt: skip

# Rows go in by statements of these sizes: a thread that stops at every row waits for the interpreter at every row.
SIZES = (64, 16, 4, 1)
_COLUMNS = ("table_id", "number", "at", "kind", "seat", "action", "body")

_KEY = ("hash", "table_id", "seat", "invite")
_RESERVE = ("id", "secret", "created")
_NEW_TABLE, _NEW_KEY, _RESERVED = sa.insert(tables), sa.insert(tokens), sa.insert(reserved)
_THIS = tables.c.id == sa.bindparam("table")
_STARTED = sa.update(tables).where(_THIS).values(started=True)
_ENDED = sa.update(tables).where(_THIS).values(ended=True)
_SPENT = sa.delete(reserved).where(reserved.c.id == sa.bindparam("table"))


def _appends(mark: str) -> dict[int, str]:
    """By size: the statement that appends so many events."""
    row = f"({', '.join([mark] * len(_COLUMNS))})"
    start = f"INSERT INTO events ({', '.join(_COLUMNS)}) VALUES "
    return {size: start + ", ".join([row] * size) for size in SIZES}


class Key(NamedTuple):
    """A token as it is kept."""

    hash: str
    table: str
    seat: int
    invite: bool


class Conflict(Exception):
    """Another node has written an event of that number: look again."""


class Writing(msgspec.Struct):
    """What is to be stored together."""

    events: Sequence[Event] = ()  # of one table
    keys: Sequence[Key] = ()
    setups: Sequence[Setup] = ()
    started: str = ""  # a table that has begun
    ended: str = ""  # a table that is over
    spent: str = ""  # a reserved table that is made now
    reserve: tuple[str, str, int] | None = None

    @property
    def more(self) -> bool:
        """Is there anything but events?"""
        return bool(self.keys or self.setups or self.started or self.ended or self.spent or self.reserve)


Done = Callable[[Exception | None], None]
Batch = list[tuple[str, Writing, Done]]
"""The table of the events, what is to be stored, and who is to be told."""


class Saved(NamedTuple):
    """A table as it was stored."""

    setup: Setup
    keys: list[Key]
    events: list[Event]


class Store:
    """The database. Methods that read block and belong in a thread; `write` returns at once."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self._driver: Any = self.engine.dialect.loaded_dbapi
        self._appends = _appends({"qmark": "?"}.get(self.engine.dialect.paramstyle, "%s"))
        self._migrate()
        self._batches: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._gathered: Batch = []
        self._writing = False
        self._call: Callable[..., Any] = lambda function, *args: function(*args)
        self._later: Callable[..., Any] = self._call
        self._thread: threading.Thread | None = None

    # --- writing ---

    def start(self, call_soon_threadsafe: Callable[..., Any], call_soon: Callable[..., Any]) -> None:
        """Begin to write, reporting to the event loop with these functions."""
        self._call, self._later = call_soon_threadsafe, call_soon
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def write(self, table: str, writing: Writing, done: Done) -> None:
        """Store this soon, together with whatever else comes up; `done` is called in the loop."""
        self._gathered.append((table, writing, done))
        if not self._writing:
            self._writing = True
            self._later(self._hand_over)

    def _hand_over(self) -> None:
        batch, self._gathered = self._gathered, []
        self._batches.put(batch)

    def _finished(self, batch: Batch, errors: list[Exception | None]) -> None:
        for (_, _, done), error in zip(batch, errors, strict=True):
            done(error)
        # Not at once: what this turn of the loop still brings goes along, and batches stay large under load.
        if self._gathered:
            self._later(self._hand_over)
        else:
            self._writing = False

    def _work(self) -> None:
        while (batch := self._batches.get()) is not None:
            self._call(self._finished, batch, self._store(batch))

    def _store(self, batch: Batch) -> list[Exception | None]:
        """One transaction for all; if that fails, one for each."""
        try:
            with self.engine.connect() as connection:
                self._insert(connection, batch)
            return [None] * len(batch)
        except (Conflict, sa.exc.SQLAlchemyError, self._driver.Error) as error:
            if len(batch) == 1:
                return [Conflict() if isinstance(error, Conflict | sa.exc.IntegrityError) else error]
            return [self._store([one])[0] for one in batch]

    def _insert(self, connection: sa.Connection, batch: Batch) -> None:
        with connection.begin():
            self._append(connection, batch)
            more = [writing for _, writing, _ in batch if writing.more]
            if more:
                self._insert_more(connection, more)

    def _append(self, connection: sa.Connection, batch: Batch) -> None:
        values: list[str | int | None] = []
        for table, writing, _ in batch:
            for it in writing.events:
                body = msgspec.json.encode(it.body).decode() if it.body else None
                values += (table, it.number, it.at, it.kind, it.seat, it.action, body)
        cursor = connection.connection.cursor()  # straight to the driver: this is every move's way
        start, width = 0, len(_COLUMNS)
        rows = len(values) // width
        for size in SIZES:
            while rows - start >= size:
                try:
                    cursor.execute(self._appends[size], values[start * width : (start + size) * width])
                except self._driver.IntegrityError as error:
                    raise Conflict from error
                except self._driver.Error:
                    connection.invalidate()  # it may be broken: the next batch gets another
                    raise
                start += size
        cursor.close()

    def _insert_more(self, connection: sa.Connection, found: list[Writing]) -> None:
        """What seldom comes: everything but events. One statement for all of a kind."""
        done: list[tuple[sa.Executable, list[dict[str, Any]]]] = [
            (_NEW_TABLE, [_table_row(setup) for it in found for setup in it.setups]),
            (_NEW_KEY, [dict(zip(_KEY, key, strict=True)) for it in found for key in it.keys]),
            (_STARTED, [{"table": it.started} for it in found if it.started]),
            (_ENDED, [{"table": it.ended} for it in found if it.ended]),
            (_SPENT, [{"table": it.spent} for it in found if it.spent]),
            (_RESERVED, [dict(zip(_RESERVE, it.reserve, strict=True)) for it in found if it.reserve]),
        ]
        for statement, rows in done:
            if rows:
                connection.execute(statement, rows)

    def close(self) -> None:
        """Write what is left and stop."""
        if self._thread:
            self._batches.put(None)
            self._thread.join(10)
        self.engine.dispose()

    # --- reading ---

    def load(self, table: str) -> Saved | None:
        with self.engine.connect() as connection:
            text = connection.scalar(sa.select(tables.c.setup).where(tables.c.id == table))
            if text is None:
                return None
            setup = msgspec.json.decode(text, type=Setup)
            keys = [Key(*row) for row in connection.execute(sa.select(tokens).where(tokens.c.table_id == table))]
            return Saved(setup, keys, self._events(connection, table, 0))

    def events_since(self, table: str, number: int) -> tuple[list[Event], list[Key]]:
        """Events from that number on, and all tokens."""
        with self.engine.connect() as connection:
            keys = [Key(*row) for row in connection.execute(sa.select(tokens).where(tokens.c.table_id == table))]
            return self._events(connection, table, number), keys

    def _events(self, connection: sa.Connection, table: str, number: int) -> list[Event]:
        columns = [events.c.number, events.c.at, events.c.kind, events.c.seat, events.c.action, events.c.body]
        query = sa.select(*columns).where(events.c.table_id == table, events.c.number >= number)
        found = connection.execute(query.order_by(events.c.number))
        return [
            Event(number, at, kind, seat, action, msgspec.json.decode(body) if body else None)
            for number, at, kind, seat, action, body in found
        ]

    def open_tables(self, most: int = 100) -> list[str]:
        """Listed tables that wait for players, newest first."""
        wanted = tables.c.listed & ~tables.c.started & ~tables.c.ended
        with self.engine.connect() as connection:
            query = sa.select(tables.c.id).where(wanted).order_by(tables.c.created.desc()).limit(most)
            return list(connection.scalars(query))

    def unfinished(self, since: int, most: int = 2000) -> list[tuple[str, str]]:
        """Tables that have begun and are not over, with their games, newest first."""
        wanted = tables.c.started & ~tables.c.ended & (tables.c.created >= since)
        with self.engine.connect() as connection:
            query = sa.select(tables.c.id, tables.c.game).where(wanted).order_by(tables.c.created.desc()).limit(most)
            return [(row[0], row[1]) for row in connection.execute(query)]

    def seats_of(self, hashes: Sequence[str]) -> list[tuple[str, int]]:
        """Tables and seats of these tokens, newest table first."""
        query = (
            sa.select(tokens.c.table_id, tokens.c.seat)
            .join(tables, tables.c.id == tokens.c.table_id)
            .where(tokens.c.hash.in_(hashes), ~tokens.c.invite)
            .order_by(tables.c.created.desc())
        )
        with self.engine.connect() as connection:
            return [(row[0], row[1]) for row in connection.execute(query)]

    def count(self) -> int:
        with self.engine.connect() as connection:
            return connection.scalar(sa.select(sa.func.count()).select_from(tables)) or 0

    def secret_of(self, name: str) -> str | None:
        """The secret of a reserved table."""
        with self.engine.connect() as connection:
            found: str | None = connection.scalar(sa.select(reserved.c.secret).where(reserved.c.id == name))
            return found

    # --- the schema ---

    def _migrate(self) -> None:
        """Bring the schema up to date; the migration tools are loaded only if there is something to do."""
        if self._version() == HEAD:
            return
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
        with self.engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # several nodes may start at once
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(7250110)"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def _version(self) -> str | None:
        try:
            with self.engine.connect() as connection:
                found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
                return found
        except sa.exc.DBAPIError:
            return None


def _table_row(setup: Setup) -> dict[str, Any]:
    return {
        "id": setup.id,
        "game": setup.game,
        "created": setup.created,
        "listed": setup.listed,
        "started": False,
        "ended": False,
        "setup": msgspec.json.encode(setup).decode(),
    }


def _engine(url: str) -> sa.Engine:
    if url.startswith(("postgres://", "postgresql://")):
        return sa.create_engine("postgresql+psycopg://" + url.partition("://")[2], pool_pre_ping=True)
    engine = sa.create_engine(url)

    @sa.event.listens_for(engine, "connect")
    def settings(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA busy_timeout=10000")
        # What undoes a statement that fails; on disk every batch would make a file for it.
        connection.execute("PRAGMA temp_store=MEMORY")

    return engine
