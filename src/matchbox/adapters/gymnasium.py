"""All games as Gymnasium environments: one seat against bots, or thousands of games stepped together.

    from matchbox.adapters.gymnasium import Env, VectorEnv

    table = Env("backgammon", seat=0, opponents="novice")
    tables = VectorEnv(4096, "backgammon")                 # you act for every seat in turn
    tables = VectorEnv(4096, "backgammon", seat=0)         # the other seats act at random

Importing this module registers every game: `gymnasium.make("matchbox/backgammon-v1")`,
`gymnasium.make_vec(...)`. Seed s starts the same game as `game.new(seed=s)`; game i of a vector has
the seed s + i. Later games follow from the seed. Rewards come at the end, in -1..1.

The argument `illegal` sets the consequence of an illegal action: `lose` ends the game with -1 and sets
`info["illegal"]`, `replace` takes the next legal action by id (after the last comes the first), and
`raise` raises `Illegal` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.bots import Bot, make
from matchbox.engine import SPECTATOR, BadOption, Game, Illegal, games
from matchbox.engine.errors import counted
from matchbox.play.decision import DecisionPoint

from .config import GameConfig, configure
from .observation import Floats, bytes_of
from .spaces import Observation, action_space, as_observation, observation_space
from .vector_state import ACT, ALL_SEATS, FORFEIT, OVER, RAISE, RESET, RUNNING, SKIP, VectorState

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise ImportError("install Gymnasium first: pip install 'matchbox-games[research]'") from missing


class Env(gymnasium.Env[Observation, int]):
    """One seat of a game against bots.

    `opponents` is a bot for all other seats (`random`, `novice`, `casual`, `club`, `expert`, `perfect`)
    or a list of bots by seat. A custom bot is an object with a method `choose(game, view, seat)`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        seat: int = 0,
        opponents: str | Bot | Sequence[str | Bot] = "random",
        illegal: str = "lose",
        observation: str = "flat",
        pieces: Sequence[str] | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.config = configure(game, seats, options, pieces)
        self.game, self.seat, self.form, self.render_mode = self.config.game, seat, observation, render_mode
        self._opponents = _opponents_by_seat(self.config, seat, opponents)
        self._has_bots = any(bot != "random" for bot in self._opponents.values())  # else compiled code moves them
        self._vector = VectorState(self.config, 1, ALL_SEATS if self._has_bots else seat, illegal)
        self._raw = bytes_of(self._vector.states)
        self._bots: dict[int, Bot] = {}
        self._decision_point: DecisionPoint | None = None
        self.observation_space = observation_space(self.config, observation)
        self.action_space = action_space(self.config)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        fresh = seed is not None or self._np_random is None
        super().reset(seed=seed)
        if fresh:
            start = int(self.np_random.integers(2**62)) if seed is None else seed
            self._vector.seed(start)
            self._bots = {
                other: make(bot, start + other, self.game) if isinstance(bot, str) else bot
                for other, bot in self._opponents.items()
            }
        self._start()
        while self._vector.status[0] != RUNNING:  # it ended before this seat's first turn
            self._start()
        return self._observation(), self._info()

    def _start(self) -> None:
        self._vector.commands[0] = RESET
        self._vector.step()
        self._play_bots()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        vector = self._vector
        if vector.status[0] != RUNNING:
            raise BadOption("this game is over; call reset() to start the next one")
        vector.actions[0], vector.commands[0] = action, ACT
        if vector.illegal_mode == RAISE and len(vector.illegal_rows()):
            raise Illegal(f"action {action} is not legal now; choose one from the action mask")
        vector.step()
        if self._decision_point and vector.status[0] != FORFEIT:
            self._decision_point.note(self.seat, int(action), vector.states)
        self._play_bots()
        over = bool(vector.status[0] != RUNNING)
        return self._observation(), float(vector.reward[0, self.seat]), over, False, self._info()

    def _play_bots(self) -> None:
        """Let the bots act until this seat's turn. They see the decision point as it was before others chose."""
        vector = self._vector
        if not self._has_bots:
            return
        if vector.commands[0] == RESET:
            self._decision_point = DecisionPoint(self.game, vector.states)
        assert self._decision_point
        while vector.status[0] == RUNNING and vector.actor[0] != self.seat:
            actor = int(vector.actor[0])
            action = self._bots[actor].choose(self.game, self._decision_point.decision_view(actor), actor)
            vector.actions[0], vector.commands[0] = action, ACT
            vector.step()
            self._decision_point.note(actor, action, vector.states)

    def _observation(self) -> Observation:
        seen = self.config.encoder.one(self._raw, self.seat)
        return as_observation(self.config, self.form, seen, self._vector.mask[0].copy())

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._vector.mask[0].copy()}
        if self._vector.status[0] == FORFEIT:
            info["illegal"] = True
        elif self._vector.status[0] == OVER and (result := self.game.result(self._vector.states)):
            info |= {"rank": result.ranks[self.seat], "score": result.scores[self.seat], "reason": result.reason}
        return info

    def render(self) -> str:
        """The seat's view as text."""
        return self.config.text(self._vector.states, self.seat)

    def describe(self) -> str:
        """The pieces of the observation, line by line."""
        return self.config.encoder.describe()


def _opponents_by_seat(
    config: GameConfig, seat: int, opponents: str | Bot | Sequence[str | Bot]
) -> dict[int, str | Bot]:
    others = [other for other in range(config.seats) if other != seat]
    each = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else None
    bots: list[Any] = each if each is not None else [opponents] * len(others)
    if len(bots) != len(others):
        raise BadOption(f"give {counted(len(others), 'opponent')}, one per other seat, not {len(bots)}")
    for bot in bots:
        if isinstance(bot, str):
            make(bot, 0, config.game)  # refuse a bad name now, not at the first reset
    return dict(zip(others, bots, strict=True))


