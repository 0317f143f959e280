"""A quick way into a record: all its numbers in one call, views by one AND, fields as JSON by one formatting.

NumPy reads a record field by field, which is most of the work of a move. Here the layout of a game's
record is worked out once; `tests/server/test_peek.py` holds it against `Game.view`.
"""

from __future__ import annotations

import functools
import operator
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from matchbox.engine import Game, States

# NumPy's codes of integer types -> those of `struct`
_CODES = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q", "i1": "b", "i2": "h", "i4": "i", "i8": "q"}


HEAD = ("acting", "over", "asked", "phase", "score", "rank")


class Peek:
    """What is known of one game's records."""

    def __init__(self, game: Game) -> None:
        self._dtype = game.State.dtype
        codes, self._places = _layout(game.State, 0, "")
        self._unpack = struct.Struct("=" + "".join(codes)).unpack
        self._size = self._dtype.itemsize
        self._masks = [int.from_bytes(mask.tobytes(), "little") for mask in game.State.masks]
        order, template = _template(game.State, "", self._places)
        self._template = template.encode()
        self._pick: Callable[[tuple[int, ...]], tuple[int, ...]] = operator.itemgetter(*order)
        heads, places = _layout(game.State, 0, "", HEAD)
        self._unpack_head = struct.Struct("=" + "".join(heads)).unpack
        self.acting, self.over, self.asked, self.phase, self._score, self._rank = (places[name][0] for name in HEAD)
        self.open = len(set(self._masks)) == 1
        """Does everybody see the same?"""

    def copy(self, state: States) -> States:
        """Whole bytes at once."""
        return np.frombuffer(bytearray(state.tobytes()), self._dtype)

    def numbers(self, state: States) -> tuple[int, ...]:
        """The few numbers of a record that every table looks at; their places are `acting`, `over` and so on."""
        return self._unpack_head(state.tobytes())

    def seen(self, state: States, seat: int) -> bytes:
        """The bytes of a seat's view; seat -1 is a spectator's."""
        whole = int.from_bytes(state.tobytes(), "little") & self._masks[seat]
        return whole.to_bytes(self._size, "little")

    def json(self, seen: bytes) -> bytes:
        """A view field by field, without the generator."""
        return self._template % self._pick(self._unpack(seen))

    def scores(self, numbers: tuple[int, ...], seats: int) -> tuple[int, ...]:
        return numbers[self._score : self._score + seats]

    def ranks(self, numbers: tuple[int, ...], seats: int) -> tuple[int, ...]:
        return numbers[self._rank : self._rank + seats]


def _layout(
    state: Any, first: int, prefix: str, wanted: tuple[str, ...] = ()
) -> tuple[list[str], dict[str, tuple[int, int]]]:
    """The `struct` codes of a record, and the place and number of each field's integers among them.

    All fields, or only those that are wanted.
    """
    codes: list[str] = []
    places: dict[str, tuple[int, int]] = {}
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
            places |= known
            first += sum(count for _, count in known.values())
        elif name in state.fields:
            base, shape = kind.subdtype or (kind, ())
            count = int(np.prod(shape, dtype=int))
            codes.append(f"{count}{_CODES[base.str[1:]]}")
            places[f"{prefix}{name}"] = first, count
            first += count
        else:  # bytes without a name
            codes.append(f"{kind.itemsize}x")
        at = offset + kind.itemsize
    if at < dtype.itemsize:
        codes.append(f"{dtype.itemsize - at}x")
    return codes, places


def _template(state: Any, prefix: str, places: dict[str, tuple[int, int]]) -> tuple[list[int], str]:
    """JSON with a place for every number, and which number stands there."""
    order: list[int] = []
    parts: list[str] = []
    for name, field in state.fields.items():
        if field.visible == "generator":
            continue
        if field.visible == "inside":
            inner, text = _template(field.code, f"{prefix}{name}.", places)
            order += inner
        else:
            start, count = places[f"{prefix}{name}"]
            order += range(start, start + count)
            text = _nested(field.shape)
        parts.append(f'"{name}":{text}')
    return order, "{" + ",".join(parts) + "}"


def _nested(shape: tuple[int, ...]) -> str:
    return "%d" if not shape else "[" + ",".join([_nested(shape[1:])] * shape[0]) + "]"


@functools.cache
def peek(game: Game) -> Peek:
    return Peek(game)
