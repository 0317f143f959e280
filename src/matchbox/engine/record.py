"""The state of a game: a flat record. Each field declares who sees it.

    @record(seats=2)
    class State(Base):
        deck = nobody(u1[7])              # no seat sees it
        field = public(u1[4])             # every seat sees it
        held = owner(u1[SEATS, 3])        # one row per seat; each seat sees its own row
        starter = public(u1, high=SEATS - 1)  # a seat of this game
        tie_tile = option("carry", "discard")

A type checker sees plain attributes (`int` or an integer array), NumPy and Numba use
`State.dtype`, and views, texts and leak tests use `State.fields`. A field without declared
visibility fails on import.

`high` and `low` declare the values of a field. They cost nothing while a game runs: they are checked
when a state comes from outside, before compiled rules use its numbers as indices.

`free=True` marks a field in which a single number may change without the others: a counter of rounds, a
pointer, a choice, the place of a pawn. In all other fields `conserved` notices a wrong number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast, overload

import numpy as np
import numpy.typing as npt

from .custom_option import CustomOption

Ints = npt.NDArray[np.int64]
"""The type of every array field for a type checker, whatever its width."""

States = npt.NDArray[Any]
"""An array of records. In Python a single state is an array of length one."""

SEATS = -1
"""In a shape: the game's largest number of seats. In `high`: the number of seats of the state."""

SPECTATOR = -1
"""Instead of a seat: a viewer who sees only public fields."""


@dataclass(frozen=True)
class Kind:
    """An integer type; index it to declare an array."""

    code: str

    def __getitem__(self, shape: int | tuple[int, ...]) -> Shaped:
        return Shaped(self.code, shape if isinstance(shape, tuple) else (shape,))


@dataclass(frozen=True)
class Shaped:
    code: str
    shape: tuple[int, ...]


u1, u2, u4, u8 = Kind("u1"), Kind("u2"), Kind("u4"), Kind("u8")
i1, i2, i4, i8 = Kind("i1"), Kind("i2"), Kind("i4"), Kind("i8")


@dataclass(frozen=True)
class Field:
    """The declaration of a field: its type, who sees it, and its values if it is an option."""

    code: Any  # NumPy's type code, or the record class of a game inside this one
    shape: tuple[int, ...]
    visible: str  # public, owner, nobody, generator, inside
    values: tuple[Any, ...] = ()  # of an option
    default: Any = None
    derived: bool = False  # for display only: play does not depend on it
    custom: CustomOption | None = None  # how the option reads custom text
    low: int = 0
    high: int = 0  # below 0: relative to the number of seats
    seat_axis: int | None = None  # the axis of the shape that has an entry for each seat
    free: bool = False  # another number may be as good: `conserved` need not notice it
    memory: bool = False  # of an owner field: what the seat has seen; it is not dealt again for others
    unordered: bool = False  # of an owner field: the places of a row mean nothing to others
    hidden_from_owner: bool = False  # of a nobody field: it has a row per seat on purpose

    @property
    def is_option(self) -> bool:
        return bool(self.values)

    def range_for(self, seats: int) -> tuple[int, int]:
        """The lowest and the highest value in a state with this number of seats."""
        return self.low, self.high if self.high >= 0 else seats + self.high - SEATS

    def stored(self, value: Any) -> int:
        """The number stored for an option's value: itself, the index of a name, or the next index for custom text."""
        if self.is_custom(value):
            return len(self.values)
        return int(value) if isinstance(value, int) else self.values.index(value)

    def is_custom(self, value: Any) -> bool:
        """Is this value of an option a custom text?"""
        return self.custom is not None and value not in self.values

    def shown(self, stored: int) -> Any:
        """The named value of an option, from its stored form."""
        return stored if isinstance(self.values[0], int) else self.values[stored]


