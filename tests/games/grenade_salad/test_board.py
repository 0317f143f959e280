"""Grenade Salad: moves, attacks and scattering on the board."""

from __future__ import annotations

from itertools import product

import numpy as np

from matchbox.engine import wide
from matchbox.games.green_box.grenade_salad import game
from matchbox.games.green_box.grenade_salad.geometry import FAR, NEAR, overlap
from matchbox.games.green_box.grenade_salad.orders import (
    COLUMN,
)
from matchbox.games.green_box.grenade_salad.state import enter_near, is_free, rows_to_move, scatter

from ..helpers import texts
from .positions import GREEN, RED, Place, alive, kills, phase, play, position


def test_e3_close_combat_needs_a_gap_below_a_cubes_width() -> None:
    for place, near in (((36, 90), True), ((38, 90), False), ((37, 96), True), ((37, 97), False)):
        state = position([(30, 90)], [place], hands=["HDDDD", "WWWWW"])
        assert ("play Hammers" in texts(game, state, RED)) == near


def test_e4_a_third_soldier_blocks_sight() -> None:
    for b, c, hidden in (
        ((60, 20), (40, 21), True),
        ((60, 20), (40, 22), False),
        ((60, 60), (40, 43), True),
        ((60, 60), (40, 44), False),
        ((60, 60), (41, 38), True),
        ((60, 60), (42, 38), False),
    ):
        for army in ([(20, 20), c], [(20, 20)]):  # the third soldier is red, or of a third seat
            third = [c] if len(army) == 1 else [(118, 2)]
            state = position(army, [b], third, hands=["ADDDD", "WWWWW", "AAAAA"])
            play(state, RED, "play Arrow")
            seen = "kill seat=1 soldier=0" in texts(game, state, RED)
            assert seen != hidden or len(army) == 2  # R19; a red soldier in between may see the victim itself


def test_one_soldier_with_a_clear_line_is_enough() -> None:
    state = position([(20, 20), (60, 90)], [(60, 20), (40, 20)], hands=["ADDDD", "WWWWW"])
    play(state, RED, "play Arrow")
    assert texts(game, state, RED) == ["kill seat=1 soldier=0", "kill seat=1 soldier=1"]
    state = position([(20, 20)], [(60, 20), (40, 20)], hands=["ADDDD", "WWWWW"])
    play(state, RED, "play Arrow")
    assert texts(game, state, RED) == ["kill seat=1 soldier=1"]


def test_e5_a_soldier_moves_within_a_circle_to_a_free_point() -> None:
    state = position([(60, 60)], [(64, 70)], hands=["DDDDD", "WWWWW"])
    play(state, RED, "move")
    assert phase(state) == COLUMN  # a single soldier needs no choice
    assert texts(game, state, RED) == [f"dx by={dx}" for dx in range(-20, 21)]
    after = state.copy()
    play(after, RED, "dx 20")  # a single row needs no choice
    assert (after["x"][0, RED, 0], after["y"][0, RED, 0]) == (80, 60)
    play(state, RED, "dx 12")
    assert texts(game, state, RED)[::32] == ["dy by=-16", "dy by=16"]
    state = position([(60, 60)], [(64, 70)], hands=["DDDDD", "WWWWW"])
    play(state, RED, "move", "dx 1")
    rows = {int(text.removeprefix("dy by=")) for text in texts(game, state, RED)}
    assert rows == set(range(-19, 20)) - set(range(7, 14))  # (3, 3) away overlaps, (3, 4) does not
    state = position([(60, 60)], [(64, 70)], hands=["DDDDD", "WWWWW"])
    play(state, RED, "move", "dx 0")
    assert set(range(-20, 21)) - {int(t.removeprefix("dy by=")) for t in texts(game, state, RED)} == {0}


def test_legal_moves_match_a_plain_check_of_every_point() -> None:
    """For crowds in the middle, at an edge and in a corner."""
    choose = np.random.default_rng(3)
    for low, high in ((40, 80), (2, 30), (90, 118)):
        places: list[Place] = []
        while len(places) < 18:
            at = (int(choose.integers(low, high + 1)), int(choose.integers(low, high + 1)))
            if not any(overlap(*at, *other) for other in places):
                places.append(at)
        state = position(places[:9], places[9:], hands=["DDDDD", "WWWWW"])
        for soldier, (x, y) in enumerate(places[:9]):
            others = places[:soldier] + places[soldier + 1 :]
            for dx in range(-20, 21):
                rows = int(rows_to_move(state[0], wide(0), wide(soldier), wide(dx)))
                for dy in range(-20, 21):
                    to = (x + dx, y + dy)
                    fine = (
                        (dx, dy) != (0, 0)
                        and dx * dx + dy * dy <= 400
                        and all(NEAR <= v <= FAR for v in to)
                        and not any(overlap(*to, *other) for other in others)
                    )
                    assert (rows >> dy + 20 & 1 == 1) == fine


def test_soldiers_jump_over_others_and_stay_on_the_table() -> None:
    state = position([(2, 60)], [(6, 60)], hands=["DDDDD", "WWWWW"])
    play(state, RED, "move")
    assert texts(game, state, RED)[0] == "dx by=0"  # R4
    play(state, RED, "dx 8")
    assert "dy by=0" in texts(game, state, RED)  # R3


