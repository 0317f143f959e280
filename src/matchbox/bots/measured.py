"""Measurements kept as JSON in a game's folder: the ratings of its bots, and how well evaluations are calibrated.

A file says which rules and which bots it was measured with. A measurement that does not fit any more is not used. The
digest of a level covers numbers and learned data. It does not cover code: after a change of the search or of a planner,
measure again.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
from dataclasses import astuple
from typing import Any

from matchbox.engine import Game, States
from matchbox.engine.registry import has_companion

from .levels import LEVELS

RATINGS, CALIBRATION = "ratings.json", "calibration.json"
THOUGHTS = ("planner", "solver", "judgement")
"""Modules of a game's folder that decide how its bots think."""
log = logging.getLogger(__name__)


@functools.cache
def digest_of(game: Game, name: str) -> str:
    """A digest of everything but code that decides how a level plays a game."""
    level = LEVELS.get(name)
    settings = (*astuple(level), level.iterations(game), level.softness_in(game)) if level else ()
    thoughts = [has_companion(game, module) for module in THOUGHTS]
    data = [hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(game.folder.glob("*.npz"))]
    thinks = name != "random"
    parts = repr((name, settings, thoughts if thinks else (), data if thinks else ()))
    return hashlib.sha256(parts.encode()).hexdigest()[:12]


@functools.cache
def measured(game: Game, file: str) -> dict[str, Any]:
    """A measurement of a game by its present rules; empty if there is none."""
    path = game.folder / file
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        version = found["version"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.warning("%s cannot be read, so it is not used: %s", path, error)
        return {}
    return found if version == game.about.version else {}


def write_measured(game: Game, file: str, document: dict[str, Any]) -> None:
    """Keep a measurement in the game's folder."""
    whole = {"game": game.id, "version": game.about.version, **document}
    rows = ",\n".join(f" {json.dumps(name)}: {json.dumps(part)}" for name, part in whole.items())
    (game.folder / file).write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    measured.cache_clear()


def ratings_of(game: Game) -> dict[str, int]:
    """The rating of each level in this game, weakest first, as far as it has been measured with the present settings.

    Without the anchor of the scale there are no numbers at all.
    """
    found = measured(game, RATINGS)
    levels = found.get("levels", {})
    fitting = {name: round(row["rating"]) for name, row in levels.items() if row["digest"] == digest_of(game, name)}
    return fitting if found and found["anchor"] in fitting else {}


def fits_table(game: Game, found: dict[str, Any], view: States) -> bool:
    """Was something measured with the seats and options of this table?"""
    made_for = found.get("seats"), found.get("options")
    return made_for == (int(view["seats"][0]), game.options_of(view))
