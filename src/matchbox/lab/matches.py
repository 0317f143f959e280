"""Games of bots against bots, one by one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from matchbox import bots
from matchbox.engine import Game, Result, States
from matchbox.engine.moment import Moment
from matchbox.engine.play import utility


@dataclass(frozen=True)
class Played:
    """A finished game of bots."""

    result: Result
    returns: tuple[float, ...]  # per seat, -1 to 1
    reason: int
    decisions: int
    choices: int
    options: int


def play_match(game: Game, template: States, players: Sequence[str], seed: int) -> Played:
    """One game with a bot in every seat; the same seed gives the same game."""
    state = game.start(template, seed)
    moment = Moment(game, state)
    minds = [bots.make(name, (seed * 1009 + seat) % 2**63, game) for seat, name in enumerate(players)]
    decisions = choices = options = 0
    while not state["over"][0]:
        for seat in game.acting(state):
            view = moment.question(seat)
            count = len(game.legal(view, seat))
            action = minds[seat].choose(game, view, seat)
            game.apply(state, seat, action)
            moment.note(seat, action, state)
            decisions, choices, options = decisions + 1, choices + (count > 1), options + count
            if moment.is_new:
                break
    result = game.result(state)
    assert result is not None
    value = game.compiled(utility.__name__)
    returns = tuple(float(value(state[0], seat)) for seat in range(len(players)))
    return Played(result, returns, int(state["reason"][0]), decisions, choices, options)


def play_matches(
    game: Game, template: States, line_ups: Iterable[Sequence[str]], seed: int, threads: int | None = None
) -> Iterator[Played]:
    """Many games, one a line-up, on all cores (searching bots release the interpreter); in order."""

    def one(task: tuple[int, Sequence[str]]) -> Played:
        return play_match(game, template, task[1], seed + task[0])

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        yield from pool.map(one, enumerate(line_ups))


Progress = Callable[[int], None]
"""Told how many more games are done."""
