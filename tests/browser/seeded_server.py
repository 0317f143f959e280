"""`matchbox serve` with the same deals and the same bots in every run: only for tests.

A real server draws a secret for each table, so that nobody can foresee the deals. Here bots of all levels choose
at random, because a search without compiled code takes long.
"""

from __future__ import annotations

import sys

from matchbox import bots
from matchbox.cli import main
from matchbox.engine import Game
from matchbox.play import table
from matchbox.server import bot_pool, lab_studies

SEED = 20


def _bot(self: bot_pool.BotPool, game: Game, level: str) -> bots.Bot:
    return bots.make("random", SEED, game)


if __name__ == "__main__":
    vars(table)["mixed_seed"] = lambda *_: SEED
    bot_pool.BotPool._bot = _bot  # type: ignore[method-assign]
    vars(lab_studies)["WORKER"] = "tests.server.eager_worker"
    sys.exit(main(sys.argv[1:]))
