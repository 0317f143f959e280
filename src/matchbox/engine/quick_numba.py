"""Numba compiles faster when it does not answer the same questions again and again.

Nothing here changes compiled code: each patch gives the answer of the function that it replaces. They use private
parts of Numba, so a new release needs a check; `tests/engine/test_quick_numba.py` compares the answers.
"""

from __future__ import annotations

from typing import Any

from numba.core import errors, types
from numba.core import ir as numba_ir
from numba.core.compiler import Flags
from numba.core.types import functions

ir: Any = numba_ir  # its methods are replaced
BaseFunction: Any = functions.BaseFunction
Record: Any = types.Record


def install() -> None:
    _compare_flags_quickly()
    _name_records_once()
    _do_not_colour_errors()
    _list_variables_quickly()
    _resolve_calls_once()


def _compare_flags_quickly() -> None:
    """Numba looks up compiled functions by their flags, and compares all of them, option by option, each time.

    Comparing only the options that are set finds most equal flags; a sixth of the time of a compilation was spent here.
    """
    by_option, names = Flags.__eq__, hash(tuple(sorted(Flags.options)))

    def equal(self: Flags, other: object) -> Any:
        if isinstance(other, Flags) and type(self) is type(other) and self._values == other._values:
            return True
        return by_option(self, other)  # type: ignore[no-untyped-call]

    Flags.__eq__, Flags.__hash__ = equal, lambda self: names  # type: ignore[method-assign, assignment]


def _name_records_once() -> None:
    """The name of a record lists all its fields, and every pass asks for it."""
    by_field = Record.__repr__

    def named(self: Any) -> str:
        if "_matchbox_name" not in self.__dict__:
            self._matchbox_name = by_field(self)
        name: str = self._matchbox_name
        return name

    Record.__repr__ = named


def _do_not_colour_errors() -> None:
    """Numba finds templates by trial and error, and colours every error before it forgets it."""
    scheme: Any = type(errors.termcolor())
    if hasattr(scheme, "_markup"):  # not where Colorama is not installed
        scheme._markup = lambda self, message, *style: message


def _list_variables_quickly() -> None:
    """Every pass asks every instruction for its variables."""
    without: set[type] = set()  # types of values that contain no variables

    def collect(value: Any, found: list[Any]) -> list[Any]:
        kind = type(value)
        if kind is ir.Var:
            found.append(value)
        elif kind in without:
            pass
        elif kind is dict:
            for part in value.values():
                collect(part, found)
        elif kind is list or kind is tuple:
            for part in value:
                collect(part, found)
        elif isinstance(value, ir.Inst):
            found += value.list_vars()
        elif isinstance(value, ir.Var | list | tuple | dict):  # of a class derived from these
            found += by_kind(None, value)
        else:
            without.add(kind)
        return found

    by_kind = ir.Inst._rec_list_vars
    ir.Inst._rec_list_vars = lambda self, value: collect(value, [])


def _resolve_calls_once() -> None:
    """The type of a call of a built-in function: Numba tries all known variants, and the next call begins again."""
    by_trial = BaseFunction.get_call_type
    known: dict[Any, Any] = {}  # by context, function and arguments: the signature, and the key of its code

    def resolve(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return by_trial(self, context, args, kws)
        call = context, type(self), self.templates, args
        if call not in known:
            signature = by_trial(self, context, args, kws)
            known[call] = signature, self._impl_keys[signature.args]
        signature, self._impl_keys[signature.args] = known[call]
        return signature

    BaseFunction.get_call_type = resolve
