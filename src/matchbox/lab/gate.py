"""The gate of learned evaluations: games against the present bots, with the same processor time for each choice."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from matchbox.bots.learned import Learned, learned_for
from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.engine import Game, States

from .intervals import wilson
from .matches import play_match

GAMES_TO_TIME, POSITIONS_TO_TIME = 3, 24
FEWEST = 20  # games before a decision
Z_EARLY = 2.6  # standard errors above a half for a decision before all games are played
Z_HOPELESS = 1.0  # and below it
Evaluation = Callable[[Game, States], Learned | None]


@dataclass(frozen=True)
class Verdict:
    """The gate: games against the present expert, with the same processor time for each choice."""

    games: int
    share: float  # of the games won against the present bots; a draw is half a game. 0.5 is equal
    low: float
    high: float
    seconds: tuple[float, float]  # processor seconds for a choice, new and present

    @property
    def passed(self) -> bool:
        return self.low > 0.5

    def __str__(self) -> str:
        pace = f"{self.seconds[0]:.3f} s a choice against {self.seconds[1]:.3f} s"
        return f"{self.share:.3f} ({self.low:.3f} to {self.high:.3f}) of {self.games} games, {pace}"


def timed(game: Game, template: States, learned: Learned, effort: float, seed: int = 5) -> Learned:
    """The evaluation with as many iterations for an expert as take the time of an expert without it.

    Measured on positions from the beginning to the end of games that quick bots play with the evaluation.
    """
    guess = replace_header(learned, iterations=game.about.search_budget)
    positions = [position for number in range(GAMES_TO_TIME) for position in _choices(game, template, guess, number)]
    chosen = [positions[i] for i in np.linspace(0, len(positions) - 1, POSITIONS_TO_TIME).astype(int)]
    level = replace(LEVELS["expert"], share=effort, least=100, looks=4)
    bots = [SearchBot(level, seed, evaluation=partial(_given, found)) for found in (None, guess)]
    spent = [0.0, 0.0]
    for bot in bots:
        bot.analyse(game, *chosen[0])  # may compile
    for state, seat in chosen:  # one after the other at each position, because other work slows a machine down
        for number, bot in enumerate(bots):
            began = time.thread_time()
            bot.analyse(game, state, seat)
            spent[number] += time.thread_time() - began
    return replace_header(learned, iterations=int(game.about.search_budget * spent[0] / spent[1]))


def _given(learned: Learned | None, game: Game, view: States) -> Learned | None:
    return learned


def without(game: Game, view: States) -> None:
    """The evaluation of bots without a learned one."""


def _choices(game: Game, template: States, learned: Learned, number: int) -> list[tuple[States, int]]:
    """The choices of a game of quick bots."""
    bot = SearchBot(replace(LEVELS["club"], share=0.0, least=50, looks=2), number, evaluation=partial(_given, learned))
    state, found = game.start(template, 1000 + number), []
    while not state["over"][0]:
        seat = game.acting(state)[0]
        if len(game.moves(state, seat)) > 1:
            found.append((state.copy(), seat))
        game.apply(state, seat, bot.choose(game, game.view(state, seat), seat))
    return found


def replace_header(learned: Learned, **values: Any) -> Learned:
    return replace(learned, header={**learned.header, **values})


def gate(
    game: Game,
    template: States,
    learned: Learned,
    games: int = 400,
    effort: float = 0.1,
    seed: int = 7_000_000,
    threads: int = 2,
    present: Evaluation = learned_for,
    progress: Callable[[int, Verdict], None] = lambda done, verdict: None,
) -> Verdict:
    """Play the new evaluation against the present bots, each seed once from every seat; stop when it is decided.

    `present` is the evaluation of the present bots, if not the one in the game's folder.

    In a co-operative game both play the same seeds, and a share above 0.5 is a better score more often than not.
    """
    seats = int(template["seats"][0])
    level = replace(LEVELS["expert"], share=effort, least=100, looks=4)  # so that time is equal
    points: list[float] = []
    spent: list[tuple[float, float]] = []
    verdict = Verdict(0, 0.5, 0.0, 1.0, (0.0, 0.0))

    def play(number: int) -> tuple[float, tuple[float, float]]:
        def new() -> SearchBot:
            return SearchBot(level, number, evaluation=partial(_given, learned))

        if game.about.cooperative:
            mine, theirs = (
                play_match(game, template, [make() for _ in range(seats)], seed + number)
                for make in (new, lambda: SearchBot(level, number, evaluation=present))
            )
            lead = mine.result.scores[0] - theirs.result.scores[0]
            return 0.5 + 0.5 * np.sign(lead), (float(np.mean(mine.pace)), float(np.mean(theirs.pace)))
        place = number % seats
        old = partial(SearchBot, level, 1000 + number, evaluation=present)
        table = [new() if seat == place else old() for seat in range(seats)]
        played = play_match(game, template, table, seed + number // seats)
        others = np.mean([pace for seat, pace in enumerate(played.pace) if seat != place])
        return 0.5 + 0.5 * played.returns[place], (played.pace[place], float(others))

    with ThreadPoolExecutor(threads) as pool:
        for start in range(0, games, 4 * seats):
            for point, pace in pool.map(play, range(start, min(start + 4 * seats, games))):
                points.append(point)
                spent.append(pace)
            verdict = _verdict(points, spent)
            progress(len(points), verdict)
            if len(points) >= FEWEST and _decided(points):
                break
    return verdict


def _verdict(points: list[float], spent: list[tuple[float, float]]) -> Verdict:
    share = float(np.mean(points))
    if set(points) <= {0.0, 1.0}:
        low, high = wilson(share, len(points))
    else:
        reach = 1.96 * float(np.std(points)) / np.sqrt(len(points))
        low, high = share - reach, share + reach
    pace = np.mean(spent, axis=0)
    return Verdict(len(points), share, low, high, (float(pace[0]), float(pace[1])))


def _decided(points: list[float]) -> bool:
    """Is the share clearly above a half, or hardly so any more? Looking often asks for more than usual certainty."""
    error = max(float(np.std(points)), 0.2) / np.sqrt(len(points))
    lead = float(np.mean(points)) - 0.5
    return bool(lead > Z_EARLY * error or lead < -Z_HOPELESS * error)
