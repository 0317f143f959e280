"""Grenade Salad: turns without a card, passes, and the end of games in which nobody plays (R16, R17)."""

from __future__ import annotations

from typing import Any

import pytest

from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.engine import SPECTATOR, States
from matchbox.engine.compiled import PLAIN
from matchbox.games.green_box.components import ARROW, CARDS
from matchbox.games.green_box.grenade_salad import game
from matchbox.games.green_box.grenade_salad.orders import END, PLAY, STEP
from matchbox.games.green_box.grenade_salad.state import QUIET_ROUNDS
from matchbox.scene import Look, Scene, scene_of

from ..helpers import match_at, start, texts
from ..telling import play as tell
from ..telling import sentences
from .positions import GREEN, RED, decline, play, position

FAR_APART: tuple[Any, ...] = ([(60, 60)], [(20, 20)])


def shown(state: States, seat: int) -> Scene:
    return scene_of(Look(game, game.view(state, seat), seat, ["Ann", "Bob"], [int(a) for a in game.legal(state, seat)]))


def end_button(state: States, seat: int) -> tuple[str, str]:
    """The words on the button that ends the turn, and the note below them."""
    (button,) = [choice for choice in shown(state, seat).choices if choice.action == END]
    return str(button.text), str(button.note)


def reason(state: States) -> str:
    result = game.result(state)
    return result.reason if result else ""


# --- turns without a card while the deck lasts ---


def test_while_the_deck_lasts_a_turn_may_end_without_a_card() -> None:
    state = position(*FAR_APART, hands=["DDDDD", "WWWWW"])
    assert texts(game, state, RED) == ["play Drop", "move", "end"]
    play(state, RED, "end")
    assert state["active"][0] == GREEN
    assert state["passes"][0] == 0  # R16: no pass
    assert state["held"][0, RED] == 5


def test_a_soldier_may_move_in_a_turn_without_a_card() -> None:
    state = position(*FAR_APART, hands=["DDDDD", "WWWWW"])
    play(state, RED, "move", "dx 5", "dy 0")
    decline(state)
    play(state, RED, "end")
    assert state["active"][0] == GREEN
    assert (state["passes"][0], state["quiet"][0]) == (0, 1)


def test_a_round_of_turns_without_a_card_does_not_end_the_game_while_the_deck_lasts() -> None:
    state = position(*FAR_APART, hands=["BBBBB", "WWWWW"])
    play(state, RED, "end")  # unable
    play(state, GREEN, "end")  # able
    play(state, RED, "end")
    assert not state["over"][0]
    assert (state["passes"][0], state["quiet"][0]) == (0, 3)


def test_after_the_deck_is_empty_only_players_without_a_playable_card_pass() -> None:
    state = position(*FAR_APART, hands=["CDB", "BB"], deck="")
    assert texts(game, state, RED) == ["play Drop", "move"]
    play(state, RED, "play Drop", "x 100", "y 100")
    decline(state)
    play(state, RED, "end")
    assert texts(game, state, GREEN) == ["move", "end"]
    play(state, GREEN, "end")
    assert state["passes"][0] == 1
    play(state, RED, "end")  # an Airdrop and a Mine
    assert reason(state) == "everybody has passed"


def test_the_turn_that_draws_the_last_card_is_no_pass() -> None:
    state = position(*FAR_APART, hands=["BBBB", "BBBBB"], deck="H")
    play(state, RED, "end")
    assert (state["in_deck"][0], state["passes"][0]) == (0, 0)
    play(state, GREEN, "end")
    assert state["passes"][0] == 1
    play(state, RED, "end")
    assert reason(state) == "everybody has passed"


def test_five_rounds_without_a_card_end_the_game() -> None:
    state = position(*FAR_APART, hands=["DDDDD", "WWWWW"])
    for turn in range(2 * QUIET_ROUNDS):
        assert not state["over"][0]
        play(state, turn % 2, "end")
    assert reason(state) == "turn limit: no card played for five rounds"
    assert game.result(state).scores == (3, 3)  # type: ignore[union-attr]


@pytest.mark.parametrize("card", ["a card", "a Mine"])
def test_any_card_starts_the_count_of_turns_without_a_card_again(card: str) -> None:
    state = position([(60, 60), (100, 60)], [(20, 20)], hands=["DDDDD", "BWWWW"])
    for turn in range(2 * QUIET_ROUNDS - 2):
        play(state, turn % 2, "end")
    if card == "a card":
        play(state, RED, "play Drop", "x 100", "y 100")
        decline(state)
    else:
        play(state, RED, "move", "soldier 0", "dx 5", "dy 0")
        play(state, GREEN, "mine 0")
    play(state, RED, "end")
    assert state["quiet"][0] == (0 if card == "a card" else 1)
    assert not state["over"][0]


def test_a_game_in_which_nobody_can_do_anything_ends_by_itself() -> None:
    state = position([(60, 60)], [], hands=["WAAAA", "HHHHH"], deck="BBBB")
    play(state, RED, "play Wheel", "dx 0", "dy 0")  # at the thrower's feet: no soldier is left
    assert reason(state) == "turn limit: no card played for five rounds"


# --- the other readings ---


def test_when_unable_a_turn_without_a_playable_card_is_a_pass_even_while_the_deck_lasts() -> None:
    state = position(*FAR_APART, hands=["BBBBB", "BBBBH"], passing="when_unable")
    play(state, RED, "end")
    assert state["passes"][0] == 1
    play(state, GREEN, "end")
    assert reason(state) == "everybody has passed"
    assert state["in_deck"][0] == CARDS - 10


