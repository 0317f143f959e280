"""The values in the addresses of requests. Fields that the path of a route names are there, the others in the query.

`$` also fits before a line break at the end. Paths have none: `asgi` refuses them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from matchbox.engine import SPECTATOR

GameId = Annotated[
    str,
    Meta(max_length=60, pattern="^[a-z0-9_]+$", description="the id of a game, listed by GET /api/games"),
]
TableId = Annotated[str, Meta(max_length=20, pattern="^[0-9a-z]+$", description="the id of a table")]


class AtGame(Struct):
    game: GameId


class AtBox(Struct):
    box: Annotated[str, Meta(max_length=60, pattern="^[a-z0-9_]+$", description="the id of a box: a folder of games")]


class AtTable(Struct):
    table: TableId


class AtStudy(Struct):
    study: Annotated[str, Meta(max_length=20, pattern="^[0-9a-f]+$", description="the id of a study in the lab")]


class StateAddress(AtTable):
    format: Annotated[Literal["scene", "plain"], Meta(description="for people, or for programs")] = "scene"


class ReplayAddress(AtTable):
    step: Annotated[int, Meta(ge=0, le=100_000)] = 0
    seat: Annotated[int, Meta(ge=-1, le=15, description="-1: a spectator")] = SPECTATOR
    all_hands: Annotated[bool, Meta(description="show every hand, after the end of the game")] = False


class OpenTablesAddress(Struct):
    listed: Annotated[int, Meta(ge=0, le=1)] = 1
