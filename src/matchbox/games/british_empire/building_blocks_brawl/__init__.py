"""Building Blocks Brawl: two players bid chips in secret for seven number tiles."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX
from .features import COUNT, features
from .judgement import consider
from .rules import State, actions, apply, conserved, evaluate, legal, reasons, redeal, setup

about = About(
    id="building_blocks_brawl",
    name="Building Blocks Brawl",
    box=BOX,
    designers="Kumeta",
    seats=range(2, 3),
    minutes="5-10",
    complexity=2,
    kind="simultaneous secret bidding with a fixed budget",
    search_budget=400_000,
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
    bound=lambda seats, options: 12,
    evaluate=evaluate,
    consider=consider,
    features=features,
    feature_count=COUNT,
    rollout_depth=1,
)
