"""Tunnel Run: worked examples on a fixed tunnel, both modes, rescue of stuck players, and hidden information."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from matchbox import bots
from matchbox.engine import BadOption, States
from matchbox.engine.compiled import PLAIN
from matchbox.games.green_box.components import SYMBOLS
from matchbox.games.green_box.tunnel_run import game
from matchbox.games.green_box.tunnel_run.rules import CAP, END_TURN, ESCAPED, EXIT, FORWARD
from matchbox.scene import Look, scene_of

from ..helpers import act, fill, start, texts

RED, BLUE = 0, 1


def counts(cards: str) -> list[int]:
    """Counts by symbol of a hand such as "Drop Arrow Arrow"."""
    return [cards.split().count(symbol) for symbol in SYMBOLS]


def tunnel(places: list[list[int]], *hands: str, seat: int = 0, discard: str = "", **more: Any) -> States:
    """A fixed tunnel with pirates on these places and these hands; other names are options or fields."""
    options = {name: more.pop(name) for name in list(more) if name in game.options}
    crew = len(places[0])
    state = start(game, len(places), pirates=crew, **options)
    at = np.zeros((4, 6), int)
    for row, pirates in zip(at, places, strict=False):
        row[:crew] = pirates
    crowd = [int((at == tile).sum()) if 0 < tile < EXIT else 0 for tile in range(EXIT + 1)]
    company = sum(1 << tile for tile in range(1, EXIT) if 0 < crowd[tile] < 3)
    cards = [counts(hand) for hand in hands] + [[0] * 6] * (4 - len(hands))
    laid = counts(discard)
    deck = [9 - laid[i] - sum(hand[i] for hand in cards) for i in range(6)]
    fill(state, tunnel=[0, *[i % 6 for i in range(36)], 0], at=at, crowd=crowd, company=company)
    fill(state, cards=cards, held=[sum(hand) for hand in cards], discard=laid, deck=deck, in_deck=sum(deck))
    fill(state, score=[list(row[:crew]).count(EXIT) for row in at], acting=1 << seat, **more)
    state["going_back"] = 0
    if options.get("mode") == "advanced" and sum(map(sum, cards)) < 54:  # as the start of a turn sets it
        for pirate in range(crew):
            place = at[seat, pirate]
            first = list(at[seat]).index(place) == pirate
            if first and place < EXIT and any(company >> tile & 1 for tile in range(1, place)):
                state["going_back"] |= 1 << pirate
    assert game.conserved(state)
    return state


def run(state: States, seat: int, symbol: str, pirate: int) -> int:
    """Play a card and return where the pirate is now."""
    act(game, state, (seat, f"forward symbol={symbol} pirate={pirate}"))
    return int(state["at"][0, seat, pirate])


def deal(state: States, *symbols: str) -> None:
    """Discard the whole draw pile except these cards."""
    kept = np.array(counts(" ".join(symbols)))
    state["discard"][0] += (state["deck"][0] - kept).astype(np.uint8)
    fill(state, deck=kept, in_deck=len(symbols))
    assert game.conserved(state)


# --- basic ---

THREE = "Drop Hammers Circles"


def test_example_1_an_occupied_tile_is_skipped() -> None:
    state = tunnel([[0, 0, 0], [2, 0, 0]], THREE, THREE)
    assert run(state, 0, "Hammers", 0) == 8
    assert state["held"][0, 0] == 3
    assert game.acting(state) == [1]


def test_example_2_without_a_free_tile_ahead_the_pirate_gets_out() -> None:
    state = tunnel([[33, 0, 0], [0, 0, 0]], THREE, THREE)
    assert run(state, 0, "Hammers", 0) == EXIT
    assert state["score"][0, 0] == 1
    state = tunnel([[31, 0, 0], [32, 0, 0]], THREE, THREE)
    assert run(state, 0, "Hammers", 0) == EXIT


@pytest.mark.parametrize(("other", "end"), [(0, 2), (2, 14)])
def test_example_3_your_own_pirates_block_tiles(other: int, end: int) -> None:
    state = tunnel([[8, 0, 0], [other, 0, 0]], THREE, THREE)
    assert run(state, 0, "Hammers", 1) == end


def test_r3_the_pirates_own_tile_does_not_count() -> None:
    state = tunnel([[2, 0, 0], [0, 0, 0]], THREE, THREE)
    assert run(state, 0, "Hammers", 0) == 8


def test_pirates_on_the_same_place_are_offered_once() -> None:
    state = tunnel([[0, 0, 4], [5, EXIT, 0]], "Drop Drop Wheel", THREE)
    assert texts(game, state, 0) == [
        f"forward symbol={symbol} pirate={pirate}" for symbol in ("Drop", "Wheel") for pirate in (0, 2)
    ]
    act(game, state, (0, "forward symbol=Wheel pirate=2"))
    assert {FORWARD.args(action)[1] for action in game.legal(state, 1)} == {0, 2}  # not the pirate outside


def test_the_first_with_all_pirates_out_wins() -> None:
    state = tunnel([[EXIT, 36, EXIT], [EXIT, 30, 2], [EXIT, 3, 31], [35, 34, 33]], THREE, THREE, THREE, THREE)
    assert run(state, 0, "Circles", 1) == EXIT
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 3, 2, 4)
    assert result.scores == (3, 1, 1, 0)
    assert state["reason"][0] == ESCAPED
    assert state["held"][0, 0] == 2  # the winner draws no card
    state = tunnel([[EXIT, 36, EXIT], [EXIT, 30, 2], [EXIT, 3, 29]], THREE, THREE, THREE)
    run(state, 0, "Circles", 1)
    assert state["rank"][0, :3].tolist() == [1, 2, 2]


@pytest.mark.parametrize("hand", [1, 6])
def test_hands_keep_their_size(hand: int) -> None:
    state = start(game, 4, hand=hand)
    choose = np.random.default_rng(2)
    while not state["over"][0]:
        assert state["held"][0].tolist() == [hand] * 4
        (seat,) = game.acting(state)
        before = state["at"][0].copy()
        game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
        assert (state["at"][0] >= before).all()
        assert state["crowd"][0].max() <= 1


def test_the_number_of_pirates_follows_mode_and_option() -> None:
    assert start(game, 2)["crew"][0] == 3
    assert start(game, 2, mode="advanced")["crew"][0] == 6
    assert start(game, 2, mode="advanced", pirates=2)["crew"][0] == 2
    assert start(game, 3, mode="advanced")["held"][0, :3].tolist() == [3, 3, 3]  # R8


def test_sections_hold_each_symbol_once() -> None:
    state = start(game, 2, 9)
    for section in range(6):
        assert sorted(state["tunnel"][0, 1 + 6 * section : 7 + 6 * section]) == list(range(6))


# --- advanced ---

ADVANCED: dict[str, Any] = {"mode": "advanced"}


def test_examples_4_and_5_going_back_draws_a_card_per_pirate() -> None:
    state = tunnel([[11, 9, 0], [5, 0, 0], [8, 8, 8]], "Drop", "", "", seat=0, **ADVANCED)
    state["at"][0, 0, 1] = 0  # the second pirate comes later
    state["crowd"][0, 9] = 0
    state["company"][0] &= ~(1 << 9)
    act(game, state, (0, "back pirate=0"))
    assert state["at"][0, 0, 0] == 5
    assert state["held"][0, 0] == 2
    assert state["crowd"][0, 5] == 2
    state["at"][0, 0, 1] = 9
    state["crowd"][0, 9] = 1
    state["company"][0] |= 1 << 9
    state["going_back"] = 1 << 1
    assert game.conserved(state)
    act(game, state, (0, "back pirate=1"))
    assert state["at"][0, 0, 1] == 5
    assert state["held"][0, 0] == 4
    assert state["crowd"][0, 5] == 3
    assert not int(state["company"][0]) >> 5 & 1


def test_example_4_your_own_pirate_counts_when_you_go_back() -> None:
    state = tunnel([[11, 9, 0], [5, 0, 0], [8, 8, 8]], "", "", "", **ADVANCED)
    act(game, state, (0, "back pirate=0"))
    assert state["at"][0, 0, 0] == 9  # R13


def test_example_6_without_a_pirate_behind_there_is_no_way_back() -> None:
    state = tunnel([[4, 7, EXIT], [4, 20, 0]], "Drop", "", **ADVANCED)
    assert [text for text in texts(game, state, 0) if text.startswith("back")] == ["back pirate=1"]
    state = tunnel([[4, 4, 0], [4, 20, 0]], "Drop", "", **ADVANCED)
    assert not [text for text in texts(game, state, 0) if text.startswith("back")]


def test_forward_draws_nothing_and_ends_on_an_empty_tile() -> None:
    state = tunnel([[0, 1, 0], [2, 2, 8]], "Hammers Drop", "", **ADVANCED)
    assert run(state, 0, "Hammers", 0) == 14
    assert state["held"][0, 0] == 1
    assert game.acting(state) == [0]


def test_example_7_the_turn_ends_when_nothing_is_left() -> None:
    state = tunnel([[0, 0, 0], [0, 0, 0]], "Drop Arrow", "Wheel", **ADVANCED)
    run(state, 0, "Drop", 0)
    assert END_TURN in game.legal(state, 0)
    run(state, 0, "Arrow", 0)
    assert game.acting(state) == [1]
    assert state["turns"][0] == 1


def test_a_turn_has_at_most_three_actions() -> None:
    state = tunnel([[0, 0, 0], [0, 0, 0]], "Drop Drop Drop Drop", "Wheel", **ADVANCED)
    for pirate in (0, 1, 2):
        run(state, 0, "Drop", pirate)
    assert game.acting(state) == [1]
    state = tunnel([[0, 0, 0], [0, 0, 0]], "Drop Drop Drop Drop", "Wheel", **ADVANCED)
    run(state, 0, "Drop", 0)
    act(game, state, (0, "end_turn"))
    assert game.acting(state) == [1]
    assert state["done"][0] == 0


def test_r7_an_advanced_turn_may_have_no_action() -> None:
    for idle, may_skip in (("allowed", True), ("never", False)):
        state = tunnel([[0, 0, 0], [0, 0, 0]], "Drop", "Wheel", idle=idle, **ADVANCED)
        assert (END_TURN in game.legal(state, 0)) == may_skip
    basic = tunnel([[0, 0, 0], [0, 0, 0]], THREE, THREE)
    assert END_TURN not in game.legal(basic, 0)  # R4


def test_r21_a_skipped_turn_is_no_pass_and_draws_nothing() -> None:
    state = stuck(stuck=[0, 1, 0, 0])
    act(game, state, (0, "end_turn"))
    assert game.acting(state) == [0]  # seat 1 cannot act and passes
    assert state["passes"][0] == 1
    assert state["turns"][0] == 2
    act(game, state, (0, "end_turn"))
    assert state["held"][0, :2].tolist() == [1, 1]  # the third pass of seat 1 brings a card; seat 0 draws none
    assert game.acting(state) == [0]
    assert state["stuck"][0, :2].tolist() == [0, 0]


def test_skipping_for_ever_ends_at_the_round_limit() -> None:
    state = start(game, 2, mode="advanced")
    actions = 0
    while not state["over"][0]:
        game.apply(state, game.acting(state)[0], END_TURN)
        actions += 1
    assert actions == 2 * 200
    assert state["reason"][0] == CAP
    assert state["rank"][0, :2].tolist() == [1, 1]


@pytest.mark.skipif(PLAIN, reason="games of search bots need compiled code")
def test_bots_do_not_skip_for_ever() -> None:
    state, bot = start(game, 4, seed=4, mode="advanced", pirates=2), bots.make("casual", 4, game)
    while not state["over"][0]:
        seat = game.acting(state)[0]
        game.apply(state, seat, bot.choose(game, game.view(state, seat), seat))
    assert state["reason"][0] == ESCAPED
    assert state["turns"][0] < 4 * 100  # half of the limit


def test_r16_the_first_player_can_be_chosen() -> None:
    for seats in (2, 3, 4):
        for seat in range(seats):
            assert game.acting(start(game, seats, first=f"seat{seat}")) == [seat]
    assert {game.acting(start(game, 3, seed))[0] for seed in range(30)} == {0, 1, 2}
    with pytest.raises(BadOption, match="with 3 players the seats are 0 to 2"):
        start(game, 3, first="seat3")


def test_r10_a_pirate_cannot_go_back_without_a_card_to_draw() -> None:
    everything = " ".join(f"{symbol} " * 9 for symbol in SYMBOLS)
    state = tunnel([[5, 9, 0], [0, 0, 0]], everything, "", **ADVANCED)
    run(state, 0, "Drop", 2)
    assert "back pirate=1" in texts(game, state, 0)  # the discard pile has one card now
    act(game, state, (0, "back pirate=1"))
    assert state["held"][0, 0] == 54
    assert not [text for text in texts(game, state, 0) if text.startswith("back")]


def test_r10_with_two_cards_due_and_one_left_you_draw_one() -> None:
    everything = " ".join(f"{symbol} " * 9 for symbol in SYMBOLS).split()
    state = tunnel([[5, 9, 0], [5, 0, 0]], " ".join(everything[1:]), "", **ADVANCED)
    act(game, state, (0, "back pirate=1"))
    assert state["held"][0, 0] == 54


def test_r14_a_win_in_the_middle_of_a_turn_ends_the_game() -> None:
    state = tunnel([[EXIT, 36], [1, 2]], "Drop Drop Drop", "Wheel", **ADVANCED)
    run(state, 0, "Drop", 1)
    assert state["reason"][0] == ESCAPED
    assert state["rank"][0, :2].tolist() == [1, 2]


def stuck(seats: int = 2, **more: Any) -> States:
    """Seat 0 has one card and the other seats cannot act: all pirates are at the entrance, or alone in the tunnel."""
    places = [[0, 0], [0, 0], [0, 0]][:seats]
    return tunnel(places, "Drop", *[""] * (seats - 1), **{**ADVANCED, **more})


def test_example_8_when_everybody_is_stuck_everybody_draws() -> None:
    state = stuck()
    run(state, 0, "Drop", 0)  # seat 1 passes, seat 0 too: its pirate is alone in the tunnel
    assert state["held"][0, :2].tolist() == [1, 1]
    assert game.acting(state) == [1]  # the next in turn
    assert state["turns"][0] == 3
    assert state["passes"][0] == 0


def test_r12_the_next_player_in_turn_draws_first() -> None:
    state = stuck()
    deal(state, "Arrow")
    run(state, 0, "Drop", 0)
    assert counts("Arrow") == state["cards"][0, 1].tolist()  # the last card of the pile goes to seat 1
    assert state["held"][0, 0] == 1


def test_r11_a_pass_is_automatic() -> None:
    state = stuck(3)
    state["cards"][0, 2] = counts("Wheel")
    state["deck"][0, 5] -= 1
    state["in_deck"] -= 1
    state["held"][0, 2] = 1
    run(state, 0, "Drop", 0)
    assert game.acting(state) == [2]
    assert state["stuck"][0, :3].tolist() == [0, 1, 0]
    assert state["passes"][0] == 1


@pytest.mark.parametrize(("rescue", "cards"), [("third_pass", 1), ("never", 0)])
def test_r17_a_third_pass_in_a_row_draws_a_card(rescue: str, cards: int) -> None:
    state = tunnel(
        [[30, 20], [10, 0]], "Drop Drop Drop Drop Drop Drop", "", stuck=[0, 2, 0, 0], rescue=rescue, **ADVANCED
    )
    fill(state, going_back=3)
    act(game, state, (0, "back pirate=0"), (0, "end_turn"))
    assert game.acting(state) == [0]  # seat 1 has passed for the third time
    assert state["held"][0, 1] == cards
    assert state["stuck"][0, 1] == (0 if cards else 3)
    assert state["passes"][0] == (0 if cards else 1)
    act(game, state, (0, "forward symbol=Drop pirate=0"), (0, "end_turn"))
    assert game.acting(state) == ([1] if cards else [0])


def test_the_advanced_game_ends_at_the_round_limit() -> None:
    state = tunnel([[30, 20], [10, 0]], "Drop Drop", "Wheel", turns=2 * 200 - 1, **ADVANCED)
    run(state, 0, "Drop", 0)
    act(game, state, (0, "end_turn"))
    result = game.result(state)
    assert result is not None
    assert result.capped
    assert state["reason"][0] == CAP
    assert result.ranks == (1, 2)


# --- hidden information ---


def test_hands_are_hidden_but_their_sizes_are_public() -> None:
    state = start(game, 3)
    view = game.view(state, 0)
    assert view["cards"][0, 0].sum() == 3
    assert not view["cards"][0, 1:].any()
    assert not view["deck"].any()
    assert view["held"][0, :3].tolist() == [3, 3, 3]


def test_r15_r18_after_a_shuffle_redeals_keep_old_cards_in_hands() -> None:
    state = tunnel([[0, 0, 0], [0, 0, 0]], "Drop Drop Hammers", "Wheel Wheel Arrow")
    deal(state)  # an empty draw pile
    run(state, 0, "Drop", 0)
    assert state["in_deck"][0] == 48  # 49 discards shuffled, one drawn
    assert not state["discard"].any()
    assert state["old_held"][0, :2].tolist() == [2, 3]
    for seed in range(20):
        dealt = game.redeal(game.view(state, 0), 0, seed)
        assert dealt["cards"][0, 1].tolist() == counts("Wheel Wheel Arrow")  # nothing else is possible
        other = game.redeal(game.view(state, 1), 1, seed)["cards"][0, 0]
        assert (other >= counts("Drop Hammers")).all()
        assert other.sum() == 3
    run(state, 1, "Wheel", 0)
    assert state["old_held"][0, 1] == 2
    new_cards = set()
    for seed in range(60):
        hand = game.redeal(game.view(state, 0), 0, seed)["cards"][0, 1]
        assert (hand >= counts("Wheel Arrow")).all()
        new_cards.add(tuple(hand - counts("Wheel Arrow")))
    assert len(new_cards) > 3


def test_redeals_use_only_unseen_cards() -> None:
    """Before the first shuffle, opponents' hands come from the cards outside the seat's hand and the discard pile."""
    state = tunnel([[0, 0, 0]] * 2, "Drop Drop Drop", "Wheel Wheel Wheel", discard="Hammers " * 9 + "Drop " * 6)
    seen = np.zeros(6, int)
    for seed in range(200):
        seen += game.redeal(game.view(state, 0), 0, seed)["cards"][0, 1]
    assert seen[0] == seen[1] == 0
    assert (seen[2:] > 100).all()


# --- the scene ---


def test_the_scene_shows_where_each_move_ends() -> None:
    state = tunnel([[11, 0, 0], [5, 8, 0], [8, 8, 0]], "Hammers", "", "", **ADVANCED)
    scene = scene_of(Look(game, game.view(state, 0), 0, ["Ann", "Bob", "Cyd"], game.legal(state, 0)))
    ends = {action: str(piece.label) for piece in scene.areas[0].pieces for action in piece.ends}
    assert ends == {6: "Hammers, tile 14", 7: "Hammers, tile 2", 36: "Arrow, tile 5"}
    pirates = {piece.actions: str(piece.label) for piece in scene.areas[0].pieces if piece.actions}
    assert pirates == {
        (6, 36): "Ann, 1 pirate: tile 11; back to tile 5: draw 1 card",
        (7,): "Ann, 2 pirates: entrance",
    }
