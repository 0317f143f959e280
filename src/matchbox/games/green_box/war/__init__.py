"""War 2.0: conquest on a map of hexes, decided by cards that everybody can count."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .features import COUNT, features
from .judgement import consider
from .rules import actions, apply, bound, legal, reasons, setup
from .state import State, conserved, redeal

about = About(
    id="war",
    name="War 2.0",
    box=BOX,
    designers=DESIGNERS,
    seats=range(2, 5),
    minutes="45",
    complexity=3,
    kind="area control with secret combat cards, no luck after the setup",
    version=2,
    search_budget=60_000,
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
    consider=consider,
    bound=bound,
    features=features,
    feature_count=COUNT,
)
