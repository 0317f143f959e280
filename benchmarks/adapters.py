"""The research adapters and the engine's Python API beside their peers: python benchmarks/adapters.py [--rounds 6]

Every rate is the best of several rounds that alternate between the systems. Only the work of the
environments is timed; random legal actions are chosen in between. Peers: Pgx on the CPU (extra: peers),
OpenSpiel's vector environment and PettingZoo's classics (extras: research, peers).
"""

from __future__ import annotations

import argparse
import functools
import importlib
import random
import time
import timeit
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from matchbox.engine import games, get

Measure = Callable[[], float]
SECONDS = 0.3
SIZES = (64, 256, 1024, 4096)
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "backgammon": ("backgammon", {}),
    "othello": ("othellino", {"board": 8}),
}


def ours(game: str, size: int, **keywords: Any) -> Measure:
    """Steps per second of the vector environment, with observations, masks and new games."""
    from matchbox.adapters.gymnasium import VectorEnv

    name, options = GAMES[game]
    tables = VectorEnv(size, name, **keywords, **options)
    choose = np.random.default_rng(1)

    def measure() -> float:
        seen, _ = tables.reset(seed=1)
        spent, steps = 0.0, 0
        while spent < SECONDS:
            mask = seen["action_mask"]
            actions = (choose.random(mask.shape, np.float32) * mask).argmax(axis=1)
            start = time.perf_counter()
            seen, *_ = tables.step(actions)
            spent += time.perf_counter() - start
            steps += size
        return steps / spent

    return measure


def pgx(game: str, size: int, new_games: bool) -> Measure:
    """Steps per second of Pgx, compiled for the batch; with or without its automatic reset."""
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

    def measure() -> float:
        key = jax.random.PRNGKey(1)
        state = begin(jax.random.split(key, size))
        spent, steps = 0.0, -size  # the first step compiles
        while spent < SECONDS:
            key, first, second = jax.random.split(key, 3)
            actions, keys = jax.block_until_ready((pick(state, first), jax.random.split(second, size)))
            start = time.perf_counter()
            state = jax.block_until_ready(step(state, actions, keys))
            spent += time.perf_counter() - start if steps >= 0 else 0.0
            steps += size
        return steps / spent

    return measure


def spiel(game: str, size: int = 64) -> Measure:
    """Steps per second of OpenSpiel's vector environment."""
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.rl_environment import Environment
    from open_spiel.python.vector_env import SyncVectorEnv

    envs = SyncVectorEnv([Environment(game) for _ in range(size)])

    def measure() -> float:
        steps = envs.reset()
        spent, count = 0.0, 0
        while spent < SECONDS:
            legal = [step.observations["legal_actions"][step.observations["current_player"]] for step in steps]
            chosen = [StepOutput(action=random.choice(actions), probs=None) for actions in legal]
            start = time.perf_counter()
            steps, *_ = envs.step(chosen, reset_if_done=True)
            spent += time.perf_counter() - start
            count += size
        return count / spent

    return measure


def turns(make: Callable[[], Any]) -> Measure:
    """Turns per second of a PettingZoo environment, in the loop of PettingZoo's benchmark."""
    env = make()

    def measure() -> float:
        env.reset(seed=1)
        count, start = 0, time.perf_counter()
        while time.perf_counter() - start < SECONDS:
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
        return count / (time.perf_counter() - start)

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


def repeated(call: Callable[[], object], times: int = 1000) -> Measure:
    """Calls per second of a function."""

    def measure() -> float:
        return times / timeit.timeit(call, number=times)

    return measure


def moves(play: Callable[[random.Random], int]) -> Measure:
    """Moves per second of whole random games, with the choice of the moves, from Python."""

    def measure() -> float:
        choose, count, start = random.Random(1), 0, time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            count += play(choose)
        return count / (time.perf_counter() - start)

    return measure


def steps(name: str, size: int = 4096, **keywords: Any) -> Measure:
    """Steps per second of a batch of the engine, without observations."""
    batch = get(GAMES[name][0]).batch(size, **keywords, **GAMES[name][1])
    batch.reset(seed=1)

    def measure() -> float:
        spent, count = 0.0, 0
        while spent < SECONDS:
            actions = batch.sample()
            start = time.perf_counter()
            batch.step(actions)
            spent += time.perf_counter() - start
            count += size
        return count / spent

    return measure


def best(rounds: int, measures: dict[str, Measure]) -> dict[str, float]:
    """The best rate of each. Rounds alternate, so that a busy moment slows all systems."""
    found = dict.fromkeys(measures, 0.0)
    for _ in range(rounds):
        for name, measure in measures.items():
            found[name] = max(found[name], measure())
    return found


