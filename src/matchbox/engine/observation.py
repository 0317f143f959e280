"""Observations: a seat's view as a vector of named pieces.

The pieces follow from the fields of the record, so games need no code for observations:

- the first piece is `seat`: a 1 at the index of the observing seat;
- then come all public fields, and the observing seat's row of owner fields; nothing else is read;
- integers are not scaled;
- an unsigned field of four or eight bytes is a set, with a 0 or 1 for every bit (derived fields, such as the
  number of actions so far, stay numbers);
- options and the number of seats are left out, because they do not change during a game.

Two changes are there for learners:

- `scaled`: every number is from -1 to 1, and 0 stays 0. A number with declared values is divided by the largest of
  them. A number without becomes the logarithm of 1 + its size, divided by that of its type's largest number.
  Integers of four or eight bytes are sets also if they are signed but their values are those of a set.
- `relative`: the observing seat is seat 0, the next one seat 1, and so on. This turns the rows of fields that have one
  for each seat, the acting seats, and fields whose values are seats (`high=SEATS - 1`). The piece `seat` still says
  which seat observes, for games whose seats have different parts. Boards are not turned.
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
from .record import SEATS, Base, Field, States

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
COPY, DIVIDE, LOGARITHM = range(3)  # what `finish` does with a number
ROWS = 512  # finished at a time, so that they stay in the cache

EIGHT, WORD = bits(8), bits(64)
ZERO, ONE = np.float32(0), np.float32(1)


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
    used: int = 0  # of the width, in a set of a scaled observation; 0: all
    seat_axis: int | None = None  # the axis of the piece that has an entry for each seat
    is_seat: bool = False  # its numbers are seats
    is_declared: bool = True  # its values follow from the rules, not only from its type


def bytes_of(states: States) -> Bytes:
    """The bytes of the records, one row each, for an encoder."""
    return np.asarray(states).view(np.uint8).reshape(len(states), -1)


class Encoder:
    """Turns records into observations of one seat."""

    def __init__(
        self,
        game: Game,
        seats: int,
        pieces: Sequence[str] | None = None,
        *,
        scaled: bool = False,
        relative: bool = False,
    ) -> None:
        self.game, self.seats, self.scaled, self.relative = game, seats, scaled, relative
        everything = list(_sources(game, seats, scaled))
        known = [source.piece.name for source in everything]
        for name in pieces or ():
            if name not in known:
                raise BadOption(f"{game.about.name} has no observation piece {name!r}; choose from {', '.join(known)}")
        chosen = [source for source in everything if pieces is None or source.piece.name in pieces]
        self.pieces: dict[str, ObservationPiece] = {}
        rows, start, self._read = [], 0, 0
        forms: list[_Form] = []
        for source in chosen:
            form = _form(source, seats, scaled, relative)
            forms.append(form)
            piece = replace(form.piece, start=start)
            self.pieces[piece.name] = piece
            rows.append([source.kind, source.offset, source.stride, source.count, source.width, self._read])
            start += piece.size
            self._read += source.count * (source.width or 1)
        self.size = start
        self._plan = np.array(_merged(rows), np.int64).reshape(-1, 6)
        self._seat = np.zeros(1, np.int64)
        self._finishing = _joined(forms, seats) if scaled or relative else None

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
        self.many(raw, self._seat, out)
        found: Floats = out[0]
        return found

    def many(self, raw: Bytes, seats: Numbers, out: Floats | Numbers) -> None:
        """Write the observation of record i by seat `seats[i]` to row i.

        Rows of whole numbers are exact, if the observation is not scaled.
        """
        if self._finishing is None:
            encode(raw, seats, self._plan, out)
            return
        read = np.empty((min(ROWS, len(raw)), self._read), out.dtype)
        for first in range(0, len(raw), ROWS):
            part = slice(first, first + ROWS)
            rows = read[: len(raw[part])]
            encode(raw[part], seats[part], self._plan, rows)
            columns, how, is_seat, largest = self._finishing
            finish(rows, seats[part], self.seats, columns, how, is_seat, largest, out[part])

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


def _sources(game: Game, seats: int, scaled: bool) -> Iterator[_Source]:
    yield _Source(ObservationPiece("seat", (seats,), 0, 1, False, "a 1 at the observing seat"), SEAT, 0, 0, 1, seats)
    yield from _of_record(game, game.State, seats, scaled, "", 0)


def _of_record(game: Game, state: type[Base], seats: int, scaled: bool, prefix: str, start: int) -> Iterator[_Source]:
    assert state.dtype.fields is not None
    for name, field in state.fields.items():
        part, offset = state.dtype.fields[name][:2]
        if field.visible == "inside":
            yield from _of_record(game, field.code, seats, scaled, f"{prefix}{name}.", start + offset)
        elif field.visible in ("public", "owner") and not field.is_option and name != "seats":
            known = None if prefix else _known_range(game, name, seats)
            most = game.State.most_seats
            yield _source(f"{prefix}{name}", name, field, part.itemsize, start + offset, seats, most, scaled, known)


def _known_range(game: Game, name: str, seats: int) -> tuple[int, int] | None:
    """The values of a field that every game has, as far as the declaration of the game says them."""
    if name in ("reason", "rank"):
        return 0, len(game.reasons.texts) - 1 if name == "reason" else seats
    return game.about.score_bounds if name == "score" else None


def _source(
    path: str, name: str, field: Field, size: int, offset: int, seats: int, most: int, scaled: bool,
    known: tuple[int, int] | None,
) -> _Source:  # fmt: skip
    """How to read a visible field: its numbers, or the bits of its sets."""
    private = field.visible == "owner"
    shape = field.shape[1:] if private else field.shape
    stride = size // field.shape[0] if private else 0
    axis = None if private else field.seat_axis
    count = math.prod(shape)
    whose = "own row" if private else "derived" if field.derived else "public"
    bytes_ = int(field.code[1])
    if name == "acting":
        piece = ObservationPiece(path, (most,), 0, 1, False, "public, the seats that act now")
        return _Source(piece, SET, offset, 0, 1, most, seat_axis=0)
    limits = np.iinfo(field.code)
    low, high = field.range_for(seats)
    signed_set = scaled and bytes_ >= 4 and low == 0 and high > 1 << 16 and high & (high + 1) == 0
    if (field.code in ("u4", "u8") and not field.derived) or signed_set:
        used = high.bit_length() if scaled else 0
        piece = ObservationPiece(path, (*shape, used or 8 * bytes_), 0, 1, private, f"{whose}, the bits of a set")
        return _Source(piece, SET, offset, stride, count, 8 * bytes_, used, axis)
    low, high = known or (low, max(high, low + 1))  # peers refuse a box without room
    piece = ObservationPiece(path, shape or (1,), float(low), float(high), private, whose)
    is_seat, is_declared = field.high == SEATS - 1, (low, high) != (limits.min, limits.max)
    kind = NUMBERS[field.code]
    return _Source(piece, kind, offset, stride, count, 0, seat_axis=axis, is_seat=is_seat, is_declared=is_declared)


@dataclass(frozen=True)
class _Form:
    """A piece as the observation shows it, and how its numbers come from those that were read."""

    piece: ObservationPiece
    read: int  # the numbers that were read
    columns: npt.NDArray[np.int64]  # for each observing seat: which number is shown at each index
    how: int
    largest: float
    is_seat: bool


def _form(source: _Source, seats: int, scaled: bool, relative: bool) -> _Form:
    piece, read = source.piece, source.count * (source.width or 1)
    shape = (*piece.shape[:-1], source.width) if source.used else piece.shape
    numbers = np.arange(read).reshape(shape)
    if source.used:
        numbers = numbers[..., : source.used]
    turned = [
        numbers.take(_from_seat(seat, seats, numbers.shape[source.seat_axis]), source.seat_axis)
        if relative and source.seat_axis is not None
        else numbers
        for seat in range(seats)
    ]
    largest, how = max(abs(piece.low), abs(piece.high), 1.0), COPY
    if scaled and source.kind not in (SET, SEAT):
        how = DIVIDE if source.is_declared else LOGARITHM
        low, high = ((_scaled(value, how, largest)) for value in (piece.low, piece.high))
        piece = replace(piece, low=low, high=high, about=f"{piece.about}, {largest:g} is 1")
    columns = np.array([one.ravel() for one in turned])
    return _Form(piece, read, columns, how, largest, relative and source.is_seat)


def _from_seat(seat: int, seats: int, rows: int) -> list[int]:
    """The rows in the order of the seats from this one on, then those of seats that nobody has."""
    return [(seat + row) % seats if row < seats else row for row in range(rows)]


def _scaled(value: float, how: int, largest: float) -> float:
    if how == DIVIDE:
        return value / largest
    return math.copysign(math.log1p(abs(value)) / math.log1p(largest), value)


def _joined(
    forms: Sequence[_Form], seats: int
) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
    """The arrays for `finish`: of every number of the observation where it is read, and what happens to it."""
    starts = np.cumsum([0, *(form.read for form in forms)])
    sizes = [form.columns.shape[1] for form in forms]
    columns = [form.columns + start for form, start in zip(forms, starts, strict=False)]
    return (
        np.concatenate(columns, axis=1) if forms else np.zeros((seats, 0), np.int64),
        np.repeat(np.array([form.how for form in forms], np.uint8), sizes),
        np.repeat(np.array([form.is_seat for form in forms], np.bool_), sizes),
        np.repeat(np.array([form.largest for form in forms], np.float32), sizes),
    )


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


@entry_point(counted=False)
def encode(raw: Any, seats: Any, plan: Any, out: Any) -> None:
    """Follow the plan for every record, given as its bytes (little-endian).

    Indices are unsigned, which saves Numba's check for negative ones. Sets are read in words of 64 bits, which the
    processor turns into numbers together.
    """
    for i in range(len(raw)):
        seat = wide(seats[i])
        for r in range(len(plan)):
            kind, count = plan[r, 0], bits(plan[r, COUNT])
            a, start = bits(plan[r, OFFSET] + seat * plan[r, STRIDE]), bits(plan[r, START])
            if kind == U1:
                for k in range(count):
                    out[i, start + k] = raw[i, a + k]
            elif kind == SET:
                total = count * bits(plan[r, WIDTH])  # either a single set, or sets of whole bytes without gaps
                for w in range(total // WORD):
                    word, to = word_at(raw, i, a + w * EIGHT), start + w * WORD
                    for bit in range(WORD):
                        out[i, to + bit] = ONE if word >> bit & bits(1) else ZERO
                for bit in range(total // WORD * WORD, total):
                    out[i, start + bit] = ONE if raw[i, a + bit // EIGHT] >> bit % EIGHT & bits(1) else ZERO
            elif kind == SEAT:
                for k in range(plan[r, WIDTH]):
                    out[i, start + bits(k)] = k == seat
            else:
                for k in range(count):
                    out[i, start + k] = number(raw, i, a, kind, k)


@entry_point(counted=False)
def finish(read: Any, seats: Any, players: int, columns: Any, how: Any, is_seat: Any, largest: Any, out: Any) -> None:
    """Turn the numbers that were read into those of a scaled or relative observation."""
    for i in range(len(read)):
        seat = wide(seats[i])
        for k in range(columns.shape[1]):
            value = read[i, columns[seat, k]]
            if is_seat[k] and value >= 0:
                value -= seat
                if value < 0:
                    value += players
            if how[k] == DIVIDE:
                out[i, k] = value / largest[k]
            elif how[k] == LOGARITHM:
                size = math.log1p(abs(value)) / math.log1p(largest[k])
                out[i, k] = size if value >= 0 else -size
            else:
                out[i, k] = value


@rule(counted=False)
def number(raw: Any, i: int, a: int, kind: int, k: int) -> int:
    """The k-th integer of a field that starts at byte a."""
    if kind == I1:
        value = wide(raw[i, a + k])
        return value - 256 if value >= 128 else value
    if kind in (U2, I2):
        value = wide(raw[i, a + bits(2) * k]) | wide(raw[i, a + bits(2) * k + bits(1)]) << 8
        return value - 65536 if kind == I2 and value >= 32768 else value
    if kind == WIDE:
        return wide(word_at(raw, i, a + EIGHT * k))
    a += bits(4) * k
    low = wide(raw[i, a]) | wide(raw[i, a + bits(1)]) << 8
    value = low | wide(raw[i, a + bits(2)]) << 16 | wide(raw[i, a + bits(3)]) << 24
    return value - (1 << 32) if kind == I4 and value >= 1 << 31 else value


@rule(counted=False)
def word_at(raw: Any, i: int, a: int) -> int:
    """The 64 bits from byte a on; compiled, this is a single access to memory."""
    word = bits(0)
    for k in range(EIGHT):
        word |= bits(raw[i, a + k]) << k * EIGHT
    return word
