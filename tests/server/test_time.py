"""Clocks, and real-time games."""

from __future__ import annotations

import asyncio
import random
import time
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from matchbox.play import table as tables
from matchbox.play.table import Clock, Table
from matchbox.server.bot_moves import SHORTEST_SLOT
from matchbox.server.live_table import LiveTable, TableUpdate
from matchbox.server.registry import TableRegistry
from matchbox.server.schema import NewTable, SeatRequest
from matchbox.server.seat_commands import create

from .harness import Node, Seat
from .in_process import opened, until


@pytest.mark.full
def test_a_bot_plays_for_a_seat_that_runs_out_of_time(node: Node) -> None:
    made = node.make("othellino", "Ann", "Bob", clock={"seconds": 5, "increment": 1})
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    states = [node.state(table, token) for token in tokens]
    slow = next(i for i, state in enumerate(states) if state["your_turn"])
    clocks = states[slow]["table"]["seats"]
    assert clocks[slow]["running"]
    assert 0 < clocks[slow]["clock"] <= 5
    assert not clocks[1 - slow]["running"]
    assert clocks[1 - slow]["clock"] == 5
    watcher = node.live(table)
    watcher.until_state(lambda state: state["table"]["seats"][slow]["kind"] == "bot")
    seat = watcher.state["table"]["seats"][slow]
    assert (seat["level"], seat["left"]) == ("casual", True)
    assert any(isinstance(line["text"], dict) and "time" in line["text"]["say"] for line in watcher.state["log"])
    assert node.post(f"{table}/back", tokens[slow]).status_code == 409
    watcher.until_state(lambda state: state["step"] > 0)
    quick = node.state(table, tokens[1 - slow])
    assert quick["table"]["seats"][1 - slow]["kind"] == "person"
    watcher.close()


def test_every_decision_adds_the_increment(node: Node) -> None:
    made = node.make("othellino", "Ann", "Bob", clock={"seconds": 100, "increment": 50})
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    states = [node.state(table, token) for token in tokens]
    mover = next(i for i, state in enumerate(states) if state["your_turn"])
    action = int(next(iter(states[mover]["actions"])))
    assert node.post(f"{table}/act", tokens[mover], decision=0, action=action).status_code == 200
    seats = node.state(table)["table"]["seats"]
    assert 100 < seats[mover]["clock"] <= 150
    assert not seats[mover]["running"]
    assert seats[1 - mover]["running"]


@pytest.mark.full
def test_bots_answer_after_whole_slots_where_something_is_hidden(node: Node) -> None:
    made = node.make("liars_cards", "Ann", "novice", "novice")
    table, token = made["table"], made["seats"][0]["token"]
    node.state(table, token)
    assert node.post(f"{table}/leave", token, level="novice").status_code == 200
    watcher = node.live(table)
    watcher.until_state(lambda state: state["step"] >= 12 or state["table"]["over"])
    moves = [state for before, state in pairwise(watcher.states) if state["step"] > before["step"] > 0]
    assert all(later["now"] - state["now"] >= 1000 * SHORTEST_SLOT - 1 for state, later in pairwise(moves))
    watcher.close()


def move(live: LiveTable, seat: int, decision: int, action: int, table: Table) -> TableUpdate:
    return live.step_update(table.plan_act(seat, decision, action, None))


async def after_a_game(registry: TableRegistry) -> LiveTable:
    """A match with clocks after random moves, with a finished game on the table."""
    players, clock = [SeatRequest("local", "Ann"), SeatRequest("local", "Bob")], Clock(seconds=1000)
    made = await create(registry, NewTable("best_of_three", players, clock=clock), "127.0.0.1")
    live, chance = registry.live_tables[made.table], random.Random(1)
    await until(lambda: live.table.started)
    while not live.table.is_pause:
        seat = chance.choice(live.table.acting())
        number, action = len(live.table.decisions[seat]), chance.choice(live.table.legal(seat))
        await live.execute(partial(move, live, seat, number, action))
    return live


def test_after_a_while_a_table_with_clocks_goes_on_to_the_next_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "PAUSE", 100)
    monkeypatch.setenv("MATCHBOX_WARM", "0")

    async def play() -> tuple[LiveTable, int]:
        async with opened(tmp_path) as registry:
            live = await after_a_game(registry)
            steps = len(live.table.steps)
            await until(lambda: not live.table.is_pause)
            return live, steps

    live, steps = asyncio.run(play())
    assert [step.text for step in live.table.steps[-2:]] == ["next", "next"]
    assert steps <= len(live.table.steps) <= steps + 2
    assert [seat.kind for seat in live.table.seats] == ["person", "person"]


def speed(node: Node, *players: str, **options: str) -> tuple[str, list[Seat]]:
    """A race before its start."""
    made = node.make_race("speed", *players, options={"timing": "live", **options})
    seats = [node.live(made["table"], held["token"], "scene") for held in made["seats"]]
    for seat in seats:
        seat.until_state(lambda state: state["table"]["started"])
    return made["table"], seats


