"""Flower Garden: worked examples, rulings, and hidden information."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from matchbox.engine import BadOption, States
from matchbox.games.green_box.components import CARDS, NUMBER, SYMBOL, card_name
from matchbox.games.green_box.flower_garden import game
from matchbox.games.green_box.flower_garden.rules import CAP, FLOWER, NEW_ROW, NO_CARDS, PILE, ROW, SOLD_OUT, STOP
from matchbox.games.green_box.flower_garden.state import HAND

from ..helpers import act, fill, start, texts

RED, GREEN, BLUE, YELLOW = range(4)


def bits_of(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def members(cards: int) -> list[int]:
    return [card for card in range(CARDS) if int(cards) >> card & 1]


def garden(
    *hands: Sequence[int],
    rows: Sequence[Sequence[int]] = (),
    flowers: Sequence[Sequence[int]] = (),
    discard: Sequence[int] = (),
    pile: int | None = None,
    one_per_symbol: bool = False,
    **fields: Any,
) -> States:
    """A position with these hands, rows and flowers, on seat 0's turn.

    The other cards are the draw pile, highest on top; cards beyond `pile` are discards.
    """
    seats = max(2, len(hands))
    state = start(game, seats, rows="one_per_symbol" if one_per_symbol else "any")
    shop, lows = np.zeros((6, 9), np.int64), np.zeros((6, 9), int)
    for row in rows:
        symbol = int(SYMBOL[row[0]])
        slot = int((lows[symbol] > 0).sum())
        shop[symbol, slot], lows[symbol, slot] = bits_of(row), min(int(NUMBER[card]) for card in row)
    used = {card for group in (*hands, *rows, discard) for card in group}
    rest = [card for card in range(CARDS) if card not in used]
    drawn = rest if pile is None else rest[:pile]
    discarded = [*discard] if pile is None else [*discard, *rest[pile:]]
    fill(state, shop=shop, lows=lows, discard=bits_of(discarded), acting=1)
    fill(state, deck=drawn + [0] * (CARDS - len(drawn)), in_deck=len(drawn))
    fill(state, hand=[bits_of(hand) for hand in hands] + [0] * (5 - len(hands)))
    fill(state, held=[len(hand) for hand in hands] + [0] * (5 - len(hands)))
    for seat, row in enumerate(flowers):
        state["flowers"][0, seat] = row
        state["score"][0, seat] = -sum(row)
    fill(state, stock=20 - state["flowers"][0].sum(0), **fields)
    assert game.conserved(state)
    return state


def cards(state: States, seat: int, *moves: int | str) -> None:
    """Actions of a seat: cards by number, others by name."""
    act(game, state, *[(seat, f"card {card_name(move)}" if isinstance(move, int) else move) for move in moves])


def shown(state: States, seat: int) -> list[str]:
    return texts(game, state, seat)


def score_of(state: States) -> list[int]:
    found: list[int] = state["score"][0, : state["seats"][0]].tolist()
    return found


def test_action_ids_are_stable() -> None:
    assert (ROW.first, NEW_ROW, STOP, FLOWER.first) == (57, 66, 67, 68)
    assert [card_name(card) for card in (11, 27, 49, 28)] == [
        "green-Wheel-3", "yellow-Wheel-1", "black-Wheel-1", "yellow-Arrow-2",
    ]  # fmt: skip


def test_example_1_the_example_of_the_page_plays_as_described() -> None:
    kari, ola = [11, 27, 28, 0, 5, 6], [49, 1, 2, 18, 19, 20]
    state = garden(kari, ola)
    cards(state, 0, "shop", 11, 27)  # only a new row is possible, and no other Wheel fits
    assert state["flowers"][0, 0].tolist() == [0, 0, 0, 2]
    assert state["shop"][0, SYMBOL[11], 0] == bits_of([11, 27])
    assert state["held"][0, 0] == 6
    cards(state, 1, "shop", 49)
    assert shown(state, 1) == ["row slot=0", "new_row"]
    cards(state, 1, "row slot=0")
    assert shown(state, 1) == [f"colour {name}" for name in ("red", "green", "blue", "yellow")]
    cards(state, 1, "colour red")
    assert state["flowers"][0, 1].tolist() == [3, 0, 0, 0]
    assert set(members(int(state["discard"][0]))) == {11, 27, 49}
    assert not state["shop"].any()
    cards(state, 0, "garden")  # seat 0 drew 53 and 52, so yellow Arrow 2 is the only bed
    assert members(int(state["beds"][0, 0])) == [28]
    assert score_of(state) == [2, -3]
    assert state["planted"][0, 0, YELLOW] == 2
    assert state["held"][0].tolist()[:2] == [6, 6]


def test_example_2_a_row_takes_numbers_up_to_its_lowest() -> None:
    for hand in ([38, 28, 50, 4, 7, 53], [12, 18, 7, 53]):
        state = garden(hand, [1], rows=[[15]])
        for card in hand:
            copy = state.copy()
            cards(copy, 0, "shop", card)
            if NUMBER[card] <= 4:
                assert shown(copy, 0) == ["row slot=0", "new_row"]
            else:
                assert copy["lows"][0, SYMBOL[card], 1] == NUMBER[card]  # R1: a second row, chosen automatically


def test_example_3_a_number_twice_in_one_play_clears_the_row() -> None:
    state = garden([34, 41, 1, 9, 0, 2], [3, 5])
    cards(state, 0, "shop", 34, 41, 1, 9)
    assert state["flowers"][0, 0].tolist() == [0, 4, 0, 0]  # R4
    assert not state["shop"].any()
    assert set(members(int(state["discard"][0]))) == {34, 41, 1, 9}
    assert state["held"][0, 0] == 6
    state = garden([34, 41, 1, 9, 0, 2], [3, 5])
    cards(state, 0, "shop", 34, 1, 41, "stop")
    assert shown(state, 0)[0] == "colour red"
    cards(state, 0, "colour blue")
    assert state["flowers"][0, 0].tolist() == [0, 0, 3, 0]  # R3: the white card was last
    assert set(members(int(state["discard"][0]))) == {34, 1, 41}
    assert state["in_deck"][0] == CARDS - 8 - 3


FIVE = [53, 7, 15, 38, 28]  # Arrows 6, 5, 4, 3, 2


def test_example_4_with_too_few_flowers_in_stock_you_take_the_rest() -> None:
    state = garden([4, 0, 2, 3, 5, 6], [1, 8], rows=[FIVE[1:]], flowers=[[0, 0, 0, 0], [18, 0, 0, 0]])
    assert card_name(4) == "red-Arrow-1"
    cards(state, 0, "shop", 4, "row slot=0")
    assert state["flowers"][0, 0].tolist() == [2, 0, 0, 0]
    assert state["stock"][0, RED] == 0
    assert not state["over"][0]
    state = garden([4, 0, 2, 3, 5, 6], [1, 8], rows=[FIVE[1:]], flowers=[[0, 0, 0, 0], [18, 20, 0, 0]])
    before = int(state["in_deck"][0])
    cards(state, 0, "shop", 4, "row slot=0")
    assert state["reason"][0] == SOLD_OUT
    assert state["in_deck"][0] == before  # R16: no refill
    assert state["held"][0, 0] == 5
    assert state["rank"][0, :2].tolist() == [1, 2]


def test_r7_you_may_choose_an_empty_colour() -> None:
    state = garden([49, 0, 2, 3, 5, 6], [1, 8], flowers=[[20, 0, 0, 0]])
    cards(state, 0, "shop", 49, "stop", "colour red")
    assert state["flowers"][0, 0].tolist() == [20, 0, 0, 0]
    assert game.acting(state) == [1]


def test_example_5_a_bed_is_filled_with_one_colour() -> None:
    hand = [38, 28, 46]  # white Arrow 3, yellow Arrow 2, black Drop 2
    state = garden(hand, [1, 8], flowers=[[3, 0, 1, 0]])
    cards(state, 0, "garden")
    assert shown(state, 0) == [f"card {card_name(38)}", f"card {card_name(46)}"]
    for card in (38, 46):
        copy = state.copy()
        cards(copy, 0, card)  # only red is possible, so there is no choice
        assert copy["bed_colour"][0, card] == RED + 1
        assert copy["planted"][0, 0].tolist() == [int(NUMBER[card]), 0, 0, 0]
        assert copy["score"][0, 0] == -4 + 2 * int(NUMBER[card])
        assert game.acting(copy) == [1]
    state = garden(hand, [1, 8], flowers=[[3, 0, 2, 0]])
    cards(state, 0, "garden", 46)
    assert shown(state, 0) == ["colour red", "colour blue"]  # R8
    cards(state, 0, "colour blue")
    assert state["flowers"][0, 0].tolist() == [3, 0, 0, 0]


def test_r9_a_bed_needs_enough_flowers() -> None:
    state = garden([38, 28, 46], [1, 8], flowers=[[1, 1, 1, 1]])
    assert shown(state, 0) == ["shop", "discard"]


def test_example_6_the_game_ends_when_the_pile_is_emptied_for_the_last_time() -> None:
    state = garden([5, 28, 0], [1, 8], [2], flowers=[[2, 0, 0, 0]], pile=1, emptied=1)
    cards(state, 0, "garden", 5)
    assert state["emptied"][0] == 2
    assert state["reason"][0] == PILE
    assert state["score"][0, 0] == 2  # the bed counts


@pytest.mark.parametrize(("seats", "over"), [(2, True), (4, True), (5, False)])
def test_five_players_may_empty_the_pile_twice(seats: int, over: bool) -> None:
    state = garden([0, 5], *[[1 + seat] for seat in range(seats - 1)], pile=1, emptied=1)
    cards(state, 0, "discard", 0, "stop")
    assert bool(state["over"][0]) == over


def test_example_7_the_discards_are_shuffled_in_the_middle_of_drawing() -> None:
    hand = [0, 1, 2, 3, 4, 5]
    state = garden(hand, [6, 7, 8, 9, 10, 11], pile=2)
    assert int(state["discard"][0]).bit_count() == 40
    keep = members(int(state["discard"][0]))[5:]  # put into rows, so that five discards are left
    shop, lows = np.zeros((6, 9), np.int64), np.zeros((6, 9), int)
    for card in keep:
        slot = int((lows[SYMBOL[card]] > 0).sum())
        shop[SYMBOL[card], slot], lows[SYMBOL[card], slot] = 1 << card, NUMBER[card]
    fill(state, shop=shop, lows=lows, discard=int(state["discard"][0]) & ~bits_of(keep))
    assert game.conserved(state)
    cards(state, 0, "discard", 0, 1, 2, 3)  # R14; four is the limit
    assert state["emptied"][0] == 1
    assert state["in_deck"][0] == 7
    assert state["held"][0, 0] == 6
    assert state["discard"][0] == 0
    assert game.acting(state) == [1]
    assert game.conserved(state)


def test_a_discard_has_one_to_four_cards() -> None:
    state = garden([0, 1, 2], [5, 6])
    cards(state, 0, "discard")
    assert "stop" not in shown(state, 0)  # R11
    cards(state, 0, 0)
    assert shown(state, 0) == [f"card {card_name(1)}", f"card {card_name(2)}", "stop"]
    cards(state, 0, 1, 2)  # the empty hand ends the discard
    assert state["held"][0, 0] == 3
    assert game.acting(state) == [1]
    state = garden([0], [5, 6])
    cards(state, 0, "discard")  # R21: the only card
    assert game.acting(state) == [1]
    assert int(state["discard"][0]) == 1


def test_with_one_row_per_symbol_a_second_row_is_not_allowed() -> None:
    arrows = [53, 7, 28]  # 6, 5, 2
    state = garden(arrows, [1], rows=[[15]], one_per_symbol=True)  # the row shows a 4
    copy = state.copy()
    cards(copy, 0, "shop")  # only the yellow 2 fits, and only there, so there is no choice
    assert copy["shop"][0, SYMBOL[15], 0] == bits_of([15, 28])
    assert copy["flowers"][0, 0, YELLOW] == 2
    state = garden([53, 7], [1], rows=[[15]], one_per_symbol=True)
    assert shown(state, 0) == ["discard"]  # R20
    state = garden([53, 7, 0], [1], rows=[[15]], one_per_symbol=True)
    cards(state, 0, "shop")
    assert state["lows"][0, SYMBOL[0], 0] == NUMBER[0]


@pytest.mark.parametrize("seats", game.about.seats)
def test_r18_the_first_player_can_be_chosen(seats: int) -> None:
    for seat in range(seats):
        assert game.acting(start(game, seats, first=f"seat{seat}")) == [seat]
    assert {game.acting(start(game, seats, seed))[0] for seed in range(60)} == set(range(seats))


def test_r18_only_a_player_at_the_table_can_be_the_first() -> None:
    with pytest.raises(BadOption, match="with 2 players the seats are 0 to 1"):
        start(game, 2, first="seat2")


def test_r12_empty_hands_pass_and_end_the_game() -> None:
    """No card is left to draw: all others are in rows, and the players play their last cards."""
    state = garden([0, 9], [5])
    rest = members(((1 << CARDS) - 1) & ~bits_of([0, 9, 5]))
    shop, lows = np.zeros((6, 9), np.int64), np.zeros((6, 9), int)
    for card in rest:
        slot = int((lows[SYMBOL[card]] > 0).sum())
        shop[SYMBOL[card], slot], lows[SYMBOL[card], slot] = 1 << card, NUMBER[card]
    fill(state, shop=shop, lows=lows, deck=[0] * CARDS, in_deck=0, emptied=1)
    assert game.conserved(state)
    cards(state, 0, "shop", 0, "new_row")
    assert state["held"][0, :2].tolist() == [1, 1]  # R19
    assert game.acting(state) == [1]
    cards(state, 1, "shop")
    if shown(state, 1):
        cards(state, 1, "new_row")
    assert game.acting(state) == [0]  # seat 0 has a card left
    cards(state, 0, "shop")
    if shown(state, 0):
        cards(state, 0, "new_row")
    assert state["reason"][0] == NO_CARDS


def test_tied_players_share_the_win_at_the_turn_limit() -> None:
    state = garden([0, 5], [1, 8], turns=399)
    cards(state, 0, "discard", 0, "stop")
    result = game.result(state)
    assert result is not None
    assert state["reason"][0] == CAP
    assert result.capped
    assert result.winners == (0, 1)


def test_random_games_keep_the_invariants() -> None:
    choose = np.random.default_rng(4)
    for seats in (2, 5):
        for seed in range(6):
            state = start(game, seats, seed)
            planted = 0
            while not state["over"][0]:
                (seat,) = game.acting(state)
                game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
                assert game.conserved(state)
                assert state["planted"].sum() >= planted
                planted = int(state["planted"].sum())
                if state["phase"][0] == 0:
                    for row in state["shop"][0].ravel():
                        numbers = [int(NUMBER[card]) for card in members(int(row))]
                        assert len(set(numbers)) == len(numbers)  # R5
            assert state["turns"][0] < 120


# --- hidden information ---


def test_hands_are_hidden_but_their_sizes_are_public() -> None:
    state = start(game, 3)
    view = game.view(state, 1)
    assert int(view["hand"][0, 1]).bit_count() == HAND
    assert not view["hand"][0, [0, 2]].any()
    assert not view["deck"].any()
    assert view["held"][0, :3].tolist() == [6, 6, 6]


def test_r22_after_a_shuffle_redeals_keep_old_cards_in_hands() -> None:
    state = garden([0, 1, 2, 3], [4, 5, 6, 7, 8, 9], pile=0)
    cards(state, 0, "discard", 0, "stop")  # the discard pile is shuffled, and one card drawn
    assert state["stale"][0, :2].tolist() == [3, 6]
    for seed in range(10):
        assert game.redeal(game.view(state, 0), 0, seed)["hand"][0, 1] == bits_of([4, 5, 6, 7, 8, 9])
        other = members(int(game.redeal(game.view(state, 1), 1, seed)["hand"][0, 0]))
        assert {1, 2, 3} <= set(other)
        assert len(other) == 4
    cards(state, 1, "discard", 4, "stop")
    drawn = set()
    for seed in range(40):
        hand = set(members(int(game.redeal(game.view(state, 0), 0, seed)["hand"][0, 1])))
        assert {5, 6, 7, 8, 9} <= hand
        drawn |= hand - {5, 6, 7, 8, 9}
    assert len(drawn) > 10
    assert 4 not in drawn
