"""The half of `gnubg.py` that runs inside GNU Backgammon, in the Python that is built into it.

Reads a line of JSON a question from standard input, and answers with one that begins with a mark, because the program
prints much else. Boards are its own: two lists of 25 counts, the other player's and that of the player to move; place
k is the point k + 1 from the end of the way, place 24 the bar.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import gnubg  # there only inside the program

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
    "new match 1",  # a win is a win: no gammons, no doubling
    "set turn 1",
)


def answer(question: dict[str, Any]) -> list[Any]:
    """Every play of a roll, best first, with what it is worth."""
    gnubg.command("set board " + gnubg.positionid(tuple(map(tuple, question["board"]))))
    gnubg.command("set dice {} {}".format(*question["dice"]))
    hint = gnubg.hint(99999)
    return [(play["move"], play["equity"]) for play in hint["hint"]] if hint else []


for setting in SETTINGS:
    gnubg.command(setting.format(plies=json.loads(sys.stdin.readline())["plies"] if "{" in setting else 0))
for line in sys.stdin:
    print(MARK + json.dumps(answer(json.loads(line))), flush=True)
