"""Every game as a Gymnasium environment: one seat against bots, or thousands of games in step.

    from matchbox.adapters.gymnasium import Env, VectorEnv

    table = Env("backgammon", seat=0, opponents="novice")
    tables = VectorEnv(4096, "backgammon")                 # all seats are yours, each in its turn
    tables = VectorEnv(4096, "backgammon", seat=0)         # the other seats choose at random

Importing this module also registers every game: `gymnasium.make("matchbox/backgammon-v1")`,
`gymnasium.make_vec(...)`. Seed s starts the very game `game.new(seed=s)` (row i of a vector that
of s + i); later games follow from it. Rewards come at the end, in -1..1.

An illegal action never breaks anything (`illegal`): `lose` ends the game with -1, `replace` takes
the next legal action (by id, from the last on to the first), `raise` raises `Illegal` and changes
nothing. `info["illegal"]` tells of a game that was lost so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.bots import Bot, make
from matchbox.engine import SPECTATOR, BadOption, Game, Illegal, games
from matchbox.engine.moment import Moment

from .observation import Floats, bytes_of
from .rows import ACT, BEGIN, EVERYBODY, FORFEIT, OVER, RAISE, RUNS, STAY, Rows
from .setting import Setting, setting
from .spaces import Observation, action_space, observation_space, observed

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise ImportError("Gymnasium is not installed: pip install 'matchbox-games[research]'") from missing


class Env(gymnasium.Env[Observation, int]):
    """One seat of a game; bots have the others.

    `opponents` is a bot for all other seats (`random`, `novice`, `casual`, `club`, `expert`, `perfect`)
    or a list of them in the order of the seats. Bots of one's own have a method `choose(game, view, seat)`.
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
        self.setting = setting(game, seats, options, pieces)
        self.game, self.seat, self.form, self.render_mode = self.setting.game, seat, observation, render_mode
        self._opponents = _seated(self.setting, seat, opponents)
        self._thinking = any(bot != "random" for bot in self._opponents.values())
        self._rows = Rows(self.setting, 1, EVERYBODY if self._thinking else seat, illegal)
        self._raw = bytes_of(self._rows.states)
        self._bots: dict[int, Bot] = {}
        self._moment: Moment | None = None
        self.observation_space = observation_space(self.setting, observation)
        self.action_space = action_space(self.setting)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        fresh = seed is not None or self._np_random is None
        super().reset(seed=seed)
        if fresh:
            start = int(self.np_random.integers(2**62)) if seed is None else seed
            self._rows.seed(start)
            self._bots = {
                place: make(bot, start + place, self.game) if isinstance(bot, str) else bot
                for place, bot in self._opponents.items()
            }
        self._begin()
        while self._rows.stands[0] != RUNS:  # it ended before the own seat was asked
            self._begin()
        return self._seen(), self._info()

    def _begin(self) -> None:
        self._rows.todo[0] = BEGIN
        self._rows.move()
        self._let_bots_play()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        rows = self._rows
        if rows.stands[0] != RUNS:
            raise BadOption("this game is over: reset() starts the next one")
        rows.actions[0], rows.todo[0] = action, ACT
        if rows.illegal == RAISE and len(rows.refused()):
            raise Illegal(f"action {action} is not legal now")
        rows.move()
        if self._moment and rows.stands[0] != FORFEIT:
            self._moment.note(self.seat, int(action), rows.states)
        self._let_bots_play()
        over = bool(rows.stands[0] != RUNS)
        return self._seen(), float(rows.reward[0, self.seat]), over, False, self._info()

    def _let_bots_play(self) -> None:
        """Until the own seat is asked. Bots answer the question as it was before others had chosen."""
        rows = self._rows
        if not self._thinking:
            return
        if rows.todo[0] == BEGIN:
            self._moment = Moment(self.game, rows.states)
        assert self._moment
        while rows.stands[0] == RUNS and rows.actor[0] != self.seat:
            place = int(rows.actor[0])
            action = self._bots[place].choose(self.game, self._moment.question(place), place)
            rows.actions[0], rows.todo[0] = action, ACT
            rows.move()
            self._moment.note(place, action, rows.states)

    def _seen(self) -> Observation:
        return observed(
            self.setting, self.form, self.setting.encoder.one(self._raw, self.seat), self._rows.mask[0].copy()
        )

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._rows.mask[0].copy()}
        if self._rows.stands[0] == FORFEIT:
            info["illegal"] = True
        elif self._rows.stands[0] == OVER and (result := self.game.result(self._rows.states)):
            info |= {"rank": result.ranks[self.seat], "score": result.scores[self.seat], "reason": result.reason}
        return info

    def render(self) -> str:
        """What the seat sees, as text."""
        return self.setting.text(self._rows.states, self.seat)

    def describe(self) -> str:
        """The pieces of the observation, line by line."""
        return self.setting.encoder.describe()


