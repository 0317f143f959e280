"""Every game as a PettingZoo environment.

    from matchbox.adapters.pettingzoo import env, parallel_env

    table = env("gold_mine", seats=4)
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        ...

Importing this module also registers every game: `pettingzoo.make("aec", "matchbox/gold_mine")`.
Agents are `player_0`, `player_1`, ... by seat. Rewards come at the end: places spread evenly
over -1..1; of co-operative games the score. Seed s starts the very game `game.new(seed=s)`;
later resets without a seed start others that follow from it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import BadOption, Game, Illegal, games

from .observation import bytes_of
from .rows import ACT, BEGIN, LOSE, OVER, RAISE, RUNS, Rows
from .setting import is_simultaneous, setting, turn_options
from .spaces import Observation, action_space, observation_space, observed

try:
    import pettingzoo
    from pettingzoo.utils.env import AECEnv, ParallelEnv
except ImportError as missing:
    raise ImportError("PettingZoo is not installed: pip install 'matchbox-games[research]'") from missing

Mask = npt.NDArray[np.int8]
Infos = dict[str, dict[str, Any]]
Report = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class _Table:
    """What both kinds of environment share: one game, its spaces, its agents.

    `max_cycles` truncates a game after so many cycles: in a cycle every seat that is asked acts
    once, so in turn games it is one action. `illegal` says what an action outside the mask does:
    `lose` ends the game with -1 for the agent and 0 for the others, `replace` takes the next legal
    action (by id, from the last on to the first), `raise` raises `Illegal` and changes nothing.
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
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.setting = setting(game, seats, options, pieces)
        self.game = self.setting.game
        self.max_cycles, self.render_mode, self.form = max_cycles, render_mode, observation
        self.metadata: dict[str, Any] = {
            "name": f"{self.game.id}_v{self.game.about.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": self.setting.simultaneous,
        }
        self._rows = Rows(self.setting, 1, illegal=illegal)
        self._raw = bytes_of(self._rows.states)
        self._seeded = False
        self._legal_at = self.game.compiled("legal_at")
        self._found = np.zeros(self.game.actions.count, np.int32)
        self.possible_agents = [f"player_{seat}" for seat in range(self.setting.seats)]
        self.agents: list[str] = []
        self._seats = {name: seat for seat, name in enumerate(self.possible_agents)}
        self.observation_spaces = {name: observation_space(self.setting, observation) for name in self.possible_agents}
        self.action_spaces = {name: action_space(self.setting) for name in self.possible_agents}
        self._cycles = 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def render(self) -> str:
        """The table as a spectator sees it, as text."""
        from matchbox.engine import SPECTATOR

        return self.setting.text(self._rows.states, SPECTATOR)

    def close(self) -> None:
        """There is nothing to release."""

    def describe(self) -> str:
        """The pieces of the observation, line by line."""
        return self.setting.encoder.describe()

    def _begin(self, seed: int | None) -> None:
        if seed is not None or not self._seeded:
            self._rows.seed(secrets.randbits(62) if seed is None else int(seed))
            self._seeded = True
        self._rows.todo[0] = BEGIN
        self._rows.move()
        self.agents = self.possible_agents[:]
        self._cycles = 0

    def _mask(self, seat: int) -> Mask:
        """What a seat may do now; nothing if it is not asked."""
        mask = np.zeros(len(self._found), np.int8)
        if self._rows.stands[0] == RUNS:
            mask[self._found[: self._legal_at(self._rows.states, 0, seat, self._found)]] = 1
        return mask

    def _seen(self, seat: int, mask: Mask) -> Observation:
        return observed(self.setting, self.form, self.setting.encoder.one(self._raw, seat), mask)

    def _outcome(self, seat: int) -> dict[str, Any]:
        """What there is to know about the end."""
        result = self.game.result(self._rows.states)
        if self._rows.stands[0] != OVER or result is None:
            return {}
        return {"rank": result.ranks[seat], "score": result.scores[seat], "reason": result.reason}


