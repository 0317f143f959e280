"""Gaze into the Abyss: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.british_empire.gaze_into_the_abyss import game
from matchbox.play.match import Match

from ..helpers import fill, match_at
from ..telling import last, make_moves, moment, reads
from .test_rules import deal


def announced(match: Match, first: str, second: str, *guesses: int) -> None:
    """Both hands are closed and both announcements are made; Ann has the yellow chip."""
    make_moves(
        match, (0, f"hold {first}"), (1, f"hold {second}"), (0, f"announce {guesses[0]}"), (1, f"announce {guesses[1]}")
    )


def test_a_hand_is_told_to_its_owner_only() -> None:
    match = match_at(game, deal(2, 3))
    make_moves(match, (0, "hold 2 0 1"))
    assert last(match, 0) == ["You close your hand on 3 chips, worth 5."]
    assert last(match, 1) == last(match, SPECTATOR) == ["Ann has chosen."]
    make_moves(match, (1, "hold 0 3 0"), (0, "announce 1"))
    assert last(match, 0) == ["You announce 1 chip."]
    assert last(match, 1) == ["Ann announces 1 chip."]


def test_the_higher_total_claims_the_tile() -> None:
    match = match_at(game, deal(2, 3))
    announced(match, "2 0 1", "0 3 0", 2, 4)
    assert last(match, 0) == [
        "Bob announces 4 chips.",
        "You claim the 2 with 5 against 3.",
        "The blue and green chips held change sides; the red ones leave the game.",
        "A 3 is turned up.",
        "Round 2 begins: Bob announces first.",
    ]
    assert last(match, 1)[:2] == ["You announce 4 chips.", "Ann claims the 2 with 5 against 3."]
    assert last(match, 1)[-1] == "Round 2 begins: you announce first."
    shown = moment(match)
    assert reads(shown.title, 1) == "Ann claims the 2 with 5 against 3."
    assert reads(shown.why) == "The blue and green chips held change sides; the red ones leave the game."
    assert [(side.value, reads(side.verdict, 0), side.won) for side in shown.sides] == [
        (5, "Bob said 4: wrong", True),
        (3, "You said 2: wrong", False),
    ]


def test_a_guessed_hand_is_worth_nothing() -> None:
    match = match_at(game, deal(1))
    announced(match, "6 3 1", "1 0 0", 5, 10)
    assert last(match, 0)[1] == "Bob guesses right and claims the 1 with 1 against 0."
    assert last(match, 1)[1] == "You guess right and claim the 1 with 1 against 0."
    assert reads(moment(match).sides[0].verdict) == "Bob said 10: worth nothing"


def test_nobody_claims_after_two_right_guesses_or_a_tie() -> None:
    match = match_at(game, deal(3))
    announced(match, "2 0 0", "0 0 1", 1, 2)
    assert last(match, SPECTATOR)[1:] == [
        "Both guesses are right: nobody claims the 3.",
        "The chips held change sides.",
        "Round 2 begins: Bob announces first.",
    ]
    match = match_at(game, deal(3))
    announced(match, "2 0 0", "1 1 0", 3, 3)
    assert last(match, 1)[1] == "Ann claims the 3: both hands are worth 2, and Ann's has more blue chips."
    match = match_at(game, deal(3))
    announced(match, "0 3 0", "0 0 1", 3, 4)
    assert last(match, 1)[1] == "Both hands are worth 3 with equally many blue chips: nobody claims the 3."


def test_a_player_without_chips_has_nothing_to_hold() -> None:
    state = deal(3)
    fill(state, chips=[[0, 1, 0], [12, 3, 2]], bag=2)
    match = match_at(game, state)
    announced(match, "0 1 0", "0 1 0", 2, 1)
    assert last(match, 0)[-2:] == ["You have no chips to hold.", "Round 2 begins: only you announce."]
    assert last(match, 1)[-2:] == ["Ann has no chips to hold.", "Round 2 begins: only Ann announces."]
