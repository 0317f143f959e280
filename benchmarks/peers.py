"""Other systems playing the same random games, on one thread."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Notice = Callable[[str], object]
Measure = Callable[[], float]
SPIEL = {"backgammon": "backgammon", "othello 8x8": "othello"}
HERE = Path(__file__).parent


def peers_of(game: str, notice: Notice) -> Iterator[tuple[str, Measure]]:
    """Other systems that can play this game here, as (name, measure)."""
    if game in SPIEL:
        try:
            import pyspiel
        except ImportError:
            notice("no comparison with OpenSpiel, because it is not installed (extra: research)")
        else:
            loaded = pyspiel.load_game(SPIEL[game])
            yield "OpenSpiel C++ rollouts", _rollouts(pyspiel, loaded)
            yield "OpenSpiel from Python", _from_python(loaded)
    if game == "othello 8x8":
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            notice("no comparison with scalar C, because there is no C compiler")
        else:
            yield "scalar C", _scalar_c(compiler)


def searchers_of(game: str) -> Iterator[tuple[str, Measure]]:
    """Tree searches of other systems, with random playouts."""
    if game in SPIEL:
        try:
            import pyspiel
        except ImportError:
            return
        yield "OpenSpiel C++ MCTSBot", _tree_search(pyspiel, pyspiel.load_game(SPIEL[game]))


def _tree_search(pyspiel: Any, game: Any) -> Measure:
    """OpenSpiel's compiled search, one playout per simulation."""

    def measure(count: int = 1000) -> float:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 7), 2.0, count, 1000, False, 1, False)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(random.choice([action for action, _ in state.chance_outcomes()]))
        start = time.perf_counter()
        bot.step(state)
        return count / (time.perf_counter() - start)

    return measure


def _rollouts(pyspiel: Any, game: Any) -> Measure:
    """OpenSpiel's random rollouts: a single simulation of its compiled search, with many rollouts."""

    def measure(count: int = 300) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(count, random.randrange(2**31))
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False)
        state = game.new_initial_state()
        while state.is_chance_node():  # backgammon: the opening roll
            state.apply_action(random.choice([action for action, _ in state.chance_outcomes()]))
        start = time.perf_counter()
        bot.step(state)
        return count / (time.perf_counter() - start)

    return measure


def _from_python(game: Any) -> Measure:
    """The usual loop in Python."""

    def measure(count: int = 100) -> float:
        choose = random.Random(1)
        start = time.perf_counter()
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(choose.choices(actions, weights)[0])
                else:
                    state.apply_action(choose.choice(state.legal_actions()))
        return count / (time.perf_counter() - start)

    return measure


def _scalar_c(compiler: str) -> Measure:
    """Bitboard Othello in C with our algorithm, compiled here with full optimisation."""
    folder = tempfile.mkdtemp(prefix="matchbox-bench-")
    program = Path(folder) / "othello"
    build = [compiler, "-O3", "-march=native", str(HERE / "othello.c"), "-o", str(program)]
    subprocess.run(build, check=True, capture_output=True)

    def measure(count: int = 200_000) -> float:
        printed = subprocess.run([program, str(count)], check=True, capture_output=True, text=True).stdout
        found = re.search(r"games_per_second ([\d.]+)", printed)
        assert found, printed
        return float(found[1])

    return measure
