"""GNU Backgammon as an independent check of our backgammon: its rules, and the strength of the bots."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

import numpy as np
import pytest
from benchmarks.gnubg import Gnubg, program, running, single

from matchbox import bots
from matchbox.engine import get
from tests.games.backgammon.positions import ends, position_of, set_position

pytestmark = pytest.mark.skipif(program() is None, reason="GNU Backgammon is not installed (apt install gnubg)")


@pytest.fixture(scope="module")
def gnubg() -> Iterator[Gnubg]:
    with running() as program:
        yield program


def turns(seed: int) -> Iterator[tuple[np.ndarray, tuple[int, int], int]]:
    """Cubes, dice and seat of every turn of a random game."""
    game, choose = get("backgammon"), np.random.default_rng(seed)
    state, turn = game.new(2, seed), 0
    while not state["over"][0]:
        seat = game.acting(state)[0]
        if state["turns"][0] != turn:
            turn = int(state["turns"][0])
            yield state["cubes"][0].copy(), (int(state["dice"][0, 0]), int(state["dice"][0, 1])), seat
        game.apply(state, seat, int(choose.choice(game.legal(state, seat))))


def scattered(seed: int) -> tuple[np.ndarray, tuple[int, int], int]:
    """A few cubes anywhere, the rest borne off: more bars, blockades and bearing off than games have."""
    choose = np.random.default_rng(seed)
    cubes = np.zeros((2, 26), np.uint8)
    spaces = range(19, 25) if seed % 3 == 0 else range(25)
    for player in (0, 1):
        free = [s for s in spaces if s == 0 or player == 0 or cubes[0, 25 - s] == 0]
        for space in choose.choice(free, int(choose.integers(2, 9))).tolist():
            cubes[player, space] += 1
        cubes[player, 25] = 15 - cubes[player].sum()
    first, second = choose.integers(1, 7, 2).tolist()
    return cubes, (first, second), int(choose.integers(2))


def check(gnubg: Gnubg, cubes: np.ndarray, dice: tuple[int, int], seat: int) -> int:
    """Compare all positions after the turn and return their number."""
    state = get("backgammon").new(2, 1)
    set_position(state, cubes, dice, seat)
    before = position_of(state, seat)
    theirs = {play.after for play in gnubg.plays(before, dice)} or {before}
    assert set(ends(state, seat)) == theirs, (before, dice)
    return len(theirs)


def test_plays_agree_in_games(gnubg: Gnubg) -> None:
    compared = [check(gnubg, *turn) for seed in range(40) for turn in list(turns(seed))[seed % 7 :: 7]]
    assert len(compared) > 300
    assert max(compared) > 50


def test_plays_agree_on_scattered_cubes(gnubg: Gnubg) -> None:
    compared = [check(gnubg, *scattered(seed)) for seed in range(300)]
    assert compared.count(1) > 20  # forced or impossible
    assert max(compared) > 10


def test_a_searching_bot_loses_less_equity_than_a_random_one(gnubg: Gnubg) -> None:
    """GNU Backgammon evaluates in its own games how much equity a bot's plays lose per turn."""
    game, lost = get("backgammon"), {}
    for name in ("random", "club"):
        played = [single(game, gnubg, bots.make(name, seed, game), 0, seed, against=False) for seed in range(4)]
        lost[name] = fmean(equity for each in played for equity in each.lost)
    assert 0 <= lost["club"] < 0.7 * lost["random"]
