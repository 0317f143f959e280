"""Numbers that a host may set in the environment. `docs/hosting.md` explains them."""

from __future__ import annotations

import math
import os

from matchbox.engine import MatchboxError

DEFAULTS = {
    "MATCHBOX_ABSENT": 120.0,
    "MATCHBOX_CONNECTIONS": 0.0,
    "MATCHBOX_LAB": 0.0,
    "MATCHBOX_LAB_BUDGET": 600.0,
    "MATCHBOX_LAB_SECONDS": 60.0,
    "MATCHBOX_LIMITS": 1.0,
    "MATCHBOX_PLAYER_SECONDS": 10.0,
    "MATCHBOX_UNREAD": 30.0,
}


def number(name: str) -> float:
    """The value of a setting, at least 0."""
    text = os.environ.get(name, "")
    try:
        value = float(text) if text else DEFAULTS[name]
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise MatchboxError(f"{name}={text} is not a number; set it to 0 or more, or unset it")
    return value


def check() -> None:
    """Raise MatchboxError if a setting is not a number."""
    for name in DEFAULTS:
        number(name)


def lab_places(host: str) -> int:
    """Studies at the same time on the lab page: MATCHBOX_LAB, or one if nobody but this computer uses the server."""
    alone = host in ("127.0.0.1", "::1", "localhost") and not os.environ.get("MATCHBOX_HOSTS")
    return int(number("MATCHBOX_LAB")) if os.environ.get("MATCHBOX_LAB") else int(alone)
