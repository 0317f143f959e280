"""Search buffers are reused within a memory limit, and reuse does not change a bot's moves."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox import bots
from matchbox.bots.analysis import BufferCache, nodes_for
from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.engine import get
from tests.contract import mines


def test_two_moves_use_the_same_buffers() -> None:
    game, cache = get("jump_gate"), BufferCache()
    nodes = nodes_for(LEVELS["club"].iterations(game))
    (first,) = cache.get(game, nodes)
    view = game.new(seed=1)
    for seed in (1, 2):
        first.tree["visits"][0] = 0
        first.index[0] = -1
        bots.make("club", seed, game, cache).choose(game, view, game.acting(view)[0])
        assert first.index[0] != -1, "the search has used these buffers"
        assert cache.get(game, nodes)[0] is first
    assert len(cache.get(game, nodes)) == 1


@pytest.mark.full
def test_moves_do_not_depend_on_reuse() -> None:
    cache = BufferCache()
    for name in ("jump_gate", "gold_mine", "jump_gate"):
        game = get(name)
        view = game.new(seed=4)
        seat = game.acting(view)[0]
        for seed in range(3):
            reused = SearchBot(LEVELS["casual"], seed, buffers=cache).analyse(game, view, seat)
            assert reused == SearchBot(LEVELS["casual"], seed).analyse(game, view, seat)


def test_the_cache_drops_the_least_recently_used_buffers() -> None:
    game = get("jump_gate")
    size = BufferCache()
    size.get(game, 10_000)
    cache = BufferCache(max_bytes=int(2.5 * size.nbytes))
    first, second = cache.get(game, 10_000), cache.get(game, 10_001)
    assert cache.get(game, 10_000) is first
    cache.get(game, 10_002)
    assert cache.nbytes <= 2.5 * size.nbytes
    assert cache.get(game, 10_000) is first
    assert cache.get(game, 10_001) is not second


def test_a_search_larger_than_the_limit_still_gets_its_buffers() -> None:
    game, cache = get("jump_gate"), BufferCache(max_bytes=1)
    one, two = cache.get(game, 5000, workers=2)
    assert one is not two
    assert not np.shares_memory(one.tree, two.tree)
    cache.get(game, 6000)
    assert cache.nbytes < 2 * 80 * 6000, "only the latest are kept"


@pytest.mark.parametrize("steady", [False, True])
def test_only_a_steady_bot_searches_without_a_choice(steady: bool) -> None:
    """Its time must not tell that its seat had no choice."""
    game, cache = mines.game, BufferCache()
    view = game.new(seed=1)
    view["mine"] = 0
    assert bots.make("novice", 1, game, cache, steady).choose(game, view, 0) == mines.DECLINE
    assert (cache.nbytes > 0) == steady
