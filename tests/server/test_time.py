"""Clocks, and real-time games."""

from __future__ import annotations

import time
from itertools import pairwise

from matchbox.server.bot_moves import SHORTEST_SLOT

from .harness import Node, Seat


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


def speed(node: Node, *players: str) -> tuple[str, list[Seat]]:
    made = node.make("speed", *players, options={"timing": "live"})
    seats = [node.live(made["table"], held["token"]) for held in made["seats"]]
    for seat in seats:
        seat.until_state(lambda state: state["table"]["started"])
    return made["table"], seats


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
    relied = bob.state["relies"][str(b)]
    assert ann.act(a, relies=ann.state["relies"][str(a)])["type"] == "accepted"
    late = bob.act(b, relies=relied)
    assert late["type"] == "refused"
    assert "too late" in late["error"]
    bob.until_state(lambda state: state["step"] == 1)
    assert bob.state["decision"] == 0, "a refused action does not count"
    if action := next(iter(plays(bob)), None):
        assert bob.act(action, relies=bob.state["relies"][str(action)])["type"] == "accepted"
    ann.close()
    bob.close()


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
            seat.act(command, relies=seat.state["relies"][str(command)])
    result = node.state(table)["result"]
    assert result["reason"]
    for seat in seats:
        seat.close()


def test_a_bot_races_too(node: Node) -> None:
    made = node.make("speed", "Ann", "expert", options={"timing": "live"})
    watcher = node.live(made["table"], made["seats"][0]["token"])
    watcher.until_state(lambda state: any(line["seat"] == 1 for line in state["log"]))
    watcher.close()
