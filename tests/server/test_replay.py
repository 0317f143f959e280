"""Replays show all hands after the game, and never before its end."""

from __future__ import annotations

from typing import Any

import pytest

from .harness import Node


def hands(scene: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    return [piece for area in scene["areas"] if area.get("seat") == seat for piece in area.get("pieces", [])]


def cards(scene: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """The cards of a seat that are face up."""
    return [piece for piece in hands(scene, seat) if piece["kind"] == "card" and not piece.get("hidden")]


@pytest.mark.parametrize("asked", [-1, 0])
def test_a_finished_game_can_be_replayed_with_all_hands_open(node: Node, asked: int) -> None:
    made = node.make("tunnel_run", "Ann", "Bob")
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    node.state(table)
    running = node.get(f"{table}/replay", tokens[0], step=0, seat=asked, all_hands=True).json()["scene"]
    assert running == node.get(f"{table}/replay", tokens[0], step=0, seat=0).json()["scene"]
    assert not cards(running, 1)
    node.play_out(table, tokens)
    closed = node.get(f"{table}/replay", step=0, seat=asked).json()["scene"]
    assert not cards(closed, 1)
    opened = node.get(f"{table}/replay", step=0, seat=asked, all_hands=True).json()["scene"]
    for seat in (0, 1):
        own = node.get(f"{table}/replay", step=0, seat=seat).json()["scene"]
        assert hands(opened, seat) == hands(own, seat)
        assert cards(opened, seat)


def test_a_replay_with_all_hands_tells_secret_choices(node: Node) -> None:
    made = node.make("gold_mine", "Ann", "Bob")
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    node.play_out(table, tokens)
    closed = node.get(f"{table}/replay", step=1, seat=-1).json()["line"]["events"]
    opened = node.get(f"{table}/replay", step=1, seat=-1, all_hands=True).json()["line"]["events"]
    assert closed != opened
