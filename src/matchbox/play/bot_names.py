"""Names for bots, one for each seat of a table."""

from __future__ import annotations

NAMES = (
    "Ada", "Theo", "Mika", "Jun", "Noor", "Otto", "Ines", "Kofi",
    "Yuki", "Nils", "Rosa", "Hugo", "Elif", "Finn", "Maya", "Leo",
)  # fmt: skip


def bot_name(seat: int) -> str:
    """The name of the bot at a seat. The first seat is usually a person's."""
    return NAMES[(seat - 1) % len(NAMES)]
