"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Preset, Value, Variant, on_off, seats

variants = {
    "advanced": Variant(
        say("Advanced game"),
        say("Players also bet chips on the results. For three or four players."),
        on_off(say("You bet on yourself and on others.")),
    ),
    "advanced_places": Variant(
        say("Chips for places"),
        say("Where the chips of the advanced game come from."),
        {
            "off": Value(say("Bets only"), say("Only bets bring chips.")),
            "on": Value(say("Places and bets"), say("A good place brings chips, too.")),
        },
    ),
    "advanced_payout": Variant(
        say("Payout of a bet"),
        say("How many chips a right bet brings in the advanced game."),
        {
            "total": Value(say("The multiple in all"), say("Your stake is part of what you get back.")),
            "profit": Value(say("The multiple on top"), say("You get your stake back, and the multiple besides.")),
        },
    ),
    "first_dealer": Variant(
        say("First dealer"),
        say("Who deals the first round."),
        {"random": Value(say("Chance decides")), **seats(4)},
    ),
}
presets = [Preset(say("Advanced"), say("With bets, for three or four players."), {"advanced": "on"})]
