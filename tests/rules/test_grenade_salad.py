"""Grenade Salad: the worked examples of its page, and the rulings that are easy to get wrong."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from matchbox.boxes.green_box.components import (
    ARROW,
    BRICKS,
    CARDS,
    CIRCLES,
    DROP,
    SYMBOLS,
    WHEEL,
)
from matchbox.boxes.green_box.geometry import FAR, NEAR, overlap
from matchbox.boxes.green_box.grenade_orders import (
    CHOOSE,
    COLUMN,
    DECLINE,
    DX,
    DY,
    END,
    KILL,
    MINE,
    MINES,
    MOVE,
    PLAY,
    STEP,
    X,
    Y,
)
from matchbox.boxes.green_box.grenade_salad import game, go_on
from matchbox.boxes.green_box.grenade_state import enter_near, is_free, rows_to_move, scatter
from matchbox.engine import States, wide

from .helpers import act, fill, start, texts

RED, GREEN, BLUE, YELLOW = range(4)
Place = tuple[int, int]


def position(
    *armies: list[Place], hands: list[str] | None = None, deck: str | None = None, active: int = 0, **options: Any
) -> States:
    """A position: soldiers by seat in order of entering, hands and deck (from the top) as symbols' initials.

    Initials are D H C B A W. Cards that are neither in hand nor in the deck are discarded; without a
    deck all of them are in it.
    """
    state = start(game, len(armies), **options)
    fill(state, x=0, y=0, alive=0, entered=0, kills=0, score=0, hand=0, deck=0, lacks=0, discards=0)
    for seat, army in enumerate(armies):
        for soldier, (x, y) in enumerate(army):
            state["x"][0, seat, soldier], state["y"][0, seat, soldier] = x, y
        state["alive"][0, seat] = (1 << len(army)) - 1
        state["entered"][0, seat] = len(army)
        state["score"][0, seat] = 3 * len(army)
    left = [9] * 6
    for seat, hand in enumerate(hands or [""] * len(armies)):
        for letter in hand:
            state["hand"][0, seat, "DHCBAW".index(letter)] += 1
            left["DHCBAW".index(letter)] -= 1
        state["held"][0, seat] = len(hand)
    cards = [symbol for symbol in range(6) for _ in range(left[symbol])]
    if deck is not None:
        cards = ["DHCBAW".index(letter) for letter in reversed(deck)]
        state["discards"][0] = [left[symbol] - cards.count(symbol) for symbol in range(6)]
    state["deck"][0, : len(cards)] = cards
    state["in_deck"] = len(cards)
    fill(state, active=active, moved=0, cards=0, passes=0)
    go_on(state[0])
    assert game.conserved(state)
    return state


def play(state: States, seat: int, *moves: str) -> None:
    for move in moves:
        act(game, state, (seat, move))
        assert game.conserved(state)


def decline(state: States) -> None:
    """Everybody asked for a Mine declines."""
    while state["phase"][0] == MINES and not state["over"][0]:
        for seat in game.acting(state):
            game.apply(state, seat, int(DECLINE))
    assert game.conserved(state)


def kills(state: States) -> list[int]:
    return state["kills"][0, : int(state["seats"][0])].tolist()  # type: ignore[no-any-return]


def alive(state: States, seat: int) -> list[int]:
    return [soldier for soldier in range(20) if int(state["alive"][0, seat]) >> soldier & 1]


def phase(state: States) -> int:
    return int(state["phase"][0])


def test_ids_follow_the_page() -> None:
    assert (PLAY.first, int(MOVE), int(END), CHOOSE.first) == (0, 6, 7, 8)
    assert (X.first, Y.first, DX.first, DY.first) == (28, 149, 270, 311)
    assert (KILL.first, int(DECLINE), MINE.first, game.actions.count) == (352, 432, 433, 436)
    assert (DX.id(-20), DX.id(20), DY.id(0), KILL.id(3, 19)) == (270, 310, 331, 431)
    assert PLAY.id(BRICKS) == 3


def test_setup() -> None:
    for seats in (2, 3, 4):
        state = start(game, seats, seed=seats)
        for seat in range(seats):
            assert alive(state, seat) == [0, 1, 2, 3, 4]
            assert state["held"][0, seat] == state["hand"][0, seat].sum() == 5
            assert state["score"][0, seat] == 15
        assert state["in_deck"][0] == CARDS - 5 * seats
        placed = state["x"][0][state["x"][0] > 0]
        assert placed.min() >= 60 - 36
        assert placed.max() <= 60 + 36
        assert game.conserved(state)
    assert {int(start(game, 4, seed)["active"][0]) for seed in range(40)} == {0, 1, 2, 3}


# --- the printed example ---


KARI = ([(30, 90), (40, 40)], [(36, 90), (68, 50)], [(72, 62)], [(61, 57)])


def kari(green: str = "CCCCC") -> States:
    """Up to the move of B, which opens the mine window."""
    state = position(*KARI, hands=["HWDDD", green, "DDDDD", "AAAAA"])
    play(state, RED, "play Hammers")
    assert texts(game, state, RED) == ["kill seat=1 soldier=0"]  # asked, though there is only one
    play(state, RED, "kill 1 0")
    assert kills(state) == [1, 0, 0, 0]
    play(state, RED, "move", "soldier 1", "dx 12", "dy 8")
    assert (state["x"][0, RED, 1], state["y"][0, RED, 1]) == (52, 48)
    return state


def test_e1_the_printed_example() -> None:
    state = kari()
    assert game.acting(state) == [1, 2, 3]
    decline(state)
    play(state, RED, "play Wheel", "soldier 1", "dx 14", "dy 10")
    assert kills(state) == [4, 0, 0, 0]
    assert [alive(state, seat) for seat in range(4)] == [[0, 1], [], [], []]
    assert state["score"][0].tolist() == [10, 0, 0, 0]
    assert int(state["cards"][0]) == 0  # moved and played twice: the turn has ended by itself
    assert state["active"][0] == GREEN
    assert state["held"][0].tolist() == [5, 5, 5, 5]


def test_e2_a_mine_against_the_move() -> None:
    state = kari("BCCCC")
    assert texts(game, state, GREEN) == ["decline", "mine soldier=0"]
    assert texts(game, state, BLUE) == ["decline"]
    play(state, BLUE, "decline")
    play(state, GREEN, "mine 0")
    play(state, YELLOW, "decline")
    assert kills(state) == [1, 2, 0, 0]
    assert [alive(state, seat) for seat in range(4)] == [[0], [1], [0], []]
    assert state["held"][0, GREEN] == 4  # R12
    assert state["hand"][0, RED, WHEEL] == 1
    assert game.acting(state) == [RED]  # the only soldier concerned is dead: the window is closed
    play(state, RED, "play Wheel")
    assert phase(state) == COLUMN  # one soldier left: it throws
    assert state["soldier"][0] == 0


# --- geometry at the table ---


def test_e3_close_combat() -> None:
    for place, near in (((36, 90), True), ((38, 90), False), ((37, 96), True), ((37, 97), False)):
        state = position([(30, 90)], [place], hands=["HDDDD", "WWWWW"])
        assert ("play Hammers" in texts(game, state, RED)) == near


def test_e4_sight() -> None:
    for b, c, hidden in (
        ((60, 20), (40, 21), True),
        ((60, 20), (40, 22), False),
        ((60, 60), (40, 43), True),
        ((60, 60), (40, 44), False),
        ((60, 60), (41, 38), True),
        ((60, 60), (42, 38), False),
    ):
        for army in ([(20, 20), c], [(20, 20)]):  # in the way stands a soldier of one's own, or of nobody concerned
            third = [c] if len(army) == 1 else [(118, 2)]
            state = position(army, [b], third, hands=["ADDDD", "WWWWW", "AAAAA"])
            play(state, RED, "play Arrow")
            seen = "kill seat=1 soldier=0" in texts(game, state, RED)
            assert seen != hidden or len(army) == 2  # R19; the one in between may see by itself


def test_one_shooter_in_sight_is_enough() -> None:
    state = position([(20, 20), (60, 90)], [(60, 20), (40, 20)], hands=["ADDDD", "WWWWW"])
    play(state, RED, "play Arrow")
    assert texts(game, state, RED) == ["kill seat=1 soldier=0", "kill seat=1 soldier=1"]
    state = position([(20, 20)], [(60, 20), (40, 20)], hands=["ADDDD", "WWWWW"])
    play(state, RED, "play Arrow")
    assert texts(game, state, RED) == ["kill seat=1 soldier=1"]


def test_e5_moves() -> None:
    state = position([(60, 60)], [(64, 70)], hands=["DDDDD", "WWWWW"])
    play(state, RED, "move")
    assert phase(state) == COLUMN  # one soldier: not asked which
    assert texts(game, state, RED) == [f"dx by={dx}" for dx in range(-20, 21)]
    after = state.copy()
    play(after, RED, "dx 20")  # a single row is taken at once
    assert (after["x"][0, RED, 0], after["y"][0, RED, 0]) == (80, 60)
    play(state, RED, "dx 12")
    assert texts(game, state, RED)[::32] == ["dy by=-16", "dy by=16"]
    state = position([(60, 60)], [(64, 70)], hands=["DDDDD", "WWWWW"])
    play(state, RED, "move", "dx 1")
    rows = {int(text.removeprefix("dy by=")) for text in texts(game, state, RED)}
    assert rows == set(range(-19, 20)) - set(range(7, 14))  # (3, 3) off is too near, (3, 4) is not
    state = position([(60, 60)], [(64, 70)], hands=["DDDDD", "WWWWW"])
    play(state, RED, "move", "dx 0")
    assert set(range(-20, 21)) - {int(t.removeprefix("dy by=")) for t in texts(game, state, RED)} == {0}


def test_moves_match_the_plain_rule_everywhere() -> None:
    """Every point of the disc, for crowds in the middle, at an edge and in a corner."""
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


def test_soldiers_jump_over_others_and_the_table_ends() -> None:
    state = position([(2, 60)], [(6, 60)], hands=["DDDDD", "WWWWW"])
    play(state, RED, "move")
    assert texts(game, state, RED)[0] == "dx by=0"  # R4
    play(state, RED, "dx 8")
    assert "dy by=0" in texts(game, state, RED)  # R3


def test_a_soldier_shut_in_cannot_move() -> None:
    """A corner filled so that no free place is within reach."""
    wall = [(2 + 4 * i, 2 + 4 * j) for i, j in product(range(7), repeat=2) if (i, j) != (0, 0)]
    near = sorted(wall, key=lambda at: at[0] ** 2 + at[1] ** 2)[:40]
    state = position([(2, 2)], near[:20], near[20:], hands=["BBBBB", "WWWWW", "AAAAA"])
    assert state["active"][0] == GREEN  # neither a card nor a move: red's turn has ended by itself
    assert state["passes"][0] == 1


def test_placement_anywhere_free() -> None:
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
    play(state, RED, "play Drop", "x 60")  # one row is left, and taken at once
    assert (state["x"][0, RED, 17], state["y"][0, RED, 17]) == (60, 114)


def test_grenades_reach_to_the_edge_of_the_table_and_may_hit_nobody_or_oneself() -> None:
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


def test_a_grenade_may_fall_at_the_throwers_feet() -> None:
    state = position([(60, 60)], [(70, 70), (71, 75)], hands=["WDDDD", "WWWWW"])
    play(state, RED, "play Wheel", "dx 0", "dy 0")
    assert (alive(state, RED), alive(state, GREEN)) == ([], [1])
    assert kills(state) == [2, 0]


# --- scattering ---


def test_scatter_stays_within_its_spread_and_on_free_places() -> None:
    state = position([(60, 60)], [(64, 60)], hands=["DDDDD", "WWWWW"])
    for _ in range(19):
        scatter(state[0], wide(0), wide(12))
        assert game.conserved(state)
    assert state["x"][0, 0].min() >= 60 - 24
    assert state["x"][0, 0].max() <= 60 + 24


def test_after_many_tries_the_nearest_free_place_is_taken() -> None:
    state = position([(60, 60)], [(64, 60), (56, 60)], hands=["DDDDD", "WWWWW"])
    soldier = int(enter_near(state[0], wide(0), wide(60), wide(60)))
    assert (state["x"][0, 0, soldier], state["y"][0, 0, soldier]) == (60, 56)  # up before down
    soldier = int(enter_near(state[0], wide(0), wide(60), wide(62)))
    assert (state["x"][0, 0, soldier], state["y"][0, 0, soldier]) == (60, 64)
    # The middle filled over more than a scatter can reach: 64 tries fail.
    block = [(40 + 7 * i, 40 + 7 * j) for i, j in product(range(7), repeat=2)]
    state = position(block[:19], block[19:38], block[38:], [(2, 2)], hands=["DDDDD", "WWWWW", "AAAAA", "HHHHH"])
    before = state["block"][0]
    soldier = int(scatter(state[0], wide(0), wide(8)))
    x, y = int(state["x"][0, 0, soldier]), int(state["y"][0, 0, soldier])
    assert state["block"][0] - before >= 64 * 4 // 16
    assert max(abs(x - 60), abs(y - 60)) > 16
    assert game.conserved(state)


# --- mines ---


def airdrop(left: str, across: str) -> States:
    """Red drops three soldiers; they are put side by side, so that a Mine on 1 hits 0 but not 2."""
    state = position([(10, 10)], [(110, 110)], [(110, 10)], hands=["CHHHH", left, across], deck="DDDDDD")
    play(state, RED, "play Circles")
    assert alive(state, RED) == [0, 1, 2, 3]
    assert state["entered"][0, RED] == 4
    state["x"][0, 0, 1:4] = [40, 50, 61]
    state["y"][0, 0, 1:4] = 60
    assert game.conserved(state)
    return state


def test_e6_an_airdrop_and_two_mines() -> None:
    state = airdrop("BAAAA", "BWWWW")
    assert game.acting(state) == [1, 2]
    assert texts(game, state, 2) == ["decline", "mine soldier=0", "mine soldier=1", "mine soldier=2"]
    play(state, 2, "mine 1")  # void, because the left neighbour's comes first (R25)
    play(state, 1, "mine 1")
    assert kills(state) == [0, 2, 0]
    assert alive(state, RED) == [0, 3]
    assert state["hand"][0, 2, BRICKS] == 1
    assert game.acting(state) == [1, 2]  # the miner may have another Mine, and then the next
    assert texts(game, state, 1) == ["decline"]
    assert texts(game, state, 2) == ["decline", "mine soldier=2"]
    after = state.copy()
    play(state, 1, "decline")
    play(state, 2, "mine 2")
    assert kills(state) == [0, 2, 1]
    assert game.acting(state) == [RED]
    play(after, 2, "decline")
    play(after, 1, "decline")
    assert kills(after) == [0, 2, 0]
    assert game.acting(after) == [RED]


def test_who_declines_is_not_asked_again_after_a_later_mine() -> None:
    state = airdrop("BAAAA", "BBWWW")
    play(state, 1, "decline")
    play(state, 2, "mine 0")
    assert kills(state) == [0, 0, 2]  # 40 and 50 lie in one blast
    assert game.acting(state) == [2]
    assert texts(game, state, 2) == ["decline", "mine soldier=2"]
    play(state, 2, "mine 2")
    assert kills(state) == [0, 0, 3]
    assert game.acting(state) == [RED]


def test_answers_are_secret_and_nobody_sees_who_holds_a_mine() -> None:
    state = airdrop("BAAAA", "WWWWW")
    play(state, 1, "mine 0")
    for seat in (0, 2, -1):
        view = game.view(state, seat)
        assert not view["answer"].any()
        assert game.acting(view) == [2]
    assert game.view(state, 1)["answer"][0].tolist() == [0, 2, 0, 0]
    blocks = {block.name: block for block in game.actions.blocks}
    assert blocks["decline"].secret
    assert blocks["mine"].secret


def test_no_window_when_nobody_can_hold_a_mine() -> None:
    empty = position([(60, 60)], [(20, 20)], hands=["DWW", ""], deck="")
    play(empty, RED, "move", "dx 1", "dy 0")
    assert game.acting(empty) == [RED]  # no cards at all
    spent = position([(60, 60)], [(20, 20)], hands=["DDDDD", "DDDD"], deck="WWW")
    assert spent["discards"][0, BRICKS] == 9
    play(spent, RED, "move", "dx 1", "dy 0")
    assert game.acting(spent) == [RED]


def test_a_mine_kills_its_own_players_soldiers_for_points() -> None:
    state = position([(60, 60)], [(66, 60)], hands=["DDDDD", "BDDDD"])
    play(state, RED, "move", "dx 0", "dy 1")
    play(state, GREEN, "mine 0")
    assert kills(state) == [0, 2]  # R9
    assert state["score"][0, :2].tolist() == [0, 2]
    assert (state["blast_by"][0], state["blast_card"][0], state["blast_dead"][0]) == (2, BRICKS, 2)
    assert (state["blast_x"][0], state["blast_y"][0]) == (60, 61)
    assert texts(game, state, RED) == ["play Drop"]  # R20: still in the game


def test_mines_are_never_played_in_ones_own_turn() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["BBBBB", "WWWWW"])
    assert texts(game, state, RED) == ["move", "end"]  # R13: passing, but moving still
    play(state, RED, "end")
    assert state["passes"][0] == 1


# --- the turn ---


def test_at_most_two_cards_and_one_move_in_any_order() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["DDDDD", "AAAAA"])
    assert texts(game, state, RED) == ["play Drop", "move"]  # R16: no end before a card
    play(state, RED, "play Drop", "x 100", "y 100")
    decline(state)
    assert texts(game, state, RED) == ["play Drop", "move", "end"]
    play(state, RED, "move", "soldier 1", "dx 0", "dy 5")
    decline(state)
    assert texts(game, state, RED) == ["play Drop", "end"]
    play(state, RED, "play Drop", "x 90", "y 10")
    decline(state)
    assert state["active"][0] == GREEN
    assert state["held"][0, RED] == 5


def test_a_turn_may_end_after_one_card() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["DDDDD", "WWWWW"])
    play(state, RED, "play Drop", "x 100", "y 100")
    decline(state)
    play(state, RED, "end")
    assert state["active"][0] == GREEN
    assert state["passes"][0] == 0


def test_option_first_moves_only_before_the_cards() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["DDDDD", "WWWWW"], move_timing="first")
    assert texts(game, state, RED) == ["play Drop", "move"]
    play(state, RED, "play Drop", "x 100", "y 100")
    decline(state)
    assert texts(game, state, RED) == ["play Drop", "end"]
    play(state, RED, "play Drop", "x 90", "y 100")
    decline(state)
    assert state["active"][0] == GREEN  # nothing but the end was left


def test_option_free_passing() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["DDDDD", "WWWWW"], passing="free")
    assert texts(game, state, RED) == ["play Drop", "move", "end"]
    play(state, RED, "end")
    play(state, GREEN, "end")
    assert state["over"][0]
    result = game.result(state)
    assert result is not None
    assert result.reason == "everybody has passed"


def test_a_move_may_open_and_close_what_can_be_played() -> None:
    state = position([(60, 60)], [(80, 60), (110, 110)], hands=["HBBBB", "WWWWW"])
    assert texts(game, state, RED) == ["move", "end"]
    play(state, RED, "move", "dx 14", "dy 0")
    decline(state)
    assert texts(game, state, RED) == ["play Hammers"]  # now it must be played
    play(state, RED, "play Hammers", "kill 1 0")
    assert state["active"][0] == GREEN
    state = position([(60, 60)], [(66, 60)], hands=["HBBBB", "WWWWW"])
    assert texts(game, state, RED) == ["play Hammers", "move"]
    play(state, RED, "move", "dx -5", "dy 0")
    decline(state)
    assert state["active"][0] == GREEN  # nothing left to do: a pass
    assert state["passes"][0] == 1


def test_reserves_run_out() -> None:
    army = [(2 + 5 * i, 118) for i in range(18)]
    state = position(army, [(20, 20)], hands=["CDDDD", "WWWWW"])
    play(state, RED, "play Circles")
    assert alive(state, RED) == list(range(20))  # R14: two were left
    assert state["concerns"][0] == 2
    decline(state)
    assert texts(game, state, RED) == ["move", "end"]


def test_without_a_deck_no_airdrop() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["CD", "DD"], deck="")
    assert "play Circles" not in texts(game, state, RED)  # R15
    assert "play Drop" in texts(game, state, RED)
    state = position([(60, 60)], [(20, 20)], hands=["CD", "DD"], deck="H")
    assert "play Circles" in texts(game, state, RED)


def test_a_player_without_soldiers_is_still_in() -> None:
    state = position([], [(20, 20)], hands=["DCAHW", "WWWWW"])
    assert texts(game, state, RED) == ["play Drop", "play Circles"]  # R20


# --- the end ---


def test_e7_ties_go_to_the_larger_reserve() -> None:
    state = position([(10 * i + 5, 10) for i in range(6)], [(10 * i + 5, 100) for i in range(7)], hands=["B", "B"])
    fill(state, in_deck=0, deck=0, able=0)
    state["entered"][0, :2] = [17, 15]
    state["kills"][0, :2] = [5, 2]
    state["score"][0, :2] = [23, 23]
    play_on = state.copy()
    for copy in (state, play_on):
        fill(copy, discards=[9, 9, 9, 7, 9, 9])
    act(game, state, (RED, "end"), (GREEN, "end"))
    result = game.result(state)
    assert result is not None
    assert result.scores == (23, 23)
    assert result.ranks == (2, 1)
    play_on["entered"][0, :2] = 17
    act(game, play_on, (RED, "end"), (GREEN, "end"))
    result = game.result(play_on)
    assert result is not None
    assert result.ranks == (1, 1)


def test_e8_all_pass_and_a_mine_starts_the_count_again() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["BB", "B"], deck="")
    play(state, RED, "end")
    assert state["passes"][0] == 1
    play(state, GREEN, "move", "dx 1", "dy 0")
    after = state.copy()
    decline(state)
    assert state["over"][0]  # green had nothing left to do
    assert game.result(state).reason == "everybody has passed"  # type: ignore[union-attr]
    play(after, RED, "mine 0")
    assert after["passes"][0] == 1  # green, without soldiers and cards to play, has passed by itself
    assert after["active"][0] == RED
    assert not after["over"][0]
    play(after, RED, "end")
    assert after["over"][0]


def test_the_game_ends_without_cards_but_the_last_one_may_still_move() -> None:
    state = position([(60, 60), (100, 60)], [(20, 20)], hands=["A", ""], deck="")
    play(state, RED, "play Arrow", "kill 1 0")
    assert not state["over"][0]
    assert texts(game, state, RED) == ["move", "end"]
    play(state, RED, "end")
    assert game.result(state).reason == "the deck and all hands are empty"  # type: ignore[union-attr]
    assert game.result(state).scores == (7, 0)  # type: ignore[union-attr]


def test_drawing_from_an_almost_empty_deck() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["DD", "WWWWW"], deck="W")
    play(state, RED, "play Drop", "x 100", "y 100")
    decline(state)
    play(state, RED, "end")
    assert state["held"][0, RED] == 2  # R23
    assert state["hand"][0, RED, WHEEL] == 1


# --- knowledge ---


def test_what_a_pass_tells_is_kept_until_the_next_draw() -> None:
    state = position([(60, 60)], [(20, 20)], [(100, 100)], hands=["BBHHB", "DDDDD", "DDDDA"], deck="WWWAAABBHH")
    play(state, RED, "end")
    known = int(state["lacks"][0, RED])
    assert {SYMBOLS[k] for k in range(6) if known >> k & 1} == {"Drop", "Circles", "Wheel", "Arrow"}
    for seed in range(40):
        hand = game.redeal(game.view(state, 1), 1, seed)["hand"][0, RED]
        assert hand[[DROP, CIRCLES, WHEEL, ARROW]].sum() == 0
        assert hand.sum() == 5
    hands = {tuple(game.redeal(game.view(state, 1), 1, seed)["hand"][0, RED]) for seed in range(60)}
    assert len(hands) > 2  # Mines and Hammers in some mixture
    play(state, GREEN, "play Drop", "x 100", "y 20")
    play(state, 2, "decline")
    play(state, RED, "mine 0")
    assert state["lacks"][0, RED] == known
    act(game, state, (GREEN, "end"))
    play(state, 2, "play Drop", "x 2", "y 118")
    decline(state)
    play(state, 2, "end")
    play(state, RED, "end")
    assert state["lacks"][0, RED] == 0  # a card was drawn


def test_who_is_asked_for_a_step_has_one_in_every_redeal() -> None:
    state = position([(60, 60)], [(62, 70)], hands=["HHAAA", "WWWWW"], deck="BBBBBBBBB")
    play(state, RED, "move", "dx 0", "dy 1")
    decline(state)
    assert phase(state) == STEP
    for seed in range(60):
        dealt = game.redeal(game.view(state, 1), 1, seed)
        assert [a for a in game.legal(dealt, 0) if a != END]
        assert game.conserved(dealt)


def test_redealt_answers_fit_the_redealt_hands() -> None:
    state = airdrop("BAAAA", "WWWWW")
    play(state, 1, "decline")
    answers = set()
    for seed in range(200):
        dealt = game.redeal(game.view(state, 2), 2, seed)
        answer = int(dealt["answer"][0, 1])
        answers.add(answer)
        assert answer >= 1
        assert answer == 1 or dealt["hand"][0, 1, BRICKS] > 0
        assert game.conserved(dealt)
    assert answers == {1, 2, 3, 4}
    assert game.redeal(game.view(state, 1), 1, 0)["answer"][0].tolist() == [0, 1, 0, 0]
