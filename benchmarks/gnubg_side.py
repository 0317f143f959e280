"""The half of `gnubg.py` that runs inside GNU Backgammon, in the Python that is built into it.

The first line of standard input is the settings as JSON, each other line is a position. The answer is a line that
begins with a mark, because the program prints other text as well. A board is two lists of 25 counts, first for the
opponent, then for the player on turn. Index k is the point k + 1, and index 24 is the bar. A position without dice asks
about the cube.
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
    "set evaluation movefilter 1 0 0 20 0.4",  # all plays that are worth a thought get the same look ahead
    "set evaluation movefilter 2 0 0 20 0.4",
    "set evaluation movefilter 2 1 -1",
    "new match {match}",  # in a match to one point every win counts the same: no gammons, no doubling
    "set turn 1",
)


def answer(position: dict[str, Any], settings: dict[str, int]) -> list[Any]:
    """Every play of a roll with its equity, best first; or the equities of no double, double and take, double and drop.

    An equity of a match is measured by the points of a single win with this cube.
    """
    board = tuple(map(tuple, position["board"]))
    score = position.get("score", (0, 0))
    cube, owner, crawford = position.get("cube", (1, -1, 0))
    if "dice" not in position:
        info = gnubg.cubeinfo(cube, owner, 1, settings["match"], tuple(score), crawford, 0)
        context = gnubg.evalcontext(1, settings["plies"], 1, 1, 0.0)
        return list(gnubg.cfevaluate(board, info, context)[1:4])
    if "score" in position:
        gnubg.command("set score {} {}".format(*score))
        gnubg.command(f"set cube value {cube}")
        gnubg.command("set cube centre" if owner < 0 else f"set cube owner {owner}")
        if min(settings["match"] - points for points in score) == 1:
            gnubg.command("set crawford " + ("on" if crawford else "off"))
    gnubg.command("set board " + gnubg.positionid(board))
    gnubg.command("set dice {} {}".format(*position["dice"]))
    hint = gnubg.hint(99999)
    return [(play["move"], play["equity"]) for play in hint["hint"]] if hint else []


chosen = json.loads(sys.stdin.readline())
for setting in SETTINGS:
    gnubg.command(setting.format(**chosen))
for line in sys.stdin:
    print(MARK + json.dumps(answer(json.loads(line), chosen)), flush=True)
