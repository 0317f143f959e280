"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant, on_off

variants = {
    "timing": Variant(
        say("Turns"),
        say("When the players plan."),
        {
            "simultaneous": Value(say("All at once"), say("Everybody plans in secret.")),
            "in_turn": Value(say("One after another"), say("In turn and openly, from the player in the lead.")),
        },
    ),
    "three_mode": Variant(
        say("Game for three"),
        say("Which of the two games for three players. With other numbers it changes nothing."),
        {
            "standard": Value(say("Pass cards"), say("As with other numbers of players.")),
            "draw": Value(say("Draw cards"), say("You draw instead of passing cards on.")),
        },
    ),
    "escalation": Variant(
        say("Escalation"),
        say("Do high cards come later in the game? For two to four players."),
        on_off(say("The game begins with low cards, and high ones join from phase to phase.")),
    ),
}
presets = [Preset(say("Advanced"), say("With escalation."), {"escalation": "on"})]
