"""Records: what a class body becomes, and what it may not contain."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.engine import SEATS, Base, games, inside, nobody, option, owner, public, record, u1, u2


@record(seats=3)
class Inner(Base):
    hand = owner(u1[SEATS, 2])
    deck = nobody(u1[4])


@record(seats=3)
class Outer(Base):
    game = inside(Inner)
    pot = public(u2)
    speed = option("slow", "fast", default="fast")
    length = option(10, 20)


def visible(seat: int) -> dict[str, bool]:
    state = np.zeros(1, Outer.dtype)
    state.view(np.uint8)[:] = 0xFF
    seen = np.zeros_like(state)
    np.bitwise_and(state.view(np.uint8), Outer.masks[seat], out=seen.view(np.uint8))
    inner = seen["game"][0]
    return {
        "key": bool(seen["key"].any()),
        "inner key": bool(inner["key"].any()),
        "deck": bool(inner["deck"].any()),
        "pot": bool(seen["pot"].any()),
        **{f"hand {s}": bool(inner["hand"][s].any()) for s in range(3)},
    }


def test_every_seat_sees_its_own_row_also_inside_another_game() -> None:
    for seat in range(3):
        seen = visible(seat)
        assert [seen[f"hand {s}"] for s in range(3)] == [s == seat for s in range(3)]
        assert seen["pot"]
        assert not any(seen[name] for name in ("deck", "key", "inner key"))


def test_a_spectator_sees_only_what_is_public() -> None:
    seen = visible(-1)
    assert [name for name, shown in seen.items() if shown] == ["pot"]


@pytest.mark.parametrize("state", [Inner, Outer, *(game.State for game in games().values())])
def test_every_byte_belongs_to_a_field(state: type[Base]) -> None:
    """Copies are exact and nothing lies in gaps."""
    fields = state.dtype.fields
    assert fields is not None
    covered = np.zeros(state.dtype.itemsize, np.int64)
    for part, start in ((f[0], f[1]) for f in fields.values()):
        covered[start : start + part.itemsize] += 1
    assert (covered == 1).all()
    if "unused" in fields:
        start = fields["unused"][1]
        assert not state.masks[:, start : start + fields["unused"][0].itemsize].any()


def test_options_store_numbers_and_places() -> None:
    speed, length = Outer.fields["speed"], Outer.fields["length"]
    assert (speed.default, speed.stored("slow"), speed.stored("fast"), speed.shown(1)) == ("fast", 0, 1, "fast")
    assert (length.default, length.stored(20), length.shown(20)) == (10, 20, 20)


def test_a_field_must_say_who_sees_it() -> None:
    with pytest.raises(TypeError, match=r"State\.secret: say who sees it"):

        @record(seats=2)
        class State(Base):
            secret = u1[3]


def test_only_fields_belong_into_a_state() -> None:
    with pytest.raises(TypeError, match=r"State\.answer: a state holds fields only"):

        @record(seats=2)
        class State(Base):
            answer = 42


def test_names_that_numpy_owns_are_refused() -> None:
    with pytest.raises(TypeError, match=r"State\.size: NumPy records already have"):

        @record(seats=2)
        class State(Base):
            size = public(u1)


def test_owner_fields_begin_with_the_seat() -> None:
    with pytest.raises(TypeError, match="begin the shape with SEATS"):
        owner(u1[2, 3])


def test_a_default_must_be_a_value() -> None:
    with pytest.raises(TypeError, match="'medium' is not among the values"):

        @record(seats=2)
        class State(Base):
            speed = option("slow", "fast", default="medium")
