"""The programs in examples/ run, and find what they are there to show."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.mark.full
def test_ppo_beats_random_players_and_holds_its_own_against_novices() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra: research)")
    from examples import ppo_masks_league

    results = ppo_masks_league.main(["--quick"])
    assert results["random"] > 0.7
    assert results["novice"] > -0.5


@pytest.mark.full
def test_self_play_learns_which_positions_are_good() -> None:
    from examples import value_self_play

    shares = value_self_play.main(["--quick"])
    assert shares["random"] > 0.75
    assert shares["most pieces"] > 0.6


@pytest.mark.full
def test_a_network_learns_from_the_search_that_it_guides() -> None:
    from examples import search_with_network

    shares = search_with_network.main(["--quick"])
    assert shares["random"] > 0.8
    assert shares["the search without a network"] > 0.6


@pytest.mark.full
def test_the_dataset_answers_questions(tmp_path: Path) -> None:
    pytest.importorskip("polars", reason="Polars is not installed (extra: research)")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra: lab)")
    from examples import dataset_polars

    first, estimates = dataset_polars.main(["--quick", "--out", str(tmp_path)])
    assert first["games"].sum() == 120  # two players in each of 60 games
    assert first["first action"].str.starts_with("hold").all()
    assert estimates["r"][-1] > estimates["r"][0]  # near the end, a bot knows better how a game ends
    assert estimates["r"][-1] > 0.5
    assert (tmp_path / "games.schema.json").is_file()
