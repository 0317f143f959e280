"""Exported games: the files hold exactly the games that were played."""

from __future__ import annotations

import builtins
import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matchbox import cli
from matchbox.adapters.observation import bytes_of
from matchbox.engine import BadOption, MatchboxError, get
from matchbox.engine.errors import OtherVersion
from matchbox.engine.notation import parse_game, print_game
from matchbox.lab import export as export_module
from matchbox.lab.export import VIEW, Export, play_games, prepare, record_of
from matchbox.lab.matches import play_match
from matchbox.play.decision import DecisionPoint

pq: Any = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed (extra: lab)")

from matchbox.lab import parquet  # noqa: E402
from matchbox.lab.executors import Threads  # noqa: E402

GAMES: dict[str, dict[str, Any]] = {
    "othellino": {},
    "building_blocks_brawl": {},  # simultaneous
    "liars_cards": {},  # hidden hands
    "temple_of_doom": {"seats": 3, "options": {"talk": "on"}},
    "best_of_three": {},  # a match
}


def written(export: Export, folder: Path, threads: int = 1) -> parquet.Files:
    folder.mkdir(exist_ok=True)
    return parquet.write(export, folder / "games.parquet", Threads(threads))


@pytest.mark.parametrize("name", GAMES)
def test_reading_back_replays_every_decision(name: str, tmp_path: Path) -> None:
    export = prepare(get(name), 3, seed=5, **GAMES[name])
    files = written(export, tmp_path)
    records = list(parquet.read(files.decisions))
    rows = pq.read_table(files.decisions).to_pylist()
    assert [record.seed for record in records] == [5, 6, 7]
    assert {row["game"] for row in rows} == {0, 1, 2}
    encoder, seen = export.config.encoder, iter(rows)
    for number, record in enumerate(records):
        point, chosen = None, (-1, -1)
        for index, (seat, action, state) in enumerate(record.replay()):
            if point is not None:
                point.note(*chosen, state)
            if seat < 0:
                break
            point = point or DecisionPoint(record.game, state)
            row = next(seen)
            assert (row["game"], row["decision"], row["seat"], row["chosen"]) == (number, index, seat, action)
            assert row["legal"] == record.game.legal(state, seat)
            numbers = [np.ravel(row[column]) for column in export.pieces]
            view = encoder.one(bytes_of(point.decision_view(seat)), seat)
            assert np.array_equal(np.concatenate(numbers).astype(np.float32), view)
            chosen = seat, action
        assert record.game.result(state) == record.result
        assert parse_game(print_game(record)).actions == record.actions
    assert next(seen, None) is None


def test_a_talking_game_exports_its_talk(tmp_path: Path) -> None:
    """Bots that search say something at times; it is a decision without an estimate."""
    game = get("temple_of_doom")
    export = prepare(game, 1, 2, {"talk": "on"}, 3, ["novice", "novice"])
    (played,) = play_games(export, Threads(1))
    states = {index: state for index, (_, _, state) in enumerate(played.record.replay())}
    talk = [i for i, (seat, action) in enumerate(played.record.actions) if action not in game.moves(states[i], seat)]
    assert talk
    assert all(played.values[i] is None for i in talk)


def test_the_games_are_those_of_matches() -> None:
    """An export plays what `matchbox simulate` plays with the same seed."""
    game, names = get("othellino"), ["random", "novice"]
    (first, second) = play_games(prepare(game, 2, seed=9, players=names), Threads(2))
    for seed, exported in ((9, first), (10, second)):
        played = play_match(game, game.template(2, {}), names, seed)
        assert (played.result, played.returns) == (exported.result, exported.returns)
        assert played.decisions == exported.decisions


def test_values_are_estimates_of_bots_that_searched() -> None:
    export = prepare(get("othellino"), 2, seed=1, players=["random", "novice"])
    searched = 0
    for game in play_games(export, Threads(1)):
        for (seat, _), legal, value in zip(game.record.actions, game.legal, game.values, strict=True):
            if seat == 0 or len(legal) == 1:
                assert value is None
            else:
                assert value is not None
                assert -1 <= value <= 1
                searched += 1
    assert searched > 10


def test_the_files_do_not_depend_on_the_number_of_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "GROUP", 100)  # several row groups
    export = prepare(get("othellino"), 8, seed=4, players=["novice", "random"])
    one, two = written(export, tmp_path / "one", 1), written(export, tmp_path / "two", 3)
    for path, other in zip(one.all(), two.all(), strict=True):
        assert path.read_bytes() == other.read_bytes()
    assert pq.ParquetFile(one.decisions).num_row_groups > 1
    assert pq.ParquetFile(one.decisions).num_row_groups == pq.ParquetFile(one.games).num_row_groups


