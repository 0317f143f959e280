"""Holmes vs Moriarty: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.british_empire.holmes_vs_moriarty import game
from matchbox.play.match import Match

from ..helpers import match_at
from ..telling import last, make_moves, moment
from .test_rules import announcement, chips, position


def place(match: Match, *moves: tuple[int, str]) -> None:
    """Placements written as letters: BBR."""
    make_moves(match, *[(seat, "place {} {} {} {}".format(*chips(letters))) for seat, letters in moves])


def choose(match: Match, *choices: str) -> None:
    """Both choices in a window: a bag in letters, or nothing for a pass."""
    for seat, bag in enumerate(choices):
        for step in match.plan_move(seat, announcement(bag) if bag else "pass"):
            match.play(step)


def window() -> Match:
    """The first window: Ann is Holmes. The bag had five blue chips, so three are left."""
    match = match_at(game, position("GG RRRRRY", "RB BBBBBB", "BBBBB", 1, 2, 2))
    place(match, (0, "G"), (1, "RB"))
    return match


def test_placements_tell_what_a_follower_does_not_have() -> None:
    match = match_at(game, position("GG RRRRRY", "RB BBBBBB", "BBBBB", 1, 2, 2))
    place(match, (0, "G"))
    assert last(match, 0) == ["You place a green daughter, exactly 3."]
    place(match, (1, "RB"))
    assert last(match, 0) == [
        "Bob places a blue maid and a red guard, exactly 3.",
        "Bob does not have a green daughter to copy.",
        "2 blue maids come out of the bag; 3 chips are left.",
    ]
    assert last(match, 1)[:2] == [
        "You place a blue maid and a red guard, exactly 3.",
        "You do not have a green daughter to copy.",
    ]


def test_a_choice_in_a_window_is_told_to_its_owner_only() -> None:
    match = window()
    choose(match, "BBB")
    assert last(match, 0) == ["You name 3 blue maids."]
    assert last(match, 1) == last(match, SPECTATOR) == ["Ann has chosen."]
    match = window()
    choose(match, "")
    assert last(match, 0) == ["You pass."]
    assert last(match, 1) == last(match, SPECTATOR) == ["Ann has chosen."]


def test_passes_lead_to_the_next_stage_and_chip() -> None:
    match = window()
    choose(match, "", "")
    assert last(match, 1) == ["Both players pass.", "Stage 2 begins with a 2: you lead."]
    choose(match, "", "")
    place(match, (1, "BB"))
    choose(match, "", "")
    assert last(match, 0) == ["Both players pass."]
    place(match, (0, "R"))
    assert last(match, 0) == ["You place a red guard, exactly 2.", "You do not have 2 blue maids to copy."]
    choose(match, "", "")
    assert last(match, 0) == ["Both players pass.", "A blue maid comes out of the bag; 2 chips are left."]
    choose(match, "", "")
    assert last(match, 0)[0] == "Both players pass until the next tile."
    assert last(match, 0)[1].startswith("Stage 3 begins with a ")


def test_the_log_has_one_line_about_the_passes_of_a_stage() -> None:
    """The log leaves out choices that have led on."""
    match = window()
    while int(match.position["stage"][0]) < 3:
        if len(match.acting()) == 2:
            choose(match, "", "")
        else:
            make_moves(match, (match.acting()[0], match.legal(match.acting()[0])[0]))
    told = [event for number in range(len(match.log)) for event in match.told(number, 0)]
    passes = [str(event.text) for event in told if "pass" in str(event.text) and event.kind != "choice"]
    assert passes == ["Both players pass until the next tile."] * 2


def test_a_right_announcement_scores_for_hidden_chips() -> None:
    match = window()
    choose(match, "", "BBB")
    *told, begins = last(match, 1)
    assert told == ["You name 3 blue maids and are right.", "You score 12 points for 6 hidden chips."]
    assert begins == "You win (12 points or more)."
    match = window()
    choose(match, "BBB", "")
    *told, begins = last(match, 1)
    assert told == [
        "Ann names 3 blue maids and is right.",
        "Ann scores 7 points for 7 hidden chips, halved by yellow.",
    ]
    assert begins.startswith("Round 2 begins: you are Holmes and lead for a total of ")
    assert [(side.value, str(side.verdict), side.won) for side in moment(match).sides] == [
        (7, "right", True),
        (0, "passes", False),
    ]


def test_a_wrong_announcement_scores_for_the_opponent() -> None:
    match = window()
    choose(match, "BBR", "BBB")
    assert last(match, SPECTATOR)[:4] == [
        "Ann names 2 blue maids and a red guard and is wrong.",
        "The bag holds 3 blue maids.",
        "Bob also named 3 blue maids, but only the leader's announcement counts.",
        "Bob scores 5 points for the mistake.",
    ]
    assert [str(side.verdict) for side in moment(match).sides] == ["wrong", "does not count"]
    match = window()
    choose(match, "", "BBR")
    assert last(match, 0)[2] == "You score 2 points for the mistake, halved by yellow."
