"""The registry, options and seats."""

from __future__ import annotations

import pytest

from matchbox.engine import BadOption, UnknownGame, games, get


def test_the_registry_finds_every_game_of_every_box() -> None:
    from pathlib import Path

    from matchbox import boxes

    files = {
        path.stem
        for path in Path(boxes.__path__[0]).glob("*/*.py")
        if "\ngame = Game(" in path.read_text(encoding="utf-8")
    }
    assert files == set(games())
    assert {"building_blocks_brawl", "othellino", "backgammon"} <= files


def test_an_unknown_game_is_named_with_its_neighbours() -> None:
    with pytest.raises(UnknownGame, match="did you mean othellino"):
        get("Othelino")
    with pytest.raises(UnknownGame, match="`matchbox games` lists them"):
        get("xyzzy")


def test_bad_options_and_seats_name_what_is_allowed() -> None:
    game = get("backgammon")
    with pytest.raises(BadOption, match="choose one of 1, 3, 5"):
        game.new(match=2)
    with pytest.raises(BadOption, match="has no option 'colour'; its options: gammons, cube, match, crawford"):
        game.new(colour="red")
    with pytest.raises(BadOption, match="Backgammon is for 2 players, not 3"):
        game.new(3)
    with pytest.raises(BadOption, match="there is no seat 2"):
        game.view(game.new(), 2)


def test_options_may_be_given_as_text() -> None:
    game = get("backgammon")
    assert game.options_of(game.new(match="7", cube="on")) == {
        "gammons": "off",
        "cube": "on",
        "match": 7,
        "crawford": "on",
    }


def test_every_game_says_what_is_on_the_box() -> None:
    for game in games().values():
        about = game.about
        assert about.name
        assert about.box
        assert about.designers
        assert about.kind
        assert 1 <= about.complexity <= 5
        assert about.seats[0] >= 1
        assert game.id == game.file.rsplit("/", 1)[-1].removesuffix(".py")
