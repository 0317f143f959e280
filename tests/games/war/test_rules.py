"""War 2.0: worked examples, and the rulings that are easy to get wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from matchbox.engine import States
from matchbox.games.green_box.components import ARROW, HAMMERS, NUMBER, SYMBOLS
from matchbox.games.green_box.war import game
from matchbox.games.green_box.war.map import MAP, symbols_for
from matchbox.games.green_box.war.rules import ALONE, MOST
from matchbox.games.green_box.war.state import CARD_SYMBOL, FIGHT, NEXT, UNITS, points_of

from ..helpers import act, fill, start, texts

KARI, OLA = 1, 3
LETTERS = "abcdefghi"


def position(
    *units: Mapping[int, int], turn: int = 0, hands: Mapping[int, str] | None = None, added: int = 0, **options: Any
) -> States:
    """The start of a turn: units by tile for each seat, and hands by letters (default: all cards)."""
    state = start(game, len(units), **{"map": "island", **options})
    counts = np.zeros(36, int)
    held = [0] * 4
    for seat, tiles in enumerate(units):
        for tile, n in tiles.items():
            counts[tile] = n
            held[seat] |= 1 << tile
    reserve = [UNITS - sum(tiles.values()) for tiles in units] + [0] * (4 - len(units))
    fill(state, units=counts, held=held, reserve=reserve, placed=6 * len(units), turn=turn, acting=1 << turn)
    for seat in range(len(units)):
        every = (1 << 6 + added) - 1
        hand = sum(1 << LETTERS.index(x) for x in (hands or {}).get(seat, LETTERS[: 6 + added]))
        state["hand"][0, seat], state["played"][0, seat], state["added"][0, seat] = hand, every & ~hand, added
        state["fallen"][0, seat] = 0 if units[seat] else 1 + state["fallen"][0].max()
    state["phase"] = 2
    state["choices"] = int(state["hand"][0, turn]) << 36
    assert game.conserved(state)
    return state


def units(state: States, *tiles: int) -> list[int]:
    return [int(state["units"][0, tile]) for tile in tiles]


def cards(state: States, seat: int, field: str = "hand") -> list[int]:
    """The numbers of a seat's cards, sorted."""
    held = int(state[field][0, seat])
    return sorted(int(NUMBER[slot]) for slot in range(9) if held >> slot & 1)


def go(state: States, *words: str) -> None:
    """Actions of the acting seat; `fight xy` plays card x of the attacker and card y of the defender."""
    for text in words:
        if text.startswith("fight "):
            attacker = int(state["turn"][0])
            (defender,) = [seat for seat in game.acting(state) if seat != attacker]
            cards = text.split()[1]
            act(game, state, (defender, f"card {cards[1]}"), (attacker, f"card {cards[0]}"))
        else:
            act(game, state, (game.acting(state)[0], text))
        assert game.conserved(state)


def rest(*seats: int) -> list[dict[int, int]]:
    """Units far away for the seats that do not matter."""
    corners = {0: {0: 1}, 1: {5: 1}, 2: {30: 1}, 3: {35: 1}}
    return [corners[seat] if seat in seats else {} for seat in range(4)]


def test_action_ids_are_stable() -> None:
    names = {game.actions.text(action, {}): action for action in range(game.actions.count)}
    assert game.actions.count == 71
    assert [names[f"tile {t}"] for t in (0, 35)] == [0, 35]
    assert [names[f"card {x}"] for x in "ai"] == [36, 44]
    assert [names[x] for x in ("reinforce", "move", "attack", "done")] == [45, 46, 47, 48]
    assert [names[f"advance units={k}"] for k in (0, 20)] == [49, 69]
    assert names["stay"] == 70


# --- setup ---


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_placement_goes_counter_clockwise_and_the_first_player_is_last(seats: int) -> None:
    state = start(game, seats, 3, map="island")
    first = int(state["first"][0])
    order = [(first - 1 - i) % seats for i in range(seats)]
    assert order[-1] == first
    for number in range(6):
        for seat in order:
            assert game.acting(state) == [seat]
            legal = game.legal(state, seat)
            mine, brown = int(state["held"][0, seat]), int(state["brown"][0])
            if number < 4:
                taken = [t for t in range(36) if state["units"][0, t]]
                beside = [t for t in range(36) if int(state["near"][0, t]) & mine]
                free = [t for t in range(36) if brown >> t & 1 and t not in taken]
                assert legal == ([t for t in free if t not in beside] or free)
            else:
                assert legal == [t for t in range(36) if mine >> t & 1]
                assert len(legal) == 4
            game.apply(state, seat, legal[-1])
    assert game.acting(state) == [first]
    assert len(game.legal(state, first)) == 6
    assert state["reserve"][0, :seats].tolist() == [14] * seats
    assert int(state["units"][0].max()) == 3  # both extra units on the same tile


