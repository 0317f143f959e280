"""A server or a player that wants to choose the chance of a game. Run it with `python -m tests.attacks.rematch`."""

from __future__ import annotations

import hashlib
import sys
import tempfile
from pathlib import Path

from matchbox.engine.notation import parse_game
from tests.server.harness import Node

from . import report

ROUNDS = 5


def main() -> bool:
    node = Node(Path(tempfile.mkdtemp()) / "data")  # as in production: with limits
    held = True
    try:
        early = {"game": "othellino", "players": [{"kind": "me"}, {"kind": "open"}], "nonce": "aa"}
        answer = node.http.post("/api/tables", json=early)
        held &= report("a new table: nonce before the commitment", answer.status_code == 400, str(answer.status_code))
        reserved = node.http.post("/api/reserve").json()
        made = node.make("othellino", {"kind": "me", "name": "Ann"}, "open", nonce="0a", table=reserved["table"])
        table, seal = made["table"], node.get(made["table"]).json()["table"]["commitment"]
        invite = made["invites"][0]["invite"]
        joined = node.post(f"{table}/join", name="Bob", invite=invite, nonce="0b").json()
        tokens = [made["seats"][0]["token"], joined["token"]]
        held &= report("a new table: another commitment than reserved", seal == reserved["commitment"], seal[:12])
        opened = with_nonces = 0
        for number in range(ROUNDS):
            node.play_out(table, tokens, seed=number)
            info = node.get(table).json()["table"]
            opened += hashlib.sha256(bytes.fromhex(info["secret"])).hexdigest() == seal
            with_nonces += all(info["nonces"]) and parse_game(node.get(f"{table}/record").text).nonces == info["nonces"]
            answer = node.post(f"{table}/rematch", tokens[0], nonce="ff")
            if number == 0:
                held &= report("a rematch: nonce before the commitment", answer.status_code == 409, answer.text[:60])
            next_table = node.post(f"{table}/rematch/reserve", tokens[1])
            if next_table.status_code != 200:
                break
            seal = next_table.json()["commitment"]
            seats = [node.post(f"{table}/rematch", t, nonce=f"{number}{n}").json() for n, t in enumerate(tokens)]
            table, tokens = seats[0]["table"], [seat["seats"][0]["token"] for seat in seats]
        held &= report("the secret belongs to the first commitment", opened == ROUNDS, f"{opened} of {ROUNDS} games")
        held &= report("every seat's nonce is in the seed", with_nonces == ROUNDS, f"{with_nonces} of {ROUNDS} games")
    finally:
        node.stop()
    return held


if __name__ == "__main__":
    sys.exit(not main())
