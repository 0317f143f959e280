"""Helpers for rules: integers that behave the same compiled or not, bit sets, arrays.

Rules are plain functions over a record. Compiled, they run without bounds checks and without
allocation. With NUMBA_DISABLE_JIT=1 the same source runs in a debugger and gives the same bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core import types as nb
from numba.extending import intrinsic, overload

from .compiled import rule

if TYPE_CHECKING:

    def wide(x: Any) -> int:
        """A field's value as a signed 64-bit integer, safe for arithmetic."""

    def bits(x: Any) -> int:
        """A value as a 64-bit set; mix it only with other sets."""
else:
    wide = np.int64
    bits = np.uint64


def popcount(x: int) -> int:
    """The number of set bits."""
    return int(x).bit_count()


def lowest(x: int) -> int:
    """The index of the lowest set bit; x must not be 0."""
    return (int(x) & -int(x)).bit_length() - 1


@intrinsic
def _ctpop(typing_context: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return nb.uint64(nb.uint64), generate


@intrinsic
def _cttz(typing_context: Any, x: Any) -> Any:
    from llvmlite import ir

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return nb.uint64(nb.uint64), generate


@overload(popcount)
def _popcount(x: Any) -> Any:
    def compiled(x: Any) -> Any:
        return np.int64(_ctpop(np.uint64(x)))  # type: ignore[call-arg]

    return compiled


@overload(lowest)
def _lowest(x: Any) -> Any:
    def compiled(x: Any) -> Any:
        return np.int64(_cttz(np.uint64(x)))  # type: ignore[call-arg]

    return compiled


@rule
def put(target: Any, values: Any) -> None:
    """Copy a one-dimensional array. (Numba takes seconds to compile a whole-array assignment.)"""
    for i in range(len(values)):
        target[i] = values[i]


@rule
def lift(target: Any, place: int) -> int:
    """Take the value at this index and leave 0 there: the top card of a deck, for example."""
    found = wide(target[place])
    target[place] = 0
    return found


@rule
def empty_from(places: Any, first: int) -> bool:
    """Do all places from this index on hold 0: the part of a deck without cards, for example?"""
    for place in range(first, len(places)):
        if places[place] != 0:
            return False
    return True


# --- sets as bits of a signed integer, with up to 63 members ---


@rule
def nth(members: int, n: int) -> int:
    """The member with this index in a set, counted from 0 in ascending order."""
    for _ in range(n):
        members &= members - 1
    return lowest(members)


@rule
def write_set(out: Any, n: int, first: int, members: int) -> int:
    """Append `first` + member for all members, ascending, to the n numbers in `out`; return the new count."""
    while members:
        out[n] = first + lowest(members)
        members &= members - 1
        n += 1
    return n
