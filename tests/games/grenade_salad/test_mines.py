"""Grenade Salad: Mines on opponents' turns."""

from __future__ import annotations

from matchbox.games.green_box.components import BRICKS
from matchbox.games.green_box.grenade_salad import game

from ..helpers import texts
from .positions import GREEN, RED, airdrop, alive, kills, play, position


def test_e6_two_mines_answer_an_airdrop() -> None:
    state = airdrop("BAAAA", "BWWWW")
    assert game.acting(state) == [1, 2]
    assert texts(game, state, 2) == ["decline", "mine soldier=0", "mine soldier=1", "mine soldier=2"]
    play(state, 2, "mine 1")  # void: the left neighbour's Mine comes first (R25)
    play(state, 1, "mine 1")
    assert kills(state) == [0, 2, 0]
    assert alive(state, RED) == [0, 3]
    assert state["hand"][0, 2, BRICKS] == 1
    assert game.acting(state) == [1, 2]  # seat 1 may hold another Mine; then comes seat 2
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


def test_a_seat_that_declined_does_not_answer_again_after_a_later_mine() -> None:
    state = airdrop("BAAAA", "BBWWW")
    play(state, 1, "decline")
    play(state, 2, "mine 0")
    assert kills(state) == [0, 0, 2]  # the blast includes 40 and 50
    assert game.acting(state) == [2]
    assert texts(game, state, 2) == ["decline", "mine soldier=2"]
    play(state, 2, "mine 2")
    assert kills(state) == [0, 0, 3]
    assert game.acting(state) == [RED]


def test_answers_about_mines_are_secret() -> None:
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


def test_there_is_no_mine_window_when_nobody_can_hold_a_mine() -> None:
    empty = position([(60, 60)], [(20, 20)], hands=["DWW", ""], deck="")
    play(empty, RED, "move", "dx 1", "dy 0")
    assert game.acting(empty) == [RED]  # the opponent has no cards
    spent = position([(60, 60)], [(20, 20)], hands=["DDDDD", "DDDD"], deck="WWW")
    assert spent["discards"][0, BRICKS] == 9
    play(spent, RED, "move", "dx 1", "dy 0")
    assert game.acting(spent) == [RED]


def test_a_mine_scores_for_its_player_even_for_the_players_own_soldiers() -> None:
    state = position([(60, 60)], [(66, 60)], hands=["DDDDD", "BDDDD"])
    play(state, RED, "move", "dx 0", "dy 1")
    play(state, GREEN, "mine 0")
    assert kills(state) == [0, 2]  # R9
    assert state["score"][0, :2].tolist() == [0, 2]
    assert (state["blast_by"][0], state["blast_card"][0], state["blast_dead"][0]) == (2, BRICKS, 2)
    assert (state["blast_x"][0], state["blast_y"][0]) == (60, 61)
    assert texts(game, state, RED) == ["play Drop", "end"]  # R20: still in the game


def test_mines_cannot_be_played_on_your_own_turn() -> None:
    state = position([(60, 60)], [(20, 20)], hands=["BBBBB", "WWWWW"])
    assert texts(game, state, RED) == ["move", "end"]  # R13: no card to play, but a move
    play(state, RED, "end")
    assert state["active"][0] == GREEN
