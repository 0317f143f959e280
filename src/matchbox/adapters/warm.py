"""Compile what the environments call, before their first use. This needs none of the three libraries."""

from __future__ import annotations

import numpy as np

from matchbox.engine import Game

from .config import configure
from .observation import Encoder, bytes_of
from .vector_state import RESET, VectorState, utilities_at


def warm_environments(game: Game) -> None:
    """Call once what the environments of all libraries share, beyond what `bots.warm.warm` compiles."""
    config = configure(game, None, {})
    vector = VectorState(config, 1)
    vector.seed(0)
    vector.commands[:] = RESET
    vector.step()
    for encoder in (config.encoder, Encoder(game, config.seats, scaled=True)):
        encoder.one(bytes_of(vector.states), 0)
    game.specialised(utilities_at)(vector.states, 0, np.zeros(config.seats))
