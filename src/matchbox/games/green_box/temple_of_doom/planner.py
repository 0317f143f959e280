"""Temple of Doom: how bots choose. They plan the rest of the round; an expert plays the best plans on to compare them.

A plan is for known hands. Where hands are hidden they are dealt several times, and what a choice promises is averaged
over the deals. Weaker levels plan in the same way, but they keep fewer plans in mind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from matchbox.bots.analysis import Analysis
from matchbox.engine import Game, States, entry_point, reseed
from matchbox.engine.chance import seed_words

from . import game as temple_of_doom
from .ahead import CANDIDATE, candidates, compare
from .beam import PLAN, UNRATED, room_for, slots_for
from .rules import redeal
from .survey import MOST_CHOICES, SURVEY, WEIGHTS

FUTURE = 1 << 20  # seeds of the futures that plans are played on in, apart from those of the deals
WORSE = 1e-6  # points that a choice loses at least if it does not begin the plan that stayed in longest

COVERS_EVERYTHING = True  # bots of all levels plan every choice, so a table need not wait for the search


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
    next_width: int, key: Any, states: Any, found: Any, pools: Any, index: Any, values: Any,
) -> None:  # fmt: skip
    """Add up what every choice promises, in points, over all deals."""
    for deal in range(deals):
        states[0] = view[0]
        reseed(states[0], key, deal)
        redeal(states[0], seat)
        count = candidates(states[0], w, t[0], width, compared, found, pools, index)
        best = compare(
            states, w, t[0], seat, found, count, samples // deals, rounds, next_width, key, FUTURE, pools, index
        )
        for choice in range(len(values)):
            most = UNRATED
            for i in range(count):
                if found[i].choices >> choice & 1:
                    most = max(most, found[i].estimate)
            if not found[best].choices >> choice & 1:
                most = min(most, found[best].estimate - WORSE)
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
    weigh(
        view, seat, WEIGHTS, np.zeros(1, SURVEY),
        effort.width, deals, effort.compared, effort.samples, effort.rounds, effort.next_width,
        np.array(seed_words(seed), np.uint32), np.zeros(2, game.State.dtype),
        np.zeros(effort.compared + MOST_CHOICES, CANDIDATE), np.zeros((2, room), PLAN),
        np.zeros(slots_for(room), np.int32), values,
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
