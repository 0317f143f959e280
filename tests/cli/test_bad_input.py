"""Bad input gets a clear error on standard error and exit code 2, never a traceback."""

from __future__ import annotations

import io
import socket
from pathlib import Path

import pytest

from matchbox import cli

from .command import matchbox

RECORD = "game othellino 1\nseats 2\noption board 6\noption opening diagonal\nseed 3\n0 place b3\n"


def errors_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run the command in this process, so that an unexpected exception fails the test; the error text on one line."""
    try:
        code = cli.main(arguments)
    except SystemExit as end:
        code = int(end.code or 0)
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    return " ".join(captured.err.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "otello"], "did you mean othellino"),
        (["simulate", "othellino", "--option", "board=7"], "choose one of 6, 8"),
        (["simulate", "othellino", "--option", "board"], "write --option board=VALUE"),
        (["simulate", "othellino", "--option", "bord=6"], "has no option 'bord'"),
        (["simulate", "othellino", *2 * ["--option", "board=6"]], "write --option board=VALUE only once"),
        (["play", "othellino", "--option", "board=6", "--option", "board=8"], "--option board=VALUE only once"),
        (["simulate", "othellino", "--seats", "4"], "is for 2 players"),
        (["simulate", "othellino", "--seats", "0"], "--seats: choose at least one seat"),
        (["simulate", "othellino", "-n", "0"], "-n/--games: play at least one game"),
        (["simulate", "othellino", "-n", "-5"], "-n/--games: play at least one game"),
        (["simulate", "othellino", "-n", "many"], "'many' is not a whole number"),
        (["simulate", "othellino", "--threads", "0"], "--threads: use at least one thread"),
        (["simulate", "othellino", "--threads", "-1"], "--threads: use at least one thread"),
        (["simulate", "othellino", "--bots", "random"], "2 seats need 2 bots"),
        (["simulate", "othellino", "--bots", "random,deep"], "no bot 'deep'; choose one of random"),
        (["simulate", "othellino", "--seed", str(2**256)], "choose a whole number from 0 to 2**256 - 1 as the seed"),
        (["train", "gold_mine", "-n", "10"], "-n/--games: learn from at least 1,000 games"),
        (["train", "gold_mine", "--percent", "0"], "--percent: choose 1 to 100 percent"),
        (["train", "best_of_three"], "consists of other games; train these"),
        (["rate"], "GAME"),
        (["rate", "otello"], "did you mean othellino"),
        (["rate", "othellino", "-n", "-1"], "-n/--games: play 0 to 100,000 games"),
        (["rate", "othellino", "--levels", "casual"], "name at least two levels"),
        (["rate", "othellino", "--levels", "casual,deep"], "no bot 'deep'"),
        (["rate", "gold_mine", "--levels", "expert,perfect"], "is not solved"),
        (["rate", "othellino", "-n", "0", "--file", "missing"], "the scale is fixed at casual, which has no games"),
        (["calibrate", "othellino", "--level", "deep"], "no bot 'deep'"),
        (["calibrate", "othellino", "-n", "0", "--file", "missing"], "0 games are too few"),
        (["calibrate", "othellino", "--minutes", "0"], "--minutes: use at least a minute"),
        (["tournament", "othellino", "-n", "0"], "-n/--games: play at least one game"),
        (["tournament", "othellino", "--threads", "-1"], "--threads: use at least one thread"),
        (["tournament", "othellino", "--seats", "0"], "--seats: choose at least one seat"),
        (["tournament", "othellino", "--bots", "random"], "at least two bots"),
        (["tournament", "othellino", "--bots", "random,deep"], "no bot 'deep'"),
        (["play", "othellino", "--seats", "you"], "is for 2 players"),
        (["play", "othellino", "--seats", "0"], "is for 2 players"),
        (["play", "othellino", "--seats", "you,deep"], "no bot 'deep'"),
        (["play", "othellino", "--seats", "random,random"], "keep a seat for yourself"),
        (["play", "othellino", "--app", "--hint"], "leave out --hint"),
        (["play", "chess", "--app"], "there is no game 'chess'"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["warm", "chess"], "there is no game 'chess'"),
        (["bench", "--rounds", "0"], "--rounds: measure at least one round"),
        (["map", "example", "war", "--seats", "0"], "--seats: choose at least one seat"),
        (["serve", "--port", "99999"], "--port: choose a port from 0 to 65535"),
        (["serve", "--port", "http"], "'http' is not a whole number"),
        (["verify", "http://[/record"], "http://[/record"),
        (["verify", "http://localhost:x/table/t"], "http://localhost:x/api/tables/t/record"),
        (["verify", "http://127.0.0.1:9/table/t"], "http://127.0.0.1:9/api/tables/t/record"),
        (["nonsense"], "invalid choice"),
    ],
)
def test_a_bad_argument_is_reported(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert message in errors_of(capsys, *arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules", "[/x]"], "'[/x]'"),
        (["play", "[red]chess"], "'[red]chess'"),
        (["warm", "[/bold]"], "'[/bold]'"),
        (["map", "example", "[/x]"], "'[/x]'"),
        (["simulate", "othellino", "--option", "[/x]=6"], "'[/x]'"),
        (["simulate", "othellino", "--option", "board=[/x]"], "board=[/x]"),
        (["simulate", "othellino", "--option", "[/x]"], "--option [/x]=VALUE"),
        (["simulate", "war", "--option", "map=[/x].txt"], "choose one of"),
        (["simulate", "othellino", "--bots", "[/x],:smile:"], "'[/x]'"),
        (["replay", "[/x].txt"], "[/x].txt"),
        (["review", ":smile:[/x].txt"], ":smile:[/x].txt"),
        (["verify", "[/x].txt"], "[/x].txt"),
        (["position", "[/x].txt"], "[/x].txt"),
        (["map", "check", "[/x].txt"], "[/x].txt"),
    ],
)
def test_square_brackets_in_errors_are_printed_as_they_are(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert message in errors_of(capsys, *arguments)


READERS = [["replay"], ["review"], ["verify"], ["position"], ["map", "check"], ["map", "show"]]


@pytest.mark.parametrize("command", READERS)
def test_a_file_that_cannot_be_read_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str]
) -> None:
    missing = tmp_path / "missing.txt"
    assert errors_of(capsys, *command, str(missing)) == f"matchbox: {missing}: No such file or directory"
    assert errors_of(capsys, *command, str(tmp_path)) == f"matchbox: {tmp_path}: Is a directory"
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert errors_of(capsys, *command, str(binary)) == f"matchbox: {binary} is not a text file"
    zeros = tmp_path / "zeros"
    zeros.write_bytes(bytes(100))
    assert errors_of(capsys, *command, str(zeros)).startswith("matchbox: ")
    empty = tmp_path / "empty"
    empty.touch()
    assert errors_of(capsys, *command, str(empty)).startswith("matchbox: ")
    locked = tmp_path / "locked"
    locked.touch(0)
    assert errors_of(capsys, *command, str(locked)).startswith("matchbox: ")


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("text", ['{"game": ', "[]", "game", "game othellino", "position", "position othellino 1 seat"])
def test_text_in_another_format_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str], text: str
) -> None:
    file = tmp_path / "file.txt"
    file.write_text(text)
    assert errors_of(capsys, *command, str(file)).startswith("matchbox: ")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["replay", "--seat", "99"], "there is no seat 99"),
        (["replay", "--seat", "-1"], "--seat: choose a seat from 0 up"),
        (["replay", "--seat", "x"], "'x' is not a whole number"),
        (["replay", "--position", "-1"], "--position: choose a position from 0 up"),
        (["replay", "--position", "2"], "choose a position from 0 to 1"),
        (["replay", "--position", "0", "--seat", "7"], "there is no seat 7"),
        (["review"], "is not over"),
        (["review", "--iterations", "0"], "--iterations: use at least one iteration"),
    ],
)
def test_a_bad_argument_about_a_record_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str], message: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD)
    assert message in errors_of(capsys, *command, str(file))


def test_a_game_is_not_played_when_it_cannot_be_saved(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "Is a directory" in errors_of(capsys, "play", "othellino", "--save", str(tmp_path))
    file = tmp_path / "nowhere" / "game.txt"
    assert "No such file" in errors_of(capsys, "play", "othellino", "--save", str(file))


def test_a_data_folder_that_is_a_file_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.touch()
    assert errors_of(capsys, "serve", "--data", str(file)) == f"matchbox: {file}: File exists"


@pytest.mark.parametrize("name", ["MATCHBOX_ABSENT", "MATCHBOX_CONNECTIONS", "MATCHBOX_LIMITS", "MATCHBOX_UNREAD"])
@pytest.mark.parametrize("value", ["soon", "-1", "nan"])
def test_a_setting_that_is_no_number_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    message = f"matchbox: {name}={value} is not a number; set it to 0 or more, or unset it"
    assert errors_of(capsys, "serve", "--port", "0", "--data", str(tmp_path)) == message


def test_a_used_port_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        found = errors_of(capsys, "serve", "--port", str(port), "--data", str(tmp_path))
    assert found == f"matchbox: cannot listen on '127.0.0.1', port {port}: Address already in use"


def test_binary_standard_input_is_reported(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe")))
    assert errors_of(capsys, "verify", "-") == "matchbox: standard input is not text"


def test_an_option_value_may_be_longer_than_a_file_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert "choose one of" in errors_of(capsys, "simulate", "war", "--option", "map=" + "x" * 300)


def test_the_exit_code_reaches_the_shell() -> None:
    done = matchbox("rules", "[/x]")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("matchbox: there is no game '[/x]'")
