"""Options that several games of the box share, in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant, seats

FIRST_ANNOUNCER = Variant(
    say("First yellow chip"),
    say("Who starts Gaze into the Abyss with the yellow chip, and so announces first."),
    {"random": Value(say("A coin decides")), **seats(2)},
)
TIED_TILES = Variant(
    say("Tiles after a tie"),
    say("What happens in Building Blocks Brawl to the tiles on the field after equal bids."),
    {
        "carry": Value(say("Wait for the next winner"), say("They stay on the field, and the next tile joins them.")),
        "discard": Value(say("Nobody gets them"), say("They are put aside for good.")),
    },
)
PURSES = Variant(
    say("Purses"),
    say("Does the table show the chips that your opponent has left?"),
    {
        "open": Value(say("Open"), say("The table shows the chips of both players.")),
        "screened": Value(
            say("Behind screens"),
            say("You see only your own chips, and have to remember what your opponent has paid and got."),
        ),
    },
)
SCREENS = Preset(say("Advanced"), say("Screens hide the chips: remember what is gone."), {"purses": "screened"})
FIRST_HOLMES = {"random": Value(say("A coin decides")), **seats(2)}
