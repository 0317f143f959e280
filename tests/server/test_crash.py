"""A killed server keeps every acknowledged move, and every table continues."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from .harness import Node, bearer

TABLES = 50


class Player(threading.Thread):
    """Plays both seats of a table as fast as possible and records the acknowledged moves."""

    def __init__(self, node: Node, table: str, tokens: list[str], seed: int) -> None:
        super().__init__(daemon=True)
        self._url, self.table, self.tokens, self._chance = node.url, table, tokens, random.Random(seed)
        self.acknowledged: list[tuple[int, int, int]] = []  # seat, decision, action
        self.unsure: tuple[int, int, int] | None = None  # sent, but never answered

    def run(self) -> None:
        with httpx.Client(base_url=self._url, timeout=30) as http:
            try:
                while self._move(http):
                    pass
            except httpx.TransportError:
                pass  # the server is dead

    def _move(self, http: httpx.Client) -> bool:
        for seat, token in enumerate(self.tokens):
            state: dict[str, Any] = http.get(
                f"/api/tables/{self.table}", params={"format": "plain"}, headers=bearer(token)
            ).json()
            if state["table"]["over"]:
                return False
            if state["your_turn"]:
                choice = seat, state["decision"], int(self._chance.choice(list(state["actions"])))
                self.unsure = choice
                body = {"decision": choice[1], "action": choice[2]}
                answer = http.post(f"/api/tables/{self.table}/act", json=body, headers=bearer(token))
                assert answer.status_code == 200, answer.text
                self.acknowledged.append(choice)
                self.unsure = None
        return True


@pytest.mark.full
def test_a_server_killed_under_load_keeps_acknowledged_moves(tmp_path: Path) -> None:
    node = Node(tmp_path / "data", MATCHBOX_LIMITS="0")
    players = []
    for seed in range(TABLES):
        made = node.make("othellino", "Ann", "Bob", options={"board": 8})
        players.append(Player(node, made["table"], [seat["token"] for seat in made["seats"]], seed))
    node.state(players[0].table)
    for player in players:
        player.start()
    end = time.monotonic() + 300
    while sum(len(player.acknowledged) for player in players) < 8 * TABLES:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert any(player.is_alive() for player in players)
    node.kill()
    for player in players:
        player.join()
    node.start()
    try:
        for player in players:
            _check(node, player)
    finally:
        node.stop()


def _check(node: Node, player: Player) -> None:
    for seat, decision, action in player.acknowledged:
        body = {"decision": decision, "action": action}
        again = node.http.post(f"/api/tables/{player.table}/act", json=body, headers=bearer(player.tokens[seat]))
        assert again.status_code == 200, "the server knows every acknowledged move"
    steps = node.state(player.table)["step"]
    assert steps >= len(player.acknowledged)
    if player.unsure:  # the server may have stored it; sending it again settles that
        seat, decision, action = player.unsure
        body = {"decision": decision, "action": action}
        settled = node.http.post(f"/api/tables/{player.table}/act", json=body, headers=bearer(player.tokens[seat]))
        assert settled.status_code == 200, settled.text
    if not node.state(player.table)["table"]["over"]:
        assert node.play_out(player.table, player.tokens, most=2) > 0, "the table continues"


def test_a_bot_moves_after_a_restart(tmp_path: Path) -> None:
    node = Node(tmp_path / "data")
    made = node.make("othellino", "Ann", "novice", pace=2000)
    table, token = made["table"], made["seats"][0]["token"]
    while node.state(table, token)["your_turn"]:
        state = node.state(table, token)
        node.post(f"{table}/act", token, decision=state["decision"], action=int(next(iter(state["actions"]))))
    before = node.state(table, token)["step"]
    node.kill()  # on the bot's turn
    node.start()
    end = time.monotonic() + 120
    while node.state(table, token)["step"] == before:
        assert time.monotonic() < end
        time.sleep(0.1)
    node.stop()