def _field(kind: Kind | Shaped, visible: str, high: int | None, low: int) -> Any:
    bounds = np.iinfo(kind.code)
    if high is None:
        low, high = int(bounds.min), int(bounds.max)
    if not bounds.min <= low <= 0 or high > bounds.max:  # hidden and blank fields are 0
        raise TypeError(f"choose a range that contains 0 and fits {kind.code}, not {low} to {high}")
    shape = kind.shape if isinstance(kind, Shaped) else ()
    seat_axis = shape.index(SEATS) if SEATS in shape else None
    return Field(kind.code, shape, visible, low=int(low), high=int(high), seat_axis=seat_axis)


@overload
def public(kind: Kind, *, high: int | None = None, low: int = 0, free: bool = False) -> int: ...
@overload
def public(kind: Shaped, *, high: int | None = None, low: int = 0, free: bool = False) -> Ints: ...
def public(kind: Kind | Shaped, *, high: int | None = None, low: int = 0, free: bool = False) -> Any:
    """A field that every seat sees. Its values are those of its type, or `low` to `high`."""
    return replace(_field(kind, "public", high, low), free=free)


@overload
def derived(kind: Kind, *, high: int | None = None, low: int = 0) -> int: ...
@overload
def derived(kind: Shaped, *, high: int | None = None, low: int = 0) -> Ints: ...
def derived(kind: Kind | Shaped, *, high: int | None = None, low: int = 0) -> Any:
    """A public field for display only, such as the last reveal: play does not depend on it."""
    return replace(_field(kind, "public", high, low), derived=True)


def owner(
    kind: Shaped,
    *,
    high: int | None = None,
    low: int = 0,
    free: bool = False,
    memory: bool = False,
    unordered: bool = False,
) -> Ints:
    """A field with one row per seat; only seat s sees row s.

    `memory` is for what a seat has seen: play does not depend on it, and redeals for others leave it 0. In an
    `unordered` field redeals may put the numbers of a row in any order.
    """
    if kind.shape[0] != SEATS:
        raise TypeError("start the shape of an owner field with SEATS: it has one row per seat")
    field = replace(_field(kind, "owner", high, low), free=free, memory=memory, unordered=unordered)
    return cast(Ints, field)


@overload
def nobody(kind: Kind, *, high: int | None = None, low: int = 0, free: bool = False) -> int: ...
@overload
def nobody(
    kind: Shaped, *, high: int | None = None, low: int = 0, free: bool = False, hidden_from_owner: bool = False
) -> Ints: ...
def nobody(
    kind: Kind | Shaped, *, high: int | None = None, low: int = 0, free: bool = False, hidden_from_owner: bool = False
) -> Any:
    """A field that no seat sees, such as the order of a deck.

    A row per seat is probably an owner field; `hidden_from_owner` says that not even seat s may see row s.
    """
    return replace(_field(kind, "nobody", high, low), free=free, hidden_from_owner=hidden_from_owner)


@overload
def _secret(kind: Kind, *, high: int | None = None) -> int: ...
@overload
def _secret(kind: Shaped, *, high: int | None = None) -> Ints: ...
def _secret(kind: Kind | Shaped, *, high: int | None = None) -> Any:
    return _field(kind, "generator", high, 0)


def option(*values: int | str, default: int | str | None = None, custom: CustomOption | None = None) -> int:
    """A variant of the rules. The first value is the default unless `default` names another.

    With `custom` the value may also be a text, which the game reads into another field.
    """
    is_number = isinstance(values[0], int)
    high = max(cast(tuple[int, ...], values)) if is_number else len(values) - (custom is None)
    code, default = "i2" if is_number else "u1", values[0] if default is None else default
    return cast(int, Field(code, (), "public", values, default, custom=custom, high=high))


S = TypeVar("S")


def inside(state: type[S]) -> S:
    """The full state of another game, with that game's visibility: a match contains the game it consists of."""
    return cast(S, Field(state, (), "inside"))


