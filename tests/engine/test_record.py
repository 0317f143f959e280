"""Records: visibility, layout, and errors in declarations."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from matchbox.engine import SEATS, Base, games, get, i1, inside, nobody, option, owner, public, record, u1, u2
from matchbox.engine.record import Row, blank, copy_of


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


def test_a_seat_sees_only_its_row_of_an_owner_field_inside_another_game() -> None:
    for seat in range(3):
        seen = visible(seat)
        assert [seen[f"hand {s}"] for s in range(3)] == [s == seat for s in range(3)]
        assert seen["pot"]
        assert not any(seen[name] for name in ("deck", "key", "inner key"))


def test_a_spectator_sees_only_public_fields() -> None:
    seen = visible(-1)
    assert [name for name, shown in seen.items() if shown] == ["pot"]


def test_a_range_may_depend_on_the_number_of_seats_and_costs_no_byte() -> None:
    @record(seats=3)
    class Ranged(Base):
        hand = owner(u1[SEATS, 2], high=51)
        starter = public(u1, high=SEATS - 1)
        winner = public(i1, low=-1, high=SEATS - 1)
        left = public(u1, high=SEATS)
        pot = public(u2)
        speed = option("slow", "fast")
        length = option(10, 20)

    ranges = {name: field.range_for(2) for name, field in Ranged.fields.items() if name not in Base.__dict__}
    assert ranges == {
        "hand": (0, 51), "starter": (0, 1), "winner": (-1, 1), "left": (0, 2),
        "pot": (0, 65535), "speed": (0, 1), "length": (0, 20),
    }  # fmt: skip

    @record(seats=3)
    class Plain(Base):
        hand = owner(u1[SEATS, 2])
        starter = public(u1)
        winner = public(i1)
        left = public(u1)
        pot = public(u2)
        speed = option("slow", "fast")
        length = option(10, 20)

    assert Ranged.dtype == Plain.dtype


def test_marks_cost_no_byte() -> None:
    @record(seats=3)
    class Marked(Base):
        deck = nobody(u1[4], free=True)
        due = nobody(u1[SEATS], hidden_from_owner=True)
        hand = owner(u1[SEATS, 2], unordered=True)
        passed = owner(u1[SEATS], memory=True)
        rounds = public(u1, free=True)
        sheet = public(u1[5, SEATS])

    @record(seats=3)
    class Unmarked(Base):
        deck = nobody(u1[4])
        due = nobody(u1[SEATS])
        hand = owner(u1[SEATS, 2])
        passed = owner(u1[SEATS])
        rounds = public(u1)
        sheet = public(u1[5, SEATS])

    assert Marked.dtype == Unmarked.dtype
    assert (Marked.masks == Unmarked.masks).all()
    fields = {name: field for name, field in Marked.fields.items() if name not in Base.__dict__}
    assert [name for name, field in fields.items() if field.free] == ["deck", "rounds"]
    assert [field.seat_axis for field in fields.values()] == [None, 0, 0, 0, None, 1]


@pytest.mark.parametrize(("low", "high"), [(0, 256), (-1, 5), (1, 5)])
def test_a_range_fits_its_type_and_contains_0(low: int, high: int) -> None:
    """Hidden and blank fields are 0."""
    with pytest.raises(TypeError, match="choose a range that contains 0 and fits u1"):
        public(u1, low=low, high=high)


@pytest.mark.parametrize("state", [Inner, Outer, *(game.State for game in games().values())])
def test_every_byte_belongs_to_a_field(state: type[Base]) -> None:
    """No padding: copies are exact."""
    fields = state.dtype.fields
    assert fields is not None
    covered = np.zeros(state.dtype.itemsize, np.int64)
    for part, start in ((f[0], f[1]) for f in fields.values()):
        covered[start : start + part.itemsize] += 1
    assert (covered == 1).all()
    if "unused" in fields:
        start = fields["unused"][1]
        assert not state.masks[:, start : start + fields["unused"][0].itemsize].any()


def test_options_store_numbers_or_indices_of_names() -> None:
    speed, length = Outer.fields["speed"], Outer.fields["length"]
    assert (speed.default, speed.stored("slow"), speed.stored("fast"), speed.shown(1)) == ("fast", 0, 1, "fast")
    assert (length.default, length.stored(20), length.shown(20)) == (10, 20, 20)


def test_a_field_without_visibility_is_refused() -> None:
    with pytest.raises(TypeError, match=r"State\.secret: declare who sees it"):

        @record(seats=2)
        class State(Base):
            secret = u1[3]


def test_a_state_contains_only_fields() -> None:
    with pytest.raises(TypeError, match=r"State\.answer: declare a field"):

        @record(seats=2)
        class State(Base):
            answer = 42


def test_names_of_numpy_attributes_are_refused() -> None:
    with pytest.raises(TypeError, match=r"State\.size: choose another name; NumPy records already have"):

        @record(seats=2)
        class State(Base):
            size = public(u1)


def test_the_shape_of_an_owner_field_starts_with_the_seats() -> None:
    with pytest.raises(TypeError, match="start the shape of an owner field with SEATS"):
        owner(u1[2, 3])


def test_the_default_of_an_option_is_one_of_its_values() -> None:
    with pytest.raises(TypeError, match="'medium' is not one of the values"):

        @record(seats=2)
        class State(Base):
            speed = option("slow", "fast", default="medium")


VALUES = (7, 300, -1, True, 1.7, "x", np.int64(-1), np.int64(300), np.uint64(1 << 63), [1, 2, 3])


@pytest.mark.parametrize("name", ["small", "wide", "row", "absent", "dtype"])
def test_a_row_reads_and_writes_like_a_record_of_numpy(name: str) -> None:
    def answers(kind: type[np.record]) -> Iterator[tuple[str, bytes]]:
        inner = np.dtype((kind, np.dtype([("x", "u1"), ("y", "i2", (2,))])))
        whole = np.dtype((kind, np.dtype([("small", "u1"), ("wide", "u8"), ("row", "i1", (3,)), ("inner", inner)])))
        for value in VALUES:
            states = np.zeros(2, whole)
            try:
                setattr(states[1], name, value)
                found = str(getattr(states[1], name))
            except Exception as error:
                found = f"{type(error).__name__}: {error}"
            states[1].inner.y[1] += 5  # a part is no copy
            assert type(states[1].inner) is kind
            yield found, states.tobytes()

    assert list(answers(Row)) == list(answers(np.record))


def test_a_printed_state_shows_public_fields_only() -> None:
    game = get("holmes_vs_moriarty")
    state = game.new(seed=1)
    shown = "<state: decision_point=1, acting="
    for text in (*map(repr, (state, state[0], game.copy(state), game.view(state, 0))), str(state), f"{state}"):
        assert text.startswith(shown)
        assert text.endswith("; other public fields are 0, hidden ones not shown>")
        assert not any(f" {name}=" in text for name in ("key", "words", "block"))
    state["score"][0, 1] = 7
    assert "score=[0 7], " in repr(state)
    assert repr(state["key"]) == repr(np.array(state["key"]))
    assert repr(state["score"][0]) == "array([0, 7], dtype=int32)"
    for joined in (np.concatenate([state, state]), np.stack([state[0:1]] * 2), np.append(state, np.asarray(state))):
        assert str(joined).startswith("<array of 2")
    assert repr(blank(state.dtype, 3)) == "<array of 3 states; index it to see the public fields of one>"
    match = get("best_of_three").new(seed=1)
    assert all(name not in repr(match) for name in ("key=", "words=", "deck="))


def test_copies_of_slices_are_whole_states() -> None:
    states = blank(get("othellino").State.dtype, 6)
    states["ply"] = np.arange(6)
    copy = copy_of(states[::2])
    assert copy["ply"].tolist() == [0, 2, 4]
    copy["ply"] = 9
    assert states["ply"].tolist() == list(range(6))
