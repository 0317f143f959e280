"""Games of bots against bots."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from matchbox import bots
from matchbox.bots.analysis import BufferCache
from matchbox.engine import BadOption, Game, Result, States
from matchbox.engine.playout import utility
from matchbox.engine.turns import sole_actor
from matchbox.play.match import Match

from .executors import Executor

MOST_GAMES = 1_000_000
Watch = Callable[[Match, int], None]
"""Called with a match and the seat that is about to choose."""


@dataclass(frozen=True)
class Played:
    """A finished game of bots."""

    result: Result
    returns: tuple[float, ...]  # per seat, -1 to 1
    reason: int
    starter: int  # the starting player, or NOBODY if the game begins with a simultaneous choice
    decisions: int
    choices: int  # decisions with more than one legal action
    options: int
    pace: tuple[float, ...] = field(compare=False)  # per seat: mean processor seconds per choice


def check_games(games: int) -> None:
    if games > MOST_GAMES:
        raise BadOption(f"bots that search play at most {MOST_GAMES:,} games, not {games:,}")


def seated_bot(name: str, game: Game, seed: int, seat: int, buffers: BufferCache | None = None) -> bots.Bot:
    """The bot of a seat in the game with this seed."""
    return bots.seated(name, (seed * 1009 + seat) % 2**63, game, buffers)


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
    starter = sole_actor(match.position[0])
    seated = [
        seated_bot(player, game, seed, seat, buffers) if isinstance(player, str) else player
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
    return Played(result, returns, int(state["reason"][0]), starter, decisions, sum(choices), options, pace)


class Choice(NamedTuple):
    """A bot's choice, with everything that it saw."""

    seat: int
    view: States
    legal: list[int]
    move: bots.BotMove


@dataclass
class Noting:
    """A bot that notes its choices in a list, which all bots of a game may share."""

    bot: bots.Bot
    notes: list[Choice]

    def choose(self, game: Game, view: States, seat: int) -> int:
        move = bots.move_of(self.bot, game, view, seat)
        self.notes.append(Choice(seat, view, game.legal(view, seat), move))
        return move.action


def line_up_of(game: Game, template: States, players: Sequence[str]) -> tuple[str, ...]:
    """A bot for each seat: those that are named, or random ones. Raises BadOption if they do not fit the game."""
    seats = int(template["seats"][0])
    line_up = tuple(players) or ("random",) * seats
    if len(line_up) != seats:
        raise BadOption(f"{seats} seats need {seats} bots, not {len(line_up)}")
    for name in line_up:
        bots.seated(name, 0, game)
    return line_up


def play_matches(
    game: Game, template: States, line_ups: Sequence[Sequence[str]], seed: int, executor: Executor
) -> Iterator[Played]:
    """Play one game per line-up; yields results in order. Game g has the seed `seed + g`."""
    tasks = [(seed + number, tuple(line_up)) for number, line_up in enumerate(line_ups)]
    yield from executor.run(functools.partial(_play_task, game, template), tasks)


def _play_task(game: Game, template: States, task: tuple[int, tuple[str, ...]]) -> Played:
    seed, line_up = task
    return play_match(game, template, line_up, seed)


Progress = Callable[[int], None]
"""Called with the number of games finished since the last call."""
