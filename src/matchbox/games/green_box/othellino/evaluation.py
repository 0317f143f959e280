"""The learned evaluation: the expected difference of pieces at the end, for the player on turn.

It adds a weight for every pattern (patterns.py), for the difference of mobility, and for the turn. The weights are in
value.npz, for several stages of the game; `train.py` makes them.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba.core import types
from numba.extending import intrinsic, overload

from matchbox.engine import popcount, rule, wide

from .patterns import LANES, patterns_of
from .rules import BOARD6, BOARD8, NONE
from .solver_bitboard import legal_squares

DISC = 64  # evaluations are integers: so much for each piece of the difference
FILE = Path(__file__).with_name("value.npz")
EXTRAS = 3  # further weights after those of the patterns: mobility; the turn with an even and an odd number of squares
STAGE_ENDS = {6: (9, 15, 21), 8: (14, 26, 38)}  # the most empty squares of each stage but the last
STAGES = 4
DEEPEST = 16  # searches up to this depth have margins


class Evaluation(NamedTuple):
    """The evaluation of one board size, ready for compiled code."""

    area: Any  # the squares of the board
    parts: npt.NDArray[np.uint16]
    base: npt.NDArray[np.int64]
    weights: npt.NDArray[np.int16]  # [stage, weight], then the extras
    stage_of: npt.NDArray[np.int64]  # by the number of empty squares
    margins: npt.NDArray[np.int64]  # [stage, depth]: what a shallower search may be wrong by (see midgame.py)


def new_evaluation(size: int, free: npt.NDArray[Any], margins: Any = None) -> Evaluation:
    """An evaluation from the free weights of each stage, counted in pieces: [stage, free weight, then the extras]."""
    patterns = patterns_of(size)
    full = np.zeros((STAGES, len(patterns.shared) + EXTRAS))
    codes = patterns.shared
    full[:, :-EXTRAS] = np.where(codes == 0, 0.0, np.sign(codes) * free[:, np.abs(codes) - 1])
    full[:, -EXTRAS:] = free[:, -EXTRAS:]
    weights = np.clip(np.rint(full.astype(np.float64) * DISC), -32000, 32000).astype(np.int16)
    stage_of = np.searchsorted(STAGE_ENDS[size], np.arange(65)).astype(np.int64)
    margins = np.zeros((STAGES, DEEPEST), np.int64) if margins is None else np.array(margins, np.int64)
    return Evaluation(BOARD8 if size == 8 else BOARD6, patterns.parts, patterns.base, weights, stage_of, margins)


@cache
def learned(size: int) -> Evaluation:
    """The evaluation in value.npz."""
    with np.load(FILE) as file:
        return new_evaluation(size, file[f"board{size}"].astype(np.float64), file[f"margins{size}"])


@cache
def result_slopes(size: int) -> npt.NDArray[np.float64]:
    """[stage, depth]: a search that finds a lead of v pieces expects the result tanh(v * slope), from -1 to 1."""
    with np.load(FILE) as file:
        found: npt.NDArray[np.float64] = file[f"slopes{size}"].astype(np.float64)
        return found


@cache
def header() -> dict[str, Any]:
    """What value.npz says about itself."""
    with np.load(FILE) as file:
        found: dict[str, Any] = json.loads(str(file["header"]))
        return found


@rule(counted=False)
def evaluate(own: int, other: int, ev: Evaluation) -> int:
    """The evaluation for `own`, whose turn it is; exact if the game is over."""
    empty = ev.area & ~(own | other)
    mine, yours = legal_squares(own, other, empty), legal_squares(other, own, empty)
    if mine == NONE and yours == NONE:
        return DISC * (popcount(own) - popcount(other))
    empties = popcount(empty)
    stage = ev.stage_of[empties]
    total = wide(pattern_sum(ev.parts, ev.base, ev.weights, stage, own, other))
    size = ev.weights.shape[1]
    total += wide(ev.weights[stage, size - EXTRAS]) * (popcount(mine) - popcount(yours))
    return total + wide(ev.weights[stage, size - EXTRAS + 1 + (empties & 1)])


def pattern_sum(parts: Any, base: Any, weights: Any, stage: int, own: int, other: int) -> int:
    """The sum of the weights of all patterns."""
    return int(weights[stage, base + pattern_numbers(parts, own, other)].sum())


def pattern_numbers(parts: Any, own: int, other: int) -> npt.NDArray[np.int64]:
    """The number of each lane's pattern."""
    rows = np.arange(8)
    mine, yours = (list(int(pieces).to_bytes(8, "little")) for pieces in (own, other))
    found: npt.NDArray[np.int64] = (parts[rows, mine].astype(np.int64) + 2 * parts[rows, yours]).sum(axis=0)
    return found


def _address(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    return context.make_array(kind)(context, builder, array).data


@intrinsic
def _pattern_sum(typing_context: Any, parts: Any, base: Any, weights: Any, first: Any, own: Any, other: Any) -> Any:
    """The weights after `first`, the number of weights in earlier stages."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        word, half = ir.IntType(64), ir.IntType(16)
        lanes = ir.VectorType(half, LANES)
        table, starts, values = (_address(context, builder, signature.args[i], args[i]) for i in range(3))
        sums = []
        for pieces in args[4:]:
            total = ir.Constant(lanes, [half(0)] * LANES)
            for row in range(8):
                line = builder.and_(builder.lshr(pieces, word(8 * row)), word(255))
                place = builder.mul(builder.add(line, word(256 * row)), word(LANES))
                vector = builder.bitcast(builder.gep(table, [place]), lanes.as_pointer())
                total = builder.add(total, builder.load(vector, align=2))
            sums.append(total)
        numbers = builder.add(sums[0], builder.add(sums[1], sums[1]))
        result = word(0)
        for lane in range(LANES):
            number = builder.zext(builder.extract_element(numbers, ir.IntType(32)(lane)), word)
            start = builder.load(builder.gep(starts, [word(lane)]))
            place = builder.add(builder.add(number, start), args[3])
            result = builder.add(result, builder.sext(builder.load(builder.gep(values, [place])), word))
        return result

    return types.int64(parts, base, weights, types.int64, types.uint64, types.uint64), generate


@overload(pattern_sum)
def _compiled_pattern_sum(parts: Any, base: Any, weights: Any, stage: Any, own: Any, other: Any) -> Any:
    def compiled(parts: Any, base: Any, weights: Any, stage: Any, own: Any, other: Any) -> Any:
        return _pattern_sum(parts, base, weights, np.int64(stage * weights.shape[1]), own, other)  # type: ignore[call-arg]

    return compiled
