"""Seats: who is present, who may put a bot into a seat, and who may end a game. On one node and on two."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from .conftest import needs_servers
from .harness import REDIS, Node, scratch_database

ABSENT = 3.0  # seconds without a sign of a player
Nodes = tuple[Node, Node]


@pytest.fixture(scope="module", params=["one node", pytest.param("two nodes", marks=[needs_servers, pytest.mark.full])])
def nodes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """The node of the first player and the node of the second, which may be the same."""
    folder = tmp_path_factory.mktemp("seats")
    if request.param == "one node":
        node = Node(folder / "only", MATCHBOX_LIMITS="0", MATCHBOX_ABSENT=str(ABSENT))
        yield node, node
        node.stop()
    else:
        with two_nodes(folder) as both:
            yield both


@contextmanager
def two_nodes(folder: Path) -> Iterator[Nodes]:
    with scratch_database() as database:
        settings = {"MATCHBOX_DATABASE": database, "MATCHBOX_REDIS": REDIS, "MATCHBOX_LIMITS": "0"}
        both = [Node(folder / name, MATCHBOX_ABSENT=str(ABSENT), **settings) for name in "ab"]
        yield both[0], both[1]
        for node in both:
            node.stop()


def ann_and_bob(nodes: Nodes, **more: Any) -> tuple[str, str, str]:
    """A started table with a player on each node: its id and the tokens of Ann, who made it, and Bob."""
    one, two = nodes
    made = one.make("othellino", {"kind": "me", "name": "Ann"}, "open", **more)
    table = made["table"]
    joined = two.post(f"{table}/join", name="Bob", invite=made["invites"][0]["invite"]).json()
    for node in nodes:
        wait_for(node, table, lambda info: info["started"])
    return table, made["seats"][0]["token"], joined["token"]


def wait_for(node: Node, table: str, wanted: Callable[[dict[str, Any]], bool]) -> None:
    """Wait until a node knows this about a table."""
    watcher = node.live(table)
    watcher.until_state(lambda state: wanted(state["table"]))
    watcher.close()


def has_bot(info: dict[str, Any]) -> bool:
    return bool(info["seats"][1]["kind"] == "bot")


def eventually(ask: Callable[[], httpx.Response], status: int = 200) -> httpx.Response:
    """Ask until the answer has this status."""
    end = time.monotonic() + 60
    while (answer := ask()).status_code != status:
        assert time.monotonic() < end, answer.text
        time.sleep(0.1)
    return answer


# --- the bot of a seat ---


def test_only_the_player_who_left_changes_their_bot(nodes: Nodes) -> None:
    one, two = nodes
    table, ann, bob = ann_and_bob(nodes)
    assert two.post(f"{table}/leave", bob, level="club").status_code == 200
    wait_for(one, table, has_bot)
    for level in ("random", "expert"):
        refused = one.post(f"{table}/takeover", ann, seat=1, level=level)
        assert refused.status_code == 409
        assert "only they" in refused.json()["error"]
    assert two.state(table)["table"]["seats"][1]["level"] == "club"
    assert two.post(f"{table}/leave", bob, level="novice").status_code == 200
    state = two.state(table)
    assert state["table"]["seats"][1]["level"] == "novice"
    assert len(state["log"]) - state["step"] == 1, "the log says once that Bob has left"
    assert two.post(f"{table}/back", bob).status_code == 200


def test_nobody_changes_a_bot_that_was_there_from_the_start(nodes: Nodes) -> None:
    one, _ = nodes
    made = one.make("othellino", {"kind": "me", "name": "Ann"}, "club")
    refused = one.post(f"{made['table']}/takeover", made["seats"][0]["token"], seat=1, level="random")
    assert refused.status_code == 409


def test_only_the_creator_puts_bots_into_free_seats(nodes: Nodes) -> None:
    one, two = nodes
    made = one.make("liars_cards", {"kind": "me", "name": "Ann"}, "open", "open")
    table, ann = made["table"], made["seats"][0]["token"]
    bob = two.post(f"{table}/join", name="Bob", invite=made["invites"][0]["invite"]).json()["token"]
    refused = two.post(f"{table}/takeover", bob, seat=2, level="random")
    assert refused.status_code == 409
    assert "creator" in refused.json()["error"]
    assert one.post(f"{table}/takeover", ann, seat=2, level="novice").status_code == 200
    assert one.get(table).json()["table"]["seats"][2]["level"] == "novice"


# --- the end of a game ---


def test_a_player_who_left_keeps_others_from_ending_the_game(nodes: Nodes) -> None:
    one, two = nodes
    table, ann, bob = ann_and_bob(nodes)
    assert two.post(f"{table}/leave", bob, level="novice").status_code == 200
    refused = one.post(f"{table}/abandon", ann)
    assert refused.status_code == 409
    assert "come back" in refused.json()["error"]
    assert not two.state(table)["table"]["over"]
    assert two.post(f"{table}/back", bob).status_code == 200
    assert one.post(f"{table}/leave", ann, level="novice").status_code == 200


def test_players_on_one_device_end_their_game(nodes: Nodes) -> None:
    one, _ = nodes
    made = one.make("othellino", {"kind": "me", "name": "Ann"}, {"kind": "local", "name": "Bob"})
    table, (ann, bob) = made["table"], [seat["token"] for seat in made["seats"]]
    assert one.post(f"{table}/abandon", ann).status_code == 409
    assert one.post(f"{table}/abandon", ann, tokens=["wrong"]).status_code == 403
    assert one.post(f"{table}/abandon", ann, tokens=[bob]).status_code == 200
    assert one.get(table).json()["table"]["abandoned"]


# --- presence ---


@pytest.mark.full
def test_a_player_who_only_sends_requests_is_present(nodes: Nodes) -> None:
    one, two = nodes
    table, ann, bob = ann_and_bob(nodes)
    watcher = one.live(table, ann)
    requests: list[Callable[[], httpx.Response]] = [
        lambda: two.get(table, bob),
        lambda: two.http.post("/api/mine", json={"tokens": [bob]}),
    ]
    for request in requests:
        first = time.monotonic()
        while time.monotonic() < first + 1.2 * ABSENT:
            assert request().status_code == 200
            time.sleep(ABSENT / 10)
        watcher.until_state(lambda state: state["table"]["seats"][1]["present"])
        refused = one.post(f"{table}/takeover", ann, seat=1)
        assert refused.status_code == 409
        assert "still here" in refused.json()["error"]
    watcher.until_state(lambda state: not state["table"]["seats"][1]["present"])
    refused = eventually(lambda: one.post(f"{table}/takeover", ann, seat=1, level="random"), 400)
    assert "casual" in refused.json()["error"], "an opponent does not choose the bot of an absent player"
    eventually(lambda: one.post(f"{table}/takeover", ann, seat=1))
    assert one.state(table)["table"]["seats"][1]["level"] == "casual"
    assert one.post(f"{table}/abandon", ann).status_code == 409, "an absent player may come back"
    wait_for(two, table, has_bot)
    assert two.post(f"{table}/back", bob).status_code == 200
    watcher.until_state(lambda state: has_bot(state["table"]))
    watcher.until_state(lambda state: not has_bot(state["table"]))
    watcher.close()


@pytest.mark.full
def test_a_player_who_just_joined_is_present(nodes: Nodes) -> None:
    one, two = nodes
    made = one.make("liars_cards", {"kind": "me", "name": "Ann"}, "open", "open")
    table, ann = made["table"], made["seats"][0]["token"]
    time.sleep(1.5 * ABSENT)  # the table itself is old
    assert two.post(f"{table}/join", name="Bob", invite=made["invites"][0]["invite"]).status_code == 200
    refused = one.post(f"{table}/takeover", ann, seat=1)
    assert refused.status_code == 409
    assert "still here" in refused.json()["error"]


@pytest.mark.full
@needs_servers
def test_players_of_a_killed_node_become_absent(tmp_path: Path) -> None:
    with two_nodes(tmp_path) as (one, two):
        table, ann, bob = ann_and_bob((one, two))
        two.live(table, bob)
        watcher = one.live(table, ann)
        watcher.until_state(lambda state: state["table"]["seats"][1]["present"])
        two.kill()
        assert one.post(f"{table}/takeover", ann, seat=1).status_code == 409
        watcher.until_state(lambda state: not state["table"]["seats"][1]["present"])
        eventually(lambda: one.post(f"{table}/takeover", ann, seat=1))
        assert one.post(f"{table}/back", bob).status_code == 200
        watcher.until_state(lambda state: has_bot(state["table"]))
        watcher.until_state(lambda state: not has_bot(state["table"]))
        assert watcher.state["table"]["seats"][1]["present"]
        watcher.close()


# --- hints ---


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({}, True),
        ({"hints": False}, False),
        ({"clock": {"seconds": 600}}, False),
        ({"clock": {"seconds": 600}, "hints": True}, True),
    ],
    ids=["untimed", "untimed and off", "timed", "timed and on"],
)
def test_hints_are_an_option_that_all_at_the_table_see(nodes: Nodes, options: dict[str, Any], allowed: bool) -> None:
    one, two = nodes
    table, ann, bob = ann_and_bob(nodes, **options)
    for token in (ann, bob, None):
        assert two.state(table, token)["table"]["hints"] is allowed
    mover = ann if one.state(table, ann)["your_turn"] else bob
    answer = two.post(f"{table}/hint", mover)
    assert answer.status_code == (200 if allowed else 403), answer.text
    left = two.post(f"{table}/leave", bob if mover == ann else ann, level="club")
    assert left.status_code == (200 if allowed else 409), left.text
    if not allowed:
        assert "hints are off" in answer.json()["error"]
        assert "casual" in left.json()["error"], "a strong bot for a while would be a hint"


# --- clocks ---


@pytest.mark.parametrize("grade", ["none", "counts", "odds"])
def test_what_the_table_works_out_is_chosen_at_the_start(nodes: Nodes, grade: str) -> None:
    """Everybody sees the choice, and a rematch keeps it."""
    one, two = nodes
    table, ann, bob = ann_and_bob(nodes, **({} if grade == "counts" else {"help": grade}))
    assert two.state(table)["table"].get("help", "counts") == grade
    one.play_out(table, [ann, bob], seed=1)
    again = one.post(f"{table}/rematch", ann).json()["table"]
    assert two.get(again).json()["table"].get("help", "counts") == grade


def test_unknown_help_is_refused(nodes: Nodes) -> None:
    answer = nodes[0].http.post(
        "/api/tables", json={"game": "othellino", "players": [{"kind": "me"}, {"kind": "open"}], "help": "all"}
    )
    assert answer.status_code == 400


def test_your_tables_tell_what_happened_last(nodes: Nodes) -> None:
    one, two = nodes
    table, ann, bob = ann_and_bob(nodes)
    (before,) = one.http.post("/api/mine", json={"tokens": [ann]}).json()
    first = before["acting"][0]
    token = [ann, bob][first]
    state = one.state(table, token)
    one.post(f"{table}/act", token, decision=state["decision"], action=int(next(iter(state["actions"]))))
    wait_for(two, table, lambda info: info["started"])
    (mine,) = one.http.post("/api/mine", json={"tokens": [ann]}).json()
    assert mine["acting"] == [1 - first]
    assert mine["at"] >= before["at"] > 0
    assert mine["last"][0]["text"]["players"]["who"] == first


def test_a_bot_that_plays_for_a_player_uses_their_clock(nodes: Nodes) -> None:
    one, two = nodes
    ready, ann, bob = ann_and_bob(nodes)
    mover = ann if one.state(ready, ann)["your_turn"] else bob
    assert two.post(f"{ready}/hint", mover).status_code == 200, "bots are compiled now"
    table, ann, bob = ann_and_bob(nodes, clock={"seconds": 60}, pace=10_000)
    states = [two.state(table, token) for token in (ann, bob)]
    seat = next(number for number, state in enumerate(states) if state["your_turn"])
    assert two.post(f"{table}/leave", (ann, bob)[seat]).status_code == 200
    watcher = one.live(table)
    left = watcher.until_state(lambda state: state["table"]["seats"][seat]["kind"] == "bot")["table"]["seats"][seat]
    assert left["clock"] <= 60
    after = watcher.until_state(lambda state: state["step"] > 0)["table"]["seats"]
    assert 50 < after[seat]["clock"] < 60, "the bot uses the clock, but does not wait to be easy to follow"
    assert after[1 - seat]["running"]
    watcher.close()
