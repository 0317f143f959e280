"""Bots. A bot gets a view, never the full state."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

import numpy as np

from matchbox.engine import BadOption, Game, States

if TYPE_CHECKING:
    from .analysis import BufferCache


class Bot(Protocol):
    """Chooses one of a seat's legal actions from the seat's view."""

    def choose(self, game: Game, view: States, seat: int) -> int: ...


class BotMove(NamedTuple):
    """A bot's choice, and how good the bot thinks its position is."""

    action: int
    value: float | None = None  # -1 to 1 for the seat, in the game being played; None if the bot did not search
    stake: float | None = None  # how much better its best move is than the mean of all moves, by the same search


@runtime_checkable
class Estimating(Protocol):
    """A bot that tells its own estimate with its choice."""

    def move(self, game: Game, view: States, seat: int) -> BotMove: ...


def move_of(bot: Bot, game: Game, view: States, seat: int) -> BotMove:
    """A bot's choice, with its estimate if it has one."""
    return bot.move(game, view, seat) if isinstance(bot, Estimating) else BotMove(bot.choose(game, view, seat))


class Random:
    """Chooses among the legal moves with equal probability. It does not talk."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def choose(self, game: Game, view: States, seat: int) -> int:
        return int(self._random.choice(game.moves(view, seat)))


NAMES = ("random", "novice", "casual", "club", "expert", "perfect")


def make(name: str, seed: int, game: Game, buffers: BufferCache | None = None, steady: bool = False) -> Bot:
    """A bot by name, for a game. Bots of one thread may share a buffer cache. `steady`: see `SearchBot`."""
    if name not in NAMES:
        raise BadOption(f"there is no bot {name!r}; choose one of {', '.join(NAMES)}")
    if name == "random":
        return Random(seed)
    if name == "perfect":
        from .perfect import Perfect

        return Perfect(seed, game, buffers)
    from .levels import LEVELS, SearchBot

    return SearchBot(LEVELS[name], seed, buffers=buffers, steady=steady)


def seated(name: str, seed: int, game: Game, buffers: BufferCache | None = None) -> Bot:
    """A bot by its level, a variant of a level, or a player of your own: `module:attribute`.

    Never use this for names from strangers.
    """
    from .own import is_own, load_player
    from .variants import is_variant, make_variant

    if is_own(name):
        return load_player(name, seed)
    return make_variant(name, seed, game, buffers) if is_variant(name) else make(name, seed, game, buffers)
