"""How a position will end: the odds of the networks, and looking ahead over the next rolls.

Odds are five chances of the player about to roll (`inputs.py`). The stakes turn odds into one number.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from matchbox.bots.network import Layers, Network, forward, layers_of, new_network
from matchbox.engine import entry_point, rule, wide

from .board import CHANCES, ROLLS, Plays, copy_board, find_plays, new_plays, step, turn_board
from .inputs import (
    BACKGAMMON,
    GAMMON,
    INPUTS,
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    ODDS,
    ROOM,
    WIN,
    describe,
)
from .rules import OFF

CONSIDERED, CONSIDERED_TWICE = 8, 3  # plays that deserve one look ahead, and a second
CLOSE, CLOSE_TWICE = 0.16, 0.03  # and how far behind the best they may be; results are from -1 to 1


class Networks(NamedTuple):
    contact: Network
    race: Network


class Desk(NamedTuple):
    """Memory for looking ahead."""

    contact: Layers
    race: Layers
    inputs: Any
    strengths: Any
    boards: Any  # a board by depth
    turned: Any
    odds: Any  # by depth
    best: Any  # by depth
    root: Plays
    replies: Plays
    answers: Plays
    scores: Any  # of the plays of the root
    looks: Any  # how far each of them was looked ahead


def new_networks(wide_units: int = 96, narrow_units: int = 24, seed: int = 0) -> Networks:
    return Networks(
        new_network(INPUTS, ODDS, wide_units, narrow_units, seed), new_network(INPUTS, ODDS, 48, 16, seed + 1)
    )


def new_desk(nets: Networks) -> Desk:
    root = new_plays()
    return Desk(
        layers_of(nets.contact), layers_of(nets.race), np.zeros(ROOM, np.int32), np.zeros(ROOM, np.float32),
        np.zeros((4, 2, 26), np.int8), np.zeros((2, 26), np.int8), np.zeros((4, ODDS)), np.zeros((4, ODDS)),
        root, new_plays(), new_plays(), np.zeros(len(root.keys)), np.zeros(len(root.keys), np.int64),
    )  # fmt: skip


def save(path: Path, nets: Networks, about: dict[str, Any]) -> None:
    """Write the weights as half-precision numbers, with a header in JSON."""
    parts = {
        f"{name}_{part}": getattr(net, part).astype(np.float16)
        for name, net in zip(Networks._fields, nets, strict=True)
        for part in Network._fields
    }
    header = np.frombuffer(json.dumps(about).encode(), np.uint8)
    with path.open("wb") as file:
        np.savez_compressed(file, header=header, **parts)


def load(data: bytes) -> tuple[Networks, dict[str, Any]]:
    with np.load(BytesIO(data)) as file:
        nets = Networks(
            *(
                Network(*(np.ascontiguousarray(file[f"{name}_{part}"].astype(np.float32)) for part in Network._fields))
                for name in Networks._fields
            )
        )
        return nets, json.loads(file["header"].tobytes())


@cache
def learned() -> Networks:
    """The networks that come with the game."""
    return load(resources.files(__package__).joinpath("value.npz").read_bytes())[0]


# --- evaluation ---


@rule
def weigh(nets: Networks, board: Any, gammons: float, desk: Desk, odds: Any) -> None:
    """The odds of the first row, about to roll, by the networks alone."""
    mine_off, yours_off = wide(board[0, OFF]), wide(board[1, OFF])
    if yours_off == 15:
        lost(board, odds)
        return
    n, race = describe(board, gammons, desk.inputs, desk.strengths)
    if race:
        forward(nets.race, desk.inputs, desk.strengths, n, desk.race)
        read(desk.race.values, mine_off, yours_off, odds)
    else:
        forward(nets.contact, desk.inputs, desk.strengths, n, desk.contact)
        read(desk.contact.values, mine_off, yours_off, odds)


@rule
def lost(board: Any, odds: Any) -> None:
    """The opponent has borne off everything."""
    for k in range(ODDS):
        odds[k] = 0.0
    if board[0, OFF] == 0:
        odds[LOSE_GAMMON] = 1.0
        for space in range(7):
            if board[0, space] > 0:
                odds[LOSE_BACKGAMMON] = 1.0


@rule
def read(values: Any, mine_off: int, yours_off: int, odds: Any) -> None:
    """Chances from the outputs of a network. A player who has borne off a cube loses no gammon."""
    for k in range(ODDS):
        odds[k] = 0.5 + 0.5 * float(values[k])
    odds[GAMMON] = min(odds[GAMMON], odds[WIN]) if yours_off == 0 else 0.0
    odds[BACKGAMMON] = min(odds[BACKGAMMON], odds[GAMMON])
    odds[LOSE_GAMMON] = min(odds[LOSE_GAMMON], 1.0 - odds[WIN]) if mine_off == 0 else 0.0
    odds[LOSE_BACKGAMMON] = min(odds[LOSE_BACKGAMMON], odds[LOSE_GAMMON])


@rule
def worth_reversed(stakes: Any, side: int, odds: Any) -> float:
    """The result that a side expects; the odds are the opponent's."""
    value = stakes[side, ODDS] + stakes[side, WIN] * (1.0 - odds[WIN])
    value += stakes[side, GAMMON] * odds[LOSE_GAMMON] + stakes[side, BACKGAMMON] * odds[LOSE_BACKGAMMON]
    return value + stakes[side, LOSE_GAMMON] * odds[GAMMON] + stakes[side, LOSE_BACKGAMMON] * odds[BACKGAMMON]


