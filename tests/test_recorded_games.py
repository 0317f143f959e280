"""Games recorded by version 0.1 still verify: every action is legal and leads to the same result.

`data/recorded_games` contains random games of every game: one for each number of seats, and one for each
option value with the fewest seats. `python -m tests.test_recorded_games NAME` records those of a new game.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from matchbox.engine import games, get
from matchbox.engine.notation import Record, parse_game, print_game
from tests.contract.cases import Case, cases_of, random_walk

FOLDER = Path(__file__).parent / "data" / "recorded_games"


@pytest.mark.parametrize("name", games())
def test_recorded_games_verify(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    assert file.is_file(), f"run: python -m tests.test_recorded_games {name}"
    records = file.read_text(encoding="utf-8").split("\n\n")
    finished = 0
    for text in records:
        record = parse_game(text)
        body, _, result = text.rstrip("\n").partition("\nresult ")
        printed, _, now = print_game(record).rstrip("\n").partition("\nresult ")
        assert printed == body
        assert now.partition(" reason ")[0] == result.partition(" reason ")[0]
        finished += bool(result)
    assert finished >= len(games()[name].about.seats)


def recorded(case: Case) -> str:
    """A random game as text."""
    state, actions = case.new(1), []
    for walked, seat, action in random_walk(case, 1):
        actions.append((seat, action))
        state = walked  # the walk continues in this array
    return print_game(Record(case.game, case.seats, case.options, 1, None, actions, case.game.result(state)))


def main() -> None:
    """Record games of new games. Those of older versions stay: they are the test."""
    for name in sys.argv[1:]:
        game, file = get(name), FOLDER / f"{name}.txt"
        fewest = game.about.seats[0]
        cases = [
            case for case in cases_of(game) if not case.options or (case.seats == fewest and len(case.options) == 1)
        ]
        with file.open("x", encoding="utf-8") as out:
            out.write("\n".join(map(recorded, cases)))
        print(f"{file}: {len(cases)} games")


if __name__ == "__main__":
    main()
