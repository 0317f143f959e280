"""Grenade Salad: names of cards, and places on the table in words."""

from __future__ import annotations

from matchbox.scene import Text, say

from .geometry import TABLE

NAMES = ("Map pointer", "Close combat", "Airdrop", "Mine", "Sniper", "Grenade")  # by symbol
REGIONS = (
    (say("in the north-west"), say("in the north"), say("in the north-east")),
    (say("in the west"), say("in the middle"), say("in the east")),
    (say("in the south-west"), say("in the south"), say("in the south-east")),
)
EDGES = (TABLE * 2 // 5, TABLE * 3 // 5)  # of the middle


def where(x: int, y: int) -> Text:
    """The region of a point."""
    column, row = (sum(n >= edge for edge in EDGES) for n in (x, y))
    return REGIONS[row][column]