def _seated(chosen: Setting, seat: int, opponents: str | Bot | Sequence[str | Bot]) -> dict[int, str | Bot]:
    """Who has which of the other seats."""
    others = [place for place in range(chosen.seats) if place != seat]
    each = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else None
    found: list[Any] = each if each is not None else [opponents] * len(others)
    if len(found) != len(others):
        raise BadOption(f"{len(others)} other seats need {len(others)} bots, not {len(found)}")
    for bot in found:
        if isinstance(bot, str):
            make(bot, 0, chosen.game)
    return dict(zip(others, found, strict=True))


class VectorEnv(gymnasium.vector.VectorEnv[Observation, npt.NDArray[np.int64], Any]):
    """Many games in step, in compiled code.

    Without a `seat` every action is the caller's: `info["actor"]` tells for which seat the next one
    is, the observation and mask are that seat's, the reward is that of the seat that has just acted,
    and `info["rewards"]` has everybody's. With a `seat` the others choose at random in between.

    A game that is over begins anew in the same step (`AutoresetMode.SAME_STEP`): the observation is the
    new game's, `info["final_obs"]` and `info["final_info"]` have the old one's last. With `NEXT_STEP` the
    next step begins it and ignores its action. `copy=False` gives out the arrays themselves, which the
    next step overwrites.
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
            raise BadOption("a vector has at least one game")
        if autoreset_mode not in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
            raise BadOption("autoreset_mode is SAME_STEP or NEXT_STEP")
        self.setting = setting(game, seats, options, pieces)
        self.game, self.num_envs, self.form, self.copy = self.setting.game, num_envs, observation, copy
        self.seat, self.render_mode = seat, render_mode
        self.metadata = {**self.metadata, "autoreset_mode": autoreset_mode}
        self._same_step = autoreset_mode == AutoresetMode.SAME_STEP
        self._rows = Rows(self.setting, num_envs, EVERYBODY if seat is None else seat, illegal)
        self._raw = bytes_of(self._rows.states)
        self._seen = np.zeros((num_envs, self.setting.encoder.size), np.float32)
        self._all = np.arange(num_envs)
        self._watching = self._rows.actor if seat is None else np.full(num_envs, seat)
        self.single_observation_space = observation_space(self.setting, observation)
        self.single_action_space = action_space(self.setting)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        fresh = seed is not None or self._np_random is None
        super().reset(seed=seed)
        if fresh:
            self._rows.seed(int(self.np_random.integers(2**62)) if seed is None else seed)
        self._rows.todo[:] = BEGIN
        self._rows.begin_asked()
        return self._observation(), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        rows = self._rows
        rows.actions[:] = actions
        if self._same_step:
            rows.todo[:] = ACT
        else:
            rows.todo[:] = np.where(rows.stands == RUNS, ACT, BEGIN)
        if rows.illegal == RAISE and len(wrong := rows.refused()):
            raise Illegal(f"game {wrong[0]}: action {rows.actions[wrong[0]]} is not legal now")
        acted = self._watching.copy()
        rows.begin_asked()
        rewards = rows.reward[self._all, acted]
        ended = rows.stands != RUNS
        info: dict[str, Any] = {}
        if ended.any():
            everybody, forfeit = rows.reward.copy(), rows.stands == FORFEIT
            if self._same_step:
                info = self._finals(ended, acted)
                rows.todo[:] = np.where(ended, BEGIN, STAY)
                rows.begin_asked()
        else:
            everybody, forfeit = np.zeros_like(rows.reward), np.zeros(self.num_envs, bool)
        info |= self._info() | {"rewards": everybody, "illegal": forfeit}
        return self._observation(), rewards, ended, np.zeros(self.num_envs, bool), info

    def _observation(self) -> Observation:
        seen = np.empty_like(self._seen) if self.copy else self._seen
        self.setting.encoder.many(self._raw, self._watching, seen)
        return observed(self.setting, self.form, seen, self._given(self._rows.mask))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._given(self._rows.mask), "actor": self._given(self._rows.actor)}

    def _given(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self.copy else array

    def _finals(self, ended: npt.NDArray[np.bool_], acted: npt.NDArray[np.int64]) -> dict[str, Any]:
        """Last observations and results of the games that have just ended."""
        rows, which = self._rows, np.flatnonzero(ended)
        seen: Floats = np.empty((len(which), self._seen.shape[1]), np.float32)
        self.setting.encoder.many(self._raw[which], acted[which], seen)
        last = np.full(self.num_envs, None, object)
        for place, row in enumerate(which):
            last[row] = observed(self.setting, self.form, seen[place], rows.mask[row].copy())
        states = rows.states[which]
        final = {name: np.zeros((self.num_envs, *states[name].shape[1:]), np.int64) for name in ("rank", "score")}
        for name, values in final.items():
            values[which] = states[name]
        return {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended.copy()}

    def render(self) -> tuple[str, ...]:
        """The tables as spectators see them."""
        states = self._rows.states
        return tuple(self.setting.text(states[i : i + 1], SPECTATOR) for i in range(self.num_envs))

    def describe(self) -> str:
        """The pieces of the observation, line by line."""
        return self.setting.encoder.describe()


def env_id(game: Game) -> str:
    return f"matchbox/{game.id}-v{game.about.version}"


def register_all() -> None:
    """Put every game into Gymnasium's registry, alone and as a vector."""
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
