"""Best of Three: the steps of a game in sentences."""

from __future__ import annotations

import numpy as np

from matchbox.engine import SPECTATOR
from matchbox.games.british_empire.best_of_three import game
from matchbox.games.british_empire.best_of_three.rules import OFFSET
from matchbox.games.british_empire.holmes_vs_moriarty.rules import ANNOUNCE
from matchbox.games.british_empire.holmes_vs_moriarty.sets import BAG_OF
from matchbox.play.match import Match
from matchbox.scene import Moment

from ..helpers import fill, match_at
from ..telling import last, make_moves, moment, reads
from .test_rules import begin, win


def later(draw: int, *winners: int) -> Match:
    """A match in which the first games had these winners."""
    state = begin(draw)
    win(state, *winners)
    fill(state, ply=1)
    return match_at(game, state)


def moments(match: Match, viewer: int = SPECTATOR) -> list[Moment]:
    return [event.moment for event in match.told(len(match.log) - 1, viewer) if event.moment]


def before_the_third_2(match: Match, claimed: int) -> None:
    """Building Blocks Brawl with the third 2 on top of the deck; Ann has claimed this number of 2s."""
    tiles = [[0, 0, claimed, 0], [0, 0, 0, 0]]
    fill(match.position["brawl"], deck=[1, 1, 3, 3, 2, 0, 0], in_deck=[0, 2, 1, 2], field=[0, 0, 1, 0], claimed=tiles)
    if claimed:
        fill(match.position["brawl"], last_claimer=0, score=[28, 0])


def test_the_cards_and_the_order_are_told_with_the_first_step() -> None:
    match = match_at(game, begin(0))
    make_moves(match, (0, "first fireworks"))
    assert last(match, 1) == [
        "Three games are drawn: Gaze into the Abyss, Futakotamagawa Fireworks Festival and Holmes vs Moriarty.",
        "Ann puts Futakotamagawa Fireworks Festival before Gaze into the Abyss.",
        "Game 1 begins: Futakotamagawa Fireworks Festival.",
        "Blue chips are worth 10p, red chips 50p, green chips 100p.",
    ]
    assert last(match, 0)[1] == "You put Futakotamagawa Fireworks Festival before Gaze into the Abyss."


def test_the_game_inside_tells_its_steps_and_keeps_its_secrets() -> None:
    match = match_at(game, begin(9))
    make_moves(match, (0, "tile 2"))
    begins = [
        "Three games are drawn: 15 Pounds of 4 Cheeses, Building Blocks Brawl and Holmes vs Moriarty.",
        "Game 1 begins: 15 Pounds of 4 Cheeses.",
        "Blue chips are worth 1, red chips 2, green chips 3, the yellow chip 4.",
    ]
    assert last(match, 0) == [*begins, "You choose the 2."]
    assert last(match, 1) == last(match, SPECTATOR) == [*begins, "Ann has chosen."]
    make_moves(match, (1, "tile 1"))
    assert last(match, 0) == ["Bob plays the 1 and acts first.", "You play the 2."]
    assert reads(moment(match).why) == "The 1 is lower than the 2."


def test_the_winner_of_a_game_takes_its_card() -> None:
    match = later(9, 1)
    before_the_third_2(match, 1)
    make_moves(match, (1, "hold 0 0 0"), (0, "hold 0 0 0"))
    assert last(match, 0) == [
        "Both hands are empty: nobody claims the 2.",
        "The third 2 ends the game: you win with 2 × 15 = 30 against 0 × 15 = 0.",
        "You win Building Blocks Brawl (higher product of tiles and chips) and take its card.",
    ]
    assert last(match, 1)[2].startswith("Ann wins Building Blocks Brawl (")
    hands, products = moments(match)  # of that game alone
    assert reads(hands.title) == "Both hands are empty: nobody claims the 2."
    assert [side.value for side in products.sides] == [30, 0]


def test_both_players_go_on_to_the_next_game() -> None:
    match = later(9, 1)
    before_the_third_2(match, 1)
    make_moves(match, (1, "hold 0 0 0"), (0, "hold 0 0 0"), (1, "next"))
    assert last(match, 0) == ["Bob is ready for the next game."]
    make_moves(match, (0, "next"))
    assert last(match, 0) == [
        "You are ready for the next game.",
        "Game 3 begins: Holmes vs Moriarty.",
        "Blue chips are worth 1, red chips 2, green chips 3, the yellow chip as much as a chip beside it.",
        "You start as Holmes.",
    ]
    (begins,) = moments(match)
    assert reads(begins.title) == "Game 3 begins: Holmes vs Moriarty."
    assert reads(begins.why).startswith("Blue chips are worth 1,")


