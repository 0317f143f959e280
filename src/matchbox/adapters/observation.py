"""What a seat sees, as named pieces of one vector of numbers.

The pieces follow from the declarations in the record; no game has an observer of its own:

- everything public, and of owner fields the observing seat's own row; nothing else is ever read;
- a small integer is its number, as the rules page means it, not scaled;
- an unsigned field of four or eight bytes is a set: one number, 0 or 1, for every bit
  (but not what is only told, such as the number of actions so far);
- options and the number of seats do not change in a game and are left out;
- first of all comes `seat`: a 1 at the place of the observing seat.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import BadOption, Base, Game, States, bits, rule, wide
from matchbox.engine.record import Field

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

NUMBERS = {"u1": 0, "i1": 1, "u2": 2, "i2": 3, "u4": 4, "i4": 5, "u8": 6, "i8": 6}
U1, I1, U2, I2, U4, I4, WIDE = range(7)
SET, SEAT = 7, 8
OFFSET, STRIDE, COUNT, WIDTH, PLACE = range(1, 6)  # columns of a plan, behind the kind

EIGHT = bits(8)
BITS = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], np.float32)


@dataclass(frozen=True)
class Piece:
    """A named part of the observation."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    private: bool  # an owner field: only this seat sees these numbers
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
    """A piece together with where its numbers lie in the record."""

    piece: Piece
    kind: int
    offset: int
    stride: int  # from one seat's row to the next, 0 for what is public
    count: int
    width: int  # bits of a set


def bytes_of(states: States) -> Bytes:
    """The records' memory, one row each: what an encoder reads."""
    return states.view(np.uint8).reshape(len(states), -1)


class Encoder:
    """Turns records into observations, always for one seat."""

    def __init__(self, game: Game, seats: int, pieces: Sequence[str] | None = None) -> None:
        self.game, self.seats = game, seats
        everything = list(_sources(game, seats))
        known = [source.piece.name for source in everything]
        for name in pieces or ():
            if name not in known:
                raise BadOption(f"{game.about.name} has no observation piece {name!r}; there are {', '.join(known)}")
        chosen = [source for source in everything if pieces is None or source.piece.name in pieces]
        self.pieces: dict[str, Piece] = {}
        rows, place = [], 0
        for source in chosen:
            piece = source.piece
            self.pieces[piece.name] = Piece(
                piece.name, piece.shape, piece.low, piece.high, piece.private, piece.about, place
            )
            rows.append([source.kind, source.offset, source.stride, source.count, source.width, place])
            place += piece.size
        self.size = place
        self._plan = np.array(_merged(rows), np.int64).reshape(-1, 6)
        self._seat = np.zeros(1, np.int64)

    def bounds(self) -> tuple[Floats, Floats]:
        """Lowest and highest value of every number."""
        low, high = np.zeros(self.size, np.float32), np.zeros(self.size, np.float32)
        for piece in self.pieces.values():
            low[piece.slice], high[piece.slice] = piece.low, piece.high
        return low, high

    def one(self, raw: Bytes, seat: int) -> Floats:
        """What a seat sees of one state, given as its bytes; a new array."""
        out = np.empty((1, self.size), np.float32)
        self._seat[0] = seat
        encode(raw, self._seat, self._plan, out)
        found: Floats = out[0]
        return found

    def many(self, raw: Bytes, seats: npt.NDArray[np.int64], out: Floats) -> None:
        """What seat `seats[i]` sees of record i, written to row i."""
        encode(raw, seats, self._plan, out)

    def split(self, observation: Floats) -> dict[str, Floats]:
        """The pieces of an observation by name, as views; leading axes stay."""
        lead = observation.shape[:-1]
        return {name: observation[..., p.slice].reshape(*lead, *p.shape) for name, p in self.pieces.items()}

    def describe(self) -> str:
        """The pieces as lines of text: place, name, shape, values, meaning."""
        lines = []
        for p in self.pieces.values():
            shape = "x".join(map(str, p.shape))
            place = f"{p.start}:{p.start + p.size}"
            lines.append(f"{place:>9}  {p.name} [{shape}]  {p.low:g}..{p.high:g}  {p.about}")
        return "\n".join(lines)


def _sources(game: Game, seats: int) -> Iterator[_Source]:
    yield _Source(Piece("seat", (seats,), 0, 1, False, "a 1 at the observing seat"), SEAT, 0, 0, 1, seats)
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
    """How a visible field is read: its numbers, or the bits of its sets."""
    private = field.visible == "owner"
    shape = field.shape[1:] if private else field.shape
    stride = size // seats if private else 0
    count = math.prod(shape)
    whose = "own row" if private else "told" if field.idle else "public"
    bytes_ = int(field.code[1])
    if name == "acting":
        piece = Piece(path, (seats,), 0, 1, False, "public, the seats that act now")
        return _Source(piece, SET, offset, 0, 1, seats)
    if field.code in ("u4", "u8") and not field.idle:
        piece = Piece(path, (*shape, 8 * bytes_), 0, 1, private, f"{whose}, the bits of a set")
        return _Source(piece, SET, offset, stride, count, 8 * bytes_)
    limits = np.iinfo(field.code)
    piece = Piece(path, shape or (1,), float(limits.min), float(limits.max), private, whose)
    return _Source(piece, NUMBERS[field.code], offset, stride, count, 0)


def _merged(rows: list[list[int]]) -> list[list[int]]:
    """Bytes that lie side by side in record and observation are read in one run."""
    found: list[list[int]] = []
    for row in rows:
        last = found[-1] if found else row
        beside = last is not row and row[OFFSET] == last[OFFSET] + last[COUNT]
        if beside and last[0] == row[0] == U1 and last[STRIDE] == row[STRIDE] == 0:
            last[COUNT] += row[COUNT]
        else:
            found.append(row)
    return found


@rule
def encode(raw: Any, seats: Any, plan: Any, out: Any) -> None:
    """Follow the plan for every record, given as its bytes (lowest first).

    Unsigned places spare the question whether an index counts from the end.
    """
    for i in range(len(raw)):
        seat = wide(seats[i])
        for r in range(len(plan)):
            kind, count = plan[r, 0], plan[r, COUNT]
            a, place = bits(plan[r, OFFSET] + seat * plan[r, STRIDE]), bits(plan[r, PLACE])
            if kind == U1:
                for k in range(bits(count)):
                    out[i, place + k] = raw[i, a + k]
            elif kind == SET:
                total = count * plan[r, WIDTH]  # sets without a gap: whole bytes, or a single set
                for b in range(bits(total >> 3)):
                    byte, to = raw[i, a + b], place + b * EIGHT
                    for bit in range(EIGHT):
                        out[i, to + bit] = BITS[byte, bit]
                last = bits(total >> 3)
                for bit in range(bits(total & 7)):
                    out[i, place + last * EIGHT + bit] = BITS[raw[i, a + last], bit]
            elif kind == SEAT:
                for k in range(plan[r, WIDTH]):
                    out[i, place + bits(k)] = k == seat
            else:
                for k in range(bits(count)):
                    out[i, place + k] = number(raw, i, a, kind, k)


@rule
def number(raw: Any, i: int, a: int, kind: int, k: int) -> int:
    """The k-th integer of a field that begins at byte a."""
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
