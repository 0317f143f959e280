"""What bots think about: placements without chips to spare."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.games.british_empire.holmes_vs_moriarty.judgement import keep_thrifty
from matchbox.games.british_empire.holmes_vs_moriarty.rules import PLACE, placements_for
from matchbox.games.british_empire.holmes_vs_moriarty.state import NOTHING

from .test_rules import chips, letters


@pytest.mark.parametrize(
    ("hand", "target", "sets"),
    [
        ("RRG", 1, "R G"),  # a single chip is enough
        ("RRY", 1, "R RY"),  # yellow halves points: it may go, but no second red with it
        ("RRRG", 1, "R G"),
        ("GGY", 2, "G GY"),
        ("BBBG", 3, "BBB G"),  # neither of two exact sets is a part of the other
        ("BBRY", 5, "BRY"),  # yellow has the value of red, not of a second blue
        ("Y", 1, "-"),  # nothing can be placed
    ],
)
def test_a_chip_that_is_not_needed_stays_behind_the_screen(hand: str, target: int, sets: str) -> None:
    out = np.zeros(400, np.int64)
    b, r, g, y = chips(hand)
    n = placements_for(target, b, r, g, y, NOTHING, out)
    kept = keep_thrifty(out, n)
    found = {letters(tuple(map(int, PLACE.args(int(action))))) or "-" for action in out[:kept]}
    assert found == set(sets.split())
