"""Halma: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR, States
from matchbox.games.green_box.halma import game
from matchbox.play.match import Match

from ..helpers import match_at
from ..telling import play, sentences
from .test_rules import camp, lay


def moved(state: States, seat: int, *moves: str) -> Match:
    """A game from a position, with these moves of a seat."""
    match = match_at(game, state)
    play(match, seat, *moves)
    return match


def small(ann: list[tuple[int, int]], bob: list[tuple[int, int]], **more: int) -> States:
    """The small board with three pieces each, by row and column. Ann's goal is the upper right corner."""
    return lay(ann, bob, board="6", camp="2", **more)


def test_a_step() -> None:
    match = moved(small([(4, 0), (5, 0), (5, 1)], [(0, 4), (0, 5), (1, 5)]), 0, "piece a5", "step N")
    assert sentences(match, SPECTATOR) == ["Ann picks the piece on a5.", "Ann steps from a5 to a4."]
    assert sentences(match, 0) == ["You pick the piece on a5.", "You step from a5 to a4."]
    assert [match.told(number, 0)[0].minor for number in range(2)] == [True, False]


def test_a_chain_of_jumps_is_told_as_a_whole() -> None:
    state = small([(5, 0), (4, 0), (2, 0)], [(0, 4), (0, 5), (1, 5)])
    match = moved(state, 0, "piece a6", "jump N", "jump N")
    assert sentences(match, 1) == [
        "Ann picks the piece on a6.",
        "Ann jumps from a6 to a4.",
        "Ann jumps 2 times, from a6 to a2.",
    ]
    assert [match.told(number, 1)[0].minor for number in range(3)] == [True, True, False]
    stopped = moved(state, 0, "piece a6", "jump N", "stop")
    assert sentences(stopped, 0)[-1] == "You jump from a6 to a4."


def test_a_piece_in_the_goal_and_a_new_round() -> None:
    match = moved(small([(1, 4), (5, 0), (5, 1)], [(3, 4), (3, 5), (4, 5)], turns=1), 0, "piece e2", "step N")
    assert sentences(match, 0)[1:] == [
        "You step from e2 to e1.",
        "You have 1 of 3 pieces in the goal.",
        "Round 2 begins.",
    ]
    back = moved(small([(0, 4), (5, 0), (5, 1)], [(3, 4), (3, 5), (4, 5)]), 0, "piece e1", "step S")
    assert sentences(back, 1)[-1] == "Ann moves out of the goal and keeps 0 of 3 pieces there."


def test_the_round_from_which_opposing_pieces_count() -> None:
    state = small([(2, 2), (5, 0), (5, 1)], [(3, 4), (3, 5), (4, 5)], turns=37)
    match = moved(state, 0, "piece c3", "step N")
    text = "Round 20 begins. From now on opposing pieces help to fill your goal: it needs only one of your own."
    assert sentences(match, SPECTATOR)[-1] == text


def test_a_player_who_cannot_move_passes() -> None:
    corner = camp("6", 1, 3)
    around = [(0, 3), (1, 2), (2, 1), (3, 0), (1, 3), (2, 2), (3, 1), (0, 4), (2, 4), (3, 3), (4, 0), (4, 2), (2, 3)]
    others = [*around, (3, 2), (5, 5), (5, 4), (4, 5), (5, 3)]
    state = lay(corner, others[:6], others[6:12], others[12:], seat=3, turns=3, board="6")
    match = moved(state, 3, "piece f6", "step NW")
    assert sentences(match, 3)[1:] == ["You step from f6 to e5.", "Ann cannot move and passes.", "Round 2 begins."]
    assert sentences(match, 0)[2] == "You cannot move and pass."
