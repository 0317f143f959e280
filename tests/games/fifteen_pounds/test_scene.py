"""15 Pounds of 4 Cheeses: the table."""

from __future__ import annotations

from matchbox.games.british_empire.fifteen_pounds import game
from matchbox.play.match import Match
from matchbox.scene import Look, Scene, scene_of

from ..helpers import fill, match_at
from ..telling import NAMES, make_moves, reads
from .test_rules import NOTHING, position


def table(match: Match, seat: int) -> Scene:
    legal = match.legal(seat) if seat in match.acting() else ()
    return scene_of(Look(game, game.view(match.position, seat), seat, NAMES[:2], legal))


def test_an_exchange_gives_and_takes_chips() -> None:
    match = match_at(game, position((2, 0, 0, 0), (0, 1, 0, 0), (1, 0, 1, 0)))
    make_moves(match, (0, "tile 1"), (1, "tile 2"))
    scene = table(match, 0)
    (form,) = scene.forms
    assert [(part.name, part.area, part.boxed) for part in form.parts if len(part.values) > 1] == [
        ("take blue", "field", True),
        ("take green", "field", True),
        ("give blue", "chips", False),
    ]
    assert form.goal == 1
    assert sorted(reads(text) for text in form.submits) == ["Give 2 blue chips, get a green chip", "Take a blue chip"]
    for row in form.rows:
        assert sum(n * value for n, value in zip(row, form.adds, strict=False)) == form.goal
    assert [reads(choice.text) for choice in scene.choices] == ["Grab 1 chip from the bag"]


def test_the_winner_of_a_duel_picks_one_of_the_opponents_chips() -> None:
    match = match_at(game, position((1, 1, 0, 0), (2, 1, 0, 0)))
    make_moves(match, (0, "tile 2"), (1, "tile 2"), (0, "chips 1 1 0 0"), (1, "chips 0 0 0 0"))
    scene = table(match, 0)
    assert reads(scene.prompt) == "Which chip do you steal from Bob?"
    (chips,) = [area for area in scene.areas if area.key == "chips/1"]
    assert (chips.role, reads(chips.note)) == ("market", "chips of Bob")
    assert [(piece.colour, piece.count) for piece in chips.pieces] == [("blue", 2), ("red", 1)]
    offered = {choice.action: reads(choice.text) for choice in scene.commits}
    assert [offered[piece.actions[0]] for piece in chips.pieces] == ["Steal a blue chip", "Steal a red chip"]
    (theirs,) = [area for area in table(match, 1).areas if area.key == "chips"]
    assert theirs.role == ""


def test_the_last_tile_and_an_empty_hand_need_no_click() -> None:
    state = position((1, 0, 0, 0), NOTHING)
    fill(state, in_hand=[[0, 0, 1, 0]] * 2, rounds=3)
    match = match_at(game, state)
    for step in match.forced():
        match.play(step)
    assert match.position["number"][0].tolist()[:2] == [2, 2]
    assert list(match.acting()) == [0]  # Bob has no chips to hold in the duel


def test_chips_in_a_closed_hand_are_not_beside_it_as_well() -> None:
    match = match_at(game, position((2, 1, 0, 0), (2, 1, 0, 0)))
    make_moves(match, (0, "tile 2"), (1, "tile 2"), (0, "chips 1 1 0 0"))
    areas = {area.key: [(piece.colour, piece.count) for piece in area.pieces] for area in table(match, 0).areas}
    assert areas["chips"] == [("blue", 1)]
    assert areas["hand"] == [("blue", 1), ("red", 1)]
    seen = {area.key: [(piece.colour, piece.count) for piece in area.pieces] for area in table(match, 1).areas}
    assert seen["chips/0"] == [("blue", 2), ("red", 1)]


def test_a_grab_and_a_theft_are_moments() -> None:
    match = match_at(game, position(NOTHING, NOTHING, bag=(0, 3, 0, 0)))
    make_moves(match, (0, "tile 2"), (1, "tile 3"), (0, "grab"))
    (grab,) = [event.moment for event in match.told(len(match.log) - 1, 1) if event.moment]
    assert reads(grab.title, 1) == "Ann grabs 2 red chips and keeps them."
    match = match_at(game, position((1, 1, 0, 0), (2, 1, 0, 0)))
    make_moves(match, (0, "tile 2"), (1, "tile 2"), (0, "chips 1 1 0 0"), (1, "chips 0 0 0 0"), (0, "steal red"))
    (theft,) = [event.moment for event in match.told(len(match.log) - 1, 1) if event.moment]
    assert reads(theft.title, 1) == "Ann steals a red chip from you."
    assert reads(theft.why, 1) == "Ann pays a blue and a red chip to the field."