def until_open(*seats: Seat) -> None:
    """Wait until moves count, by the clock that came with the last state."""
    for seat in seats:
        time.sleep(max(0.0, seat.state["table"]["opens"] - seat.state["now"]) / 1000)


def play(seat: Seat, action: int, **more: Any) -> dict[str, Any]:
    return seat.act(action, **{"relies": seat.state["relies"][str(action)], **more})


def plays(seat: Seat) -> dict[int, str]:
    return {int(a): text for a, text in seat.state["actions"].items() if text.startswith("play")}


def test_the_first_move_to_arrive_wins_the_race(node: Node) -> None:
    """Two seats play on the same card: the first move counts, the second is refused."""
    for _ in range(40):
        _, (ann, bob) = speed(node, "Ann", "Bob")
        assert ann.state["live"]
        common = [
            (a, b) for a, x in plays(ann).items() for b, y in plays(bob).items() if x.split()[-1] == y.split()[-1]
        ]
        if common:
            break
        ann.close()
        bob.close()
    a, b = common[0]
    until_open(ann)
    relied = bob.state["relies"][str(b)]
    assert play(ann, a)["type"] == "accepted"
    late = bob.act(b, relies=relied)
    assert late["type"] == "refused"
    assert "too late" in late["error"]
    bob.until_state(lambda state: state["step"] == 1)
    assert bob.state["decision"] == 0, "a refused action does not count"
    assert "stopped" not in bob.state["table"]["seats"][1], "to be late costs nothing"
    until_open(bob)
    if action := next(iter(plays(bob)), None):
        assert play(bob, action)["type"] == "accepted"
    ann.close()
    bob.close()


def test_moves_before_the_race_are_refused(node: Node) -> None:
    """The countdown is the server's: a page that does not wait gains nothing."""
    _, (ann, bob) = speed(node, "Ann", "Bob")
    table = ann.state["table"]
    assert table["opens"] == table["began"] + 3000
    assert table["deadline"] == table["opens"] + 600_000
    for action in map(int, ann.state["actions"]):
        early = play(ann, action)
        assert early["type"] == "refused"
        assert "too early" in early["error"]
    assert (ann.state["step"], ann.state["decision"]) == (0, 0)
    until_open(ann)
    assert play(ann, int(next(iter(ann.state["actions"]))))["type"] == "accepted"
    ann.close()
    bob.close()


def wrong_cards(seat: Seat) -> list[int]:
    """Plays of cards that fit on neither pile."""
    pieces = [piece for area in seat.state["scene"]["areas"] for piece in area["pieces"]]
    return [piece["tries"][0] for piece in pieces if "tries" in piece and "actions" not in piece]


def race_with_a_wrong_card(node: Node) -> tuple[Seat, Seat, int]:
    """A race in which Ann holds a card that fits nowhere, and can do something else."""
    for _ in range(40):
        _, (ann, bob) = speed(node, "Ann", "Bob")
        wrong = wrong_cards(ann)
        if wrong and plays(ann):
            until_open(ann)
            return ann, bob, wrong[0]
        ann.close()
        bob.close()
    raise AssertionError("no such race")


def test_a_wrong_card_stops_its_player_for_a_moment(node: Node) -> None:
    ann, bob, wrong = race_with_a_wrong_card(node)
    right = next(iter(plays(ann)))
    missed = play(ann, wrong)
    assert missed["type"] == "refused"
    assert missed["missed"]["say"].endswith("is on a pile.")
    ann.until_state(lambda state: "stopped" in state["table"]["seats"][0])
    state = ann.state
    assert (state["step"], state["decision"]) == (0, 0)
    assert 0 < state["table"]["seats"][0]["stopped"] - state["now"] <= 1500
    for action in (right, wrong):  # nothing counts, and nothing is punished again
        early = play(ann, action)
        assert early["type"] == "refused"
        assert "not yet" in early["error"]
        assert "missed" not in early
    bob.until_state(lambda seen: "stopped" in seen["table"]["seats"][0])
    assert "misses" in bob.state["log"][-1]["events"][0]["text"]["say"]
    assert play(bob, int(next(iter(bob.state["actions"]))))["type"] == "accepted", "the opponent goes on"
    time.sleep((state["table"]["seats"][0]["stopped"] - state["now"]) / 1000)
    ann.until_state(lambda seen: seen["step"] == 1)
    until_open(ann)
    again = play(ann, int(next(iter(ann.state["actions"]))))
    assert again["type"] == "accepted"
    ann.close()
    bob.close()


