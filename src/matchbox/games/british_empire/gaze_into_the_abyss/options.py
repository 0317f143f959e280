"""The options in words."""

from __future__ import annotations

from ..options import FIRST_ANNOUNCER, PURSES, SCREENS

variants = {"first_announcer": FIRST_ANNOUNCER, "purses": PURSES}
presets = [SCREENS]
