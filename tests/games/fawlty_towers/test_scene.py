"""Fawlty Towers: the picture of the towers, the points to aim at, and the cards in reach."""

from __future__ import annotations

from matchbox.engine import States
from matchbox.games.green_box.fawlty_towers import game
from matchbox.scene import Area, Look, Scene, scene_of
from matchbox.scene.look import Help

from ..helpers import act
from .test_rules import table


def shown(state: States, seat: int = 0, help: Help = "counts") -> Scene:
    legal = [int(a) for a in game.legal(state, seat)] if seat in game.acting(state) else []
    return scene_of(Look(game, game.view(state, seat), seat, ["Ann", "Bob"], legal, help))


def area(scene: Scene, key: str) -> Area:
    return next(one for one in scene.areas if one.name == key)


def test_towers_are_one_picture() -> None:
    towers = area(shown(table(["rr", "g", "b", "y"], ["rry", "", "", ""])), "towers")
    assert towers.look == "tower"
    assert [(piece.colour, piece.z) for piece in towers.pieces if piece.kind == "cube"] == [
        ("red", 0), ("red", 100), ("green", 0), ("blue", 0), ("yellow", 0),
    ]  # fmt: skip
    feet = [piece for piece in towers.pieces if piece.kind == "marker"]
    assert [piece.level for piece in feet] == [(0, 0)] * 4
    assert all(len(piece.actions) == 4 for piece in feet)


def test_a_leaning_tower_moves_the_bubble() -> None:
    state = table(["rr", "g", "b", "y"], ["rry", "", "", ""])
    state["x"][0, 0, 1], state["y"][0, 0, 1] = 250, -400
    foot = next(piece for piece in area(shown(state), "towers").pieces if piece.kind == "marker")
    assert foot.level == (33, -67)  # 125 of 375 to the right of the contact's middle, 200 of 300 to the back


def test_chances_are_shown_where_the_table_allows_them() -> None:
    state = table(["rr", "g", "b", "y"], ["rry", "", "", ""])
    act(game, state, (0, "cube colour=red tower=0"))
    for help, numbers, text in (("counts", False, "Let go"), ("odds", True, "Let go · 0% falls")):
        scene = shown(state, help=help)  # type: ignore[arg-type]
        points = [piece for piece in area(scene, "towers").pieces if piece.kind == "square"]
        assert len(points) == 25
        assert [piece.number is not None for piece in points] == [numbers] * 25
        assert str(scene.commits[12].text) == text
    assert not any(piece.level for piece in area(shown(state, help="none"), "towers").pieces)


def test_no_table_shows_a_risk_to_players_who_aim_by_eye() -> None:
    state = table(["rr", "g", "b", "y"], ["rry", "", "", ""], aim="hidden")
    for step in range(2):  # the choice of the tower, then the aim
        for help in ("none", "counts", "odds"):
            scene = shown(state, help=help)
            towers = area(scene, "towers")
            points = [piece for piece in towers.pieces if piece.kind == "square"]
            assert len(points) == 25 * step
            assert not any(piece.number is not None for piece in points)
            texts = [*(str(piece.label) for piece in towers.pieces), *(str(piece.text) for piece in towers.pieces)]
            texts += [str(scene.prompt), str(scene.why), str(scene.coach), *(str(one.text) for one in scene.commits)]
            assert not any("%" in text or "chance" in text for text in texts)
            assert any(piece.level for piece in towers.pieces) == (help != "none")
        if not step:
            act(game, state, (0, "cube colour=red tower=0"))


def test_cards_in_reach_are_marked() -> None:
    state = table(["rr", "g", "b", "y"], ["rry", "", "", ""])
    act(game, state, (0, "cube colour=red tower=0"))
    cards = [piece for piece in area(shown(state), "cards").pieces if piece.at and piece.at[0] == 0]
    assert [piece.marked for piece in cards][:3] == [True, True, False]  # the yellow card needs another colour
    assert not any(piece.marked for piece in area(shown(state, help="none"), "cards").pieces)


def test_previews_agree_with_the_rules() -> None:
    """The cards that a preview promises are the cards that the rules offer, if the tower stands."""
    state = table(["rgb", "g", "b", "y"], ["rgb", "grb", "bwy", "yyr"], hands="steady")
    for preview in shown(state).previews:
        after = state.copy()
        game.apply(after, 0, preview.action)
        bits = int(after["open_cards"][0])
        found = {(i // 6, 5 - i % 6) for i in range(24) if bits >> i & 1}
        assert set(preview.places) == found


def test_with_a_moving_pointer_the_question_is_when() -> None:
    state = table(["rr", "g", "b", "y"], ["rry", "", "", ""], aim="timing")
    act(game, state, (0, "cube colour=red tower=0"))
    scene = shown(state)
    assert str(scene.prompt) == "When do you let the red cube go?"
    assert "lands where it is when you let go" in str(scene.why)
