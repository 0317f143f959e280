"""Fawlty Towers: stack a cube with a trembling hand, and take a card that the tower's colours let you reach."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .features import COUNT, features
from .judgement import consider
from .pointer import swing
from .rules import MOST_TURNS, State, actions, apply, conserved, legal, reasons, redeal, setup

about = About(
    id="fawlty_towers",
    name="Fawlty Towers",
    box=BOX,
    designers=DESIGNERS,
    seats=range(2, 9),
    minutes="15",
    complexity=2,
    kind="dexterity stacking (simulated) with open card drafting",
    search_budget=22_000,
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
    bound=lambda seats, options: 4 * MOST_TURNS,
    swing=swing,
    consider=consider,
    features=features,
    feature_count=COUNT,
)
