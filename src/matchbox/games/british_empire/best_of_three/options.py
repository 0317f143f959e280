"""The options in words."""

from __future__ import annotations

from matchbox.scene import say
from matchbox.scene.options import Setting, Value, Variant, seats

from ..fifteen_pounds import options as fifteen_pounds
from ..holmes_vs_moriarty import options as holmes_vs_moriarty
from ..options import FIRST_ANNOUNCER, FIRST_HOLMES, PURSES, SCREENS, TIED_TILES
from .rules import DRAWS, GAMES


def _drawn(draw: tuple[int, ...]) -> Value:
    a, b, c = (GAMES[one - 1].about.name for one in draw)
    return Value(say("{a}, {b} and {c}", a=a, b=b, c=c))


CARDS: dict[Setting, Value] = {str(number): _drawn(draw) for number, draw in enumerate(DRAWS)}

variants = {
    "chooser": Variant(
        say("Order of the games"),
        say("Who decides whether Gaze into the Abyss or the Fireworks Festival comes first, if both are drawn."),
        {
            "coin": Value(say("A coin decides who chooses")),
            **seats(2),
            "random_order": Value(say("A coin decides the order")),
        },
    ),
    "cards": Variant(
        say("Games"),
        say("Which three games are on the cards."),
        {"random": Value(say("Three cards are drawn")), **CARDS},
    ),
    "first_announcer": FIRST_ANNOUNCER,
    "tie_tile": TIED_TILES,
    "holmes": Variant(
        say("First Holmes"),
        say("Who plays Holmes first in Holmes vs Moriarty."),
        {
            **FIRST_HOLMES,
            "match": Value(say("The last winner"), say("The winner of the last game; a coin if nobody has won.")),
        },
    ),
    **{name: holmes_vs_moriarty.variants[name] for name in ("copying", "shortfall")},
    **{name: fifteen_pounds.variants[name] for name in ("both_complete", "no_exchange")},
    "purses": PURSES,
}
presets = [SCREENS]
