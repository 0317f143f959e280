"""The state of a game: one flat record whose fields say who may see them.

    @record(seats=2)
    class State(Base):
        deck = nobody(u1[7])              # nobody looks at it
        field = public(u1[4])             # everybody does
        held = owner(u1[SEATS, 3])        # row = seat; each seat sees its own
        tie_tile = option("carry", "discard")

A type checker reads plain attributes (`int` or an integer array); NumPy and Numba
read `State.dtype`; views, texts and leak tests read `State.fields`. A class body
that leaves a field's visibility open does not import.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast, overload

import numpy as np
import numpy.typing as npt

from .own import Own

Ints = npt.NDArray[np.int64]
"""How a type checker sees every array field, whatever its width."""

States = npt.NDArray[Any]
"""An array of records. From Python a single state is an array of length one."""

SEATS = -1
"""In a shape: the largest number of seats of the game."""

SPECTATOR = -1
"""In place of a seat: somebody who sees only what is public."""


@dataclass(frozen=True)
class Kind:
    """An integer type of one width; index it for a nested array."""

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
    """One field as declared: its type, who sees it, and its values if it is an option."""

    code: Any  # NumPy's type code, or the record class of a game inside this one
    shape: tuple[int, ...]
    visible: str  # public, owner, nobody, generator, inside
    values: tuple[Any, ...] = ()
    default: Any = None
    idle: bool = False  # kept to be looked at; nothing to come depends on it
    own: Own | None = None  # how an option reads a text of one's own, which is stored behind the named values

    @property
    def is_option(self) -> bool:
        return bool(self.values)

    def stored(self, value: Any) -> int:
        """What the record holds for an option's value: the number itself, or the name's place."""
        if self.is_own(value):
            return len(self.values)
        return int(value) if isinstance(value, int) else self.values.index(value)

    def is_own(self, value: Any) -> bool:
        """Is this value of an option a text of one's own?"""
        return self.own is not None and value not in self.values

    def shown(self, stored: int) -> Any:
        return stored if isinstance(self.values[0], int) else self.values[stored]


def _field(kind: Kind | Shaped, visible: str) -> Any:
    return Field(kind.code, kind.shape if isinstance(kind, Shaped) else (), visible)


@overload
def public(kind: Kind) -> int: ...
@overload
def public(kind: Shaped) -> Ints: ...
def public(kind: Kind | Shaped) -> Any:
    """Everybody sees it."""
    return _field(kind, "public")


@overload
def told(kind: Kind) -> int: ...
@overload
def told(kind: Shaped) -> Ints: ...
def told(kind: Kind | Shaped) -> Any:
    """Public, and only to be looked at: the last reveal, say. Nothing to come depends on it."""
    return replace(_field(kind, "public"), idle=True)


def owner(kind: Shaped) -> Ints:
    """Row s is seen by seat s alone; the first axis is the seat."""
    if kind.shape[0] != SEATS:
        raise TypeError("owner fields have one row a seat: begin the shape with SEATS")
    return cast(Ints, _field(kind, "owner"))


@overload
def nobody(kind: Kind) -> int: ...
@overload
def nobody(kind: Shaped) -> Ints: ...
def nobody(kind: Kind | Shaped) -> Any:
    """No seat sees it: the order of a deck, say."""
    return _field(kind, "nobody")


@overload
def _secret(kind: Kind) -> int: ...
@overload
def _secret(kind: Shaped) -> Ints: ...
def _secret(kind: Kind | Shaped) -> Any:
    return _field(kind, "generator")


def option(*values: int | str, default: int | str | None = None, own: Own | None = None) -> int:
    """A variant of the rules. Numbers are stored as they are, names as their place in the list.

    The first value is the default unless another is named. With `own` the value may also be a
    text that the game reads into another field; such an option is stored as the place behind the names.
    """
    code = "i2" if isinstance(values[0], int) else "u1"
    return cast(int, Field(code, (), "public", values, values[0] if default is None else default, own=own))


S = TypeVar("S")


def inside(state: type[S]) -> S:
    """The whole state of another game, with that game's own visibility (matches)."""
    return cast(S, Field(state, (), "inside"))


