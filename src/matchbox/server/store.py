"""The database: an append-only list of events per table, in SQLite or PostgreSQL.

A single thread does all writing. It puts everything that tables have queued into one database
transaction and reports it as stored only after the commit. Reads run in the caller's thread.
"""

from __future__ import annotations

import hashlib
import logging
import queue
import re
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from matchbox.engine import MatchboxError
from matchbox.play.table import Event, TableSetup

from .faults import Condition, Unavailable, in_one_line

NEWEST_MIGRATION = "0002"
CONNECT_SECONDS = 5  # to reach PostgreSQL
log = logging.getLogger("matchbox")

# SQLite errors that may pass: another program holds the file, or the disk is full or fails. All others need a person.
PASSING = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
# PostgreSQL refuses these connections for good. Its driver has no codes for them, and a translated text is not found:
# then the server keeps trying.
REFUSALS = (
    "authentication failed",
    "no password supplied",
    "no pg_hba.conf entry",
    "does not exist",
    "not permitted",
    "invalid port",
)
SAME_KEY = re.compile(r"UNIQUE constraint failed: (\w+)\.")  # an error of SQLite
UNIQUE_VIOLATION = "23505"  # an error of PostgreSQL

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
archives = sa.Table(
    "archives", metadata,
    sa.Column("table_id", sa.String(20), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)  # fmt: skip

# Rows per INSERT. Fewer statements mean fewer waits for the interpreter lock.
CHUNK_SIZES = (64, 16, 4, 1)
_EVENT_COLUMNS = ("table_id", "number", "at", "kind", "seat", "action", "body")

_KEY_COLUMNS = ("hash", "table_id", "seat", "invite")
_RESERVE_COLUMNS = ("id", "secret", "created")
_INSERT_TABLE, _INSERT_KEY, _INSERT_RESERVED = sa.insert(tables), sa.insert(tokens), sa.insert(reserved)
_THIS_TABLE = tables.c.id == sa.bindparam("table")
_SET_STARTED = sa.update(tables).where(_THIS_TABLE).values(started=True)
_SET_ENDED = sa.update(tables).where(_THIS_TABLE).values(ended=True)
# Names can be the same in two places: the identifier of the server's files, the database and the schema cannot.
_IDENTITY = sa.text(
    "SELECT system_identifier, (SELECT oid FROM pg_database WHERE datname = current_database()), current_schema()"
    " FROM pg_control_system()"
)
_WRITE_NOTHING_NEW = sa.text("UPDATE alembic_version SET version_num = version_num")
# Two nodes may archive the same table.
_INSERT_ARCHIVE = sa.text("INSERT INTO archives (table_id, data) VALUES (:table, :data) ON CONFLICT DO NOTHING")
_DELETE_RESERVED = sa.delete(reserved).where(reserved.c.id == sa.bindparam("table"))
_DELETE_EXPIRED = sa.delete(reserved).where(reserved.c.created < sa.bindparam("before"))


def _appends(mark: str) -> dict[int, str]:
    """INSERT statements by the number of events they append."""
    row = f"({', '.join([mark] * len(_EVENT_COLUMNS))})"
    start = f"INSERT INTO events ({', '.join(_EVENT_COLUMNS)}) VALUES "
    return {size: start + ", ".join([row] * size) for size in CHUNK_SIZES}


class SeatKey(NamedTuple):
    """A seat token or an invitation, as stored."""

    hash: str
    table: str
    seat: int
    invite: bool


class Conflict(Exception):
    """Another node has already written an event with that number. A table reads it and tries again."""


class Taken(Exception):
    """There is a row with this key already: of a table, a token or a reserved id. Trying again does not help."""


class Transaction(msgspec.Struct):
    """Rows that are stored together or not at all."""

    events: Sequence[Event] = ()  # of one table
    keys: Sequence[SeatKey] = ()
    setups: Sequence[TableSetup] = ()
    started: str = ""  # a table that has started
    ended: str = ""  # a table that is over
    claimed: str = ""  # a reserved id that a new table uses
    reserve: tuple[str, str, int] | None = None
    expire: int = 0  # ids reserved before this time are free again
    archive: tuple[str, bytes] | None = None  # a finished table as data

    @property
    def has_other_rows(self) -> bool:
        """Are there rows other than events?"""
        others = self.keys, self.setups, self.started, self.ended, self.claimed, self.reserve, self.expire, self.archive
        return any(others)


OnStored = Callable[[Exception | None], None]
Batch = list[tuple[str, Transaction, OnStored]]
"""The table of the events, the rows to store, and the callback."""


class StoredTable(NamedTuple):
    """A table as loaded from the database."""

    setup: TableSetup
    keys: list[SeatKey]
    events: list[Event]


class Store:
    """Reading methods block, so call them in a thread. `write` returns immediately."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.writing = Condition("the database does not store", "the database stores again")
        self.reading = Condition("the database cannot be read", "the database can be read again")
        self._driver: Any = self.engine.dialect.loaded_dbapi
        self.errors: tuple[type[Exception], ...] = (sa.exc.SQLAlchemyError, self._driver.Error, TimeoutError)
        """The exceptions of reading while the database fails."""
        self._appends = _appends({"qmark": "?"}.get(self.engine.dialect.paramstyle, "%s"))
        self._batches: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._queued: Batch = []
        self._writing = False
        self._call_in_loop: Callable[..., Any] = lambda function, *args: function(*args)
        self._call_soon: Callable[..., Any] = self._call_in_loop
        self._thread: threading.Thread | None = None

    def open(self, since: int) -> tuple[str, list[tuple[str, str]]]:
        """Check the database and bring its schema up to date. Unavailable: try again later.

        Returns the name of the installation and the tables to resume.
        """
        try:
            if self.engine.dialect.name == "sqlite":
                self._check_file()
            self._migrate()
            return self._installation(), self.unfinished(since)
        except self.errors as error:
            raise self._explained(error) from error

    def _check_file(self) -> None:
        with self.engine.connect() as connection:
            found = connection.scalar(sa.text("PRAGMA quick_check(1)"))
        if found != "ok":
            text = " ".join(str(found).split())
            raise MatchboxError(f"{self._name} is damaged: {text}; restore a backup, or move it away to start afresh")

    @property
    def _name(self) -> str:
        return f"the database {self.engine.url.render_as_string(hide_password=True)}"

    def _explained(self, error: Exception) -> Exception:
        """Tell whether an error of the database at the start passes (Unavailable) or a person has to fix it."""
        cause, text = getattr(error, "orig", None) or error, in_one_line(error)
        if isinstance(cause, sqlite3.Error):
            passes = getattr(cause, "sqlite_errorcode", 0) & 0xFF in PASSING
        else:
            passes = isinstance(cause, self._driver.OperationalError) and not any(part in text for part in REFUSALS)
        if passes:
            return Unavailable("the database does not answer")
        return MatchboxError(f"{self._name} cannot be used: {text}")

    def _installation(self) -> str:
        """A text that all nodes of this database share, and no others."""
        if self.engine.dialect.name == "sqlite":
            identity: Any = self.engine.url.database
        else:
            with self.engine.connect() as connection:
                identity = connection.execute(_IDENTITY).one()
        return hashlib.sha256(str(identity).encode()).hexdigest()[:16]

    # --- writing ---

    def start(self, call_soon_threadsafe: Callable[..., Any], call_soon: Callable[..., Any]) -> None:
        """Start the writing thread. It calls back into the event loop with these functions."""
        self._call_in_loop, self._call_soon = call_soon_threadsafe, call_soon
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def write(self, table: str, transaction: Transaction, on_stored: OnStored) -> None:
        """Queue a transaction. `on_stored` is called in the event loop after the commit."""
        self._queued.append((table, transaction, on_stored))
        if not self._writing:
            self._writing = True
            self._call_soon(self._hand_over)

    def write_now(self, transaction: Transaction) -> None:
        """Store rows that are not events in the caller's thread, before the writing thread starts."""
        with self.engine.begin() as connection:
            self._insert_other_rows(connection, [transaction])

    def _hand_over(self) -> None:
        batch, self._queued = self._queued, []
        self._batches.put(batch)

    def _finished(self, batch: Batch, errors: list[Exception | None]) -> None:
        for (_, _, on_stored), error in zip(batch, errors, strict=True):
            try:
                on_stored(error)
            except Exception:  # the other tables of the batch get their answers all the same
                log.exception("the answer to a stored command failed")
        # Not immediately: later writes of this loop iteration join the batch, which keeps batches large under load.
        if self._queued:
            self._call_soon(self._hand_over)
        else:
            self._writing = False

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None:
            errors = self._store(batch)
            failure = next((error for error in errors if error and not isinstance(error, Conflict | Taken)), None)
            self.writing.failed(failure) if failure else self.writing.works()
            self._call_in_loop(self._finished, batch, errors)

    def _store(self, batch: Batch) -> list[Exception | None]:
        """Store a batch in one database transaction; if that fails, store each entry separately."""
        try:
            connection = self.engine.connect()
        except Exception as error:  # nothing can be stored now
            return [error] * len(batch)
        try:
            with connection:
                self._insert(connection, batch)
            return [None] * len(batch)
        except Exception as error:  # whatever it is, this thread goes on
            if len(batch) == 1:
                return [Taken() if _doubled(error) else error]
            return [self._store([entry])[0] for entry in batch]

    def _insert(self, connection: sa.Connection, batch: Batch) -> None:
        with connection.begin():
            self._append_events(connection, batch)
            others = [transaction for _, transaction, _ in batch if transaction.has_other_rows]
            if others:
                self._insert_other_rows(connection, others)

    def _append_events(self, connection: sa.Connection, batch: Batch) -> None:
        values: list[str | int | None] = []
        for table, transaction, _ in batch:
            for event in transaction.events:
                body = msgspec.json.encode(event.body).decode() if event.body else None
                values += (table, event.number, event.at, event.kind, event.seat, event.action, body)
        cursor = connection.connection.cursor()  # directly to the driver: every move takes this path
        start, width = 0, len(_EVENT_COLUMNS)
        rows = len(values) // width
        for size in CHUNK_SIZES:
            while rows - start >= size:
                try:
                    cursor.execute(self._appends[size], values[start * width : (start + size) * width])
                except self._driver.IntegrityError as error:
                    if _doubled(error) == events.name:
                        raise Conflict from error
                    raise
                except self._driver.Error:
                    connection.invalidate()  # it may be broken; the next batch gets a new connection
                    raise
                start += size
        cursor.close()

    def _insert_other_rows(self, connection: sa.Connection, parts: list[Transaction]) -> None:
        """Insert the rare rows that are not events, one statement per kind."""
        statements: list[tuple[sa.Executable, list[dict[str, Any]]]] = [
            (_INSERT_TABLE, [_table_row(setup) for part in parts for setup in part.setups]),
            (_INSERT_KEY, [dict(zip(_KEY_COLUMNS, key, strict=True)) for part in parts for key in part.keys]),
            (_SET_STARTED, [{"table": part.started} for part in parts if part.started]),
            (_SET_ENDED, [{"table": part.ended} for part in parts if part.ended]),
            (_DELETE_RESERVED, [{"table": part.claimed} for part in parts if part.claimed]),
            (_DELETE_EXPIRED, [{"before": part.expire} for part in parts if part.expire]),
            (_INSERT_RESERVED, [dict(zip(_RESERVE_COLUMNS, p.reserve, strict=True)) for p in parts if p.reserve]),
            (_INSERT_ARCHIVE, [{"table": p.archive[0], "data": p.archive[1]} for p in parts if p.archive]),
        ]
        for statement, rows in statements:
            if rows:
                connection.execute(statement, rows)

    def close(self) -> None:
        """Write the rest of the queue and stop."""
        if self._thread:
            self._batches.put(None)
            self._thread.join(10)
        self.engine.dispose()

    # --- reading ---

    def load(self, table: str) -> StoredTable | None:
        with self.engine.connect() as connection:
            text = connection.scalar(sa.select(tables.c.setup).where(tables.c.id == table))
            if text is None:
                return None
            setup = msgspec.json.decode(text, type=TableSetup)
            keys = [SeatKey(*row) for row in connection.execute(sa.select(tokens).where(tokens.c.table_id == table))]
            return StoredTable(setup, keys, self._events(connection, table, 0))

    def events_since(self, table: str, number: int) -> tuple[list[Event], list[SeatKey]]:
        """Events from `number` on, and all keys of the table."""
        with self.engine.connect() as connection:
            keys = [SeatKey(*row) for row in connection.execute(sa.select(tokens).where(tokens.c.table_id == table))]
            return self._events(connection, table, number), keys

    def _events(self, connection: sa.Connection, table: str, number: int) -> list[Event]:
        columns = [events.c.number, events.c.at, events.c.kind, events.c.seat, events.c.action, events.c.body]
        query = sa.select(*columns).where(events.c.table_id == table, events.c.number >= number)
        found = connection.execute(query.order_by(events.c.number))
        return [
            Event(number, at, kind, seat, action, msgspec.json.decode(body) if body else None)
            for number, at, kind, seat, action, body in found
        ]

    def open_tables(self, since: int, limit: int = 500) -> list[str]:
        """Listed tables waiting for players, newest first."""
        wanted = tables.c.listed & ~tables.c.started & ~tables.c.ended & (tables.c.created >= since)
        with self.engine.connect() as connection:
            query = sa.select(tables.c.id).where(wanted).order_by(tables.c.created.desc()).limit(limit)
            return list(connection.scalars(query))

    def unfinished(self, since: int, limit: int = 2000) -> list[tuple[str, str]]:
        """Started tables that are not over, with their games, newest first."""
        wanted = tables.c.started & ~tables.c.ended & (tables.c.created >= since)
        with self.engine.connect() as connection:
            query = sa.select(tables.c.id, tables.c.game).where(wanted).order_by(tables.c.created.desc()).limit(limit)
            return [(row[0], row[1]) for row in connection.execute(query)]

    def archive(self, table: str) -> tuple[bytes, list[SeatKey]] | None:
        """The archive of a finished table, and the table's keys."""
        with self.engine.connect() as connection:
            data = connection.scalar(sa.select(archives.c.data).where(archives.c.table_id == table))
            if data is None:
                return None
            keys = [SeatKey(*row) for row in connection.execute(sa.select(tokens).where(tokens.c.table_id == table))]
            return bytes(data), keys

    def unarchived(self, limit: int = 10_000) -> list[str]:
        """Finished games without an archive, newest first."""
        wanted = tables.c.started & tables.c.ended & ~sa.exists().where(archives.c.table_id == tables.c.id)
        with self.engine.connect() as connection:
            query = sa.select(tables.c.id).where(wanted).order_by(tables.c.created.desc()).limit(limit)
            return list(connection.scalars(query))

    def seats_of(self, hashes: Sequence[str]) -> list[tuple[str, int]]:
        """The tables and seats of these tokens, newest table first."""
        query = (
            sa.select(tokens.c.table_id, tokens.c.seat)
            .join(tables, tables.c.id == tokens.c.table_id)
            .where(tokens.c.hash.in_(hashes), ~tokens.c.invite)
            .order_by(tables.c.created.desc())
        )
        with self.engine.connect() as connection:
            return [(row[0], row[1]) for row in connection.execute(query)]

    def check(self) -> int:
        """The number of tables. After a failed write, try another: it shows whether the database stores again."""
        with self.engine.begin() as connection:
            if self.writing.bad:
                connection.execute(_WRITE_NOTHING_NEW)
            return connection.scalar(sa.select(sa.func.count()).select_from(tables)) or 0

    def secret_of(self, table: str, since: int) -> str | None:
        """The secret of a table that has been reserved since then."""
        wanted = (reserved.c.id == table) & (reserved.c.created >= since)
        with self.engine.connect() as connection:
            found: str | None = connection.scalar(sa.select(reserved.c.secret).where(wanted))
            return found

    # --- the schema ---

    def _migrate(self) -> None:
        """Bring the schema up to date. Alembic is loaded only if a migration is due."""
        if self._version() == NEWEST_MIGRATION:
            return
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
        with self.engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # several nodes may start at the same time
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(7250110)"))
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as error:
                raise MatchboxError(f"{self._name} is of a newer version of Matchbox: {error}") from None

    def _version(self) -> str | None:
        try:
            with self.engine.connect() as connection:
                found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
                return found
        except sa.exc.DBAPIError:
            return None


def _doubled(error: Exception) -> str:
    """The database table that has a row with the same key already, or nothing if the error is another."""
    cause: Any = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.IntegrityError):
        found = SAME_KEY.match(str(cause))  # the code of the error does not tell the table
        return found.group(1) if found else ""
    return cause.diag.table_name or "" if getattr(cause, "sqlstate", None) == UNIQUE_VIOLATION else ""


def _table_row(setup: TableSetup) -> dict[str, Any]:
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
        url = "postgresql+psycopg://" + url.partition("://")[2]
    try:
        address = sa.make_url(url)
        if address.drivername == "postgresql+psycopg":
            if "connect_timeout" not in address.query:
                address = address.update_query_dict({"connect_timeout": str(CONNECT_SECONDS)})
            return sa.create_engine(address, pool_pre_ping=True)
        engine = sa.create_engine(address)
    except (sa.exc.ArgumentError, ValueError, ModuleNotFoundError) as error:
        if getattr(error, "name", "") == "psycopg":
            raise MatchboxError("PostgreSQL needs an extra: pip install 'matchbox-games[hosting]'") from None
        raise MatchboxError("MATCHBOX_DATABASE is not an address; write postgresql://USER:PASSWORD@HOST/NAME") from None

    @sa.event.listens_for(engine, "connect")
    def settings(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA busy_timeout=10000")
        # Keep the statement journal in memory; on disk SQLite creates a file for it with every batch.
        connection.execute("PRAGMA temp_store=MEMORY")

    return engine
