"""A game on this computer, apart from the screen that shows it."""

from __future__ import annotations

import re

import pytest

from matchbox.engine import BadOption, Game, States, get
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


@pytest.mark.parametrize("other", ["you", "random"])
@pytest.mark.parametrize(
    ("name", "race", "turns"),
    [
        ("holmes_vs_moriarty", {"announce": "race"}, "choose announce=secret,"),
        ("speed", {"timing": "live"}, "choose timing=clock,"),
    ],
)
def test_nobody_races_at_one_keyboard(name: str, race: dict[str, str], turns: str, other: str) -> None:
    with pytest.raises(BadOption, match=turns):
        LocalGame(get(name), ["you", other], race)


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


class Passer:
    """A bot that passes, and otherwise takes the first action."""

    def choose(self, game: Game, view: States, seat: int) -> int:
        legal = game.legal(view, seat)
        return next((action for action in legal if game.text_of(view, action) == "pass"), legal[0])


def test_a_choice_is_made_again_until_something_happens() -> None:
    """A round of Holmes vs Moriarty in which nobody announces: the person passes once for each tile."""
    local_game = LocalGame(get("holmes_vs_moriarty"), ["you", "random"], {"holmes": "seat0"}, 1)
    local_game.bots[1] = Passer()
    asked = []
    lines = 0
    while local_game.position["rounds"][0] == 1:
        seat = local_game.next_seat()
        if not local_game.needs_person(seat):
            local_game.act(seat, local_game.automatic_action(seat))
            continue
        again = local_game.repeatable(local_game.scene(seat))
        pass_now = next((a for a in local_game.legal(seat) if local_game.text_of(a) == "pass"), None)
        if pass_now is not None:
            asked.append([str(choice.text) for choice in again])
        local_game.act(seat, local_game.repeat(again[0]) if again else local_game.legal(seat)[0])
        told = local_game.log_lines(seat, lines)
        lines = len(local_game.log)
        assert told.count("Both players pass.") <= 1
    assert asked == [[], *[["Pass until the next tile"]] * 2, ["Pass until the end"]]
    log = local_game.log_lines(0)
    assert log.count("Both players pass until the next tile.") == 2
    assert not {"You pass.", "Both players pass.", "Random has chosen."} & set(log)


def test_a_choice_that_is_made_again_can_be_stopped() -> None:
    local_game = LocalGame(get("holmes_vs_moriarty"), ["you", "random"], {"holmes": "seat0"}, 1)
    local_game.bots[1] = Passer()
    while int(local_game.position["window"][0]) < 2 or not local_game.needs_person(local_game.next_seat()):
        seat = local_game.next_seat()
        local_game.act(seat, local_game.legal(seat)[0])
    (again,) = local_game.repeatable(local_game.scene(0))
    local_game.act(0, local_game.repeat(again))
    local_game.stop_repeating()
    while int(local_game.position["window"][0]) < 3 or local_game.next_seat() == 1:
        seat = local_game.next_seat()
        local_game.act(seat, Passer().choose(local_game.game, local_game.decision_view(seat), seat))
    assert local_game.needs_person(0)


def test_people_who_share_a_screen_are_always_asked() -> None:
    local_game = LocalGame(get("holmes_vs_moriarty"), ["you", "you"], {}, 1)
    while int(local_game.position["window"][0]) < 2:
        seat = local_game.next_seat()
        local_game.act(seat, local_game.legal(seat)[0])
    scene = local_game.scene(0)
    assert len(scene.choices) == 2
    assert local_game.repeatable(scene) == []
