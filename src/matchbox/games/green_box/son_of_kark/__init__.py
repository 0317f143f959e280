"""Son of Kark: place tiles, and put merchants on markets, in cities and on crossroads."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS, TILES
from .features import COUNT, features
from .knowledge import conserved, redeal
from .rules import State, actions, apply, legal, reasons, setup

about = About(
    id="son_of_kark",
    name="Son of Kark",
    box=BOX,
    designers=f"{DESIGNERS}, after Carcassonne by Klaus-Jürgen Wrede",
    seats=range(2, 5),
    minutes="30",
    complexity=3,
    kind="tile placement with area majorities, nearly open information",
    search_budget=60_000,
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
    bound=lambda seats, options: 2 * (TILES - seats),
    features=features,
    feature_count=COUNT,
)
