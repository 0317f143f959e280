"""The options in words."""

from __future__ import annotations

from ..options import FIRST_ANNOUNCER

variants = {"first_announcer": FIRST_ANNOUNCER}
