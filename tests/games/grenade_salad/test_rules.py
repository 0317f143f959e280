"""Grenade Salad: the printed example, the turn, the end, and hidden information."""

from __future__ import annotations

from typing import Any

from matchbox.engine import States
from matchbox.games.green_box.components import ARROW, BRICKS, CARDS, CIRCLES, DROP, SYMBOLS, WHEEL
from matchbox.games.green_box.grenade_salad import game
from matchbox.games.green_box.grenade_salad.orders import (
    CHOOSE,
    COLUMN,
    DECLINE,
    DX,
    DY,
    END,
    KILL,
    MINE,
    MOVE,
    PLAY,
    STEP,
    X,
    Y,
)

from ..helpers import act, fill, start, texts
from .positions import BLUE, GREEN, RED, YELLOW, airdrop, alive, decline, kills, phase, play, position


def test_action_ids_are_stable() -> None:
    assert (PLAY.first, int(MOVE), int(END), CHOOSE.first) == (0, 6, 7, 8)
    assert (X.first, Y.first, DX.first, DY.first) == (28, 149, 270, 311)
    assert (KILL.first, int(DECLINE), MINE.first, game.actions.count) == (352, 432, 433, 436)
    assert (DX.id(-20), DX.id(20), DY.id(0), KILL.id(3, 19)) == (270, 310, 331, 431)
    assert PLAY.id(BRICKS) == 3


def test_setup_deals_five_cards_and_scatters_five_soldiers_each() -> None:
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
    """Up to the move of soldier 1, which opens the Mine window."""
    state = position(*KARI, hands=["HWDDD", green, "DDDDD", "AAAAA"])
    play(state, RED, "play Hammers")
    assert texts(game, state, RED) == ["kill seat=1 soldier=0"]  # a choice, although there is only one
    play(state, RED, "kill 1 0")
    assert kills(state) == [1, 0, 0, 0]
    play(state, RED, "move", "soldier 1", "dx 12", "dy 8")
    assert (state["x"][0, RED, 1], state["y"][0, RED, 1]) == (52, 48)
    return state


def test_e1_the_printed_example_plays_as_described() -> None:
    state = kari()
    assert game.acting(state) == [1, 2, 3]
    decline(state)
    play(state, RED, "play Wheel", "soldier 1", "dx 14", "dy 10")
    assert kills(state) == [4, 0, 0, 0]
    assert [alive(state, seat) for seat in range(4)] == [[0, 1], [], [], []]
    assert state["score"][0].tolist() == [10, 0, 0, 0]
    assert int(state["cards"][0]) == 0  # moved and played twice, so the turn has ended by itself
    assert state["active"][0] == GREEN
    assert state["held"][0].tolist() == [5, 5, 5, 5]


def test_e2_a_mine_answers_the_move() -> None:
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
    assert game.acting(state) == [RED]  # the only target is dead, so the window is closed
    play(state, RED, "play Wheel")
    assert phase(state) == COLUMN  # the only soldier left throws
    assert state["soldier"][0] == 0


# --- the turn ---


def test_a_turn_has_at_most_two_cards_and_one_move_in_any_order() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["DDDDD", "AAAAA"])
    assert texts(game, state, RED) == ["play Drop", "move", "end"]
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


def test_move_timing_first_allows_moves_only_before_cards() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["DDDDD", "WWWWW"], move_timing="first")
    assert texts(game, state, RED) == ["play Drop", "move", "end"]
    play(state, RED, "play Drop", "x 100", "y 100")
    decline(state)
    assert texts(game, state, RED) == ["play Drop", "end"]
    play(state, RED, "play Drop", "x 90", "y 100")
    decline(state)
    assert state["active"][0] == GREEN  # only the end was left


