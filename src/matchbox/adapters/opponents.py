"""The other seats of an environment: bots by name, policies on batches of observations, and leagues of both.

    VectorEnv(256, "gold_mine", 4, seat=0, opponents=["casual", "random", policy])
    VectorEnv(256, "gold_mine", 4, seat=0, opponents=League(["random", "novice", policy]))

A policy is a function `policy(seen, random)`. It gets the observations of many games, as the environment gives them to
the learner, and a generator that follows the environment's seed; it returns a legal action for each. Freeze what you
train before you make an opponent of it: `League.add` keeps the function itself, not a copy of its weights. A bot that
you pass as an object keeps its own generator: seeds of the environment do not reach it.

The others choose by what they saw when the decision point began: a learner that chooses at the same time always chooses
first, and nobody sees that it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.bots import Bot, seated
from matchbox.bots.analysis import BufferCache
from matchbox.engine import BadOption, Illegal
from matchbox.engine.errors import counted
from matchbox.engine.playout import noise_of
from matchbox.engine.record import copy_of

from .config import GameConfig
from .observation import Floats, Numbers, bytes_of
from .spaces import Observation, as_observation
from .vector_state import ACT, RESET, RUNNING, SKIP, VectorState

Policy = Callable[[Observation, np.random.Generator], npt.ArrayLike]
"""Chooses an action for each row of a batch of observations."""

Opponent = str | Bot | Policy
"""A bot's name (a level, or `module:attribute`), an object with a method `choose(game, view, seat)`, or a policy."""

RANDOM = "random"


class League:
    """Opponents, of which every new game draws one for each of the other seats.

    A member with twice the weight is drawn twice as often. Add frozen policies at any time: they play from the next
    games on. The draws follow from the environment's seed. `info["final_info"]["opponents"]` (of a single environment:
    `info["opponents"]`) has the number of the member in each seat, -1 in the learner's.
    """

    def __init__(self, members: Iterable[Opponent] = ()) -> None:
        self.members: list[Opponent] = []
        self.weights: list[float] = []
        for member in members:
            self.add(member)

    def add(self, member: Opponent, weight: float = 1.0) -> int:
        """Add a member and return its number."""
        if isinstance(member, League) or not (isinstance(member, str) or _is_bot(member) or callable(member)):
            raise BadOption(f"{member!r} is no opponent: give the name of a bot, a bot, or a policy(seen, random)")
        if weight < 0:
            raise BadOption(f"weight={weight}: choose 0 or more")
        self.members.append(member)
        self.weights.append(weight)
        return len(self.members) - 1

    def __len__(self) -> int:
        return len(self.members)

    def member_at(self, share: float) -> int:
        """The number of the member at a share of all weights, from 0 to 1."""
        ends = np.cumsum(self.weights)
        if not len(ends) or ends[-1] <= 0:
            raise BadOption("this league has nobody to play: add a member with a weight above 0")
        return int(np.searchsorted(ends, share * ends[-1], side="right"))


Opponents = Opponent | League | Sequence[Opponent | League]
"""One for all other seats, or one for each of them, in the order of the seats."""


def _is_bot(member: Any) -> bool:
    return callable(getattr(member, "choose", None))


def _is_one(opponents: Opponents) -> bool:
    """Is this one opponent for all seats, not one for each?"""
    return isinstance(opponents, str) or not isinstance(opponents, Sequence)


def _by_seat(config: GameConfig, seat: int, opponents: Opponents) -> list[League | None]:
    """The league of every seat, and None for the learner's. A single opponent is a league of one."""
    others = [other for other in range(config.seats) if other != seat]
    given: Any = opponents
    each = [given] * len(others) if _is_one(opponents) else list(given)
    if len(each) != len(others):
        raise BadOption(f"give {counted(len(others), 'opponent')}, one per other seat, not {len(each)}")
    made: dict[int, League] = {}
    leagues: list[League | None] = [None] * config.seats
    for other, given in zip(others, each, strict=True):
        leagues[other] = made.setdefault(id(given), given if isinstance(given, League) else League([given]))
    for league in made.values():
        for member in league.members:
            if isinstance(member, str):
                seated(member, 0, config.game)  # refuse a bad name now, not in the first game
    return leagues