def test_the_schema_explains_every_column(tmp_path: Path) -> None:
    export = prepare(get("liars_cards"), 1, 4)
    files = written(export, tmp_path)
    schema = json.loads(files.schema.read_text(encoding="utf-8"))
    assert {**schema["decision_columns"], **schema["view_columns"]}.keys() == set(pq.read_schema(files.decisions).names)
    assert schema["game_columns"].keys() == set(pq.read_schema(files.games).names)
    assert (schema["rules"], schema["version"], schema["seats"]) == ("liars_cards", get("liars_cards").about.version, 4)
    assert schema["bots"] == ["random"] * 4
    for name, piece in export.config.encoder.pieces.items():
        described = schema["view_columns"][VIEW + name]
        assert described["shape"] == list(piece.shape)
        assert described["private"] == piece.private
    game = get("liars_cards")
    for block in schema["actions"]:
        values = [domain[0] for domain in block["arguments"].values()]
        text = game.actions.text(block["first"], export.config.options)
        assert text.startswith(block["name"])
        assert all(str(value) in text for value in values)


def test_results_are_those_of_the_games(tmp_path: Path) -> None:
    files = written(prepare(get("gold_mine"), 4, 3, seed=2), tmp_path)
    games = pq.read_table(files.games).to_pylist()
    for row in pq.read_table(files.decisions).to_pylist():
        assert row["result"] == games[row["game"]]["results"][row["seat"]]
    assert all(len(row["actions"]) == len(row["actors"]) > 0 for row in games)


def test_existing_files_are_kept(tmp_path: Path) -> None:
    export = prepare(get("othellino"), 1)
    files = parquet.Files.beside(tmp_path / "games.parquet")
    files.schema.write_text("mine", encoding="utf-8")
    with pytest.raises(BadOption, match="exists"):
        written(export, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["games.schema.json"]
    assert files.schema.read_text(encoding="utf-8") == "mine"
    with pytest.raises(BadOption, match=r"ends in \.parquet"):
        parquet.write(export, tmp_path / "games.csv")


def test_a_stopped_export_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "GROUP", 1)  # the first game is already written
    done = []

    def interrupt(count: int) -> None:
        done.append(count)
        if len(done) == 2:
            assert len(list(tmp_path.glob("*.part"))) == 3
            raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        parquet.write(prepare(get("othellino"), 1000), tmp_path / "games.parquet", Threads(2), interrupt)
    assert list(tmp_path.iterdir()) == []
    assert threading.active_count() == before
    written(prepare(get("othellino"), 1), tmp_path)


def test_another_version_of_the_rules_is_refused(tmp_path: Path) -> None:
    files = written(prepare(get("othellino"), 1), tmp_path)
    (row,) = pq.read_table(files.games).to_pylist()
    assert record_of(row).actions
    with pytest.raises(OtherVersion):
        record_of({**row, "version": row["version"] + 1})


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"games": 0}, "at least one"),
        ({"games": 1, "players": ["random"]}, "2 seats need 2 bots"),
        ({"games": 1, "players": ["random", "nobody"]}, "no bot 'nobody'"),
        ({"games": 1, "seats": 7}, "not 7"),
        ({"games": 10**9}, "at most"),
    ],
)
def test_bad_settings_are_refused(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadOption, match=complaint):
        prepare(get("othellino"), **given)
    with pytest.raises(BadOption, match="real time"):
        prepare(get("speed"), 1, options={"timing": "live"})


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["export", "othellino", "--games", "2", "--bots", "random,random", "--option", "board=8", "--seed", "5"]
    assert cli.main(command) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "othellino.games.parquet",
        "othellino.parquet",
        "othellino.schema.json",
    ]
    assert "2 games of Othellino" in capsys.readouterr().out
    assert {record.options["board"] for record in parquet.read("othellino.parquet")} == {8}
    assert cli.main(command) == 2
    assert "othellino.parquet exists" in capsys.readouterr().err
    assert cli.main([*command, "--out", "missing/games.parquet"]) == 2
    assert "missing" in capsys.readouterr().err


def test_without_pyarrow_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = builtins.__import__

    def without_pyarrow(name: str, *arguments: Any) -> Any:
        if name.partition(".")[0] == "pyarrow":
            raise ImportError(name)
        return find(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without_pyarrow)
    with pytest.raises(MatchboxError, match="pip install"):
        parquet.write(prepare(get("othellino"), 1), tmp_path / "games.parquet", Threads(1))
    assert cli.main(["export", "othellino", "--out", str(tmp_path / "games.parquet")]) == 2
    error = capsys.readouterr().err
    assert "pip install 'matchbox-games[lab]'" in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_failing_game_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(export: Export, number: int) -> None:
        raise BadOption(f"game {number} cannot be played")

    monkeypatch.setattr(export_module, "_play_game", fail)
    with pytest.raises(BadOption, match="game 0"):
        written(prepare(get("othellino"), 3), tmp_path)
    assert list(tmp_path.iterdir()) == []
