"""The options in words."""

from __future__ import annotations

from ..options import PURSES, SCREENS, TIED_TILES

variants = {"tie_tile": TIED_TILES, "purses": PURSES}
presets = [SCREENS]
