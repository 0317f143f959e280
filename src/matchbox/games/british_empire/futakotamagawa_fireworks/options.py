"""The options in words."""

from __future__ import annotations

from ..options import PURSES, SCREENS

variants = {"purses": PURSES}
presets = [SCREENS]
