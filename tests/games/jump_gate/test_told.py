"""Jump Gate: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR, States, roll
from matchbox.engine.chance import seed_words
from matchbox.games.green_box.jump_gate import game
from matchbox.play.match import Match

from ..helpers import fill, match_at
from ..telling import events, play, sentences
from .test_rules import crates_of, race


def next_rolls(state: States, *dice: int) -> None:
    """Set the generator so that the next rolls are these numbers."""
    for seed in range(100_000):
        fill(state, key=seed_words(seed), block=0, used=0)
        trial = state.copy()[0]
        if all(roll(trial) == die for die in dice):
            return
    raise AssertionError(f"no seed found for {dice}")


def after_rolls(state: States, *dice: int) -> Match:
    """Bob plays no card, and these numbers are rolled."""
    next_rolls(state, *dice)
    match = match_at(game, state)
    play(match, 1, "no_card")
    return match


def test_a_jump_and_a_card_that_picks_up_a_crate() -> None:
    match = after_rolls(race(0), 2)
    assert sentences(match, 0) == [
        "Bob plays no card.",
        "Round 2 begins.",
        "You roll 2 and jump through the Wheel gate from 2 to 14.",
    ]
    next_rolls(match.position, 1)
    play(match, 0, "anticlockwise number=2")
    assert sentences(match, 1, 1) == [
        "Ann plays a 2 backwards and picks up a crate on planet 12.",
        "You roll 1 and land on planet 19: no crate.",
    ]
    assert sentences(match, SPECTATOR, 1)[1] == "Bob rolls 1 and lands on planet 19: no crate."
    assert events(match, 0, 1)[0].kind == "capture"


def test_a_card_may_lead_through_a_gate_or_to_nothing() -> None:
    match = after_rolls(race(0), 4)  # Ann jumps from 4 to 10
    next_rolls(match.position, 1)
    play(match, 0, "clockwise number=1")
    assert sentences(match, 0, 1)[0] == "You play a 1 forward and jump through the Bricks gate from 11 to 25."
    match = after_rolls(race(33, [12]), 6)
    next_rolls(match.position, 1)
    play(match, 0, "clockwise number=6")
    assert sentences(match, 1, 1)[0] == "Ann plays a 6 forward and lands on planet 9: no crate."


def test_turns_without_a_decision_are_all_told() -> None:
    state = race(33)
    planets = [17, 19, 26, 27, 29, 30]
    fill(state, crates=[int(state["crates"][0, 0]), crates_of(*planets), 0, 0], score=[0, 19 - len(planets), 0, 0])
    assert game.conserved(state)
    match = after_rolls(state, 6, 1, 3, 4)  # a crate for each, another for Ann, and none for Bob
    assert len(match.log) == 1
    assert sentences(match, 0) == [
        "Bob plays no card.",
        "Round 2 begins.",
        "You roll 6 and pick up a crate on planet 3.",
        "Bob rolls 1 and picks up a crate on planet 19.",
        "Round 3 begins.",
        "You roll 3 and pick up a crate on planet 6.",
        "Bob rolls 4 and lands on planet 23: no crate.",
    ]


def test_the_last_crates_are_counted_and_the_last_one_wins() -> None:
    match = after_rolls(race(33, [3, 12, 13]), 6, 1)
    assert sentences(match, 1)[2:4] == [
        "Ann rolls 6 and picks up a crate on planet 3.",
        "Ann has only 2 crates left to pick up.",
    ]
    match = after_rolls(race(0, [12]), 2)
    play(match, 0, "anticlockwise number=2")
    assert sentences(match, 0, 1) == [
        "You play a 2 backwards and pick up a crate on planet 12.",
        "You win (picked up the last crate).",
    ]


def test_players_without_cards_roll_on() -> None:
    state = race(0, cards=[[0] * 7, [0, 0, 0, 0, 0, 0, 1], [0] * 7, [0] * 7])
    match = match_at(game, state)
    play(match, 1, "clockwise number=6")
    told = sentences(match, 0)
    assert match.over
    assert any(sentence.startswith("You roll on without cards and pick up") for sentence in told)
    assert told[-1].endswith("picked up the last crate).")
    assert len(told) <= 9