def test_a_move_names_the_card_that_it_relies_on(node: Node) -> None:
    """Without the number a program could play on a card that it has not seen."""
    _, (ann, bob) = speed(node, "Ann", "Bob")
    until_open(ann)
    refused = ann.act(int(next(iter(ann.state["actions"]))))
    assert refused["type"] == "refused"
    assert "relies" in refused["error"]
    ann.close()
    bob.close()


@pytest.mark.full
def test_two_clients_play_speed_to_the_end(node: Node) -> None:
    table, seats = speed(node, "Ann", "Bob")
    end = time.monotonic() + 120
    place = 0
    while not seats[place].state["table"]["over"]:
        assert time.monotonic() < end
        seat = seats[place]
        place = 1 - place
        state = node.state(table, None)
        seat.until_state(lambda new, step=state["step"]: new["step"] >= step)
        if seat.state["your_turn"]:
            command = next(iter(plays(seat)), None)
            if command is None:
                command = int(next(iter(seat.state["actions"])))
            until_open(seat)
            play(seat, command)
    result = node.state(table)["result"]
    assert result["reason"]
    for seat in seats:
        seat.close()


def test_a_pointer_decides_by_the_servers_clock(node: Node) -> None:
    """A move counts where the pointer was when it arrived, and nowhere else; the record has the place."""
    made = node.make("fawlty_towers", "Ann", "Bob", options={"aim": "timing"})
    seats = [node.live(made["table"], held["token"]) for held in made["seats"]]
    for seat in seats:
        seat.until_state(lambda state: state["table"]["started"])
    mover = next(seat for seat in seats if seat.state["your_turn"])
    assert "swing" not in mover.state
    assert mover.act("cube colour=red tower=0")["type"] == "accepted"
    mover.until_state(lambda state: "swing" in state)
    state, received = mover.state, time.monotonic()
    swing = state["swing"]

    def place(before: float = 0.0) -> int:
        now = state["now"] + 1000 * (time.monotonic() - received - before)
        return int((now - swing["started"]) // swing["step"])

    def around(middle: int, steps: int) -> set[int]:
        return {swing["path"][n % len(swing["path"])] for n in range(middle - steps, middle + steps + 1)}

    near = around(place(), 40)
    while len(near) == 25:  # wait for a time at which the pointer is far from a point
        time.sleep(0.05)
        near = around(place(), 14)
    far = next(action for action in swing["path"] if action not in near)
    refused = mover.act(far)
    assert refused["type"] == "refused"
    assert "pointer was not there" in refused["error"]
    assert mover.state["decision"] == 1
    here = swing["path"][place() % len(swing["path"])]
    assert mover.act(here)["type"] == "accepted"
    watcher = node.live(made["table"])
    assert watcher.state["log"][1]["text"].startswith("aim")
    for seat in (*seats, watcher):
        seat.close()


@pytest.mark.full
def test_a_bot_races_too(node: Node) -> None:
    made = node.make("speed", "Ann", "expert", options={"timing": "live"})
    watcher = node.live(made["table"], made["seats"][0]["token"])
    watcher.until_state(lambda state: any(line["seat"] == 1 for line in state["log"]))
    watcher.close()


def test_the_first_announcement_wins_the_race(node: Node) -> None:
    options = {"announce": "race", "holmes": "seat0"}
    made = node.make_race("holmes_vs_moriarty", "Ann", "Bob", options=options)
    ann, bob = (node.live(made["table"], held["token"]) for held in made["seats"])
    ann.until_state(lambda state: state["table"]["started"])
    until_open(ann)
    for seat in (ann, bob):
        seat.until_state(lambda state: state["your_turn"])
        assert play(seat, int(next(iter(seat.state["actions"]))))["type"] == "accepted"
    for seat in (ann, bob):
        seat.until_state(lambda state: state["step"] == 2)
    # Of 1,330 bags one holds these chips. A right announcement might win the game.
    bag, relied = next((a, n) for a, n in bob.state["relies"].items() if bob.state["actions"][a] == "announce GGY")
    assert ann.act(int(bag), relies=ann.state["relies"][bag])["type"] == "accepted"
    late = bob.act(int(bag), relies=relied)
    assert (late["type"], late["error"]) == ("refused", "too late: another player was faster")
    ann.close()
    bob.close()


@pytest.mark.parametrize(
    ("game", "race", "turns"),
    [
        ("holmes_vs_moriarty", {"announce": "race"}, "“Announcing: In secret” (announce=secret)"),
        ("speed", {"timing": "live"}, "“Time: Turns” (timing=clock)"),
    ],
)
def test_players_on_one_device_cannot_race(node: Node, game: str, race: dict[str, str], turns: str) -> None:
    players = [{"kind": "me", "name": "Ann"}, {"kind": "local", "name": "Bob"}]
    answer = node.http.post("/api/tables", json={"game": game, "players": players, "options": race})
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(f"invite the others by link (kind open), or choose {turns}")
    assert node.make(game, *players)["table"]
    assert node.make(game, players[0], "random", options=race)["table"]
