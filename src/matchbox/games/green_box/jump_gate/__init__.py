"""Jump Gate: fly around a ring of planets and gates and be the first to pick up all your crates."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .features import COUNT, features
from .rules import MOST_ROUNDS, State, actions, apply, conserved, evaluate, legal, reasons, redeal, setup

about = About(
    id="jump_gate",
    name="Jump Gate",
    box=BOX,
    designers=DESIGNERS,
    seats=range(2, 5),
    minutes="30",
    complexity=2,
    kind="roll-and-move race with open hands",
    search_budget=80_000,
    softness=(0.7, 1.0, 0.5),
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
    bound=lambda seats, options: MOST_ROUNDS * seats,
    evaluate=evaluate,
    rollout_depth=1,
    features=features,
    feature_count=COUNT,
)
