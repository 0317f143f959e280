"""What rules are written with: `@rule`, integers that behave alike compiled and not, bit sets.

Rules are plain functions over a record. Compiled they run without bounds checks and
without allocation; with NUMBA_DISABLE_JIT=1 the same source runs under a debugger and
gives the same bytes.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numba
import numpy as np
from numba.core import types as nb
from numba.extending import intrinsic, overload

from . import cache

F = TypeVar("F", bound=Callable[..., Any])
OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def rule(function: F) -> F:
    """Compile a rule. Typed as the identity, so that editors keep the signature."""
    cache.adopt(function)
    compiled: F = numba.njit(**OPTIONS)(function)
    return compiled


def specialise(function: Callable[..., Any], tag: str, rules_file: str, **names: Any) -> Any:
    """A copy of a generic function with a game's own functions in place of its placeholders.

    Numba takes globals for constants, so the copy calls the game's rules directly and
    inlines them. The tag goes into the qualified name and so into the cache file's.
    """
    names["__rules_file__"] = rules_file
    copy = types.FunctionType(
        function.__code__, {**function.__globals__, **names}, f"{function.__name__}_{tag}", function.__defaults__
    )
    copy.__qualname__ = f"{function.__qualname__}_{tag}"
    copy.__module__ = function.__module__
    copy.__doc__ = function.__doc__
    return rule(copy)


if TYPE_CHECKING:

    def wide(x: Any) -> int:
        """A field's value as a signed 64-bit integer, safe for arithmetic."""

    def bits(x: Any) -> int:
        """A value as a 64-bit set; mix it only with other sets."""
else:
    wide = np.int64
    bits = np.uint64


def popcount(x: int) -> int:
    """How many bits are set."""
    return int(x).bit_count()


def lowest(x: int) -> int:
    """The place of the lowest bit; x must not be 0."""
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
    """Copy a one-dimensional array. (Whole-array assignment costs seconds of compilation.)"""
    for i in range(len(values)):
        target[i] = values[i]


@rule
def lift(target: Any, place: int) -> int:
    """Take what lies at this place of an array and leave 0 there: the top card of a deck, say."""
    found = wide(target[place])
    target[place] = 0
    return found


# --- sets as bits; signed ones of up to 63 members ---


@rule
def nth(members: int, n: int) -> int:
    """The member at this place of a set, from 0, in ascending order."""
    for _ in range(n):
        members &= members - 1
    return lowest(members)


@rule
def write_set(out: Any, n: int, first: int, members: int) -> int:
    """Write `first` + member for all members, ascending, behind the n numbers already there; how many there are now."""
    while members:
        out[n] = first + lowest(members)
        members &= members - 1
        n += 1
    return n
