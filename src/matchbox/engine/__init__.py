"""The engine: what a game is, and everything that all games share.

Authors of rules import from here; `docs/adding-a-game.md` walks through a whole game.
"""

from . import cache

cache.install()  # before the first rule is compiled

from .actions import Actions, Block, grid  # noqa: E402
from .chance import below, lend, reseed, roll, shuffle  # noqa: E402
from .errors import Ambiguous, BadOption, BadState, Illegal, MatchboxError, UnknownGame, Unreadable  # noqa: E402
from .game import About, Game, Result, games, get  # noqa: E402
from .own import Finding, Own  # noqa: E402
from .record import (  # noqa: E402
    SEATS,
    SPECTATOR,
    Base,
    Ints,
    States,
    i1,
    i2,
    i4,
    i8,
    inside,
    nobody,
    option,
    owner,
    public,
    record,
    told,
    u1,
    u2,
    u4,
    u8,
)
from .results import Reasons, all_act, ask, committed, finish, finish_with, is_acting, turn_to  # noqa: E402
from .rules import bits, lowest, popcount, put, rule, wide  # noqa: E402

__all__ = [
    "SEATS",
    "SPECTATOR",
    "About",
    "Actions",
    "Ambiguous",
    "BadOption",
    "BadState",
    "Base",
    "Block",
    "Finding",
    "Game",
    "Illegal",
    "Ints",
    "MatchboxError",
    "Own",
    "Reasons",
    "Result",
    "States",
    "UnknownGame",
    "Unreadable",
    "all_act",
    "ask",
    "below",
    "bits",
    "committed",
    "finish",
    "finish_with",
    "games",
    "get",
    "grid",
    "i1",
    "i2",
    "i4",
    "i8",
    "inside",
    "is_acting",
    "lend",
    "lowest",
    "nobody",
    "option",
    "owner",
    "popcount",
    "public",
    "put",
    "record",
    "reseed",
    "roll",
    "rule",
    "shuffle",
    "told",
    "turn_to",
    "u1",
    "u2",
    "u4",
    "u8",
    "wide",
]
