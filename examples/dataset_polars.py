"""Games of bots as data: play them, write Parquet files, and ask Polars.

    python examples/dataset_polars.py             # 400 games of Building Blocks Brawl
    python examples/dataset_polars.py --quick

How often does each first bid win? How well does a bot's own estimate predict the result, early and late in a game?
The columns are explained in `games.schema.json` beside the files.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from matchbox.engine import get
from matchbox.lab import export, parquet

GAME = "building_blocks_brawl"


def play(games: int, folder: Path, seed: int = 1) -> parquet.Files:
    """Casual bots against novices: a row for every decision, and one for every game."""
    settings = export.prepare(get(GAME), games=games, seed=seed, players=["casual", "novice"])
    return parquet.write(settings, folder / "games.parquet")


def by_first_action(decisions: pl.DataFrame) -> pl.DataFrame:
    """The share of games that each first action won; a drawn game counts half."""
    game = get(GAME)
    texts = {action: game.actions.text(action, {}) for action in decisions["chosen"].unique().to_list()}
    return (
        decisions.sort("game", "decision")
        .group_by("game", "seat")
        .first()
        .group_by("chosen")
        .agg(pl.len().alias("games"), ((pl.col("result").mean() + 1) / 2).alias("share won"))
        .with_columns(pl.col("chosen").replace_strict(texts, return_dtype=pl.String).alias("first action"))
        .select("first action", "games", "share won")
        .sort("games", "first action", descending=[True, False])
    )


def estimates(decisions: pl.DataFrame) -> pl.DataFrame:
    """How estimates and results agree, by the part of the game: `r` is their correlation."""
    searched = decisions.filter(pl.col("value").is_not_null())
    length = pl.col("decision").max().over("game")
    return (
        searched.with_columns((pl.col("decision") * 4 // (length + 1)).clip(0, 3).alias("quarter"))
        .group_by("quarter")
        .agg(
            pl.len().alias("decisions"),
            pl.col("value").mean(),
            pl.col("result").mean(),
            pl.corr("value", "result").alias("r"),
        )
        .sort("quarter")
    )


def main(arguments: Sequence[str] | None = None) -> tuple[pl.DataFrame, pl.DataFrame]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="60 games only")
    parser.add_argument("--out", type=Path, help="a folder that keeps the files")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        files = play(60 if chosen.quick else 400, chosen.out or Path(temporary))
        decisions = pl.read_parquet(files.decisions)
        games = pl.read_parquet(files.games)
    print(f"{len(games)} games, {len(decisions)} decisions")
    found = by_first_action(decisions), estimates(decisions)
    for table in found:
        print(table)
    return found


if __name__ == "__main__":
    main()
