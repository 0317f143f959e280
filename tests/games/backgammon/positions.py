"""Backgammon positions for tests: set up cubes and dice, find all ways to play a roll."""

from __future__ import annotations

import numpy as np

from matchbox.engine import States
from matchbox.games.green_box.backgammon import game
from matchbox.games.green_box.backgammon.rules import MOVE, OFF, find_moves, move_phase, set_dice

Spaces = dict[int, int]
OPENING: Spaces = {1: 2, 12: 5, 17: 3, 19: 5}
Position = tuple[tuple[int, ...], tuple[int, ...]]


def lay(mine: Spaces, yours: Spaces, dice: tuple[int, int], **options: object) -> States:
    """A position where seat 0 plays these dice. Each side counts its own spaces; missing cubes are borne off."""
    state = game.new(2, 1, **options)
    cubes = np.zeros((2, 26), np.uint8)
    for seat, spaces in enumerate((mine, yours)):
        for space, count in spaces.items():
            cubes[seat, space] = count
        cubes[seat, OFF] += 15 - cubes[seat].sum()
    set_position(state, cubes, dice)
    return state


def set_position(state: States, cubes: np.ndarray, dice: tuple[int, int], seat: int = 0) -> bool:
    """Set cubes and dice with this seat on turn; return whether it can move."""
    state["cubes"][0] = cubes
    for player in (0, 1):
        state["mine"][0, player] = sum(1 << s for s in range(25) if cubes[player, s])
        state["blocked"][0, player] = sum(1 << s for s in range(1, 25) if cubes[1 - player, 25 - s] > 1)
    s = state[0]
    set_dice(s, *dice)
    move_phase(s, seat)
    state["phase"] = MOVE
    return bool(find_moves(s, seat))


def position_of(state: States, seat: int = 0) -> Position:
    mine, yours = (tuple(int(n) for n in state["cubes"][0, player]) for player in (seat, 1 - seat))
    return mine, yours


def ends(state: States, seat: int = 0) -> dict[Position, int]:
    """All positions after the turn, with the number of moves that lead to each."""
    if not state["can"].any():
        return {position_of(state, seat): 0}
    apply, legal = game.compiled("apply_at"), game.compiled("legal_at")
    out = np.zeros(game.actions.count, np.int32)
    turn = int(state["turns"][0])
    found: dict[Position, int] = {}
    seen, waiting = set(), [(state, 0)]
    while waiting:
        here, played = waiting.pop()
        count = legal(here, 0, seat, out)
        for action in out[:count].tolist():
            after = here.copy()
            apply(after, 0, seat, action)
            if after["over"][0] or after["turns"][0] != turn:
                found[position_of(after, seat)] = played + 1
            elif (key := after["cubes"].tobytes() + after["left"].tobytes()) not in seen:
                seen.add(key)
                waiting.append((after, played + 1))
    return found
