"""Pictures of positions for notebooks: valid, complete, and nothing that the viewer may not see."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

from matchbox.engine import SPECTATOR, BadOption, Game, States, games, get
from matchbox.scene import Area, Look, Piece, Scene, SeatStatus, picture, say, scene_of
from matchbox.scene.svg import CELL, WIDTH, svg_of

NAMES = [f"Seat {seat}" for seat in range(16)]
SVG = "{http://www.w3.org/2000/svg}"


def positions(game: Game, seats: int) -> list[States]:
    """The start, two positions of a random game, and its end."""
    state, random, seen = game.new(seats, 5), np.random.default_rng(5), []
    for move in range(3000):
        if move in (0, 9, 40) or state["over"][0]:
            seen.append(state.copy())
        if state["over"][0]:
            break
        seat = game.acting(state)[0]
        game.apply(state, seat, int(random.choice(game.moves(state, seat))))
    return seen


def words_of(svg: str) -> str:
    """All texts of a picture, in order."""
    return " ".join(" ".join(node.itertext()) for node in ElementTree.fromstring(svg).iter(f"{SVG}text"))


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", games())
def test_every_game_is_drawn_completely(name: str) -> None:
    game = get(name)
    for seats in {game.about.seats[0], game.about.seats[-1]}:
        for state in positions(game, seats):
            for viewer in (SPECTATOR, seats - 1):
                drawn = picture(game, state, None if viewer == SPECTATOR else viewer)
                root = ElementTree.fromstring(drawn.svg)
                assert root.tag == f"{SVG}svg"
                assert root.findtext(f"{SVG}title") == game.about.name
                words, names = words_of(drawn.svg), NAMES[:seats]
                view = game.view(state, viewer)
                scene = scene_of(Look(game, view, viewer, names, game.legal(view, viewer), named=True))
                assert squeezed(str(scene.prompt)) in words
                for area in scene.areas:
                    for caption in (area.title, area.note):
                        told = caption if isinstance(caption, str) else caption.told(names)
                        assert squeezed(told) in words, (name, told)
                for status in scene.seats:
                    assert status.score is None or f"{status.score} " in f"{words} ".replace(",", " ")


@pytest.mark.parametrize("name", games())
def test_everything_is_within_the_picture(name: str) -> None:
    game = get(name)
    for state in positions(game, game.about.seats[-1])[1:2]:
        root = ElementTree.fromstring(picture(game, state, 0).svg)
        height = float(root.attrib["height"])
        seen = 0
        for group in root.findall(f"{SVG}g"):
            across, down = map(float, group.attrib["transform"][10:-1].split())
            for shape in group.iter(f"{SVG}rect"):
                x, y, wide, high = (float(shape.attrib[key]) for key in ("x", "y", "width", "height"))
                assert across + x >= -1
                assert across + x + wide <= WIDTH + 1
                assert down + y + high <= height
                seen += 1
        assert seen > 2


@pytest.mark.parametrize("name", [name for name, game in games().items() if not game.open])
def test_hidden_pieces_do_not_change_the_picture(name: str) -> None:
    game = get(name)
    seats = game.about.seats[-1]
    for state in positions(game, seats)[:3]:
        for seat in (0, seats - 1):
            dealt = game.redeal(game.view(state, seat), seat, 99)
            for viewer in (None, seat):
                assert picture(game, dealt, viewer).svg == picture(game, state, viewer).svg


def test_a_seat_sees_its_cards_and_a_spectator_does_not() -> None:
    game = get("liars_cards")
    state = game.new(3, 1)
    shown = [words_of(picture(game, state, seat).svg) for seat in (None, 0, 1)]
    assert len(set(shown)) == 3
    assert len(shown[1]) > len(shown[0]) < len(shown[2])


def test_a_picture_keeps_its_position() -> None:
    game = get("othellino")
    state = game.new(seed=1)
    drawn = picture(game, state)
    before = drawn.svg
    game.apply(state, game.acting(state)[0], game.legal(state, game.acting(state)[0])[0])
    assert drawn.svg == before != picture(game, state).svg
    assert drawn._repr_html_() == drawn._repr_svg_() == before


def test_players_have_names() -> None:
    game = get("othellino")
    assert "Ann <3" in words_of(picture(game, game.new(seed=1), names=["Ann <3", "Ben"]).svg)
    with pytest.raises(BadOption, match="no seat 2"):
        picture(game, game.new(seed=1), 2)


def test_long_words_and_odd_pieces_are_drawn() -> None:
    pieces = [
        Piece("card", "green-Hammers-6", "green", name="Shield"),
        Piece("chip", colour="blue", count=5, marked=True),
        Piece("cube", colour="red", dimmed=True),
        Piece("card", "Arrow", hidden=True),
        Piece("tile", number=3, hidden=True),
    ]
    scene = Scene(say("{who} waits.", who="Ann"), [Area("Supply\x00", pieces)], seats=[SeatStatus(0, score=7)])
    svg = svg_of(scene, ["Ann"])
    words = words_of(svg)
    for text in ("green", "Hammers", "Shield", "blue", "× 5", "red", "?", "?3", "Ann: 7", "Supply"):
        assert text in words
    assert "Arrow" not in svg


def test_a_long_track_is_folded() -> None:
    squares = [Piece("tile", str(number), at=(number, 0)) for number in range(60)]
    folded = ElementTree.fromstring(svg_of(Scene("", [Area("Track", squares, "grid", fold=6)]), []))
    flat = ElementTree.fromstring(svg_of(Scene("", [Area("Track", squares, "grid")]), []))
    heights = [float(root.attrib["height"]) for root in (folded, flat)]
    assert heights[0] > heights[1] + 2 * 0.6 * CELL
    assert all(f">{number}<" in ElementTree.tostring(folded, "unicode") for number in range(60))


def test_importing_scenes_loads_nothing_for_pictures() -> None:
    heavy = "('IPython', 'xml.dom', 'matplotlib')"
    code = f"import sys, matchbox.scene; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
