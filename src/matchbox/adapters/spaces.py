"""Gymnasium spaces of a setting: what is seen, what can be done."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import BadOption

from .observation import Floats, Piece
from .setting import Setting

try:
    from gymnasium import spaces
except ImportError as missing:
    raise ImportError("Gymnasium is not installed: pip install 'matchbox-games[research]'") from missing

FORMS = ("flat", "dict")

Observation = dict[str, Any]
"""`observation` (a vector, or its pieces by name) and `action_mask`."""


def _box(piece: Piece) -> spaces.Box:
    return spaces.Box(np.full(piece.shape, piece.low, np.float32), np.full(piece.shape, piece.high, np.float32))


def action_space(chosen: Setting) -> spaces.Discrete:
    return spaces.Discrete(chosen.game.actions.count)


def observation_space(chosen: Setting, form: str) -> spaces.Dict:
    """The vector as one box, or every piece as a box of its own; and the mask."""
    if form not in FORMS:
        raise BadOption(f"observation={form!r}: choose one of {', '.join(FORMS)}")
    encoder = chosen.encoder
    seen: spaces.Space[Any]
    if form == "flat":
        low, high = encoder.bounds()
        seen = spaces.Box(low, high, dtype=np.float32)
    else:
        boxes: dict[str, spaces.Space[Any]] = {name: _box(p) for name, p in encoder.pieces.items()}
        seen = spaces.Dict(boxes)
    mask = spaces.Box(0, 1, (chosen.game.actions.count,), np.int8)
    return spaces.Dict({"observation": seen, "action_mask": mask})


def observed(chosen: Setting, form: str, seen: Floats, mask: npt.NDArray[np.int8]) -> Observation:
    """An observation, or a batch of them, as a member of the space."""
    return {"observation": seen if form == "flat" else chosen.encoder.split(seen), "action_mask": mask}
