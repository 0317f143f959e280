"""Faults at the edges: a damaged file, databases that are away, garbage, and a system clock that jumps."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from matchbox.engine import MatchboxError
from matchbox.play.table import Event
from matchbox.server import clock
from matchbox.server.bus import make_bus
from matchbox.server.store import Conflict, SeatKey, Store, Taken, Transaction

from .conftest import needs_servers
from .harness import PATIENCE, Node, free_port, scratch_database
from .services import REDIS_SERVER, PrivatePostgres, PrivateRedis, has_postgres

needs_redis = pytest.mark.skipif(not REDIS_SERVER, reason="needs redis-server")
needs_postgres = pytest.mark.skipif(not has_postgres(), reason="needs PostgreSQL's programs")


@pytest.fixture(scope="module")
def postgres_files() -> Iterator[PrivatePostgres]:
    server = PrivatePostgres()
    yield server
    server.remove()


@pytest.fixture
def postgres(postgres_files: PrivatePostgres) -> Iterator[PrivatePostgres]:
    """A PostgreSQL server that is stopped."""
    yield postgres_files
    postgres_files.stop()


@pytest.fixture
def redis() -> Iterator[PrivateRedis]:
    """A Redis server that is stopped."""
    server = PrivateRedis()
    yield server
    server.stop()


class WaitingNode(Node):
    """A server that has to wait for a database."""

    health = 503


def wait(wanted: Callable[[], Any]) -> None:
    """Return when something has happened."""
    end = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.05)


def lines_with(node: Node, text: str) -> list[str]:
    return [line for line in node.log.read_text().splitlines() if text in line]


# --- the start ---


def serve(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a server until it ends by itself."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("MATCHBOX_")}
    command = [sys.executable, "-m", "matchbox", "serve", "--port", str(free_port()), "--data", str(folder)]
    return subprocess.run(
        command, env={**environment, **settings}, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    return line


def make_database(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    store.open(0)
    store.close()


@pytest.mark.full
@pytest.mark.parametrize(
    "damage", ["start", *(pytest.param(where, marks=pytest.mark.full) for where in ("middle", "end"))]
)
def test_a_damaged_file_ends_the_server(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "matchbox.db"
    make_database(file)
    content = file.read_bytes()
    assert len(content) > 20_000
    if damage == "end":
        file.write_bytes(content[: len(content) // 2])
    else:
        at = 0 if damage == "start" else 8192
        file.write_bytes(content[:at] + b"\xaa" * 4096 + content[at + 4096 :])
    assert str(file) in one_line(serve(tmp_path))


@pytest.mark.full
def test_a_database_of_a_newer_version_ends_the_server(tmp_path: Path) -> None:
    make_database(tmp_path / "matchbox.db")
    with closing(sqlite3.connect(tmp_path / "matchbox.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    assert "newer version" in one_line(serve(tmp_path))


@pytest.mark.full
def test_a_bad_address_ends_the_server(tmp_path: Path) -> None:
    assert "MATCHBOX_DATABASE" in one_line(serve(tmp_path, MATCHBOX_DATABASE="nonsense"))
    for address in ("postgresql://host:port/name", "mysql://host/name", "redis://host"):
        with pytest.raises(MatchboxError, match="MATCHBOX_DATABASE"):
            Store(address)
    for address in ("nonsense", "http://host", "redis://host:port"):
        with pytest.raises(MatchboxError, match="MATCHBOX_REDIS"):
            make_bus(address)


@pytest.mark.full
@needs_redis
def test_a_redis_that_refuses_ends_the_server(tmp_path: Path) -> None:
    guarded = PrivateRedis("--requirepass", "right")
    guarded.start()
    try:
        assert "MATCHBOX_REDIS" in one_line(serve(tmp_path, MATCHBOX_REDIS=guarded.url))
    finally:
        guarded.stop()


@pytest.mark.full
@needs_postgres
def test_a_postgres_that_refuses_ends_the_server(tmp_path: Path, postgres: PrivatePostgres) -> None:
    postgres.start()
    postgres.execute("CREATE ROLE guarded LOGIN PASSWORD 'right'")
    wrong = one_line(serve(tmp_path, MATCHBOX_DATABASE=postgres.url.replace("postgres@", "guarded:wrong@")))
    assert "authentication failed" in wrong
    assert "wrong@" not in wrong
    with pytest.raises(MatchboxError, match="does not exist"):
        Store(postgres.url.rpartition("/")[0] + "/missing").open(0)


def waits(node: Node, name: str) -> None:
    """The page is there; all other requests get a 503 that names the missing service."""
    assert node.http.get("/").status_code == 200
    for path in ("/api/health", "/api/games", "/api/tables/abc"):
        answer = node.http.get(path)
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) >= 1
        assert name in answer.json()["error"]
    assert len(lines_with(node, "keeps trying")) == 1


@pytest.mark.full
@needs_redis
def test_the_server_waits_for_redis(tmp_path: Path, redis: PrivateRedis) -> None:
    node = WaitingNode(tmp_path / "data", MATCHBOX_REDIS=redis.url)
    try:
        waits(node, "Redis")
        redis.start()
        node.until_healthy()
        node.state(node.make("othellino", "Ann", "Bob")["table"])
    finally:
        node.stop()


@needs_postgres
def test_the_server_waits_for_postgres(tmp_path: Path, postgres: PrivatePostgres) -> None:
    node = WaitingNode(tmp_path / "data", MATCHBOX_DATABASE=postgres.url)
    try:
        waits(node, "database")
        postgres.start()
        node.until_healthy()
        node.state(node.make("othellino", "Ann", "Bob")["table"])
    finally:
        node.stop()


@pytest.mark.full
@needs_redis
def test_a_server_that_waits_can_be_stopped(tmp_path: Path, redis: PrivateRedis) -> None:
    node = WaitingNode(tmp_path / "data", MATCHBOX_REDIS=redis.url)
    before = time.monotonic()
    node.stop()
    assert time.monotonic() - before < 20


# --- failures while the server runs ---


def hello(node: Node, table: str, **more: Any) -> dict[str, Any]:
    """The answer to hello."""
    with connect(f"ws://127.0.0.1:{node.port}/api/tables/{table}/live", open_timeout=PATIENCE) as socket:
        socket.send(json.dumps({"type": "hello", "format": "plain", **more}))
        answer: dict[str, Any] = json.loads(socket.recv(60))
        return answer


@pytest.mark.full
@needs_postgres
def test_the_server_survives_a_restart_of_postgres(tmp_path: Path, postgres: PrivatePostgres) -> None:
    postgres.start()
    node = Node(tmp_path / "data", MATCHBOX_DATABASE=postgres.url)
    try:
        tables = [node.make("othellino", "Ann", "Bob") for _ in range(2)]
        table, tokens = tables[0]["table"], [seat["token"] for seat in tables[0]["seats"]]
        node.play_out(table, tokens, most=1)
        node.kill()
        node.start()  # the tables are not in memory
        state = next(state for state in (node.state(table, token) for token in tokens) if state["your_turn"])
        move = {"decision": state["decision"], "action": int(next(iter(state["actions"])))}
        postgres.stop()
        answer = node.post(f"{table}/act", tokens[state["seat"]], **move)
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) >= 1
        for path in ("/api/health", "/api/tables", "/api/tables/nosuchtable"):
            assert node.http.get(path).status_code == 503
        refusal = hello(node, "nosuchtable")
        assert refusal["type"] == "error"
        assert refusal["retry"] >= 1
        postgres.start()
        node.until_healthy()
        assert hello(node, tables[1]["table"])["type"] == "state"
        assert node.post(f"{table}/act", tokens[state["seat"]], **move).status_code == 200
        assert len(lines_with(node, "does not store")) <= 3
        assert len(lines_with(node, "stores again")) == 1
        assert not lines_with(node, "sqlalchemy")  # no traceback of the database
    finally:
        node.stop()


@needs_postgres
def test_health_shows_that_a_database_does_not_store(tmp_path: Path, postgres: PrivatePostgres) -> None:
    postgres.start()
    node = Node(tmp_path / "data", MATCHBOX_DATABASE=postgres.url)
    try:
        postgres.execute("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
        wait(lambda: node.http.post("/api/reserve").status_code == 503)
        assert [node.http.get("/api/health").status_code for _ in range(3)] == [503] * 3
        assert node.http.get("/api/tables").status_code == 200, "it can still be read"
        postgres.execute(
            "SET default_transaction_read_only = off",
            "ALTER SYSTEM RESET default_transaction_read_only",
            "SELECT pg_reload_conf()",
        )
        node.until_healthy()  # without any other write
        assert node.http.post("/api/reserve").status_code == 200
        assert len(lines_with(node, "does not store")) == len(lines_with(node, "stores again")) == 1
    finally:
        node.stop()


def block_events(folder: Path, blocked: bool) -> None:
    """Let every write of an event fail, or no longer."""
    trigger = "blocked BEFORE INSERT ON events BEGIN INSERT INTO missing VALUES (1); END"
    with closing(sqlite3.connect(folder / "matchbox.db", timeout=30)) as database:
        database.execute(f"CREATE TRIGGER {trigger}" if blocked else "DROP TRIGGER blocked")


@pytest.mark.full
def test_bots_and_clocks_wait_for_the_database(tmp_path: Path) -> None:
    node = Node(tmp_path / "data")
    try:
        made = node.make("othellino", "Ann", "random")
        timed = node.make("othellino", "Ann", "Bob", clock={"seconds": 5})
        table, token = made["table"], made["seats"][0]["token"]
        wait(lambda: node.state(table, token)["your_turn"])
        step = node.state(table)["step"]
        tokens = [seat["token"] for seat in timed["seats"]]
        states = [node.state(timed["table"], token) for token in tokens]
        mover = next(i for i, state in enumerate(states) if state["your_turn"])
        block_events(tmp_path / "data", True)
        assert node.post(f"{table}/leave", token, level="random").status_code == 503
        move = {"decision": 0, "action": int(next(iter(states[mover]["actions"])))}
        assert node.post(f"{timed['table']}/act", tokens[mover], **move).status_code == 503
        time.sleep(5.5)  # longer than the clock
        assert len(lines_with(node, "no such table")) <= 3
        block_events(tmp_path / "data", False)
        answer = node.post(f"{timed['table']}/act", tokens[mover], **move)
        assert answer.status_code == 200, "time without the database does not count"
        assert node.post(f"{table}/leave", token, level="random").status_code == 200
        wait(lambda: node.state(table)["step"] > step + 1)  # the bots go on
    finally:
        node.stop()


def bot_moves(node: Node) -> float:
    """How many moves bots have chosen."""
    found = [
        line for line in node.http.get("/metrics").text.splitlines() if line.startswith("matchbox_bot_seconds_count")
    ]
    return sum(float(line.split()[-1]) for line in found)


@pytest.mark.full
def test_a_bot_does_not_spin_while_the_database_is_away(tmp_path: Path) -> None:
    node = Node(tmp_path / "data")
    try:
        made = node.make("othellino", "Ann", "random", pace=1500)
        table, token = made["table"], made["seats"][0]["token"]
        wait(lambda: node.state(table, token)["your_turn"])
        while (state := node.state(table, token))["your_turn"]:
            action = int(next(iter(state["actions"])))
            assert node.post(f"{table}/act", token, decision=state["decision"], action=action).status_code == 200
        node.kill()  # on the bot's turn
        block_events(tmp_path / "data", True)
        with closing(sqlite3.connect(tmp_path / "data" / "matchbox.db")) as database:
            database.execute("UPDATE tables SET setup = replace(setup, '\"pace\":1500', '\"pace\":0')")
            database.commit()
        node.start()
        assert node.get(table, token).status_code == 200  # a bot waits for somebody
        wait(lambda: bot_moves(node) > 0)
        time.sleep(4)
        assert bot_moves(node) <= 7
        block_events(tmp_path / "data", False)
        wait(lambda: node.state(table, token)["your_turn"])
    finally:
        node.stop()


def test_an_answer_that_fails_does_not_stop_the_others(tmp_path: Path) -> None:
    """Neither a callback that fails nor rows that cannot be written end the writing thread."""
    store = Store(f"sqlite:///{tmp_path / 'test.db'}")
    store.open(0)
    answers: list[Exception | None] = []

    def fail(error: Exception | None) -> None:
        raise RuntimeError("a bug")

    bad = Transaction(events=[Event(0, 0, "act", body={"text": object()})])
    store.write("bad", bad, answers.append)
    store.start(lambda function, *args: function(*args), lambda function: function())
    good = [Transaction(events=[Event(number, 0, "act")]) for number in range(2)]
    store.write("a", good[0], fail)
    store.write("a", good[1], answers.append)
    wait(lambda: len(answers) == 2)
    store.close()
    assert isinstance(answers[0], TypeError)
    assert answers[1] is None


# --- keys ---


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=[needs_servers])])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A database whose writing thread runs. It refuses events of the seat 99."""
    guard = "CONSTRAINT seats CHECK (seat < 99)"
    with ExitStack() as stack:
        if request.param == "postgres":
            found = Store(stack.enter_context(scratch_database()))
            change = f"ALTER TABLE events ADD {guard}"
        else:
            found = Store(f"sqlite:///{tmp_path / 'test.db'}")
            refuse = "SELECT RAISE(ABORT, 'CHECK constraint failed')"
            change = f"CREATE TRIGGER guard BEFORE INSERT ON events WHEN NEW.seat = 99 BEGIN {refuse}; END"
        found.open(0)
        with found.engine.begin() as connection:
            connection.exec_driver_sql(change)
        found.start(lambda function, *args: function(*args), lambda function: function())
        yield found
        found.close()