def test_r4_if_all_free_brown_tiles_are_beside_yours_you_may_take_any() -> None:
    state = start(game, 2, map="oooooooooooo/CCCDDDBBBWWW")
    seat = game.acting(state)[0]
    brown = list(range(12))
    assert game.legal(state, seat) == brown
    fill(state, held=[0] * 4, units=[0] * 36)
    state["held"][0, seat] = 0b010010010010  # tiles 1, 4, 7, 10 touch all brown ones
    for tile in (1, 4, 7, 10):
        state["units"][0, tile] = 1
    other = 1 - seat
    fill(state, placed=1, acting=1 << other, choices=1)
    game.apply(state, other, 0)
    assert game.acting(state) == [seat]
    assert game.legal(state, seat) == [2, 3, 5, 6, 8, 9, 11]


def test_r3_everybody_has_the_same_number_of_cards_without_a_symbol_on_the_map() -> None:
    assert symbols_for(4) == [0, 1, 2, 3, 4, 5]
    assert [SYMBOLS[x] for x in symbols_for(2)] == ["Drop", "Circles", "Bricks", "Wheel"]
    for seats in (2, 3, 4):
        useless = [sum(int(x) not in symbols_for(seats) for x in CARD_SYMBOL[seats, seat]) for seat in range(seats)]
        assert len(set(useless)) == 1
    assert int(CARD_SYMBOL[2, 0, 0]) == ARROW
    assert int(CARD_SYMBOL[2, 0, 1]) == HAMMERS


# --- a turn ---


def printed() -> States:
    """The printed example after reinforcing and moving."""
    far = rest(0, 2)
    state = position(far[0], {13: 1, 14: 1}, far[2], {15: 2, 21: 1}, turn=KARI)
    go(state, "card c")
    assert state["left"][0] == 3
    go(state, "reinforce", "card b", "tile 13", "tile 14")
    assert units(state, 13, 14) == [2, 2]
    go(state, "move", "card a", "tile 13", "tile 14")
    assert units(state, 13, 14) == [1, 3]
    assert texts(game, state, KARI) == ["move", "attack", "done"]
    go(state, "attack")
    assert texts(game, state, KARI) == ["tile 14"]
    go(state, "tile 14", "tile 15")
    assert game.acting(state) == [KARI, OLA]
    return state


def test_e1_the_printed_example_plays_as_described() -> None:
    state = printed()
    go(state, "fight de")  # green Arrow 1, yellow Bricks 1
    assert state["clash"][0].tolist() == [14, 15, KARI, 4, 4, OLA, 5, 3]
    assert game.acting(state) == [OLA]
    assert texts(game, state, OLA) == ["tile 21"]
    go(state, "tile 21")
    assert texts(game, state, KARI) == ["advance units=0", "advance units=1", "advance units=2"]
    go(state, "advance 2")
    assert units(state, 13, 14, 15, 21) == [1, 1, 2, 2]
    assert cards(state, KARI) == [1, 2]
    assert len(cards(state, OLA)) == 5
    assert state["turn"][0] == 2


def test_e2_the_symbol_helps_the_defender_who_wins_ties() -> None:
    state = printed()
    go(state, "fight da")  # yellow Wheel 1 on a Wheel
    assert state["clash"][0, [4, 7]].tolist() == [4, 4]
    assert units(state, 14, 15) == [2, 2]
    assert state["reserve"][0, KARI] == UNITS - 3


def test_the_symbol_helps_the_attacker_too() -> None:
    far = rest(0, 2)
    state = position(far[0], {14: 1}, far[2], {15: 1, 35: 1}, turn=KARI)
    go(state, "card b", "attack", "tile 14", "tile 15", "fight cb")  # green Wheel 3, yellow Arrow 2
    assert state["clash"][0, [4, 7]].tolist() == [1 + 3 + 1, 1 + 2]


