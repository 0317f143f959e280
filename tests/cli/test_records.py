"""`matchbox replay`, `review` and `verify`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from matchbox import bots, cli
from matchbox.bots.review import Review, ReviewedChoice
from matchbox.cli.review import _print_review
from matchbox.engine import Result, get
from matchbox.engine.notation import Record, mixed_seed, print_game, with_digest


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of a finished game of Othellino."""
    game = get("othellino")
    state = game.new(2, 4)
    record, bot = Record(game, 2, game.options_of(state), 4), bots.make("random", 1, game)
    while not state["over"][0]:
        (seat,) = game.acting(state)
        record.actions.append((seat, bot.choose(game, game.view(state, seat), seat)))
        game.apply(state, *record.actions[-1])
    record.result = game.result(state)
    file = tmp_path_factory.mktemp("records") / "game.txt"
    file.write_text(print_game(record))
    return str(file)


def test_replay_draws_each_position(capsys: pytest.CaptureFixture[str], finished: str, tmp_path: Path) -> None:
    assert cli.main(["replay", finished, "--seat", "0"]) == 0
    text = capsys.readouterr().out
    assert text.count("\n--- ") == 34
    assert text.endswith("\n33 actions checked.\n")
    short = tmp_path / "short.txt"
    lines = [line for line in Path(finished).read_text().splitlines() if not line.startswith("result")]
    short.write_text("\n".join(lines[:-32]))
    assert cli.main(["replay", str(short)]) == 0
    assert capsys.readouterr().out.endswith("\n1 action checked. The game is not over.\n")


def test_verify_lists_the_checks(capsys: pytest.CaptureFixture[str], finished: str) -> None:
    assert cli.main(["verify", finished]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "commitment   no commitment; the record alone names the seed"
    assert lines[1] == "actions      33, all legal"
    assert lines[2].startswith("result       as recorded; places: seat 0: ")


SECRET = "5e" * 32
SEAL = hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()


@pytest.fixture
def of_a_table(finished: str, tmp_path: Path) -> Path:
    """The record of a table: the first moves of a game with a secret, a commitment and a nonce."""
    record = Record(get("othellino"), 2, {}, mixed_seed(SECRET, "t1", ["ab", ""]), SEAL, table="t1", secret=SECRET)
    record.nonces = ["ab", ""]
    played = (line for line in Path(finished).read_text().splitlines() if line[0].isdecimal())
    file = tmp_path / "table.txt"
    file.write_text(with_digest(print_game(record) + "".join(f"{line}\n" for line in list(played)[:2])))
    return file


def test_verify_compares_what_you_kept(capsys: pytest.CaptureFixture[str], of_a_table: Path) -> None:
    assert cli.main(["verify", str(of_a_table), "--seal", SEAL, "--nonce", "AB"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:5] == [
        "commitment   matches the secret that the server has published",
        "your seal    matches the secret that the server has published",
        "seed         follows from the secret, the table's name and the players' nonces",
        "nonces       none from seat 1",
        "your nonce   is part of the seed, as seat 0",
    ]
    for option, wrong, why in ("--seal", "00" * 32, "your seal"), ("--nonce", "ac", "'ac'"), ("--nonce", "", "''"):
        assert cli.main(["verify", str(of_a_table), option, wrong]) == 2
        assert why in capsys.readouterr().err


def test_verify_says_when_there_is_no_commitment(capsys: pytest.CaptureFixture[str], of_a_table: Path) -> None:
    lines = of_a_table.read_text().splitlines(keepends=True)
    of_a_table.write_text("".join(line for line in lines if not line.startswith(("commitment", "digest"))))
    assert cli.main(["verify", str(of_a_table)]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first == "commitment   no commitment; the record alone names the secret that the server has published"
    assert cli.main(["verify", str(of_a_table), "--seal", SEAL]) == 0


@pytest.mark.parametrize("game", ["othellino 999", "a_game_that_nobody_has 1"])
def test_verify_checks_chance_without_the_rules(
    capsys: pytest.CaptureFixture[str], of_a_table: Path, game: str
) -> None:
    text = of_a_table.read_text().replace("game othellino 1", f"game {game}").rpartition("digest ")[0]
    of_a_table.write_text(with_digest(text))
    assert cli.main(["verify", str(of_a_table), "--seal", SEAL, "--nonce", "ab"]) == 0
    out = capsys.readouterr().out
    assert "commitment   matches the secret" in out
    assert "actions      2, not replayed: " in out
    assert game.split()[1 if "999" in game else 0] in out
    assert "digest       matches the record" in out
    for old, new in ((SECRET, "5f" * 32), ("nonce 0 ab", "nonce 0 ac"), ("\n0 ", "\n1 ")):
        assert old in text
        of_a_table.write_text(with_digest(text).replace(old, new))
        assert cli.main(["verify", str(of_a_table)]) == 2, old
    of_a_table.write_text(with_digest(text.replace("nonce 0 ab", "nonce 0 ac")))
    assert cli.main(["verify", str(of_a_table)]) == 2
    assert "does not match the secret" in capsys.readouterr().err


def test_review_reports_moves_and_luck(capsys: pytest.CaptureFixture[str], finished: str, tmp_path: Path) -> None:
    graph = tmp_path / "graph.svg"
    command = ["review", finished, "--iterations", "10", "--svg", str(graph)]
    assert cli.main(command) == 0
    text = capsys.readouterr().out
    assert "Seat 0  " in text
    assert "moves cost " in text
    assert graph.read_text().startswith("<svg ")
    assert cli.main([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["game"] == "othellino"
    assert len(document["lost"]) == len(document["lost_errors"]) == 2
    assert all("error" in choice for choice in document["choices"])


def test_a_review_prints_costs_with_their_errors(capsys: pytest.CaptureFixture[str]) -> None:
    searched = ReviewedChoice(1, 0, "bid 3", "bid 2", 0.3, 0.04), ReviewedChoice(3, 0, "bid 2", "bid 1", 0.2, 0.03)
    planned = ReviewedChoice(2, 1, "bid 4", "bid 0", 0.1)
    found = Review("speed", 2, [[0.0, 0.0]], [0], [*searched, planned], [0.25, -0.25])
    _print_review(found, Result((1, 2), (5, 3), "", False))
    text = capsys.readouterr().out
    assert "place 1, moves cost 0.50 ± 0.05, luck +0.25" in text
    assert "action 1: bid 3 cost 0.30 ± 0.04; better: bid 2" in text
    assert "action 2: bid 4 cost 0.10; better: bid 0" in text
