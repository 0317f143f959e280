"""Variants of the levels: what they may choose, how long they search, and which names are refused."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from matchbox import bots
from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.bots.variants import is_variant, thinking
from matchbox.engine import BadOption, Game, States, get


def positions(game: Game, count: int) -> list[tuple[States, int]]:
    """Views of seats that choose, in games of random moves."""
    random = np.random.default_rng(5)
    found: list[tuple[States, int]] = []
    state = game.new(seed=3)
    while len(found) < count:
        if state["over"][0]:
            state = game.new(seed=len(found))
        seat = game.acting(state)[0]
        found.append((game.view(state, seat), seat))
        game.apply(state, seat, int(random.choice(game.moves(state, seat))))
    return found


def block_of(game: Game, action: int, view: States) -> str:
    return game.actions.named(action, game.context_of(view)).name


@pytest.mark.parametrize("base", ["random", "novice"])
def test_a_forbidden_action_is_chosen_only_if_nothing_else_is_legal(base: str) -> None:
    game = get("gold_mine")
    never, always = (bots.seated(f"{base} {word} run", 1, game) for word in ("never", "always"))
    for view, seat in positions(game, 30):
        blocks = {block_of(game, action, view) for action in game.moves(view, seat)}
        assert (block_of(game, never.choose(game, view, seat), view) == "run") == (blocks == {"run"})
        assert (block_of(game, always.choose(game, view, seat), view) == "run") == ("run" in blocks)


def test_a_restricted_search_without_an_opinion_still_chooses() -> None:
    """The search may never have looked at the moves that are left."""
    game = get("othellino")
    bot = bots.seated("novice always place", 1, game)
    for view, seat in positions(game, 10):
        assert bot.choose(game, view, seat) in game.legal(view, seat)


def test_greedy_takes_the_most_points() -> None:
    game = get("othellino")
    bot = bots.seated("greedy", 1, game)
    for view, seat in positions(game, 20):
        gains = {}
        for action in game.moves(view, seat):
            after = view.copy()
            game.apply(after, seat, action)
            result = game.result(after)
            lead = int(after["score"][0][seat]) - int(after["score"][0][1 - seat])
            gains[action] = lead if result is None else 1000 * (3 - 2 * result.ranks[seat])
        assert gains[bot.choose(game, view, seat)] == max(gains.values())


def test_a_level_thinks_longer_or_shorter() -> None:
    game, club = get("gold_mine"), LEVELS["club"]
    more, less = thinking(club, Fraction(4)), thinking(club, Fraction(1, 2))
    assert more.iterations(game) == 4 * club.iterations(game)
    assert less.iterations(game) == club.iterations(game) // 2
    assert thinking(LEVELS["novice"], Fraction(1)).softness == club.softness
    assert thinking(LEVELS["expert"], Fraction(1)).softness == 0.0
    bot = bots.seated("club x4", 1, game)
    assert isinstance(bot, SearchBot)
    assert bot.level == more


def test_names_of_variants() -> None:
    assert is_variant("greedy")
    assert is_variant("club x4")
    assert not is_variant("club")
    assert not is_variant(" club ")


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("clubb x4", "begin with one of"),
        ("perfect x4", "begin with one of"),
        ("club x0", "no bot 'club x0'"),
        ("club x1/0", "no bot"),
        ("random x4", "no bot 'random x4'"),
        ("club never dance", "no action 'dance'"),
        ("club sometimes run", "no bot"),
        ("club never run fast", "no bot"),
    ],
)
def test_bad_names_are_refused(name: str, complaint: str) -> None:
    with pytest.raises(BadOption, match=complaint):
        bots.seated(name, 1, get("gold_mine"))
