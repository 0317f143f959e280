"""Move generation of the endgame solver: all four lines through a square as vectors of four words.

The results equal `moves_of` and `flipped_by` of the rules, which also serve as the fallback without
compilation. LLVM maps the vectors to the instructions of the processor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from .rules import BOARD8, INNER_COLUMNS, flipped_by, moves_of

STEPS = ((0, 1), (1, -1), (1, 0), (1, 1))  # rows and columns to the next square along each line
SHIFTS = [8 * rows + columns for rows, columns in STEPS]
WORD = types.uint64


def rays(sign: int) -> list[list[int]]:
    """For each square, the squares beyond it along each line in one direction."""
    table = []
    for square in range(64):
        masks = []
        for rows, columns in STEPS:
            mask, row, column = 0, square // 8 + sign * rows, square % 8 + sign * columns
            while 0 <= row < 8 and 0 <= column < 8:
                mask |= 1 << (8 * row + column)
                row, column = row + sign * rows, column + sign * columns
            masks.append(mask)
        table.append(masks)
    return table


class Vectors:
    """Emits LLVM instructions for vectors of four words."""

    def __init__(self, builder: Any) -> None:
        from llvmlite import ir

        self.ir, self.b = ir, builder
        self.word = ir.IntType(64)
        self.four = ir.VectorType(self.word, 4)

    def constant(self, *words: int) -> Any:
        values = words * 4 if len(words) == 1 else words
        return self.ir.Constant(self.four, [self.ir.Constant(self.word, word) for word in values])

    def spread(self, word: Any) -> Any:
        """The same word four times."""
        nothing = self.ir.Constant(self.four, self.ir.Undefined)
        zeros = self.ir.Constant(self.ir.VectorType(self.ir.IntType(32), 4), [self.ir.IntType(32)(0)] * 4)
        first = self.b.insert_element(nothing, word, self.ir.IntType(32)(0))
        return self.b.shuffle_vector(first, nothing, zeros)

    def row(self, table: list[list[int]], index: Any, name: str) -> Any:
        """A row of a constant table."""
        kind = self.ir.ArrayType(self.four, len(table))
        rows = self.ir.Constant(kind, [self.constant(*masks) for masks in table])
        address = cgutils.global_constant(self.b, name, rows)  # type: ignore[no-untyped-call]
        return self.b.load(self.b.gep(address, [self.word(0), index], inbounds=True))

    def call(self, name: str, result: Any, *args: Any) -> Any:
        kind = self.ir.FunctionType(result, [arg.type for arg in args])
        function = cgutils.get_or_insert_function(self.b.module, kind, name)  # type: ignore[no-untyped-call]
        return self.b.call(function, args)

    def joined(self, x: Any) -> Any:
        """The bitwise OR of all four words."""
        return self.call("llvm.vector.reduce.or.v4i64", self.word, x)


@intrinsic
def _flips_vector(typing_context: Any, own: Any, other: Any, square: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        v, b = Vectors(builder), builder
        own, other = v.spread(args[0]), v.spread(args[1])
        none = v.constant(0)
        # upwards, a carry runs through all other squares to the first on the ray that the opponent does not hold ...
        ray = v.row(rays(1), args[2], "rays_up")
        end = b.and_(b.and_(b.add(b.or_(other, b.not_(ray)), v.constant(1)), own), ray)
        found = b.icmp_unsigned("!=", end, none)
        up = b.select(found, b.and_(b.sub(end, v.constant(1)), ray), none)
        # ... and downwards, such squares spread along the ray
        ray = v.row(rays(-1), args[2], "rays_down")
        covered = b.and_(ray, b.not_(other))
        for steps in (1, 2, 4):
            covered = b.or_(covered, b.lshr(covered, v.constant(*[steps * shift for shift in SHIFTS])))
        end = b.and_(b.and_(covered, b.not_(b.lshr(covered, v.constant(*SHIFTS)))), own)
        found = b.icmp_unsigned("!=", end, none)
        down = b.select(found, b.and_(ray, b.not_(covered)), none)
        return v.joined(b.or_(up, down))

    return WORD(WORD, WORD, WORD), generate


@intrinsic
def _legal_squares_vector(typing_context: Any, own: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        v, b = Vectors(builder), builder
        inner = int(INNER_COLUMNS)
        own = v.spread(args[0])
        other = b.and_(v.spread(args[1]), v.constant(inner, inner, int(BOARD8), inner))
        shift, twice = v.constant(*SHIFTS), v.constant(*[2 * shift for shift in SHIFTS])
        # runs of opposing pieces next to own pieces, grown by 1 + 1 + 2 + 2 steps
        up, down = b.and_(other, b.shl(own, shift)), b.and_(other, b.lshr(own, shift))
        up = b.or_(up, b.and_(other, b.shl(up, shift)))
        down = b.or_(down, b.and_(other, b.lshr(down, shift)))
        pairs_up = b.and_(other, b.shl(other, shift))
        pairs_down = b.lshr(pairs_up, shift)
        for _ in range(2):
            up = b.or_(up, b.and_(pairs_up, b.shl(up, twice)))
            down = b.or_(down, b.and_(pairs_down, b.lshr(down, twice)))
        return v.joined(b.or_(b.shl(up, shift), b.lshr(down, shift)))

    return WORD(WORD, WORD), generate


def flips(own: int, other: int, square: int) -> int:
    """All pieces that a piece of `own` on this empty square flips."""
    return flipped_by(own, other, np.uint64(1 << int(square)))  # type: ignore[arg-type]


def legal_squares(own: int, other: int, empty: int) -> int:
    """The empty squares where a piece of `own` flips something."""
    return moves_of(own, other, 8) & empty


@overload(flips)
def _compiled_flips(own: Any, other: Any, square: Any) -> Any:
    def compiled(own: Any, other: Any, square: Any) -> Any:
        return _flips_vector(own, other, np.uint64(square))  # type: ignore[call-arg]

    return compiled


@overload(legal_squares)
def _compiled_legal_squares(own: Any, other: Any, empty: Any) -> Any:
    def compiled(own: Any, other: Any, empty: Any) -> Any:
        return _legal_squares_vector(own, other) & empty  # type: ignore[call-arg]

    return compiled
