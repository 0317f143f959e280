"""The options in words."""

from __future__ import annotations

from ..options import PURSES

variants = {"purses": PURSES}
