"""Attacks on the seat of another player: their bot, their game, their presence; and on clocks and forbidden help.

Runs on one node, and on two nodes where PostgreSQL and Redis are reachable; then one of them is killed.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.attacks import report
from tests.server.harness import POSTGRES, REDIS, Node, reachable, scratch_database

ABSENT = 2.0  # seconds; a host leaves it at 120
LEVELS = ("random", "novice", "casual", "expert", "perfect")
Nodes = tuple[Node, Node]


@contextmanager
def one_node(folder: Path) -> Iterator[Nodes]:
    node = Node(folder / "one", MATCHBOX_ABSENT=str(ABSENT))
    yield node, node
    node.stop()


@contextmanager
def two_nodes(folder: Path) -> Iterator[Nodes]:
    with scratch_database() as database:
        settings = {"MATCHBOX_DATABASE": database, "MATCHBOX_REDIS": REDIS, "MATCHBOX_ABSENT": str(ABSENT)}
        nodes = Node(folder / "a", **settings), Node(folder / "b", **settings)
        yield nodes
        for node in nodes:
            node.stop()


def ann_and_bob(nodes: Nodes, **more: Any) -> tuple[str, str, str]:
    """A table that Ann made on the first node and Bob joined on the second, and both tokens."""
    one, two = nodes
    made = one.make("othellino", {"kind": "me", "name": "Ann"}, "open", **more)
    table = made["table"]
    bob = two.post(f"{table}/join", name="Bob", invite=made["invites"][0]["invite"]).json()["token"]
    one.state(table)
    two.state(table)
    return table, made["seats"][0]["token"], bob


def seat_of(node: Node, table: str, seat: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = node.get(table).json()["table"]["seats"][seat]
    return found


def wait(wanted: Callable[[], bool], seconds: float) -> float | None:
    """The seconds until something is true, or None if it takes longer than `seconds`."""
    start = time.monotonic()
    while time.monotonic() < start + seconds:
        if wanted():
            return time.monotonic() - start
        time.sleep(0.1)
    return None


def bot_of_a_player_who_left(nodes: Nodes) -> bool:
    one, two = nodes
    table, ann, bob = ann_and_bob(nodes)
    two.post(f"{table}/leave", bob, level="club")
    wait(lambda: seat_of(one, table)["kind"] == "bot", 5)
    answers = [node.post(f"{table}/takeover", ann, seat=1, level=level) for node in nodes for level in LEVELS]
    changed = sum(answer.status_code == 200 for answer in answers)
    level = seat_of(two, table)["level"]
    return report("change the bot of a player who left", level == "club", f"{changed} of {len(answers)} changed it")


def end_of_a_game(nodes: Nodes) -> bool:
    one, two = nodes
    table, ann, bob = ann_and_bob(nodes)
    two.post(f"{table}/leave", bob, level="novice")
    wait(lambda: seat_of(one, table)["kind"] == "bot", 5)
    answers = [one.post(f"{table}/abandon", ann, tokens=tokens) for tokens in ([], [ann], ["guess"])]
    back = two.post(f"{table}/back", bob).status_code
    statuses = [answer.status_code for answer in answers]
    return report("end the game of a player who left", 200 not in statuses and back == 200, f"{statuses}")


def free_seat(nodes: Nodes) -> bool:
    one, two = nodes
    made = one.make("liars_cards", {"kind": "me", "name": "Ann"}, "open", "open")
    bob = two.post(f"{made['table']}/join", name="Bob", invite=made["invites"][0]["invite"]).json()["token"]
    status = two.post(f"{made['table']}/takeover", bob, seat=2, level="random").status_code
    return report("a guest fills the seat kept for a friend", status == 409, f"status {status}")


def player_with_requests_only(nodes: Nodes) -> bool:
    one, two = nodes
    table, ann, bob = ann_and_bob(nodes)
    tries = taken = unseen = 0
    end = time.monotonic() + 2 * ABSENT
    while time.monotonic() < end:
        two.get(table, bob)
        time.sleep(ABSENT / 20)
        tries += 1
        unseen += not seat_of(one, table)["present"]
        taken += one.post(f"{table}/takeover", ann, seat=1).status_code == 200
    held = report(
        "replace a player who uses requests only", not taken and not unseen, f"{taken} of {tries}, away {unseen} times"
    )
    gone = wait(lambda: one.post(f"{table}/takeover", ann, seat=1, level="random").status_code == 400, 3 * ABSENT)
    level = seat_of(one, table).get("level", "none")
    figure = "refused" if gone is not None else f"level {level}"
    return report("choose a weak bot for an absent player", gone is not None, figure) and held


def clock_of_a_player_who_left(nodes: Nodes) -> bool:
    one, two = nodes
    table, ann, bob = ann_and_bob(nodes, clock={"seconds": 60}, hints=True)
    mover = 0 if one.state(table, ann)["your_turn"] else 1
    start = time.monotonic()
    two.post(f"{table}/leave", (ann, bob)[mover], level="expert")
    wait(lambda: one.state(table)["step"] > 0, 15)
    waited = time.monotonic() - start
    two.post(f"{table}/back", (ann, bob)[mover])
    wait(lambda: seat_of(one, table, mover)["kind"] == "person", 5)
    used = 60 - seat_of(one, table, mover)["clock"]
    held = 0.5 * waited < used < 1.2 * waited + 0.5
    return report("let an expert think while the clock stands", held, f"waited {waited:.1f} s, clock {used:.1f} s")


def help_where_it_is_off(nodes: Nodes) -> bool:
    table, ann, bob = ann_and_bob(nodes, clock={"seconds": 600})
    hints = [node.post(f"{table}/hint", token).status_code for node in nodes for token in (ann, bob)]
    expert = nodes[1].post(f"{table}/leave", bob, level="expert").status_code
    held = set(hints) == {403} and expert == 409
    return report("hints, or an expert for a while, against the clock", held, f"hints {hints}, expert {expert}")


def killed_node(nodes: Nodes) -> bool:
    one, two = nodes
    table, ann, bob = ann_and_bob(nodes)
    two.live(table, bob)
    wait(lambda: bool(seat_of(one, table)["present"]), 5)
    two.kill()
    early = one.post(f"{table}/takeover", ann, seat=1).status_code
    absent = wait(lambda: not seat_of(one, table)["present"], 20)
    taken = wait(lambda: one.post(f"{table}/takeover", ann, seat=1).status_code == 200, 10)
    back = one.post(f"{table}/back", bob).status_code
    held = early == 409 and absent is not None and taken is not None and back == 200
    figure = "present for ever" if absent is None else f"absent after {absent:.1f} s"
    return report("players of a killed node stay present", held, figure)


def main() -> int:
    attacks = [
        bot_of_a_player_who_left,
        end_of_a_game,
        free_seat,
        player_with_requests_only,
        clock_of_a_player_who_left,
        help_where_it_is_off,
    ]
    held = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("| tried on one node | | |\n|---|---|---|")
        with one_node(folder) as nodes:
            held += [attack(nodes) for attack in attacks]
        if reachable(POSTGRES, 5432) and reachable(REDIS, 6379):
            print("\n| tried on two nodes | | |\n|---|---|---|")
            with two_nodes(folder) as nodes:
                held += [attack(nodes) for attack in (*attacks, killed_node)]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
