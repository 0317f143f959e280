"""All games as Gymnasium environments: one seat against bots, or thousands of games stepped together.

    from matchbox.adapters.gymnasium import Env, VectorEnv

    table = Env("backgammon", seat=0, opponents="novice", render_mode="human")
    tables = VectorEnv(4096, "backgammon")                 # you act for every seat in turn
    tables = VectorEnv(4096, "backgammon", seat=0)         # the other seats act at random
    tables = VectorEnv(256, "backgammon", seat=0, opponents=League(["random", "novice", policy]), scaled=True)

Importing this module registers every game: `gymnasium.make("matchbox/backgammon-v1")`,
`gymnasium.make_vec(...)`. Seed s starts the same game as `game.new(seed=s)`; game i of a vector has
the seed s + i. Later games follow from the seed. Rewards come at the end, in -1..1.

The argument `illegal` sets the consequence of an illegal action: `lose` ends the game with -1 and sets
`info["illegal"]`, `replace` takes the next legal action by id (after the last comes the first), and
`raise` raises `Illegal` and changes nothing.

`observation="dict"` gives the pieces of an observation by name instead of one vector, and `pieces` selects some of
them. `scaled` and `relative` change the numbers for learners: see `matchbox.adapters.observation`. `render_mode` is
`ansi` (text), `rgb_array` (pixels) or, for single environments, `human` (a window); all show what the seat may see.
Environments can be pickled and copied in the middle of a game, and continue identically.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import SPECTATOR, BadOption, Game, Illegal, games
from matchbox.engine.parts import whole_from_one

from .config import configure
from .frames import Frames, Pixels
from .observation import Floats
from .opponents import League, Opponents, OtherSeats
from .spaces import RENDER_MODES, Observation, action_space, as_observation, observation_space
from .vector_state import ACT, ALL_SEATS, FORFEIT, OVER, RAISE, RESET, RUNNING, SKIP, VectorState

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise ImportError("install Gymnasium first: pip install 'matchbox-games[research]'") from missing

__all__ = ["Env", "League", "VectorEnv", "env_id", "register_all"]


class Env(gymnasium.Env[Observation, int]):
    """One seat of a game against others.

    `opponents` are the other seats: a bot's name (`random`, `novice`, `casual`, `club`, `expert`, `perfect`), a policy,
    a `League`, or a list with one of them for each seat (see `matchbox.adapters.opponents`).
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        seat: int = 0,
        opponents: Opponents = "random",
        illegal: str = "lose",
        observation: str = "flat",
        pieces: Sequence[str] | None = None,
        scaled: bool = False,
        relative: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.config = configure(game, seats, options, pieces, scaled=scaled, relative=relative)
        self.game, self.seat, self.form, self.render_mode = self.config.game, seat, observation, render_mode
        self._vector = VectorState(self.config, 1, seat, illegal)
        self._others = OtherSeats(self.config, self._vector, seat, opponents, observation)
        self._frames = Frames(self.config, render_mode, modes=RENDER_MODES)
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
            self._others.seed(start)
        self._vector.commands[0] = RESET
        self._others.advance()
        self._show()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        vector = self._vector
        vector.choose([action])
        if vector.status[0] != RUNNING:
            raise BadOption("this game is over; call reset() to start the next one")
        vector.commands[0] = ACT
        if vector.illegal_mode == RAISE and len(vector.illegal_rows()):
            raise Illegal(f"action {action} is not legal now; choose one from the action mask")
        self._others.advance()
        self._show()
        over = bool(vector.status[0] != RUNNING)
        return self._observation(), float(vector.reward[0, self.seat]), over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, under the name that other libraries look for."""
        self._vector.check_started()
        found: npt.NDArray[np.bool_] = self._vector.mask[0] != 0
        return found

    def _observation(self) -> Observation:
        seen = self.config.encoder.one(self._vector.raw, self.seat)
        return as_observation(self.config, self.form, seen, self._vector.mask[0].copy())

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._vector.mask[0].copy()}
        if self._vector.status[0] == FORFEIT:
            info["illegal"] = True
        elif self._vector.status[0] == OVER and (result := self.game.result(self._vector.states)):
            info |= {"rank": result.ranks[self.seat], "score": result.scores[self.seat], "reason": result.reason}
            if self._others.has_league:
                info["opponents"] = self._others.drawn[0].copy()
        return info

    def render(self) -> str | Pixels | None:
        """The table as the seat sees it: text, pixels, or None if a window shows it."""
        self._vector.check_started()
        return self._frames.frame(self._vector.states, self.seat)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._frames.close()

    def describe(self) -> str:
        """The pieces of the observation, line by line."""
        return self.config.encoder.describe()


class VectorEnv(gymnasium.vector.VectorEnv[Observation, npt.NDArray[np.int64], Any]):
    """Many games stepped together in compiled code.

    Without a `seat` you act for every seat in turn: `info["actor"]` is the seat that acts next, observation
    and mask belong to it, the reward belongs to the seat that has just acted, and `info["rewards"]` contains
    all rewards. With a `seat` the `opponents` act in between: at random, in compiled code, or as `Env` tells. A policy
    chooses for all games that wait for it in one call; a bot thinks about one game after the other.

    A finished game restarts in the same step (`AutoresetMode.SAME_STEP`): the observation is that of the new
    game, and `info["final_obs"]` and `info["final_info"]` belong to the finished one. With `NEXT_STEP` the
    next step restarts it and ignores its action. With `copy=False` the next step overwrites the returned
    arrays. `threads` step and observe in parallel, which changes no result; this pays with thousands of games.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES[:2], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        game: Game | str,
        seats: int | None = None,
        *,
        seat: int | None = None,
        opponents: Opponents = "random",
        illegal: str = "lose",
        observation: str = "flat",
        pieces: Sequence[str] | None = None,
        scaled: bool = False,
        relative: bool = False,
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        copy: bool = True,
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        num_envs = whole_from_one("num_envs", num_envs)
        if autoreset_mode not in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
            raise BadOption("choose SAME_STEP or NEXT_STEP as autoreset_mode")
        if seat is None and opponents != "random":
            raise BadOption("choose the learner's seat; without one you act for every seat, and there are no opponents")
        self.config = configure(game, seats, options, pieces, scaled=scaled, relative=relative)
        self.game, self.num_envs, self.form, self.copy = self.config.game, num_envs, observation, copy
        self.seat, self.render_mode = seat, render_mode
        self.metadata = {**self.metadata, "autoreset_mode": autoreset_mode}
        self._same_step = autoreset_mode == AutoresetMode.SAME_STEP
        self._vector = VectorState(self.config, num_envs, ALL_SEATS if seat is None else seat, illegal, threads)
        self._others: OtherSeats | None = None
        if seat is not None:
            self._others = OtherSeats(self.config, self._vector, seat, opponents, observation)
        self._frames = Frames(self.config, render_mode, modes=RENDER_MODES[:2])
        self._buffer = np.zeros((num_envs, self.config.encoder.size), np.float32)
        self._starts = np.arange(num_envs) * self.config.seats  # of the rows of rewards
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
            start = int(self.np_random.integers(2**62)) if seed is None else seed
            self._vector.seed(start)
            if self._others:
                self._others.seed(start)
        self._vector.commands[:] = RESET
        self._advance()
        seen = self._observation()
        return seen, self._info(seen)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        vector = self._vector
        vector.choose(actions)
        if self._same_step:
            vector.commands[:] = ACT
        else:
            vector.commands[:] = np.where(vector.status == RUNNING, ACT, RESET)
        if vector.illegal_mode == RAISE and len(wrong := vector.illegal_rows()):
            action = vector.actions[wrong[0]]
            raise Illegal(f"game {wrong[0]}: action {action} is not legal now; choose one from the action mask")
        acted = self._viewers.copy()
        self._advance()
        rewards = vector.reward.take(self._starts + acted)
        ended = vector.status != RUNNING
        info: dict[str, Any] = {}
        if ended.any():
            all_rewards, forfeit = vector.reward.copy(), vector.status == FORFEIT
            if self._same_step:
                info = self._final_info(ended, acted)
                vector.commands[:] = np.where(ended, RESET, SKIP)
                self._advance()
        else:
            all_rewards, forfeit = np.zeros_like(vector.reward), np.zeros(self.num_envs, bool)
        seen = self._observation()
        info |= self._info(seen) | {"rewards": all_rewards, "illegal": forfeit}
        return seen, rewards, ended, np.zeros(self.num_envs, bool), info

    def _advance(self) -> None:
        """Follow the commands, to the next turn of the learner."""
        if self._others:
            self._others.advance()
        else:
            self._vector.step()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions of every game, under the name that other libraries look for."""
        self._vector.check_started()
        found: npt.NDArray[np.bool_] = self._vector.mask != 0
        return found

    def _observation(self) -> Observation:
        seen = np.empty_like(self._buffer) if self.copy else self._buffer
        encoder, raw, viewers = self.config.encoder, self._vector.raw, self._viewers
        self._vector.parts.run(len(raw), lambda _, i, end: encoder.many(raw[i:end], viewers[i:end], seen[i:end]))
        return as_observation(self.config, self.form, seen, self._shared(self._vector.mask))

    def _info(self, seen: Observation) -> dict[str, Any]:
        return {"action_mask": seen["action_mask"], "actor": self._shared(self._vector.actor)}

    def _shared(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """An array for the caller: a copy unless copying is off."""
        return array.copy() if self.copy else array

    def _final_info(self, ended: npt.NDArray[np.bool_], acted: npt.NDArray[np.int64]) -> dict[str, Any]:
        """The last observations and the results of the games that have just ended."""
        vector, which = self._vector, np.flatnonzero(ended)
        raw, masks = vector.raw[which], vector.mask[which]
        seen: Floats = np.empty((len(which), self._buffer.shape[1]), np.float32)
        self.config.encoder.many(raw, acted[which], seen)
        last = np.full(self.num_envs, None, object)
        last[which] = [as_observation(self.config, self.form, *one) for one in zip(seen, masks, strict=True)]
        states = raw.view(vector.states.dtype).reshape(-1)
        final = {name: np.zeros((self.num_envs, *states[name].shape[1:]), np.int64) for name in ("rank", "score")}
        for name, values in final.items():
            values[which] = states[name]
        if self._others and self._others.has_league:
            final["opponents"] = np.where(ended[:, None], self._others.drawn, -1)
        return {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended.copy()}

    def render(self) -> tuple[str | Pixels | None, ...]:  # type: ignore[override]
        """Every game as the learner sees it, or a spectator if there is none: texts or pixels."""
        self._vector.check_started()
        states, viewer = self._vector.states, SPECTATOR if self.seat is None else self.seat
        return tuple(self._frames.frame(states[i : i + 1], viewer) for i in range(self.num_envs))

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
