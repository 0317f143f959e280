"""All games as PettingZoo environments.

    from matchbox.adapters.pettingzoo import env, parallel_env

    table = env("gold_mine", seats=4)
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        ...

Importing this module registers every game: `pettingzoo.make("aec", "matchbox/gold_mine")`.
Agents are `player_0`, `player_1`, ... by seat. Rewards come at the end: ranks evenly spaced over -1..1,
or the score of a co-operative game. Seed s starts the same game as `game.new(seed=s)`; the games of
later resets without a seed follow from it.

`scaled` and `relative` change the numbers of observations for learners: see `matchbox.adapters.observation`.
`render_mode` is `ansi` (text), `rgb_array` (pixels) or `human` (a window); all show what a spectator may see.
Environments can be pickled and copied in the middle of a game, and continue identically.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import SPECTATOR, BadOption, Game, Illegal, games
from matchbox.engine.batch import whole_numbers

from .config import configure, is_simultaneous, turn_options
from .frames import Frames, Pixels
from .spaces import RENDER_MODES, Observation, action_space, as_observation, observation_space
from .vector_state import ACT, LOSE, OVER, RAISE, RESET, RUNNING, VectorState

try:
    import pettingzoo
    from pettingzoo.utils.env import AECEnv, ParallelEnv
except ImportError as missing:
    raise ImportError("install PettingZoo first: pip install 'matchbox-games[research]'") from missing

Mask = npt.NDArray[np.int8]
Infos = dict[str, dict[str, Any]]
Report = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class _SingleGame:
    """The common part of both environments: a game, its spaces and its agents.

    `max_cycles` truncates a game after this many cycles. In a cycle every acting seat acts once, so in a
    turn-based game it is one action. `illegal` sets the consequence of an action outside the mask: `lose`
    ends the game with -1 for the agent and 0 for the others, `replace` takes the next legal action by id
    (after the last comes the first), and `raise` raises `Illegal` and changes nothing.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        max_cycles: int | None = None,
        illegal: str = "lose",
        observation: str = "flat",
        pieces: Sequence[str] | None = None,
        scaled: bool = False,
        relative: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.config = configure(game, seats, options, pieces, scaled=scaled, relative=relative)
        self.game = self.config.game
        self.max_cycles, self.render_mode, self.form = max_cycles, render_mode, observation
        self.metadata: dict[str, Any] = {
            "name": f"{self.game.id}_v{self.game.about.version}",
            "render_modes": RENDER_MODES,
            "render_fps": 4,
            "is_parallelizable": self.config.simultaneous,
        }
        self._vector = VectorState(self.config, 1, illegal=illegal)
        self._seeded = False
        self._legal = np.zeros(self.game.actions.count, np.int32)
        self.possible_agents = [f"player_{seat}" for seat in range(self.config.seats)]
        self._frames = Frames(self.config, render_mode, self.possible_agents, RENDER_MODES)
        self.agents: list[str] = []
        self._seats = {name: seat for seat, name in enumerate(self.possible_agents)}
        self.observation_spaces = {name: observation_space(self.config, observation) for name in self.possible_agents}
        self.action_spaces = {name: action_space(self.config) for name in self.possible_agents}
        self._cycles = 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def render(self) -> str | Pixels | None:
        """The table as a spectator sees it: text, pixels, or None if a window shows it."""
        self._vector.check_started()
        return self._frames.frame(self._vector.states, SPECTATOR)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._frames.close()

    def describe(self) -> str:
        """The pieces of the observation, line by line."""
        return self.config.encoder.describe()

    def _start(self, seed: int | None) -> None:
        if seed is not None or not self._seeded:
            self._vector.seed(secrets.randbits(62) if seed is None else int(seed))
            self._seeded = True
        self._vector.commands[0] = RESET
        self._vector.step()
        self.agents = self.possible_agents[:]
        self._cycles = 0
        self._show()

    def _mask(self, seat: int) -> Mask:
        """The legal actions of a seat; empty if it does not act now."""
        mask = np.zeros(len(self._legal), np.int8)
        if self._vector.status[0] == RUNNING:
            legal_at = self.game.function("legal_at")
            mask[self._legal[: legal_at(self._vector.states, 0, seat, self._legal)]] = 1
        return mask

    def _observation(self, seat: int, mask: Mask) -> Observation:
        return as_observation(self.config, self.form, self.config.encoder.one(self._vector.raw, seat), mask)

    def _outcome(self, seat: int) -> dict[str, Any]:
        """The result for a seat; empty while the game runs."""
        result = self.game.result(self._vector.states)
        if self._vector.status[0] != OVER or result is None:
            return {}
        return {"rank": result.ranks[seat], "score": result.scores[seat], "reason": result.reason}


