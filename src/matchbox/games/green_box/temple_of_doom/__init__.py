"""Temple of Doom: eight archaeologists carry relics out of a collapsing temple."""

from __future__ import annotations

from matchbox.engine import About, Game

from ..components import BOX, DESIGNERS
from .rules import apply, bound, conserved, legal, redeal, setup
from .speech import reluctance, speak
from .state import State, actions, reasons
from .talk import talk

about = About(
    id="temple_of_doom",
    name="Temple of Doom",
    box=BOX,
    designers=DESIGNERS,
    seats=range(1, 7),
    minutes="30",
    complexity=5,
    kind="solitaire or cooperative escape, hidden hands",
    version=2,
    cooperative=True,
    score_bounds=(-18, 8),
    search_budget=120_000,
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
    talk=talk,
    speak=speak,
    reluctance=reluctance,
)
