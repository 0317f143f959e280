"""A game on this computer, apart from the screen that shows it."""

from __future__ import annotations

import re

import pytest

from matchbox.engine import BadOption, get
from matchbox.terminal.local_game import LocalGame
from tests.contract import mines


def test_a_saved_game_continues_where_it_was_left() -> None:
    local_game = LocalGame(get("othellino"), ["random", "you"], {"board": 8}, 5)
    for _ in range(5):
        seat = local_game.next_seat()
        local_game.act(seat, local_game.legal(seat)[0])
    again = LocalGame.from_text(local_game.to_text())
    assert again.position.tobytes() == local_game.position.tobytes()
    assert again.players == ["random", "you"]
    assert again.log_lines(1) == local_game.log_lines(1)
    assert again.log_lines(1, 3) == local_game.log_lines(1)[3:]


def test_a_person_takes_a_choice_back_in_the_middle_of_a_turn() -> None:
    local_game = LocalGame(get("backgammon"), ["you", "you"], {}, 5)
    while True:
        seat = local_game.next_seat()
        before, lines = local_game.position.tobytes(), len(local_game.log)
        local_game.act(seat, local_game.legal(seat)[0])
        if local_game.may_take_back(seat):
            break
    local_game.undo(seat)
    assert local_game.position.tobytes() == before
    assert local_game.log_lines(seat, lines)[-1] == "You take the last move back."
    assert LocalGame.from_text(local_game.to_text()).position.tobytes() == before


def test_a_saved_game_names_a_player_for_each_seat() -> None:
    text = LocalGame(get("othellino"), ["random", "you"], {}, 5).to_text().replace("random,you", "you")
    with pytest.raises(BadOption, match="names 1 player for 2 seats"):
        LocalGame.from_text(text)


@pytest.mark.parametrize(
    ("name", "players", "words"),
    [
        ("othellino", 2, r"\(wins about \d+ % from here\)"),
        ("gold_mine", 3, r"\(finishes about place [123]\.\d of 3\)"),
        ("temple_of_doom", 1, r"\(scores about -?\d+\)"),
    ],
)
def test_hints_say_how_a_move_does(name: str, players: int, words: str) -> None:
    local_game = LocalGame(get(name), ["you"] * players, {}, 3)
    first, *lines = local_game.hint_lines(local_game.next_seat(), 2)
    assert first == "hint: a strong player chooses"
    assert all(re.fullmatch(rf" +\d+ %  .+ {words}", line) for line in lines)


def test_a_person_makes_a_forced_move_that_would_tell_a_hand() -> None:
    seed = next(seed for seed in range(20) if mines.game.new(seed=seed)["mine"][0][0] == 0)
    for game, asked in ((mines.game, True), (mines.broken, False)):
        assert LocalGame(game, ["you", "you"], {}, seed).needs_person(0) == asked
