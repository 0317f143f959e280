"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.engine import Game, States, roll
from matchbox.engine.chance import seed_words
from matchbox.scene.examples import Example, dealt

from ..components import SYMBOLS
from .rules import PLANET, gate_after

PLAYERS = ("Kari", "Ola")
EDGES = (
    "P Wheel P Drop Hammers P Circles P",
    "Drop Bricks P P Wheel P Arrow P",
    "P Hammers Wheel P P Drop Bricks P",
    "Circles P P Drop Arrow P Wheel P",
)
TRACK = [PLANET if name == "P" else SYMBOLS.index(name) + 1 for edge in EDGES for name in ("P", *edge.split())]


def kari_rolls(game: Game) -> States:
    """Ola has jumped from 20 to 5 and is about to end his turn; Kari rolls a 2 next."""
    state = game.new(2, 1)
    planets = sum(1 << space for space, tile in enumerate(TRACK) if tile == PLANET)
    state["track"][0] = TRACK
    state["onward"][0] = [gate_after(state[0], space) if tile != PLANET else 0 for space, tile in enumerate(TRACK)]
    state["ships"][0, :2], state["left"][0, :2], state["landed"][0, :2] = [0, 5], [0, 18], [0, 20]
    state["rolled"][0, :2] = [0, 2]
    state["crates"][0, :2] = [planets & ~1, planets & ~(1 << 18)]
    state["score"][0], state["acting"][0], state["turns"][0] = 0, 2, 0
    for seed in range(1000):
        state["key"][0], state["block"][0], state["used"][0] = seed_words(seed), 0, 0
        if roll(state.copy()[0]) == 2:
            break
    return state


examples = {
    "start": Example(dealt(4, 2)),
    "jumped": Example(
        kari_rolls,
        [(1, "no_card")],
        names=PLAYERS,
        tells=("Kari rolls 2 and jumps through the Wheel gate from 2 to 14.",),
    ),
    "crate": Example(
        kari_rolls,
        [(1, "no_card"), (0, "anticlockwise 2")],
        names=PLAYERS,
        areas=("track",),
        tells=("Kari plays a 2 backwards and picks up a crate on planet 12.",),
    ),
}