def written(store: Store, table: str, *transactions: Transaction) -> list[Exception | None]:
    """What the database answers to each transaction."""
    found: list[Exception | None] = []
    for transaction in transactions:
        store.write(table, transaction, found.append)
    wait(lambda: len(found) == len(transactions))
    return found


def test_only_an_event_with_the_same_number_is_a_conflict(store: Store) -> None:
    first, same, refused = (Event(0, 0, "act"), Event(0, 0, "act", 1), Event(1, 0, "act", 99))
    assert written(store, "a", Transaction(events=[first])) == [None]
    (conflict,) = written(store, "a", Transaction(events=[same]))
    assert isinstance(conflict, Conflict)
    assert not store.writing.bad
    (failure,) = written(store, "a", Transaction(events=[refused]))
    assert failure is not None
    assert not isinstance(failure, Conflict | Taken)
    assert store.writing.bad
    assert written(store, "a", Transaction(events=[Event(1, 0, "act")])) == [None]
    assert not store.writing.bad


def test_a_row_with_a_key_that_is_taken_is_no_conflict(store: Store) -> None:
    for rows in ({"keys": [SeatKey("hash", "a", 0, False)]}, {"reserve": ("name", "secret", 0)}):
        assert written(store, "", Transaction(**rows)) == [None]
        (taken,) = written(store, "", Transaction(**rows))
        assert isinstance(taken, Taken)
        assert not store.writing.bad
    key = [SeatKey("hash", "a", 0, False)]
    (taken,) = written(store, "a", Transaction(events=[Event(0, 0, "act")], keys=key))
    assert isinstance(taken, Taken)
    assert written(store, "a", Transaction(events=[Event(0, 0, "act")])) == [None], "nothing of it was stored"


