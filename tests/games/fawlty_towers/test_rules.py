"""Fawlty Towers: worked examples, the statics of a tower, and the figures of the rules page."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from matchbox.engine import States
from matchbox.games.green_box.components import CARDS, COLOUR, COLOURS, NUMBER, SYMBOL, SYMBOLS
from matchbox.games.green_box.fawlty_towers import game
from matchbox.games.green_box.fawlty_towers.rules import (
    AIM,
    BASE,
    MOST_TURNS,
    NO_CARD,
    TAKE,
    place,
    reachable,
    score_of,
)
from matchbox.games.green_box.fawlty_towers.statics import (
    broken_contact,
    chance_to_stand,
    safe_window,
    strength,
    tremor,
    tremor_of,
    weakest_contact,
)

from ..helpers import act, fill, start, texts

LETTERS = "rgbywk"


def card_of(letter: str, used: list[int], number: int | None = None) -> int:
    """An unused card of this colour."""
    fits = (c for c in range(CARDS) if COLOUR[c] == LETTERS.index(letter) and number in (None, NUMBER[c]))
    return next(card for card in fits if card not in used)


def table(towers: list[str], columns: list[str], seats: int = 2, in_deck: bool = True, **options: Any) -> States:
    """Straight towers and columns of cards, both from the bottom; it is seat 0's turn.

    Columns are filled up with white and black cards, or stay short without a deck.
    """
    state = start(game, seats, **options)
    used: list[int] = []
    laid: list[list[int]] = []
    for column in columns:
        laid.append([])
        for letter in column:
            laid[-1].append(card_of(letter, used))
            used.append(laid[-1][-1])
    for column_cards in laid:
        while in_deck and len(column_cards) < 6:
            column_cards.append(next(card for card in range(CARDS - 1, -1, -1) if card not in used))
            used.append(column_cards[-1])
    rest = [card for card in range(CARDS) if card not in used]
    places = [cards + [0] * (6 - len(cards)) for cards in laid]
    if not in_deck:
        state["taken"][0, 1] = sum(1 << card for card in rest)
        state["score"][0, 1] = score_of(int(state["taken"][0, 1]))
        rest = []
    fill(state, column=places, cards=[len(cards) for cards in laid], acting=1)
    fill(state, in_deck=len(rest), deck=rest + [0] * (CARDS - len(rest)), supply=[20] * 4, held=np.zeros((4, 4)))
    for tower, cubes in enumerate(towers):
        for i, letter in enumerate(cubes):
            state["cube"][0, tower, i] = LETTERS.index(letter)
            state["held"][0, tower, LETTERS.index(letter)] += 1
            state["supply"][0, LETTERS.index(letter)] -= 1
        state["tall"][0, tower] = len(cubes)
    assert game.conserved(state)
    return state


def takes(state: States, colour: str, tower: int) -> list[tuple[int, int]]:
    """Column and level of the cards that seat 0 may take after this cube, if the tower stands."""
    trial = state.copy()
    fill(trial, hands=1)
    act(game, trial, (0, f"cube colour={COLOURS[LETTERS.index(colour)]} tower={tower}"))
    found = [(a - 45) // 6 for a in game.legal(trial, 0)] if trial["phase"][0] == TAKE else []
    levels = [(a - 45) % 6 + 1 for a in game.legal(trial, 0)] if trial["phase"][0] == TAKE else []
    assert not found or trial["open_cards"][0] == reachable(trial[0])
    return [(c, r) for c, r in zip(found, levels, strict=True) if c < 4]


def test_action_ids_are_stable() -> None:
    state = start(game, 2)
    named = [(0, "cube colour=red tower=0"), (15, "cube colour=yellow tower=3"), (16, "aim y=-2 x=-2")]
    named += [(28, "aim y=0 x=0"), (40, "aim y=2 x=2"), (41, "base red"), (44, "base yellow")]
    named += [(45, "take column=0 level=1"), (68, "take column=3 level=6"), (69, "no_card")]
    for action, text in named:
        assert game.text_of(state, action) == text
    assert game.actions.count == 70
    assert NO_CARD == 69


def test_setup_follows_the_options() -> None:
    state = start(game, 5)
    assert state["in_deck"][0] == 30
    assert state["supply"][0].tolist() == [19] * 4
    assert state["cube"][0, :, 0].tolist() == [0, 1, 2, 3]
    assert state["tall"][0].tolist() == [1] * 4
    assert start(game, 5, no_black="on")["in_deck"][0] == 21
    for seed in range(20):
        balanced = game.new(2, seed, balanced_setup="on")
        assert NUMBER[balanced["column"][0, :, :3]].max() <= 3
        assert balanced["in_deck"][0] == 30
        assert (COLOUR[game.new(2, seed, no_black="on")["column"][0]] < 5).all()


def test_e1_the_example_of_the_page_plays_as_described() -> None:
    state = table(["ry", "gb", "bgr", "y"], ["b", "gr", "bwry", ""])
    for tower in range(4):
        assert (0, 1) in takes(state, "b", tower)
    assert [tower for tower in range(4) if (1, 2) in takes(state, "r", tower)] == [1, 2]
    assert [tower for tower in range(4) if (2, 4) in takes(state, "y", tower)] == [2]


def test_e2_every_card_below_needs_its_own_cube() -> None:
    assert (0, 5) in takes(table(["ybbg", "r", "r", "r"], ["ybbgr", "", "", ""]), "r", 0)
    assert (0, 5) not in takes(table(["ybgg", "r", "r", "r"], ["ybbgr", "", "", ""]), "r", 0)


def test_e3_a_black_card_below_needs_three_cubes() -> None:
    columns = ["kr", "", "", ""]
    assert (0, 2) in takes(table(["ggg", "r", "r", "r"], columns), "r", 0)
    assert (0, 2) not in takes(table(["gg", "r", "r", "r"], columns), "r", 0)
    assert (0, 1) in takes(table(["gg", "r", "r", "r"], columns), "y", 1)
    blocked = takes(table(["ggg", "r", "r", "r"], columns, black_passing="block"), "r", 0)
    assert (0, 1) in blocked
    assert (0, 2) not in blocked


def test_e4_black_and_white_cards_below_need_further_cubes() -> None:
    columns = ["kwbg", "", "", ""]
    assert (0, 4) in takes(table(["brrrr", "r", "r", "r"], columns), "g", 0)
    assert (0, 4) not in takes(table(["rrrrr", "r", "r", "r"], columns), "g", 0)
    assert (0, 4) not in takes(table(["brrr", "r", "r", "r"], columns), "g", 0)


def test_r1_the_new_cube_does_not_count() -> None:
    assert (0, 2) not in takes(table(["g", "r", "r", "r"], ["rr", "", "", ""]), "r", 0)
    assert (0, 2) in takes(table(["r", "g", "g", "g"], ["rr", "", "", ""]), "r", 0)


@pytest.mark.parametrize(
    ("offsets", "stands"),
    [
        ([0, 500], True), ([0, 501], False), ([0, 300, 600], True), ([0, 300, 600, 900], False),
        ([0, 300, 600, 500], True), ([0, 300, 600, 600], True), ([0, 300, 600, 601], False), ([0, 400, 800], False),
        ([0], True), ([0, -500], True), ([0, -501], False),
    ],
)  # fmt: skip
def test_e5_a_tower_stands_if_every_contact_holds(offsets: list[int], stands: bool) -> None:
    x = np.array(offsets, np.int64)
    assert (broken_contact(x, len(offsets)) == 0) == stands
    assert (broken_contact(-x, len(offsets)) == 0) == stands
    assert (weakest_contact(x, len(offsets))[1] >= 0) == stands
    if len(offsets) > 1 and broken_contact(x[:-1], len(offsets) - 1) == 0:
        low, high = safe_window(x[:-1], len(offsets) - 1)
        assert (low <= offsets[-1] <= high) == stands


def test_e6_the_tremor_grows_with_the_height() -> None:
    assert strength(5) == 180
    assert tremor_of(1155, 5) == 180
    assert tremor_of(-700, 5) == -109  # towards zero
    assert strength(12) == 271
    assert tremor_of(2310, 12) == 542


def test_e7_a_fallen_tower_gets_a_new_base() -> None:
    state = table(["r", "g", "bgr", "y"], ["rr", "gg", "ww", "bb"])
    state["x"][0, 2, :3] = [0, 400, 500]  # only a cube far to the left could stay on it
    before = state["supply"][0].tolist()
    act(game, state, (0, "cube colour=yellow tower=2"))
    assert state["phase"][0] == AIM
    assert len(game.legal(state, 0)) == 25
    act(game, state, (0, "aim y=0 x=2"))
    assert state["phase"][0] == BASE
    assert state["supply"][0].tolist() == [before[0] + 1, before[1] + 1, before[2] + 1, before[3]]
    assert state["fell"][0] == 4
    assert state["fallen_cube"][0, :4].tolist() == [2, 1, 0, 3]
    assert state["broke"][0] >= 1
    assert texts(game, state, 0) == ["base red", "base green", "base blue", "base yellow"]  # R5
    act(game, state, (0, "base green"))
    assert texts(game, state, 0) == ["take column=1 level=1", "take column=2 level=1", "no_card"]
    assert state["tall"][0, 2] == 1
    assert state["held"][0, 2].tolist() == [0, 1, 0, 0]
    act(game, state, (0, "no_card"))  # R3
    assert game.acting(state) == [1]
    assert game.conserved(state)


def test_the_only_colour_left_becomes_the_base_automatically() -> None:
    state = table(["r" * 3, "g", "b", "y"], ["r", "g", "b", "y"])
    fill(state, supply=[17, 0, 0, 0], held=[[3, 0, 0, 0], [0, 20, 0, 0], [0, 0, 20, 0], [0, 0, 0, 20]])
    fill(state, tall=[3, 20, 20, 20])
    for tower in (1, 2, 3):
        state["cube"][0, tower, :20] = tower
    assert game.conserved(state)
    state["x"][0, 0, :3] = [0, 400, 500]
    act(game, state, (0, "cube colour=red tower=0"), (0, "aim y=0 x=2"))
    assert state["tall"][0, 0] == 1
    assert state["phase"][0] == TAKE


def by_name(*names: str) -> int:
    found = 0
    for name in names:
        symbol, number = name.split()
        fits = [c for c in range(CARDS) if SYMBOLS[SYMBOL[c]] == symbol and NUMBER[c] == int(number)]
        found |= 1 << next(card for card in fits if not found >> card & 1)
    return found


def test_e8_numbers_and_sets_score() -> None:
    assert score_of(by_name("Arrow 1", "Arrow 5", "Arrow 2", "Wheel 6", "Wheel 4")) == 23
    assert score_of(by_name("Drop 1", "Drop 1", "Drop 2", "Drop 3", "Drop 4")) == 21
    drops = by_name(*[f"Drop {n}" for n in (1, 1, 1, 2, 2, 3, 4, 5, 6)])
    assert score_of(drops) == 25 + 15  # R12: nine cards, 5 + 10
    assert score_of(by_name("Drop 1", "Drop 1", "Drop 1", "Drop 2", "Drop 2", "Drop 3")) == 10 + 10


def test_e9_the_second_empty_column_ends_the_game() -> None:
    state = table(["r", "g", "b", "y"], ["r", "g", "", "wwk"], in_deck=False)
    act(game, state, (0, "cube colour=red tower=1"), (0, "aim y=0 x=0"), (0, "take column=0 level=1"))
    assert state["over"][0]
    assert game.result(state).reason == "two columns are empty"  # type: ignore[union-attr]


def test_cards_above_move_down_and_the_deck_refills_the_column() -> None:
    state = table(["rr", "g", "b", "y"], ["rry", "", "", ""])
    column, top = state["column"][0, 0].tolist(), int(state["deck"][0, state["in_deck"][0] - 1])
    act(game, state, (0, "cube colour=red tower=0"), (0, "aim y=0 x=0"), (0, "take column=0 level=2"))
    assert state["column"][0, 0].tolist() == [column[0], *column[2:], top]
    assert int(state["taken"][0, 0]) == 1 << column[1]
    assert state["score"][0, 0] == NUMBER[column[1]]
    assert game.conserved(state)


def test_r9_an_empty_supply_ends_the_game() -> None:
    state = start(game, 2, hands="steady")
    while not state["over"][0]:
        (seat,) = game.acting(state)
        game.apply(state, seat, game.legal(state, seat)[-1])  # never takes a card
        assert game.conserved(state)
    assert state["turns"][0] == 76
    assert not state["x"].any()
    assert game.result(state).reason == "no cube is left"  # type: ignore[union-attr]


def test_the_game_ends_at_the_turn_limit() -> None:
    state = start(game, 2)
    fill(state, turns=MOST_TURNS)
    (seat,) = game.acting(state)
    act(game, state, (seat, "cube colour=red tower=0"), (seat, "aim y=0 x=0"))
    if state["phase"][0] == TAKE and not state["over"][0]:
        act(game, state, (seat, "no_card"))
    result = game.result(state)
    assert result is not None
    assert result.capped


def test_steady_hands_neither_aim_nor_tremble() -> None:
    state = table(["r" * 10, "g", "b", "y"], ["r", "g", "b", "y"], hands="steady")
    act(game, state, (0, "cube colour=red tower=0"))
    assert state["phase"][0] == TAKE
    assert state["tall"][0, 0] == 11


def risks(count: int, height: int) -> list[float]:
    """The risk of another cube for each of some random standing towers, always aimed at the centre."""
    state = game.new(2, 5)
    found: list[float] = []
    while len(found) < count:
        x, y = np.zeros(height, np.int64), np.zeros(height, np.int64)
        tall = 1
        while tall < height:
            x[tall] = x[tall - 1] + tremor(state[0], tall + 1)
            y[tall] = y[tall - 1] + tremor(state[0], tall + 1)
            tall += 1
            if broken_contact(x, tall) or broken_contact(y, tall):
                tall = 1
        found.append(1 - chance_to_stand(x, height, 0) * chance_to_stand(y, height, 0))
    return found


@pytest.mark.parametrize(("height", "percent"), [(3, 0.2), (5, 4), (6, 8), (8, 18)])
def test_the_risk_of_falling_matches_the_page(height: int, percent: float) -> None:
    """The risk that a cube aimed at the centre makes a tower fall when it raises it to this height."""
    assert 100 * np.mean(risks(1500, height - 1)) == pytest.approx(percent, abs=max(0.2, percent * 0.25))


def test_the_chance_to_stand_matches_many_placements() -> None:
    state = table(["rgby", "g", "b", "y"], ["r", "g", "b", "y"])
    state["x"][0, 0, :4] = [0, 350, 500, 600]
    state["y"][0, 0, :4] = [0, -100, 60, 90]
    x, y = state["x"][0, 0], state["y"][0, 0]
    expected = chance_to_stand(x, 4, -100) * chance_to_stand(y, 4, 0)
    fill(state, phase=AIM, colour=0, tower=0)
    stood, rounds = 0, 400
    for seed in range(rounds):
        trial = game.redeal(state, 0, seed)
        place(trial[0], 0, -100, 0)
        stood += trial["fell"][0] == 0
    assert 0.3 < expected < 0.97
    assert stood / rounds == pytest.approx(expected, abs=0.08)


def test_aiming_against_the_lean_is_safer() -> None:
    leaning = [0, 350, 500, 600]
    assert safe_window(leaning, 4) == (100, 550)
    assert chance_to_stand(leaning, 4, -200) > chance_to_stand(leaning, 4, 0) > chance_to_stand(leaning, 4, 200)
    assert weakest_contact(leaning, 4) == (1, 16)  # the three upper cubes average 483 of 500
