"""15 Pounds of 4 Cheeses: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.british_empire.fifteen_pounds import game

from ..helpers import match_at
from ..telling import NAMES, last, make_moves, moment, reads
from .test_rules import NOTHING, position


def test_a_tile_is_told_to_its_owner_only() -> None:
    match = match_at(game, position(NOTHING, NOTHING))
    make_moves(match, (0, "tile 1"))
    assert last(match, 0) == ["You choose the 1."]
    assert last(match, 1) == last(match, SPECTATOR) == ["Ann has chosen."]
    make_moves(match, (1, "tile 3"))
    assert last(match, 0) == ["You play the 1 and act first.", "Bob plays the 3."]
    assert last(match, 1) == ["Ann plays the 1 and acts first.", "You play the 3."]
    assert [str(side.verdict) for side in moment(match).sides] == ["acts first", "acts second"]


def test_a_grab_tells_which_chips_stay() -> None:
    match = match_at(game, position(NOTHING, NOTHING, bag=(0, 3, 0, 0)))
    make_moves(match, (0, "tile 2"), (1, "tile 3"), (0, "grab"))
    assert last(match, 0) == ["You grab 2 red chips and keep them.", "You now have chips worth 4 in 1 colour."]
    make_moves(match, (1, "grab"))
    assert last(match, 0) == ["Bob grabs a red chip.", "Bob now has chips worth 2 in 1 colour.", "Round 2 begins."]
    match = match_at(game, position(NOTHING, NOTHING, bag=(0, 1, 1, 1)))
    make_moves(match, (0, "tile 3"), (1, "tile 2"), (1, "grab"), (0, "grab"))
    mixed = match.told(len(match.log) - 2, SPECTATOR)[0].text.told(NAMES)
    assert mixed in {
        f"Bob grabs a {a} and a {b} chip, keeps a {a} chip and puts the rest onto the field."
        for a, b in (("red", "green"), ("red", "yellow"), ("green", "yellow"))
    }


def test_an_exchange_tells_both_directions() -> None:
    match = match_at(game, position((2, 0, 0, 0), (0, 1, 0, 0), (1, 0, 1, 0)))
    make_moves(match, (0, "tile 1"), (1, "tile 2"), (0, "chips 0 0 1 0"))
    assert last(match, 1) == [
        "Ann gives 2 blue chips to the field for a green chip.",
        "Ann now has chips worth 3 in 1 colour.",
    ]
    make_moves(match, (1, "chips 2 1 0 0"))
    assert last(match, 1)[:2] == [
        "You take 2 blue chips from the field.",
        "You now have chips worth 4 in 2 colours.",
    ]


def test_a_duel_shows_the_hands_the_theft_and_the_payment() -> None:
    match = match_at(game, position((1, 1, 0, 0), (2, 1, 0, 0)))
    make_moves(match, (0, "tile 2"), (1, "tile 2"))
    assert last(match, SPECTATOR) == ["Both play the 2: a duel decides who acts first."]
    make_moves(match, (1, "chips 2 0 0 0"))
    assert last(match, 1) == ["You hold 2 blue chips for the duel."]
    assert last(match, 0) == ["Bob has chosen."]
    make_moves(match, (0, "chips 1 1 0 0"))
    assert last(match, 0) == ["You win the duel with 3 against 2."]
    assert [(side.value, side.won) for side in moment(match).sides] == [(3, True), (2, False)]
    make_moves(match, (0, "steal red"))
    assert last(match, 1) == ["Ann steals a red chip from you.", "Ann pays a blue and a red chip to the field."]


def test_a_duel_with_a_single_colour_to_steal_or_none() -> None:
    match = match_at(game, position((0, 1, 0, 0), (2, 0, 0, 0)))
    make_moves(match, (0, "tile 2"), (1, "tile 2"), (0, "chips 0 1 0 0"), (1, "chips 0 0 0 0"))
    assert last(match, 0) == [
        "You win the duel with 2 against nothing.",
        "You steal a blue chip from Bob.",
        "You pay a red chip to the field.",
    ]
    match = match_at(game, position((0, 1, 0, 0), NOTHING))
    make_moves(match, (0, "tile 2"), (1, "tile 2"), (0, "chips 0 1 0 0"))  # Bob has nothing to hold
    assert last(match, 1)[:2] == ["Ann wins the duel with 2 against nothing.", "Nothing is stolen: you have no chips."]


def test_a_player_without_an_action_is_told() -> None:
    match = match_at(game, position((1, 0, 0, 0), NOTHING, bag=NOTHING))
    make_moves(match, (0, "tile 1"), (1, "tile 2"))
    assert last(match, 0) == [
        "You play the 1 and act first.",
        "Bob plays the 2.",
        "You can neither grab nor exchange.",
        "Bob can neither grab nor exchange.",
        "Round 2 begins.",
    ]


def test_the_end_tells_why_a_player_wins() -> None:
    match = match_at(game, position((2, 2, 1, 0), NOTHING, (0, 0, 0, 1), bag=(3, 0, 0, 0)))
    make_moves(match, (0, "tile 1"), (1, "tile 3"), (0, "chips 1 1 1 1"), (1, "grab"))
    assert last(match, 1)[-2:] == ["Ann owns all four colours.", "Ann wins (all four colours)."]
    match = match_at(game, position((2, 6, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0), bag=(3, 0, 0, 0)))
    make_moves(match, (0, "tile 1"), (1, "tile 3"), (0, "chips 3 6 0 0"), (1, "grab"))
    assert last(match, 0)[-2] == "You own chips worth 15 against 4."
    end = [event.moment for event in match.told(len(match.log) - 1, 0) if event.moment][-1]
    assert [(side.value, str(side.verdict), side.won) for side in end.sides] == [
        (15, "2/4 colours", True),
        (4, "1/4 colours", False),
    ]


def test_the_first_to_act_wins_if_both_reach_the_goal() -> None:
    for both_complete, winner, why in (
        ("first", "Bob", "the first to act wins."),
        ("value", "Ann", "the higher value wins."),
    ):
        state = position((8, 3, 0, 0), (6, 4, 0, 0), (1, 1, 0, 0), bag=NOTHING, both_complete=both_complete)
        match = match_at(game, state)
        make_moves(match, (0, "tile 2"), (1, "tile 1"), (1, "chips 7 4 0 0"), (0, "chips 8 4 0 0"))
        values = {"Ann": "16 against 15", "Bob": "15 against 16"}
        assert last(match, SPECTATOR)[-2] == f"{winner} owns chips worth {values[winner]}."
        end = [event.moment for event in match.told(len(match.log) - 1, SPECTATOR) if event.moment][-1]
        assert reads(end.why) == f"Both players have reached the goal: {why}"
        assert [NAMES[side.seat] for side in end.sides if side.won] == [winner]


def test_behind_a_screen_only_the_chips_that_move_are_told() -> None:
    match = match_at(game, position(NOTHING, (1, 0, 0, 0), (1, 0, 0, 0), bag=(0, 3, 0, 0), purses="screened"))
    make_moves(match, (0, "tile 2"), (1, "tile 1"), (1, "chips 2 0 0 0"))
    assert last(match, 0) == last(match, SPECTATOR) == ["Bob takes a blue chip from the field."]
    assert last(match, 1)[-1] == "You now have chips worth 2 in 1 colour."
    make_moves(match, (0, "grab"))
    assert last(match, 1) == ["Ann grabs 2 red chips and keeps them.", "Round 2 begins."]
    assert moment(match).why == ""


def test_keeping_all_chips_is_told() -> None:
    match = match_at(game, position((1, 0, 0, 0), NOTHING, no_exchange="allowed"))
    make_moves(match, (0, "tile 1"), (1, "tile 2"), (0, "chips 1 0 0 0"))
    assert last(match, 1) == ["Ann exchanges nothing.", "Ann now has chips worth 1 in 1 colour."]
