"""Backgammon: the steps of a game in sentences, with the numbers that players know."""

from __future__ import annotations

from matchbox.engine import States
from matchbox.games.green_box.backgammon import game
from matchbox.games.green_box.backgammon.rules import begin_turn
from matchbox.play.match import Match
from matchbox.scene import Text, Words

from ..telling import NAMES, entry, played
from .positions import OPENING, Spaces, lay


def at(mine: Spaces, yours: Spaces, dice: tuple[int, int], **options: object) -> States:
    """A position after the first turn."""
    state = lay(mine, yours, dice, **options)
    state["turns"] = 9
    return state


def said(text: Words, viewer: int) -> str:
    assert isinstance(text, Text)
    return text.told(NAMES, viewer)


def next_roll(match: Match, seat: int) -> str:
    low, high = match.position["dice"][0]
    return f"Turn {match.position['turns'][0]}: {NAMES[seat]} rolls {high}-{low}."


def test_spaces_have_the_numbers_that_the_viewers_board_prints() -> None:
    match = played(game, lay(OPENING, OPENING, (5, 3)), (0, "move 17 5"), (0, "move 19 3"))
    assert entry(match, 0) == ["Ann opens with 5-3 and plays 8/3."]
    assert entry(match, 0, 0) == ["You open with 5-3 and play 8/3."]
    assert entry(match, 0, 1) == ["Ann opens with 5-3 and plays 17/22."]
    assert entry(match, 1) == ["Ann plays 6/3.", next_roll(match, 1)]
    assert entry(match, 1, 1)[1] == next_roll(match, 1).replace("Bob rolls", "you roll")


def test_a_hit_names_the_player_who_is_hit() -> None:
    match = played(game, at({17: 2, 19: 13}, {3: 1, 1: 2, 19: 12}, (5, 2)), (0, "move 17 5"))
    assert entry(match, 0, 0) == ["You play 8/3* and hit Bob."]
    assert entry(match, 0, 1) == ["Ann plays 17/22* and hits you."]
    assert match.told(0, 1)[0].kind == "hit"
    entering = played(game, at({0: 2, 19: 13}, {20: 1, 1: 14}, (5, 2)), (0, "move 0 5"))
    assert entry(entering, 0, 1) == ["Ann plays bar/5* and hits you."]
    assert entry(entering, 1, 0)[0] == "You play bar/23."


def test_turns_without_a_move_are_told() -> None:
    closed = {19: 2, 20: 2, 21: 2, 22: 2, 23: 2, 24: 2, 12: 3}
    state = at(closed, {0: 1, 19: 14}, (2, 1))
    state["left"] = [0, 1]
    match = played(game, state, (0, "move 12 2"))
    low, high = match.position["lost"][0, 0]
    assert entry(match, 0) == [
        "Ann plays 13/11.",
        f"Bob rolls {high}-{low}, cannot enter from the bar, and loses the turn.",
        next_roll(match, 0),
    ]
    assert entry(match, 0, 1)[1] == f"You roll {high}-{low}, cannot enter from the bar, and lose the turn."
    moment = match.told(0, 1)[1].moment
    assert moment is not None
    assert said(moment.title, 1) == "You cannot enter from the bar"
    first, second = sorted({25 - int(low), 25 - int(high)}) if low != high else (0, 0)
    if low != high:
        assert said(moment.why, 1) == f"Points {first} and {second} are blocked."
    assert {piece.number for piece in moment.sides[0].pieces} == {int(low), int(high)}


def test_numbers_that_cannot_be_played_are_told() -> None:
    state = at({1: 1, 24: 14}, {18: 2, 13: 2, 23: 11}, (6, 5))  # blocks on 7 and 12
    match = played(game, state, (0, "move 1 5"))
    assert entry(match, 0)[:2] == ["Ann plays 24/19.", "Ann cannot play the 6."]


def test_bearing_off() -> None:
    match = played(game, at({18: 1, 19: 2}, {1: 15}, (6, 1)), (0, "move 18 1"))
    assert entry(match, 0, 0) == [
        "You play 7/6.",
        "You have all your cubes at home and may bear off.",
    ]
    assert entry(match, 1)[0] == "Ann plays 6/off."  # forced
    match = played(game, at({24: 1}, {1: 15}, (2, 1)), (0, "move 24 2"))
    assert entry(match, 0, 1) == ["Ann bears off the last cube.", "Ann wins (all cubes borne off)."]


def test_a_gammon_in_a_match() -> None:
    match = played(game, at({24: 1}, {20: 15}, (2, 1), gammons="on", match=5), (0, "move 24 2"))
    assert entry(match, 0, 0) == [
        "You bear off your last cube.",
        "You win a gammon and 2 points.",
        "The next game begins. Match score: you 2, Bob 0.",
    ]
    moment = match.told(0, 0)[1].moment
    assert moment is not None
    assert said(moment.title, 0) == "You win a gammon: 2 points"
    assert said(moment.why, 0) == "Bob had borne off no cube: twice the stake."
    assert [(side.value, side.won) for side in moment.sides] == [(2, True), (0, False)]


def test_the_doubling_cube() -> None:
    state = game.new(2, 1, cube="on", match=3)
    begin_turn(state[0], 0)
    match = played(game, state, (0, "double"), (1, "take"))
    assert entry(match, 0, 1) == ["Ann doubles the stake to 2 points."]
    assert entry(match, 1, 1) == ["You take and play for 2 points.", next_roll(match, 0)]
    dropped = played(game, state, (0, "double"), (1, "drop"))
    assert entry(dropped, 1, 0) == [
        "Bob drops the double.",
        "You win the game and 1 point.",
        "The next game begins. Match score: you 1, Bob 0.",
    ]
    rolled = played(game, state, (0, "roll"))
    assert entry(rolled, 0)[0] == next_roll(rolled, 0)