class Base:
    """What every state has. All of it is public but the generator."""

    key = _secret(u4[8])  # the 256-bit seed, lowest word first
    block = _secret(u4)  # number of the next block of random words
    words = _secret(u4[16])  # the present block
    used = _secret(u1)  # how many of its words are spent
    score = public(i4[SEATS])
    ply = told(u4)  # actions so far
    asked = told(u4)  # how often somebody was asked anew: choices under one number are made at the same time
    acting = public(u2)  # set of seats that may act now, bit s = seat s
    seats = public(u1)
    phase = public(u1)
    over = public(u1)
    reason = public(u1)
    rank = public(u1[SEATS])  # 1 is best, equal ranks are shared; 0 while the game runs

    # Filled in by @record.
    dtype: np.dtype[Any]
    fields: dict[str, Field]
    masks: npt.NDArray[np.uint8]
    essence: npt.NDArray[np.uint64]  # mask of what is public and matters, in words of eight bytes
    most_seats: int


def record(*, seats: int) -> Callable[[type[S]], type[S]]:
    """Turn a class body into a record type for at most this many seats."""

    def build(cls: type[S]) -> type[S]:
        fields: dict[str, Field] = {}
        for klass in reversed(cls.__mro__):
            for name, value in vars(klass).items():
                if not name.startswith("_"):
                    fields |= _checked(cls.__name__, name, value, seats)
        for name, field in fields.items():
            if field.own and (field.own.field not in fields or fields[field.own.field].visible != "public"):
                raise TypeError(f"{cls.__name__}.{name}: own texts need a public field {field.own.field!r}")
        state = cast(Any, cls)
        state.fields = fields
        state.most_seats = seats
        state.dtype = _layout(fields)
        state.masks = _masks(state.dtype, fields, seats)
        state.essence = _essence(state.dtype, fields, state.masks[SPECTATOR])
        return cls

    return build


def _checked(owner_name: str, name: str, value: Any, seats: int) -> dict[str, Field]:
    if isinstance(value, Kind | Shaped):
        raise TypeError(f"{owner_name}.{name}: say who sees it: public(...), owner(...) or nobody(...)")
    if not isinstance(value, Field):
        raise TypeError(f"{owner_name}.{name}: a state holds fields only, not {type(value).__name__}")
    if hasattr(np.record, name):
        raise TypeError(f"{owner_name}.{name}: NumPy records already have an attribute of that name")
    if value.is_option and value.default not in value.values:
        raise TypeError(f"{owner_name}.{name}: the default {value.default!r} is not among the values")
    return {name: replace(value, shape=tuple(seats if n == SEATS else n for n in value.shape))}


def _layout(fields: dict[str, Field]) -> np.dtype[Any]:
    """The record type: inner games and widest fields first, so that no unnamed bytes lie between them.

    Gaps would hold leftovers of memory that copies do not carry along.
    """
    columns = [(n, f.code.dtype if f.visible == "inside" else np.dtype(f.code), f.shape) for n, f in fields.items()]
    columns.sort(key=lambda column: (fields[column[0]].visible != "inside", -column[1].alignment))
    used = sum(kind.itemsize * int(np.prod(shape)) for _, kind, shape in columns)
    if rest := -used % 8:
        columns.append(("unused", np.dtype(np.uint8), (rest,)))
    # np.record: `s.field` reads the same in plain Python as when compiled
    return np.dtype((np.record, np.dtype(cast(Any, columns), align=True)))


def _masks(dtype: np.dtype[Any], fields: dict[str, Field], seats: int) -> npt.NDArray[np.uint8]:
    """Which bytes each seat sees (0xFF) or not (0); the last row is the spectator's."""
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
    """The spectator's mask without the fields that are only told."""
    mask = public_.copy()
    assert dtype.fields is not None
    for name, field in fields.items():
        part, start = dtype.fields[name][:2]
        if field.idle:
            mask[start : start + part.itemsize] = 0
        elif field.visible == "inside":
            mask[start : start + part.itemsize] = field.code.essence.view(np.uint8)
    return mask.view(np.uint64)