def test_an_enclosed_soldier_cannot_move() -> None:
    """The corner is so full that no free point is in reach."""
    wall = [(2 + 4 * i, 2 + 4 * j) for i, j in product(range(7), repeat=2) if (i, j) != (0, 0)]
    near = sorted(wall, key=lambda at: at[0] ** 2 + at[1] ** 2)[:40]
    state = position([(2, 2)], near[:20], near[20:], hands=["BBBBB", "WWWWW", "AAAAA"])
    assert state["active"][0] == GREEN  # red could not play or move, so the turn has ended by itself
    assert (state["turns"][0], state["passes"][0]) == (1, 0)


def test_a_map_pointer_places_a_soldier_at_any_free_point() -> None:
    state = position([(60, 60)], [(60, 80)], hands=["DDDDD", "WWWWW"])
    play(state, RED, "play Drop")
    assert texts(game, state, RED) == [f"x column={x}" for x in range(2, 119)]
    play(state, RED, "x 63")
    taken = {*range(57, 64), *range(77, 84)}
    assert texts(game, state, RED) == [f"y row={y}" for y in range(2, 119) if y not in taken]
    play(state, RED, "y 64")
    assert (state["x"][0, RED, 1], state["y"][0, RED, 1]) == (63, 64)
    assert state["entered"][0, RED] == 2


def test_a_full_column_is_not_offered() -> None:
    pillar = [(60, 5 + 7 * k) for k in range(17)]
    state = position(pillar, [(2, 2)], hands=["DDDDD", "WWWWW"])
    play(state, RED, "play Drop")
    columns = {int(text.removeprefix("x column=")) for text in texts(game, state, RED)}
    assert columns == set(range(2, 119)) - set(range(57, 64))
    assert is_free(state[0], 56, 60)
    assert not any(is_free(state[0], 57, y) for y in range(2, 119))
    state = position([*pillar[:-1], (60, 118)], [(2, 2)], hands=["DDDDD", "WWWWW"])
    play(state, RED, "play Drop", "x 60")  # the only free row needs no choice
    assert (state["x"][0, RED, 17], state["y"][0, RED, 17]) == (60, 114)


def test_a_grenade_reaches_the_edge_of_the_table_and_may_hit_nobody_or_its_owner() -> None:
    state = position([(5, 60), (5, 70)], [(100, 100)], hands=["WDDDD", "WWWWW"])
    play(state, RED, "play Wheel", "soldier 0")
    assert texts(game, state, RED)[0] == "dx by=-5"
    play(state, RED, "dx -5", "dy 0")  # x = 0: up to column 10, edge included
    assert alive(state, RED) == []  # R8, R7: both centres in the square, (5, 70) on its edge
    assert kills(state) == [2, 0]
    assert state["score"][0].tolist()[:2] == [2, 3]
    state = position([(5, 60)], [(100, 100)], hands=["WDDDD", "WWWWW"])
    play(state, RED, "play Wheel", "dx 12", "dy -12")
    assert kills(state) == [0, 0]  # R21
    assert state["discards"][0].tolist() == [0, 0, 0, 0, 0, 1]


def test_a_grenade_may_land_at_the_throwers_feet() -> None:
    state = position([(60, 60)], [(70, 70), (71, 75)], hands=["WDDDD", "WWWWW"])
    play(state, RED, "play Wheel", "dx 0", "dy 0")
    assert (alive(state, RED), alive(state, GREEN)) == ([], [1])
    assert kills(state) == [2, 0]


# --- scattering ---


def test_scattered_soldiers_stay_within_the_spread_on_free_points() -> None:
    state = position([(60, 60)], [(64, 60)], hands=["DDDDD", "WWWWW"])
    for _ in range(19):
        scatter(state[0], wide(0), wide(12))
        assert game.conserved(state)
    assert state["x"][0, 0].min() >= 60 - 24
    assert state["x"][0, 0].max() <= 60 + 24


def test_after_64_tries_a_scattered_soldier_takes_the_nearest_free_point() -> None:
    state = position([(60, 60)], [(64, 60), (56, 60)], hands=["DDDDD", "WWWWW"])
    soldier = int(enter_near(state[0], wide(0), wide(60), wide(60)))
    assert (state["x"][0, 0, soldier], state["y"][0, 0, soldier]) == (60, 56)  # up before down
    soldier = int(enter_near(state[0], wide(0), wide(60), wide(62)))
    assert (state["x"][0, 0, soldier], state["y"][0, 0, soldier]) == (60, 64)
    # Soldiers fill more of the middle than a scatter can reach, so all 64 tries fail.
    block = [(40 + 7 * i, 40 + 7 * j) for i, j in product(range(7), repeat=2)]
    state = position(block[:19], block[19:38], block[38:], [(2, 2)], hands=["DDDDD", "WWWWW", "AAAAA", "HHHHH"])
    before = state["block"][0]
    soldier = int(scatter(state[0], wide(0), wide(8)))
    x, y = int(state["x"][0, 0, soldier]), int(state["y"][0, 0, soldier])
    assert state["block"][0] - before >= 64 * 4 // 16
    assert max(abs(x - 60), abs(y - 60)) > 16
    assert game.conserved(state)
