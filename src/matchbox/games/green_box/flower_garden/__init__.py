"""Flower Garden: sell cards for flowers, and play cards as beds to plant them in."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from ..first_player import check_first
from .features import COUNT, features
from .rules import MOST_TURNS, actions, apply, legal, reasons, setup
from .state import HAND, State, conserved, redeal

about = About(
    id="flower_garden",
    name="Flower Garden",
    box=BOX,
    designers=DESIGNERS,
    seats=range(2, 6),
    minutes="30",
    complexity=3,
    kind="hand management with hidden hands and an open table",
    search_budget=100_000,
    softness=(1.25, 3.0, 1.0),
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
    bound=lambda seats, options: MOST_TURNS * (HAND + 4),
    check=check_first,
    features=features,
    feature_count=COUNT,
)
