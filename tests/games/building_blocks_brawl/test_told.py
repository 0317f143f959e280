"""Building Blocks Brawl: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.british_empire.building_blocks_brawl import game

from ..helpers import match_at
from ..telling import last, make_moves, moment, reads
from .test_rules import deal


def test_a_hand_is_told_to_its_owner_only() -> None:
    match = match_at(game, deal(3, 1))
    make_moves(match, (1, "hold 1 2 0"))
    assert last(match, 1) == ["You close your hand on chips worth 5."]
    assert last(match, 0) == last(match, SPECTATOR) == ["Bob has chosen."]
    match = match_at(game, deal(3, 1))
    make_moves(match, (0, "hold 0 0 0"))
    assert last(match, 0) == ["You leave your hand empty."]


def test_the_higher_value_claims_the_field() -> None:
    match = match_at(game, deal(3, 2))
    make_moves(match, (0, "hold 1 0 0"), (1, "hold 1 2 0"))
    assert last(match, 1) == [
        "You claim the 3 with 5 against 1.",
        "Your product is 3 × 10 = 30.",
        "Round 2 begins with the first 2.",
    ]
    assert last(match, 0)[:2] == ["Bob claims the 3 with 5 against 1.", "Bob's product is 3 × 10 = 30."]
    shown = moment(match)
    assert [(side.value, str(side.verdict), side.won) for side in shown.sides] == [
        (1, "keeps the chips", False),
        (5, "pays and takes it", True),
    ]
    make_moves(match, (0, "hold 1 0 0"), (1, "hold 0 0 0"))
    assert last(match, 0)[0] == "You claim the 2 with 1 against nothing."


def test_tied_tiles_wait_for_the_next_winner() -> None:
    match = match_at(game, deal(1, 1, 3))
    make_moves(match, (0, "hold 0 1 0"), (1, "hold 2 0 0"))
    assert last(match, SPECTATOR) == [
        "Both bid 2: nobody claims the 1.",
        "The field waits for the next winner.",
        "Round 2 begins with a 1.",
    ]
    make_moves(match, (0, "hold 0 0 0"), (1, "hold 0 0 0"))
    assert last(match, SPECTATOR)[0] == "Both hands are empty: nobody claims both 1s."
    make_moves(match, (0, "hold 0 0 1"), (1, "hold 0 0 0"))
    assert last(match, SPECTATOR)[0] == "Ann claims both 1s and the 3 with 3 against nothing."


def test_a_tied_tile_is_put_aside_with_the_option() -> None:
    match = match_at(game, deal(1, 3, tie_tile="discard"))
    make_moves(match, (0, "hold 0 1 0"), (1, "hold 2 0 0"))
    assert last(match, SPECTATOR)[:2] == ["Both bid 2: nobody claims the 1.", "The tile is put aside for good."]


def test_the_third_2_shows_both_products() -> None:
    match = match_at(game, deal(2, 2, 2))
    make_moves(match, (0, "hold 1 0 0"), (1, "hold 0 0 0"))
    assert last(match, 0)[-1] == "Round 2 begins with the second 2; the third ends the game."
    make_moves(match, (0, "hold 0 0 0"), (1, "hold 2 0 0"))
    assert last(match, 0) == [
        "Bob claims the 2 with 2 against nothing.",
        "The third 2 ends the game: you win with 2 × 14 = 28 against 2 × 13 = 26.",
        "You win (higher product of tiles and chips).",
    ]


def test_behind_a_screen_only_your_own_product_is_told() -> None:
    match = match_at(game, deal(3, 2, purses="screened"))
    make_moves(match, (0, "hold 1 0 0"), (1, "hold 1 2 0"))
    assert last(match, 0) == ["Bob claims the 3 with 5 against 1.", "Round 2 begins with the first 2."]
    assert last(match, SPECTATOR) == last(match, 0)
    assert last(match, 1)[1] == "Your product is 3 × 10 = 30."
    assert reads(moment(match).why) == "The chips paid go into the bag."
