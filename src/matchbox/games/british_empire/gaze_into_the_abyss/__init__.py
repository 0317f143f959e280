"""Gaze into the Abyss: hold some chips and guess how many your opponent holds."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX
from .judgement import consider
from .rules import State, actions, apply, conserved, evaluate, legal, reasons, redeal, setup

about = About(
    id="gaze_into_the_abyss",
    name="Gaze into the Abyss",
    box=BOX,
    designers="Kumeta",
    seats=range(2, 3),
    minutes="5-10",
    complexity=2,
    kind="simultaneous secret hands, spoken guesses, circulating chips",
    softness=(4.0, 1.2, 1.0),
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
    bound=lambda seats, options: 4 * options["most_rounds"],
    evaluate=evaluate,
    rollout_depth=2,
    consider=consider,
)
