"""War 2.0: bots leave out small moves that lead nowhere."""

from __future__ import annotations

import numpy as np

from matchbox.engine import States
from matchbox.games.green_box.war import game

from .test_rules import go, position


def considered(state: States) -> set[str]:
    """The moves that bots think of, as text."""
    (seat,) = game.acting(state)
    moves = game.moves(state, seat)
    out = np.array(moves, np.int32)
    kept = out[: game.rule("consider")(state[0], seat, out, len(moves))].tolist()
    return {game.text_of(state, action) for action in kept}


def marching(tile: int, *units: dict[int, int]) -> States:
    """Seat 0 moves, and has chosen a tile to move from."""
    state = position(*units, map="island")
    go(state, "card f", "move", "card b", f"tile {tile}")
    return state


def neighbours(tile: int) -> list[int]:
    near = int(position({0: 1}, {35: 1}, {}, {})["near"][0, tile])
    return [other for other in range(36) if near >> other & 1]


def test_units_do_not_go_to_a_tile_that_units_have_left_in_this_action() -> None:
    first, second = 14, neighbours(14)[0]
    enemy = next(tile for tile in neighbours(second) if tile != first and tile not in neighbours(first))
    state = marching(first, {first: 3, second: 3}, {enemy: 2}, {}, {})
    assert f"tile {second}" in considered(state)
    go(state, f"tile {second}", "done", f"tile {second}")
    assert f"tile {first}" in {game.text_of(state, action) for action in game.moves(state, 0)}
    assert f"tile {first}" not in considered(state)


def test_units_do_not_go_where_nobody_is_near() -> None:
    """The tiles around the middle one are the seat's own, and only they have empty tiles beside them."""
    middle = 14
    ring = neighbours(middle)
    assert len(ring) == 6
    state = marching(ring[0], {middle: 1, **dict.fromkeys(ring, 2)}, {35: 1}, {}, {})
    assert f"tile {middle}" in {game.text_of(state, action) for action in game.moves(state, 0)}
    assert f"tile {middle}" not in considered(state)


def test_nobody_pays_for_moves_that_lead_nowhere() -> None:
    """No tile is empty, and the only tower that may move is two steps away from all enemies."""
    corner = 0
    inner = neighbours(corner)
    mine = {corner, *inner} | {other for tile in inner for other in neighbours(tile)}
    others = [tile for tile in range(36) if tile not in mine]
    units = [dict.fromkeys(others[k::3], 1) for k in range(3)]
    state = position({**dict.fromkeys(mine, 1), corner: 3}, *units, map="island")
    go(state, "card f")
    assert {game.text_of(state, action) for action in game.moves(state, 0)} >= {"move", "done"}
    assert "move" not in considered(state)
    assert "done" in considered(state)


def test_nobody_attacks_where_no_card_can_win() -> None:
    """With a 3 and the symbol a single unit comes to five, and eight units with a 1 to nine."""
    enemy, beside = 15, 14
    weak = position({beside: 1}, {enemy: 8}, {}, {}, map="island")
    strong = position({beside: 6}, {enemy: 8}, {}, {}, map="island")
    for state in (weak, strong):
        go(state, "card d")
    assert "attack" not in considered(weak)
    assert "attack" in considered(strong)
    go(strong, "attack")
    assert considered(strong) == {f"tile {beside}"}
