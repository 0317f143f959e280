"""All outcomes of a step: their probabilities, and what they have in common with random draws."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from matchbox.engine import BadOption, Game, Illegal, States, get
from matchbox.engine.chance import seed_words
from matchbox.engine.compiled import plain
from matchbox.engine.outcomes import Draws, Situation, TooManyOutcomes, starts, steps

SAMPLES = 2000


def seen(state: States) -> tuple[int, int]:
    """The first tile, and who announces first."""
    return int(state["tile"][0]), int(state["yellow"][0])


def far_off(chances: dict[object, float], drawn: Counter[object]) -> float:
    """Chi squared of a sample, as a part of its mean and five standard deviations."""
    total, degrees = sum(drawn.values()), max(len(chances) - 1, 1)
    assert set(drawn) <= set(chances), "only listed outcomes can be drawn"
    squares = sum((drawn[key] - total * chance) ** 2 / (total * chance) for key, chance in chances.items())
    return float(squares / (degrees + 5 * (2 * degrees) ** 0.5))


def test_a_start_has_an_outcome_for_every_tile_that_players_see() -> None:
    game = get("gaze_into_the_abyss")
    found = starts(game, game.template())
    assert len(found) == 6  # three tiles, and two players who may announce first
    assert sum(chance for chance, _ in found) == pytest.approx(1.0)
    for chance, situation in found:
        assert chance == pytest.approx((0, 2, 3, 2)[int(situation.state["tile"][0])] / 14)
        assert situation.odds.sum() == pytest.approx(1.0)
        decks = Counter(tuple(deck) for deck in situation.states["deck"].tolist())
        assert set(decks.values()) == {1}
        assert np.ptp(situation.odds) < 1e-12  # every order of the other tiles is as likely
        assert all(game.conserved(situation.states[row : row + 1]) for row in range(len(situation.states)))


def test_starts_are_as_frequent_as_their_probability() -> None:
    game = get("gaze_into_the_abyss")
    chances: dict[object, float] = {seen(at.state): chance for chance, at in starts(game, game.template())}
    drawn: Counter[object] = Counter(seen(game.new(seed=seed)) for seed in range(SAMPLES))
    assert far_off(chances, drawn) < 1


def grabbing(game: Game) -> States:
    """15 Pounds: seat 0 may grab three chips from a full bag."""
    state = game.new(seed=1)
    for seat, text in ((0, "tile number=3"), (1, "tile number=1")):
        action = next(a for a in game.legal(state, seat) if game.text_of(state, a) == text)
        game.apply(state, seat, action)
    return state


def test_a_draw_from_a_bag_is_as_frequent_as_its_probability() -> None:
    game = get("fifteen_pounds")
    state = grabbing(game)
    (seat,) = game.acting(state)
    assert seat == 1  # the 1 acts first
    for chance, situation in steps(game, Situation.of(state), [(1, max(game.legal(state, 1)))]):
        drawn = situation.state["drawn"][0, 1].tolist()
        assert chance == pytest.approx((12, 6, 2, 1)[drawn.index(1)] / 21)
    state = next(at for _, at in steps(game, Situation.of(state), [(1, max(game.legal(state, 1)))])).state
    grab = max(game.legal(state, 0))
    found = steps(game, Situation.of(state), [(0, grab)])
    chances: dict[object, float] = {at.state["drawn"][0, 0].tobytes(): chance for chance, at in found}
    assert len(chances) == len(found) > 5
    assert sum(chances.values()) == pytest.approx(1.0)
    sample: Counter[object] = Counter()
    for seed in range(SAMPLES):
        after = state.copy()
        after["key"], after["block"], after["used"] = seed_words(seed), 0, 0
        game.apply(after, 0, grab)
        sample[after["drawn"][0, 0].tobytes()] += 1
    assert far_off(chances, sample) < 1


def test_the_order_of_a_deck_is_settled_as_it_is_turned_up() -> None:
    """A tile is likely by the tiles left, and closed hands and announcements settle nothing."""
    game = get("gaze_into_the_abyss")
    for _, situation in starts(game, game.template(2, {"chips_each": "three", "first_announcer": "seat0"})):
        hands = [(0, game.legal(situation.state, 0)[-1]), (1, game.legal(situation.state, 1)[0])]
        ((chance, closed),) = steps(game, situation, hands)
        assert chance == 1.0
        assert len(closed.states) == len(situation.states)
        ((_, announced),) = steps(game, closed, [(0, game.legal(closed.state, 0)[-1])])
        outcomes = steps(game, announced, [(1, game.legal(announced.state, 1)[-1])])
        left = Counter({1: 2, 2: 3, 3: 2})
        left[int(situation.state["tile"][0])] -= 1
        assert {int(at.state["tile"][0]): chance for chance, at in outcomes} == pytest.approx(
            {tile: count / 6 for tile, count in left.items()}
        )


@pytest.mark.parametrize("items", [[1, 2, 3, 4], [1, 1, 2, 2, 2], [3], [2, 2]])
def test_every_order_of_things_comes_up_once(items: list[int]) -> None:
    given: list[int] | None = []
    found = Counter[tuple[int, ...]]()
    while given is not None:
        draws, shuffled = Draws(given), np.array([*items, 9])
        draws.shuffle(np.zeros(1)[0], shuffled, len(items))
        assert shuffled[-1] == 9  # beyond the shuffled things
        found[tuple(shuffled[:-1].tolist())] += 1
        assert draws.odds == pytest.approx(1 / len(set(permutations(items))))
        given = draws.following()
    assert found == Counter(set(permutations(items)))


def test_draws_change_nothing_afterwards() -> None:
    """Rules in plain Python draw from the generator again, also after an error."""
    game = get("gaze_into_the_abyss")
    before = game.new(seed=3).tobytes()
    starts(game, game.template())
    with pytest.raises(TooManyOutcomes):
        starts(game, game.template(), limit=5)
    state = np.zeros(1, game.State.dtype)
    plain(game.compiled("begin"))(state, 0, game.template(), np.array(seed_words(3), np.uint32), 0)
    assert state.tobytes() == before == game.new(seed=3).tobytes()


def test_too_much_chance_is_refused() -> None:
    for name, count in (("gold_mine", r"about 2e\+71"), ("backgammon", "any number of")):
        game = get(name)
        with pytest.raises(BadOption, match=f"{count} sequences of draws.*let chance be sampled"):
            starts(game, game.template())


def test_illegal_choices_are_refused() -> None:
    game = get("gaze_into_the_abyss")
    ((_, situation), *_) = starts(game, game.template())
    with pytest.raises(Illegal, match="not legal"):
        steps(game, situation, [(0, game.actions.count - 1)])
    with pytest.raises(Illegal, match="at least one"):
        steps(game, situation, [])


@pytest.mark.full
def test_a_match_draws_for_the_game_inside_it() -> None:
    game = get("best_of_three")
    found = starts(game, game.template(2, {"cards": "2", "chooser": "seat0"}))
    assert sum(chance for chance, _ in found) == pytest.approx(1.0)
    (_, situation), *_ = found
    outcomes = steps(game, situation, [(0, game.legal(situation.state, 0)[0])])
    tiles = Counter({int(at.state["gaze"]["tile"][0]): chance for chance, at in outcomes})
    assert sum(chance for chance, _ in outcomes) == pytest.approx(1.0)
    assert set(tiles) == {1, 2, 3}