@pytest.mark.full
def test_an_event_that_the_database_refuses_is_not_tried_for_ever(tmp_path: Path) -> None:
    node = Node(tmp_path / "data")
    try:
        made = node.make("othellino", "Ann", "Bob")
        table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
        states = [node.state(table, token) for token in tokens]
        mover = next(i for i, state in enumerate(states) if state["your_turn"])
        move = {"decision": 0, "action": int(next(iter(states[mover]["actions"])))}
        refuse_events = "BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'refused'); END"
        with closing(sqlite3.connect(tmp_path / "data" / "matchbox.db", timeout=30)) as database:
            database.execute(f"CREATE TRIGGER blocked {refuse_events}")
        node.http.timeout = 60
        assert node.post(f"{table}/act", tokens[mover], **move).status_code == 503
        block_events(tmp_path / "data", False)
        assert node.post(f"{table}/act", tokens[mover], **move).status_code == 200
    finally:
        node.stop()


def test_a_reserved_id_makes_one_table(node: Node) -> None:
    reserved = node.http.post("/api/reserve").json()["table"]
    players = [{"kind": "local", "name": "Ann"}, {"kind": "open"}]
    body = {"game": "othellino", "table": reserved, "players": players}

    async def create() -> list[int]:
        async with httpx.AsyncClient(base_url=node.url, timeout=PATIENCE) as many:
            answers = await asyncio.gather(*(many.post("/api/tables", json=body) for _ in range(20)))
        return sorted(answer.status_code for answer in answers)

    assert asyncio.run(create()) == [200] + [409] * 19
    assert node.http.get("/api/health").status_code == 200
    assert not lines_with(node, "does not store")