def test_when_unable_a_player_who_can_play_a_card_must_play_one() -> None:
    state = position(*FAR_APART, hands=["DDDDD", "WWWWW"], passing="when_unable")
    assert texts(game, state, RED) == ["play Drop", "move"]


def test_free_passing_allows_ending_a_turn_without_a_card_even_without_a_deck() -> None:
    state = position(*FAR_APART, hands=["DD", "W"], deck="", passing="free")
    assert texts(game, state, RED) == ["play Drop", "move", "end"]
    play(state, RED, "end")
    play(state, GREEN, "end")
    assert reason(state) == "everybody has passed"


# --- knowledge ---


def test_a_turn_without_a_card_reveals_nothing_while_the_deck_lasts() -> None:
    state = position([(60, 60)], [(62, 70)], hands=["HHAAA", "WWWWW"])
    play(state, RED, "end")
    assert state["lacks"][0, RED] == 0
    hands = [game.redeal(game.view(state, 1), 1, seed)["hand"][0, RED] for seed in range(60)]
    assert all(any(hand[symbol] for hand in hands) for symbol in range(6))


def test_a_pass_after_the_deck_is_empty_reveals_that_no_card_could_be_played() -> None:
    state = position(*FAR_APART, hands=["BBH", "WW"], deck="")
    play(state, RED, "end")
    assert state["lacks"][0, RED] == 1 << 0 | 1 << 4 | 1 << 5  # Map pointer, Sniper, Grenade


# --- page and log ---


def test_the_button_says_that_the_turn_ends_without_a_card() -> None:
    state = position(*FAR_APART, hands=["DDDDD", "WWWWW"])
    assert end_button(state, RED) == ("End turn without a card", "you keep your cards; this is no pass")
    scene = shown(state, RED)
    assert str(scene.why) == "Up to 2 cards this turn. You may also end it without a card."
    assert "must" not in str(scene.coach)


def test_a_player_who_can_play_no_card_is_asked_about_the_move_only() -> None:
    state = position(*FAR_APART, hands=["BBBBB", "WWWWW"])
    assert str(shown(state, RED).prompt) == "Move a soldier, or end your turn?"
    assert str(shown(state, RED).why) == "You can play none of your cards now."


def test_the_button_says_that_you_pass_once_the_deck_is_empty() -> None:
    state = position(*FAR_APART, hands=["BB", "WW"], deck="")
    assert end_button(state, RED) == ("Pass", "you can play no card; the game ends when all pass in a row")
    assert "You must play a card if you can." in str(shown(state, RED).coach)


def test_the_button_warns_before_quiet_rounds_end_the_game() -> None:
    state = position(*FAR_APART, hands=["DDDDD", "WWWWW"])
    for turn in range(2 * QUIET_ROUNDS - 3):
        play(state, turn % 2, "end")
    assert end_button(state, GREEN)[1] == "turn 8 of 10 in a row without a card; then the game ends"
    play(state, GREEN, "end")
    play(state, RED, "end")
    assert end_button(state, GREEN)[1] == "the last of 10 turns in a row without a card: the game ends"


def test_the_log_tells_turns_without_a_card_from_passes() -> None:
    match = match_at(game, position(*FAR_APART, hands=["DDDDD", "WWWWW"]))
    tell(match, RED, "end")
    assert sentences(match, GREEN) == ["Ann ends the turn without a card."]
    assert sentences(match, RED) == ["You end your turn without a card."]
    match = match_at(game, position(*FAR_APART, hands=["BB", "WW"], deck=""))
    tell(match, RED, "end")
    assert sentences(match, SPECTATOR) == ["Ann passes."]


def test_the_log_tells_a_turn_that_ended_by_itself_before_yours() -> None:
    match = match_at(game, position([(60, 60)], [], hands=["DDDDD", "HHHHH"]))
    tell(match, RED, "end")
    assert sentences(match, RED) == ["You end your turn without a card.", "Bob has no card to play."]
    match = match_at(game, position([(60, 60)], [], hands=["DD", "H"], deck=""))
    tell(match, RED, "play Drop", "x 100", "y 100")
    first = len(match.log)
    tell(match, RED, "end")
    assert sentences(match, RED, first) == ["You end your turn.", "Bob has no card to play and passes."]


# --- bots ---


@pytest.mark.full
@pytest.mark.skipif(PLAIN, reason="games of search bots need compiled code")
@pytest.mark.parametrize("level", ["novice", "casual", "club"])
def test_bots_do_not_end_turn_after_turn_without_a_card_when_they_could_shoot(level: str) -> None:
    bot, idle, turns = SearchBot(LEVELS[level], 1), 0, 0
    for seed in range(3):
        state, waited = start(game, 2, seed), [False, False]
        while state["turns"][0] < 10 and not state["over"][0]:
            seat = game.acting(state)[0]
            legal, action = game.legal(state, seat), bot.choose(game, game.view(state, seat), seat)
            if state["phase"][0] == STEP and not state["cards"][0] and PLAY.id(ARROW) in legal:
                waits = action == END
                idle += waits and waited[seat]
                waited[seat] = waits
            game.apply(state, seat, action)
        turns += int(state["turns"][0])
    assert turns > 20
    assert idle <= 1  # a novice may do it once
