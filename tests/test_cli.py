"""The command, as a person or a program meets it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from matchbox import cli
from matchbox.engine import games
from matchbox.engine.notation import parse_game


def matchbox(*arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "matchbox", *arguments]
    environment = {**os.environ, "COLUMNS": "200"}
    return subprocess.run(command, input=said, capture_output=True, text=True, check=False, env=environment)


def test_games_lists_everything_also_as_json() -> None:
    text = matchbox("games")
    assert text.returncode == 0
    document = json.loads(matchbox("games", "--json").stdout)
    assert [entry["id"] for entry in document] == list(games())
    assert all(entry["id"] in text.stdout for entry in document)
    backgammon = next(entry for entry in document if entry["id"] == "backgammon")
    assert backgammon["options"]["match"] == {"values": list(range(1, 26, 2)), "default": 1}
    assert backgammon["seats"] == [2, 2]


def test_simulate_prints_one_json_document() -> None:
    done = matchbox("simulate", "othellino", "-n", "300", "--seed", "5", "--option", "board=8", "--json")
    report = json.loads(done.stdout)
    assert report["games"] == 300
    assert report["options"] == {"board": 8, "opening": "diagonal"}
    assert sum(report["win_share"]) == pytest.approx(1)
    assert 0 <= report["draw_share"] < 0.2
    assert report["cap_share"] == 0
    assert 59 < report["mean_decisions"] < 62
    assert 7 < report["mean_options"] < 10
    assert sum(report["mean_score"]) < 64.001
    assert report["games_per_second"] > 0
    again = json.loads(
        matchbox("simulate", "othellino", "-n", "300", "--seed", "5", "--option", "board=8", "--json").stdout
    )
    same = {"win_share", "mean_decisions", "mean_options", "mean_score", "reasons"}
    assert {k: report[k] for k in same} == {k: again[k] for k in same}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "otello"], "did you mean othellino"),
        (["simulate", "othellino", "--option", "board=7"], "choose one of 6, 8"),
        (["simulate", "othellino", "--option", "board"], "write --option board=VALUE"),
        (["simulate", "othellino", "--option", "bord=6"], "has no option 'bord'"),
        (["simulate", "othellino", "--seats", "4"], "is for 2 players"),
        (["simulate", "othellino", "-n", "0"], "at least one game"),
        (["simulate", "othellino", "-n", "many"], "invalid int value"),
        (["simulate", "othellino", "--bots", "random"], "2 seats need 2 bots"),
        (["simulate", "othellino", "--bots", "random,deep"], "no bot 'deep'; choose one of random"),
        (["simulate", "othellino", "--seed", str(2**256)], "a seed is"),
        (["play", "othellino", "--seats", "you"], "is for 2 players"),
        (["play", "othellino", "--seats", "random,random"], "keep a seat for yourself"),
        (["play", "othellino", "--app", "--hint"], "no --hint"),
        (["play", "chess", "--app"], "there is no game 'chess'"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["replay", "nowhere.txt"], "nowhere.txt"),
        (["warm", "chess"], "there is no game 'chess'"),
        (["nonsense"], "invalid choice"),
    ],
)
def test_bad_input_is_answered_on_standard_error(arguments: list[str], says: str) -> None:
    done = matchbox(*arguments)
    assert done.returncode == 2
    assert says in " ".join(done.stderr.split())
    assert done.stdout == ""


def test_rules_prints_the_page() -> None:
    assert matchbox("rules", "othellino").stdout.startswith("# Othellino")


def test_a_game_played_saved_and_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    said = "help\nlog\nq9\n99\nhold\nhold 1 0 0\n" + "1\n" * 8
    done = matchbox("play", "building_blocks_brawl", "--seed", "3", "--save", str(file), said=said)
    assert done.returncode == 0, done.stderr
    assert "Type a number, or an action by name" in done.stdout
    assert "is no action of Building Blocks Brawl" in done.stdout
    assert "choose a number from 1 to 56" in done.stdout
    assert "may mean" in done.stdout
    assert "Random: has chosen" in done.stdout
    assert "Game over:" in done.stdout
    record = parse_game(file.read_text())
    assert record.result is not None
    assert record.seed == 3
    replayed = matchbox("replay", str(file))
    assert replayed.returncode == 0
    assert f"{len(record.actions)} actions checked." in replayed.stdout
    assert matchbox("replay", str(file), "--seat", "5").returncode == 2
    file.write_text(file.read_text().replace("hold blue=1", "hold blue=6", 1).replace("result ranks", "result  ranks"))
    spoilt = matchbox("replay", str(file))
    assert spoilt.returncode == 2
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not a text file" in matchbox("replay", str(file)).stderr


def test_the_others_secret_choice_is_not_in_the_log_while_it_counts() -> None:
    done = matchbox("play", "building_blocks_brawl", "--seed", "3", said="log\nquit\n")
    assert "Random: has chosen" in done.stdout
    assert "Random: hold" not in done.stdout


def test_leaving_the_table_saves_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    done = matchbox("play", "othellino", "--seed", "1", "--save", str(file), said="1\n")
    assert done.returncode == 0
    assert "Left the table." in done.stdout
    assert parse_game(file.read_text()).result is None


def test_the_lobby_offers_games_players_and_options() -> None:
    said = "zzz\nothellino\nboard=9\nboard=8 opening=free\nquit\n"
    done = matchbox("play", said=said)
    assert done.returncode == 0, done.stderr
    assert "there is no game 'zzz'" in done.stdout
    assert "choose one of 6, 8" in done.stdout
    assert "Choose a centre square." in done.stdout
    assert matchbox("play", said="").returncode == 0


def test_two_people_share_a_terminal() -> None:
    done = matchbox("play", "building_blocks_brawl", "--seats", "you,you", said="\n1\n\n1\nquit\n")
    assert "pass to You 1" in done.stdout
    assert "pass to You 2" in done.stdout


def test_a_map_of_ones_own_is_checked_shown_and_played(tmp_path: Path) -> None:
    example = matchbox("map", "example", "war", "--seats", "3")
    assert example.returncode == 0
    file = tmp_path / "my-map.txt"
    file.write_text("# mine\n" + example.stdout)
    assert matchbox("map", "show", str(file)).stdout == example.stdout
    checked = matchbox("map", "check", str(file))
    assert (checked.returncode, checked.stdout) == (0, "good for War 2.0 with 3 players\n")
    played = matchbox("simulate", "war", "--seats", "3", "-n", "5", "--option", f"map={file}", "--json")
    assert json.loads(played.stdout)["options"]["map"].startswith("ooWB..../D..oWBC./")
    assert "V1: 15 brown tiles" in matchbox("simulate", "war", "-n", "5", "--option", f"map={file}").stderr
    file.write_text(example.stdout.replace("W", "A", 1))
    spoilt = matchbox("map", "check", str(file))
    assert spoilt.returncode == 2
    assert spoilt.stdout.splitlines() == [
        "wrong: V1: 1 Arrow tiles; a map for 3 players has 0",
        "wrong: V1: 2 Wheel tiles; a map for 3 players has 3",
        "cannot be used for War 2.0",
    ]
    file.write_text("oo/oo")
    assert "begin the map with a line that names its game" in matchbox("map", "check", str(file)).stderr
    assert "cannot be used" in matchbox("map", "check", str(file), "--game", "war").stdout
    assert "takes no maps of one's own" in matchbox("map", "check", str(file), "--game", "othellino").stderr
    assert "is for 2-4 players" in matchbox("map", "example", "war", "--seats", "7").stderr
    assert "or give a map of your own" in matchbox("simulate", "war", "--option", "map=nowhere.txt").stderr
    listed = json.loads(matchbox("games", "--json").stdout)
    war = next(entry for entry in listed if entry["id"] == "war")
    assert war["options"]["map"]["own"] == "map"


def test_warm_compiles_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATCHBOX_CACHE", str(tmp_path))
    done = matchbox("warm", "othellino")
    assert done.returncode == 0
    assert "othellino ready in" in done.stderr
    assert any("play_games_othellino" in path.name for path in tmp_path.rglob("*.nbi"))


def test_bench_gives_rows_with_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    from matchbox.lab.bench import Row, best

    assert Row("a", 10.0, "b", 4.0).as_dict() == {
        "name": "a",
        "ours": 10.0,
        "peer": "b",
        "peer_value": 4.0,
        "ratio": 2.5,
    }
    assert Row("a", 10.0).ratio is None
    rates = iter([1.0, 5.0, 3.0, 2.0])
    assert best(2, lambda: next(rates), lambda: next(rates)) == [3.0, 5.0]
    assert cli.main(["bench", "--all", "--rounds", "1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == len(games())
    assert all(row["ours"] > 0 for row in rows)