def test_e3_an_empty_hand_is_refilled_only_when_a_card_is_needed() -> None:
    state = position({0: 1, 1: 2}, {35: 1}, {30: 1}, {5: 1}, hands={0: "ab"})
    go(state, "card b", "move")
    assert state["left"][0] == 1  # the 1 was the only card, so it was played automatically
    assert cards(state, 0) == []
    go(state, "tile 1", "tile 6")
    assert texts(game, state, 0) == ["reinforce", "done"]
    assert cards(state, 0) == []  # not earlier
    go(state, "reinforce")
    assert cards(state, 0) == [1, 1, 1, 2, 2, 3, 4]
    go(state, "card g", "tile 0", "done")
    assert state["turn"][0] == 1
    assert cards(state, 0) == [1, 1, 1, 2, 2, 3]
    assert cards(state, 0, "played") == [4]


def test_e4_a_beaten_single_unit_leaves_an_empty_tile_and_a_single_unit_cannot_advance() -> None:
    ring = dict.fromkeys((8, 9, 16, 20, 21), 1)
    for leave, decision_point in (("yes", False), ("no", True)):
        state = position(rest(0)[0], {14: 1}, {15: 1, 35: 1}, ring, turn=1, leave_one_in_attack=leave)
        go(state, "card b", "attack", "tile 14", "tile 15", "fight cb")
        assert units(state, 14, 15) == [1, 0]
        assert int(state["held"][0, 2]) == 1 << 35
        if decision_point:  # R13, R14
            assert texts(game, state, 1) == ["advance units=0", "advance units=1"]
            go(state, "advance 1")
            assert units(state, 14, 15) == [0, 1]
            assert int(state["held"][0, 1]) == 1 << 15


def test_e5_units_that_cannot_flee_stay() -> None:
    ring = dict.fromkeys((8, 9, 16, 20, 21), 1)
    state = position(rest(0)[0], {14: 4}, {15: 3, 35: 1}, ring, turn=1)
    go(state, "card b", "attack", "tile 14", "tile 15", "fight ca")
    assert units(state, 14, 15) == [4, 2]
    assert state["turn"][0] == 1
    assert state["phase"][0] == NEXT


def beaten(*tiles: int, n: int = 3, **options: Any) -> States:
    """Kari beats Ola, who has n units on tile 15 and one on each of these tiles."""
    far = rest(0, 2)
    state = position(far[0], {14: 4}, far[2], {15: n} | dict.fromkeys(tiles, 1), turn=KARI, **options)
    go(state, "card b", "attack", "tile 14", "tile 15", "fight ca")
    return state


@pytest.mark.parametrize("flight", ["choice", "forced"])
def test_r16_units_must_flee_to_a_tile_of_their_owner_if_there_is_one(flight: str) -> None:
    state = beaten(16, 9, flight=flight)
    assert texts(game, state, OLA) == ["tile 9", "tile 16"]
    go(state, "tile 9")
    assert units(state, 9, 15) == [3, 0]
    assert "advance units=3" in texts(game, state, KARI)


def test_r16_the_defender_may_flee_to_an_empty_tile_or_stay() -> None:
    empty = [f"tile {t}" for t in (8, 9, 16, 20, 21)]
    state = beaten(35)
    assert texts(game, state, OLA) == [*empty, "stay"]
    assert game.options_of(state)["flight"] == "choice"
    go(state, "stay")
    assert units(state, 14, 15) == [4, 2]
    assert game.acting(state) == [KARI]
    assert state["phase"][0] == NEXT  # nobody may advance
    assert texts(game, state, KARI) == ["reinforce", "move", "attack", "done"]
    state = beaten(35)
    go(state, "tile 20")
    assert units(state, 15, 20) == [0, 2]
    assert "advance units=3" in texts(game, state, KARI)


def test_r16_staying_can_end_the_attackers_last_action() -> None:
    far = rest(0, 2)
    state = position(far[0], {14: 4}, far[2], {15: 3, 35: 1}, turn=KARI)
    go(state, "card a", "attack", "tile 14", "tile 15", "fight ca", "stay")
    assert units(state, 15) == [2]
    assert state["turn"][0] == 2


def test_r16_the_option_makes_flight_to_an_empty_tile_mandatory() -> None:
    assert texts(game, beaten(35, flight="forced"), OLA) == [f"tile {t}" for t in (8, 9, 16, 20, 21)]


