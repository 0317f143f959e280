"""Temple of Doom: the steps of a game in sentences."""

from __future__ import annotations

from typing import Any

from matchbox.engine import SPECTATOR
from matchbox.games.green_box.temple_of_doom import game
from matchbox.games.green_box.temple_of_doom.temple import KILLED
from matchbox.play.match import Match

from ..helpers import match_at
from ..telling import events, sentences
from .test_rules import ALL, BLACK_WHEEL_1, CUBES, RED_HAMMERS_2, RED_WHEEL_1, show, temple

RED_ARROW, BLACK_DROP = 7, 46  # a Relic and a Temple card


def play(match: Match, *moves: str) -> None:
    for move in moves:
        for step in match.plan_move(match.acting()[0], move):
            match.play(step)


def collapse(seats: int) -> Match:
    """The last card of a round: a relic is matched, and a cube is on a flipped tile."""
    state = temple(RED_WHEEL_1, up=[t for t in ALL if t], flipped=[0], seats=seats, red1=10, blue1=0)
    show(state, relics=[RED_ARROW], cards=[BLACK_DROP])
    state["score"][0, :seats] = -18
    match = match_at(game, state)
    play(match, "play a", "move red2", "tile 1")
    return match


def test_a_cube_that_gets_out_scores() -> None:
    match = match_at(game, temple(RED_HAMMERS_2, seats=2, red1=34))
    play(match, "play a", "move red1", "outside")
    assert sentences(match, 0)[:3] == [
        "You play the red Hammers: 2 points.",
        "You choose a red cube.",
        "You bring a red cube out of the temple: the score is -17.",
    ]
    assert sentences(match, 1)[2] == "Ann brings a red cube out of the temple: the score is -17."


def test_the_end_of_a_round_is_told_in_its_order() -> None:
    match = collapse(1)
    assert sentences(match, 0)[2:] == [
        "You move a red cube to Hammers in row 1.",
        "Round 1 ends: 1 tile falls; 0 Temple cards held off, 1 strike.",
        "1 relic is saved (red Arrow): the score is -17.",
        "1 cube is lost: a blue cube.",
        "The black Drop strikes: you flip Drop in row 2.",
        "Round 2 begins.",
    ]
    moment = next(event.moment for event in events(match, 0) if event.moment)
    assert (str(moment.title), str(moment.why)) == (
        "1 relic saved, 1 cube lost",
        "1 tile falls; 0 Temple cards held off, 1 strike.",
    )


def test_new_hands_stay_untold() -> None:
    match = collapse(2)
    assert sentences(match, 1)[-2:] == [
        "The black Drop strikes: Ann flips Drop in row 2.",
        "Round 2 begins: you lead.",
    ]
    assert sentences(match, SPECTATOR)[-1] == "Round 2 begins: Bob leads."


def test_cubes_on_a_flipped_tile_are_warned() -> None:
    state = temple(RED_WHEEL_1, green1=0)
    show(state, cards=[BLACK_DROP])
    match = match_at(game, state)
    play(match, "play a", "move red1", "tile 1")
    assert sentences(match, 0)[-3:-1] == [
        "The black Drop strikes: you flip Drop in row 1.",
        "1 cube is on it and must leave before the next round ends.",
    ]


def test_points_that_no_cube_can_use_are_lost() -> None:
    places: dict[str, Any] = {**dict.fromkeys(CUBES, KILLED), "red1": 9}
    match = match_at(game, temple(BLACK_WHEEL_1, **places))
    play(match, "play a")
    assert sentences(match, 0)[:2] == [
        "You play the black Wheel: 1 point.",
        "1 point is lost: no cube can use it.",
    ]


def test_the_last_round_says_why_the_game_is_lost() -> None:
    state = temple(RED_WHEEL_1, up=[], flipped=[0, 1], seats=2, red1=0)
    match = match_at(game, state)
    while match.acting():
        assert match.state is not None
        first = match.legal(match.acting()[0])[0]
        play(match, game.text_of(match.state, int(first)))
    assert "Round 1 ends: 2 tiles fall. The final score is -18, and only a score above 0 wins." in sentences(match, 0)
