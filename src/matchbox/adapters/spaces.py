"""The Gymnasium spaces of a configured game: observations and actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import BadOption

from .config import GameConfig
from .observation import Floats, ObservationPiece

try:
    from gymnasium import spaces
except ImportError as missing:
    raise ImportError("install Gymnasium first: pip install 'matchbox-games[research]'") from missing

FORMS = ("flat", "dict")

Observation = dict[str, Any]
"""`observation` (a vector, or its pieces by name) and `action_mask`."""

RENDER_MODES = ["ansi", "rgb_array", "human"]
"""See `frames`."""


def _box(piece: ObservationPiece) -> spaces.Box:
    return spaces.Box(np.full(piece.shape, piece.low, np.float32), np.full(piece.shape, piece.high, np.float32))


def action_space(config: GameConfig) -> spaces.Discrete:
    return spaces.Discrete(config.game.actions.count)


def observation_space(config: GameConfig, form: str) -> spaces.Dict:
    """One box for the vector, or one box per piece; and the mask."""
    if form not in FORMS:
        raise BadOption(f"observation={form!r}: choose one of {', '.join(FORMS)}")
    encoder = config.encoder
    space: spaces.Space[Any]
    if form == "flat":
        low, high = encoder.bounds()
        space = spaces.Box(low, high, dtype=np.float32)
    else:
        boxes: dict[str, spaces.Space[Any]] = {name: _box(p) for name, p in encoder.pieces.items()}
        space = spaces.Dict(boxes)
    mask = spaces.Box(0, 1, (config.game.actions.count,), np.int8)
    return spaces.Dict({"observation": space, "action_mask": mask})


def as_observation(config: GameConfig, form: str, vector: Floats, mask: npt.NDArray[np.int8]) -> Observation:
    """A vector and a mask, or a batch of them, as a member of the observation space."""
    return {"observation": vector if form == "flat" else config.encoder.split(vector), "action_mask": mask}