def test_e6_units_may_go_several_steps_but_no_tile_is_left_twice() -> None:
    state = position({0: 3}, {35: 1}, {30: 1}, {5: 1})
    go(state, "card a", "move", "card b")
    assert texts(game, state, 0) == ["tile 0"]
    go(state, "tile 0")
    assert texts(game, state, 0) == ["tile 1", "tile 6"]  # R9: at least one unit must move
    go(state, "tile 1")
    assert texts(game, state, 0) == ["tile 1", "tile 6", "done"]
    go(state, "tile 1")
    assert texts(game, state, 0) == ["tile 1", "done"]  # 0 has only one unit left, and was used
    go(state, "tile 1", "tile 2")
    assert units(state, 0, 1, 2) == [1, 1, 1]
    assert state["turn"][0] == 1


def test_r11_a_later_move_may_use_the_same_tiles_again() -> None:
    state = position({0: 3}, {35: 1}, {30: 1}, {5: 1})
    go(state, "card b", "move", "card a", "tile 0", "tile 1", "done")
    assert units(state, 0, 1) == [2, 1]
    go(state, "move", "card d", "tile 0", "tile 1")
    assert units(state, 0, 1) == [1, 2]


def test_r9_only_actions_with_an_effect_are_offered() -> None:
    state = position({0: 1}, {1: 1, 35: 1}, {30: 1}, {5: 1})
    go(state, "card c")
    assert texts(game, state, 0) == ["reinforce", "attack", "done"]
    go(state, "reinforce", "card a", "tile 0")
    assert texts(game, state, 0) == ["move", "attack", "done"]  # once a turn
    state = position({0: UNITS}, {35: 1}, {30: 1}, {5: 1})
    go(state, "card c")
    assert texts(game, state, 0) == ["move", "done"]  # R21


def test_r6_an_action_card_is_played_every_turn() -> None:
    state = position({0: 1}, {1: 1, 35: 1}, {30: 1}, {5: 1}, hands={0: "a"})
    state["reserve"][0, 0] = 0
    state["units"][0, 0] = UNITS
    state["units"][0, 6] = 0
    blocked = {1: 1, 6: 1}
    for tile in blocked:
        state["units"][0, tile] = 1
    state["held"][0, 1] = 1 << 1 | 1 << 35 | 1 << 6
    state["reserve"][0, 1] = UNITS - 3
    assert game.conserved(state)
    go(state, "card a")
    assert texts(game, state, 0) == ["attack", "done"]
    alone = position({0: 1}, {35: 1}, {30: 1}, {5: UNITS}, turn=3, hands={3: "a", 0: "b"})
    go(alone, "card a", "done")
    assert alone["turn"][0] == 0  # its only card, a 2, was played automatically
    assert alone["left"][0] == 2
    assert texts(game, alone, 0) == ["reinforce", "done"]


def test_r10_you_may_reinforce_less_than_the_cards_number() -> None:
    state = position({0: 1, 1: 1, 2: 1}, {35: 1}, {30: 1}, {5: 1}, added=1)
    go(state, "card b", "reinforce", "card g", "tile 0", "tile 2")
    assert texts(game, state, 0) == ["tile 1", "done"]
    go(state, "done")
    assert units(state, 0, 1, 2) == [2, 1, 2]
    state = position({0: 1, 1: 1, 2: 1}, {35: 1}, {30: 1}, {5: 1}, added=1)
    go(state, "card b", "reinforce", "card g", "tile 0", "tile 1", "tile 2")
    assert state["phase"][0] == NEXT  # a 4, but only three tiles


def test_a_fight_is_secret_until_both_have_chosen() -> None:
    state = printed()
    before = game.view(state, KARI).tobytes()
    game.apply(state, OLA, 36)
    after = game.view(state, KARI)
    assert after["acting"][0] == 1 << KARI
    after["acting"], after["ply"] = 1 << KARI | 1 << OLA, state["ply"] - 1
    assert after.tobytes() == before
    chosen = {int(game.redeal(game.view(state, KARI), KARI, seed)["secret"][0, OLA]) for seed in range(60)}
    assert chosen == {1, 2, 3, 4, 5, 6}


def test_r19_a_defender_without_cards_refills_first() -> None:
    far = rest(0, 2)
    state = position(far[0], {14: 2}, far[2], {15: 1, 35: 1}, turn=KARI, hands={OLA: ""})
    go(state, "card b", "attack", "tile 14", "tile 15")
    assert cards(state, OLA) == [1, 1, 1, 2, 2, 3, 4]
    assert state["phase"][0] == FIGHT


# --- the end ---


