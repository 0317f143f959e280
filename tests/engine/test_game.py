"""Games: options and seats."""

from __future__ import annotations

import pytest

from matchbox.engine import BadOption, games, get
from matchbox.engine.errors import counted


def test_bad_options_and_seats_are_refused_with_the_allowed_values() -> None:
    game = get("backgammon")
    with pytest.raises(BadOption, match="choose one of 1, 3, 5"):
        game.new(match=2)
    with pytest.raises(BadOption, match="has no option 'colour'; its options are: gammons, cube, match, crawford"):
        game.new(colour="red")
    with pytest.raises(BadOption, match="Backgammon is for 2 players, not 3"):
        game.new(3)
    with pytest.raises(BadOption, match="there is no seat 2"):
        game.view(game.new(), 2)


def test_the_number_of_players_is_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get("backgammon")
    for seats, words in (
        (range(1, 2), "1 player"),
        (range(1, 3), "1 or 2 players"),
        (range(2, 3), "2 players"),
        (range(2, 9), "2-8 players"),
    ):
        monkeypatch.setitem(vars(game.about), "seats", seats)
        assert game.allowed_seats == words
    assert [counted(n, "bot") for n in (0, 1, 2)] == ["0 bots", "1 bot", "2 bots"]


def test_options_may_be_text() -> None:
    game = get("backgammon")
    assert game.options_of(game.new(match="7", cube="on")) == {
        "gammons": "off",
        "cube": "on",
        "match": 7,
        "crawford": "on",
    }


def test_every_game_has_the_facts_of_its_box() -> None:
    for game in games().values():
        about = game.about
        assert about.name
        assert about.box
        assert about.designers
        assert about.kind
        assert 1 <= about.complexity <= 5
        assert about.seats[0] >= 1
        assert game.id == game.folder.name
