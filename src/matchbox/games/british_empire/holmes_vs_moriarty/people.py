"""The people of Holmes vs Moriarty: the chips in words."""

from __future__ import annotations

from typing import Any

from matchbox.scene import Text, listed, say

ONE = (say("a blue maid"), say("a red guard"), say("a green daughter"), say("Mrs Adelka"))
YELLOW = 3


def people(counts: Any) -> Text:
    """For example "a blue maid, 2 red guards and Mrs Adelka", or "nobody"."""
    found = [_some(colour, int(n)) for colour, n in enumerate(counts) if n]
    if not found:
        return say("nobody")
    *earlier, last = found
    return say("{a} and {b}", a=listed(earlier), b=last) if earlier else last


def _some(colour: int, n: int) -> Text:
    if n == 1 or colour == YELLOW:
        return ONE[colour]
    if colour == 0:
        return say("{n} blue maids", n=n)
    return say("{n} red guards", n=n) if colour == 1 else say("{n} green daughters", n=n)