def test_e7_tiles_variety_and_sets_score() -> None:
    state = start(game, 4, map="island")
    by_sign: dict[str, list[int]] = {}
    for tile in range(36):
        by_sign.setdefault(MAP.signs[int(state["symbol"][0, tile])], []).append(tile)
    mine = by_sign["D"] + by_sign["H"][:1] + by_sign["W"][:2] + by_sign["o"][:1]
    state["held"][0, 0] = sum(1 << tile for tile in mine)
    assert points_of(state[0], 0) == 18
    state["held"][0, 0] = (1 << 36) - 1
    assert points_of(state[0], 0) == 87


def finish_turn(state: States) -> None:
    """Play the first card and stop."""
    seat = int(state["turn"][0])
    if state["phase"][0] == 2:
        game.apply(state, seat, game.legal(state, seat)[0])
    while not state["over"][0] and state["turn"][0] == seat and state["phase"][0] == NEXT:
        go(state, "done")


def test_e8_each_player_has_one_last_turn() -> None:
    state = position({0: 2, 1: 1}, {29: 1}, {6: 1, 24: 1}, added=3, hands={0: "abc", 1: "abc", 2: ""})
    state["added"][0, 2] = 2
    state["played"][0, 2] = 0b011111111
    go(state, "card b", "attack", "tile 0", "tile 6")
    assert state["closing"][0] == 1
    assert state["added"][0, 2] == 3
    go(state, "fight aa", "advance 0", "done")
    turns = []
    while not state["over"][0]:
        turns.append(int(state["turn"][0]))
        finish_turn(state)
    assert turns == [1, 2, 0]  # R23
    result = game.result(state)
    assert result is not None
    assert result.reason == game.reasons.texts[MOST]
    assert list(result.scores) == [int(points_of(state[0], seat)) for seat in range(3)]


def test_r22_the_last_player_with_units_wins_before_any_advance() -> None:
    state = position({14: 3}, {15: 1}, {}, {}, map="island")
    assert state["fallen"][0].tolist() == [0, 0, 1, 2]
    go(state, "card b", "attack", "tile 14", "tile 15", "fight ca")
    result = game.result(state)
    assert result is not None
    assert result.reason == game.reasons.texts[ALONE]
    assert result.ranks == (1, 2, 4, 3)
    assert result.scores == (1 + (MAP.signs[int(state["symbol"][0, 14])] != "o"), 0, 0, 0)
    assert units(state, 14, 15) == [3, 0]


def test_r22_losing_your_last_unit_in_your_attack_ends_the_turn() -> None:
    state = position({14: 1}, {15: 3}, {35: 1}, {30: 1})
    go(state, "card c", "attack", "tile 14", "tile 15", "fight aa")
    assert state["fallen"][0, 0] == 1
    assert state["turn"][0] == 1
    finish_turn(state)
    finish_turn(state)
    finish_turn(state)
    assert state["turn"][0] == 1  # seat 0 is out


def test_r22_the_last_turns_do_not_wait_for_a_player_who_is_out() -> None:
    state = position({14: 3}, {15: 1}, {35: 1}, {30: 1}, added=3)
    state["added"][0, 1] = 0
    state["hand"][0, 1] = 0b111111
    assert state["closing"][0] == 0
    go(state, "card b", "attack", "tile 14", "tile 15", "fight ca")
    assert state["closing"][0] == 1
    assert texts(game, state, 0) == ["advance units=0", "advance units=1", "advance units=2"]


def test_r24_after_the_6_all_nine_cards_come_back() -> None:
    state = position({0: 2}, {35: 1}, {30: 1}, {5: 1}, added=3, hands={0: "b"})
    fill(state, closing=2, final=0b1111)
    state["hand"][0, 0], state["played"][0, 0] = 0b10, 0b111111101
    go(state, "card b", "move")
    assert cards(state, 0) == [1, 1, 1, 2, 2, 3, 4, 5, 6]


def test_random_games_take_about_eleven_turns_per_player() -> None:
    turns = []
    choose = np.random.default_rng(3)
    for seed in range(6):
        state = start(game, 4, seed)
        before, count = -1, 0
        while not state["over"][0]:
            if state["placed"][0] == 24 and state["turn"][0] != before:
                before = int(state["turn"][0])
                count += 1
            seat = int(choose.choice(game.acting(state)))
            game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
        turns.append(count / 4)
    assert 8 < np.mean(turns) < 14
    assert max(turns) <= 23