@rule
def add_reversed(total: Any, chance: float, odds: Any) -> None:
    """Add the opponent's odds, seen from the other side, to a mean."""
    total[WIN] += chance * (1.0 - odds[WIN])
    total[GAMMON] += chance * odds[LOSE_GAMMON]
    total[BACKGAMMON] += chance * odds[LOSE_BACKGAMMON]
    total[LOSE_GAMMON] += chance * odds[GAMMON]
    total[LOSE_BACKGAMMON] += chance * odds[BACKGAMMON]


@rule
def best_play(
    nets: Networks, board: Any, a: int, b: int, gammons: float, stakes: Any, side: int, desk: Desk, plays: Plays,
    best: Any, odds: Any,
) -> int:  # fmt: skip
    """The best way to play a roll without looking ahead; leaves the opponent's odds after it in `best`."""
    n = find_plays(board, a, b, 4 if a == b else 1, 0 if a == b else 1, plays)
    chosen, most = 0, -9.0
    for k in range(n):
        turn_board(desk.turned, plays.boards[k])
        weigh(nets, desk.turned, gammons, desk, odds)
        value = worth_reversed(stakes, side, odds)
        if value > most:
            chosen, most = k, value
            for j in range(ODDS):
                best[j] = odds[j]
    return chosen


@rule
def look_ahead(
    nets: Networks, board: Any, gammons: float, stakes: Any, side: int, desk: Desk, plays: Plays, odds: Any
) -> None:
    """The odds of the first row, about to roll: the mean over all rolls, each played as well as the networks know."""
    if board[1, OFF] == 15:
        lost(board, odds)
        return
    for k in range(ODDS):
        odds[k] = 0.0
    for k in range(len(ROLLS)):
        a, b = wide(ROLLS[k, 0]), wide(ROLLS[k, 1])
        best_play(nets, board, a, b, gammons, stakes, side, desk, plays, desk.best[0], desk.odds[0])
        add_reversed(odds, CHANCES[k], desk.best[0])


@rule
def look_farther(nets: Networks, board: Any, gammons: float, stakes: Any, side: int, desk: Desk, odds: Any) -> None:
    """As `look_ahead`, but each play is weighed over the opponent's next rolls."""
    if board[1, OFF] == 15:
        lost(board, odds)
        return
    for k in range(ODDS):
        odds[k] = 0.0
    for k in range(len(ROLLS)):
        a, b = wide(ROLLS[k, 0]), wide(ROLLS[k, 1])
        n = best_play(nets, board, a, b, gammons, stakes, side, desk, desk.replies, desk.best[1], desk.odds[0])
        turn_board(desk.boards[1], desk.replies.boards[n])
        look_ahead(nets, desk.boards[1], gammons, stakes, 1 - side, desk, desk.answers, desk.odds[1])
        add_reversed(odds, CHANCES[k], desk.odds[1])


