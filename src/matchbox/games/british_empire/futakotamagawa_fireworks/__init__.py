"""Futakotamagawa Fireworks Festival: hold some pence and point at one of two tiles."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX
from .judgement import consider
from .rules import MOST_ROUNDS, State, actions, apply, conserved, legal, reasons, redeal, setup

about = About(
    id="futakotamagawa_fireworks",
    name="Futakotamagawa Fireworks Festival",
    box=BOX,
    designers="Ao no hito",
    seats=range(2, 3),
    minutes="5-10",
    complexity=2,
    kind="simultaneous secret bid and target, only the winner pays",
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
    bound=lambda seats, options: 6 * MOST_ROUNDS,
    consider=consider,
)
