"""Fawlty Towers: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.green_box.components import CARDS, NUMBER, SYMBOL
from matchbox.games.green_box.fawlty_towers import game
from matchbox.games.green_box.fawlty_towers.rules import score_of

from ..helpers import match_at
from ..telling import events, play, sentences
from .test_rules import table


def test_a_cube_stands_and_reaches_a_card() -> None:
    match = match_at(game, table(["rr", "g", "b", "y"], ["rry", "", "", ""]))
    play(match, 0, "cube colour=red tower=0", "aim y=0 x=0", "take column=0 level=2")
    assert sentences(match, 1) == [
        "Ann holds a red cube over the first tower.",
        "Ann puts a red cube on the first tower. It stands, 3 cubes high.",
        "Ann takes the red Bricks 2 and has 2 points.",
    ]
    assert sentences(match, 0)[2] == "You take the red Bricks 2 and have 2 points."
    assert events(match, 1)[0].minor
    assert events(match, 1)[2].icon.number == 2  # type: ignore[union-attr]


def test_a_tower_falls_and_gets_a_new_base() -> None:
    state = table(["r", "g", "bgr", "y"], ["rr", "gg", "ww", "bb"])
    state["x"][0, 2, :3] = [0, 400, 500]  # only a cube far to the left could stay on it
    match = match_at(game, state)
    play(match, 0, "cube colour=yellow tower=2", "aim y=0 x=2", "base green", "no_card")
    assert sentences(match, 0, 1) == [
        "You put a yellow cube on the third tower, and it falls: 4 cubes go back to the supply.",
        "You start the third tower again with a green cube.",
        "You take no card.",
    ]
    fall = events(match, SPECTATOR)[1]
    assert fall.kind == "fall"
    assert fall.moment is not None
    assert fall.moment.title.told(["Ann", "Bob"], 0) == "You make the third tower fall"  # type: ignore[union-attr]
    broke = int(match.steps[1].after["broke"][0])
    assert str(fall.moment.why) == f"It tips over above cube {broke} of 4. A new tower starts here."
    assert fall.moment.picture is not None
    cubes = [piece for piece in fall.moment.picture.pieces if piece.kind == "cube"]
    assert [piece.colour for piece in cubes] == ["blue", "green", "red", "yellow"]
    assert [bool(piece.threat) for piece in cubes] == [i >= broke for i in range(4)]


def test_a_set_brings_extra_points() -> None:
    state = table(["r", "g", "b", "y"], ["rr", "gg", "bb", "yy"], in_deck=False, hands="steady")
    drops = [card for card in range(CARDS) if SYMBOL[card] == SYMBOL[0] and int(state["taken"][0, 1]) >> card & 1][:2]
    for card in drops:  # Bob has all the other cards; two Drops go to Ann
        state["taken"][0, 1] ^= 1 << card
        state["taken"][0, 0] |= 1 << card
    for seat in range(2):
        state["score"][0, seat] = score_of(int(state["taken"][0, seat]))
    match = match_at(game, state)
    play(match, 0, "cube colour=red tower=0", "take column=0 level=1")
    points = 1 + sum(int(NUMBER[card]) for card in drops) + 5
    assert sentences(match, 0) == [
        "You put a red cube on the first tower. It stands, 2 cubes high.",
        f"You take the red Drop 1 and have {points} points.",
        "You get 5 extra points for 3 Drop cards.",
    ]


def test_a_cube_may_reach_no_card() -> None:
    match = match_at(game, table(["r", "g", "b", "y"], ["g", "g", "b", "b"], hands="steady"))
    play(match, 0, "cube colour=red tower=0")
    assert sentences(match, 1)[1:] == ["Ann can reach no card."]
    assert sentences(match, 0)[1:] == ["You can reach no card."]


def test_an_empty_column_is_a_warning() -> None:
    match = match_at(game, table(["r", "g", "b", "y"], ["r", "gg", "bb", "yy"], in_deck=False, hands="steady"))
    play(match, 0, "cube colour=red tower=1", "take column=0 level=1")
    assert sentences(match, 1)[1:] == [
        "Ann takes the red Drop 1 and has 1 point.",
        "A column is empty. The game ends when another one is.",
    ]


def test_a_new_card_is_not_told_before_it_is_taken() -> None:
    """The order of the deck is the only secret: what comes into a column is on the table, not in the log."""
    state = table(["rr", "g", "b", "y"], ["rry", "", "", ""], hands="steady")
    other = state.copy()
    top = int(state["in_deck"][0]) - 1
    other["deck"][0, [top, top - 1]] = state["deck"][0, [top - 1, top]]
    matches = [match_at(game, state), match_at(game, other)]
    for match in matches:
        play(match, 0, "cube colour=red tower=0", "take column=0 level=2")
    for viewer in (SPECTATOR, 0, 1):
        assert sentences(matches[0], viewer) == sentences(matches[1], viewer)
