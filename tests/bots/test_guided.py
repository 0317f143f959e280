"""Searches with a network of your own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from matchbox.bots.analysis import analyse
from matchbox.engine import BadOption, Game, States, games, get

QUICK = ("building_blocks_brawl", "gold_mine", "othellino", "temple_of_doom")


class Uniform:
    """A network without knowledge, that remembers its questions."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game, self.seats = game, seats
        self.views: list[States] = []
        self.asking: list[int] = []
        self.calls: list[int] = []

    def __call__(self, views: States, seats: Any) -> Any:
        self.calls.append(len(seats))
        self.views += [self.game.copy(views[i : i + 1]) for i in range(len(views))]
        self.asking += seats.tolist()
        return None, np.zeros((len(seats), self.seats))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in sorted(games())]
)
def test_the_network_sees_what_the_acting_seat_sees_in_every_game(name: str) -> None:
    game = get(name)
    state = game.new(game.about.seats[-1], seed=2)
    seat = game.acting(state)[-1]
    network = Uniform(game, game.about.seats[-1])
    found = analyse(game, state, seat, 200, seed=3, network=network, lanes=16)
    assert found.actions == tuple(game.moves(state, seat))
    assert sum(found.visits) == 199  # the first iteration asks for the position itself
    assert sum(found.policy) == pytest.approx(1)
    assert network.views[0].tobytes() == game.view(state, seat).tobytes()
    assert network.calls[0] == 1
    assert max(network.calls) <= 16
    for view, asking in zip(network.views, network.asking, strict=True):
        assert asking in game.acting(view)
        assert game.view(view, asking).tobytes() == view.tobytes()
    again = analyse(game, game.view(state, seat), seat, 200, seed=3, network=Uniform(game, network.seats), lanes=16)
    assert again == found  # nothing hidden in the state has mattered


def test_no_seat_knows_what_others_choose_at_the_same_time() -> None:
    game = get("building_blocks_brawl")
    state = game.new(seed=1)
    network = Uniform(game, 2)
    analyse(game, state, 0, 300, network=network)
    views = zip(network.views, network.asking, strict=True)
    first = {view.tobytes() for view, asking in views if asking == 1 and view["decision_point"][0] == 1}
    assert len(first) == 1
    assert len(network.views) > 100


def solved(game: Game, state: States, seat: int) -> float:
    """The result of a seat with perfect play of both."""
    if game.acting(state) == []:
        return float(game.compiled("utility")(state[0], seat))
    (actor,) = game.acting(state)
    values = []
    for action in game.legal(state, actor):
        after = game.copy(state)
        game.apply(after, actor, action)
        values.append(solved(game, after, seat))
    return max(values) if actor == seat else min(values)


@pytest.mark.parametrize("lanes", [1, 32])
def test_the_search_finds_moves_that_win(lanes: int) -> None:
    """The end of a game, without any knowledge: the search reaches all results."""
    game, tried = get("othellino"), 0
    for seed in range(12):
        state, choose = game.new(seed=seed), np.random.default_rng(seed)
        while int(np.bitwise_count(state["pieces"]).sum()) < 31:
            (actor,) = game.acting(state)
            game.apply(state, actor, int(choose.choice(game.legal(state, actor))))
        if not (acting := game.acting(state)):
            continue
        (seat,) = acting
        values = {}
        for action in game.legal(state, seat):
            after = game.copy(state)
            game.apply(after, seat, action)
            values[action] = solved(game, after, seat)
        if len(set(values.values())) > 1:
            tried += 1
            found = analyse(game, state, seat, 3000, network=Uniform(game, 2), lanes=lanes)
            assert values[found.best] == max(values.values())
            assert found.value == pytest.approx(max(values.values()), abs=0.25)
    assert tried >= 3


def test_weights_and_values_of_the_network_count() -> None:
    game = get("othellino")
    state = game.new(seed=1)
    (seat,) = game.acting(state)
    *_, other, last = game.legal(state, seat)
    after = game.copy(state)
    game.apply(after, seat, other)
    square = np.bitwise_or.reduce(after["pieces"][0]) & ~np.bitwise_or.reduce(state["pieces"][0])

    def weighs(views: States, seats: Any) -> Any:
        weights = np.full((len(seats), game.actions.count), 0.001)
        weights[:, last] = 1
        return weights, np.zeros(len(seats))

    found = analyse(game, state, seat, 200, network=weighs)
    assert found.best == last
    assert found.policy[-1] > 0.8

    def values(views: States, seats: Any) -> Any:
        """The seat is about to win if it has this square."""
        return None, np.where(seats == seat, 1, -1) * np.where(views["pieces"][:, seat] & square, 0.9, -0.1)

    found = analyse(game, state, seat, 200, network=values)
    assert found.best == other
    assert found.values[-2] > 0.3 > max(found.values[:-2])


@pytest.mark.parametrize(
    ("answer", "advice"),
    [
        (lambda n: (None, np.zeros(n + 1)), "values or"),
        (lambda n: (None, np.full(n, np.nan)), "not finite"),
        (lambda n: (np.ones((n, 3)), np.zeros(n)), "rows of 65 weights from 0 on"),
        (lambda n: (-np.ones((n, 65)), np.zeros(n)), "rows of 65 weights from 0 on"),
        (lambda n: (np.full((n, 65), np.nan), np.zeros(n)), "rows of 65 weights from 0 on"),
    ],
)
def test_answers_of_the_wrong_shape_are_refused(answer: Any, advice: str) -> None:
    game = get("othellino")
    state = game.new(seed=1)
    with pytest.raises(BadOption, match=advice):
        analyse(game, state, game.acting(state)[0], 50, network=lambda views, seats: answer(len(seats)))


def test_several_opponents_need_a_value_for_each_seat() -> None:
    game = get("gold_mine")
    state = game.new(3, seed=1)
    with pytest.raises(BadOption, match="with 3 seats the network has to return a value for each of them"):
        analyse(game, state, game.acting(state)[0], 50, network=lambda views, seats: (None, np.zeros(len(seats))))


def test_a_search_with_a_network_has_no_playouts() -> None:
    game = get("othellino")
    state = game.new(seed=1)
    for settings in ({"workers": 2}, {"evaluates": True}, {"playout_policy": 0.5}, {"lanes": 0}):
        with pytest.raises(BadOption):
            analyse(game, state, game.acting(state)[0], 50, network=Uniform(game, 2), **settings)