# --- Redis ---


@pytest.mark.full
@needs_redis
@needs_postgres
def test_nodes_ignore_garbage_and_survive_a_restart_of_redis(
    tmp_path: Path, postgres: PrivatePostgres, redis: PrivateRedis
) -> None:
    from redis import Redis

    postgres.start()
    redis.start()
    settings = {"MATCHBOX_DATABASE": postgres.url, "MATCHBOX_REDIS": redis.url, "MATCHBOX_LIMITS": "0"}
    one, two = Node(tmp_path / "a", **settings), Node(tmp_path / "b", **settings)
    try:
        made = one.make("othellino", "Ann", "Bob")
        table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
        one.state(table)
        watcher = two.live(table)
        garbage = [b"", b"\xff\xfe", b"{}", b"[1,2]", b'{"node":1,"table":2}', b"null", b"x" * 1_000_000]
        garbage.append(json.dumps({"node": "x", "table": table, "number": 10**30, "here": [99, -7]}).encode())
        with Redis(port=redis.port) as client:
            channels = client.pubsub_channels("*")
            assert len(channels) == 1
            for channel in channels:
                for message in garbage * 20:
                    client.publish(channel, message)
        before = one.state(table)["step"]
        one.play_out(table, tokens, most=1)
        watcher.until_state(lambda state: state["step"] > before)
        assert 1 <= len(lines_with(two, "skipped")) <= 4
        redis.stop()
        wait(lambda: two.http.get("/api/health").json()["status"] == "degraded")
        one.play_out(table, tokens, most=1)  # moves are stored all the same
        step = one.state(table)["step"]
        redis.start()
        watcher.until_state(lambda state: state["step"] >= step)
        wait(lambda: two.http.get("/api/health").json()["status"] == "ok")
        watcher.close()
    finally:
        one.stop()
        two.stop()


