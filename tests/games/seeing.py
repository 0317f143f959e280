"""What a seat sees of a position."""

from __future__ import annotations

from matchbox.engine import Game, States
from matchbox.scene import Area, Look, Piece, Scene, scene_of

NAMES = ("Ann", "Kari", "Cem", "Ola")


def seen(game: Game, state: States, seat: int) -> Scene:
    legal = [int(action) for action in game.legal(state, seat)] if seat in game.acting(state) else []
    names = NAMES[: int(state["seats"][0])]
    return scene_of(Look(game, game.view(state, seat), seat, names, legal))


def area(scene: Scene, key: str) -> Area:
    (found,) = [area for area in scene.areas if area.key == key]
    return found


def at(scene: Scene, key: str, place: tuple[int, int], kind: str) -> Piece:
    """The piece of this kind at a place of an area."""
    (found,) = [piece for piece in area(scene, key).pieces if piece.at == place and piece.kind == kind]
    return found
