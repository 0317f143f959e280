"""The other seats of Gymnasium's environments: bots, policies and leagues."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra: research)")

from gymnasium.vector import SyncVectorEnv

from matchbox.adapters.gymnasium import Env, League, VectorEnv
from matchbox.adapters.opponents import Opponents
from matchbox.bots import Random
from matchbox.bots.warm import interpret
from matchbox.engine import BadOption, Game, Illegal, States, get


def some_action(seen: dict[str, Any], random: np.random.Generator) -> Any:
    """A random policy."""
    mask = seen["action_mask"]
    return (random.random(mask.shape) * mask).argmax(axis=-1)


def lowest_action(seen: dict[str, Any], random: np.random.Generator) -> Any:
    return seen["action_mask"].argmax(axis=-1)


class Highest:
    """A bot that takes the last legal action, and remembers what it saw."""

    def __init__(self) -> None:
        self.views: list[States] = []

    def choose(self, game: Game, view: States, seat: int) -> int:
        self.views.append(view.copy())
        return game.legal(view, seat)[-1]


def steps(tables: VectorEnv, count: int, seed: int | None = 5) -> Iterator[tuple[Any, ...]]:
    """What a random learner sees."""
    random = np.random.default_rng(1)
    seen, info = tables.reset(seed=seed)
    for _ in range(count):
        seen, reward, over, _, info = tables.step(some_action(seen, random))
        yield seen["observation"].copy(), seen["action_mask"].copy(), reward, over, info


def trace(tables: VectorEnv, count: int = 15, seed: int | None = 5) -> list[bytes]:
    return [b"".join(part.tobytes() for part in found[:4]) for found in steps(tables, count, seed)]


OPPONENTS: list[Opponents] = [
    "novice",
    ["random", "novice", some_action],
    League([some_action, "random", lowest_action]),
    [League([some_action, lowest_action]), "random", lowest_action],
]


@pytest.mark.parametrize("opponents", OPPONENTS, ids=["bots", "each", "league", "leagues"])
def test_a_seed_repeats_the_play_of_all_opponents(opponents: Opponents) -> None:
    tables = VectorEnv(3, "gold_mine", 4, seat=1, opponents=opponents)
    first = trace(tables)
    assert trace(tables) == first
    assert trace(VectorEnv(3, "gold_mine", 4, seat=1, opponents=opponents)) == first
    assert trace(tables, seed=6) != first


def test_a_vector_with_bots_equals_single_games_with_bots() -> None:
    bots: Any = ["novice", "random", lowest_action]
    ours = VectorEnv(3, "gold_mine", 4, seat=2, opponents=bots)
    theirs = SyncVectorEnv([lambda: Env("gold_mine", 4, seat=2, opponents=bots)] * 3, autoreset_mode="SameStep")
    seen, _ = ours.reset(seed=4)
    other, _ = theirs.reset(seed=4)
    random = np.random.default_rng(0)
    for _ in range(40):
        assert seen["observation"].tolist() == other["observation"].tolist()
        actions = some_action(seen, random)
        seen, reward, over, *_ = ours.step(actions)
        other, other_reward, other_over, *_ = theirs.step(actions)
        assert reward.tolist() == pytest.approx(other_reward.tolist())
        assert over.tolist() == other_over.tolist()


def test_policies_choose_for_many_games_in_one_call_by_what_their_seat_sees() -> None:
    sizes: list[int] = []

    def policy(seen: dict[str, Any], random: np.random.Generator) -> Any:
        sizes.append(len(seen["action_mask"]))
        seats = seen["observation"][:, :2].argmax(axis=1)
        assert (seats == 1).all()
        assert seen["action_mask"].any(axis=1).all()
        return lowest_action(seen, random)

    for _ in steps(VectorEnv(64, "othellino", seat=0, opponents=policy), 20):
        pass
    assert max(sizes) == 64
    assert sum(sizes) > 64 * 10


def test_nobody_sees_that_the_learner_has_chosen() -> None:
    """In Gold Mine all seats choose at the same time, and see what they saw when the decision point began."""
    bot, acting = Highest(), []

    def policy(seen: dict[str, Any], random: np.random.Generator) -> Any:
        acting.append(seen["observation"]["acting"].copy())
        return lowest_action(seen, random)

    table = Env("gold_mine", 3, seat=0, opponents=[bot, policy], observation="dict")
    seen, _ = table.reset(seed=2)
    shown = [seen["observation"]["acting"].tolist()]
    for _ in range(3):
        seen, _, over, _, _ = table.step(int(np.flatnonzero(seen["action_mask"])[0]))
        assert not over
        shown.append(seen["observation"]["acting"].tolist())
    assert [int(view["acting"][0]) for view in bot.views[:1]] == [0b111]
    assert acting[0][0].tolist() == shown[0]
    assert shown[0][:3] == [1, 1, 1]


def test_members_with_more_weight_play_more_games() -> None:
    league = League()
    assert league.add("random", weight=1) == 0
    assert league.add(lowest_action, weight=3) == 1
    games: list[int] = []
    for *_, over, info in steps(VectorEnv(64, "othellino", seat=1, opponents=league, board=6), 60):
        if over.any():
            drawn = info["final_info"]["opponents"][over]
            assert (drawn[:, 1] == -1).all()
            games += drawn[:, 0].tolist()
    assert len(games) > 100
    assert 0.6 < np.mean(games) < 0.9


def test_a_league_grows_while_games_run() -> None:
    league = League(["random"])
    tables = VectorEnv(16, "othellino", seat=0, opponents=league, board=6)
    seen, _ = tables.reset(seed=1)
    league.add(lowest_action, weight=1e9)
    random, members = np.random.default_rng(1), set()
    for _ in range(60):
        seen, _, over, _, info = tables.step(some_action(seen, random))
        if over.any():
            members |= set(info["final_info"]["opponents"][over][:, 1].tolist())
    assert members == {0, 1}


def test_wrong_opponents_are_refused() -> None:
    with pytest.raises(BadOption, match="there is no bot 'clever'"):
        VectorEnv(2, "othellino", seat=0, opponents=League(["random", "clever"]))
    with pytest.raises(BadOption, match="choose the learner's seat"):
        VectorEnv(2, "othellino", opponents="novice")
    with pytest.raises(BadOption, match="add a member"):
        VectorEnv(2, "othellino", seat=0, opponents=League()).reset(seed=1)
    with pytest.raises(BadOption, match="5 is no opponent"):
        League([5])  # type: ignore[list-item]
    with pytest.raises(Illegal, match="game 0: the opponent in seat 1 chose 64"):
        trace(VectorEnv(2, "othellino", seat=0, opponents=lambda seen, random: np.full(len(seen["action_mask"]), 64)))
    with pytest.raises(BadOption, match=r"a whole number for each of its \d observations"):
        trace(VectorEnv(2, "othellino", seat=0, opponents=lambda seen, random: [0.5, 0.5]))


def test_bots_may_talk() -> None:
    """Bots of Temple of Doom tell their hands, which is no move, and the learner may do so too."""
    game = get("temple_of_doom")
    interpret(game)
    table = Env(game, 2, seat=0, opponents=Talker())
    seen, info = table.reset(seed=1)
    assert np.flatnonzero(seen["action_mask"]).tolist() == game.legal(table._vector.states, 0)
    assert len(game.legal(table._vector.states, 0)) > len(game.moves(table._vector.states, 0))
    for _ in range(10):
        moves = game.moves(table._vector.states, 0)
        seen, _, over, _, info = table.step(moves[0])
        assert "illegal" not in info
        if over:
            break
    assert Talker.talked


class Talker:
    """Talks if it may."""

    talked = False

    def choose(self, game: Game, view: States, seat: int) -> int:
        talk = set(game.legal(view, seat)) - set(game.moves(view, seat))
        Talker.talked |= bool(talk)
        return max(talk) if talk else game.moves(view, seat)[0]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))], ids=["copy", "pickle"])
@pytest.mark.parametrize("opponents", ["random", "novice", League([some_action, "random", Random(3)])])
def test_copies_continue_identically(opponents: Any, copied: Any) -> None:
    tables = VectorEnv(3, "gold_mine", 3, seat=1, opponents=opponents)
    random = np.random.default_rng(1)
    seen, _ = tables.reset(seed=5)
    for _ in range(7):
        seen, *_ = tables.step(some_action(seen, random))
    twin = copied(tables)
    for _ in range(40):
        actions = some_action(seen, random)
        seen, reward, over, _, info = tables.step(actions)
        other, other_reward, other_over, _, other_info = twin.step(actions)
        assert seen["observation"].tobytes() == other["observation"].tobytes()
        assert seen["action_mask"].tobytes() == other["action_mask"].tobytes()
        assert (reward == other_reward).all()
        assert (over == other_over).all()
        assert info["actor"].tolist() == other_info["actor"].tolist()
    assert tables.reset()[0]["observation"].tobytes() == twin.reset()[0]["observation"].tobytes()
