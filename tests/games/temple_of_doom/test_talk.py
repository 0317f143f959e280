"""Temple of Doom: players tell each other which cards they have, and what they can do with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from matchbox.bots import make
from matchbox.bots.analysis import analyse
from matchbox.engine import SPECTATOR, States
from matchbox.engine.compiled import PLAIN
from matchbox.games.green_box.temple_of_doom import game
from matchbox.games.green_box.temple_of_doom.speech import done
from matchbox.games.green_box.temple_of_doom.state import CARD, SAY, STRIKE, TELL, TELL_ALL

from ..helpers import act, fill, match_at, start, texts
from ..seeing import area, seen
from ..telling import sentences
from .test_rules import (
    BLACK_WHEEL_1,
    GREEN_ARROW_1,
    RED_HAMMERS_2,
    RED_WHEEL_1,
    WHITE_DROP_1,
    YELLOW_DROP_1,
    members,
    show,
    temple,
)

YELLOW_ARROW, WHITE_ARROW, RED_ARROW = 28, 38, 7  # a Temple card and two Relics


def talk_of(state: States, seat: int = 0) -> list[str]:
    moves = set(game.moves(state, seat))
    return [game.text_of(state, action) for action in game.legal(state, seat) if action not in moves]


def after_telling(*hand: int, **places: Any) -> States:
    """Seat 0 has told its whole hand; nothing but black cards is face up."""
    state = temple(*hand, seats=2, **places)
    show(state, relics=[], cards=[])
    if not places.get("open_hands"):
        act(game, state, (0, "tell_all"))
    return state


# --- telling ---


def test_a_told_card_is_public_until_it_is_played() -> None:
    state = temple(RED_WHEEL_1, YELLOW_DROP_1, WHITE_DROP_1, seats=2)
    assert talk_of(state) == ["tell a", "tell b", "tell c", "tell_all"]
    assert not game.view(state, 1)["open_hand"].any()
    act(game, state, (0, "tell b"))
    assert game.view(state, 1)["open_hand"][0, 0, :3].tolist() == [0, YELLOW_DROP_1, 0]
    assert game.view(state, SPECTATOR)["open_hand"][0, 0, 1] == YELLOW_DROP_1
    assert not game.view(state, 1)["hand"].any()
    assert game.acting(state) == [0]
    assert state["phase"][0] == CARD
    assert talk_of(state)[:3] == ["tell a", "tell c", "tell_all"]
    act(game, state, (0, "play b"))
    assert not state["open_hand"].any()
    assert not state["told"].any()
    assert game.conserved(state)


def test_all_cards_can_be_told_at_once() -> None:
    state = temple(RED_WHEEL_1, YELLOW_DROP_1, WHITE_DROP_1, seats=2)
    act(game, state, (0, "tell c"), (0, "tell_all"))
    assert state["open_hand"][0, 0, :3].tolist() == [RED_WHEEL_1, YELLOW_DROP_1, WHITE_DROP_1]
    assert not [text for text in talk_of(state) if text.startswith("tell")]


def test_redeals_know_the_told_cards() -> None:
    state = start(game, 3, 4)
    leader = game.acting(state)[0]
    other = (leader + 1) % 3
    act(game, state, (leader, "tell b"))
    hands = [game.redeal(game.view(state, other), other, seed)["hand"][0, leader] for seed in range(40)]
    assert {int(hand[1]) for hand in hands} == {int(state["hand"][0, leader, 1])}
    assert len({int(hand[0]) for hand in hands}) > 3


def test_a_last_card_needs_no_words() -> None:
    state = temple(RED_WHEEL_1, seats=2)
    assert texts(game, state, 0) == ["play a"]


@pytest.mark.parametrize(
    ("seats", "options"), [(1, {}), (2, {"talk": "off"}), (4, {"talk": "off", "open_hands": "yes"})]
)
def test_no_talk_alone_or_in_silence(seats: int, options: dict[str, Any]) -> None:
    state = start(game, seats, **options)
    assert talk_of(state, game.acting(state)[0]) == []


def test_told_cards_that_nobody_could_know_are_refused() -> None:
    for state in (start(game, 2, talk="off"), start(game, 2, open_hands="yes")):
        fill(state, told=[1, 0, 0, 0, 0, 0])
        assert not game.conserved(state)
    state = start(game, 2)
    state["open_hand"][0, 0, 0] = state["hand"][0, 0, 0]
    assert not game.conserved(state)


# --- phrases ---


def test_a_phrase_is_about_a_known_card_and_something_to_match() -> None:
    """The yellow cube on 11 can reach the Arrow on 16 with an Arrow card, or with two points of its colour."""
    state = temple(GREEN_ARROW_1, BLACK_WHEEL_1, seats=2, yellow1=11)
    show(state, cards=[YELLOW_ARROW])
    assert "say colour=yellow symbol=Arrow" not in talk_of(state)
    act(game, state, (0, "tell b"))
    assert "say colour=yellow symbol=Arrow" not in talk_of(state)
    act(game, state, (0, "tell a"))
    assert talk_of(state) == ["say colour=yellow symbol=Arrow"]


def test_a_phrase_about_a_white_relic_names_any_colour() -> None:
    state = after_telling(GREEN_ARROW_1, BLACK_WHEEL_1, yellow1=11, red1=12)
    show(state, relics=[WHITE_ARROW])
    at_the_start = {"say colour=green symbol=Arrow", "say colour=blue symbol=Arrow"}  # from the Front to tile 4
    assert set(talk_of(state)) == at_the_start | {"say colour=red symbol=Arrow", "say colour=yellow symbol=Arrow"}


def test_both_points_of_a_card_count() -> None:
    state = after_telling(RED_HAMMERS_2, BLACK_WHEEL_1, red1=0, red2=1)
    show(state, relics=[RED_ARROW])
    assert talk_of(state) == []  # the Arrow on tile 4 is three steps away, the one on 10 too
    state = after_telling(RED_HAMMERS_2, BLACK_WHEEL_1, red1=0, red2=2)
    show(state, relics=[RED_ARROW])
    assert talk_of(state) == ["say colour=red symbol=Arrow"]


def test_no_phrase_about_what_is_matched() -> None:
    state = after_telling(GREEN_ARROW_1, BLACK_WHEEL_1, yellow1=11, yellow2=10)
    show(state, cards=[YELLOW_ARROW])
    assert talk_of(state) == []


def test_one_phrase_a_turn() -> None:
    state = after_telling(GREEN_ARROW_1, BLACK_WHEEL_1, RED_HAMMERS_2, yellow1=11)
    show(state, relics=[WHITE_ARROW])
    act(game, state, (0, "say colour=yellow symbol=Arrow"))
    assert talk_of(state) == []
    act(game, state, (0, "play b"))
    while state["phase"][0] != CARD:
        game.apply(state, 0, game.legal(state, 0)[0])
    assert "say colour=yellow symbol=Arrow" in talk_of(state)


def test_phrases_in_games_with_open_hands() -> None:
    state = temple(GREEN_ARROW_1, BLACK_WHEEL_1, seats=2, yellow1=11)
    fill(state, open_hands=1, open_hand=state["hand"][0])
    show(state, cards=[YELLOW_ARROW])
    assert talk_of(state) == ["say colour=yellow symbol=Arrow"]


def test_a_phrase_ends_with_the_round() -> None:
    state = start(game, 2, 5)
    choose = np.random.default_rng(5)
    said = False
    while state["rounds"][0] == 1:
        seat = game.acting(state)[0]
        actions = game.legal(state, seat)
        wanted = [action for action in actions if SAY.has(action)] or actions
        said = said or SAY.has(wanted[0])
        game.apply(state, seat, int(choose.choice(wanted)))
    assert said
    assert not state["says"].any()


# --- bots ---


def test_bots_do_not_search_talk() -> None:
    state = start(game, 2, 3)
    seat = game.acting(state)[0]
    assert analyse(game, game.view(state, seat), seat, 64).actions == tuple(game.moves(state, seat)) == tuple(range(6))
    tell = game.legal(state, seat)[6]
    assert TELL.has(tell)


def test_random_games_are_the_same_with_and_without_talk() -> None:
    from matchbox.engine.playout import play_many

    def totals(talk: str) -> list[float]:
        (found,) = play_many(game, game.template(2, {"talk": talk}), 50, 1)
        return [*found.tally.tolist(), *found.sums[1, :2].tolist()]

    assert totals("on") == totals("off")


def one_round(seats: int, level: str, seed: int) -> Iterator[tuple[States, int, int]]:
    """The first round of bots: the state before every action, the seat and the action."""
    state = start(game, seats, seed)
    bots = [make(level, seat, game) for seat in range(seats)]
    while state["rounds"][0] == 1 and state["phase"][0] != STRIKE:
        seat = game.acting(state)[0]
        action = bots[seat].choose(game, game.view(state, seat), seat)
        yield state, seat, action
        game.apply(state, seat, action)


@pytest.mark.skipif(PLAIN, reason="bots plan their words; planners need compiled code")
@pytest.mark.parametrize("seats", [2, 5])
def test_bots_tell_their_hands_and_say_what_they_can_do(seats: int) -> None:
    told, said = 0, 0
    for state, _, action in one_round(seats, "novice", 6):
        told += action == TELL_ALL
        if SAY.has(action):
            said += 1
            assert action - SAY.first + 1 not in state["says"][0]
    assert told == seats
    assert said


@pytest.mark.skipif(PLAIN, reason="bots plan their words; planners need compiled code")
@pytest.mark.parametrize("level", ["novice", "casual", pytest.param("club", marks=pytest.mark.full)])
def test_bots_do_what_they_say(level: str) -> None:
    """The card after a phrase brings a cube of the colour onto the symbol."""
    said = kept = 0
    for seed in range(3):
        promise = -1
        for state, _, action in one_round(3, level, seed):
            if promise >= 0 and state["phase"][0] == CARD and not state["spoke"][0]:
                kept += bool(done(state[0], 1 << promise))
                promise = -1
            if SAY.has(action):
                said, promise = said + 1, action - SAY.first
        kept += promise >= 0 and bool(done(state[0], 1 << promise))
    assert said >= 6
    assert kept == said


@pytest.mark.skipif(PLAIN, reason="bots plan their words; planners need compiled code")
def test_a_bot_prefers_to_speak_of_a_relic() -> None:
    state = after_telling(GREEN_ARROW_1, BLACK_WHEEL_1, yellow1=11, red1=12)
    show(state, relics=[RED_ARROW], cards=[YELLOW_ARROW])
    ahead = state.copy()
    ahead["at"][0, :2], ahead["at"][0, 6:] = (16, 12), (16, 11)  # as if one card could do both
    chosen = game.speak(game.view(state, 0)[0], 0, lambda: ahead[0])
    assert chosen is not None
    assert game.text_of(state, chosen) == "say colour=red symbol=Arrow"
    game.apply(state, 0, chosen)
    assert game.speak(game.view(state, 0)[0], 0, lambda: ahead[0]) is None


@pytest.mark.skipif(PLAIN, reason="bots plan their words; planners need compiled code")
def test_a_bot_does_not_speak_of_what_its_next_card_leaves_undone() -> None:
    state = after_telling(GREEN_ARROW_1, BLACK_WHEEL_1, yellow1=11)
    show(state, cards=[YELLOW_ARROW])
    assert game.speak(game.view(state, 0)[0], 0, lambda: state[0]) is None


# --- table and log ---


def test_talk_begins_with_its_own_click() -> None:
    """Then a card of the hand is told, or a cube and a tile make a phrase."""
    state = temple(GREEN_ARROW_1, BLACK_WHEEL_1, seats=2, yellow1=11)
    show(state, relics=[WHITE_ARROW], cards=[YELLOW_ARROW])
    act(game, state, (0, "tell a"))
    scene = seen(game, state, 0)
    (word,) = area(scene, "talk").pieces
    arrows = [SAY.id(colour, 4) for colour in range(4)]
    assert list(word.actions) == [TELL.id(1), *arrows]
    hand = area(scene, "hand/0").pieces
    assert [piece.actions for piece in hand] == [(0,), (1,)]  # one click plays a card, as ever
    assert [piece.ends for piece in hand] == [(), (TELL.id(1),)]
    assert [str(piece.cost) for piece in hand] == ["told", ""]
    board = area(scene, "temple").pieces
    assert {p.ends for p in board if p.colour == "yellow"} == {(SAY.id(3, 4),)}
    assert {p.symbol: p.ends for p in board if p.kind == "tile" and p.ends} == {"Arrow": tuple(arrows)}
    assert all(each.key != "talk" for each in seen(game, state, 1).areas)


def test_others_see_told_cards_and_the_phrase_on_the_plate() -> None:
    state = temple(GREEN_ARROW_1, BLACK_WHEEL_1, seats=2, yellow1=11)
    show(state, cards=[YELLOW_ARROW])
    act(game, state, (0, "tell a"), (0, "say colour=yellow symbol=Arrow"))
    for viewer in (1, SPECTATOR):
        scene = seen(game, state, viewer)
        known, hidden = area(scene, "hand/0").pieces
        assert (known.colour, known.symbol, hidden.hidden, hidden.count) == ("green", "Arrow", True, 1)
        assert str(scene.seats[0].says) == "I can bring yellow onto Arrow."
    act(game, state, (0, "play a"), (0, "move yellow1"), (0, "tile 16"))
    assert seen(game, state, 1).seats[0].says == ""  # done


def test_talk_is_told() -> None:
    state = temple(GREEN_ARROW_1, BLACK_WHEEL_1, RED_HAMMERS_2, seats=2, yellow1=11)
    show(state, cards=[YELLOW_ARROW])
    match = match_at(game, state)
    for move in ("tell b", "tell_all", "say colour=yellow symbol=Arrow"):
        for step in match.plan_move(0, move):
            match.play(step)
    assert sentences(match, 0) == [
        "You say: I have black Wheel 1.",
        "You say: I have green Arrow 1, red Hammers 2.",
        "You say: I can bring yellow onto Arrow.",
    ]
    assert sentences(match, 1)[1:] == [
        "Ann says: I have green Arrow 1, red Hammers 2.",
        "Ann says: I can bring yellow onto Arrow.",
    ]
    assert members(int(match.position["told"][0, 0])) == [0, 1, 2]
