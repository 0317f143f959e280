"""Holmes vs Moriarty: two players with hidden hands race to name the chips in the bag."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX
from .judgement import consider
from .rules import actions, apply, bound, legal, reasons, relies, setup
from .state import State, conserved, redeal

about = About(
    id="holmes_vs_moriarty",
    name="Holmes vs Moriarty",
    box=BOX,
    designers="Kumeta",
    seats=range(2, 3),
    minutes="10-15",
    complexity=3,
    kind="deduction with hidden hands and a hidden bag, forced placements, a race to announce",
    search_budget=100_000,
    softness=(8.0, 10.0, 1.0),
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
    consider=consider,
    real_time=lambda options: options["announce"] == "race",
    relies=relies,
    reaction=lambda options, seat: 3.0,
)