def test_keeping_all_chips_is_a_button_if_it_is_allowed() -> None:
    match = match_at(game, position((1, 1, 0, 0), NOTHING, (1, 0, 0, 0), no_exchange="allowed"))
    make_moves(match, (0, "tile 1"), (1, "tile 2"))
    scene = table(match, 0)
    assert [reads(choice.text) for choice in scene.choices] == ["Grab 1 chip from the bag", "Keep your chips"]
    (form,) = scene.forms
    assert [reads(text) for text in form.submits] == ["Take a blue chip"]
    make_moves(match, (0, "chips 1 1 0 0"))
    scene = table(match, 1)
    assert (scene.forms, reads(scene.prompt)) == ([], "Do you grab or keep your chips?")
    assert reads(scene.why) == "No exchange makes your chips worth exactly 2."
    assert [reads(choice.text) for choice in scene.choices] == ["Grab 2 chips from the bag", "Keep your chips"]


def test_chips_that_are_worth_enough_are_kept_with_the_form() -> None:
    match = match_at(game, position((3, 0, 0, 0), (0, 1, 0, 0), no_exchange="allowed"))
    make_moves(match, (0, "tile 2"), (1, "tile 2"), (0, "chips 1 0 0 0"), (1, "chips 0 0 0 0"))
    match.position["start_value"][0] = [2, 2]
    scene = table(match, 0)
    assert [reads(choice.text) for choice in scene.choices] == ["Grab 2 chips from the bag"]
    assert "Keep your chips" in [reads(text) for text in scene.forms[0].submits]


def test_a_thief_sees_the_colours_behind_a_screen() -> None:
    match = match_at(game, position((1, 1, 0, 0), (2, 1, 0, 0), purses="screened"))
    make_moves(match, (0, "tile 2"), (1, "tile 2"), (0, "chips 1 1 0 0"), (1, "chips 0 0 0 0"))
    (chips,) = [area for area in table(match, 0).areas if area.key == "chips/1"]
    assert [(piece.colour, piece.count, piece.hidden) for piece in chips.pieces] == [
        ("blue", 1, False),
        ("red", 1, False),
    ]
    (theirs,) = [area for area in table(match, 1).areas if area.key == "chips/0"]
    assert [(piece.colour, piece.count, piece.hidden) for piece in theirs.pieces] == [("", 1, True)]


def test_a_screen_hides_the_value_on_the_plate_and_in_the_bag() -> None:
    match = match_at(game, position((1, 1, 0, 0), (2, 1, 0, 0), bag=(1, 1, 0, 0), purses="screened"))
    scene = table(match, 0)
    assert [(status.score, status.goal, reads(status.line)) for status in scene.seats] == [
        (3, 15, "2/4 colours"),
        (None, None, "chips hidden"),
    ]
    make_moves(match, (0, "tile 3"), (1, "tile 2"), (1, "grab"))
    scene = table(match, 0)
    assert [reads(choice.text) for choice in scene.choices] == []
    (bag,) = [area for area in scene.areas if area.key == "bag"]
    assert (bag.pieces, reads(bag.note)) == ((), "The bag is empty")


def test_the_reason_names_the_value_now_and_after_an_exchange() -> None:
    match = match_at(game, position((2, 0, 0, 0), (0, 1, 0, 0), (1, 0, 1, 0)))
    make_moves(match, (0, "tile 1"), (1, "tile 2"))
    assert reads(table(match, 0).why).endswith("Exchange: your chips go from 2 to exactly 3.")
    match = match_at(game, position((2, 0, 0, 0), NOTHING, (1, 0, 1, 0), bag=NOTHING))
    make_moves(match, (0, "tile 1"), (1, "tile 2"))
    assert reads(table(match, 0).why) == "Exchange: your chips go from 2 to exactly 3."


def test_an_exchange_after_a_rich_theft_counts_the_value_to_lose() -> None:
    match = match_at(game, position((2, 0, 0, 0), (0, 0, 0, 1), (1, 0, 1, 0)))
    make_moves(match, (0, "tile 1"), (1, "tile 1"), (0, "chips 1 0 0 0"), (1, "chips 0 0 0 0"))
    scene = table(match, 0)
    assert reads(scene.why).endswith("Exchange: your chips go from 5 to exactly 3.")
    (form,) = scene.forms
    assert form.goal == 2
    for row in form.rows:
        assert sum(n * value for n, value in zip(row, form.adds, strict=False)) == form.goal
