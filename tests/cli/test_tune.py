"""`matchbox tune`: the best settings with their evidence, and how to play them."""

from __future__ import annotations

import json
import shlex
from urllib.parse import parse_qs, urlsplit

import pytest

from matchbox import cli

from .command import lines_at

TUNE = ("tune", "othellino", "--target", "choices=60±3", "--bots", "random", "-n", "10", "--threads", "1")


@pytest.mark.parametrize("columns", [80, 60])
def test_the_best_settings_come_with_evidence_and_a_link(columns: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*TUNE, "--json", "--server", "https://example.org/"]) == 0
    found = json.loads(capsys.readouterr().out)
    best = found["best"]
    assert best["options"]["board"] == 8
    assert best == found["finals"][0]
    address = urlsplit(found["page"])
    assert (address.netloc, address.path) == ("example.org", "/game/othellino")
    assert parse_qs(address.query) == {"seats": ["2"], "board": ["8"], "opening": [best["options"]["opening"]]}
    words = shlex.split(found["play"])
    assert words[:5] == ["matchbox", "play", "othellino", "--seats", "you,casual"]
    assert "board=8" in words
    lines = lines_at(columns, capsys, TUNE)
    value, low, high, deals = best["figures"]["choices"]
    assert f"  choices=60±3: {value:.1f} ({low:.1f} to {high:.1f}), {deals} deals; met" in lines
    assert f"Play it: {found['play']}" in lines
    assert lines[0].startswith("Othellino, 2 players, bots: random. 6 of 6 settings tried, 220 games.")
    table = lines[1 : next(n for n, line in enumerate(lines) if line.startswith("The last row"))]
    assert max(len(line) for line in table) <= columns


def test_too_few_games_name_no_best_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single deal of four seats has no interval. Sentences are whole in a narrow terminal, too."""
    monkeypatch.setenv("COLUMNS", "60")
    words = ["--seats", "4", "--bots", "random", "--stronger", "greedy", "-n", "1", "--option", "reshuffle"]
    assert cli.main(["tune", "gold_mine", "--target", "skill=high", *words]) == 0
    text = capsys.readouterr().out
    assert "These games are too few to tell which settings are best: allow more --seconds or --games." in text
    assert "Best:" not in text
    assert "1 deal; too few games to tell" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--target", "minute=5"], "nothing measures 'minute' here; did you mean minutes?"),
        (["--target", "minutes"], "cannot read the target 'minutes'"),
        (["--target", "seat=50"], "seat is a share from 0 to 1"),
        (["--target", "minutes=5", "--option", "bord=6"], "has no option 'bord'"),
        (["--target", "minutes=5", "--option", "board=6", "--option", "opening=free"], "there is nothing to choose"),
    ],
)
def test_mistakes_are_explained(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tune", "othellino", *words]) == 2
    assert message in " ".join(capsys.readouterr().err.split())
