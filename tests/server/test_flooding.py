"""One guest's hints, tables and reviews do not delay another guest, and bots do not think for an empty table."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from matchbox.engine import get
from matchbox.play.match import Refused
from matchbox.play.table import ACT, BEGIN, Event, SeatSetup, Table, TableSetup
from matchbox.server import presence
from matchbox.server import registry as registries
from matchbox.server.bot_pool import BotPool
from matchbox.server.fair_pool import FairPool
from matchbox.server.hints import Hints
from matchbox.server.limits import MAX_HINTS, MAX_REVIEWS, Limits, address_of
from matchbox.server.live_table import LiveTable
from matchbox.server.metrics import Metrics
from matchbox.server.registry import TableRegistry
from matchbox.server.reviews import Reviews
from matchbox.server.schema import NewTable, Progress, SeatRequest
from matchbox.server.seat_commands import create

from .harness import PATIENCE, Node, bearer
from .in_process import opened, until
from .test_operations import samples

FLOOD, ANN = "10.0.0.1", "10.0.0.2"
THREADS = max(1, (os.cpu_count() or 1) - 1)  # that experts have


@contextmanager
def blocked(pool: FairPool) -> Iterator[None]:
    """All threads of a pool are busy for a while."""
    gate, busy = threading.Event(), threading.Barrier(pool.threads + 1)

    def block() -> None:
        busy.wait(PATIENCE)
        gate.wait(PATIENCE)

    for _ in range(pool.threads):
        pool.submit("", "", block)
    busy.wait(PATIENCE)
    try:
        yield
    finally:
        gate.set()


def eventually(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def started(name: str) -> Table:
    game = get("othellino")
    seats = [SeatSetup("person", "Ann"), SeatSetup("person", "Bob")]
    table = Table(TableSetup(name, game.id, game.about.version, game.read_options({}), "00", 0, seats), game)
    table.apply(table.event(0, BEGIN))
    return table


def move(table: Table) -> None:
    seat = table.acting()[0]
    table.apply(Event(table.number, 0, ACT, seat, table.legal(seat)[0]))


def finished(name: str) -> Table:
    table = started(name)
    while not table.over:
        move(table)
    return table


# --- whose turn it is ---


def test_a_bot_counts_for_the_visitor_with_the_least_work() -> None:
    bots, game = BotPool(Metrics().bot_seconds), get("othellino")
    view, pool = game.new(seed=1), bots.pools["expert"]
    with blocked(pool):
        for number in range(5):
            bots.choose([FLOOD], f"t{number}", game, "expert", view, 0)
        bots.choose([FLOOD, ANN], "shared", game, "expert", view, 0)
        assert (pool.waiting(FLOOD), pool.waiting(ANN)) == (5, 1)
        bots.stop()


def test_a_seat_has_one_hint_for_each_decision() -> None:
    bots, table = BotPool(Metrics().bot_seconds), started("t1")
    hints, pool, seat = Hints(bots, Limits()), bots.pools["hint"], table.acting()[0]
    with blocked(pool):
        first = hints.of(table, seat, FLOOD)
        assert all(hints.of(table, seat, FLOOD) is first for _ in range(900))
        assert len(pool) == 1
    assert first.result(PATIENCE).choices
    assert hints.of(table, seat, ANN) is first  # kept until the next decision
    bots.stop()


def test_the_next_hint_replaces_the_last() -> None:
    bots, table = BotPool(Metrics().bot_seconds), started("t1")
    hints, pool = Hints(bots, Limits()), bots.pools["hint"]
    seat = table.acting()[0]
    with blocked(pool):
        first = hints.of(table, seat, ANN)
        while len(table.decisions[seat]) == 0 or seat not in table.acting():
            move(table)
        second = hints.of(table, seat, ANN)
        assert first.cancelled()
        assert len(pool) == 1
    assert {choice.action for choice in second.result(PATIENCE).choices} <= set(table.legal(seat))
    bots.stop()


def test_an_address_has_a_budget_of_hints() -> None:
    bots = BotPool(Metrics().bot_seconds)
    hints = Hints(bots, Limits())
    with blocked(bots.pools["hint"]):
        for number in range(MAX_HINTS):
            hints.of(started(f"t{number}"), 0, FLOOD)
        with pytest.raises(Refused, match="too many of your hints") as refused:
            hints.of(started("more"), 0, FLOOD)
        assert refused.value.status == 429
        hints.of(started("t0"), 0, FLOOD)  # known already
        hints.of(started("other"), 0, ANN)
        bots.stop()


@pytest.mark.full
def test_reviews_take_turns_and_have_a_budget() -> None:
    pool = FairPool("review", 1)
    reviews = Reviews(pool, Limits())
    many = [finished(f"t{number}") for number in range(MAX_REVIEWS)]
    mine = finished("mine")
    with blocked(pool):
        for table in many:
            assert reviews.of(table, FLOOD) == Progress(0.0)
        with pytest.raises(Refused, match="too many of your games") as refused:
            reviews.of(finished("more"), FLOOD)
        assert refused.value.status == 429
        reviews.of(mine, ANN)
    eventually(lambda: not isinstance(reviews.of(mine, ANN), Progress))
    others = [reviews.of(table, FLOOD) for table in many]
    pool.stop()
    assert all(isinstance(other, Progress) and other.progress < 0.5 for other in others)


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.7", None, "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", None, "2001:db8:1:2::"),
        ("127.0.0.1", "2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:203.0.113.7", None, "203.0.113.7"),
        ("127.0.0.1", "no:address", "no:address"),
        ("203.0.113.7", "10.0.0.9", "203.0.113.7"),
    ],
)
def test_a_network_of_ipv6_is_one_address(peer: str, forwarded: str | None, address: str) -> None:
    headers = [(b"X-Forwarded-For", forwarded.encode())] if forwarded else []
    assert address_of(peer, headers) == address


# --- nobody is here ---


async def with_expert(registry: TableRegistry) -> LiveTable:
    """A started table with an expert in seat 0."""
    made = await create(
        registry, NewTable("othellino", [SeatRequest("bot", level="expert"), SeatRequest("me")]), "127.0.0.1"
    )
    table = registry.live_tables[made.table]
    await until(lambda: table.table.started)
    return table


def test_bots_wait_until_somebody_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registries, "VISIT_SECONDS", 0.02)
    monkeypatch.setenv("MATCHBOX_WARM", "0")

    async def play() -> None:
        async with opened(tmp_path) as registry:
            table, pool = await with_expert(registry), registry.bot_pool.pools["expert"]
            while table.table.acting() != (0,):  # the first move is drawn by lot
                table = await with_expert(registry)
            with blocked(pool):
                assert not table.presence.attended
                assert len(pool) == 0
                assert table.idle  # it may leave memory
                table.visit(ANN)
                await until(lambda: len(pool) == 1)
                assert pool.waiting(ANN) == 1
                table.visit(ANN)
                assert len(pool) == 1
                monkeypatch.setattr(presence, "VISIT_SECONDS", 0.0)  # Ann was here long ago
                await until(lambda: len(pool) == 0)
                await until(lambda: table.idle)
                monkeypatch.undo()
                table.visit(ANN)
                await until(lambda: len(pool) == 1)
            await until(lambda: table.table.acting() == (1,))

    asyncio.run(play())


# --- a real server ---


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server with the usual limits."""
    node = Node(tmp_path_factory.mktemp("flooding") / "data")
    yield node
    node.stop()


