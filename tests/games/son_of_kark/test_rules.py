"""Son of Kark: worked examples, and the rulings that are easy to get wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from matchbox.engine import States
from matchbox.games.green_box.components import SYMBOLS
from matchbox.games.green_box.son_of_kark import game
from matchbox.games.green_box.son_of_kark.rules import AWARDS, CITY, SEND, SIDE, around, end_game

from ..helpers import act, fill, start, texts

RED, GREEN, BLUE, YELLOW = range(4)


def arranged(seats: int, *symbols: str, **options: Any) -> States:
    """Seat 0 starts. The symbols: the first tile (face down), the second (face up), then the tiles as drawn."""
    order = [SYMBOLS.index(symbol) + 1 for symbol in symbols]
    counts = [6 - order.count(symbol + 1) for symbol in range(6)]
    rest = [symbol + 1 for symbol in range(6) for _ in range(counts[symbol])]
    state = start(game, seats, **options)
    removed = [rest.pop() for _ in range(seats - 2)] + [0] * (4 - seats)
    first, second, drawn, *later = order
    stack = rest + later[::-1]
    cell = np.zeros(SIDE * SIDE, np.uint8)
    cell[SIDE * 12 + 12], cell[SIDE * 12 + 13] = CITY + 1, second
    fill(state, first=first, cell=cell, removed=removed[:2], starter=0, acting=1, left=len(stack))
    fill(state, shown=[int(second == symbol + 1) for symbol in range(6)], drawn=[drawn, 0, 0, 0])
    fill(state, stack=stack + [0] * (36 - len(stack)))
    assert game.conserved(state)
    return state


def lay(state: States, x: int, y: int, face: str = "up", on: str = "none") -> None:
    """The acting seat places its tile, and puts a merchant on it where the game offers that."""
    (seat,) = game.acting(state)
    act(game, state, (seat, f"place y={y} x={x} face={face}"))
    if state["phase"][0] == SEND and game.acting(state) == [seat] and not state["over"][0]:
        act(game, state, (seat, f"merchant {on}"))
    else:
        assert on == "none"
    assert game.conserved(state)


def scores(state: States) -> list[int]:
    return state["score"][0, : int(state["seats"][0])].tolist()  # type: ignore[no-any-return]


def stock(state: States) -> list[int]:
    return state["stock"][0, : int(state["seats"][0])].tolist()  # type: ignore[no-any-return]


def printed(*after: str) -> States:
    """The example of the rules page: four players after twelve turns."""
    first_six = "Wheel", "Drop", "Arrow", "Wheel", "Arrow", "Circles"
    next_six = "Hammers", "Bricks", "Drop", "Bricks", "Circles", "Hammers"
    state = arranged(4, "Wheel", "Arrow", *first_six, *next_six, *after)
    lay(state, 14, 12, "down", "centre")
    lay(state, 13, 13)
    lay(state, 14, 13, on="NW")
    lay(state, 15, 12)
    lay(state, 13, 14, on="centre")
    lay(state, 15, 13)
    lay(state, 16, 12)
    lay(state, 17, 12, "down", "centre")
    lay(state, 16, 13)
    lay(state, 11, 12)
    lay(state, 18, 12, on="centre")
    lay(state, 17, 13, on="NW")
    return state


def test_action_ids_are_stable() -> None:
    assert game.actions.count == 1256
    state = arranged(4, "Wheel", "Arrow", "Drop")
    assert game.text_of(state, 629) == "place y=12 x=14 face=down"
    assert game.text_of(state, 678) == "place y=13 x=14 face=up"
    assert game.text_of(state, 684) == "place y=13 x=17 face=up"
    assert [game.text_of(state, action) for action in range(1250, 1256)] == [
        f"merchant {place}" for place in ("none", "centre", "NW", "NE", "SE", "SW")
    ]
    assert [game.bound(seats, {}) for seats in (2, 3, 4)] == [68, 66, 64]


@pytest.mark.parametrize(("seats", "left", "merchants"), [(2, 34, 9), (3, 33, 7), (4, 32, 5)])
def test_setup_depends_on_the_number_of_players(seats: int, left: int, merchants: int) -> None:
    state = start(game, seats)
    assert state["left"][0] == left - 1  # the first player has drawn
    assert stock(state) == [merchants] * seats
    assert stock(start(game, seats, merchants="seven")) == [7] * seats
    assert state["cell"][0, SIDE * 12 + 12] == CITY + 1
    assert 1 <= state["cell"][0, SIDE * 12 + 13] <= 6
    assert np.count_nonzero(state["removed"][0]) == seats - 2


def test_e1_the_example_of_the_page_scores_as_printed() -> None:
    state = printed()
    assert scores(state) == [0, 0, 0, 0]
    assert game.acting(state) == [RED]
    s = state[0]
    assert around(s, 2) == (4, 5)  # Arrow, Wheel, Drop, Circles
    assert around(s, 9)[0] == 3  # Hammers, Drop, Circles
    assert s.shown.tolist() == [2, 2, 2, 1, 3, 1]
    assert s.influence[BLUE].tolist() == [1, 0, 0, 0, 2, 0, 1]
    assert s.influence[YELLOW].tolist() == [1, 2, 0, 0, 0, 0, 1]
    end_game(s)
    assert scores(state) == [7, 0, 13, 14]
    assert s.points[:4].tolist() == [[3, 4, 0], [0, 0, 0], [2, 0, 11], [0, 3, 11]]
    assert s.award[BLUE].tolist() == [3, 0, 0, 0, 5, 0, 3]
    assert s.award[YELLOW].tolist() == [3, 5, 0, 0, 0, 0, 3]
    assert game.result(state).ranks == (3, 4, 2, 1)  # type: ignore[union-attr]
    assert stock(state) == [5, 5, 4, 4]  # only the crossroads stay


def test_e2_a_market_taken_over_pays_its_owner() -> None:
    state = printed("Bricks", "Arrow")
    lay(state, 10, 12)  # red places a tile without a merchant
    before = stock(state)
    lay(state, 14, 14, on="centre")
    assert scores(state) == [4, 0, 0, 0]  # four Arrows now
    assert stock(state)[RED] == before[RED] + 1
    assert state["market"][0, SYMBOLS.index("Arrow")] == state["laid"][0] - 1
    assert state["merchant"][0, 6] == 0


def test_e3_a_symbol_you_own_allows_no_second_market_but_a_crossroad() -> None:
    state = printed("Arrow")
    act(game, state, (RED, "place y=14 x=14 face=up"))
    assert texts(game, state, RED) == ["merchant none", "merchant NW"]


def test_e4_face_down_tiles_may_touch_only_at_a_corner() -> None:
    state = printed("Drop")
    down = {text for text in texts(game, state, RED) if text.endswith("down")}
    assert {f"place y=11 x={x} face=down" for x in (13, 15)} <= down
    assert not {f"place y=11 x={x} face=down" for x in (12, 14)} & down
    assert {f"place y=11 x={x} face=up" for x in range(11, 19)} <= set(texts(game, state, RED))


def city(*symbols: str) -> States:
    """A city of seat 0 at (14, 12), and the tiles drawn next."""
    state = arranged(2, "Wheel", "Drop", "Wheel", *symbols)
    lay(state, 14, 12, "down", "centre")
    return state


def test_e5_a_surrounded_city_pays_for_its_symbols() -> None:
    state = city("Hammers", "Bricks", "Bricks", "Wheel", "Wheel", "Circles", "Arrow")
    lay(state, 13, 13)
    lay(state, 14, 13)
    lay(state, 15, 12)
    lay(state, 14, 11)
    lay(state, 13, 11)
    lay(state, 15, 13, "down")
    assert scores(state) == [0, 0]
    assert around(state[0], 2) == (4, 7)
    lay(state, 15, 11)
    assert scores(state) == [5, 0]
    assert stock(state) == [9, 9]


def test_e6_a_city_with_six_symbols_pays_immediately() -> None:
    state = city("Hammers", "Bricks", "Circles", "Wheel", "Arrow")
    lay(state, 13, 13)
    lay(state, 14, 13)
    lay(state, 15, 12)
    lay(state, 14, 11)
    assert scores(state) == [0, 0]
    lay(state, 15, 11)  # diagonal
    assert scores(state) == [6, 0]
    assert state["points"][0, 0].tolist() == [0, 6, 0]


@pytest.mark.parametrize(
    ("influence", "points"),
    [
        ([1, 1, 1, 1], [1, 1, 1, 1]),
        ([3, 3, 2, 0], [3, 3, 0, 0]),
        ([2, 2, 2, 1], [2, 2, 2, 0]),
        ([0, 4, 3, 3], [0, 5, 0, 0]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_e7_the_most_influence_on_a_kind_scores(influence: list[int], points: list[int]) -> None:
    state = arranged(4, "Wheel", "Arrow", "Drop")
    state["influence"][0, :, SYMBOLS.index("Bricks")] = influence
    end_game(state[0])
    assert scores(state) == points
    assert AWARDS.tolist() == [0, 5, 3, 2, 1]


def test_r10_a_merchant_on_a_complete_city_is_paid_immediately() -> None:
    state = arranged(2, "Wheel", "Drop", "Wheel", "Hammers", "Bricks", "Circles", "Arrow", "Arrow", "Drop")
    for x, y in ((13, 11), (14, 11), (15, 11), (15, 12), (15, 13)):
        lay(state, x, y)
    lay(state, 16, 12)
    lay(state, 14, 12, "down", "centre")
    assert scores(state) == [6, 0]  # Drop, Wheel, Hammers, Bricks, Circles, Arrow
    assert stock(state) == [9, 9]
    assert not state["merchant"][0].any()


def test_r11_without_merchants_in_stock_the_choice_is_skipped() -> None:
    state = city("Hammers", "Bricks")
    fill(state, stock=[8, 0, 0, 0], merchants=0)
    act(game, state, (1, "place y=13 x=13 face=up"))
    assert game.acting(state) == [0]
    assert state["phase"][0] != SEND


def test_the_choice_is_skipped_when_no_merchant_can_be_placed() -> None:
    state = arranged(2, "Wheel", "Drop", "Arrow", "Bricks", "Arrow")
    lay(state, 14, 12, on="centre")
    lay(state, 15, 12)
    act(game, state, (0, "place y=12 x=16 face=up"))
    assert game.acting(state) == [1]


def test_r7_a_tile_without_a_merchant_makes_the_market_worth_more() -> None:
    state = arranged(2, "Wheel", "Drop", "Arrow", "Arrow", "Arrow", "Bricks")
    lay(state, 14, 12, on="centre")
    lay(state, 15, 12)
    lay(state, 16, 12)
    assert state["market"][0, SYMBOLS.index("Arrow")] == 2
    assert state["shown"][0, SYMBOLS.index("Arrow")] == 3
    assert scores(state) == [0, 0]


def test_r8_a_face_down_tile_does_not_count_for_its_symbol() -> None:
    state = arranged(2, "Wheel", "Drop", "Arrow", "Arrow", "Arrow", "Bricks")
    lay(state, 14, 12, on="centre")
    lay(state, 15, 12, "down")
    assert state["shown"][0, SYMBOLS.index("Arrow")] == 1


def test_r13_the_first_tile_counts_as_a_city_for_crossroads() -> None:
    state = arranged(2, "Wheel", "Drop", "Arrow", "Bricks")
    lay(state, 12, 11)
    act(game, state, (1, "place y=11 x=13 face=up"))
    assert texts(game, state, 1) == ["merchant none", "merchant centre", "merchant SW"]
    act(game, state, (1, "merchant SW"))
    assert state["influence"][0, 1].tolist() == [1, 0, 0, 1, 1, 0, 1]


def test_r17_only_the_player_who_placed_a_face_down_tile_knows_it() -> None:
    state = city("Hammers")
    assert game.view(state, 0)["under"][0, 0, 2] == SYMBOLS.index("Wheel") + 1
    assert not game.view(state, 1)["under"][0, 0].any()
    assert not game.view(state, 0)["drawn"].any()
    assert game.view(state, 1)["drawn"][0, 1] == SYMBOLS.index("Hammers") + 1
    assert not game.view(state, 1)["first"].any()


def test_r1_the_table_ends_after_25_cells() -> None:
    state = arranged(2, "Wheel", "Drop", "Arrow", "Bricks")
    for x in range(14, 25):
        lay(state, x, 12)
    assert "place y=12 x=24 face=up" not in texts(game, state, game.acting(state)[0])
    assert all(action < 1250 for action in game.legal(state, game.acting(state)[0]))
    assert "place y=11 x=24 face=up" in texts(game, state, game.acting(state)[0])
    assert "place y=13 x=0 face=up" not in texts(game, state, game.acting(state)[0])  # no wrapping around


def test_a_redeal_keeps_the_tiles_that_the_seat_knows() -> None:
    state = printed("Arrow", "Drop")
    for seat in range(4):
        view = game.view(state, seat)
        seen = {int(game.redeal(view, seat, seed)["under"][0, RED, 2]) for seed in range(40)}
        assert seen == {SYMBOLS.index("Wheel") + 1} if seat == RED else len(seen) > 3