class OtherSeats:
    """Moves the other seats of all games of a `VectorState`. Compiled code moves the random ones."""

    def __init__(self, config: GameConfig, vector: VectorState, seat: int, opponents: Opponents, form: str) -> None:
        count = len(vector.states)
        self._config, self._vector, self._seat, self._form = config, vector, seat, form
        self._leagues = _by_seat(config, seat, opponents)
        given: Any = [opponents] if _is_one(opponents) else opponents
        self.has_league = any(isinstance(one, League) for one in given)
        self.drawn: Numbers = np.zeros((count, config.seats), np.int64)
        """The number of the member in each seat of each game, -1 in the learner's."""
        self.drawn[:, seat] = -1
        self._games = np.zeros(count, np.int64)
        self._bots: dict[tuple[int, int, str], Bot] = {}
        self._buffers = BufferCache()
        self._began = copy_of(vector.states)  # where choices are simultaneous: the states as the seats see them
        self._has_chosen = np.zeros((count, config.seats), np.bool_)
        self.seed(0)

    def seed(self, seed: int) -> None:
        """Start the opponents of row i as those of a single game with the seed `seed + i`."""
        self._first_seed = seed
        self._games[:] = 0
        self._bots.clear()
        self._random = np.random.default_rng(abs(seed))

    @property
    def _are_random(self) -> bool:
        return all(league is None or league.members == [RANDOM] for league in self._leagues)

    def advance(self) -> None:
        """Follow the commands, then play to the learner's turn. Restart new games that end before its first turn."""
        vector = self._vector
        self._follow()
        while (ended := (vector.commands == RESET) & (vector.status != RUNNING)).any():
            vector.commands[:] = np.where(ended, RESET, SKIP)
            self._follow()

    def _follow(self) -> None:
        vector = self._vector
        if self._are_random:
            vector.outside[:] = 1 << self._seat
            vector.step()
            return
        commands = vector.commands.copy()
        starting = commands == RESET
        self._draw(np.flatnonzero(starting))
        self._has_chosen[commands == ACT, self._seat] = True
        vector.step()
        rows = np.flatnonzero(commands != SKIP)
        self._note(rows, starting)
        waiting = self._waiting(rows)
        while len(waiting):
            vector.commands[:] = SKIP
            vector.commands[waiting] = ACT
            self._choose(waiting)
            if len(wrong := vector.illegal_rows()):
                seat, action = vector.actor[wrong[0]], vector.actions[wrong[0]]
                raise Illegal(f"game {wrong[0]}: the opponent in seat {seat} chose {action}, which is not legal now")
            self._has_chosen[waiting, vector.actor[waiting]] = True
            vector.step()
            self._note(waiting)
            waiting = self._waiting(waiting)
        vector.commands[:] = commands

    def _waiting(self, rows: Numbers) -> Numbers:
        """The rows in which it is another seat's turn."""
        vector = self._vector
        found: Numbers = rows[(vector.status[rows] == RUNNING) & (vector.actor[rows] != self._seat)]
        return found

    def _draw(self, rows: Numbers) -> None:
        """Draw the opponents of new games."""
        for seat, league in enumerate(self._leagues):
            if league is None:
                continue
            if len(league) == 1:
                self.drawn[rows, seat] = 0
            else:
                for row in rows.tolist():
                    number = int(self._games[row]) * len(self._leagues) + seat + 1
                    share = float(noise_of(self._first_seed + row, number)) / 2.0**64
                    self.drawn[row, seat] = league.member_at(min(share, 1 - 2.0**-53))
        self._games[rows] += 1
        outside = np.full(len(rows), 1 << self._seat)
        for seat, league in enumerate(self._leagues):
            if league is not None:
                moved = np.array([member != RANDOM for member in league.members], np.bool_)
                outside |= moved[self.drawn[rows, seat]].astype(np.int64) << seat
        self._vector.outside[rows] = outside

    def _note(self, rows: Numbers, started: npt.NDArray[np.bool_] | None = None) -> None:
        """Keep the states of these rows in which new decision points begin."""
        if self._config.simultaneous:
            new = self._vector.states["decision_point"][rows] != self._began["decision_point"][rows]
            if started is not None:
                new |= started[rows]
            bytes_of(self._began)[rows[new]] = self._vector.raw[rows[new]]
            self._has_chosen[rows[new]] = False

    def _choose(self, rows: Numbers) -> None:
        """Write the actions of the seats that act in these rows."""
        actors = self._vector.actor[rows]
        drawn = self.drawn[rows, actors]
        leagues = {id(league): league for league in self._leagues if league is not None}
        whose = np.array([id(league) for league in self._leagues])[actors]
        for key, league in leagues.items():
            for number in np.unique(drawn[whose == key]):
                some = rows[(whose == key) & (drawn == number)]
                self._vector.actions[some] = self._chosen(league.members[number], some)

    def _chosen(self, member: Opponent, rows: Numbers) -> npt.ArrayLike:
        vector, config = self._vector, self._config
        actors, raw = vector.actor[rows], vector.raw[rows]
        if config.simultaneous:
            first = ~self._has_chosen[rows, actors]
            raw[first] = bytes_of(self._began)[rows[first]]
        policy: Any = member
        if isinstance(member, str) or _is_bot(member):
            states = raw.reshape(-1).view(vector.states.dtype)
            return [
                self._bot(member, row, seat).choose(config.game, config.game.view(states[k : k + 1], seat), seat)
                for k, (row, seat) in enumerate(zip(rows.tolist(), actors.tolist(), strict=True))
            ]
        seen: Floats = np.empty((len(rows), config.encoder.size), np.float32)
        config.encoder.many(raw, actors, seen)
        found = np.asarray(policy(as_observation(config, self._form, seen, vector.mask[rows]), self._random))
        if found.shape != rows.shape or found.dtype.kind not in "iu":
            raise BadOption(f"a policy returns a whole number for each of its {len(rows)} observations")
        return found

    def _bot(self, member: Any, row: int, seat: int) -> Bot:
        if not isinstance(member, str):
            found: Bot = member
            return found
        key = row, seat, member
        if key not in self._bots:
            self._bots[key] = seated(member, self._first_seed + row + seat, self._config.game, self._buffers)
        return self._bots[key]
