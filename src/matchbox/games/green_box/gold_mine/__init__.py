"""Gold Mine: prospectors share gold in four caverns and choose when to run."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .features import COUNT, features
from .judgement import consider
from .rules import State, actions, apply, bound, conserved, legal, reasons, redeal, setup

about = About(
    id="gold_mine",
    name="Gold Mine",
    box=BOX,
    designers=f"{DESIGNERS}, after Diamant (Incan Gold) by Bruno Faidutti and Alan R. Moon",
    seats=range(2, 9),
    minutes="15",
    complexity=2,
    kind="push your luck with simultaneous secret choices, no hidden hands",
    search_budget=400_000,
    softness=(3.0, 3.0, 1.0),
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
