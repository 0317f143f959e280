"""Your own players, named `module:attribute`."""

from __future__ import annotations

from pathlib import Path

import pytest

from matchbox import bots
from matchbox.bots.own import BadPlayer
from matchbox.engine import BadOption, get
from matchbox.lab.simulate import simulate

HERE = "tests.bots.own_players"
game = get("othellino")


def choice(name: str, seed: int = 1) -> int:
    view = game.new(seed=1)
    return bots.seated(f"{HERE}:{name}", seed, game).choose(game, view, game.acting(view)[0])


def test_a_function_an_object_and_a_class_may_play() -> None:
    view = game.new(seed=1)
    legal = game.legal(view, game.acting(view)[0])
    assert choice("lowest") == legal[0]
    assert choice("highest") == choice("Highest") == legal[-1]
    assert {choice("Dice", seed) for seed in range(40)} == set(legal)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nowhere.at_all:player", "cannot import the module"),
        (f"{HERE}:nobody", "has no 'nobody'"),
        (f"{HERE}:number", "neither a function"),
        (":player", "write module:attribute"),
        ("module:", "write module:attribute"),
    ],
)
def test_names_of_no_player_are_refused(name: str, expected: str) -> None:
    with pytest.raises(BadOption, match=expected):
        bots.seated(name, 1, game)


@pytest.mark.parametrize(("name", "expected"), [("illegal", "not legal; legal now"), ("words", "returned 'c4'")])
def test_a_wrong_choice_names_the_player(name: str, expected: str) -> None:
    with pytest.raises(BadPlayer, match=expected):
        choice(name)


def test_a_player_cannot_change_the_game() -> None:
    view = game.new(seed=1)
    before = view.tobytes()
    bots.seated(f"{HERE}:lowest", 1, game).choose(game, view, game.acting(view)[0])
    assert view.tobytes() == before


def test_levels_do_not_load_modules() -> None:
    with pytest.raises(BadOption, match="there is no bot"):
        bots.make(f"{HERE}:lowest", 1, game)


def test_own_players_play_in_simulations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_only.py").write_text("def first(game, view, seat):\n    return game.legal(view, seat)[0]\n")
    monkeypatch.chdir(tmp_path)
    report = simulate(game, 2, players=["mine_only:first", "mine_only:first"])
    assert report.bots == ["mine_only:first", "mine_only:first"]
    assert report.games == 2