def is_installed(module: str, advice: str) -> bool:
    try:
        importlib.import_module(module)
    except ImportError:
        print(f"no comparison with {module}, because it is not installed: pip install 'matchbox-games[{advice}]'")
        return False
    return True


def vectors(rounds: int) -> None:
    with_pgx, with_spiel = is_installed("pgx", "peers"), is_installed("pyspiel", "research")
    for game in GAMES:
        measures = {f"Matchbox {size}": ours(game, size) for size in (1024, 4096)}
        measures |= {f"Matchbox {size}, shared arrays": ours(game, size, copy=False) for size in (1024, 4096)}
        if with_pgx:
            for size in SIZES:
                measures[f"Pgx {size}, automatic reset"] = pgx(game, size, True)
                measures[f"Pgx {size}, no reset"] = pgx(game, size, False)
        if with_spiel:
            measures["OpenSpiel 64"] = spiel(game)
        rates = best(rounds, measures)
        print(f"\n{game}, steps per second (batch)")
        for name, rate in rates.items():
            print(f"  {name:32} {rate:12,.0f}")
        top = max(rate for name, rate in rates.items() if name.startswith("Matchbox") and "shared" not in name)
        for peer in ("Pgx", "OpenSpiel"):
            others = [rate for name, rate in rates.items() if name.startswith(peer)]
            if others:
                print(f"  Matchbox at {top / max(others):.1f} times {peer} at its best")


def tables(rounds: int) -> None:
    from matchbox.adapters.pettingzoo import env

    theirs = best(rounds, dict(classics()))
    mine = best(rounds, {name: turns(functools.partial(env, name)) for name in games()})
    print("\nPettingZoo, turns per second")
    for name, rate in [*sorted(theirs.items()), *sorted(mine.items())]:
        print(f"  {name:32} {rate:12,.0f}")
    if theirs:
        fastest = max(theirs, key=theirs.__getitem__)
        low, high = min(mine.values()) / theirs[fastest], max(mine.values()) / theirs[fastest]
        print(f"  our games at {low:.1f} to {high:.1f} times the fastest of theirs, {fastest}")


def one_at_a_time(rounds: int) -> None:
    """Copies and single games of Othello from Python, beside OpenSpiel's classes in C++."""
    game = get("othellino")
    state = game.new(seed=1, board=8)

    def our_game(choose: random.Random) -> int:
        state, count = game.new(seed=1, board=8), 0
        while acting := game.acting(state):
            game.apply(state, acting[0], choose.choice(game.legal(state, acting[0])))
            count += 1
        game.result(state)
        return count

    measures = {
        "copy, Matchbox": repeated(lambda: game.copy(state)),
        "copy, NumPy": repeated(state.copy),
        "view, Matchbox": repeated(lambda: game.view(state, 0)),
        "moves, Matchbox": moves(our_game),
    }
    if is_installed("pyspiel", "research"):
        import pyspiel

        theirs = pyspiel.load_game("othello")
        root = theirs.new_initial_state()

        def their_game(choose: random.Random) -> int:
            state, count = theirs.new_initial_state(), 0
            while not state.is_terminal():
                state.current_player()
                state.apply_action(choose.choice(state.legal_actions()))
                count += 1
            state.returns()
            return count

        measures |= {"copy, OpenSpiel": repeated(root.clone), "moves, OpenSpiel": moves(their_game)}
    rates = best(rounds, measures)
    print("\nOthello, one game at a time from Python, microseconds")
    for name, rate in rates.items():
        print(f"  {name:32} {1e6 / rate:12.2f}")
    for name, rate in rates.items():
        what, whose = name.split(", ")
        if whose != "Matchbox":
            print(f"  {what}: Matchbox is {rates[f'{what}, Matchbox'] / rate:.2f} times as fast as {whose}")


def batches(rounds: int) -> None:
    """The engine's batches: what checks cost, and what a second thread gains."""
    for game in GAMES:
        measures = {
            "checked": steps(game),
            "checked=False": steps(game, checked=False),
            "threads=2": steps(game, threads=2),
            "threads=2, checked=False": steps(game, threads=2, checked=False),
        }
        rates = best(rounds, measures)
        print(f"\n{game}, steps per second (game.batch(4096), without observations)")
        for name, rate in rates.items():
            print(f"  {name:32} {rate:12,.0f}  {rate / rates['checked']:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=6, help="rounds to take the best of (6)")
    rounds = parser.parse_args().rounds
    warnings.simplefilter("ignore")
    one_at_a_time(rounds)
    batches(rounds)
    vectors(rounds)
    if is_installed("pettingzoo", "research"):
        tables(rounds)


if __name__ == "__main__":
    main()
