"""`matchbox replay --position` prints positions that `matchbox position` draws."""

from __future__ import annotations

from pathlib import Path

import pytest

from matchbox import cli
from matchbox.engine import Game, States, get
from matchbox.engine.checked import checked
from matchbox.engine.notation import Record, print_game
from matchbox.engine.positions import parse_position, print_position

from .command import matchbox


def played(name: str, actions: int, seed: int = 3) -> tuple[Record, list[States]]:
    """A game in which each seat takes its first legal action, with every position."""
    game = get(name)
    state = game.new(2, seed)
    record, states = Record(game, 2, game.options_of(state), seed), [state.copy()]
    for _ in range(actions):
        seat = game.acting(state)[0]
        record.actions.append((seat, game.legal(state, seat)[0]))
        game.apply(state, *record.actions[-1])
        states.append(state.copy())
    return record, states


def saved(tmp_path: Path, text: str) -> str:
    tmp_path.mkdir(exist_ok=True)
    file = tmp_path / "file.txt"
    file.write_text(text)
    return str(file)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(arguments) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(arguments) == 2
    return capsys.readouterr().err


def actions_of(game: Game, state: States, seat: int) -> list[str]:
    return [game.text_of(state, action) for action in game.legal(state, seat)]


@pytest.mark.parametrize("name", ["othellino", "building_blocks_brawl"])
def test_a_position_of_a_record_is_printed_and_read_back(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    record, states = played(name, 5)
    file = saved(tmp_path, print_game(record))
    replayed = printed(capsys, "replay", file).split("\n--- ")[1:]
    for number, state in enumerate(states):
        text = printed(capsys, "replay", file, "--position", str(number))
        game, read = parse_position(text)
        assert read.tobytes() == state.tobytes()
        shown = printed(capsys, "position", saved(tmp_path / "position", text))
        drawn = replayed[number].split(" ---\n", 1)[1]
        assert shown.splitlines()[:5] == drawn.splitlines()[:5]
        for seat in game.acting(state):
            actions = actions_of(game, state, seat)
            assert f"Seat {seat} has {len(actions)} legal action" in shown
            assert all(action in shown for action in actions)


def test_a_seat_gets_its_own_view_and_actions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record, states = played("building_blocks_brawl", 0)
    file = saved(tmp_path, print_game(record))
    text = printed(capsys, "replay", file, "--position", "0", "--seat", "1")
    game, read = parse_position(text)
    assert text.startswith("position building_blocks_brawl 1 seat 1\n")
    assert read.tobytes() == game.view(states[0], 1).tobytes()
    position = saved(tmp_path, text)
    shown = printed(capsys, "position", position)
    assert "Seat 1 has 56 legal actions:" in shown
    assert "Seat 0 has" not in shown
    assert printed(capsys, "position", position, "--seat", "1") == shown
    assert "does not contain everything that seat 0 sees" in refused(capsys, "position", position, "--seat", "0")
    whole = saved(tmp_path, print_position(game, states[0]))
    assert printed(capsys, "position", whole, "--seat", "1") == shown


def test_a_spectator_of_an_open_game_sees_all_actions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = get("othellino")
    state = game.new(2, 3)
    file = saved(tmp_path, print_position(game, game.view(state), -1))
    (seat,) = game.acting(state)
    assert f"Seat {seat} has 4 legal actions:" in printed(capsys, "position", file)


def test_a_waiting_seat_has_no_legal_action(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = get("othellino")
    state = game.new(2, 3)
    file = saved(tmp_path, print_position(game, state))
    seat = 1 - game.acting(state)[0]
    assert f"Seat {seat} has no legal action." in printed(capsys, "position", file, "--seat", str(seat))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("whole", "seat 7", "end the first line of a position with"),
        ("whole", "half", "end the first line of a position with"),
        ("seats 2", "seats 3", "write the number of seats, such as 'seats 2'"),
        ("seats 2", "seats 999", "seats needs 1 whole number"),
        ("seats 2", "chairs 2", "has no field 'chairs'"),
        ("acting ", "acting 4 #", "acting: write numbers from 0 to 3"),
        ("last -1", "last 64", "last: write numbers from -1 to 63"),
        ("acting ", "over 1\nacting ", "either the game is over or somebody acts"),
        ("whole", "whole\nreason 99", "'reason' is not a reason"),
        ("position othellino 1", "position othellino 99", "version 99"),
        ("option board 6", "option board 7", "choose one of 6, 8"),
    ],
)
def test_a_position_that_no_game_reaches_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, message: str
) -> None:
    game = get("othellino")
    text = print_position(game, game.new(2, 3))
    assert old in text
    assert message in refused(capsys, "position", saved(tmp_path, text.replace(old, new, 1)))


def test_nothing_is_compiled_for_a_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers from outside never reach compiled code, which does not check them."""
    game = checked(get("gold_mine"))
    file = saved(tmp_path, print_position(game, game.new(2, 3)))
    monkeypatch.setenv("MATCHBOX_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    done = matchbox("position", file)
    assert "Seat 0 has 2 legal actions" in done.stdout
    assert not list((tmp_path / "cache").rglob("*.nb?"))


def test_pieces_that_do_not_add_up_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = get("building_blocks_brawl")
    state = game.new(2, 3)
    state["deck"] = 0
    file = saved(tmp_path, print_position(game, state))
    assert "its pieces do not add up" in refused(capsys, "position", file)
    assert "there is no seat 2" in refused(
        capsys, "position", saved(tmp_path, print_position(game, game.new(2, 3))), "--seat", "2"
    )
