"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Value, Variant

from ..options import FIRST_HOLMES

variants = {
    "holmes": Variant(
        say("First Holmes"),
        say("Who plays Holmes first. The roles change during the game."),
        {**FIRST_HOLMES, "match": Value(say("The match decides"), say("Only within a Best of Three."))},
    ),
    "announce": Variant(
        say("Announcing"),
        say("Whose announcement counts if both players want to name the bag."),
        {
            "secret": Value(
                say("In secret"), say("Both players choose at the same time. Of two, the leader's counts.")
            ),
            "race": Value(say("A race"), say("The first to speak counts, at any moment. Each player needs a device.")),
        },
    ),
    "copying": Variant(
        say("Yellow in a copied set"),
        say("Whether Mrs Adelka counts as the chip that she imitates when the follower copies in Holmes vs Moriarty."),
        {
            "real": Value(say("She is yellow"), say("Nobody can copy a set with her, and she does not help to copy.")),
            "imitating": Value(
                say("She is the chip that she imitates"), say("Blue and yellow worth 2 are the same as two blues.")
            ),
        },
    ),
    "shortfall": Variant(
        say("Target out of reach"),
        say("What you place in Holmes vs Moriarty if your chips make neither the target nor more."),
        {
            "nothing": Value(say("Nothing"), say("You keep your chips.")),
            "everything": Value(say("All your chips"), say("They go onto the table, and score no longer.")),
        },
    ),
}
