"""Frames of environments show what the viewer may see, as text, as pixels and in a window."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra: research)")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (extra: research)")
pytest.importorskip("resvg_py", reason="nothing here draws pixels (extra: research)")
pytest.importorskip("matplotlib", reason="nothing here draws pixels (extra: research)")

from matplotlib import pyplot

from matchbox.adapters.config import configure
from matchbox.adapters.frames import SIDE, Frames, pixels_of
from matchbox.adapters.gymnasium import Env, VectorEnv
from matchbox.adapters.pettingzoo import env, parallel_env
from matchbox.adapters.spaces import RENDER_MODES
from matchbox.bots.warm import interpret
from matchbox.engine import SPECTATOR, BadOption, Game, games, get
from matchbox.scene import picture
from tests.adapters import window_backend
from tests.contract.cases import Case, sampled


@pytest.fixture(params=list(games().values()), ids=lambda game: game.id, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def test_frames_of_every_game_show_views_only(game: Game) -> None:
    """A state and a redeal of its view give the same frames, and all pictures have the same shape."""
    interpret(game)
    seats = game.about.seats[-1]
    config = configure(game, seats, {})
    text, pixels = Frames(config, "ansi", modes=RENDER_MODES), Frames(config, "rgb_array", modes=RENDER_MODES)
    case = Case(game, seats, config.options)
    for state, _, _ in [*sampled(case, 3, count=2)][:2]:
        for viewer in (SPECTATOR, 0):
            drawn, said = pixels.frame(state, viewer), text.frame(state, viewer)
            assert isinstance(drawn, np.ndarray)
            assert isinstance(said, str)
            assert drawn.shape == (SIDE, SIDE, 3)
            assert drawn.dtype == np.uint8
            assert drawn.std() > 5  # of an empty picture: 0
            assert len(said) > 10
            if viewer != SPECTATOR:
                redealt = game.redeal(game.view(state, viewer), viewer, 5)
                assert text.frame(redealt, viewer) == said
                assert np.array_equal(pixels.frame(redealt, viewer), drawn)  # type: ignore[arg-type]


def test_a_hand_is_shown_to_its_owner_only() -> None:
    table = Env("liars_cards", 3, seat=1, render_mode="ansi")
    table.reset(seed=3)
    mine, game = table.render(), get("liars_cards")
    assert isinstance(mine, str)
    other = Env("liars_cards", 3, seat=1, render_mode="ansi", opponents="random")
    other.reset(seed=3)
    assert other.render() == mine
    both = env("liars_cards", 3, render_mode="ansi")
    both.reset(seed=3)
    assert both.render() != mine
    assert "Seat 1: [blue-Circles-1]" in mine
    assert "blue" not in str(both.render())
    spectator = picture(game, both._vector.states, names=both.possible_agents).svg
    pixels = env("liars_cards", 3, render_mode="rgb_array")
    pixels.reset(seed=3)
    assert np.array_equal(pixels.render(), pixels_of(spectator))  # type: ignore[arg-type]


def test_vectors_draw_every_game() -> None:
    texts = VectorEnv(3, "othellino", seat=0)
    texts.reset(seed=1)
    assert [isinstance(text, str) for text in texts.render()] == [True] * 3
    pixels = VectorEnv(2, "othellino", render_mode="rgb_array")
    pixels.reset(seed=1)
    pixels.step(np.array([np.flatnonzero(mask)[row] for row, mask in enumerate(pixels.action_masks())]))
    first, second = pixels.render()
    assert isinstance(first, np.ndarray)
    assert isinstance(second, np.ndarray)
    assert first.shape == (SIDE, SIDE, 3)
    assert (first != second).any()
    with pytest.raises(BadOption, match="render_mode='human': choose one of ansi, rgb_array"):
        VectorEnv(2, "othellino", render_mode="human")


@pytest.fixture
def window() -> Iterator[list[str]]:
    with window_backend.windows() as shown:
        yield shown


def test_a_window_follows_the_game(window: list[str]) -> None:
    table = Env("othellino", render_mode="human")
    assert not pyplot.get_fignums()
    seen, _ = table.reset(seed=1)
    (number,) = pyplot.get_fignums()
    (image,) = pyplot.figure(number).axes[0].images
    first = np.array(image.get_array())
    seen, *_ = table.step(int(seen["action_mask"].argmax()))
    assert (np.array(image.get_array()) != first).any()
    assert table.render() is None
    assert "show" in window
    twin = pickle.loads(pickle.dumps(table))
    twin.step(int(seen["action_mask"].argmax()))
    table.close()
    parallel = parallel_env("gold_mine", render_mode="human")
    parallel.reset(seed=1)
    assert parallel.render() is None
    parallel.close()


def test_without_a_screen_human_says_what_to_do() -> None:
    pyplot.switch_backend("agg")
    for make in (Env, env):
        with pytest.raises(BadOption, match="no window can open here: use render_mode='rgb_array'"):
            make("othellino", render_mode="human")
    with pytest.raises(BadOption, match="choose one of ansi, rgb_array, human"):
        env("othellino", render_mode="film")
