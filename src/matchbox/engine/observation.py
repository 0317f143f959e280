"""Observations: a seat's view as a vector of named pieces.

The pieces follow from the fields of the record, so games need no code for observations:

- the first piece is `seat`: a 1 at the index of the observing seat;
- then come all public fields, and the observing seat's row of owner fields; nothing else is read;
- integers are not scaled;
- an unsigned field of four or eight bytes is a set, with a 0 or 1 for every bit (derived fields, such as the
  number of actions so far, stay numbers);
- options and the number of seats are left out, because they do not change during a game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .compiled import entry_point, rule
from .dialect import bits, wide
from .errors import BadOption
from .record import Base, Field, States

if TYPE_CHECKING:
    from .game import Game

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

# A plan has one row per piece: its kind, then these columns.
OFFSET, STRIDE, COUNT, WIDTH, START = range(1, 6)
NUMBERS = {"u1": 0, "i1": 1, "u2": 2, "i2": 3, "u4": 4, "i4": 5, "u8": 6, "i8": 6}
U1, I1, U2, I2, U4, I4, WIDE = range(7)
SET, SEAT = 7, 8

EIGHT = bits(8)
BITS = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], np.float32)


@dataclass(frozen=True)
class ObservationPiece:
    """A named piece of the observation."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    private: bool  # an owner field: only the observing seat sees it
    about: str
    start: int = 0

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def slice(self) -> slice:
        return slice(self.start, self.start + self.size)


@dataclass(frozen=True)
class _Source:
    """A piece and the position of its bytes in the record."""

    piece: ObservationPiece
    kind: int
    offset: int
    stride: int  # bytes from one seat's row to the next, 0 for public fields
    count: int
    width: int  # bits of a set


def bytes_of(states: States) -> Bytes:
    """The bytes of the records, one row each, for an encoder."""
    return np.asarray(states).view(np.uint8).reshape(len(states), -1)


class Encoder:
    """Turns records into observations of one seat."""

    def __init__(self, game: Game, seats: int, pieces: Sequence[str] | None = None) -> None:
        self.game, self.seats = game, seats
        everything = list(_sources(game, seats))
        known = [source.piece.name for source in everything]
        for name in pieces or ():
            if name not in known:
                raise BadOption(f"{game.about.name} has no observation piece {name!r}; choose from {', '.join(known)}")
        chosen = [source for source in everything if pieces is None or source.piece.name in pieces]
        self.pieces: dict[str, ObservationPiece] = {}
        rows, start = [], 0
        for source in chosen:
            piece = replace(source.piece, start=start)
            self.pieces[piece.name] = piece
            rows.append([source.kind, source.offset, source.stride, source.count, source.width, start])
            start += piece.size
        self.size = start
        self._plan = np.array(_merged(rows), np.int64).reshape(-1, 6)
        self._seat = np.zeros(1, np.int64)

    def bounds(self) -> tuple[Floats, Floats]:
        """The lowest and highest value of every number."""
        low, high = np.zeros(self.size, np.float32), np.zeros(self.size, np.float32)
        for piece in self.pieces.values():
            low[piece.slice], high[piece.slice] = piece.low, piece.high
        return low, high

    def one(self, raw: Bytes, seat: int) -> Floats:
        """A seat's observation of one state, given as its bytes, in a new array."""
        out = np.empty((1, self.size), np.float32)
        self._seat[0] = seat
        encode(raw, self._seat, self._plan, out)
        found: Floats = out[0]
        return found

    def many(self, raw: Bytes, seats: Numbers, out: Floats | Numbers) -> None:
        """Write the observation of record i by seat `seats[i]` to row i, also as whole numbers, which are exact."""
        encode(raw, seats, self._plan, out)

    def split(self, observation: Floats) -> dict[str, Floats]:
        """The pieces of an observation by name, as NumPy views. Leading axes stay."""
        lead = observation.shape[:-1]
        return {name: observation[..., p.slice].reshape(*lead, *p.shape) for name, p in self.pieces.items()}

    def describe(self) -> str:
        """The pieces as lines of text: slice, name, shape, values, meaning."""
        lines = []
        for p in self.pieces.values():
            shape = "x".join(map(str, p.shape))
            span = f"{p.start}:{p.start + p.size}"
            lines.append(f"{span:>9}  {p.name} [{shape}]  {p.low:g}..{p.high:g}  {p.about}")
        return "\n".join(lines)


