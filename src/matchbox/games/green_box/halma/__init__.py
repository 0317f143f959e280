"""Halma: race your pieces to the opposite corner by jumping over any piece."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .features import COUNT, features
from .rules import MOST_ROUNDS, State, actions, apply, check, conserved, evaluate, legal, reasons, redeal, setup

about = About(
    id="halma",
    name="Halma",
    box=BOX,
    designers=f"{DESIGNERS}, after the game by George Howard Monks",
    seats=range(2, 5),
    minutes="30",
    complexity=1,
    kind="race of jumping pieces, perfect information",
    search_budget=250_000,
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
    bound=lambda seats, options: MOST_ROUNDS * seats * 38,  # a chain visits at most 36 spaces
    check=check,
    evaluate=evaluate,
    rollout_depth=4,
    features=features,
    feature_count=COUNT,
)
