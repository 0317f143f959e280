"""The research adapters and the engine's Python API beside their peers: python benchmarks/adapters.py [--rounds 6]

Every rate is the best of several rounds that alternate between the systems. Only the work of the
environments is timed; random legal actions are chosen in between. Peers: Pgx on the CPU (extra: peers),
OpenSpiel's vector environment and PettingZoo's classics (extras: research, peers).

There are three rates: per second, per second of processor time (of all threads), and of the fastest single step. The
last two are comparable where other work runs on the machine.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import os
import random
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np

from matchbox.engine import games, get

SECONDS = 0.3
SIZES = (1024, 4096)
THREADS = (1, 2)
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "backgammon": ("backgammon", {}),
    "othello": ("othellino", {"board": 8}),
}


class Rates(NamedTuple):
    """Steps per second."""

    wall: float
    cpu: float  # of processor time
    fastest: float  # while the fastest step ran


NOTHING = Rates(0, 0, 0)
Measure = Callable[[], Rates]


class Clock:
    """Adds up the time of the work in its `with` blocks."""

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0
        self.steps, self.fastest = 0, 0.0

    def __enter__(self) -> None:
        self._cpu = time.process_time()
        self._wall = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self._last = time.perf_counter() - self._wall
        self.wall += self._last
        self.cpu += time.process_time() - self._cpu

    def count(self, steps: int) -> None:
        """Note the steps of the last block."""
        self.steps += steps
        self.fastest = max(self.fastest, steps / self._last)

    @property
    def is_running(self) -> bool:
        return self.wall < SECONDS

    def rates(self) -> Rates:
        return Rates(self.steps / self.wall, self.steps / self.cpu, self.fastest)


def ours(game: str, size: int, **keywords: Any) -> Measure:
    """The vector environment, with observations, masks and new games."""
    from matchbox.adapters.gymnasium import VectorEnv

    name, options = GAMES[game]
    tables = VectorEnv(size, name, **keywords, **options)
    choose = np.random.default_rng(1)

    def measure() -> Rates:
        seen, _ = tables.reset(seed=1)
        clock = Clock()
        while clock.is_running:
            mask = seen["action_mask"]
            actions = (choose.random(mask.shape, np.float32) * mask).argmax(axis=1)
            with clock:
                seen, *_ = tables.step(actions)
            clock.count(size)
        return clock.rates()

    return measure


@functools.cache
def pgx(game: str, size: int, new_games: bool) -> Measure:
    """Pgx, compiled for the batch; with or without its automatic reset."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make(game)
    begin = jax.jit(jax.vmap(env.init))
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init) if new_games else env.step))

    def choose(state: Any, key: Any) -> Any:
        scores = jnp.where(state.legal_action_mask, jax.random.uniform(key, state.legal_action_mask.shape), -1.0)
        return scores.argmax(axis=-1)

    pick = jax.jit(choose)

    def measure() -> Rates:
        key = jax.random.PRNGKey(1)
        state = begin(jax.random.split(key, size))
        clock = Clock()
        while clock.is_running:
            key, first, second = jax.random.split(key, 3)
            actions, keys = jax.block_until_ready((pick(state, first), jax.random.split(second, size)))
            if not clock.steps:
                jax.block_until_ready(step(state, actions, keys))  # compiles
            with clock:
                state = jax.block_until_ready(step(state, actions, keys))
            clock.count(size)
        return clock.rates()

    return measure


def pgx_rates(game: str, size: int, new_games: bool) -> Rates:
    warnings.simplefilter("ignore")
    return pgx(game, size, new_games)()


def on_cores(count: int) -> ProcessPoolExecutor:
    """A process that has only this number of cores: JAX takes a thread for each."""
    cores = sorted(os.sched_getaffinity(0))[:count]
    return ProcessPoolExecutor(1, get_context("spawn"), os.sched_setaffinity, (0, cores))


def spiel(game: str, size: int = 64) -> Measure:
    """OpenSpiel's vector environment."""
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.rl_environment import Environment
    from open_spiel.python.vector_env import SyncVectorEnv

    envs = SyncVectorEnv([Environment(game) for _ in range(size)])

    def measure() -> Rates:
        steps = envs.reset()
        clock = Clock()
        while clock.is_running:
            legal = [step.observations["legal_actions"][step.observations["current_player"]] for step in steps]
            chosen = [StepOutput(action=random.choice(actions), probs=None) for actions in legal]
            with clock:
                steps, *_ = envs.step(chosen, reset_if_done=True)
            clock.count(size)
        return clock.rates()

    return measure