def _sources(game: Game, seats: int) -> Iterator[_Source]:
    yield _Source(ObservationPiece("seat", (seats,), 0, 1, False, "a 1 at the observing seat"), SEAT, 0, 0, 1, seats)
    yield from _of_record(game.State, game.State.most_seats, "", 0)


def _of_record(state: type[Base], seats: int, prefix: str, start: int) -> Iterator[_Source]:
    assert state.dtype.fields is not None
    for name, field in state.fields.items():
        part, offset = state.dtype.fields[name][:2]
        if field.visible == "inside":
            yield from _of_record(field.code, seats, f"{prefix}{name}.", start + offset)
        elif field.visible in ("public", "owner") and not field.is_option and name != "seats":
            yield _source(f"{prefix}{name}", name, field, part.itemsize, start + offset, seats)


def _source(path: str, name: str, field: Field, size: int, offset: int, seats: int) -> _Source:
    """How to read a visible field: its numbers, or the bits of its sets."""
    private = field.visible == "owner"
    shape = field.shape[1:] if private else field.shape
    stride = size // seats if private else 0
    count = math.prod(shape)
    whose = "own row" if private else "derived" if field.derived else "public"
    bytes_ = int(field.code[1])
    if name == "acting":
        piece = ObservationPiece(path, (seats,), 0, 1, False, "public, the seats that act now")
        return _Source(piece, SET, offset, 0, 1, seats)
    if field.code in ("u4", "u8") and not field.derived:
        piece = ObservationPiece(path, (*shape, 8 * bytes_), 0, 1, private, f"{whose}, the bits of a set")
        return _Source(piece, SET, offset, stride, count, 8 * bytes_)
    limits = np.iinfo(field.code)
    piece = ObservationPiece(path, shape or (1,), float(limits.min), float(limits.max), private, whose)
    return _Source(piece, NUMBERS[field.code], offset, stride, count, 0)


def _merged(rows: list[list[int]]) -> list[list[int]]:
    """Join rows of bytes that are adjacent in both record and observation, to read them in one loop."""
    found: list[list[int]] = []
    for row in rows:
        last = found[-1] if found else row
        adjacent = last is not row and row[OFFSET] == last[OFFSET] + last[COUNT]
        if adjacent and last[0] == row[0] == U1 and last[STRIDE] == row[STRIDE] == 0:
            last[COUNT] += row[COUNT]
        else:
            found.append(row)
    return found


@entry_point
def encode(raw: Any, seats: Any, plan: Any, out: Any) -> None:
    """Follow the plan for every record, given as its bytes (little-endian).

    Indices are unsigned, which saves Numba's check for negative ones.
    """
    for i in range(len(raw)):
        seat = wide(seats[i])
        for r in range(len(plan)):
            kind, count = plan[r, 0], plan[r, COUNT]
            a, start = bits(plan[r, OFFSET] + seat * plan[r, STRIDE]), bits(plan[r, START])
            if kind == U1:
                for k in range(bits(count)):
                    out[i, start + k] = raw[i, a + k]
            elif kind == SET:
                total = count * plan[r, WIDTH]  # either a single set, or sets of whole bytes without gaps
                for b in range(bits(total >> 3)):
                    byte, to = raw[i, a + b], start + b * EIGHT
                    for bit in range(EIGHT):
                        out[i, to + bit] = BITS[byte, bit]
                last = bits(total >> 3)
                for bit in range(bits(total & 7)):
                    out[i, start + last * EIGHT + bit] = BITS[raw[i, a + last], bit]
            elif kind == SEAT:
                for k in range(plan[r, WIDTH]):
                    out[i, start + bits(k)] = k == seat
            else:
                for k in range(bits(count)):
                    out[i, start + k] = number(raw, i, a, kind, k)


@rule
def number(raw: Any, i: int, a: int, kind: int, k: int) -> int:
    """The k-th integer of a field that starts at byte a."""
    if kind == I1:
        value = wide(raw[i, a + k])
        return value - 256 if value >= 128 else value
    if kind in (U2, I2):
        value = wide(raw[i, a + 2 * k]) | wide(raw[i, a + 2 * k + 1]) << 8
        return value - 65536 if kind == I2 and value >= 32768 else value
    width = 8 if kind == WIDE else 4
    value = wide(0)
    for b in range(width):
        value |= wide(raw[i, a + width * k + b]) << 8 * b
    return value - (1 << 32) if kind == I4 and value >= 1 << 31 else value
