"""The shortcuts through Numba give Numba's answers."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

import pytest
from numba.core import errors, ir, types
from numba.core.compiler import run_frontend
from numba.core.registry import cpu_target
from numba.np import numpy_support

from matchbox.bots.search import search
from matchbox.engine import entry_point, get, rule
from matchbox.engine.compiled import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")

DIFFERENT = (1, 2.5)


def variables(value: Any) -> Iterator[ir.Var]:
    """All variables in a value, as Numba finds them."""
    if isinstance(value, ir.Var):
        yield value
    elif isinstance(value, ir.Inst):
        yield from variables(value._kws if isinstance(value, ir.Expr) else value.__dict__)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from variables(part)
    elif isinstance(value, dict):
        yield from variables(list(value.values()))


def test_instructions_list_their_variables() -> None:
    listed = 0
    for block in run_frontend(search).blocks.values():  # type: ignore[no-untyped-call]
        for instruction in block.body:
            assert instruction.list_vars() == list(variables(instruction))
            listed += len(instruction.list_vars())
    assert listed > 500


def test_records_are_named_by_their_fields() -> None:
    states = [get(name).State.dtype for name in ("war", "othellino")]
    names = []
    for state in states:
        kind = numpy_support.from_dtype(state)
        names += [repr(kind), repr(kind)]
        assert all(f"('{name}', " in names[-1] for name in state.names or ())
    assert names[0] == names[1] != names[2] == names[3]


def test_the_type_of_a_call_depends_on_its_arguments() -> None:
    context = cpu_target.typing_context
    context.refresh()
    add = context.resolve_value_type(operator.add)
    for _ in range(2):
        for kind in (types.int64, types.float64, types.uint64):
            signature = context.resolve_function_type(add, (kind, kind), {})
            assert signature.return_type == kind
            assert cpu_target.target_context.get_function(add, signature) is not None
        assert context.resolve_function_type(add, (types.int64, types.float64), {}).return_type == types.float64
        with pytest.raises(errors.TypingError) as refused:
            context.resolve_function_type(add, (types.int64, types.none), {})
        assert "\x1b" not in str(refused.value)


@rule
def doubled(n: int) -> int:
    return 2 * n


@rule
def chosen(i: int) -> float:
    return DIFFERENT[i]


@entry_point
def calls() -> float:
    return doubled(1) + doubled(2) + doubled(3) + chosen(0) + chosen(1)


def test_a_rule_is_translated_once_for_all_numbers_unless_it_needs_them() -> None:
    assert calls() == 2 + 4 + 6 + 1 + 2.5
    assert len(doubled._translated) == 1  # type: ignore[attr-defined]
    assert len(chosen._translated) == 2  # type: ignore[attr-defined]
