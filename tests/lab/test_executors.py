"""Executors: the same results in the same order, also when a worker is lost."""

from __future__ import annotations

import os
import pickle
import signal
from pathlib import Path

import pytest

from matchbox.engine import BadOption, MatchboxError, get
from matchbox.engine.playout import CHUNK
from matchbox.lab.executors import Executor, Processes, Ray, Threads
from matchbox.lab.simulate import simulate
from matchbox.lab.tournament import tournament

Task = tuple[int, str]


def square(task: Task) -> int:
    """The square of a number. The folder notes who has worked on it."""
    number, folder = task
    with (Path(folder) / str(number)).open("a") as file:
        file.write(f"{os.getpid()}\n")
    return number * number


def square_or_die(task: Task) -> int:
    """The first worker that gets number 5 dies."""
    number, folder = task
    if number == 5 and not (Path(folder) / "dead").exists():
        (Path(folder) / "dead").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(task)


@pytest.mark.parametrize("executor", [Threads(3), Processes(2)], ids=["threads", "processes"])
def test_results_come_in_the_order_of_the_tasks(executor: Executor, tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path)) for number in range(20)]
    assert list(executor.run(square, tasks)) == [number * number for number in range(20)]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no way to kill a worker here")
def test_a_lost_worker_is_replaced_and_nothing_counts_twice(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path)) for number in range(12)]
    assert list(Processes(2).run(square_or_die, tasks)) == [number * number for number in range(12)]
    assert (tmp_path / "dead").exists()


def worker(task: Task) -> int:
    return os.getpid()


def test_processes_stay_for_the_next_run() -> None:
    executor = Processes(1)
    first, again = (set(executor.run(worker, [(0, ""), (1, "")])) for _ in range(2))
    assert first == again != {os.getpid()}


def die_at_times(task: Task) -> int:
    """Every third number kills the first worker that gets it."""
    number, folder = task
    if number % 3 == 0 and not (Path(folder) / f"dead {number}").exists():
        (Path(folder) / f"dead {number}").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always_die(task: Task) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


@pytest.mark.full
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no way to kill a worker here")
def test_a_long_study_may_lose_many_workers_but_not_all_at_one_task(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path)) for number in range(15)]
    assert list(Processes(1).run(die_at_times, tasks)) == [number * number for number in range(15)]
    with pytest.raises(MatchboxError, match="try again with fewer"):
        list(Processes(1).run(always_die, tasks))


def test_nothing_runs_on_after_the_caller_stops(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path)) for number in range(1000)]
    results = Threads(2).run(square, tasks)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert len(list(tmp_path.iterdir())) < 100


@pytest.mark.parametrize("count", [0, -1])
def test_less_than_one_worker_is_refused(count: int) -> None:
    for kind in (Threads, Processes):
        with pytest.raises(BadOption, match=f"at least 1 worker, not {count}"):
            kind(count)


@pytest.mark.parametrize("players", [("random", "random"), ("novice", "random")])
def test_figures_are_equal_to_the_last_bit_wherever_games_are_played(players: tuple[str, str]) -> None:
    game = get("jump_gate")
    games = 2 * CHUNK + 7 if "novice" not in players else 6
    found = [simulate(game, games, players=players, seed=3, executor=executor) for executor in executors()]
    figures = [{**report.as_dict(), "seconds": 0, "games_per_second": 0} for report in found]
    assert all(one == figures[0] for one in figures[1:])
    tables = [tournament(game, ["random", "novice"], 4, seed=3, executor=executor) for executor in executors()]
    assert tables[0] == tables[1]


def executors() -> list[Executor]:
    return [Threads(2), Processes(2)]


def test_a_game_survives_the_way_to_another_process() -> None:
    game = get("halma")
    assert pickle.loads(pickle.dumps(game)) is game


@pytest.mark.full
def test_ray_gives_the_same_figures() -> None:
    pytest.importorskip("ray", reason="Ray is not installed (extra: ray)")
    game = get("jump_gate")
    here, there = (
        simulate(game, 6, players=("novice", "random"), seed=3, executor=one).as_dict() for one in (Threads(1), Ray())
    )
    assert {**here, "seconds": 0, "games_per_second": 0} == {**there, "seconds": 0, "games_per_second": 0}


def test_a_wrong_address_of_a_ray_cluster_is_refused() -> None:
    pytest.importorskip("ray", reason="Ray is not installed (extra: ray)").shutdown()
    with pytest.raises(BadOption, match="no Ray cluster at nowhere"):
        Ray("nowhere")
