"""Games of bots against bots."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from matchbox import bots
from matchbox.bots.analysis import BufferCache
from matchbox.engine import BadOption, Game, Result, States
from matchbox.engine.playout import utility
from matchbox.play.match import Match

MOST_GAMES = 1_000_000
Watch = Callable[[Match, int], None]
"""Called with a match and the seat that is about to choose."""


@dataclass(frozen=True)
class Played:
    """A finished game of bots."""

    result: Result
    returns: tuple[float, ...]  # per seat, -1 to 1
    reason: int
    decisions: int
    choices: int  # decisions with more than one legal action
    options: int
    pace: tuple[float, ...] = field(compare=False)  # per seat: mean processor seconds per choice


def check_threads(threads: int | None) -> None:
    if threads is not None and threads < 1:
        raise BadOption(f"use at least 1 thread, not {threads}")


def check_games(games: int) -> None:
    if games > MOST_GAMES:
        raise BadOption(f"bots that search play at most {MOST_GAMES:,} games, not {games:,}")


def play_match(
    game: Game,
    template: States,
    players: Sequence[str | bots.Bot],
    seed: int,
    buffers: BufferCache | None = None,
    watch: Watch = lambda match, seat: None,
) -> Played:
    """Play a game with a bot in every seat, given by its name or as it is. The same seed gives the same game.

    `buffers` are memory that several games of one thread may share. `watch` is called before every choice.
    """
    match = Match(game, len(players))
    match.start(template, seed)
    seated = [
        bots.make(player, (seed * 1009 + seat) % 2**63, game, buffers) if isinstance(player, str) else player
        for seat, player in enumerate(players)
    ]
    decisions = options = 0
    choices, spent = [0] * len(players), [0.0] * len(players)
    while not match.over:
        for seat in match.acting():
            view = match.decision_view(seat)
            count = len(match.legal(seat))
            watch(match, seat)
            start = time.thread_time()
            action = seated[seat].choose(game, view, seat)
            if count > 1:
                choices[seat] += 1
                spent[seat] += time.thread_time() - start
            match.play(match.step(seat, action))
            decisions, options = decisions + 1, options + count
            if match.is_new_decision:
                break
    state = match.position
    result = game.result(state)
    assert result is not None
    value = game.compiled(utility.__name__)
    returns = tuple(float(value(state[0], seat)) for seat in range(len(players)))
    pace = tuple(seconds / max(count, 1) for seconds, count in zip(spent, choices, strict=True))
    return Played(result, returns, int(state["reason"][0]), decisions, sum(choices), options, pace)


def play_matches(
    game: Game, template: States, line_ups: Iterable[Sequence[str]], seed: int, threads: int | None = None
) -> Iterator[Played]:
    """Play one game per line-up, in threads (a search releases the interpreter lock); yields results in order."""
    check_threads(threads)

    def play(task: tuple[int, Sequence[str]]) -> Played:
        return play_match(game, template, task[1], seed + task[0])

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        yield from pool.map(play, enumerate(line_ups))


Progress = Callable[[int], None]
"""Called with the number of games finished since the last call."""