class Env(_SingleGame, AECEnv):  # type: ignore[misc]
    """Agents act one after another. Simultaneous choices are made in the order of the seats, in secret."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._decision_point = int(self._vector.states["decision_point"][0])
        self.agent_selection = self.possible_agents[self._vector.actor[0]]
        self.infos[self.agent_selection] = {"action_mask": self._vector.mask[0].copy()}

    def observe(self, agent: str) -> Observation:
        """The agent's observation; the mask is empty if the agent does not act now."""
        vector, seat = self._vector, self._seats[agent]
        is_actor = seat == vector.actor[0] and vector.status[0] == RUNNING
        return self._observation(seat, vector.mask[0].copy() if is_actor else self._mask(seat))

    def step(self, action: int | None) -> None:
        vector = self._vector
        vector.check_started()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = vector.actor[0]
        vector.choose([-1 if action is None else action])
        vector.commands[0] = ACT
        if vector.illegal_mode == RAISE and len(vector.illegal_rows()):
            raise Illegal(f"{agent}: action {action} is not legal now; choose one from the action mask")
        vector.step()
        self._show()
        if vector.status[0] != RUNNING:
            self._end(agent)
            return
        if self.max_cycles is not None and self._cycle_is_over(before):
            self._cycles += 1
            if self._cycles >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        following = self.possible_agents[vector.actor[0]]
        self.infos[agent] = {}
        self.infos[following] = {"action_mask": vector.mask[0].copy()}
        self.agent_selection = following
        if self.truncations[following]:
            self._deads_step_first()

    def _cycle_is_over(self, before: int) -> bool:
        """Is this a new cycle: a new decision point, or a lower seat? Within a cycle seats act in ascending order."""
        decision_point = int(self._vector.states["decision_point"][0])
        changed, self._decision_point = decision_point != self._decision_point, decision_point
        return changed or self._vector.actor[0] <= before

    def _end(self, agent: str) -> None:
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = float(self._vector.reward[0, seat])
            self.infos[name] = self._outcome(seat)
        if self._vector.status[0] != OVER:
            self.infos[agent] = {"illegal": True}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()


class Parallel(_SingleGame, ParallelEnv):  # type: ignore[misc]
    """All agents act simultaneously. The action of an agent with an empty mask is ignored."""

    def __init__(self, game: Game | str, seats: int | None = None, **keywords: Any) -> None:
        super().__init__(game, seats, **keywords)
        if not self.config.simultaneous:
            raise BadOption(f"{self.game.about.name} has no simultaneous choices with these options; use env()")
        self._masks: dict[str, Mask] = {}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        self._start(seed)
        return self._observe_all()

    def _observe_all(self) -> tuple[dict[str, Observation], Infos]:
        self._masks = {name: self._mask(seat) for name, seat in self._seats.items()}
        seen = {name: self._observation(seat, self._masks[name]) for name, seat in self._seats.items()}
        return seen, {name: {"action_mask": mask.copy()} for name, mask in self._masks.items()}

    def step(self, actions: dict[str, int]) -> Report:
        self._vector.check_started()
        if not self.agents:
            return {}, {}, {}, {}, {}
        acting = [name for name, mask in self._masks.items() if mask.any()]
        for name in acting:
            if actions.get(name) is not None:
                whole_numbers(f"the action of {name}", actions[name])
        wrong = [name for name in acting if not self._is_legal(name, actions.get(name))]
        if wrong and self._vector.illegal_mode == RAISE:
            action = actions.get(wrong[0])
            raise Illegal(f"{wrong[0]}: action {action} is not legal now; choose one from the action mask")
        if wrong and self._vector.illegal_mode == LOSE:
            return self._forfeit(wrong)
        for name in acting:
            if not self._act(name, actions.get(name, 0)):
                break
        self._show()
        self._cycles += 1
        over = bool(self._vector.status[0] != RUNNING)
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        seen, infos = self._observe_all()
        for name, seat in self._seats.items():
            infos[name] |= self._outcome(seat)
        return self._report(seen, infos, [float(x) for x in self._vector.reward[0]], over, cut)

    def _is_legal(self, name: str, action: int | None) -> bool:
        mask = self._masks[name]
        return action is not None and 0 <= action < len(mask) and bool(mask[action])

    def _act(self, name: str, action: int) -> bool:
        """Apply an agent's choice of this cycle. Return True if the game continues."""
        vector, seat = self._vector, self._seats[name]
        vector.actor[0], vector.actions[0], vector.commands[0] = seat, action, ACT
        vector.mask[0] = self._masks[name]
        vector.step()
        return bool(vector.status[0] == RUNNING)

    def _forfeit(self, wrong: list[str]) -> Report:
        rewards = [-1.0 if name in wrong else 0.0 for name in self.possible_agents]
        self._vector.mask[0] = 0
        seen, infos = self._observe_all()
        for name in wrong:
            infos[name]["illegal"] = True
        return self._report(seen, infos, rewards, True, False)

    def _report(
        self, seen: dict[str, Observation], infos: Infos, rewards: list[float], over: bool, cut: bool
    ) -> Report:
        names = self.possible_agents
        if over or cut:
            self.agents = []
        given = dict(zip(names, rewards, strict=True))
        return seen, given, dict.fromkeys(names, over), dict.fromkeys(names, cut), infos


def env(game: Game | str, seats: int | None = None, **keywords: Any) -> Env:
    """A game whose agents act one after another."""
    return Env(game, seats, **keywords)


def parallel_env(game: Game | str, seats: int | None = None, **keywords: Any) -> Parallel:
    """A game with simultaneous choices, whose agents act simultaneously."""
    return Parallel(game, seats, **keywords)


def env_id(game: Game) -> str:
    return f"matchbox/{game.id}-v{game.about.version}"


def register_all() -> None:
    """Register every game with PettingZoo."""
    here = __name__
    for game in games().values():
        if env_id(game) not in pettingzoo.aec_registry:
            pettingzoo.register("aec", env_id(game), f"{here}:env", kwargs={"game": game.id})
        if is_simultaneous(game, turn_options(game)) and env_id(game) not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", env_id(game), f"{here}:parallel_env", kwargs={"game": game.id})


register_all()