@needs_postgres
def test_two_installations_do_not_share_a_channel(postgres: PrivatePostgres) -> None:
    postgres.start()
    postgres.execute("CREATE DATABASE first", "CREATE DATABASE second")
    prefix = postgres.url.rpartition("/")[0]
    addresses = [f"{prefix}/first", f"{prefix}/second", f"{prefix.replace('127.0.0.1', 'localhost')}/first"]
    first, second, again = (Store(address).open(0)[0] for address in addresses)
    assert first == again != second


# --- clocks ---


@pytest.mark.full
def test_time_without_a_server_is_not_charged(tmp_path: Path) -> None:
    node = Node(tmp_path / "data")
    try:
        made = node.make("othellino", "Ann", "Bob", clock={"seconds": 60})
        race = node.make_race("speed", "Ann", "Bob", options={"timing": "live"})
        table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
        node.play_out(table, tokens, most=2)
        for seat in race["seats"]:
            node.get(race["table"], seat["token"])  # a race starts when its players are here
        node.state(race["table"])
        node.kill()
        with closing(sqlite3.connect(tmp_path / "data" / "matchbox.db")) as database:
            database.execute("UPDATE events SET at = at - 3600000")  # as if the server had been away for an hour
            database.commit()
        node.start()
        seats = node.state(table)["table"]["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "person"]
        assert all(seat["clock"] > 20 for seat in seats)
        assert [seat["running"] for seat in seats].count(True) == 1
        assert node.play_out(table, tokens, most=2) == 2
        assert not node.state(race["table"])["table"]["over"]

        def has_time() -> bool:
            found = node.state(race["table"])
            return bool(found["table"]["deadline"] > found["now"])

        wait(has_time)  # the first request makes the clock go on
    finally:
        node.stop()


@pytest.mark.full
@needs_redis
@needs_postgres
def test_a_second_node_does_not_stop_the_clocks(tmp_path: Path, postgres: PrivatePostgres, redis: PrivateRedis) -> None:
    import psycopg

    postgres.start()
    redis.start()
    postgres.execute("CREATE DATABASE clocks")
    url = postgres.url.rpartition("/")[0] + "/clocks"
    settings = {"MATCHBOX_DATABASE": url, "MATCHBOX_REDIS": redis.url}
    one = Node(tmp_path / "a", **settings)
    two: Node | None = None

    def resumes() -> int:
        with psycopg.connect(url) as connection:
            row = connection.execute("SELECT count(*) FROM events WHERE kind = 'resume'").fetchone()
            return row[0] if row else -1

    try:
        made = one.make("othellino", "Ann", "Bob", clock={"seconds": 300})
        table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
        one.play_out(table, tokens, most=2)
        two = Node(tmp_path / "b", **settings)
        assert two.play_out(table, tokens, most=2) == 2  # the first move waits for the answers of other nodes
        assert resumes() == 0
        one.kill()
        two.kill()
        two.start()
        assert two.play_out(table, tokens, most=1) == 1
        assert resumes() == 1
    finally:
        one.stop()
        if two:
            two.stop()


def test_a_jump_of_the_system_clock_burns_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    before = clock.now()
    assert abs(before - time.time() * 1000) < 60_000
    jumped = time.time_ns() + 3600 * 10**9
    monkeypatch.setattr(time, "time_ns", lambda: jumped)
    assert clock.now() - before < 60_000


# --- limits ---


@pytest.mark.full
def test_hello_over_the_limit_says_when_to_try_again(tmp_path: Path) -> None:
    node = Node(tmp_path / "data", MATCHBOX_LIMITS="0.02")
    try:
        made = node.make("othellino", "Ann", "open")
        token = made["seats"][0]["token"]
        with connect(f"ws://127.0.0.1:{node.port}/api/tables/{made['table']}/live") as socket:
            while node.http.get("/api/games").status_code != 429:
                pass
            socket.send(json.dumps({"type": "hello", "token": token}))
            answer = json.loads(socket.recv(30))
        assert answer["type"] == "error"
        time.sleep(answer["retry"])
        assert hello(node, made["table"], token=token)["type"] == "state"
    finally:
        node.stop()
