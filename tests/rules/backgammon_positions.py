"""Backgammon positions for tests: lay cubes and dice, find all ways to play a roll."""

from __future__ import annotations

import numpy as np

from matchbox.boxes.green_box.backgammon import MOVE, OFF, ask_move, find_moves, game, lay_dice
from matchbox.engine import States

Spaces = dict[int, int]
OPENING: Spaces = {1: 2, 12: 5, 17: 3, 19: 5}
Position = tuple[tuple[int, ...], tuple[int, ...]]


def lay(mine: Spaces, yours: Spaces, dice: tuple[int, int], **options: object) -> States:
    """Seat 0 to play these dice; cubes not named are borne off (each side counts its own spaces)."""
    state = game.new(2, 1, **options)
    cubes = np.zeros((2, 26), np.uint8)
    for seat, spaces in enumerate((mine, yours)):
        for space, count in spaces.items():
            cubes[seat, space] = count
        cubes[seat, OFF] += 15 - cubes[seat].sum()
    set_position(state, cubes, dice)
    return state


def set_position(state: States, cubes: np.ndarray, dice: tuple[int, int], seat: int = 0) -> bool:
    """Put cubes and dice into a state with this seat to move; can it move?"""
    state["cubes"][0] = cubes
    for player in (0, 1):
        state["mine"][0, player] = sum(1 << s for s in range(25) if cubes[player, s])
        state["blocked"][0, player] = sum(1 << s for s in range(1, 25) if cubes[1 - player, 25 - s] > 1)
    s = state[0]
    lay_dice(s, *dice)
    ask_move(s, seat)
    state["phase"] = MOVE
    return bool(find_moves(s, seat))


def position_of(state: States, seat: int = 0) -> Position:
    mine, yours = (tuple(int(n) for n in state["cubes"][0, player]) for player in (seat, 1 - seat))
    return mine, yours


def ends(state: States, seat: int = 0) -> dict[Position, int]:
    """All positions after the turn, each with the number of moves played to reach it."""
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
