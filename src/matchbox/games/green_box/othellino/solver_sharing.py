"""How threads share a search: all search the same tree, and one transposition table keeps their results.

Each thread publishes its path, the position with each number of empty squares. The others put off moves to positions on
it, and so the threads spread over the tree. A thread that finishes a position tells those that are still searching it:
they find the result in the table.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from matchbox.engine import Ints, bits, rule, wide

from .rules import NONE, ONE

SHARED = 13  # from this number of empty squares on, positions are published
PATH = np.dtype((np.record, np.dtype([("own", "u8"), ("other", "u8")])))


class Team(NamedTuple):
    """The threads of a search, and the place of one of them."""

    paths: Any  # [thread, empty squares]
    news: Ints  # for each thread: another one has finished a position on its path
    me: int


def new_teams(threads: int) -> list[Team]:
    """A team, as each of its threads sees it."""
    paths, news = np.zeros((threads, 65), PATH), np.zeros(threads, np.int64)
    return [Team(paths, news, me) for me in range(threads)]


@rule(counted=False)
def begin(own: int, other: int, empties: int, team: Team) -> None:
    """Publish a position: this thread searches it now."""
    p = team.paths[team.me, empties]
    p.own, p.other = own, other


@rule(counted=False)
def end(empties: int, team: Team) -> None:
    """Withdraw the position with this number of empty squares, and tell the threads that are searching it."""
    p = team.paths[team.me, empties]
    if p.own == NONE and p.other == NONE:
        return
    for k in range(len(team.paths)):
        if k != team.me and team.paths[k, empties].own == p.own and team.paths[k, empties].other == p.other:
            team.news[k] = 1
    p.own = p.other = NONE


@rule(counted=False)
def is_taken(own: int, other: int, empties: int, team: Team) -> bool:
    """Is another thread searching this position?"""
    for k in range(len(team.paths)):
        if k != team.me and team.paths[k, empties].own == own and team.paths[k, empties].other == other:
            return True
    return False


@rule(counted=False)
def put_off(f: Any, empties: int, team: Team) -> None:
    """Move the next moves of a node to the end, once each, as long as another thread is searching the position after
    them. Nothing is put off before the first move: it may make the others unnecessary.
    """
    while 0 < f.next < f.fresh:
        at, last = wide(f.next), wide(f.count) - 1
        square, flipped = wide(f.squares[at]), f.flipped[at]
        if not is_taken(f.other ^ flipped, f.own | flipped | ONE << bits(square), empties, team):
            return
        for k in range(at, last):
            f.squares[k], f.flipped[k] = f.squares[k + 1], f.flipped[k + 1]
        f.squares[last], f.flipped[last] = square, flipped
        f.fresh -= 1
