"""Liar's Cards: bid how many cards show a symbol, or call the last bid a lie."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .judgement import consider
from .rules import State, actions, apply, bound, conserved, evaluate, legal, reasons, redeal, setup

about = About(
    id="liars_cards",
    name="Liar's Cards",
    box=BOX,
    designers=DESIGNERS,
    seats=range(3, 13),
    minutes="30",
    complexity=1,
    kind="bluffing with rising bids, hidden hands, elimination",
    search_budget=150_000,
    softness=(8.0, 12.0, 1.0),
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
    evaluate=evaluate,
    rollout_depth=12,
    consider=consider,
)
