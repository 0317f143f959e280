"""Gaze into the Abyss: the table."""

from __future__ import annotations

from matchbox.engine import SPECTATOR, States
from matchbox.games.british_empire.gaze_into_the_abyss import game
from matchbox.scene import Area, Look, Scene, scene_of

from ..helpers import act, fill
from ..telling import NAMES, reads
from .test_rules import deal


def table(state: States, seat: int) -> Scene:
    view = game.view(state, seat)
    return scene_of(Look(game, view, seat, NAMES[:2], game.legal(state, seat) if seat >= 0 else ()))


def area(scene: Scene, key: str) -> Area:
    (found,) = [area for area in scene.areas if area.key == key]
    return found


def test_the_numbers_are_always_on_the_table() -> None:
    state = deal(2)
    assert len(area(table(state, 0), "numbers").pieces) == 10
    act(game, state, (0, "hold 2 0 0"), (1, "hold 1 0 1"))
    first = int(state["yellow"][0])
    numbers = area(table(state, first), "numbers").pieces
    assert [len(piece.actions) for piece in numbers] == [1] * 10
    act(game, state, (first, "announce 4"))
    scene = table(state, 1 - first)
    (said,) = [piece for piece in area(scene, "numbers").pieces if piece.cost]
    assert reads(said.label) == f"{said.text}, announced by {NAMES[first]}"
    assert f"{NAMES[first]} said 4, but you hide 2." in reads(scene.why)


def test_a_small_game_has_few_numbers_and_mentions_its_length() -> None:
    scene = table(deal(2, chips_each="three", most_rounds=2), 0)
    assert len(area(scene, "numbers").pieces) == 5
    assert reads(area(scene, "field").note) == "round 1 of at most 2"


def test_the_yellow_chip_is_explained() -> None:
    state = deal(2)
    fill(state, yellow=1)
    assert reads(area(table(state, 0), "yellow").note) == "Bob announces first"
    assert reads(area(table(state, 1), "yellow").note) == "you announce first"
    assert reads(area(table(state, SPECTATOR), "yellow").note) == "Bob announces first"


def test_a_screen_hides_the_number_of_chips() -> None:
    state = deal(2, purses="screened")
    act(game, state, (0, "hold 2 0 0"), (1, "hold 1 0 1"))
    scene = table(state, 0)
    assert [piece.text for piece in area(scene, "numbers").pieces][-1] == "17"
    assert [reads(status.line) for status in scene.seats] == ["10 chips", "chips hidden"]
    assert [(piece.colour, piece.hidden) for piece in area(scene, "chips/1").pieces] == [("", True)]
    fill(state, chips=[[12, 3, 2], [0, 0, 0]], bag=3)
    scene = table(state, 0)
    assert reads(scene.seats[1].line) == "no chips to hide"
    assert not area(scene, "chips/1").pieces


def test_a_finished_game_shows_the_hands_that_decided_it() -> None:
    """Ann needs 2 more and claims a 3 with 4 against a guessed hand."""
    state = deal(3)
    fill(state, claimed=[[0, 0, 2, 0], [0, 0, 0, 0]], score=[4, 0])
    act(game, state, (0, "hold 1 0 1"), (1, "hold 2 1 0"), (0, "announce 3"), (1, "announce 5"))
    assert state["over"][0]
    scene = table(state, 0)
    assert not {"field", "numbers", "yellow"} & {each.key for each in scene.areas}
    mine, other = area(scene, "last/0"), area(scene, "last/1")
    assert [reads(text) for text in (mine.title, mine.note)] == ["Your last hand", "worth 4: Bob said 5"]
    assert [reads(text) for text in (other.title, other.note)] == ["Bob's last hand", "worth nothing: you said 3"]
    assert [(piece.colour, piece.count) for piece in other.pieces] == [("blue", 2), ("red", 1)]
