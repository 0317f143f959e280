"""Best of Three: a match of up to three games drawn from five."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX
from .rules import State, actions, apply, bound, conserved, context, inner, legal, reasons, redeal, setup

about = About(
    id="best_of_three",
    name="Best of Three",
    box=BOX,
    designers="PREOPEN",
    seats=range(2, 3),
    minutes="10-25",
    complexity=2,
    kind="match of up to three games drawn from five",
    search_budget=75_000,
    version=2,
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
    context=context,
    inner=inner,
)
