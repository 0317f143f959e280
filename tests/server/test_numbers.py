"""The pages of games tell what studies with bots found, where there are numbers."""

from __future__ import annotations

from matchbox.engine import games
from matchbox.lab.game_numbers import LEAST_DEALS, NUMBERS

from .harness import Node


def test_games_say_whether_they_have_numbers(node: Node) -> None:
    kept = {name for name, game in games().items() if (game.folder / NUMBERS).exists()}
    assert {info["id"] for info in node.http.get("/api/games").json() if info["numbers"]} == kept
    for name in games():
        answer = node.http.get(f"/api/games/{name}/numbers")
        assert answer.status_code == (200 if name in kept else 404)
        if name in kept:
            found = answer.json()
            assert found["numbers"]["games"] > 0
            assert all(saying["question"] and saying["text"] for saying in found["sayings"])
            deals = {level["bot"]: level["deals"] for level in found["numbers"]["levels"]}
            assert found["short"] == (deals[found["numbers"]["main"]] < LEAST_DEALS)


def test_a_game_that_does_not_exist_has_no_numbers(node: Node) -> None:
    answer = node.http.get("/api/games/checkers/numbers")
    assert answer.status_code == 404
    assert "error" in answer.json()
