"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant, on_off

variants = {
    "no_black": Variant(
        say("Without black cards"),
        say("The nine black cards make the game longer and harder."),
        on_off(say("They stay in the box.")),
    ),
    "balanced_setup": Variant(
        say("Balanced start"),
        say("May high cards be in the lower three levels at the start?"),
        on_off(
            say("No 4, 5 or 6 there: such cards are replaced and shuffled into the deck."),
            say("The cards stay as they are dealt."),
        ),
    ),
    "hands": Variant(
        say("Hands"),
        say("Does your hand tremble when you put a cube on a tower?"),
        {
            "normal": Value(say("A little"), say("You aim, and towers may fall.")),
            "steady": Value(say("Not at all"), say("Every cube is straight, and no tower ever falls.")),
        },
    ),
    "aim": Variant(
        say("Aiming"),
        say("How you put a cube on a tower, if your hand trembles."),
        {
            "grid": Value(
                say("On a grid"), say("Choose one of 25 points. A table with full help shows the risk of each.")
            ),
            "hidden": Value(say("By eye"), say("Choose one of 25 points. No table shows a risk.")),
            "timing": Value(
                say("By timing"),
                say("A pointer swings over the tower, and the moment decides. The hand trembles half as much."),
            ),
        },
    ),
    "black_passing": Variant(
        say("Passing a black card"),
        say("How you get past a black card to the cards above it."),
        {
            "three": Value(say("With three cubes")),
            "block": Value(say("Not at all"), say("It blocks all cards above it.")),
        },
    ),
}
presets = [
    Preset(
        say("Family"),
        say("Without black cards, and with a balanced start."),
        {"no_black": "on", "balanced_setup": "on"},
    )
]
