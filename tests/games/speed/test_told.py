"""Speed: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.green_box.components import card_name
from matchbox.games.green_box.pieces import card
from matchbox.games.green_box.speed import game

from ..telling import entry, played
from .test_rules import ONE, RED_DROP_1, ZERO, Decks, begin, blink, some


def name(number: int) -> str:
    return card_name(number).replace("-", " ")


def test_a_play_names_both_cards() -> None:
    decks: Decks = (some(5, 1, 2, *ZERO, *ONE), [])
    match = played(game, begin([1, *ZERO[:2]], [2, *ONE[:2]], (RED_DROP_1, 30), decks, timing="live"), (0, "play 0 0"))
    assert entry(match, 0, 0) == [f"You play the {name(1)} on the red Drop 1."]
    assert entry(match, 0, 1) == entry(match, 0) == [f"Ann plays the {name(1)} on the red Drop 1."]


def test_only_the_owner_reads_which_card_is_drawn() -> None:
    deck = some(5, 1, 2, *ZERO, *ONE)
    match = played(game, begin([1, ZERO[0]], [2, *ONE[:2]], (RED_DROP_1, 30), (deck, []), timing="live"), (0, "draw"))
    assert entry(match, 0, 0) == [f"You draw the {name(deck[-1])}."]
    assert entry(match, 0, 1) == entry(match, 0) == ["Ann draws a card."]
    icon = match.told(0, 1)[0].icon
    assert icon is not None
    assert icon.hidden


def test_a_deadlock_turns_the_next_cards() -> None:
    blue, black = 18, 45
    decks = ([blue, ZERO[2]], [black])
    match = played(game, begin(ZERO[:2], ONE, (RED_DROP_1, 30), decks), (0, "draw"))
    turned = f"Nobody can play or draw: both players turn a card, the {name(blue)} and the {name(black)}."
    assert entry(match, 0, 0) == [
        f"You draw the {name(ZERO[2])}.",
        "Your deck is empty.",
        "Bob's deck is empty.",
        turned,
    ]
    assert entry(match, 0, 1) == ["Ann draws a card.", "Ann's deck is empty.", "Your deck is empty.", turned]


def test_cards_given_up_stay_secret_until_both_have_chosen() -> None:
    match = played(game, blink(ZERO, ONE), (0, "give 2"))
    assert entry(match, 0, 0) == [f"You choose the {name(ZERO[2])}."]
    assert entry(match, 0, 1) == entry(match, 0) == ["Ann has chosen."]
    for step in match.plan_move(1, "give 1"):
        match.play(step)
    assert entry(match, 1, 1)[:2] == [f"Ann gives up the {name(ZERO[2])}.", f"You give up the {name(ONE[1])}."]
    assert entry(match, 1, 0)[:2] == [f"You give up the {name(ZERO[2])}.", f"Bob gives up the {name(ONE[1])}."]
    moment = match.told(1, SPECTATOR)[0].moment
    assert moment is not None
    assert [list(side.pieces) for side in moment.sides] == [[card(ZERO[2])], [card(ONE[1])]]


def test_the_last_cards_of_a_match() -> None:
    state = begin([1, 2], ONE, (RED_DROP_1, 30), ([], [28]), best_of=3, timing="live")
    match = played(game, state, (0, "play 0 0"), (0, "play 1 0"))
    assert entry(match, 0, 1)[1] == "Ann has one card left."
    assert entry(match, 1, 0) == [f"You play the {name(2)} on the {name(1)}.", "You win game 1.", "Game 2 begins."]
    assert entry(match, 1, 1) == ["Ann plays the last card.", "Ann wins game 1.", "Game 2 begins."]
    moment = match.told(1, 1)[1].moment
    assert moment is not None
    assert [(side.value, side.won) for side in moment.sides] == [(1, True), (0, False)]
    single = played(game, begin([1], ONE, (RED_DROP_1, 30), ([], [28]), timing="live"), (0, "play 0 0"))
    assert entry(single, 0, 1) == [
        f"Ann plays the {name(1)} on the red Drop 1.",
        "Ann wins (first player without cards).",
    ]