def turns(make: Callable[[], Any]) -> Measure:
    """A PettingZoo environment, in the loop of PettingZoo's benchmark: turns, with the choice of the actions."""
    env = make()

    def play() -> int:
        count = 0
        for agent in env.agent_iter(env.num_agents):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                action = None
            elif isinstance(seen, dict) and "action_mask" in seen:
                action = random.choice(np.flatnonzero(seen["action_mask"]).tolist())
            else:
                action = env.action_space(agent).sample()
            env.step(action)
            count += 1
            if all(env.terminations.values()) or all(env.truncations.values()):
                env.reset()
        return count

    def measure() -> Rates:
        env.reset(seed=1)
        return repeated(play)()

    return measure


def classics() -> Iterator[tuple[str, Measure]]:
    """PettingZoo's board and card games, as far as they load here."""
    from pettingzoo.classic import all_modules

    for name, module in all_modules.classic_environments.items():
        try:
            found = importlib.import_module(module) if isinstance(module, str) else module
            yield name, turns(found.env)
        except Exception as problem:
            print(f"{name} cannot be measured here: {type(problem).__name__}: {problem}")


def repeated(work: Callable[[], int]) -> Measure:
    """Work that returns its number of steps."""

    def measure() -> Rates:
        clock = Clock()
        while clock.is_running:
            with clock:
                steps = work()
            clock.count(steps)
        return clock.rates()

    return measure


def thousand(call: Callable[[], object]) -> Callable[[], int]:
    """A thousand calls, because the clock takes as long as one of them."""

    def work() -> int:
        for _ in range(1000):
            call()
        return 1000

    return work


def stepped(name: str, size: int, **keywords: Any) -> Measure:
    """A batch of the engine, without observations."""
    batch = get(GAMES[name][0]).batch(size, **keywords, **GAMES[name][1])
    batch.reset(seed=1)

    def measure() -> Rates:
        clock = Clock()
        while clock.is_running:
            actions = batch.sample()
            with clock:
                batch.step(actions)
            clock.count(size)
        return clock.rates()

    return measure


def best(rounds: int, measures: dict[str, Measure]) -> dict[str, Rates]:
    """The best rates of each. Rounds alternate, so that a busy moment slows all systems."""
    found = dict.fromkeys(measures, NOTHING)
    for _ in range(rounds):
        for name, measure in measures.items():
            found[name] = Rates(*map(max, found[name], measure()))
    return found


def show(title: str, rates: dict[str, Rates]) -> None:
    print(f"\n{title}")
    print(f"  {'':32} {'per second':>12} {'per CPU second':>15} {'fastest step':>13}")
    for name, (wall, cpu, fastest) in rates.items():
        print(f"  {name:32} {wall:12,.0f} {cpu:15,.0f} {fastest:13,.0f}")


def is_installed(module: str, advice: str) -> bool:
    try:
        importlib.import_module(module)
    except ImportError:
        print(f"no comparison with {module}, because it is not installed: pip install 'matchbox-games[{advice}]'")
        return False
    return True


def vectors(rounds: int) -> None:
    with_pgx, with_spiel = is_installed("pgx", "peers"), is_installed("pyspiel", "research")
    with on_cores(THREADS[0]) as one, on_cores(THREADS[1]) as two:
        for game in GAMES:
            measures: dict[str, Measure] = {}
            for size in SIZES:
                for threads, process in zip(THREADS, (one, two), strict=True):
                    measures[f"Matchbox {size}, threads={threads}"] = ours(game, size, threads=threads)
                    for reset in (True, False) if with_pgx else ():
                        asked = functools.partial(process.submit, pgx_rates, game, size, reset)
                        name = f"Pgx {size}, cores={threads}{'' if reset else ', no reset'}"
                        measures[name] = lambda asked=asked: asked().result()  # type: ignore[misc]
                measures[f"Matchbox {size}, shared arrays"] = ours(game, size, copy=False)
            if with_spiel:
                measures["OpenSpiel 64"] = spiel(game)
            compare_vectors(game, best(rounds, measures))


