"""Othellino: Reversi on a 6 x 6 board of tiles, or on the full 8 x 8 board."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .rules import State, actions, apply, bound, conserved, legal, reasons, redeal, setup

about = About(
    id="othellino",
    name="Othellino",
    box=BOX,
    designers=f"{DESIGNERS}, after Reversi and Othello",
    seats=range(2, 3),
    minutes="15",
    complexity=1,
    kind="Reversi, perfect information",
    search_budget=300_000,
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
    bound=bound,
)
