"""Gold Mine: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR, States
from matchbox.games.green_box.gold_mine import game
from matchbox.play.match import Match

from ..helpers import match_at
from ..telling import NAMES, events, play, sentences
from .test_rules import deal, printed


def reveal(state: States, runners: str = "") -> tuple[Match, int]:
    """Everybody inside chooses; the listed seats run. Also the log entry of the reveal."""
    match = match_at(game, state)
    for seat in match.acting():
        play(match, seat, "run" if str(seat) in runners else "continue")
    return match, len(match.log) - 1


def test_a_choice_is_told_to_its_owner_only() -> None:
    match = match_at(game, deal(3, "Drop 6", "Wheel 5"))
    play(match, 1, "run")
    assert sentences(match, 1) == ["You choose to run."]
    assert sentences(match, 0) == sentences(match, SPECTATOR) == ["Bob has chosen."]
    play(match, 0, "continue")
    assert sentences(match, 0, 1) == ["You choose to continue."]


def test_runners_bank_their_gold_and_the_next_card_comes_up() -> None:
    match, last = reveal(printed("Wheel 5"), "02")
    assert sentences(match, SPECTATOR, last) == [
        "Ann and Cem run and bank 5 gold each.",
        "Wheel 5 comes up, all for Bob: 5 gold.",
    ]
    assert sentences(match, 2, last)[0] == "You and Ann run and bank 5 gold each."
    assert sentences(match, 1, last)[1] == "Wheel 5 comes up, all for you: 5 gold."
    moment = events(match, 0, last)[0].moment
    assert moment is not None
    assert moment.title == events(match, 0, last)[0].text
    assert str(moment.why) == "2 carried, 3 from the cards"
    assert [(side.seat, side.value, str(side.verdict), side.won) for side in moment.sides] == [
        (0, 5, "runs", True),
        (2, 5, "runs", True),
        (1, 2, "continues", False),
    ]
    play(match, 1, "run")
    assert sentences(match, 1, last + 1)[:2] == ["You run and bank 8 gold.", "Cavern 2 begins."]


def test_a_collapse_names_the_loser_and_starts_a_round() -> None:
    match, last = reveal(printed("Arrow 4"), "02")
    assert sentences(match, 0, last) == [
        "You and Cem run and bank 5 gold each.",
        "Bob loses 2 gold: the third Arrow card collapses the cavern.",
        "The gold left on the cards is lost: 1.",
        "Cavern 2 begins.",
        "Drop 1 comes up: too little to share, so 1 gold stays on the cards.",
    ]
    assert sentences(match, 1, last)[1] == "You lose 2 gold: the third Arrow card collapses the cavern."
    runners, collapse = events(match, 0, last)[:2]
    assert runners.moment is not None
    assert [side.won for side in runners.moment.sides] == [True, True, False]
    assert collapse.moment is not None
    assert collapse.moment.why.told(NAMES, 0) == "You and Cem got out in time."  # type: ignore[union-attr]
    assert collapse.moment.picture is not None
    fallen = [piece for piece in collapse.moment.picture.pieces if piece.turned]
    assert [piece.symbol for piece in fallen] == ["Arrow"]


def test_several_players_lose_their_gold_together() -> None:
    match, last = reveal(printed("Drop 1"))
    assert sentences(match, 0, last)[:3] == [
        "Everybody inside continues.",
        "The third Drop card collapses the cavern: everybody inside loses 2 gold.",
        "The gold left on the cards is lost: 7.",
    ]


def test_the_second_card_of_a_symbol_is_a_warning() -> None:
    match, last = reveal(deal(2, "Wheel 4", "Wheel 1", "Bricks 6"))
    assert sentences(match, 0, last) == [
        "Everybody inside continues.",
        "Wheel 1 comes up: too little to share, so 1 gold stays on the cards.",
        "One more Wheel card collapses the cavern.",
    ]


def test_more_than_two_runners_are_listed() -> None:
    match, last = reveal(deal(4, "Drop 6"), "0123")
    assert sentences(match, 3, last)[:3] == [
        "You, Ann, Bob and Cem run and bank 1 gold each.",
        "The gold left on the cards is lost: 2.",
        "Cavern 2 begins.",
    ]
