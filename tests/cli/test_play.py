"""`matchbox play` as text."""

from __future__ import annotations

from pathlib import Path

from matchbox.engine.notation import parse_game

from .command import matchbox


def test_a_game_is_played_saved_and_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game [1].txt"
    typed = "help\nlog\nq9\n99\nhold\nhold 1 0 0\n" + "1\n" * 8
    done = matchbox("play", "building_blocks_brawl", "--seed", "3", "--save", str(file), typed=typed)
    assert done.returncode == 0, done.stderr
    assert "Type a number, or an action by name" in done.stdout
    assert "is not an action of Building Blocks Brawl" in done.stdout
    assert "choose a number from 1 to 56" in done.stdout
    assert "may mean" in done.stdout
    assert "Random has chosen." in done.stdout
    assert "Game over:" in done.stdout
    assert f"Saved to {file}." in done.stdout
    record = parse_game(file.read_text())
    assert record.result is not None
    assert record.seed == 3
    replayed = matchbox("replay", str(file))
    assert replayed.returncode == 0
    assert f"{len(record.actions)} actions checked." in replayed.stdout
    assert matchbox("replay", str(file), "--seat", "5").returncode == 2
    file.write_text(file.read_text().replace("hold blue=1", "hold blue=6", 1).replace("result ranks", "result  ranks"))
    assert matchbox("replay", str(file)).returncode == 2


def test_the_log_hides_a_secret_choice_until_it_is_revealed() -> None:
    done = matchbox("play", "building_blocks_brawl", "--seed", "3", typed="log\nquit\n")
    assert "Random has chosen." in done.stdout
    assert "Random: hold" not in done.stdout


def test_a_choice_is_taken_back_in_the_middle_of_a_turn() -> None:
    done = matchbox("play", "backgammon", "--seats", "you,you", "--seed", "3", typed="\nundo\n1\nundo\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "you cannot take this back: another player has acted since, or you have not moved" in done.stdout
    assert " take the last move back." in done.stdout


def test_a_game_that_you_leave_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    done = matchbox("play", "othellino", "--seed", "1", "--save", str(file), typed="1\n")
    assert done.returncode == 0
    assert "You left the table." in done.stdout
    assert parse_game(file.read_text()).result is None


def test_hints_are_chances_to_win() -> None:
    done = matchbox("play", "othellino", "--hint", typed="quit\n")
    assert "hint: a strong player chooses\n" in done.stdout
    assert " % from here)\n" in done.stdout


def test_the_lobby_offers_games_players_and_options() -> None:
    typed = "[/x]\nothellino\nboard=[/x]\nboard=8 opening=free\nquit\n"
    done = matchbox("play", typed=typed)
    assert done.returncode == 0, done.stderr
    assert "Temple of Doom  (1-6 players, 30 min" in done.stdout
    assert "there is no game '[/x]'" in done.stdout
    assert "option board=[/x]: choose one of 6, 8" in done.stdout
    assert "Which centre square do you ta" in done.stdout


def test_the_lobby_can_be_left() -> None:
    assert matchbox("play").returncode == 0


def test_the_lobby_asks_for_the_number_of_players() -> None:
    done = matchbox("play", typed="gold_mine\n9\n3\n\nquit\n")
    assert "Gold Mine is for 2-8 players." in done.stdout
    assert "Random 2" in done.stdout


def test_two_people_share_a_terminal() -> None:
    done = matchbox("play", "building_blocks_brawl", "--seats", "you,you", typed="\n1\n\n1\nquit\n")
    assert "pass to You 1" in done.stdout
    assert "pass to You 2" in done.stdout
