"""The Gauntlet: a race under fire, with three cards planned in secret for every turn."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .features import COUNT, features
from .knowledge import conserved, redeal
from .rules import actions, apply, bound, evaluate, legal, reasons, setup
from .state import State

about = About(
    id="gauntlet",
    name="The Gauntlet",
    box=BOX,
    designers=DESIGNERS,
    seats=range(2, 5),
    minutes="30",
    complexity=4,
    kind="race with simultaneous secret plans and hidden hands",
    version=2,
    search_budget=100_000,
    softness=(1.0, 2.0, 1.0),
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
    rollout_depth=12,
    features=features,
    feature_count=COUNT,
)
