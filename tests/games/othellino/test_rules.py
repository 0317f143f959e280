"""Othellino: worked examples, perft counts from the start, and the rulings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from matchbox.engine import States
from matchbox.games.green_box.othellino import game
from matchbox.games.green_box.othellino.rules import CENTRE, PASS6, PASS8, bit_of

from ..helpers import act, start, texts

PERFT6 = (4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912)
PERFT8 = (4, 12, 56, 244, 1396, 8200, 55092, 390216)
JIT = hasattr(game.rule("setup"), "py_func")  # plain Python counts only a few plies


def x_first(**options: Any) -> States:
    """A game where seat 0 is X."""
    return next(s for s in (start(game, seed=seed, **options) for seed in range(20)) if s["first"][0] == 0)


def board(state: States) -> list[str]:
    """The rows as text, from the top."""
    size = int(state["board"][0])
    signs = "XO" if state["first"][0] == 0 else "OX"
    cells = []
    for index in range(size * size):
        bit = int(bit_of(index, size))
        owner = [seat for seat in (0, 1) if int(state["pieces"][0, seat]) >> bit & 1]
        cells.append(signs[owner[0]] if owner else ".")
    return ["".join(cells[row * size : (row + 1) * size]) for row in range(size)]


def lay(rows: list[str], seat: int = 0, **options: Any) -> States:
    """A position with seat 0 as X and this seat on turn."""
    from matchbox.games.green_box.othellino.rules import next_turn

    state = x_first(**options)
    size = len(rows)
    for mover, sign in enumerate("XO"):
        squares = [i for i, cell in enumerate("".join(rows)) if cell == sign]
        state["pieces"][0, mover] = sum(1 << int(bit_of(i, size)) for i in squares)
    next_turn(state[0], seat)
    return state


@pytest.mark.parametrize(("size", "figures"), [(6, PERFT6), (8, PERFT8)])
def test_2_perft_counts_are_right_at_every_ply(size: int, figures: tuple[int, ...]) -> None:
    depth = len(figures) if JIT else 5
    assert game.count_sequences(x_first(board=size), depth) == list(figures[:depth])


def test_1_x_has_four_opening_moves() -> None:
    state = x_first()
    assert game.legal(state, 0) == [8, 13, 22, 27]
    assert texts(game, state, 0) == ["place c2", "place b3", "place e4", "place d5"]
    act(game, state, (0, "d5"))
    assert board(state) == ["......", "......", "..OX..", "..XX..", "...X..", "......"]
    assert texts(game, state, 1) == ["place e3", "place c5", "place e5"]


def lowest_square_game(size: int) -> tuple[States, list[str]]:
    state, moves = x_first(board=size), []
    while not state["over"][0]:
        seat = game.acting(state)[0]
        action = game.legal(state, seat)[0]
        moves.append(game.text_of(state, action).removeprefix("place "))
        game.apply(state, seat, action)
    return state, moves


def test_3_always_taking_the_lowest_square_on_6x6_gives_the_known_game() -> None:
    state, moves = lowest_square_game(6)
    line = "c2 b2 a2 a1 b3 d2 b1 c1 d1 e1 e2 a3 e4 f2 f1 e3 f3 b5 b4 a5 a4 c5 a6 f4 d5 e5 f5 b6 c6 d6 e6 f6"
    assert " ".join(moves) == line
    assert board(state) == ["OOOOOX", "OOOOXX", "OOOXOX", "XOXOXX", "XXOXOX", "XXXXXO"]
    result = game.result(state)
    assert result is not None
    assert result.scores == (18, 18)
    assert result.winners == (0, 1)


def test_4_always_taking_the_lowest_square_on_8x8_gives_the_known_game() -> None:
    state, moves = lowest_square_game(8)
    assert moves[:8] == ["d3", "c3", "b3", "b2", "b1", "a1", "c4", "c1"]
    assert len(moves) == 64
    assert moves.count("pass") == 4
    assert moves.index("pass") == 18
    assert moves[17] == "g1"
    result = game.result(state)
    assert result is not None
    assert result.scores == (19, 45)


def test_6_a_move_flips_lines_in_several_directions() -> None:
    state = lay(["......", "....X.", "....O.", "XOOO..", "......", "......"])
    act(game, state, (0, "e4"))
    assert board(state) == ["......", "....X.", "....X.", "XXXXX.", "......", "......"]


def test_7_a_gap_or_the_edge_encloses_nothing() -> None:
    state = lay([".OO...", "......", "..OX..", "..XO..", "......", "......"])
    assert "place d1" not in texts(game, state, 0)


def test_8_a_player_without_a_legal_square_passes_for_one_turn() -> None:
    state = lay(["XO....", "......", "......", "......", "......", "......"], seat=1)
    assert game.legal(state, 1) == [PASS6]
    act(game, state, (1, "pass"))
    assert texts(game, state, 0) == ["place c1"]
    state = lay(["OX......"] + ["........"] * 7, board=8)
    assert game.legal(state, 0) == [PASS8]


def test_r7_wiping_out_a_colour_ends_the_game() -> None:
    state = lay(["XO....", "......", "......", "......", "......", "......"])
    act(game, state, (0, "c1"))
    result = game.result(state)
    assert result is not None
    assert result.scores == (3, 0)  # R10: empty squares count for nobody


def test_r9_either_seat_may_start() -> None:
    assert {int(start(game, seed=seed)["first"][0]) for seed in range(30)} == {0, 1}


def test_the_mirrored_opening_exchanges_the_centre() -> None:
    assert board(x_first())[2:4] == ["..OX..", "..XO.."]
    assert board(x_first(opening="mirrored"))[2:4] == ["..XO..", "..OX.."]
    assert board(x_first(board=8))[3:5] == ["...OX...", "...XO..."]


def test_r11_a_free_opening_fills_the_centre_in_turn() -> None:
    state = x_first(opening="free")
    assert game.legal(state, 0) == [14, 15, 20, 21]
    act(game, state, (0, "c3"), (1, "d4"), (0, "d3"))
    assert state["phase"][0] == CENTRE
    assert game.legal(state, 1) == [20]
    act(game, state, (1, "c4"))
    assert board(state)[2:4] == ["..XX..", "..OO.."]  # nothing flips
    assert texts(game, state, 0) == ["place b5", "place c5", "place d5", "place e5"]


def test_every_filling_of_the_centre_leaves_x_a_move() -> None:
    state = x_first(opening="free")
    fillings = [(a, b, c) for a in range(4) for b in range(3) for c in range(2)]
    for picks in fillings:
        copy = state.copy()
        for seat, pick in zip((0, 1, 0, 1), (*picks, 0), strict=True):
            game.apply(copy, seat, game.legal(copy, seat)[pick])
        assert game.acting(copy) == [0]
        assert game.legal(copy, 0) != [PASS6]


def test_each_move_adds_a_piece_and_flips_at_least_one() -> None:
    state = start(game, seed=5)
    choose = np.random.default_rng(5)
    while not state["over"][0]:
        seat = game.acting(state)[0]
        before = [int(p).bit_count() for p in state["pieces"][0]]
        action = int(choose.choice(game.legal(state, seat)))
        game.apply(state, seat, action)
        after = [int(p).bit_count() for p in state["pieces"][0]]
        if action != PASS6:
            assert sum(after) == sum(before) + 1
            assert after[seat] >= before[seat] + 2
