"""The pictures on rules pages show real positions, and what the pages tell about them happens."""

from __future__ import annotations

import re

import pytest

from matchbox.engine import SPECTATOR, Game, games
from matchbox.engine.checked import checked
from matchbox.scene import shown_in
from matchbox.scene.boxes import boxes
from matchbox.scene.examples import Example, examples_of, picture_of, played
from matchbox.scene.page import page_of, pictures_in
from matchbox.terminal.rules_page import drawn_page
from tests.games import telling

ALL = [
    pytest.param(game, example, id=f"{game.id}-{name}")
    for game in games().values()
    for name, example in examples_of(game).items()
]


@pytest.mark.parametrize(("game", "example"), ALL)
def test_an_example_is_a_legal_course_of_play(game: Game, example: Example) -> None:
    rules = checked(game)
    assert rules.conserved(example.start(rules))
    assert rules.conserved(played(game, example))


@pytest.mark.parametrize(("game", "example"), ALL)
def test_the_log_tells_what_the_page_says(game: Game, example: Example) -> None:
    match = telling.played(checked(game), example.start(checked(game)), *example.moves)
    told = [event.text.told(example.names) for event in telling.events(match, SPECTATOR)]
    assert [sentence for sentence in example.tells if sentence not in told] == []


@pytest.mark.parametrize(("game", "example"), ALL)
def test_the_picture_is_of_the_position_that_a_table_reaches(game: Game, example: Example) -> None:
    match = telling.played(checked(game), example.start(checked(game)), *example.moves)
    assert match.position.tobytes() == played(game, example).tobytes()


@pytest.mark.parametrize(("game", "example"), ALL)
def test_a_picture_shows_pieces(game: Game, example: Example) -> None:
    picture = picture_of(game, example)
    assert list(shown_in(picture.scene))
    keys = {area.name for area in picture.scene.areas}
    assert set(example.areas) <= keys


@pytest.mark.parametrize(("game", "example"), ALL)
def test_a_picture_calls_nobody_you(game: Game, example: Example) -> None:
    scene = picture_of(game, example).scene
    texts = [text for area in scene.areas for text in (area.title, area.note)]
    texts += [text for piece in shown_in(scene) for text in (piece.text, piece.label, piece.name, piece.cost)]
    texts += [text for status in scene.seats for text in (status.unit, status.line)]
    assert [str(text) for text in texts if re.search(r"\b[Yy]ou(rs?)?\b", str(text))] == []


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_example_has_its_place_on_the_page(game: Game) -> None:
    named = pictures_in(page_of(game))
    assert sorted(name for name, _ in named) == sorted(examples_of(game))
    assert all(caption for _, caption in named)
    for name in examples_of(game):
        assert (game.folder / "pictures" / f"{name}.jpg").is_file(), f"run: python -m docs.pictures {game.id}"


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_terminal_draws_the_pictures(game: Game) -> None:
    page = drawn_page(game)
    assert "](pictures/" not in page
    for _, caption in pictures_in(page_of(game)):
        assert caption in page


def test_every_box_has_a_page_with_its_pictures() -> None:
    assert set(boxes()) == {game.folder.parent.name for game in games().values()}
    for box in boxes().values():
        named = [name for name, _ in pictures_in(box.page)]
        assert named
        assert sorted(named) == sorted(box.pictures)


def test_the_deck_of_the_green_box_has_54_different_cards() -> None:
    cards = list(shown_in(boxes()["green_box"].pictures["deck"]))
    assert len(cards) == len({(card.colour, card.symbol, card.number, card.background) for card in cards}) == 54
