"""Several nodes serve the same tables with one PostgreSQL database and one Redis."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from .conftest import needs_servers
from .harness import POSTGRES, REDIS, Node, scratch_database

pytestmark = needs_servers


@pytest.fixture(scope="module")
def database_of() -> Iterator[str]:
    with scratch_database() as database:
        yield database


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory, database_of: str) -> Iterator[tuple[Node, Node]]:
    folder = tmp_path_factory.mktemp("nodes")
    settings = {"MATCHBOX_DATABASE": database_of, "MATCHBOX_REDIS": REDIS, "MATCHBOX_LIMITS": "0"}
    both = Node(folder / "a", **settings), Node(folder / "b", **settings)
    yield both
    for node in both:
        node.stop()


def test_two_nodes_serve_one_table(nodes: tuple[Node, Node]) -> None:
    one, two = nodes
    made = one.make("othellino", "Ann", "open")
    table, invite = made["table"], made["invites"][0]["invite"]
    ann = one.live(table, made["seats"][0]["token"])
    joined = two.post(f"{table}/join", name="Bob", invite=invite).json()
    bob = two.live(table, joined["token"])
    for seat in (ann, bob):
        seat.until_state(lambda state: state["table"]["started"])
    ann.until_state(lambda state: state["table"]["seats"][1]["present"])
    bob.until_state(lambda state: state["table"]["seats"][0]["present"])
    moves = 0
    while not ann.state["table"]["over"]:
        mover = next((seat for seat in (ann, bob) if seat.state["your_turn"]), None)
        if mover is None:
            ann.receive()
            continue
        answer = mover.act(int(next(iter(mover.state["actions"]))))
        assert answer["type"] == "accepted", answer
        moves += 1
        step = mover.until_state(lambda state, moves=moves: state["step"] >= moves)["step"]
        for seat in (ann, bob):
            seat.until_state(lambda state, step=step: state["step"] >= step)
        moves = step
    assert bob.state["result"] == ann.state["result"]
    assert one.get(f"{table}/record").text == two.get(f"{table}/record").text
    ann.close()
    bob.close()


def test_both_nodes_commit_at_the_same_time(nodes: tuple[Node, Node]) -> None:
    one, two = nodes
    made = one.make("gaze_into_the_abyss", "Ann", "Bob")
    ann, bob = (node.live(made["table"], seat["token"]) for node, seat in zip(nodes, made["seats"], strict=True))
    for _ in range(6):
        for seat in (ann, bob):
            seat.until_state(lambda state: state["table"]["started"])
        on_turn = [seat for seat in (ann, bob) if seat.state["your_turn"]]
        for seat in on_turn:
            seat.send(type="act", decision=seat.state["decision"], action=int(next(iter(seat.state["actions"]))))
        for seat in on_turn:
            answer = seat.until(lambda message: message["type"] in ("accepted", "refused"))
            assert answer["type"] == "accepted", answer
        step = one.state(made["table"])["step"]
        step = max(step, two.state(made["table"])["step"])
        for seat in (ann, bob):
            seat.until_state(lambda state, step=step: state["step"] >= step)
        if ann.state["table"]["over"]:
            break
    ann.close()
    bob.close()


def test_a_bot_moves_only_once(nodes: tuple[Node, Node]) -> None:
    one, two = nodes
    made = one.make("othellino", "Ann", "novice")
    table, token = made["table"], made["seats"][0]["token"]
    watchers = [node.live(table) for node in nodes]  # both nodes have the table, so both could play the bot
    players = [one, two]
    while True:
        node = players[0]
        players.reverse()
        state = node.state(table, token)
        if state["table"]["over"]:
            break
        if not state["your_turn"]:
            time.sleep(0.02)
            continue
        action = int(next(iter(state["actions"])))
        answer = node.post(f"{table}/act", token, decision=state["decision"], action=action)
        assert answer.status_code == 200, answer.text
    for watcher in watchers:  # a node may get the last events a moment later than the other
        watcher.until_state(lambda state: state["table"]["over"])
    lines = [one.state(table)["log"], two.state(table)["log"]]
    assert lines[0] == lines[1]
    assert [line["step"] for line in lines[0]] == list(range(1, len(lines[0]) + 1))
    for watcher in watchers:
        watcher.close()


def test_nodes_reconnect_to_the_database_and_redis(nodes: tuple[Node, Node], database_of: str) -> None:
    import psycopg
    import redis

    one, two = nodes
    made = one.make("othellino", "Ann", "Bob")
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    one.play_out(table, tokens, most=3)
    watcher = two.live(table)
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
            (database_of.rpartition("/")[2],),
        )
    with redis.Redis.from_url(REDIS) as bus:
        bus.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    state = next(state for state in (one.state(table, token) for token in tokens) if state["your_turn"])
    action = int(next(iter(state["actions"])))
    for _ in range(20):  # the first attempts may meet a broken connection; repeating is harmless
        answer = one.post(f"{table}/act", tokens[state["seat"]], decision=state["decision"], action=action)
        if answer.status_code == 200:
            break
        assert answer.status_code == 503, answer.text
    assert answer.status_code == 200
    watcher.until_state(lambda new: new["step"] > state["step"])
    watcher.close()


@pytest.mark.full
def test_a_node_takes_over_from_a_dead_node(nodes: tuple[Node, Node]) -> None:
    one, two = nodes
    made = one.make("othellino", "Ann", "Bob")
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    played = one.play_out(table, tokens, most=6)
    one.kill()
    assert two.state(table)["step"] >= played
    assert two.play_out(table, tokens, seed=2) > 0
    one.start()
    assert one.state(table)["result"] == two.state(table)["result"]
