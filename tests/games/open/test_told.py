"""OPEN: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.open.open import game

from ..helpers import fill, match_at, start
from ..telling import NAMES, entry, last, make_moves, moment, sentences
from .test_rules import position


def test_a_guess_is_told_to_its_owner_only() -> None:
    match = match_at(game, start(game, 2, first_dealer="seat1"))
    make_moves(match, (0, "guess 1"))
    assert last(match, 0) == ["You guess that Bob will go out first."]
    assert last(match, 1) == last(match, SPECTATOR) == ["Ann has made a guess."]
    make_moves(match, (1, "guess 1"))
    assert last(match, 1) == ["You guess that you will go out first.", "You lead the first trick."]
    assert last(match, 0) == ["Bob has made a guess.", "Bob leads the first trick."]


def test_bets_are_open_once_all_are_made() -> None:
    match = match_at(game, start(game, 3, first_dealer="seat2", advanced="on"))
    make_moves(match, (0, "guess 1"), (0, "bet 2"))
    assert last(match, 0) == ["You bet 2 chips on your guess."]
    assert last(match, 1) == last(match, SPECTATOR) == ["Ann has made a bet."]
    make_moves(match, (1, "guess 1"), (1, "bet 1"), (2, "guess 0"), (2, "bet 3"))
    assert last(match, 1) == [
        "Cem has made a bet.",
        "The bets are open: Ann 2, you 1, Cem 3.",
        "Cem leads the first trick.",
    ]
    assert [side.value for side in moment(match).sides] == [2, 1, 3]


def test_plays_name_their_cards() -> None:
    match = match_at(game, position("r10 bA bA r5 | b5 b5", "b10 b10 rA r2 | r3 r4"))
    make_moves(match, (0, "black-black A"))
    assert last(match, 0) == ["You lead a black pair of aces."]
    make_moves(match, (1, "black-black 10"))
    assert entry(match, 1, 0) == ["Bob plays a black pair of 10s."]
    assert last(match, 1) == ["Ann cannot follow.", "You win the trick with a black pair of 10s."]  # the aces are gone
    make_moves(match, (1, "red 2"), (0, "red 10"), (1, "red A"))
    assert sentences(match, 0, len(match.log) - 2) == [
        "Bob plays a red ace.",
        "An ace on a 10 counts 11: nothing beats it.",
        "You cannot follow.",
        "Bob wins the trick with a red ace.",
    ]
    make_moves(match, (1, "red 3"))
    assert last(match, 0) == ["Bob leads a red 3.", "The card was concealed until now."]


def test_a_triple_tells_how_many_cards_were_concealed() -> None:
    match = match_at(game, position("r10 bA bA r5 | b5 b5", "b10 b10 rA r2 | r3 r4"))
    make_moves(match, (0, "red-black-black 5"))
    assert entry(match, 0, 1) == ["Ann leads three 5s.", "Of these cards, 2 were concealed until now."]


def test_the_end_of_a_round_shows_guesses_and_points() -> None:
    match = match_at(game, position("r5", "b9 b10", "b7 b8", guesses=(0, 0, 1)))
    make_moves(match, (0, "red 5"))
    assert entry(match, 0, 0) == ["You lead a red 5.", "You go out first."]
    make_moves(match, (1, "black 9"), (1, "black 10"))
    assert last(match, 0) == [
        "Bob leads a black 10.",
        "Bob goes out second.",
        "You and Bob guessed right: you went out first.",
        "Points: you +4, Bob +2, Cem 0.",
        "Round 2 begins: Cem was last and deals.",
    ]
    assert last(match, 2)[2:] == [
        "Ann and Bob guessed right: Ann went out first.",
        "Points: Ann +4, Bob +2, you 0.",
        "Round 2 begins: you were last and deal.",
    ]
    shown = moment(match)
    assert shown.title.told(NAMES, 2) == "Ann and Bob guessed right: Ann went out first."  # type: ignore[union-attr]
    assert [(side.value, side.won) for side in shown.sides] == [(4, True), (2, True), (0, False)]


def test_the_bank_helps_a_player_without_chips() -> None:
    state = position("r5", "b9", "b7 b8", guesses=(1, 1, 1), advanced="on")
    fill(state, score=[1, 1, 1, 0])
    match = match_at(game, state)
    make_moves(match, (0, "red 5"), (1, "black 9"))
    assert last(match, 2)[2:] == [
        "Nobody guessed right: Ann went out first.",
        "Chips: Ann +2, Bob 0, you -1.",
        "The bank gives you a chip.",
        "Round 2 begins: you were last and deal.",
    ]
