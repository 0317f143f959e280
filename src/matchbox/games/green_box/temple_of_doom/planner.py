"""Temple of Doom: how bots choose. They plan the rest of the round, and an expert plays the best plans on to compare them.

A plan is for known hands. Where hands are hidden they are dealt several times, and what a choice promises is averaged
over the deals. Weaker levels plan in the same way, but they keep fewer plans in mind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from matchbox.bots.analysis import Analysis
from matchbox.engine import Game, States, entry_point, reseed, wide
from matchbox.engine.chance import seed_words

from . import game as temple_of_doom
from .ahead import BEGINS, COLUMNS, ESTIMATE, candidates, compare
from .beam import MOST_CHOICES, SURVEY, room_for, slots_for
from .rules import redeal
from .weights import WEIGHTS

FUTURE = 1 << 20  # seeds of the futures that plans are played on in, apart from those of the deals
UNLIKELY = 1e-6  # points by which the choices not taken are worse at least


@dataclass(frozen=True)
class Effort:
    """How hard a bot thinks."""

    width: int  # plans that it keeps in mind
    deals: int  # of hidden hands
    compared: int  # plans that it plays on
    samples: int  # times that it plays any of them on
    rounds: int = 100  # for this number of rounds
    next_width: int = 8  # with this number of plans in mind

    @classmethod
    def of(cls, share: float) -> Effort:
        """A level's effort for its share of an expert's."""
        samples = int(96 * share)
        return cls(max(4, int(800 * share**0.75)), max(1, round(8 * share**0.5)), 12, samples if samples > 12 else 0)


@entry_point
def weigh(
    view: Any, seat: int, w: Any, t: Any, width: int, deals: int, compared: int, samples: int, rounds: int,
    next_width: int, key: Any, states: Any, plans: Any, sums: Any, pools: Any, ratings: Any, index: Any, info: Any,
    best: Any, values: Any,
) -> None:  # fmt: skip
    """Add up what every choice promises, in points, over all deals."""
    for deal in range(deals):
        states[0] = view[0]
        s = states[0]
        reseed(s, key, deal)
        redeal(s, seat)
        count = candidates(s, w, t[0], width, compared, plans, sums, pools, ratings, index, info, best)
        found = compare(
            states, w, t[0], seat, count, samples // deals, rounds, next_width, key, FUTURE, plans, sums,
            pools, ratings, index, info, best,
        )  # fmt: skip
        for choice in range(len(values)):
            most = -1e9
            for i in range(count):
                if plans[i, BEGINS] >> choice & 1:
                    likely = sums[i, ESTIMATE]
                    if not wide(plans[found, BEGINS]) >> choice & 1:
                        likely = min(likely, sums[found, ESTIMATE] - UNLIKELY)
                    most = max(most, likely)
            values[choice] += most


def hides_cards(view: States, seat: int) -> bool:
    """Are there cards in other hands that the seat does not know?"""
    others = np.arange(int(view["seats"][0])) != seat
    filled, known = view["filled"][0][: len(others)], view["open_hand"][0][: len(others)]
    places = np.arange(known.shape[1])
    return bool(((filled[:, None] >> places & 1) & (known == 0))[others].any())


def analyse(game: Game, view: States, seat: int, share: float, seed: int) -> Analysis:
    """Give every choice the score that the best plan beginning with it promises."""
    return weighed(game, view, seat, Effort.of(share), seed)


def weighed(game: Game, view: States, seat: int, effort: Effort, seed: int) -> Analysis:
    moves = game.moves(view, seat)
    values = np.zeros(len(moves))
    deals = effort.deals if hides_cards(view, seat) else 1
    room = room_for(max(effort.width, effort.next_width))
    most = effort.compared + MOST_CHOICES
    weigh(
        view, seat, WEIGHTS[min(int(view["seats"][0]), 2) - 1, int(view["unmatched"][0])], np.zeros(1, SURVEY),
        effort.width, deals, effort.compared, effort.samples, effort.rounds, effort.next_width,
        np.array(seed_words(seed), np.uint32), np.zeros(2, game.State.dtype),
        np.zeros((most, 2), np.int64), np.zeros((most, COLUMNS)),
        np.zeros((2, room, 3), np.int64), np.zeros(room), np.zeros(slots_for(room), np.int32),
        np.zeros(4, np.int64), np.zeros(MOST_CHOICES + 1), values,
    )  # fmt: skip
    low, high = game.about.score_bounds or (0, 0)
    values = np.clip(2.0 * (values / deals - low) / (high - low) - 1.0, -1.0, 1.0)
    looks = deals * (effort.samples // deals + 1)
    policy = (np.arange(len(moves)) == int(values.argmax())).astype(float)
    return Analysis(tuple(moves), (looks,) * len(moves), tuple(values.tolist()), tuple(policy.tolist()), looks)


def warm() -> None:
    """Compile the planner."""
    view = temple_of_doom.view(temple_of_doom.new(1, seed=0), 0)
    weighed(temple_of_doom, view, 0, Effort(1, 1, 2, 2, 1, 1), 0)
