"""Games: options and seats."""

from __future__ import annotations

import pickle
import random
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from matchbox.engine import BadOption, BadState, games, get
from matchbox.engine.errors import counted


def test_bad_options_and_seats_are_refused_with_the_allowed_values() -> None:
    game = get("backgammon")
    with pytest.raises(BadOption, match="choose one of 1, 3, 5"):
        game.new(match=2)
    with pytest.raises(BadOption, match="has no option 'colour'; its options are: gammons, cube, match, crawford"):
        game.new(colour="red")
    with pytest.raises(BadOption, match="Backgammon is for 2 players, not 3"):
        game.new(3)
    with pytest.raises(BadOption, match="there is no seat 2"):
        game.view(game.new(), 2)


def test_the_number_of_players_is_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get("backgammon")
    for seats, words in (
        (range(1, 2), "1 player"),
        (range(1, 3), "1 or 2 players"),
        (range(2, 3), "2 players"),
        (range(2, 9), "2-8 players"),
    ):
        monkeypatch.setitem(vars(game.about), "seats", seats)
        assert game.allowed_seats == words
    assert [counted(n, "bot") for n in (0, 1, 2)] == ["0 bots", "1 bot", "2 bots"]


def test_options_may_be_text() -> None:
    game = get("backgammon")
    assert game.options_of(game.new(match="7", cube="on")) == {
        "gammons": "off",
        "cube": "on",
        "match": 7,
        "crawford": "on",
    }


def test_every_game_has_the_facts_of_its_box() -> None:
    for game in games().values():
        about = game.about
        assert about.name
        assert about.box
        assert about.designers
        assert about.kind
        assert 1 <= about.complexity <= 5
        assert about.seats[0] >= 1
        assert game.id == game.folder.name


def test_copies_are_states_by_themselves() -> None:
    game = get("backgammon")
    state = game.new(seed=3)
    copy = game.copy(state)
    (seat,) = game.acting(copy)
    game.apply(copy, seat, game.legal(copy, seat)[0])
    assert state.tobytes() == game.new(seed=3).tobytes() != copy.tobytes()
    again = pickle.loads(pickle.dumps(copy))
    assert game.legal(again, seat) == game.legal(copy, seat)
    game.apply(again, seat, game.legal(again, seat)[0])
    assert again["ply"][0] == 2


def test_only_states_of_the_game_are_played() -> None:
    game = get("othellino")
    for wrong in (np.zeros(2, game.State.dtype), np.zeros(0, game.State.dtype), get("halma").new(seed=1), np.zeros(1)):
        with pytest.raises(BadState, match="give one state of Othellino, an array of length one, not "):
            game.legal(wrong, 0)
        with pytest.raises(BadState, match="give one state of Othellino"):
            game.apply(wrong, 0, 0)
    state = game.new(seed=1)
    (seat,) = game.acting(state)
    fixed = np.frombuffer(state.tobytes(), game.State.dtype)
    action = game.legal(fixed, seat)[0]
    with pytest.raises(BadState, match="read-only"):
        game.apply(fixed, seat, action)
    assert fixed.tobytes() == state.tobytes()


def test_threads_do_not_share_lists_of_actions() -> None:
    """Each thread plays its own game with the same Game; no thread sees the list of another."""
    game = get("othellino")

    def play(seed: int) -> bytes:
        state, choose = game.new(seed=seed), random.Random(seed)
        while seats := game.acting(state):
            game.apply(state, seats[0], choose.choice(game.legal(state, seats[0])))
        return state.tobytes()

    alone = [play(seed) for seed in range(40)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(play, range(40))) == alone
    finally:
        sys.setswitchinterval(interval)
