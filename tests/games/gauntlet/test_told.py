"""The Gauntlet: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.green_box.gauntlet import game
from matchbox.games.green_box.gauntlet.track import START
from matchbox.play.match import Match

from ..helpers import fill, match_at
from ..telling import events, play, sentences
from .test_rules import race


def lay(match: Match) -> int:
    """Everybody plans the first cards of the hand; the number of log entries before the last choice."""
    for seat in match.acting():
        play(match, seat, *["lay a"] * 4)
    return len(match.log) - 1


def test_plans_are_told_to_their_owner_only() -> None:
    match = match_at(game, race(((1, 3), ("Swords 6", "Heal 2", "Brick 1")), ((1, 4), ()), movement=3))
    play(match, 0, *["lay a"] * 4)
    assert sentences(match, 0)[:3] == [
        "You plan the Swords 6 for step 1.",
        "You plan the Heal 2 for step 2.",
        "You plan the Brick 1 for step 3.",
    ]
    others = ["Ann plans step 1.", "Ann plans step 2.", "Ann plans step 3.", "Ann is ready."]
    assert sentences(match, 1) == sentences(match, SPECTATOR) == others


def test_the_numbers_of_a_step_are_told_in_the_order_of_play() -> None:
    match = match_at(game, race(((1, 4), ("Shield 1",)), ((1, 5), ("Swords 6",)), movement=3))
    first = lay(match)
    text = "Step 1, in this order: {} 6, {} 1."
    assert sentences(match, 0, first)[-2:] == [text.format("Bob", "you"), "Bob shows the Swords 6."]
    assert sentences(match, 1, first)[-1] == "You show the Swords 6."
    assert sentences(match, SPECTATOR, first)[-2] == text.format("Bob", "Ann")
    moment = events(match, 0, first)[-2].moment
    assert moment is not None
    assert [(side.seat, side.won, str(side.verdict)) for side in moment.sides] == [
        (1, True, "acts first"),
        (0, False, ""),
    ]
    cards = [side.pieces[0] for side in moment.sides]
    assert [(card.hidden, card.number, card.symbol, str(card.name)) for card in cards] == [
        (True, 6, "", ""),
        (True, 1, "", ""),
    ]


def test_whole_cards_of_a_step_are_shown_in_the_order_of_play() -> None:
    match = match_at(game, race(((1, 4), ("Shield 1",)), ((1, 5), ("Swords 6",)), movement=3, reveal="whole"))
    first = lay(match)
    text = "Step 1, in this order: {} Swords 6, {} Shield 1."
    assert sentences(match, 0, first)[-1] == text.format("Bob", "you")
    assert sentences(match, SPECTATOR, first)[-1] == text.format("Bob", "Ann")
    moment = events(match, 0, first)[-1].moment
    assert moment is not None
    assert str(moment.sides[0].verdict) == "acts first"
    assert [(side.seat, side.won) for side in moment.sides] == [(1, True), (0, False)]


def test_swords_hit_unless_a_shield_protects() -> None:
    match = match_at(game, race(((1, 5), ("Swords 6",)), ((1, 4), ("Shield 1", "Lumber 1", "Lumber 2")), movement=3))
    first = lay(match) + 1
    play(match, 0, "use")
    assert sentences(match, 0, first)[:2] == ["You strike Bob.", "Bob shows the Shield 1 and is safe."]
    assert sentences(match, 1, first)[:2] == ["Ann strikes you.", "You show your Shield 1 and are safe."]
    state = race(((1, 5), ("Swords 6",)), ((1, 4), ("Shield 1",)), movement=3, reveal="whole")
    match = match_at(game, state)
    first = lay(match) + 1
    play(match, 0, "use")
    assert sentences(match, 1, first)[:2] == ["Ann strikes you.", "You are safe behind your Shield."]
    match = match_at(game, race(((1, 5), ("Swords 6",)), ((1, 4), ()), movement=3))
    first = lay(match) + 1
    play(match, 0, "use")
    assert sentences(match, 0, first)[:2] == ["You strike Bob.", "Bob has 2 life points left."]


def test_fire_can_knock_its_own_player_out() -> None:
    state = race(((1, 3), ("Fire 6", "Brick 6", "Lumber 6")), (START, ("Brick 1", "Brick 4", "Brick 5")), movement=3)
    state["life"][0, 0] = 1
    match = match_at(game, state)
    first = lay(match) + 1
    play(match, 0, "use")
    assert sentences(match, 0, first)[:2] == [
        "You fire all arrows.",
        "You are knocked out until the end of the next turn.",
    ]
    assert sentences(match, 1, first)[1] == "Ann is knocked out until the end of the next turn."


def test_a_turn_in_which_everybody_is_out_passes() -> None:
    state = race(((1, 3), ("Fire 6",)), ((1, 4), ()), movement=3)
    fill(state, life=[1, 1, 0, 0])
    match = match_at(game, state)
    first = lay(match) + 1
    play(match, 0, "use")
    found = sentences(match, 1, first)
    turned_up = found.pop(3)
    assert turned_up.startswith("Turned up and discarded: Ann ")
    assert "; you " in turned_up
    assert found[:5] == [
        "Ann fires all arrows.",
        "Ann is knocked out until the end of the next turn.",
        "You are knocked out until the end of the next turn.",
        "Ann is back with 3 life points.",
        "You are back with 3 life points.",
    ]
    assert found[5].startswith("Turn 3 begins: the die shows ")


def test_the_first_at_finish_brings_the_last_turn() -> None:
    state = race(((1, 11), ("Heal 6", "Brick 6", "Fire 6")), ((1, 5), ()), movement=6)
    fill(state, life=[1, 3, 0, 0])
    match = match_at(game, state)
    first = lay(match) + 1
    play(match, 0, "finish")
    assert sentences(match, 1, first)[:3] == [
        "Ann reaches Finish.",
        "The game ends with this turn.",
        "Ann heals and has 2 life points.",
    ]


def test_a_shield_that_has_saved_its_owner_is_not_told_again_when_it_acts() -> None:
    state = race(((1, 5), ("Swords 6", "Brick 6")), ((1, 4), ("Shield 1", "Shield 2", "Lumber 2")), movement=3)
    match = match_at(game, state)
    first = lay(match) + 1
    play(match, 0, "use")
    play(match, 0, "go east")
    assert "Bob shows the Shield 1." not in sentences(match, 0, first)
    play(match, 1, "go east")
    assert sentences(match, 0, first)[-2:] == ["Step 2, in this order: you 6, Bob 2.", "You show the Brick 6."]
    play(match, 0, "go west")
    assert sentences(match, 0, first)[-1] == "Bob shows the Shield 2."
