"""The half of `gnubg.py` that runs inside GNU Backgammon, in the Python that is built into it.

Each line of standard input is a position as JSON. The answer is a line that begins with a mark, because the program
prints other text as well. A board is two lists of 25 counts, first for the opponent, then for the player on turn.
Index k is the point k + 1, and index 24 is the bar.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import gnubg  # exists only inside the program

MARK = "matchbox:"
SETTINGS = (
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set player 0 human",
    "set player 1 human",
    "set display off",
    "set evaluation chequerplay evaluation plies {plies}",
    "new match 1",  # every win counts the same: no gammons, no doubling
    "set turn 1",
)


def answer(position: dict[str, Any]) -> list[Any]:
    """Every play of a roll with its equity, best first."""
    gnubg.command("set board " + gnubg.positionid(tuple(map(tuple, position["board"]))))
    gnubg.command("set dice {} {}".format(*position["dice"]))
    hint = gnubg.hint(99999)
    return [(play["move"], play["equity"]) for play in hint["hint"]] if hint else []


for setting in SETTINGS:
    gnubg.command(setting.format(plies=json.loads(sys.stdin.readline())["plies"] if "{" in setting else 0))
for line in sys.stdin:
    print(MARK + json.dumps(answer(json.loads(line))), flush=True)