def test_a_move_may_make_a_card_playable_or_unplayable() -> None:
    state = position([(60, 60)], [(80, 60), (110, 110)], hands=["HBBBB", "WWWWW"], passing="when_unable")
    assert texts(game, state, RED) == ["move", "end"]
    play(state, RED, "move", "dx 14", "dy 0")
    decline(state)
    assert texts(game, state, RED) == ["play Hammers"]  # now it must be played
    play(state, RED, "play Hammers", "kill 1 0")
    assert state["active"][0] == GREEN
    state = position([(60, 60)], [(66, 60)], hands=["HBBBB", "WWWWW"], passing="when_unable")
    assert texts(game, state, RED) == ["play Hammers", "move"]
    play(state, RED, "move", "dx -5", "dy 0")
    decline(state)
    assert state["active"][0] == GREEN  # nothing left to do, so it is a pass
    assert state["passes"][0] == 1


def test_an_airdrop_with_a_small_reserve_drops_the_rest() -> None:
    army = [(2 + 5 * i, 118) for i in range(18)]
    state = position(army, [(20, 20)], hands=["CDDDD", "WWWWW"])
    play(state, RED, "play Circles")
    assert alive(state, RED) == list(range(20))  # R14: two were left
    assert state["concerns"][0] == 2
    decline(state)
    assert texts(game, state, RED) == ["move", "end"]


def test_an_airdrop_needs_a_card_in_the_deck() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["CD", "DD"], deck="")
    assert "play Circles" not in texts(game, state, RED)  # R15
    assert "play Drop" in texts(game, state, RED)
    state = position([(60, 60)], [(20, 20)], hands=["CD", "DD"], deck="H")
    assert "play Circles" in texts(game, state, RED)


def test_a_player_without_soldiers_is_still_in_the_game() -> None:
    state = position([], [(20, 20)], hands=["DCAHW", "WWWWW"])
    assert texts(game, state, RED) == ["play Drop", "play Circles", "end"]  # R20


# --- the end ---


def test_e7_the_larger_reserve_breaks_ties() -> None:
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


def test_e8_a_mine_restarts_the_count_of_passes() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["BB", "B"], deck="")
    play(state, RED, "end")
    assert state["passes"][0] == 1
    play(state, GREEN, "move", "dx 1", "dy 0")
    after = state.copy()
    decline(state)
    assert state["over"][0]  # green had nothing left to do
    assert game.result(state).reason == "everybody has passed"  # type: ignore[union-attr]
    play(after, RED, "mine 0")
    assert after["passes"][0] == 1  # green, without soldiers and playable cards, has passed automatically
    assert after["active"][0] == RED
    assert not after["over"][0]
    play(after, RED, "end")
    assert after["over"][0]


def test_the_player_of_the_last_card_may_still_move_before_the_game_ends() -> None:
    state = position([(60, 60), (100, 60)], [(20, 20)], hands=["A", ""], deck="")
    play(state, RED, "play Arrow", "kill 1 0")
    assert not state["over"][0]
    assert texts(game, state, RED) == ["move", "end"]
    play(state, RED, "end")
    assert game.result(state).reason == "the deck and all hands are empty"  # type: ignore[union-attr]
    assert game.result(state).scores == (7, 0)  # type: ignore[union-attr]


def test_a_nearly_empty_deck_gives_the_cards_it_has() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["DD", "WWWWW"], deck="W")
    play(state, RED, "play Drop", "x 100", "y 100")
    decline(state)
    play(state, RED, "end")
    assert state["held"][0, RED] == 2  # R23
    assert state["hand"][0, RED, WHEEL] == 1


# --- hidden information ---


def test_symbols_ruled_out_by_a_pass_stay_known_until_the_next_draw() -> None:
    armies: tuple[Any, ...] = ([(60, 60)], [(20, 20)], [(100, 100)])
    state = position(*armies, hands=["BBHHB", "DDDDD", "DDDDA"], deck="WWWAAABBHH", passing="when_unable")
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


def test_the_active_player_has_a_legal_step_in_every_redeal() -> None:
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
