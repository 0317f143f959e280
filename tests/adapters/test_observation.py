"""Observations contain all visible fields and nothing hidden."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from matchbox.adapters.config import configure, turn_options
from matchbox.adapters.observation import Encoder, bytes_of
from matchbox.engine import BadOption, Game, States, games, get
from matchbox.engine.record import Base, blank
from tests.contract.cases import Case, each_table, sampled


@pytest.fixture(params=list(games().values()), ids=lambda game: game.id, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def visible(state: type[Base], record: Any, seat: int, prefix: str = "") -> dict[str, Any]:
    """The fields a seat sees, read by name."""
    found: dict[str, Any] = {}
    for name, field in state.fields.items():
        if field.visible == "inside":
            found |= visible(field.code, record[name], seat, f"{prefix}{name}.")
        elif field.visible == "owner":
            found[f"{prefix}{name}"] = record[name][0, seat]
        elif field.visible == "public" and not field.is_option and name != "seats":
            found[f"{prefix}{name}"] = record[name][0]
    return found


def check_pieces(game: Game, encoder: Encoder, state: States) -> None:
    for seat in range(encoder.seats):
        pieces = encoder.split(encoder.one(bytes_of(state), seat))
        assert np.flatnonzero(pieces.pop("seat")).tolist() == [seat]
        fields = visible(game.State, state, seat)
        assert pieces.keys() == fields.keys()
        for name, piece in pieces.items():
            value = np.asarray(fields[name])
            if piece.size == value.size:
                assert piece.ravel().tolist() == value.astype(np.int64).astype(np.float32).ravel().tolist()
            else:  # a set: its bits
                width = piece.size // value.size
                assert piece.ravel().tolist() == [int(x) >> bit & 1 for x in value.ravel() for bit in range(width)]


@each_table
def test_pieces_are_the_visible_fields(game: Game, seats: int) -> None:
    encoder = Encoder(game, seats)
    for state, _, _ in sampled(Case(game, seats, turn_options(game)), 3, count=8):
        check_pieces(game, encoder, state)
        assert int(state["acting"][0]) < 1 << encoder.pieces["acting"].size


def test_every_bit_of_a_field_is_read(game: Game) -> None:
    """Play sets few bits of wide fields, and few signs. Random bytes set them all."""
    random = np.random.default_rng(1)
    for seats in (game.about.seats[0], game.about.seats[-1]):
        encoder = Encoder(game, seats)
        for _ in range(4):
            state = blank(game.State.dtype)
            bytes_of(state)[:] = random.integers(0, 256, state.itemsize, np.uint8)
            check_pieces(game, encoder, state)


@each_table
def test_hidden_fields_do_not_change_the_observation(game: Game, seats: int) -> None:
    """The state, the view and a state redealt from the view give the same observation."""
    encoder = Encoder(game, seats)
    for number, (state, _, _) in enumerate(sampled(Case(game, seats, turn_options(game)), 4, count=8)):
        for seat in range(seats):
            view = game.view(state, seat)
            seen = encoder.one(bytes_of(state), seat).tobytes()
            assert encoder.one(bytes_of(view), seat).tobytes() == seen
            assert encoder.one(bytes_of(game.redeal(view, seat, number)), seat).tobytes() == seen


def test_values_stay_within_the_bounds(game: Game) -> None:
    encoder = Encoder(game, game.about.seats[-1])
    low, high = encoder.bounds()
    assert (low < high).all()
    assert np.isfinite(low).all()
    assert np.isfinite(high).all()
    for state, seat, _ in sampled(Case(game, game.about.seats[-1], turn_options(game)), 5):
        seen = encoder.one(bytes_of(state), seat)
        assert (low <= seen).all()
        assert (seen <= high).all()


def test_an_encoder_can_be_limited_to_some_pieces() -> None:
    whole, part = Encoder(get("backgammon"), 2), Encoder(get("backgammon"), 2, ["dice", "cubes"])
    assert list(part.pieces) == ["cubes", "dice"]  # the order of the record
    assert part.size == 54
    state = get("backgammon").new(seed=1)
    seen, all_ = part.split(part.one(bytes_of(state), 0)), whole.split(whole.one(bytes_of(state), 0))
    for name, piece in seen.items():
        assert piece.tolist() == all_[name].tolist()
    assert "cubes [2x26]  0..15  public" in part.describe()
    with pytest.raises(BadOption, match="choose from seat, score"):
        Encoder(get("backgammon"), 2, ["hand"])


def test_seats_and_options_are_checked() -> None:
    assert configure("speed", None, {}).options["timing"] == "clock"
    with pytest.raises(BadOption, match="choose timing=clock"):
        configure("speed", None, {"timing": "live"})
    with pytest.raises(BadOption, match="for 2-8 players"):
        configure("gold_mine", 9, {})


def test_importing_the_package_loads_no_research_library() -> None:
    code = (
        "import sys, matchbox.cli, matchbox.adapters, matchbox.adapters.vector_state\n"
        "assert not {'gymnasium', 'pettingzoo', 'pyspiel', 'matplotlib'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