class Env(_Table, AECEnv):  # type: ignore[misc]
    """Agents act one after another; seats that choose at the same time do so in their order, in secret."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._asked = int(self._rows.states["asked"][0])
        self.agent_selection = self.possible_agents[self._rows.actor[0]]
        self.infos[self.agent_selection] = {"action_mask": self._rows.mask[0].copy()}

    def observe(self, agent: str) -> Observation:
        """What this agent sees now; the mask is empty if it is not asked."""
        rows, seat = self._rows, self._seats[agent]
        asked = seat == rows.actor[0] and rows.stands[0] == RUNS
        return self._seen(seat, rows.mask[0].copy() if asked else self._mask(seat))

    def step(self, action: int | None) -> None:
        agent, rows = self.agent_selection, self._rows
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = rows.actor[0]
        rows.actions[0] = -1 if action is None else action
        rows.todo[0] = ACT
        if rows.illegal == RAISE and len(rows.refused()):
            raise Illegal(f"{agent}: action {action} is not legal now")
        rows.move()
        if rows.stands[0] != RUNS:
            self._end(agent)
            return
        if self.max_cycles is not None and self._cycle_is_over(before):
            self._cycles += 1
            if self._cycles >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        following = self.possible_agents[rows.actor[0]]
        self.infos[agent] = {}
        self.infos[following] = {"action_mask": rows.mask[0].copy()}
        self.agent_selection = following
        if self.truncations[following]:
            self._deads_step_first()

    def _cycle_is_over(self, before: int) -> bool:
        """Seats of one moment act in ascending order; a new question or a lower seat begins a cycle."""
        asked = int(self._rows.states["asked"][0])
        changed, self._asked = asked != self._asked, asked
        return changed or self._rows.actor[0] <= before

    def _end(self, agent: str) -> None:
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = float(self._rows.reward[0, seat])
            self.infos[name] = self._outcome(seat)
        if self._rows.stands[0] != OVER:
            self.infos[agent] = {"illegal": True}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()


class Parallel(_Table, ParallelEnv):  # type: ignore[misc]
    """All agents act at once. Who is not asked has an empty mask, and its action is not looked at."""

    def __init__(self, game: Game | str, seats: int | None = None, **keywords: Any) -> None:
        super().__init__(game, seats, **keywords)
        if not self.setting.simultaneous:
            raise BadOption(f"{self.game.about.name} has no simultaneous choices with these options; use env()")
        self._masks: dict[str, Mask] = {}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        self._begin(seed)
        return self._look()

    def _look(self) -> tuple[dict[str, Observation], Infos]:
        self._masks = {name: self._mask(seat) for name, seat in self._seats.items()}
        seen = {name: self._seen(seat, self._masks[name]) for name, seat in self._seats.items()}
        return seen, {name: {"action_mask": mask.copy()} for name, mask in self._masks.items()}

    def step(self, actions: dict[str, int]) -> Report:
        if not self.agents:
            return {}, {}, {}, {}, {}
        asked = [name for name, mask in self._masks.items() if mask.any()]
        wrong = [name for name in asked if not self._is_legal(name, actions.get(name))]
        if wrong and self._rows.illegal == RAISE:
            raise Illegal(f"{wrong[0]}: action {actions.get(wrong[0])} is not legal now")
        if wrong and self._rows.illegal == LOSE:
            return self._forfeit(wrong)
        for name in asked:
            if not self._act(name, actions.get(name, 0)):
                break
        self._cycles += 1
        over = bool(self._rows.stands[0] != RUNS)
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        seen, infos = self._look()
        for name, seat in self._seats.items():
            infos[name] |= self._outcome(seat)
        return self._report(seen, infos, [float(x) for x in self._rows.reward[0]], over, cut)

    def _is_legal(self, name: str, action: int | None) -> bool:
        mask = self._masks[name]
        return action is not None and 0 <= action < len(mask) and bool(mask[action])

    def _act(self, name: str, action: int) -> bool:
        """Carry out one agent's choice of this cycle; does the game go on?"""
        rows, seat = self._rows, self._seats[name]
        rows.actor[0], rows.actions[0], rows.todo[0] = seat, action, ACT
        rows.mask[0] = self._masks[name]
        rows.move()
        return bool(rows.stands[0] == RUNS)

    def _forfeit(self, wrong: list[str]) -> Report:
        rewards = [-1.0 if name in wrong else 0.0 for name in self.possible_agents]
        self._rows.mask[0] = 0
        seen, infos = self._look()
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
    """A game as an environment in which agents act one after another."""
    return Env(game, seats, **keywords)


def parallel_env(game: Game | str, seats: int | None = None, **keywords: Any) -> Parallel:
    """A game with simultaneous choices as an environment in which all agents act at once."""
    return Parallel(game, seats, **keywords)


def env_id(game: Game) -> str:
    return f"matchbox/{game.id}-v{game.about.version}"


def register_all() -> None:
    """Put every game into PettingZoo's registry."""
    here = __name__
    for game in games().values():
        if env_id(game) not in pettingzoo.aec_registry:
            pettingzoo.register("aec", env_id(game), f"{here}:env", kwargs={"game": game.id})
        if is_simultaneous(game, turn_options(game)) and env_id(game) not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", env_id(game), f"{here}:parallel_env", kwargs={"game": game.id})


register_all()
