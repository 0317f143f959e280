"""Temple of Doom: worked examples, and the rulings that are easy to get wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from matchbox.engine import States
from matchbox.games.green_box.components import COLOUR, NUMBER, SYMBOL
from matchbox.games.green_box.temple_of_doom import game
from matchbox.games.green_box.temple_of_doom.state import (
    COLLAPSED,
    DESERTED,
    GIVE_UP,
    LEAVE,
    MOVE,
    PLAY,
    SAY,
    TELL,
    TELL_ALL,
    TILE,
)
from matchbox.games.green_box.temple_of_doom.temple import (
    DECK_OF,
    DECKS,
    EXIT,
    FRONT,
    KILLED,
    MOVEMENT,
    OUTSIDE,
    RELIC,
    TEMPLE,
    WAYS,
    receiver,
    spots,
)

from ..helpers import act, fill, start, texts

CUBES = ("red1", "red2", "green1", "green2", "blue1", "blue2", "yellow1", "yellow2")
RED_WHEEL_1, RED_ARROW_1, RED_HAMMERS_2, GREEN_ARROW_1, GREEN_HAMMERS_1 = 3, 4, 5, 12, 13
BLUE_CIRCLES_1, YELLOW_DROP_1, WHITE_DROP_1, WHITE_BRICKS_2 = 22, 30, 40, 41
BLACK_CIRCLES_1, BLACK_WHEEL_1, BLACK_ARROW_2 = 48, 49, 50
ALL = range(36)


def members(cards: int) -> list[int]:
    """A bit set as a list."""
    return [bit for bit in range(64) if int(cards) >> bit & 1]


def bits_of(items: Iterable[int]) -> int:
    return sum(1 << item for item in items)


def deck(number: int) -> list[int]:
    return members(DECKS[number])


def pile(state: States, number: int, cards: list[int]) -> None:
    """A deck of exactly these cards."""
    state["decks"][0, number] = cards + [0] * (18 - len(cards))
    state["left"][0, number] = len(cards)


def temple(*hand: int, up: Iterable[int] = ALL, flipped: Iterable[int] = (), seats: int = 1, **places: Any) -> States:
    """The test temple T0 with cubes on places (the others in the Front); seat 0 is on turn with these cards.

    The other cards of the round count as played. Other keyword arguments are options.
    """
    options = {name: places.pop(name) for name in list(places) if name not in CUBES}
    state = start(game, seats, **options)
    symbols = [tile % 6 for tile in ALL]
    symbols[20], symbols[24] = 0, 2
    fill(state, symbols=symbols, tiles=[bits_of(t for t in ALL if symbols[t] == n) for n in range(6)])
    fill(state, up=bits_of(up), flipped=bits_of(flipped), at=[places.get(cube, FRONT) for cube in CUBES])
    outside = list(state["at"][0]).count(OUTSIDE)
    fill(state, score=[outside - 18] * seats + [0] * (6 - seats), leader=0, acting=1)
    if hand:
        rest = [card for card in deck(MOVEMENT) if card not in hand]
        dealt = 9 if seats == 1 else 12
        row = [*hand, *[0] * (9 - len(hand))]
        fill(state, hand=[row] + [[0] * 9] * 5, filled=[(1 << len(hand)) - 1] + [0] * 5)
        fill(state, open_hand=[row if seats == 1 else [0] * 9] + [[0] * 9] * 5)
        fill(state, played=bits_of(rest[: dealt - len(hand)]))
        pile(state, MOVEMENT, rest[dealt - len(hand) :])
    assert game.conserved(state)
    return state


def show(
    state: States,
    relics: Iterable[int] = (),
    cards: Iterable[int] = (),
    collected: Iterable[int] = (),
    discard: Iterable[int] = (),
) -> None:
    """Show these Relics and Temple cards in this order; all others are in the decks."""
    relics, cards, collected, discard = list(relics), list(cards), list(collected), list(discard)
    fill(state, relics=relics + [0] * (3 - len(relics)), collected=bits_of(collected), discard=bits_of(discard))
    fill(state, temple=cards + [0] * (18 - len(cards)), shown=len(cards))
    pile(state, RELIC, [c for c in deck(RELIC) if c not in relics + collected])
    pile(state, TEMPLE, [c for c in deck(TEMPLE) if c not in cards + discard])
    outside = list(state["at"][0]).count(OUTSIDE)
    fill(state, score=[outside + len(collected) - 18] + [0] * 5)
    assert game.conserved(state)


def steps(state: States, cube: str) -> list[int]:
    """The places a cube may move to with the next point; empty if the cube is not offered."""
    chosen = MOVE.first + CUBES.index(cube)
    if chosen not in game.legal(state, 0):
        return []
    state = state.copy()
    game.apply(state, 0, chosen)
    return [action - TILE.first for action in game.legal(state, 0)]


def move(state: States, cube: str, place: int) -> None:
    act(game, state, (0, f"move {cube}"), (0, "outside" if place == OUTSIDE else f"tile {place}"))


def strike(state: States) -> list[list[int]]:
    """Take the lowest tile for every strike; return the tiles offered each time."""
    offers = []
    while state["phase"][0] == 3 and not state["over"][0]:
        leader = int(state["leader"][0])
        offers.append([action - TILE.first for action in game.legal(state, leader)])
        game.apply(state, leader, TILE.first + offers[-1][0])
    return offers


def walk(state: States, seed: int) -> Iterable[tuple[int, int]]:
    """Play on at random without talk; yield each action before it is applied."""
    choose = np.random.default_rng(seed)
    while not state["over"][0]:
        seat = game.acting(state)[0]
        action = int(choose.choice(game.moves(state, seat)))
        yield seat, action
        game.apply(state, seat, action)


# --- components ---


def test_the_three_decks_have_18_cards_each() -> None:
    assert deck(RELIC) == [*(c for c in range(36) if c % 9 > 5), *range(36, 39), *range(42, 45)]
    assert deck(TEMPLE) == [*(c for c in range(36) if c % 9 < 3), 45, 46, 47, 51, 52, 53]
    assert deck(MOVEMENT) == [c for c in range(54) if 3 <= c % 9 <= 5]
    for number in range(3):
        assert sorted(SYMBOL[deck(number)]) == sorted([*range(6)] * 3)
    assert [sum(COLOUR[deck(n)] < 4) for n in (RELIC, TEMPLE)] == [12, 12]
    assert sum(NUMBER[deck(MOVEMENT)]) == 24
    assert len(DECK_OF) == 54


@pytest.mark.parametrize(
    ("layout", "pairs", "degrees", "last"),
    [(0, 83, {2: 2, 3: 6, 4: 10, 5: 4, 6: 14}, [34, 35]), (1, 84, None, [33, 34, 35])],
)
def test_tiles_have_the_right_neighbours(
    layout: int, pairs: int, degrees: dict[int, int] | None, last: list[int]
) -> None:
    near = [members(int(ways) & ~EXIT) for ways in WAYS[layout][:36]]
    assert sum(map(len, near)) == 2 * pairs
    assert all(a in near[b] for a in ALL for b in near[a])
    if degrees:
        assert {n: [len(x) for x in near].count(n) for n in degrees} == degrees
    assert [t for t in ALL if WAYS[layout][t] & EXIT] == last
    assert members(WAYS[layout][FRONT]) == [0, 1, 2, 3, 4, 5]
    assert WAYS[layout][OUTSIDE] == WAYS[layout][KILLED] == 0


def test_sample_tiles_have_the_right_neighbours() -> None:
    near = {0: {1, 6}, 6: {0, 1, 7, 11}, 12: {7, 8, 11, 13, 16, 17}, 15: {11, 16, 20}, 25: {21, 22, 24, 26, 28, 29}}
    for tile, expected in {**near, 34: {31, 32, 35, OUTSIDE}}.items():
        assert set(members(WAYS[0][tile])) == expected
    assert [sum(row == r for row, _ in spots(1)) for r in range(8)] == [6, 5, 4, 5, 4, 5, 4, 3]


def test_ids_follow_the_page() -> None:
    assert (PLAY.first, PLAY.size, MOVE.first, MOVE.size, TILE.first, TILE.size) == (0, 9, 9, 8, 17, 36)
    assert (LEAVE, GIVE_UP) == (53, 54)
    assert (TELL.first, TELL.size, TELL_ALL, SAY.first, SAY.size) == (55, 9, 64, 65, 24)
    assert game.actions.count == 89


# --- setup and dealing ---


@pytest.mark.parametrize(("seats", "each"), [(1, [9]), (2, [6] * 2), (3, [4] * 3), (4, [3] * 4), (6, [2] * 6)])
def test_setup_deals_cards_by_the_number_of_players(seats: int, each: list[int]) -> None:
    leaders = set()
    for seed in range(30):
        state = start(game, seats, seed)
        assert [int(x).bit_count() for x in state["filled"][0][:seats]] == each
        assert sorted(state["symbols"][0][:6]) == [*range(6)]
        assert state["left"][0].tolist() == [15, 12, 18 - sum(each)]
        assert set(state["at"][0]) == {FRONT}
        assert state["score"][0][:seats].tolist() == [-18] * seats
        leaders.add(int(state["leader"][0]))
        assert game.acting(state) == [state["leader"][0]]
    assert leaders == set(range(seats))


def test_r20_third_cards_rotate_with_five_players() -> None:
    extra = []
    for number in range(1, 6):
        leader = (2 + number - 1) % 5
        order = [int(receiver(card, 5, leader, number)) for card in range(12)]
        assert order[:10] == [(leader + card) % 5 for card in range(10)]
        extra += order[10:]
        assert set(order[10:]) == {(2 + 2 * (number - 1)) % 5, (2 + 2 * (number - 1) + 1) % 5}
        assert (order[10] - leader) % 5 < (order[11] - leader) % 5  # clockwise from the leader
    assert sorted(extra) == sorted([*range(5)] * 2)


def test_r20_players_without_cards_are_skipped() -> None:
    state = start(game, 5, 3)
    leader, order = int(state["leader"][0]), []
    for seat, action in walk(state, 1):
        if state["rounds"][0] > 1:
            break
        if state["phase"][0] == 0:
            assert PLAY.has(action)
            order.append((seat - leader) % 5)
    assert order == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1]
    assert [int(x).bit_count() for x in np.roll(state["filled"][0][:5], -leader)] == [2, 2, 3, 3, 2]


def test_r23_solitaire_deals_all_18_cards_in_two_rounds() -> None:
    for seed in range(5):
        state = start(game, 1, seed)
        hands: dict[int, set[int]] = {}
        for _ in walk(state, seed):
            hands.setdefault(int(state["rounds"][0]), set(state["hand"][0, 0].tolist()))
        assert len(hands) > 2
        assert sorted(hands[1] | hands[2]) == deck(MOVEMENT)
        assert all(len(hand) == 9 for hand in hands.values())


def test_r23_with_twelve_cards_the_six_left_are_dealt_first() -> None:
    state = start(game, 3, 4)
    left = set(state["decks"][0, MOVEMENT, :6].tolist())
    for _ in walk(state, 2):
        if state["rounds"][0] == 2:
            break
    assert set(members(int(state["early"][0]))) == left
    assert set(state["hand"][0, :3, :2].ravel().tolist()) == left  # the first two cards of everybody
    later = {int(card) for card in state["hand"][0, :3, 2:4].ravel()}
    assert later | set(state["decks"][0, MOVEMENT, :6].tolist()) == set(deck(MOVEMENT)) - left
    assert state["played"][0] == 0


# --- movement ---


def test_example_1_the_printed_moves_are_legal() -> None:
    hand = (RED_ARROW_1, GREEN_ARROW_1, BLACK_ARROW_2, YELLOW_DROP_1)
    state = temple(*hand, red1=7, yellow1=11, green1=17)
    act(game, state, (0, "play a"))  # D
    move(state, "red1", 12)
    act(game, state, (0, "play b"))  # E
    assert steps(state, "red1") == [16]
    move(state, "red1", 16)
    act(game, state, (0, "play c"))  # H: both points by symbol
    move(state, "yellow1", 16)
    assert steps(state, "green1") == [16, 22]
    move(state, "green1", 16)
    assert state["at"][0].tolist() == [16, FRONT, 16, FRONT, FRONT, FRONT, 16, FRONT]
    act(game, state, (0, "play d"))  # I
    assert steps(state, "green1") == [12, 20]  # both Drops
    move(state, "green1", 20)
    assert state["at"][0, 2] == 20


def test_example_3_cubes_leave_by_colour_only() -> None:
    state = temple(BLACK_WHEEL_1, WHITE_BRICKS_2, red1=34)
    black, white = state.copy(), state.copy()
    act(game, black, (0, "play a"))
    assert steps(black, "red1") == [35]
    act(game, white, (0, "play b"))
    assert steps(white, "red1") == [31, 32, 35, OUTSIDE]
    move(white, "red1", OUTSIDE)
    assert white["at"][0, 0] == OUTSIDE
    assert white["score"][0, 0] == -17
    assert white["points"][0] == 1
    assert texts(game, white, 0) == ["move red2", "move green1", "move blue1", "move yellow1"]


def test_example_4_cubes_enter_a_flipped_tile_by_colour_only() -> None:
    standing = [tile for tile in ALL if tile != 8]
    state = temple(GREEN_ARROW_1, BLACK_CIRCLES_1, BLUE_CIRCLES_1, up=standing, flipped=[8], green1=2)
    for place, expected in (("a", True), ("b", False), ("c", False)):
        tried = state.copy()
        act(game, tried, (0, f"play {place}"))
        assert (8 in steps(tried, "green1")) == expected


def test_example_4_a_flipped_tile_matches_nothing() -> None:
    standing = [tile for tile in ALL if tile != 8]
    state = temple(BLACK_WHEEL_1, up=standing, flipped=[8], green1=8, may_waste="yes")
    show(state, relics=[36], cards=[10])  # white and green Three Circles
    act(game, state, (0, "play a"), (0, "give_up"))
    assert state["collected"][0] == 0
    assert state["at"][0, 2] == KILLED
    assert state["temple"][0, 0] == 10  # R10: unmatched


def test_r4_the_front_leads_to_any_tile_of_the_starting_row() -> None:
    state = temple(RED_ARROW_1, BLACK_ARROW_2)
    by_colour, by_symbol = state.copy(), state.copy()
    act(game, by_colour, (0, "play a"))
    assert steps(by_colour, "red1") == [0, 1, 2, 3, 4, 5]
    assert steps(by_colour, "green1") == [4]
    act(game, by_symbol, (0, "play b"))
    assert texts(game, by_symbol, 0) == ["move red1", "move green1", "move blue1", "move yellow1"]
    move(by_symbol, "red1", 4)
    assert "move red2" in texts(game, by_symbol, 0)  # the red cubes are on different places now
    assert not (WAYS >> FRONT).any()  # no step leads back


def test_r5_cubes_may_step_back_and_sideways() -> None:
    state = temple(RED_ARROW_1, red1=12)
    act(game, state, (0, "play a"))
    assert steps(state, "red1") == [7, 8, 11, 13, 16, 17]


def test_of_two_equal_cubes_only_the_lower_is_offered() -> None:
    state = temple(RED_ARROW_1, red1=12, red2=12, green1=16, green2=16)
    act(game, state, (0, "play a"))
    assert texts(game, state, 0) == ["move red1", "move blue1", "move yellow1"]  # green is next to no Arrow


def test_r3_points_without_a_legal_step_lapse() -> None:
    killed: dict[str, Any] = dict.fromkeys(CUBES[1:], KILLED)
    state = temple(BLACK_ARROW_2, BLACK_WHEEL_1, red1=0, may_waste="yes", **killed)
    act(game, state, (0, "play a"))
    assert texts(game, state, 0) == ["play b"]
    assert state["points"][0] == 0
    state = temple(BLACK_ARROW_2, BLACK_WHEEL_1, red1=15, **killed)
    act(game, state, (0, "play a"))
    assert texts(game, state, 0) == ["move red1"]  # must be used
    move(state, "red1", 16)
    assert texts(game, state, 0) == ["play b"]  # and the second point lapses


def test_r3_with_the_option_a_point_may_be_given_up() -> None:
    state = temple(WHITE_BRICKS_2, RED_ARROW_1, may_waste="yes")
    act(game, state, (0, "play a"))
    assert texts(game, state, 0)[-1] == "give_up"
    act(game, state, (0, "give_up"))
    assert state["points"][0] == 1
    move(state, "blue1", 2)
    assert texts(game, state, 0) == ["play b"]


def test_r8_cubes_cannot_cross_holes_and_only_the_final_row_leads_outside() -> None:
    state = temple(WHITE_DROP_1, WHITE_BRICKS_2, up=range(34), red1=32)
    act(game, state, (0, "play a"))
    assert steps(state, "red1") == [28, 29, 31, 33]


# --- the end of a round ---


@pytest.mark.parametrize("unmatched", ["stay", "discard"])
def test_example_2_the_round_ends_as_printed(unmatched: str) -> None:
    state = temple(
        BLACK_WHEEL_1, red1=16, red2=3, yellow1=16, green1=20, green2=2, blue1=1, blue2=5,
        may_waste="yes", unmatched=unmatched,
    )  # fmt: skip
    show(state, relics=[7, 43, 25], cards=[28, 10, 19, 1, 46, 11])
    act(game, state, (0, "play a"), (0, "give_up"))
    assert members(int(state["collected"][0])) == [7, 43]
    assert members(int(state["discard"][0])) == [1, 10, 19, 28]
    assert strike(state) == [[0], [5]]
    assert members(int(state["flipped"][0])) == [0, 5]
    assert state["at"][0, 5] == 5
    assert int((state["relics"][0] > 0).sum()) == 3
    if unmatched == "stay":
        assert state["temple"][0, :2].tolist() == [46, 11]
        assert state["shown"][0] == 8
    else:
        assert state["shown"][0] == 6
        assert {11, 46} <= set(members(int(state["discard"][0])))
    assert state["score"][0, 0] == -16
    assert state["rounds"][0] == 2
    while state["rounds"][0] == 2 and state["phase"][0] != 3:  # nobody moves: blue on 5 dies in step 2
        act(game, state, (0, texts(game, state, 0)[-1]))
    assert state["at"][0, 5] == KILLED
    assert not int(state["up"][0]) >> 5 & 1
    assert game.conserved(state)


def test_example_5_two_cards_of_one_symbol_flip_two_tiles() -> None:
    standing = [tile for tile in ALL if tile not in (0, 6, 12, 20, 1, 2)]
    for cards, expected in (([0, 20], [[18], [30]]), ([0, 20, 46], [[18], [30], [3, 4, 5]])):
        state = temple(BLACK_WHEEL_1, up=standing, may_waste="yes")
        show(state, cards=cards)
        act(game, state, (0, "play a"))
        if state["phase"][0] == 1:
            act(game, state, (0, "give_up"))
        assert strike(state) == expected


def test_example_6_temple_cards_strike_in_three_passes() -> None:
    state = temple(BLACK_WHEEL_1, up=[33, 34, 35])
    show(state, cards=[11, 0, 20, 19, 10])
    act(game, state, (0, "play a"))
    assert strike(state) == [[35], [33], [34], [33], [34, 35]]
    assert state["up"][0] == 0
    assert members(int(state["flipped"][0])) == [35]
    assert not state["over"][0]
    for _ in walk(state, 1):
        assert state["phase"][0] == 0  # no cube can move any more
    assert state["reason"][0] == COLLAPSED
    assert state["rank"][0, 0] == 2
    assert set(state["at"][0]) == {FRONT}  # R17: lost, but not killed
    assert state["score"][0, 0] == -18


def test_r11_flipped_tiles_fall_a_round_later() -> None:
    state = temple(BLACK_WHEEL_1, may_waste="yes", red1=0)
    show(state, cards=[46])  # black Drop
    act(game, state, (0, "play a"))
    act(game, state, (0, "give_up"))
    strike(state)
    assert members(int(state["flipped"][0])) == [0]
    assert state["at"][0, 0] == 0


def test_r9_a_cube_may_match_several_cards() -> None:
    state = temple(BLACK_WHEEL_1, may_waste="yes", red1=4)
    show(state, relics=[7, 38], cards=[0])  # red Arrow and white Arrow; red Drop is not matched
    act(game, state, (0, "play a"), (0, "give_up"))
    assert members(int(state["collected"][0])) == [7, 38]
    assert members(int(state["targets"][0])) == [0]


def test_r15_play_continues_after_all_relics_are_collected() -> None:
    state = temple(BLACK_WHEEL_1, may_waste="yes", red1=4)
    show(state, relics=[7], collected=[c for c in deck(RELIC) if c != 7], cards=[18])
    act(game, state, (0, "play a"), (0, "give_up"))
    strike(state)
    assert not state["over"][0]
    assert state["score"][0, 0] == 0
    assert not state["relics"].any()


def test_r16_killing_the_last_cube_ends_the_game() -> None:
    places: dict[str, Any] = dict.fromkeys(CUBES[1:], KILLED)
    state = temple(BLACK_ARROW_2, up=range(6, 36), flipped=[0], red1=0, **places)
    act(game, state, (0, "play a"))
    assert state["reason"][0] == DESERTED
    assert state["rank"][0, 0] == 2


def test_r25_a_strike_of_the_third_pass_may_kill_the_last_cube() -> None:
    places: dict[str, Any] = dict.fromkeys(CUBES[1:], KILLED)
    state = temple(BLACK_WHEEL_1, up=[0, 35], red1=0, **places)
    show(state, cards=[46, 52, 45, 47])  # black Drop, Wheel, Hammers, Bricks
    act(game, state, (0, "play a"))
    assert strike(state) == [[0], [35], [0]]  # the fourth card has nothing left to do
    assert state["reason"][0] == DESERTED
    assert state["score"][0, 0] == -18


def test_r22_a_full_collapse_in_step_2_ends_the_game() -> None:
    state = temple(BLACK_WHEEL_1, up=[], flipped=[34, 35], red1=OUTSIDE, blue1=34)
    show(state, cards=[46], collected=deck(RELIC))
    act(game, state, (0, "play a"))
    result = game.result(state)
    assert result is not None
    assert result.scores == (1,)
    assert result.winners == (0,)
    assert state["reason"][0] == COLLAPSED
    assert state["shown"][0] == 1
    assert state["at"][0, 4] == KILLED


@pytest.mark.parametrize(
    ("outside", "collected", "score", "rank"), [(5, 16, 3, 1), (1, 18, 1, 1), (8, 10, 0, 2), (8, 18, 8, 1)]
)
def test_example_7_the_score_decides_the_result(outside: int, collected: int, score: int, rank: int) -> None:
    places: dict[str, Any] = {cube: OUTSIDE if n < outside else KILLED for n, cube in enumerate(CUBES)}
    state = temple(WHITE_BRICKS_2, WHITE_DROP_1, **{**places, "red1": 34})
    show(state, collected=deck(RELIC)[:collected])
    act(game, state, (0, "play a"))
    move(state, "red1", OUTSIDE)  # R18: the other point and the other card are not played
    result = game.result(state)
    assert result is not None
    assert (result.scores, result.ranks) == ((score,), (rank,))
    assert state["reason"][0] == DESERTED


def test_example_8_players_take_turns_card_by_card() -> None:
    seed = next(seed for seed in range(50) if start(game, 3, seed)["leader"][0] == 1)
    state, order = start(game, 3, seed), []
    for seat, _ in walk(state, 0):
        if state["rounds"][0] == 2:
            break
        if state["phase"][0] == 0:
            order.append(seat)
        if state["phase"][0] == 3:
            assert seat == 1  # R19
    assert order == [1, 2, 0] * 4
    assert state["leader"][0] == 2
    assert game.acting(state) == [2]


def test_example_9_the_discard_pile_refills_the_temple_deck() -> None:
    state = temple(BLACK_WHEEL_1, may_waste="yes")
    cards = deck(TEMPLE)
    show(state, cards=cards[:13], discard=cards[13:16])  # two more are in the deck
    act(game, state, (0, "play a"), (0, "give_up"))
    assert len(strike(state)) == 13
    assert state["shown"][0] == 18
    assert state["temple"][0, :13].tolist() == cards[:13]  # R13: oldest first
    assert state["temple"][0, 13:15].tolist() == [cards[17], cards[16]]  # R14: the deck first, from its top
    assert sorted(state["temple"][0, 15:].tolist()) == cards[13:16]
    assert state["discard"][0] == 0
    assert state["left"][0, TEMPLE] == 0


# --- hidden hands, results, length ---


def test_hands_are_hidden_unless_open() -> None:
    state = start(game, 3)
    assert not game.view(state, 0)["hand"][0, 1:].any()
    assert not game.view(state)["open_hand"].any()
    state = start(game, 3, open_hands="yes")
    assert game.view(state, 0)["open_hand"].tolist() == state["hand"].tolist()
    state = start(game, 1)
    assert game.view(state)["open_hand"][0, 0].tolist() == state["hand"][0, 0].tolist()


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_redeals_respect_the_order_of_dealing(seats: int) -> None:
    """The six cards left over are dealt first, so their places in hand are known."""
    state = start(game, seats, 8)
    for _ in walk(state, 8):
        if state["rounds"][0] == 2 and state["phase"][0] == 0 and int(state["played"][0]).bit_count() == 3:
            break
    early, held, in_deck = set(members(int(state["early"][0]))), set(), set()
    leader = int(state["leader"][0])
    for seed in range(60):
        dealt = game.redeal(game.view(state, 0), 0, seed)
        assert game.conserved(dealt)
        for number in range(12):
            seat, place = (leader + number) % seats, number // seats
            card = int(dealt["hand"][0, seat, place])
            if number < 10 and card:
                assert (card in early) == (number < 6)
                if seat:
                    held.add(card)
        in_deck |= set(dealt["decks"][0, MOVEMENT, :6].tolist())
    own, played = set(state["hand"][0, 0].tolist()), set(members(int(state["played"][0])))
    unknown = set(deck(MOVEMENT)) - own - played
    assert in_deck == unknown - early
    assert unknown & early <= held
    assert held <= unknown


def test_a_redeal_keeps_open_hands() -> None:
    state = start(game, 4, 2, open_hands="yes")
    for seed in range(5):
        dealt = game.redeal(game.view(state, 1), 1, seed)
        assert dealt["hand"].tolist() == state["hand"].tolist()
        assert sorted(dealt["decks"][0, 2, :6]) == sorted(state["decks"][0, 2, :6])


@pytest.mark.parametrize(("unmatched", "most"), [("stay", 9), ("discard", 19)])
def test_rounds_are_limited_and_everybody_shares_the_result(unmatched: str, most: int) -> None:
    for seats in (1, 4):
        for seed in range(4):
            state = start(game, seats, seed, unmatched=unmatched)
            states_before = (36, 0)
            for _ in walk(state, seed):
                up, flipped = int(state["up"][0]), int(state["flipped"][0])
                now = (up.bit_count(), 36 - (up | flipped).bit_count())
                assert now[0] <= states_before[0]
                assert now[1] >= states_before[1]
                states_before = now
            assert state["rounds"][0] <= most
            result = game.result(state)
            assert result is not None
            assert len(set(result.scores)) == len(set(result.ranks)) == 1
            assert result.ranks[0] == (1 if result.scores[0] > 0 else 2)


# --- the middle difficulty ---


@pytest.mark.parametrize(("unmatched", "shown"), [("stay", 8), ("fill", 6), ("discard", 6)])
def test_r27_new_temple_cards_after_two_have_struck(unmatched: str, shown: int) -> None:
    """Two of six cards strike: they stay and six join them, or four; or six new cards replace them."""
    state = temple(RED_WHEEL_1, unmatched=unmatched, red2=16, yellow1=16, green1=20, green2=2, blue1=1)
    show(
        state, cards=[28, 10, 19, 1, 46, 11]
    )  # yellow Arrow, green Circles, blue Hammers, red Bricks; they strike: 46, 11
    act(game, state, (0, "play a"))
    move(state, "red1", 3)
    strike(state)
    assert state["shown"][0] == shown
    stayed = state["temple"][0, :2].tolist() == [46, 11]
    assert stayed == (unmatched != "discard")
    assert game.conserved(state)


@pytest.mark.parametrize("seats", [1, 6])
def test_r27_never_more_than_six_temple_cards(seats: int) -> None:
    for seed in range(6):
        state = start(game, seats, seed, unmatched="fill")
        for _ in walk(state, seed):
            assert state["shown"][0] <= 6
        assert state["rounds"][0] <= 9
