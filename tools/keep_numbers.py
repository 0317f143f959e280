"""Keep the key figures of a report for the page of its game: `python tools/keep_numbers.py REPORT.json --command TEXT`.

`make reports` makes the reports with `matchbox report`, and this writes `numbers.json` beside the rules of the game.
"""

from __future__ import annotations

import argparse
import datetime
import json
from pathlib import Path

from matchbox.engine import get
from matchbox.lab.game_numbers import Source, keep_numbers, numbers_of


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("report", type=Path, metavar="REPORT.json")
    parser.add_argument("--command", required=True, help="the command that made the report, to be told on the page")
    arguments = parser.parse_args()
    try:
        report = json.loads(arguments.report.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        parser.error(f"{arguments.report} is no report: {error}")
    game = get(report["game"])
    made = datetime.datetime.fromtimestamp(arguments.report.stat().st_mtime, datetime.UTC).date().isoformat()
    keep_numbers(game, numbers_of(game, report, Source(arguments.command, report["matchbox"], made)))
    print(f"{game.id}: numbers of {report['games']:,} games")


if __name__ == "__main__":
    main()
