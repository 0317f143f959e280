"""Backgammon: a dice race with fifteen cubes per player, on a board marked by twelve cards."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .rules import State, actions, apply, bound, conserved, evaluate, legal, reasons, redeal, setup

about = About(
    id="backgammon",
    name="Backgammon",
    box=BOX,
    designers=f"{DESIGNERS}, after the traditional game",
    seats=range(2, 3),
    minutes="15",
    complexity=1,
    kind="dice race, perfect information",
    search_budget=200_000,
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
    evaluate=evaluate,
    rollout_depth=1,
)