def compare_vectors(game: str, rates: dict[str, Rates]) -> None:
    show(f"{game}, vector environments (batch), steps", rates)
    for size in SIZES:
        mine = [rates[f"Matchbox {size}, threads={threads}"] for threads in THREADS]
        for reset in ("", ", no reset"):
            for threads, my_rates in zip(THREADS, mine, strict=True):
                if theirs := rates.get(f"Pgx {size}, cores={threads}{reset}"):
                    by_cpu, by_wall = my_rates.cpu / theirs.cpu, my_rates.wall / theirs.wall
                    print(f"  {size}: {by_cpu:.1f} times Pgx per CPU second, {by_wall:.1f} per second", end="")
                    print(f" (threads={threads}{reset})")
        gain = mine[1].fastest / mine[0].fastest
        print(f"  {size}: two threads are {gain:.2f} times as fast as one (fastest step)")


def tables(rounds: int) -> None:
    from matchbox.adapters.pettingzoo import env

    theirs = best(rounds, dict(classics()))
    mine = best(rounds, {name: turns(functools.partial(env, name)) for name in games()})
    show("PettingZoo, turns", dict([*sorted(theirs.items()), *sorted(mine.items())]))
    if theirs:
        fastest = max(theirs, key=lambda name: theirs[name].cpu)
        ratios = [rates.cpu / theirs[fastest].cpu for rates in mine.values()]
        low, high = min(ratios), max(ratios)
        print(f"  our games at {low:.1f} to {high:.1f} times the fastest of theirs, {fastest}, per CPU second")


def one_at_a_time(rounds: int) -> None:
    """Copies and single games of Othello from Python, beside OpenSpiel's classes in C++."""
    game, choose = get("othellino"), random.Random(1)
    state = game.new(seed=1, board=8)

    def our_game() -> int:
        state, count = game.new(seed=1, board=8), 0
        while acting := game.acting(state):
            game.apply(state, acting[0], choose.choice(game.legal(state, acting[0])))
            count += 1
        game.result(state)
        return count

    works: dict[str, Callable[[], int]] = {
        "copy, Matchbox": thousand(lambda: game.copy(state)),
        "copy, NumPy": thousand(state.copy),
        "view, Matchbox": thousand(lambda: game.view(state, 0)),
        "moves, Matchbox": our_game,
    }
    if is_installed("pyspiel", "research"):
        import pyspiel

        theirs = pyspiel.load_game("othello")
        root = theirs.new_initial_state()

        def their_game() -> int:
            state, count = theirs.new_initial_state(), 0
            while not state.is_terminal():
                state.current_player()
                state.apply_action(choose.choice(state.legal_actions()))
                count += 1
            state.returns()
            return count

        works |= {"copy, OpenSpiel": thousand(root.clone), "moves, OpenSpiel": their_game}
    rates = best(rounds, {name: repeated(work) for name, work in works.items()})
    print("\nOthello, one game at a time from Python, microseconds of processor time")
    for name, rate in rates.items():
        print(f"  {name:32} {1e6 / rate.cpu:12.2f}")
    for name, rate in rates.items():
        what, whose = name.split(", ")
        if whose != "Matchbox":
            ratio = rates[f"{what}, Matchbox"].cpu / rate.cpu
            print(f"  {what}: Matchbox is {ratio:.2f} times as fast as {whose}")


def batches(rounds: int) -> None:
    """The engine's batches: what checks cost, and what a second thread gains."""
    for game in GAMES:
        for size in (4096, 16384):
            measures = {
                "checked": stepped(game, size),
                "checked=False": stepped(game, size, checked=False),
                "threads=2": stepped(game, size, threads=2),
                "threads=2, checked=False": stepped(game, size, threads=2, checked=False),
            }
            rates = best(rounds, measures)
            show(f"{game}, game.batch({size}) without observations, steps", rates)
            for checks in ("", ", checked=False"):
                ratio = rates[f"threads=2{checks}"].fastest / rates[checks.removeprefix(", ") or "checked"].fastest
                print(f"  two threads{checks}: {ratio:.2f} times as fast as one (fastest step)")


def imports(rounds: int) -> None:
    """Processor time of importing the engine, NumPy and Numba included, in a new process."""
    code = "import time; start = time.process_time(); import matchbox.engine; print(time.process_time() - start)"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # as after `pip install`, which writes bytecode
    command = [sys.executable, "-c", code]
    spent = [float(subprocess.check_output(command, env=environment)) for _ in range(rounds)]
    print(f"\nimport matchbox.engine: {min(spent):.2f} s of processor time")


PARTS = {"imports": imports, "single": one_at_a_time, "batches": batches, "vectors": vectors, "tables": tables}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6, help="rounds to take the best of (6)")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS), help="measure only these (all)")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    for name in arguments.parts:
        if name != "tables" or is_installed("pettingzoo", "research"):
            PARTS[name](arguments.rounds)


if __name__ == "__main__":
    main()
