"""Holmes vs Moriarty: the table."""

from __future__ import annotations

from typing import Any

from matchbox.engine import States
from matchbox.games.british_empire.holmes_vs_moriarty import game
from matchbox.play.match import Match
from matchbox.scene import Area, Look, Scene, scene_of

from ..helpers import match_at
from ..telling import NAMES, make_moves, reads
from .test_rules import position
from .test_told import choose, place


def table(match: Match, seat: int, **more: Any) -> Scene:
    state: States = match.position
    legal = match.legal(seat) if seat in match.acting() else ()
    return scene_of(Look(game, game.view(state, seat), seat, NAMES[:2], legal, **more))


def area(scene: Scene, key: str) -> Area:
    (found,) = [area for area in scene.areas if area.key == key]
    return found


def window() -> Match:
    match = match_at(game, position("GG RRRRRY", "RB BBBBBB", "BBBBB", 1, 2, 2))
    place(match, (0, "G"), (1, "RB"))
    return match


def test_every_chip_of_a_set_is_drawn() -> None:
    pieces = area(table(window(), 0), "stages").pieces
    sets = {row: [piece.colour for piece in pieces if piece.kind == "chip" and piece.at == (0, row)] for row in (0, 2)}
    assert sets == {0: ["blue", "red"], 2: ["green"]}
    assert [piece.colour for piece in pieces if piece.kind == "chip" and piece.at in ((0, 1), (1, 1))] == ["blue"] * 2
    leads = [piece for piece in pieces if piece.kind == "slot" and piece.cost]
    assert [piece.at for piece in leads] == [(0, 2)]


def test_the_table_says_what_can_be_worked_out() -> None:
    scene = table(window(), 0)
    unseen = area(scene, "unseen")
    assert [(piece.colour, piece.count) for piece in unseen.pieces if not piece.dimmed] == [("blue", 9)]
    assert reads(unseen.note) == "3 in the bag, 6 with Bob"
    assert reads(area(scene, "facts").note) == "Bob could not copy a green daughter in stage 1"
    assert not [one for one in table(window(), 0, help="none").areas if one.key in ("unseen", "facts", "odds")]


def test_chances_need_more_help() -> None:
    (sure,) = area(table(window(), 0, help="odds"), "odds").odds
    assert ([piece.colour for piece in sure.pieces], sure.percent) == (["blue"] * 3, 100)
    assert not [one for one in table(window(), 0).areas if one.key == "odds"]


def test_the_button_says_what_a_right_name_brings() -> None:
    (form,) = table(window(), 1).forms
    assert {reads(text) for text in form.submits} == {"Name it · +12"}
    assert reads(area(table(window(), 0), "hand").note) == "yellow halves your points"


def test_a_tied_round_is_a_moment() -> None:
    match = window()
    while int(match.position["rounds"][0]) == 1:
        acting = match.acting()
        if len(acting) == 2:
            choose(match, "", "")
        else:
            for step in match.plan_move(acting[0], match.legal(acting[0])[0]):
                match.play(step)
    (moment,) = [event.moment for event in match.told(len(match.log) - 1, 0) if event.moment]
    assert "the round is tied" in reads(moment.title)
    assert len(moment.sides) == 2


def test_a_player_may_pass_until_the_next_tile() -> None:
    match = window()
    offered = []
    while int(match.position["rounds"][0]) == 1:
        acting = match.acting()
        if len(acting) == 2:
            offered.append([(reads(choice.text), choice.until) for choice in table(match, 0).choices])
            choose(match, "", "")
        else:
            make_moves(match, (acting[0], match.legal(acting[0])[0]))
    tile, end = "Pass until the next tile", "Pass until the end"
    assert offered[0] == [("Pass", "1/0")]  # the next tile comes anyway
    for stage, text in ((1, tile), (2, tile), (3, end)):
        windows = offered[4 * stage - 3 : 4 * stage + 1]
        assert windows[:3] == [[("Pass", ""), (text, f"1/{stage}")]] * 3
        assert windows[3:] in ([[("Pass", f"1/{stage}")]], [])
    assert len(offered) == 12