def guest(node: Node, address: str) -> httpx.Client:
    return httpx.Client(base_url=node.url, timeout=PATIENCE, headers={"X-Forwarded-For": address})


def new_table(client: httpx.Client, level: str) -> tuple[str, dict[str, str]]:
    """A started table with a bot, and the header that holds the person's seat."""
    players = [{"kind": "bot", "level": level}, {"kind": "me", "name": "Ann"}]
    answer = client.post("/api/tables", json={"game": "othellino", "players": players})
    assert answer.status_code == 200, answer.text
    made = answer.json()
    table = f"/api/tables/{made['table']}", bearer(made["seats"][0]["token"])
    eventually(lambda: bool(state(client, *table)["table"]["started"]))
    return table


def expert_to_move(client: httpx.Client) -> tuple[str, dict[str, str]]:
    """A new table where an expert has the first move, which is drawn by lot."""
    table = new_table(client, "expert")
    while my_turn(client, *table):
        table = new_table(client, "expert")
    return table


def state(client: httpx.Client, table: str, seat: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{table}?format=plain", headers=seat).json()
    return found


def my_turn(client: httpx.Client, table: str, seat: dict[str, str]) -> bool:
    return bool(state(client, table, seat)["your_turn"])


def test_hundreds_of_requests_for_a_hint_are_one_search(server: Node) -> None:
    with guest(server, FLOOD) as client:
        table, seat = new_table(client, "casual")
        eventually(lambda: my_turn(client, table, seat))

    async def ask() -> list[httpx.Response]:
        headers = {"X-Forwarded-For": FLOOD, **seat}
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, headers=headers) as many:
            return await asyncio.gather(*(many.post(f"{table}/hint") for _ in range(100)))

    answers = asyncio.run(ask())
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1


@pytest.mark.full
def test_expert_tables_of_one_guest_delay_no_other_guest_even_after_a_restart(server: Node) -> None:
    with guest(server, FLOOD) as flood, guest(server, ANN) as ann:
        tables = [expert_to_move(flood) for _ in range(10 * THREADS + 10)]
        mine = expert_to_move(ann)
        waiting = [table for table in tables if not my_turn(flood, *table)]
        assert len(waiting) > 5
        eventually(lambda: my_turn(ann, *mine))
        answered = [table for table in waiting if my_turn(flood, *table)]
        assert len(answered) <= 2 * THREADS + 1, "one running search for each thread, and those that end while we look"

    server.kill()
    server.start()
    eventually(lambda: samples(server)["matchbox_open_tables", ()] > len(tables))  # they have been resumed
    found = samples(server)
    assert found["matchbox_waiting_searches", ("expert",)] == 0
    assert ("matchbox_bot_seconds_count", ("expert",)) not in found
    with guest(server, FLOOD) as flood:
        eventually(lambda: my_turn(flood, *tables[-1]))
