"""Tunnel Run: pirates flee through a tunnel, from symbol to symbol, past occupied tiles."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from ..first_player import check_first
from .features import COUNT, features
from .rules import State, actions, apply, bound, conserved, legal, reasons, redeal, setup

about = About(
    id="tunnel_run",
    name="Tunnel Run",
    box=BOX,
    designers=f"{DESIGNERS}, after Cartagena by Leo Colovini",
    seats=range(2, 5),
    minutes="15",
    complexity=1,
    kind="race with hidden hands; basic and advanced game",
    search_budget=80_000,
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
    check=check_first,
    features=features,
    feature_count=COUNT,
)