class Base:
    """The fields of every state. All but the generator's are public."""

    key = _secret(u4[8])  # the 256-bit seed, lowest word first
    block = _secret(u4)  # number of the next block of random words
    words = _secret(u4[16])  # the current block
    used = _secret(u1, high=16)  # number of words taken from it
    score = public(i4[SEATS])
    ply = derived(u4)  # number of actions so far
    decision_point = derived(u4)  # number of decision points so far; seats of the same one choose simultaneously
    acting = public(u2)  # set of seats that may act now, bit s = seat s
    seats = public(u1, high=SEATS)
    phase = public(u1)
    over = public(u1, high=1)
    reason = public(u1)
    rank = public(u1[SEATS])  # 1 is best, ties share a rank; 0 while the game runs

    # Set by @record.
    dtype: np.dtype[Any]
    fields: dict[str, Field]
    masks: npt.NDArray[np.uint8]
    essence: npt.NDArray[np.uint64]  # mask of the public fields that are not derived, in words of eight bytes
    mask_numbers: tuple[int, ...]  # the rows of `masks`, each as one large number
    most_seats: int


def record(*, seats: int) -> Callable[[type[S]], type[S]]:
    """Turn a class body into a record type with this largest number of seats."""

    def build(cls: type[S]) -> type[S]:
        fields: dict[str, Field] = {}
        for klass in reversed(cls.__mro__):
            for name, value in vars(klass).items():
                if not name.startswith("_"):
                    fields |= _checked(cls.__name__, name, value, seats)
        for name, field in fields.items():
            if field.custom and (field.custom.field not in fields or fields[field.custom.field].visible != "public"):
                raise TypeError(
                    f"{cls.__name__}.{name}: declare a public field {field.custom.field!r} for its custom text"
                )
        state = cast(Any, cls)
        state.fields = fields
        state.most_seats = seats
        state.dtype = _layout(fields)
        state.masks = _masks(state.dtype, fields, seats)
        state.mask_numbers = tuple(int.from_bytes(mask.tobytes(), "little") for mask in state.masks)
        state.essence = _essence(state.dtype, fields, state.masks[SPECTATOR])
        _fields_of[state.dtype] = fields
        return cls

    return build


def _checked(owner_name: str, name: str, value: Any, seats: int) -> dict[str, Field]:
    if isinstance(value, Kind | Shaped):
        raise TypeError(f"{owner_name}.{name}: declare who sees it: public(...), owner(...) or nobody(...)")
    if not isinstance(value, Field):
        raise TypeError(f"{owner_name}.{name}: declare a field; a state cannot contain {type(value).__name__}")
    if hasattr(np.record, name):
        raise TypeError(f"{owner_name}.{name}: choose another name; NumPy records already have this attribute")
    if value.is_option and value.default not in value.values:
        raise TypeError(f"{owner_name}.{name}: the default {value.default!r} is not one of the values")
    return {name: replace(value, shape=tuple(seats if n == SEATS else n for n in value.shape))}


class Row(np.record):  # type: ignore[misc]
    """One record: `s.field` works in plain Python as it does in compiled code.

    NumPy's own class searches for a field in Python, and takes twice as long.
    """

    __getattribute__ = np.void.__getattribute__

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            return np.record.__getattribute__(self, name)  # NumPy says what is wrong

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            self[name] = value
        except ValueError:
            super().__setattr__(name, value)

    def __repr__(self) -> str:
        shown = ", ".join(_public_parts(self, _fields_of[self.dtype]))
        return f"<state: {shown}; other public fields are 0, hidden ones not shown>"

    __str__ = __repr__


_fields_of: dict[np.dtype[Any], dict[str, Field]] = {}  # of every record type


