"""Games recorded by version 0.1 still verify: every action is legal and leads to the same result.

`data/recorded_games` contains random games of every game: one for each number of seats, and one for each
option value with the fewest seats.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from matchbox.engine import games
from matchbox.engine.notation import parse_game, print_game

FOLDER = Path(__file__).parent / "data" / "recorded_games"


@pytest.mark.parametrize("name", games())
def test_recorded_games_verify(name: str) -> None:
    records = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n\n")
    finished = 0
    for text in records:
        record = parse_game(text)
        body, _, result = text.rstrip("\n").partition("\nresult ")
        printed, _, now = print_game(record).rstrip("\n").partition("\nresult ")
        assert printed == body
        assert now.partition(" reason ")[0] == result.partition(" reason ")[0]
        finished += bool(result)
    assert finished >= len(games()[name].about.seats)
