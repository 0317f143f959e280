"""Grenade Salad: soldiers on a measured table, hidden hands, and Mines on opponents' turns."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .features import COUNT, features
from .judgement import consider
from .orders import actions, conserved, redeal
from .rules import apply, bound, evaluate, legal, reasons, setup
from .state import State

about = About(
    id="grenade_salad",
    name="Grenade Salad",
    box=BOX,
    designers=DESIGNERS,
    seats=range(2, 5),
    minutes="30",
    complexity=3,
    version=2,
    kind="tactical combat on a measured table, hidden hands, interrupts",
    search_budget=80_000,
    softness=(3.0, 5.0, 1.0),
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
    rollout_depth=10,
    consider=consider,
    features=features,
    feature_count=COUNT,
)
