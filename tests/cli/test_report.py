"""`matchbox report`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from matchbox import cli
from matchbox.lab.report.collection import Collection

COMMAND = ["report", "gold_mine", "--bots", "novice", "--games", "4", "--threads", "2", "--out"]


def test_a_report_is_written_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "my report"
    assert cli.main([*COMMAND, str(folder)]) == 0
    told = capsys.readouterr().out
    assert "Is it fair?" in told
    assert f"matchbox replay '{folder}/replays/longest.txt'" in told
    assert json.loads((folder / "report.json").read_text(encoding="utf-8"))["bots"] == ["novice"]
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "matchbox report gold_mine --bots novice --games 4" in page
    assert cli.main(["replay", str(folder / "replays" / "longest.txt")]) == 0
    capsys.readouterr()
    assert cli.main([*COMMAND, str(folder), "--seats", "3"]) == 2
    assert "choose another folder" in capsys.readouterr().err


def test_too_few_games_say_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["report", "gold_mine", "--bots", "random", "--games", "1", "--out", str(tmp_path)]) == 0
    assert "too few games" in capsys.readouterr().out


def test_a_stopped_report_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Collection, "collect", stop)
    assert cli.main([*COMMAND, str(tmp_path)]) == 130
    said = capsys.readouterr().err
    assert "matchbox report gold_mine --bots novice --games 4" in " ".join(said.split())
    assert not (tmp_path / "report.html").exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nothing"], "no game"),
        (["gold_mine", "--bots", "nobody"], "no bot 'nobody'"),
        (["gold_mine", "--bots", "club,club"], "once"),
        (["gold_mine", "--seats", "12"], "12"),
        (["gold_mine", "--option", "ballot=maybe"], "maybe"),
        (["gold_mine", "--games", "0"], "at least one"),
        (["gold_mine", "--seconds", "0"], "1 second"),
    ],
)
def test_bad_arguments_are_refused(
    arguments: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = cli.main(["report", *arguments, "--out", str(tmp_path / "out")])
    except SystemExit as end:
        code = int(end.code or 0)
    assert code == 2
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
