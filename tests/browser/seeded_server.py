"""`matchbox serve` with the same deals and the same random bots in every run: only for tests.

A real server draws a secret for each table, so that nobody can foresee the deals.
"""

from __future__ import annotations

import sys
from types import SimpleNamespace

from matchbox.cli import main
from matchbox.play import table
from matchbox.server import bot_pool

SEED = 20

if __name__ == "__main__":
    vars(table)["mixed_seed"] = lambda *_: SEED
    vars(bot_pool)["secrets"] = SimpleNamespace(randbits=lambda _: SEED)
    sys.exit(main(sys.argv[1:]))
