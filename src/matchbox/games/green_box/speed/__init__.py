"""Speed: two players race without turns to shed their cards onto two piles."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .judgement import consider
from .rules import PENALTY, REACTION, actions, apply, bound, heat, is_try, legal, pause, reasons, relies, setup, time_up
from .state import State, conserved, redeal

about = About(
    id="speed",
    name="Speed",
    box=BOX,
    designers=DESIGNERS,
    seats=range(2, 3),
    minutes="2",
    complexity=1,
    kind="real-time shedding, hidden hands, no turns",
    softness=(4.0, 3.0, 1.0),
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
    real_time=lambda options: options["timing"] == "live",
    relies=relies,
    time_limit=600,
    time_up=time_up,
    heat=heat,
    pause=pause,
    is_try=is_try,
    penalty=PENALTY,
    reaction=lambda options, seat: REACTION[options[f"profile{seat}"]],
    consider=consider,
)
