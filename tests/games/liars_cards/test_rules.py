"""Liar's Cards: worked examples, and the rulings that are easy to get wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from matchbox.engine import BadOption, States
from matchbox.games.green_box.components import (
    ARROW,
    BRICKS,
    CARDS,
    CIRCLES,
    DROP,
    HAMMERS,
    NUMBER,
    SYMBOL,
    WHEEL,
    card_name,
)
from matchbox.games.green_box.liars_cards import game
from matchbox.games.green_box.liars_cards.rules import CALL, CLAIM, NONE, PICK, TOTAL, WILD, evaluate
from matchbox.games.green_box.liars_cards.rules import deal as deal_round

from ..helpers import act, start, texts

OF = [[card for card in range(CARDS) if SYMBOL[card] == symbol] for symbol in range(6)]


def deal(*hands: list[int], starter: int = 0, **options: Any) -> States:
    """A round with these hands; every player has a life per card."""
    state = start(game, len(hands), **options)
    dealt = [card for hand in hands for card in hand]
    rest = [card for card in range(CARDS) if card not in dealt]
    for seat, hand in enumerate(hands):
        state["hand"][0, seat] = [*hand, *[0] * (5 - len(hand))]
        state["cubes"][0, seat] = state["cards"][0, seat] = len(hand)
    state["deck"][0] = [*rest, *[0] * len(dealt)]
    state["dealt"], state["starter"], state["acting"] = len(dealt), starter, 1 << starter
    state["wild_on"] = len(dealt) >= 4
    assert game.conserved(state)
    return state


def lives(state: States) -> list[int]:
    found: list[int] = state["cubes"][0, : int(state["seats"][0])].tolist()
    return found


def one_of(*symbols: int) -> list[int]:
    """A different card for each symbol listed."""
    cards: list[int] = []
    for symbol in symbols:
        cards.append(next(card for card in OF[symbol] if card not in cards))
    return cards


def test_e1_wild_cards_count_only_with_the_symbol_itself() -> None:
    drops = OF[DROP]
    state = deal(drops[:2], drops[2:4], one_of(HAMMERS, WHEEL))
    act(game, state, (0, "bid 3 Arrow"), (1, "liar"))
    assert lives(state) == [1, 2, 2]
    assert state["loser"][0] == state["accused"][0] == 0
    assert state["called_wild"][0] == DROP
    state = deal(drops[:2], one_of(ARROW, WHEEL), one_of(HAMMERS, WHEEL)[:1] + one_of(BRICKS))
    act(game, state, (0, "bid 3 Arrow"), (1, "liar"))
    assert lives(state) == [2, 1, 2]  # 1 Arrow + 2 Drops: the caller was wrong


def test_e2_a_higher_bid_has_more_cards_or_a_later_symbol() -> None:
    state = start(game, 3)
    act(game, state, (int(state["starter"][0]), "bid 4 Bricks"))
    found = texts(game, state, game.acting(state)[0])
    assert found[:3] == ["bid quantity=4 symbol=Arrow", "bid quantity=4 symbol=Wheel", "bid quantity=5 symbol=Drop"]
    for lower in ("4 Bricks", "4 Circles", "3 Wheel"):
        quantity, symbol = lower.split()
        assert f"bid quantity={quantity} symbol={symbol}" not in found
    assert "bid quantity=5 symbol=Bricks" in found  # R1: more of the same
    assert found[-1] == "liar"
    assert len(found) == 6 * 15 - 21 - 1 + 1


def test_e3_a_first_bid_on_the_wild_symbol_switches_it_off() -> None:
    hands = [OF[DROP][:2], [OF[DROP][2], OF[HAMMERS][0]], one_of(WHEEL, BRICKS)]
    state = deal(*hands)
    act(game, state, (0, "bid 2 Drop"))
    assert not state["wild_on"][0]
    act(game, state, (1, "bid 2 Hammers"), (2, "liar"))
    assert lives(state) == [2, 1, 2]
    assert state["called_wild"][0] == NONE
    assert state["wild_on"][0]  # R5: off for that round only


def test_e4_a_later_bid_on_the_wild_symbol_leaves_it_wild() -> None:
    hands = [OF[DROP][:2], [OF[DROP][2], OF[ARROW][0]], one_of(WHEEL, BRICKS)]
    state = deal(*hands)
    act(game, state, (0, "bid 2 Arrow"), (1, "bid 3 Drop"))
    assert state["wild_on"][0]
    act(game, state, (2, "liar"))
    assert lives(state) == [2, 2, 1]  # 3 Drops, each counted once (R4)
    state = deal(*hands)
    act(game, state, (0, "bid 2 Arrow"), (1, "bid 4 Drop"), (2, "liar"))
    assert lives(state) == [2, 1, 2]
    state = deal(*hands)
    act(game, state, (0, "bid 2 Arrow"), (1, "bid 4 Arrow"), (2, "liar"))
    assert lives(state) == [2, 2, 1]  # 1 Arrow + 3 Drops


def test_e5_the_loser_has_a_card_fewer_and_starts() -> None:
    state = start(game, 5)
    assert state["dealt"][0] == 25
    first = int(state["starter"][0])
    act(game, state, (first, "bid 25 Wheel"))
    caller = (first + 1) % 5
    assert game.legal(state, caller) == [CALL]
    act(game, state, (caller, "liar"))
    assert lives(state) == [4 if seat == first else 5 for seat in range(5)]
    assert state["dealt"][0] == 24
    assert state["cards"][0, first] == 4
    assert game.acting(state) == [first]


def test_e5_the_left_neighbour_of_an_eliminated_loser_starts() -> None:
    state = deal(one_of(DROP, HAMMERS), [OF[BRICKS][0]], one_of(ARROW, WHEEL), starter=1)
    act(game, state, (1, "bid 5 Wheel"), (2, "liar"))
    assert lives(state) == [2, 0, 2]
    assert state["score"][0, :3].tolist() == [0, 0, 0]
    assert game.acting(state) == [2]  # R11
    act(game, state, (2, "bid 1 Wheel"))
    assert game.acting(state) == [0]
    act(game, state, (0, "bid 4 Wheel"))
    assert game.acting(state) == [2]  # the turn skips the eliminated seat


def cards_with(*numbers: int) -> list[list[int]]:
    return [[next(card for card in range(CARDS) if NUMBER[card] == number)] for number in numbers]


def test_e6_with_few_cards_bids_are_on_the_sum() -> None:
    state = deal(*cards_with(2, 5, 1))
    assert game.legal(state, 0) == list(range(216, 234))
    act(game, state, (0, "total 6"), (1, "total 8"))
    assert TOTAL.id(8) == 223
    assert game.legal(state, 2) == [*range(224, 234), CALL]
    act(game, state, (2, "liar"))
    assert lives(state) == [1, 1, 0]  # 8 is true
    assert state["dealt"][0] == 2
    assert game.legal(state, 0) == list(range(216, 228))
    state = deal(*cards_with(2, 5, 1))
    act(game, state, (0, "total 6"), (1, "total 9"), (2, "liar"))
    assert lives(state) == [1, 0, 1]
    state = deal(*cards_with(2, 5, 1))
    act(game, state, (0, "total 18"))
    assert game.legal(state, 1) == [CALL]


@pytest.mark.parametrize(("lives_left", "symbols"), [((3, 1), True), ((2, 1), False), ((2, 2), True), ((1, 1), False)])
def test_e7_four_cards_still_make_a_round_on_symbols(lives_left: tuple[int, int], symbols: bool) -> None:
    state = deal(OF[DROP][: lives_left[0]], OF[WHEEL][: lives_left[1]], [])
    assert CLAIM.has(game.legal(state, 0)[0]) == symbols
    assert len(game.legal(state, 0)) == 6 * sum(lives_left)


def test_e8_the_number_of_players_caps_hands_and_lives() -> None:
    state = start(game, 9)
    assert state["dealt"][0] == 36
    assert lives(state) == [5] * 9
    state["cubes"][0, :3] = [4, 3, 1]
    deal_round(state[0])
    assert state["cards"][0, :4].tolist() == [4, 3, 1, 4]
    state = start(game, 10, lives="cap")
    assert lives(state) == [3] * 10
    assert state["dealt"][0] == 30
    for seats, dealt in ((3, 15), (7, 35), (8, 32), (9, 36), (10, 30), (11, 33), (12, 36)):
        assert start(game, seats)["dealt"][0] == dealt
    for seats in (2, 13):  # R14, R18
        with pytest.raises(BadOption):
            start(game, seats)


def test_e9_the_picked_tile_moves_to_the_front() -> None:
    state = start(game, 3, wild="chosen")
    starter = int(state["starter"][0])
    assert state["phase"][0] == PICK
    assert game.legal(state, starter) == list(range(235, 241))
    state["tiles"][0] = [WHEEL, DROP, BRICKS, ARROW, HAMMERS, CIRCLES]
    act(game, state, (starter, "wild Arrow"))
    assert state["tiles"][0].tolist() == [ARROW, WHEEL, DROP, BRICKS, HAMMERS, CIRCLES]
    assert game.acting(state) == [starter]
    assert WILD.id(ARROW) == 239
    act(game, state, (starter, "bid quantity=2 position=0"))
    assert not state["wild_on"][0]  # R16
    act(game, state, ((starter + 1) % 3, "liar"))
    assert state["tiles"][0].tolist() == [ARROW, WHEEL, DROP, BRICKS, HAMMERS, CIRCLES]  # R15
    assert state["phase"][0] == PICK


def test_e10_ids_follow_the_page() -> None:
    assert CLAIM.id(25, WHEEL) == 149
    assert (CLAIM.first, TOTAL.first, CALL, WILD.first) == (0, 216, 234, 235)
    assert game.actions.count == 241


def test_r13_an_option_swaps_arrow_and_wheel() -> None:
    state = start(game, 3, track="wheel_arrow")
    assert state["tiles"][0].tolist() == [DROP, HAMMERS, CIRCLES, BRICKS, WHEEL, ARROW]
    seat = int(state["starter"][0])
    act(game, state, (seat, "bid 15 Wheel"))
    assert texts(game, state, (seat + 1) % 3) == ["bid quantity=15 symbol=Arrow", "liar"]


def test_the_last_player_wins_and_ranks_follow_the_order_of_elimination() -> None:
    state = deal(*cards_with(2, 5, 1))
    act(game, state, (0, "total 18"), (1, "liar"))  # seat 0 leaves first
    assert game.acting(state) == [1]
    act(game, state, (1, "total 12"), (2, "liar"))
    result = game.result(state)
    assert result is not None  # either way, one of the two loses the last life
    assert result.ranks[0] == 3
    assert sorted(result.ranks) == [1, 2, 3]
    assert result.scores == tuple(3 - rank for rank in result.ranks)


def test_every_round_costs_one_life() -> None:
    state, choose = start(game, 6, seed=5), np.random.default_rng(5)
    rounds = 0
    while not state["over"][0]:
        seat = game.acting(state)[0]
        action = int(choose.choice(game.legal(state, seat)))
        before, bid = sum(lives(state)), int(state["bid"][0])
        game.apply(state, seat, action)
        rounds += action == CALL
        assert sum(lives(state)) == before - (action == CALL)
        assert action > bid
    assert 25 <= rounds <= 29


def test_a_call_shows_the_hands_and_hides_the_new_ones() -> None:
    hands = [one_of(DROP, HAMMERS), one_of(BRICKS, WHEEL), one_of(ARROW, CIRCLES)]
    state = deal(*hands)
    assert not game.view(state, 1)["hand"][0, 0].any()
    act(game, state, (0, "bid 6 Wheel"), (1, "liar"))
    seen = game.view(state, 2)
    assert [seen["shown"][0, seat, :2].tolist() for seat in range(3)] == hands
    assert not seen["hand"][0, :2].any()
    assert card_name(hands[0][0]) == "red-Drop-1"


def test_redeals_use_every_unseen_card() -> None:
    state = start(game, 3, seed=3)
    own = set(state["hand"][0, 1].tolist())
    met = set()
    for seed in range(60):
        met |= set(game.redeal(game.view(state, 1), 1, seed)["hand"][0, [0, 2]].ravel().tolist())
    assert met == set(range(CARDS)) - own


@pytest.mark.parametrize("seats", [11, 12])
def test_eleven_and_twelve_players_play_to_the_last_life(seats: int) -> None:
    state, choose = start(game, seats, seed=seats), np.random.default_rng(seats)
    assert state["cards"][0, :seats].tolist() == [3] * seats
    actions = 0
    while not state["over"][0]:
        seat = game.acting(state)[0]
        game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
        actions += 1
        assert game.conserved(state)
    result = game.result(state)
    assert result is not None
    assert sorted(result.ranks) == list(range(1, seats + 1))
    assert actions <= game.bound(seats, game.read_options({}))


def test_lives_and_places_evaluate_higher() -> None:
    state = start(game, 4)
    assert [evaluate(state[0], seat) for seat in range(4)] == [0.0] * 4
    state["cubes"][0, :4] = [5, 4, 0, 0]
    state["score"][0, :4] = [0, 0, 1, 0]
    first, second, third, last = (float(evaluate(state[0], seat)) for seat in range(4))
    assert 1 > first > second > third > last == -1
