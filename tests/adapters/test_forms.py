"""Scaled and relative observations, and the bounds of every number."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.adapters.config import turn_options
from matchbox.adapters.observation import Encoder, bytes_of
from matchbox.engine import Game, games, get
from tests.contract.cases import Case, sampled


@pytest.fixture(params=list(games().values()), ids=lambda game: game.id, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def test_play_stays_within_the_bounds(game: Game) -> None:
    for seats in {game.about.seats[0], game.about.seats[-1]}:
        encoders = [
            Encoder(game, seats, scaled=scaled, relative=relative)
            for scaled in (False, True)
            for relative in (False, True)
        ]
        for encoder in encoders:
            low, high = encoder.bounds()
            assert (low <= high).all()
            assert not encoder.scaled or (low.min() >= -1.0 and high.max() <= 1.0)
        for seed in range(3):
            for state, _, _ in sampled(Case(game, seats, turn_options(game)), seed, count=12):
                for encoder in encoders:
                    low, high = encoder.bounds()
                    for seat in range(seats):
                        seen = encoder.one(bytes_of(state), seat)
                        wrong = np.flatnonzero((seen < low) | (seen > high))
                        assert not len(wrong), (wrong, seen[wrong], high[wrong])


def test_scaled_numbers_are_parts_of_the_largest_and_zero_stays_zero() -> None:
    game = get("backgammon")
    plain, scaled = Encoder(game, 2), Encoder(game, 2, scaled=True)
    state = game.new(seed=1)
    given = plain.split(plain.one(bytes_of(state), 0))
    seen = scaled.split(scaled.one(bytes_of(state), 0))
    assert seen["cubes"].tolist() == (given["cubes"] / np.float32(15)).tolist()
    assert seen["dice"].tolist() == (given["dice"] / np.float32(6)).tolist()
    assert seen["cube_owner"].tolist() == [-1.0]  # nobody: of -1 to 1
    assert seen["mine"].shape == (2, 26)  # 26 of 32 bits can be set
    assert seen["mine"].tolist() == given["mine"][:, :26].tolist()
    state["score"][0] = [-7, 1000]  # only the type of this field limits it
    assert scaled.split(scaled.one(bytes_of(state), 0))["score"] == pytest.approx(
        [-np.log(8) / np.log(1 + 2.0**31), np.log(1001) / np.log(1 + 2.0**31)]
    )


def test_signed_sets_become_bits_when_scaled() -> None:
    """Hands of All Your Base are sets of 54 cards in signed numbers, which no float keeps."""
    game = get("all_your_base")
    encoder = Encoder(game, 3, scaled=True)
    assert encoder.pieces["hand"].shape == (54,)
    state = game.new(3, seed=1)
    hand = int(state["hand"][0, 2])
    seen = encoder.split(encoder.one(bytes_of(state), 2))["hand"]
    assert hand
    assert seen.tolist() == [hand >> bit & 1 for bit in range(54)]


def test_relative_observations_begin_with_the_observing_seat() -> None:
    game, seats = get("liars_cards"), 4
    plain, relative = Encoder(game, seats), Encoder(game, seats, relative=True)
    state = game.new(seats, seed=4)
    (actor,) = game.acting(state)
    game.apply(state, actor, game.legal(state, actor)[0])
    state["score"][0, :seats] = [10, 11, 12, 13]
    for seat in range(seats):
        given = plain.split(plain.one(bytes_of(state), seat))
        seen = relative.split(relative.one(bytes_of(state), seat))
        turned = [(seat + row) % seats for row in range(seats)]
        assert seen["score"][:seats].tolist() == [10 + other for other in turned]
        assert seen["score"][seats:].tolist() == given["score"][seats:].tolist()
        assert seen["acting"][:seats].tolist() == given["acting"][turned].tolist()
        assert seen["bidder"][0] == (actor - seat) % seats
        assert seen["loser"][0] == -1  # nobody yet
        assert seen["hand"].tolist() == given["hand"].tolist()
        assert np.flatnonzero(seen["seat"]).tolist() == [seat]


def test_mirrored_positions_look_alike_to_both_seats() -> None:
    """In a game without parts for the seats, seats in the same position see the same, apart from the piece `seat`."""
    game = get("gold_mine")
    names = [name for name in Encoder(game, 3).pieces if name != "seat"]
    encoder = Encoder(game, 3, names, relative=True, scaled=True)
    state = game.new(3, seed=2)
    seen = [encoder.one(bytes_of(state), seat).tolist() for seat in range(3)]
    assert seen[0] == seen[1] == seen[2]


def test_scaled_rows_of_a_batch_are_those_of_single_states() -> None:
    """Also where there are more rows than the encoder finishes at a time."""
    game = get("gold_mine")
    encoder = Encoder(game, 2, scaled=True, relative=True)
    batch = game.batch(1100)
    batch.reset(seed=1)
    for _ in range(3):
        batch.step(batch.sample())
    raw, out = bytes_of(batch.states), np.empty((1100, encoder.size), np.float32)
    encoder.many(raw, batch.actor, out)
    for row in (0, 511, 512, 1099):
        assert out[row].tolist() == encoder.one(raw[row : row + 1], int(batch.actor[row])).tolist()
