"""Template Game: play a card face down; the highest card wins the round."""

from __future__ import annotations

from matchbox.engine import About, Game

from .rules import State, actions, apply, conserved, legal, reasons, redeal, setup

about = About(
    id="template_game",
    name="Template Game",
    box="Template Box",
    designers="you",
    seats=range(2, 5),
    minutes="3",
    complexity=1,
    kind="simultaneous cards, the highest wins the round",
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
    bound=lambda seats, options: seats * options["cards"],
)
