"""Backgammon: what the board shows and offers."""

from __future__ import annotations

from matchbox.engine import States
from matchbox.games.green_box.backgammon import game
from matchbox.scene import Look, Scene, scene_of

from ..telling import played
from .positions import OPENING, Spaces, lay


def shown(state: States, seat: int = 0) -> Scene:
    legal = game.legal(state, seat) if seat in game.acting(state) else []
    return scene_of(Look(game, game.view(state, seat), seat, ("Ann", "Bob"), legal))


def routes(mine: Spaces, yours: Spaces, dice: tuple[int, int]) -> dict[tuple[object, object], str]:
    scene = shown(lay(mine, yours, dice))
    return {(route.start, route.end): str(route.cost) for route in scene.routes}


def test_both_dice_lead_on_with_one_cube() -> None:
    found = routes(OPENING, OPENING, (5, 2))
    thirteen, eleven, eight, six = (0, 1), (1, 2), (4, 2), (7, 2)
    assert found[thirteen, eleven] == "2"
    assert found[thirteen, eight] == "5"
    assert found[thirteen, six] == "7"
    doubles = routes(OPENING, OPENING, (3, 3))
    assert [cost for (start, _), cost in doubles.items() if start == thirteen] == ["3", "6", "9"]  # a block ends it


def test_both_dice_are_not_offered_where_one_is_enough() -> None:
    scene = shown(lay({20: 1, 22: 2, 24: 12}, {1: 15}, (6, 1)))
    ends = [(route.start, route.end) for route in scene.routes]
    assert len(set(ends)) == len(ends)


def test_a_hit_is_tagged_with_a_star() -> None:
    assert "5*" in routes({17: 2, 19: 13}, {3: 1, 1: 2, 19: 12}, (5, 2)).values()


def test_only_the_last_move_of_a_turn_waits_for_a_button() -> None:
    state = lay(OPENING, OPENING, (5, 3))
    assert shown(state).commits == []
    match = played(game, state, (0, "move 17 5"))
    scene = shown(match.position)
    assert {choice.action for choice in scene.commits} == set(game.legal(match.position, 0))
    assert "Done · 6/3" in {str(choice.text) for choice in scene.commits}


def test_a_move_with_forced_moves_after_it_waits_too() -> None:
    scene = shown(lay({23: 1, 24: 1}, {1: 15}, (2, 1)))
    assert {str(choice.text) for choice in scene.commits} >= {"Done · 2/off"}


def test_the_last_turn_stays_marked() -> None:
    match = played(game, lay(OPENING, OPENING, (5, 3)), (0, "move 17 5"), (0, "move 19 3"))
    pieces = shown(match.position, 1).areas[0].pieces
    assert {piece.at for piece in pieces if piece.last and piece.kind == "point"} == {(4, 1), (7, 1)}
    assert {piece.at for piece in pieces if piece.last and piece.kind == "cube"} == {(10, 1)}


def test_plates_and_the_final_tally_show_pips() -> None:
    scene = shown(lay({0: 1, 19: 14}, OPENING, (5, 3)))
    assert [seat.score for seat in scene.seats] == [25 + 14 * 6, 167]
    assert str(scene.seats[0].line) == "1 on the bar"
    match = played(game, lay({24: 1}, {24: 15}, (2, 1)), (0, "move 24 2"))
    rows = {str(row.label): list(row.values) for row in shown(match.position).tally}
    assert rows == {"Cubes off": [15, 0], "Pips to go": [0, 15]}
