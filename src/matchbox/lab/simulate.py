"""Statistics of many games of bots against bots."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from matchbox import bots
from matchbox.engine import BadOption, Game, States
from matchbox.engine.playout import CHOICES, DECISIONS, DRAWS, OPTIONS, Totals, play_many

from .matches import Progress, check_games, check_threads, play_matches


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

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def simulate(
    game: Game,
    games: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    players: Sequence[str] = (),
    threads: int | None = None,
    progress: Progress = lambda done: None,
) -> Report:
    """Play games with these seats, options and bots. Game g has the seed `seed + g`."""
    if games < 1:
        raise BadOption("simulate at least one game")
    check_threads(threads)
    template = game.template(seats, options)
    seats = int(template["seats"][0])
    players = list(players) or ["random"] * seats
    if len(players) != seats:
        raise BadOption(f"{seats} seats need {seats} bots, not {len(players)}")
    for name in players:
        bots.make(name, 0, game)
    searching = any(name != "random" for name in players)
    if searching:
        check_games(games)
    next(play_many(game, template, 1, seed))  # compile before the clock starts
    totals, start = Totals(seats), time.perf_counter()
    parts = (
        _play_bots(game, template, games, seed, players, threads)
        if searching
        else play_many(game, template, games, seed, threads)
    )
    for part in parts:
        totals += part
        progress(part.games)
    seconds = time.perf_counter() - start
    ends = {
        game.reasons.texts[code]: int(n) / games for code, n in enumerate(totals.ends[: len(game.reasons.texts)]) if n
    }
    shared = seats if game.about.cooperative else 1  # in a co-operative game everybody gets the whole win
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
        win_share=[shared * float(x) / games for x in totals.sums[0, :seats]],
        draw_share=0.0 if game.about.cooperative else int(totals.tally[DRAWS]) / games,
        cap_share=sum(int(totals.ends[code]) for code in game.reasons.caps) / games,
        mean_decisions=int(totals.tally[DECISIONS]) / games,
        mean_choices=int(totals.tally[CHOICES]) / games,
        mean_options=int(totals.tally[OPTIONS]) / int(totals.tally[DECISIONS]),
        mean_score=[float(x) / games for x in totals.sums[1, :seats]],
        reasons=ends,
    )


def _play_bots(
    game: Game, template: States, games: int, seed: int, players: Sequence[str], threads: int | None
) -> Iterator[Totals]:
    """Totals of games with searching bots, one game at a time."""
    for played in play_matches(game, template, [players] * games, seed, threads):
        totals = Totals(len(players), 1)
        winners = played.result.winners
        totals.tally[[DECISIONS, CHOICES, OPTIONS]] = played.decisions, played.choices, played.options
        totals.tally[DRAWS] = len(winners) == len(players)
        for seat, score in enumerate(played.result.scores):
            totals.sums[0, seat] = (seat in winners) / max(len(winners), 1)
            totals.sums[1, seat] = score
        totals.ends[played.reason] = 1
        yield totals