def _public_parts(record: Any, fields: dict[str, Field]) -> Iterator[str]:
    """The public fields that are not 0, as text."""
    for name, field in fields.items():
        value = record[name]
        if field.visible == "inside":
            if inner := ", ".join(_public_parts(value, field.code.fields)):
                yield f"{name}=({inner})"
        elif field.is_option:
            yield f"{name}={'custom' if field.custom and int(value) == len(field.values) else field.shown(int(value))}"
        elif field.visible == "public" and np.any(value):
            text = np.array2string(np.asarray(value), threshold=40, edgeitems=8, max_line_width=10**6)
            yield f"{name}={' '.join(text.split())}"


class StateArray(np.ndarray[Any, Any]):
    """An array of records whose text shows public fields only: a state in a log or a notebook reveals no card.

    In all else it is an array of NumPy. Its fields are, too: arrays of numbers print as usual.
    """

    __slots__ = ()
    __array_priority__ = 1.0  # states that NumPy joins with others are such an array, too

    def __repr__(self) -> str:
        if self.dtype.type is not Row:
            return repr(np.asarray(self))
        if self.shape == (1,):
            return repr(self[0])
        return f"<array of {' x '.join(map(str, self.shape))} states; index it to see the public fields of one>"

    def __str__(self) -> str:
        return str(np.asarray(self)) if self.dtype.type is not Row else repr(self)


def blank(dtype: np.dtype[Any], count: int = 1) -> States:
    """Records in which every byte is 0."""
    return StateArray(count, dtype, bytearray(count * dtype.itemsize))


def copy_of(states: States) -> States:
    """A copy. NumPy's own copies a record field by field, which takes ten times as long."""
    return StateArray(states.shape, states.dtype, bytearray(states.tobytes()))


def seen_by(state: type[Base], record: States, seat: int) -> bytes:
    """The bytes of a seat's view; seat -1 is a spectator."""
    visible = int.from_bytes(record.tobytes(), "little") & state.mask_numbers[seat]
    return visible.to_bytes(state.dtype.itemsize, "little")


def _layout(fields: dict[str, Field]) -> np.dtype[Any]:
    """The record type: inner games and the widest fields first, which leaves no padding between fields.

    Padding could contain stray bytes of memory, and copies would differ in it.
    """
    columns = [(n, f.code.dtype if f.visible == "inside" else np.dtype(f.code), f.shape) for n, f in fields.items()]
    columns.sort(key=lambda column: (fields[column[0]].visible != "inside", -column[1].alignment))
    used = sum(kind.itemsize * int(np.prod(shape)) for _, kind, shape in columns)
    if rest := -used % 8:
        columns.append(("unused", np.dtype(np.uint8), (rest,)))
    return np.dtype((Row, np.dtype(cast(Any, columns), align=True)))


def _masks(dtype: np.dtype[Any], fields: dict[str, Field], seats: int) -> npt.NDArray[np.uint8]:
    """Which bytes each seat sees (0xFF, else 0); the last row is for spectators."""
    masks = np.zeros((seats + 1, dtype.itemsize), np.uint8)
    assert dtype.fields is not None
    for name, field in fields.items():
        part, start = dtype.fields[name][:2]
        stop = start + part.itemsize
        if field.visible == "public":
            masks[:, start:stop] = 0xFF
        elif field.visible == "owner":
            row = part.itemsize // seats
            for seat in range(seats):
                masks[seat, start + seat * row : start + (seat + 1) * row] = 0xFF
        elif field.visible == "inside":
            masks[:-1, start:stop] = field.code.masks[:-1][:seats]
            masks[-1, start:stop] = field.code.masks[-1]
    return masks


def _essence(dtype: np.dtype[Any], fields: dict[str, Field], public_: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    """The spectator's mask without derived fields."""
    mask = public_.copy()
    assert dtype.fields is not None
    for name, field in fields.items():
        part, start = dtype.fields[name][:2]
        if field.derived:
            mask[start : start + part.itemsize] = 0
        elif field.visible == "inside":
            mask[start : start + part.itemsize] = field.code.essence.view(np.uint8)
    return mask.view(np.uint64)