class VectorEnv(gymnasium.vector.VectorEnv[Observation, npt.NDArray[np.int64], Any]):
    """Many games stepped together in compiled code.

    Without a `seat` you act for every seat in turn: `info["actor"]` is the seat that acts next, observation
    and mask belong to it, the reward belongs to the seat that has just acted, and `info["rewards"]` contains
    all rewards. With a `seat` the others act at random in between.

    A finished game restarts in the same step (`AutoresetMode.SAME_STEP`): the observation is that of the new
    game, and `info["final_obs"]` and `info["final_info"]` belong to the finished one. With `NEXT_STEP` the
    next step restarts it and ignores its action. With `copy=False` the next step overwrites the returned
    arrays.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        game: Game | str,
        seats: int | None = None,
        *,
        seat: int | None = None,
        illegal: str = "lose",
        observation: str = "flat",
        pieces: Sequence[str] | None = None,
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise BadOption("choose num_envs=1 or more")
        if autoreset_mode not in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
            raise BadOption("choose SAME_STEP or NEXT_STEP as autoreset_mode")
        self.config = configure(game, seats, options, pieces)
        self.game, self.num_envs, self.form, self.copy = self.config.game, num_envs, observation, copy
        self.seat, self.render_mode = seat, render_mode
        self.metadata = {**self.metadata, "autoreset_mode": autoreset_mode}
        self._same_step = autoreset_mode == AutoresetMode.SAME_STEP
        self._vector = VectorState(self.config, num_envs, ALL_SEATS if seat is None else seat, illegal)
        self._raw = bytes_of(self._vector.states)
        self._buffer = np.zeros((num_envs, self.config.encoder.size), np.float32)
        self._all = np.arange(num_envs)
        self._viewers = self._vector.actor if seat is None else np.full(num_envs, seat)
        self.single_observation_space = observation_space(self.config, observation)
        self.single_action_space = action_space(self.config)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        fresh = seed is not None or self._np_random is None
        super().reset(seed=seed)
        if fresh:
            self._vector.seed(int(self.np_random.integers(2**62)) if seed is None else seed)
        self._vector.commands[:] = RESET
        self._vector.step_to_turn()
        return self._observation(), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        vector = self._vector
        vector.actions[:] = actions
        if self._same_step:
            vector.commands[:] = ACT
        else:
            vector.commands[:] = np.where(vector.status == RUNNING, ACT, RESET)
        if vector.illegal_mode == RAISE and len(wrong := vector.illegal_rows()):
            action = vector.actions[wrong[0]]
            raise Illegal(f"game {wrong[0]}: action {action} is not legal now; choose one from the action mask")
        acted = self._viewers.copy()
        vector.step_to_turn()
        rewards = vector.reward[self._all, acted]
        ended = vector.status != RUNNING
        info: dict[str, Any] = {}
        if ended.any():
            all_rewards, forfeit = vector.reward.copy(), vector.status == FORFEIT
            if self._same_step:
                info = self._final_info(ended, acted)
                vector.commands[:] = np.where(ended, RESET, SKIP)
                vector.step_to_turn()
        else:
            all_rewards, forfeit = np.zeros_like(vector.reward), np.zeros(self.num_envs, bool)
        info |= self._info() | {"rewards": all_rewards, "illegal": forfeit}
        return self._observation(), rewards, ended, np.zeros(self.num_envs, bool), info

    def _observation(self) -> Observation:
        seen = np.empty_like(self._buffer) if self.copy else self._buffer
        self.config.encoder.many(self._raw, self._viewers, seen)
        return as_observation(self.config, self.form, seen, self._shared(self._vector.mask))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._shared(self._vector.mask), "actor": self._shared(self._vector.actor)}

    def _shared(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """An array for the caller: a copy unless copying is off."""
        return array.copy() if self.copy else array

    def _final_info(self, ended: npt.NDArray[np.bool_], acted: npt.NDArray[np.int64]) -> dict[str, Any]:
        """The last observations and the results of the games that have just ended."""
        vector, which = self._vector, np.flatnonzero(ended)
        seen: Floats = np.empty((len(which), self._buffer.shape[1]), np.float32)
        self.config.encoder.many(self._raw[which], acted[which], seen)
        last = np.full(self.num_envs, None, object)
        for k, row in enumerate(which):
            last[row] = as_observation(self.config, self.form, seen[k], vector.mask[row].copy())
        states = vector.states[which]
        final = {name: np.zeros((self.num_envs, *states[name].shape[1:]), np.int64) for name in ("rank", "score")}
        for name, values in final.items():
            values[which] = states[name]
        return {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended.copy()}

    def render(self) -> tuple[str, ...]:
        """The spectator's view of every game, as text."""
        states = self._vector.states
        return tuple(self.config.text(states[i : i + 1], SPECTATOR) for i in range(self.num_envs))

    def describe(self) -> str:
        """The pieces of the observation, line by line."""
        return self.config.encoder.describe()


def env_id(game: Game) -> str:
    return f"matchbox/{game.id}-v{game.about.version}"


def register_all() -> None:
    """Register every game with Gymnasium, as a single environment and as a vector."""
    here = __name__
    for game in games().values():
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point=f"{here}:Env",
                vector_entry_point=f"{here}:VectorEnv",
                kwargs={"game": game.id},
            )


register_all()