# --- planning ---


@rule
def rank_plays(nets: Networks, n: int, gammons: float, stakes: Any, plies: int, desk: Desk) -> None:
    """Score the plays of the root, and look farther ahead with the best ones."""
    for k in range(n):
        turn_board(desk.turned, desk.root.boards[k])
        weigh(nets, desk.turned, gammons, desk, desk.odds[0])
        desk.scores[k] = worth_reversed(stakes, 0, desk.odds[0])
        desk.looks[k] = 0
    for ply in range(plies):
        look_again(
            nets, n, gammons, stakes, ply, CONSIDERED if ply == 0 else CONSIDERED_TWICE,
            CLOSE if ply == 0 else CLOSE_TWICE, desk,
        )  # fmt: skip


@rule
def look_again(
    nets: Networks, n: int, gammons: float, stakes: Any, ply: int, most: int, close: float, desk: Desk
) -> None:
    """Look one roll farther ahead if several plays are close; the others keep their distance from the best."""
    top, rivals = -9.0, 0
    for k in range(n):
        if desk.looks[k] == ply:
            top = max(top, desk.scores[k])
    for k in range(n):
        if desk.looks[k] == ply and desk.scores[k] >= top - close:
            rivals += 1
    if rivals < 2:
        return
    reached = -9.0
    for _ in range(most):
        at, value = -1, -9.0
        for k in range(n):
            if desk.looks[k] == ply and desk.scores[k] > value:
                at, value = k, desk.scores[k]
        if at < 0 or value < top - close:
            break
        turn_board(desk.boards[0], desk.root.boards[at])
        if ply == 0:
            look_ahead(nets, desk.boards[0], gammons, stakes, 1, desk, desk.answers, desk.odds[2])
        else:
            look_farther(nets, desk.boards[0], gammons, stakes, 1, desk, desk.odds[2])
        score = worth_reversed(stakes, 0, desk.odds[2])
        reached = max(reached, score)
        desk.scores[at], desk.looks[at] = score, ply + 1
    for k in range(n):
        if desk.looks[k] <= ply:
            desk.scores[k] = min(desk.scores[k] + reached - top, reached)


@entry_point
def plan_turn(
    nets: Networks, board: Any, dice: Any, left: Any, gammons: float, stakes: Any, plies: int, desk: Desk,
    spaces: Any, numbers: Any, values: Any,
) -> int:  # fmt: skip
    """The value of each first move of the rest of a turn: that of the best play that begins with it.

    Returns the number of different plays.
    """
    low, high = wide(dice[0]), wide(dice[1])
    n = find_plays(board, low, high, wide(left[0]), wide(left[1]), desk.root)
    rank_plays(nets, n, gammons, stakes, plies, desk)
    start = desk.boards[0]
    for i in range(len(spaces)):
        copy_board(start, board)
        number = wide(numbers[i])
        step(start, wide(spaces[i]), number)
        lows, highs = wide(left[0]), wide(left[1])
        if number == low:
            lows -= 1
        else:
            highs -= 1
        if start[0, OFF] == 15:
            lows = highs = 0
        values[i] = -1.0
        for rest in range(find_plays(start, low, high, lows, highs, desk.replies)):
            for k in range(n):
                if desk.root.keys[k] == desk.replies.keys[rest]:
                    values[i] = max(values[i], desk.scores[k])
    return n


@entry_point
def odds_by_roll(nets: Networks, board: Any, gammons: float, stakes: Any, plies: int, desk: Desk, odds: Any) -> None:
    """For each roll, the opponent's odds after the best play."""
    for k in range(len(ROLLS)):
        a, b = wide(ROLLS[k, 0]), wide(ROLLS[k, 1])
        n = best_play(nets, board, a, b, gammons, stakes, 0, desk, desk.replies, odds[k], desk.odds[0])
        if plies:
            turn_board(desk.boards[1], desk.replies.boards[n])
            look_ahead(nets, desk.boards[1], gammons, stakes, 1, desk, desk.answers, odds[k])
