"""15 Pounds of 4 Cheeses: two players collect chips from a bag and an open field."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX
from .rules import MOST_ROUNDS, State, actions, apply, conserved, legal, reasons, redeal, setup

about = About(
    id="fifteen_pounds",
    name="15 Pounds of 4 Cheeses",
    box=BOX,
    designers="Kumeta",
    seats=range(2, 3),
    minutes="5-10",
    complexity=3,
    kind="simultaneous tile choice, occasional secret duels, set collection from a bag and an open field",
    search_budget=150_000,
    softness=(2.0, 2.5, 1.0),
    version=2,
)

game = Game(
    about,
    State,
    actions,
    reasons,
    setup=setup,
    legal=legal,
    apply=apply,
    redeal=redeal,
    conserved=conserved,
    bound=lambda seats, options: MOST_ROUNDS * 7,  # two tiles, two hands, a theft, two actions
)
