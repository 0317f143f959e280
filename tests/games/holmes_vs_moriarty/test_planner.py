"""The solved end of a round is what the rules lead to, and only the seat's view is used."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.bots.analysis import Analysis, analyse, planned
from matchbox.bots.levels import LEVELS
from matchbox.engine import States
from matchbox.games.british_empire.holmes_vs_moriarty import game, planner
from matchbox.games.british_empire.holmes_vs_moriarty.rules import PASS
from matchbox.games.british_empire.holmes_vs_moriarty.state import WINDOW

from ..helpers import fill
from .test_rules import HOLMES, MORIARTY, announcement, passes, printed_example

EXPERT = LEVELS["expert"].share


def analysis(state: States, seat: int) -> Analysis:
    found = planned(game, game.view(state, seat), seat, EXPERT, 0)
    assert found is not None
    return found


def solved(state: States) -> planner.Solved:
    leader = 1 - int(state["holmes_seat"][0])
    return planner.solved_round(planner.rewound(state, leader).tobytes(), game, planner.ITERATIONS)


def played_out(state: States) -> float:
    """Moriarty's value of a deal if both seats follow the planner, by the rules."""
    s = state[0]
    if s["over"] or s["rounds"] != 1:
        return planner.value_of_scores(int(s["score"][MORIARTY]), int(s["score"][HOLMES]))
    if s["phase"] == WINDOW and len(game.acting(state)) == 2:
        total, plans = 0.0, [analysis(state, seat) for seat in (0, 1)]
        for action, chance in options(plans[0]):
            for reply, reply_chance in options(plans[1]):
                total += chance * reply_chance * after_both(state, action, reply)
        return total
    seat, total = game.acting(state)[0], 0.0
    for action, chance in options(analysis(state, seat)):
        then = state.copy()
        game.apply(then, seat, action)
        total += chance * played_out(then)
    return total


def options(found: Analysis) -> list[tuple[int, float]]:
    return [(action, chance) for action, chance in zip(found.actions, found.policy, strict=True) if chance > 0.0]


def after_both(state: States, first: int, second: int) -> float:
    """The mean over the tiles that may come."""
    in_deck, total = state["in_deck"][0].copy(), 0.0
    tiles = [tile for tile in range(1, 4) for _ in range(in_deck[tile])]
    turns = state["window"][0] == planner.FIRST_WINDOW and first == second == PASS
    for top in {*tiles} if turns else {tiles[0]}:
        then = state.copy()
        rest = list(tiles)
        rest.remove(top)
        then["deck"][0] = [*rest, top, *[0] * (6 - len(rest))]
        game.apply(then, 0, first)
        game.apply(then, 1, second)
        total += played_out(then) * (in_deck[top] / len(tiles) if turns else 1.0)
    return total


def test_the_value_is_what_the_rules_lead_to() -> None:
    state = printed_example()
    found = solved(state)
    assert found.gap < 0.02
    total = 0.0
    hands = [list(types) for types in found.types]
    for (mine, theirs, colour), chance in zip(found.deals.deal, found.deals.chance, strict=True):
        then = state.copy()
        fill(then, hand=[hands[1][theirs], hands[0][mine]], bag=np.eye(4, dtype=int)[colour])
        assert game.conserved(then)
        total += chance * played_out(then)
    assert total == pytest.approx(found.value, abs=0.02)


def test_deals_count_the_chips_that_have_been_placed() -> None:
    """Moriarty and the bag got five blues and four reds, and each of these nine chips is in the bag as often."""
    found = solved(printed_example())
    mine = found.deals.deal[:, 1] == found.types[1][(3, 0, 0, 0)]
    chances = dict(zip(found.deals.deal[mine, 2].tolist(), found.deals.chance[mine], strict=True))
    assert chances[1] / sum(chances.values()) == pytest.approx(4 / 9)


def test_announcements_that_lose_points_are_not_worth_a_thought() -> None:
    """A right name brings Holmes 6 points, a wrong one costs 5: red is right in four of nine deals, blue in five."""
    state = printed_example()
    view = game.view(state, HOLMES)
    found = analyse(game, view, HOLMES, 200)
    tried = [action for action, visits in zip(found.actions, found.visits, strict=True) if visits]
    assert tried == [PASS, announcement("B")]


def test_only_the_seats_view_is_used() -> None:
    state = printed_example()
    for seat in (HOLMES, MORIARTY):
        view = game.view(state, seat)
        found = planned(game, view, seat, EXPERT, 3)
        assert found is not None
        assert list(found.actions) == game.moves(view, seat)
        assert sum(found.policy) == pytest.approx(1.0)
        assert found == planned(game, game.redeal(view, seat, 5), seat, EXPERT, 3)


def test_a_certain_bag_is_named() -> None:
    """Moriarty holds both reds, so the chip in the bag is blue."""
    state = printed_example()
    fill(state, hand=[(3, 0, 0, 0), (0, 2, 0, 0)], bag=(1, 0, 0, 0))
    assert analysis(state, MORIARTY).best == announcement("B")


def test_other_windows_races_and_weak_levels_are_left_to_the_search() -> None:
    state = printed_example()
    assert planned(game, state, 0, LEVELS["casual"].share, 0) is None
    assert planned(game, state, 0, LEVELS["club"].share, 0) is not None
    early = state.copy()
    fill(early, in_bag=2)
    assert planned(game, early, 0, EXPERT, 0) is None
    fill(state, announce=1)
    assert planned(game, state, 0, EXPERT, 0) is None


def test_the_solution_goes_on_to_the_last_window() -> None:
    state = printed_example()
    seen = 0
    passes(state, 2)
    while state["rounds"][0] == 1 and not state["over"][0]:
        for seat in game.acting(state):
            found = analysis(state, seat)
            seen += 1
            assert list(found.actions) == game.moves(state, seat)
            game.apply(state, seat, PASS if state["phase"][0] == WINDOW else game.moves(state, seat)[0])
    assert seen == 6  # a placement, two windows, and a placement between them


def test_every_choice_with_one_chip_in_the_bag_is_covered() -> None:
    seen = 0
    for seed in range(12):
        state, random = game.new(2, seed), np.random.default_rng(seed)
        while state["rounds"][0] == 1 and not state["over"][0]:
            for seat in game.acting(state):
                if state["in_bag"][0] == 1:
                    found = planned(game, game.view(state, seat), seat, LEVELS["club"].share, seed)
                    assert found is not None
                    assert list(found.actions) == game.moves(state, seat)
                    assert max(map(abs, found.values)) <= 1.0
                    seen += 1
                window = state["phase"][0] == WINDOW
                game.apply(state, seat, PASS if window else int(random.choice(game.moves(state, seat))))
    assert seen == 12 * 10
