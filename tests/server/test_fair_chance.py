"""The server commits before it sees a nonce: at a new table, at a join and at a rematch."""

from __future__ import annotations

import hashlib
from typing import Any

from matchbox.engine.notation import parse_game

from .harness import Node

ANN = {"kind": "me", "name": "Ann"}


def finished(node: Node) -> tuple[str, list[str]]:
    """A finished table of two people, and their tokens."""
    made = node.make("othellino", ANN, "open")
    joined = node.post(f"{made['table']}/join", name="Bob", invite=made["invites"][0]["invite"]).json()
    tokens = [made["seats"][0]["token"], joined["token"]]
    node.play_out(made["table"], tokens)
    return made["table"], tokens


def opened(info: dict[str, Any]) -> str:
    """The commitment to the secret that a finished table has published."""
    return hashlib.sha256(bytes.fromhex(info["secret"])).hexdigest()


def test_a_nonce_before_the_commitment_is_refused(node: Node) -> None:
    body = {"game": "othellino", "players": [ANN, {"kind": "open"}], "nonce": "aa"}
    refused = node.http.post("/api/tables", json=body)
    assert refused.status_code == 400
    assert "/api/reserve" in refused.json()["error"]
    reserved = node.http.post("/api/reserve").json()
    made = node.make("othellino", ANN, "open", nonce="aa", table=reserved["table"])
    info = node.get(made["table"]).json()["table"]
    assert info["commitment"] == reserved["commitment"]
    assert info["nonces"] == ["aa", ""]


def test_the_nonce_of_a_new_table_belongs_to_your_first_seat(node: Node) -> None:
    reserved = node.http.post("/api/reserve").json()
    made = node.make("othellino", "random", "Ann", nonce="aa", table=reserved["table"])
    assert node.get(made["table"]).json()["table"]["nonces"] == ["", "aa"]
    body = {"game": "othellino", "players": [{"kind": "open"}, {"kind": "open"}], "nonce": "aa"}
    refused = node.http.post("/api/tables", json={**body, "table": node.http.post("/api/reserve").json()["table"]})
    assert refused.status_code == 400
    assert "seat" in refused.json()["error"]


def test_a_rematch_commits_before_the_nonces(node: Node) -> None:
    table, tokens = finished(node)
    early = node.post(f"{table}/rematch", tokens[0], nonce="aa")
    assert early.status_code == 409
    assert "rematch/reserve" in early.json()["error"]
    seals = [node.post(f"{table}/rematch/reserve", token).json() for token in tokens]
    assert seals[0] == seals[1]
    again = seals[0]["table"]
    before = node.get(again).json()["table"]
    assert before["commitment"] == seals[0]["commitment"]
    assert before["nonces"] == ["", ""]
    assert [seat["kind"] for seat in before["seats"]] == ["open", "open"]
    seats = [node.post(f"{table}/rematch", t, nonce=n).json() for t, n in zip(tokens, ("0a", "0b"), strict=True)]
    assert {seat["table"] for seat in seats} == {again}
    node.play_out(again, [seat["seats"][0]["token"] for seat in seats])
    after = node.get(again).json()["table"]
    assert after["nonces"] == ["0b", "0a"]  # the seats are rotated
    assert opened(after) == seals[0]["commitment"]
    assert parse_game(node.get(f"{again}/record").text).commitment == seals[0]["commitment"]


def test_a_rematch_without_a_nonce_gets_a_seat(node: Node) -> None:
    """A nonce protects the player who sends it; a program may do without."""
    table, tokens = finished(node)
    first = node.post(f"{table}/rematch", tokens[0]).json()
    info = node.get(first["table"]).json()["table"]
    assert [seat["kind"] for seat in info["seats"]] == ["open", "person"]
    assert node.post(f"{table}/rematch", tokens[1], nonce="0b").status_code == 200
    assert node.get(first["table"]).json()["table"]["nonces"] == ["0b", ""]


def test_only_players_reserve_a_rematch_and_only_after_the_game(node: Node) -> None:
    made = node.make("othellino", ANN, "open")
    assert node.post(f"{made['table']}/rematch/reserve").status_code == 401
    assert node.post(f"{made['table']}/rematch/reserve", made["seats"][0]["token"]).status_code == 409
