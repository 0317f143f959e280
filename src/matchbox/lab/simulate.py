"""Statistics of many games of bots against bots."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.bots.warm import warm_for
from matchbox.engine import BadOption, Game, States
from matchbox.engine.playout import (
    BY_SEAT,
    BY_TURN,
    CHOICES,
    DECISIONS,
    DRAWS,
    MIXED,
    OPTIONS,
    Totals,
    chunks_of,
    note_game,
    play_chunk,
    play_many,
)

from .executors import Executor, Threads
from .intervals import mean_interval, ratio_interval, wilson
from .matches import Progress, check_games, line_up_of, play_matches


@dataclass(frozen=True)
class TurnOrder:
    """Figures of the starting player, of the next seat and so on, over the games that one seat begins."""

    games: int
    starts: list[int]  # per seat: the games that it begins
    win_share: list[float]
    mean_score: list[float]
    intervals: dict[str, Any]


@dataclass(frozen=True)
class Report:
    """Statistics of many games. Shares are of all games."""

    game: str
    version: int
    seats: int
    options: dict[str, Any]
    bots: list[str]
    seed: str
    games: int
    seconds: float
    games_per_second: float
    win_share: list[float]  # per seat; shared wins are split, in co-operative games everybody gets the whole win
    draw_share: float  # games in which all seats share first place
    cap_share: float  # games ended by the length limit of the rules
    mean_decisions: float  # actions per game, including forced moves
    mean_choices: float  # decisions with more than one legal action
    mean_options: float  # legal actions per decision, over all decisions
    mean_score: list[float]  # per seat
    reasons: dict[str, float]  # how the games ended
    intervals: dict[str, Any]  # 95 %, for every figure by its name and in its shape; None if one game tells none
    turn_order: TurnOrder | None  # None if every game begins with a simultaneous choice

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def simulate(
    game: Game,
    games: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    players: Sequence[str] = (),
    executor: Executor | None = None,
    progress: Progress = lambda done: None,
) -> Report:
    """Play games with these seats, options and bots. Game g has the seed `seed + g`."""
    if games < 1:
        raise BadOption("simulate at least one game")
    executor = executor or Threads()
    template = game.template(seats, options)
    players = list(line_up_of(game, template, players))
    searching = any(name != "random" for name in players)
    if searching:
        check_games(games)
        warm_for(game, players)
    next(play_many(game, template, 1, seed))  # compile before the clock starts
    totals, start = Totals(len(players)), time.perf_counter()
    parts = (
        _play_bots(game, template, games, seed, players, executor)
        if searching
        else executor.run(functools.partial(play_chunk, game, template, games, seed), chunks_of(games))
    )
    for part in parts:
        totals += part
        progress(part.games)
    seconds = time.perf_counter() - start
    return _report(game, template, seed, players, totals, seconds)


def _report(game: Game, template: States, seed: int, players: list[str], totals: Totals, seconds: float) -> Report:
    games, seats = totals.games, totals.seats
    tally, products, ends = (part.tolist() for part in (totals.tally, totals.products, totals.ends))
    draws = 0.0 if game.about.cooperative else tally[DRAWS] / games
    capped = sum(ends[code] for code in game.reasons.caps) / games
    reasons = {text: n / games for text, n in zip(game.reasons.texts, ends, strict=False) if n}
    by_seat = _figures(game, totals.sums[BY_SEAT], seats, games)
    decisions, options = tally[DECISIONS], tally[OPTIONS]
    intervals = {
        **by_seat["intervals"],
        "draw_share": None if game.about.cooperative else wilson(draws, games),
        "cap_share": wilson(capped, games),
        "mean_decisions": mean_interval(decisions, products[DECISIONS], games),
        "mean_choices": mean_interval(tally[CHOICES], products[CHOICES], games),
        "mean_options": ratio_interval(
            options, decisions, products[OPTIONS], products[DECISIONS], products[MIXED], games
        ),
        "reasons": {text: wilson(share, games) for text, share in reasons.items()},
    }
    starts = totals.starts[:seats].tolist()
    begun = sum(starts)
    return Report(
        game=game.id,
        version=game.about.version,
        seats=seats,
        options=game.options_of(template),
        bots=players,
        seed=str(seed),
        games=games,
        seconds=seconds,
        games_per_second=games / seconds,
        draw_share=draws,
        cap_share=capped,
        mean_decisions=decisions / games,
        mean_choices=tally[CHOICES] / games,
        mean_options=options / decisions,
        reasons=reasons,
        turn_order=TurnOrder(begun, starts, **_figures(game, totals.sums[BY_TURN], seats, begun)) if begun else None,
        **{**by_seat, "intervals": intervals},
    )


def _figures(game: Game, sums: npt.NDArray[np.float64], seats: int, games: int) -> dict[str, Any]:
    """Win shares and mean scores per seat or place, with their intervals."""
    wins, scores, squares = sums[:, :seats].tolist()
    winners = seats if game.about.cooperative else 1  # in a co-operative game everybody gets the whole win
    win_share = [winners * won / games for won in wins]
    intervals = {
        "win_share": [wilson(share, games) for share in win_share],
        "mean_score": [mean_interval(*pair, games) for pair in zip(scores, squares, strict=True)],
    }
    return {"win_share": win_share, "mean_score": [score / games for score in scores], "intervals": intervals}


def _play_bots(
    game: Game, template: States, games: int, seed: int, players: Sequence[str], executor: Executor
) -> Iterator[Totals]:
    """Totals of games with searching bots, one game at a time."""
    for played in play_matches(game, template, [players] * games, seed, executor):
        totals = Totals(len(players), 1)
        totals.tally[[DECISIONS, CHOICES, OPTIONS]] = played.decisions, played.choices, played.options
        result = played.result
        note_game(
            len(players), result.ranks, result.scores, played.reason, played.starter,
            played.decisions, played.choices, played.options, *totals.arrays,
        )  # fmt: skip
        yield totals
