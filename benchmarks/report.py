"""How fast is a report? Games per second while it plays, figures per second when it is written, and a default report.

python benchmarks/report.py
python benchmarks/report.py othellino gold_mine --seconds 240

The first part plays for some seconds, with the compiled code of an earlier run. The second finds all figures and
sentences of these games and writes the page. `--seconds 240` is a default report from its start to its page.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from matchbox.engine import get
from matchbox.lab.executors import Threads
from matchbox.lab.report.collection import Limits
from matchbox.lab.report.make import PAGE, Report, prepare, report_of, write_report
from matchbox.lab.report.plan import settings_of

HEAD = "| game | games | decisions | games/s | decisions/s | figures | figures/s | page, s | page, KB | in all, s |"


def figures_in(value: Any) -> Iterator[dict[str, Any]]:
    """All figures of a document."""
    if isinstance(value, dict) and "groups" in value and "value" in value:
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from figures_in(one)


def measure(name: str, bots: list[str], seconds: float, threads: int | None) -> str:
    settings = settings_of(get(name), None, {}, bots)
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        start = time.perf_counter()
        collection = prepare(settings, folder)
        playing = time.perf_counter()
        collection.collect(Limits(seconds=seconds), Threads(threads))
        played = time.perf_counter() - playing
        finding = time.perf_counter()
        report: Report = report_of(settings, collection)
        found = time.perf_counter() - finding
        write_report(report, folder)
        end = time.perf_counter()
        figures = sum(1 for _ in figures_in(report.as_dict()))
        groups = [group for study in collection.studies.values() for group in collection.groups(study)]
        decisions = sum(len(game.actions) for group in groups for game in group)
        games, size = collection.total(), (folder / PAGE).stat().st_size
    return (
        f"| {name} | {games:,} | {decisions:,} | {games / played:.1f} | {decisions / played:,.0f} | {figures:,} "
        f"| {figures / found:,.0f} | {end - finding:.2f} | {size / 1024:,.0f} | {end - start:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=["gold_mine", "othellino"])
    parser.add_argument("--bots", nargs="+", default=["casual", "club"])
    parser.add_argument("--seconds", type=float, default=20.0, help="to play each game (default: 20)")
    parser.add_argument("--threads", type=int, help="default: one per core")
    arguments = parser.parse_args()
    print(HEAD)
    print(f"|{'---|' * (HEAD.count('|') - 1)}")
    for name in arguments.games:
        print(measure(name, arguments.bots, arguments.seconds, arguments.threads), flush=True)


if __name__ == "__main__":
    main()
