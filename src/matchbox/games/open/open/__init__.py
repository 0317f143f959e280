"""OPEN: shed your six cards first, four of them open, and guess who goes out first."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX
from .features import COUNT, features
from .judgement import reluctance
from .rules import actions, apply, bound, check, legal, reasons, setup
from .state import State, conserved, redeal

about = About(
    id="open",
    name="OPEN",
    box=BOX,
    designers="Takashi Saito",
    seats=range(2, 5),
    minutes="15",
    complexity=2,
    kind="shedding cards from mostly open hands, with a secret prediction",
    version=2,
    softness=(2.0, 4.5, 1.0),
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
    reluctance=reluctance,
    bound=bound,
    check=check,
    features=features,
    feature_count=COUNT,
)
