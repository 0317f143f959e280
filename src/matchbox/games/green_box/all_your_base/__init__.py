"""All Your Base: build defence stations, add hardware and software, and pass on the cards you do not need."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .features import COUNT, features
from .knowledge import conserved, redeal
from .rules import apply, legal, reasons, setup
from .state import PLAYED, TURNS, WAVES, State, actions, context

about = About(
    id="all_your_base",
    name="All Your Base",
    box=BOX,
    designers=DESIGNERS,
    seats=range(2, 7),
    minutes="45",
    complexity=4,
    version=2,
    kind="card drafting, simultaneous play, hidden hands",
    search_budget=40_000,
    softness=(2.0, 4.0, 1.0),
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
    bound=lambda seats, options: WAVES * TURNS * seats * (2 * PLAYED + 1 + PLAYED),
    context=context,
    features=features,
    feature_count=COUNT,
)