def test_a_drawn_game_is_replayed_once() -> None:
    match = later(9, 1)
    before_the_third_2(match, 0)
    make_moves(match, (0, "hold 0 0 0"), (1, "hold 0 0 0"))
    assert last(match, SPECTATOR) == [
        "Both hands are empty: nobody claims the 2.",
        "The third 2 ends the game: both products are 0.",
        "A draw (nobody claimed a tile): Building Blocks Brawl is played again.",
    ]
    make_moves(match, (0, "next"), (1, "next"))
    assert last(match, SPECTATOR)[1:] == [
        "Game 2 begins again: Building Blocks Brawl.",
        "Blue chips are worth 1, red chips 2, green chips 3.",
    ]
    before_the_third_2(match, 0)
    make_moves(match, (0, "hold 0 0 0"), (1, "hold 0 0 0"))
    assert last(match, SPECTATOR)[2:] == [
        "Another draw (nobody claimed a tile): nobody gets the card of Building Blocks Brawl."
    ]
    make_moves(match, (0, "next"), (1, "next"))
    assert last(match, SPECTATOR)[1] == "Game 3 begins: Holmes vs Moriarty."


def test_nothing_of_a_finished_game_stays_secret() -> None:
    match = match_at(game, begin(4, first_announcer="seat0"))
    fill(match.position["gaze"], tile=3, claimed=[[0] * 4, [0, 1, 0, 1]], score=[0, 4])
    make_moves(match, (0, "hold 1 0 0"), (1, "hold 2 0 0"))
    assert [entry.secret for entry in match.log] == [True, True]
    make_moves(match, (0, "announce 1"), (1, "announce 2"))
    assert match.position["between"][0] == 1
    assert not any(entry.secret for entry in match.log)


def test_the_round_that_decides_a_game_is_told_as_in_that_game() -> None:
    match = match_at(game, begin(7))
    fill(match.position["fireworks"], tiles=[3, 2], claimed=[[0, 1, 0, 1], [0] * 4], score=[4, 0])
    make_moves(match, (0, "hold 1 0 0"), (0, "point 1"), (1, "hold 0 0 0"), (1, "point 1"))
    for viewer, title in (
        (0, "You claim the 2 with 10p against nothing."),
        (1, "Ann claims the 2 with 10p against nothing."),
    ):
        assert last(match, viewer)[0] == title
        assert reads(moments(match, viewer)[0].title, viewer) == title
    won = "Ann wins Futakotamagawa Fireworks Festival (tiles worth six or more) and takes its card."
    assert last(match, SPECTATOR)[1:] == [won]
    match = match_at(game, begin(4, first_announcer="seat0"))
    fill(match.position["gaze"], tile=3, claimed=[[0] * 4, [0, 1, 0, 1]], score=[0, 4])
    make_moves(match, (0, "hold 1 0 0"), (1, "hold 2 0 0"), (0, "announce 1"), (1, "announce 2"))
    assert last(match, 0) == [
        "Bob announces 2 chips.",
        "Bob claims the 3 with 2 against 1.",
        "Bob wins Gaze into the Abyss (tiles worth six or more) and takes its card.",
    ]
    match = match_at(game, begin(9))
    fill(match.position["pounds"], chips=[[1, 0, 0, 0], [5, 4, 0, 0]], field=[1, 0, 0, 1], bag=[5, 2, 2, 0])
    make_moves(match, (0, "tile 1"), (1, "tile 3"), (0, "chips 2 0 0 0"), (1, "chips 4 4 0 1"))
    assert last(match, 0) == [
        "Bob gives a blue chip to the field for a yellow chip.",
        "Bob now has chips worth 16 in 3 colours.",
        "Bob owns chips worth 16 against 2.",
        "Bob wins 15 Pounds of 4 Cheeses (chips worth 15 or more) and takes its card.",
    ]


def test_the_end_of_holmes_names_the_winner() -> None:
    match = later(9, 1, 0)
    fill(match.position["holmes_game"], score=[11, 11])
    for _ in range(2):
        (seat,) = match.acting()
        for step in match.plan_move(seat, match.legal(seat)[0]):
            match.play(step)
    bag = match.position["holmes_game"]["bag"][0].copy()
    (named,) = np.flatnonzero((BAG_OF[1:] == bag).all(axis=1))
    for step in match.plan_move(0, "pass"):
        match.play(step)
    for step in match.plan_move(1, OFFSET + ANNOUNCE.id(named)):
        match.play(step)
    told = last(match, 0)
    assert told[0].startswith("Bob names ")
    assert told[0].endswith(" and is right.")
    assert told[1].startswith("Bob scores ")
    assert told[2:] == [
        "Bob wins Holmes vs Moriarty (12 points or more) and takes its card.",
        "Bob wins (two game cards).",
    ]
    assert last(match, 1)[0].startswith("You name ")
    named_bag, cards = moments(match)
    assert reads(named_bag.title) == told[0]
    assert reads(cards.why) == "Two cards win the match."
    assert [(side.value, side.won) for side in cards.sides] == [(1, False), (2, True)]
