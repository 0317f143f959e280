"""Fast access to a record: unpack it in one call, make a view with one AND, write JSON with one format string.

NumPy reads a record field by field, which would take most of the time of a move. `RecordLayout` works out
the layout of a game's records once. `tests/engine/test_layout.py` compares it with NumPy.
"""

from __future__ import annotations

import functools
import operator
import struct
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .game import Game
from .record import States, seen_by

# integer types: NumPy's codes -> the codes of `struct`
_CODES = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q", "i1": "b", "i2": "h", "i4": "i", "i8": "q"}

HIDDEN = ("owner", "nobody")  # kinds of fields that somebody does not see
HEADER = ("acting", "over", "decision_point", "phase", "score", "rank")
"""The fields that a table reads after every move."""


class RecordLayout:
    """The byte layout of one game's records.

    `acting`, `over`, `decision_point` and `phase` are indices into the tuple that `header` returns.
    """

    def __init__(self, game: Game) -> None:
        codes, spans = _layout(game.State, 0, "")
        self._unpack = struct.Struct("=" + "".join(codes)).unpack
        self._state = game.State
        order, template = _template(game.State, "", spans)
        self._template = template.encode()
        self._pick: Callable[[tuple[int, ...]], tuple[int, ...]] = operator.itemgetter(*order)
        self._generators = list(_generators(game.State, 0))
        self._generator_mask = sum((1 << 8 * end) - (1 << 8 * start) for start, end in self._generators)
        self.hides = _hides(game.State)
        """Is something hidden from somebody, apart from the generator?"""
        codes, spans = _layout(game.State, 0, "", HEADER)
        self._unpack_header = struct.Struct("=" + "".join(codes)).unpack
        self.acting, self.over, self.decision_point, self.phase, self._score, self._rank = (
            spans[name][0] for name in HEADER
        )

    def header(self, state: States) -> tuple[int, ...]:
        """The integers of the fields in `HEADER`."""
        return self._unpack_header(state.tobytes())

    def chance(self, state: States) -> bytes:
        """The generators: they change when chance decides something."""
        data = state.tobytes()
        return b"".join([data[start:end] for start, end in self._generators])

    def seen(self, state: States, seat: int) -> bytes:
        """The bytes of a seat's view; seat -1 is a spectator."""
        return seen_by(self._state, state, seat)

    def hidden(self, state: States, seat: int) -> int:
        """The bytes that a seat does not see, apart from the generators, as one large number."""
        return int.from_bytes(state.tobytes(), "little") & ~self._state.mask_numbers[seat] & ~self._generator_mask

    def json(self, seen: bytes) -> bytes:
        """The fields of a view as JSON, without the generator."""
        return self._template % self._pick(self._unpack(seen))

    def scores(self, header: tuple[int, ...], seats: int) -> tuple[int, ...]:
        return header[self._score : self._score + seats]

    def ranks(self, header: tuple[int, ...], seats: int) -> tuple[int, ...]:
        return header[self._rank : self._rank + seats]


def _layout(
    state: Any, first: int, prefix: str, wanted: tuple[str, ...] = ()
) -> tuple[list[str], dict[str, tuple[int, int]]]:
    """The `struct` codes of a record's fields, or of the wanted ones only.

    Also the span of each field: the index of its first integer among those unpacked, and how many there are.
    """
    codes: list[str] = []
    spans: dict[str, tuple[int, int]] = {}
    dtype = state.dtype
    at = 0  # bytes
    for name in sorted(dtype.names, key=lambda name: dtype.fields[name][1]):
        kind, offset = dtype.fields[name][:2]
        if offset > at:
            codes.append(f"{offset - at}x")
        if wanted and name not in wanted:
            codes.append(f"{kind.itemsize}x")
        elif name in state.fields and state.fields[name].visible == "inside":
            inner, known = _layout(state.fields[name].code, first, f"{prefix}{name}.")
            codes += inner
            spans |= known
            first += sum(count for _, count in known.values())
        elif name in state.fields:
            base, shape = kind.subdtype or (kind, ())
            count = int(np.prod(shape, dtype=int))
            codes.append(f"{count}{_CODES[base.str[1:]]}")
            spans[f"{prefix}{name}"] = first, count
            first += count
        else:  # padding
            codes.append(f"{kind.itemsize}x")
        at = offset + kind.itemsize
    if at < dtype.itemsize:
        codes.append(f"{dtype.itemsize - at}x")
    return codes, spans


def _hides(state: Any) -> bool:
    fields = state.fields.values()
    return any(_hides(field.code) if field.visible == "inside" else field.visible in HIDDEN for field in fields)


def _generators(state: Any, start: int) -> Iterator[tuple[int, int]]:
    """The bytes of all generators, also of games inside this one."""
    for name, field in state.fields.items():
        kind, offset = state.dtype.fields[name][:2]
        if field.visible == "inside":
            yield from _generators(field.code, start + offset)
        elif field.visible == "generator":
            yield start + offset, start + offset + kind.itemsize


def _template(state: Any, prefix: str, spans: dict[str, tuple[int, int]]) -> tuple[list[int], str]:
    """The indices of a record's integers in the order of its fields, and a JSON format string for them."""
    order: list[int] = []
    parts: list[str] = []
    for name, field in state.fields.items():
        if field.visible == "generator":
            continue
        if field.visible == "inside":
            inner, text = _template(field.code, f"{prefix}{name}.", spans)
            order += inner
        else:
            start, count = spans[f"{prefix}{name}"]
            order += range(start, start + count)
            text = _nested(field.shape)
        parts.append(f'"{name}":{text}')
    return order, "{" + ",".join(parts) + "}"


def _nested(shape: tuple[int, ...]) -> str:
    return "%d" if not shape else "[" + ",".join([_nested(shape[1:])] * shape[0]) + "]"


@functools.cache
def layout_of(game: Game) -> RecordLayout:
    return RecordLayout(game)
