"""Compile rules, and copy generic code for each game so that its rules are inlined.

Rules are compiled only as part of an entry point, a function that Python calls: starting a game, applying an
action, a search. Numba would optimise every function alone and again inside each of its callers. Here a rule
is translated once, linked into its callers as it is, and optimised there together with the entry point.

Where Python calls a rule itself, the rule runs as plain Python. So does `plain(entry_point)`: it computes the
same bytes at once, without waiting for a compiler.
"""

from __future__ import annotations

import builtins
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, overload

import numba
import numpy as np
from numba.core import sigutils
from numba.core import types as numba_types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import make_concrete_template

from . import cache, mistakes, quick_numba
from .errors import BadRules

cache.install()  # before the first rule is compiled
quick_numba.install()

F = TypeVar("F", bound=Callable[..., Any])
PLAIN = bool(getattr(numba.config, "DISABLE_JIT"))  # noqa: B009
_failures = threading.local()  # the functions that this thread could not compile, for the report
_making_plain = threading.RLock()  # no thread sees a plain function before it and all that it calls are complete
OPTIONS: dict[str, Any] = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
UNCOUNTED = {**OPTIONS, "_nrt": False}


class _Translator(_FunctionCompiler):  # type: ignore[misc]
    """Translates a function for its callers: neither optimised nor callable from Python."""

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_cpython_wrapper = flags.no_compile = True
        return flags


class _Linked(CPUDispatcher):
    """A function that compiled code can call: its translation becomes part of the caller."""

    _compiler: Any  # of Numba's class
    __name__: str

    def __init__(self, function: Callable[..., Any], counted: bool = True) -> None:
        cache.adopt(function)
        options = OPTIONS if counted else UNCOUNTED
        super().__init__(function, targetoptions=options)
        self._translator = _Translator(function, self.targetdescr, options, {}, self._compiler.pipeline_class)
        self._translated: dict[tuple[Any, ...], Any] = {}  # argument types -> result of the translation
        self._plain: Callable[..., Any] | None = None

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The type of a call in compiled code."""
        try:
            signature, folded = self._compiler.fold_argument_types(args, kws)
        except Exception as error:
            self._note(args, error, unbound=True)
            raise
        folded, exact = tuple(_without_number(kind) for kind in folded), tuple(folded)
        try:
            self._translate(folded)
        except Exception:
            if folded == exact:
                raise
            folded = exact  # an index of a tuple of different types must be a known number
            self._translate(folded)
        found = [result.signature for result in self._translated.values()]
        template = make_concrete_template(f"call of {self.__name__}", self.__name__, found)  # type: ignore[no-untyped-call]
        return template, signature, folded, {}

    def get_overload(self, sig: Any) -> Any:
        """The key of the translation in Numba's table of functions."""
        args, _ = sigutils.normalize_signature(sig)  # type: ignore[no-untyped-call]
        return self._translated[tuple(args)].library

    @global_compiler_lock  # type: ignore[untyped-decorator]
    def _translate(self, args: tuple[Any, ...]) -> None:
        if args in self._translated:
            return
        try:
            result = self._translator.compile(args, None)
        except Exception as error:
            self._note(args, error)
            raise
        library = result.library
        for callee in dict.fromkeys(library._linking_libraries):
            library._final_module.link_in(callee._get_module_for_linking(), preserve=True)
        library._finalized = True  # closed without optimisation: the entry point that links it is optimised
        self.targetctx.insert_user_function(library, result.fndesc, [library])  # type: ignore[no-untyped-call]
        self._translated[args] = result

    def _note(self, args: Any, error: Exception, unbound: bool = False) -> None:
        """Remember a failure, in case the entry point fails. Numba may still succeed with other types."""
        failures: list[mistakes.Failure] = getattr(_failures, "list", [])
        failures.append(mistakes.failure(self.py_func, args, error, unbound))

    @property
    def plain(self) -> Callable[..., Any]:
        """The same function in plain Python. It calls nothing compiled."""
        with _making_plain:
            if self._plain is None:
                code, space = self.py_func.__code__, self.py_func.__globals__
                names: dict[str, Any] = {"__name__": __name__, "__builtins__": builtins}
                self._plain = types.FunctionType(code, names, self.py_func.__name__, self.py_func.__defaults__)
                names.update({name: _plain_value(space[name]) for name in _names(code) if name in space})
            return self._plain


def _without_number(kind: Any) -> Any:
    """The type of an argument. Numba has a type for every number, and would translate a rule again for each."""
    return numba_types.unliteral(kind) if isinstance(kind, numba_types.IntegerLiteral) else kind  # type: ignore[no-untyped-call]


class _Rule(_Linked):
    def __call__(self, *args: Any) -> Any:
        """Run as plain Python. Fields of a record are widened first, as compiled code does it."""
        result = self.plain(*[int(x) if isinstance(x, np.integer) and x.itemsize < 8 else x for x in args])
        return result.item() if isinstance(result, np.generic) else result


class _EntryPoint(_Linked):
    def __init__(self, function: Callable[..., Any], counted: bool = True) -> None:
        super().__init__(function, counted)
        self.enable_caching()

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Compile for a call from Python. A mistake of an author is reported by its file and line."""
        _failures.list = []
        try:
            return super()._compile_for_args(*args, **kws)  # type: ignore[misc]
        except Exception as error:
            self._note((), error)
            report = None if mistakes.wants_full_report() else mistakes.explain(error, _failures.list)
            if report is None:
                raise
            raise BadRules(report) from None
        finally:
            _failures.list = []


def _names(code: types.CodeType) -> Iterator[str]:
    """The names that code may look up, attributes and nested functions included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _plain_value(value: Any) -> Any:
    """A global in plain Python: a function, a tuple of functions such as a block of actions, or any value."""
    if isinstance(value, _Linked):
        return value.plain
    if isinstance(value, tuple) and any(isinstance(part, _Linked) for part in value):
        parts = map(_plain_value, value)
        return value._make(parts) if hasattr(value, "_make") else tuple(parts)
    return value


@overload
def rule(function: F) -> F: ...


@overload
def rule(*, counted: bool) -> Callable[[F], F]: ...


def rule(function: Any = None, *, counted: bool = True) -> Any:
    """A rule: compiled within entry points, plain where Python calls it. Editors see the function's own type.

    Compiled code counts the references to arrays, which takes time in tight loops. A function that neither allocates
    nor returns an array can do without: `counted=False`.
    """
    if function is None:
        return lambda function: rule(function) if counted or PLAIN else _Rule(function, counted=False)
    return function if PLAIN else _Rule(function)


@overload
def entry_point(function: F) -> F: ...


@overload
def entry_point(*, counted: bool) -> Callable[[F], F]: ...


def entry_point(function: Any = None, *, counted: bool = True) -> Any:
    """A function compiled for calls from Python, at the first one, and kept on disk. `counted`: see `rule`."""
    if function is None:
        return lambda function: entry_point(function) if counted or PLAIN else _EntryPoint(function, counted=False)
    return function if PLAIN else _EntryPoint(function)


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """The plain Python version of a rule or an entry point."""
    return function.plain if isinstance(function, _Linked) else function


def direct(function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """An entry point for arguments of exactly these types. Calls take half the time, because nobody checks the types.

    Wrong arguments make it read other memory: check those that you did not make. Plain functions are returned as is.
    """
    if not isinstance(function, _EntryPoint):
        return function
    found: Callable[..., Any] = function._compile_for_args(*arguments)
    return found


def specialise(
    function: Callable[..., Any], tag: str, sources: tuple[str, ...], counted: bool = True, **names: Any
) -> Any:
    """An entry point: a copy of a generic function that calls a game's rules instead of the placeholders.

    Numba treats globals as constants, so the copy calls the rules directly and inlines them.
    The tag becomes part of the qualified name, and so of the cache file's name.
    """
    names["__rules_files__"] = sources
    copy = types.FunctionType(
        function.__code__, {**function.__globals__, **names}, f"{function.__name__}_{tag}", function.__defaults__
    )
    copy.__qualname__ = f"{function.__qualname__}_{tag}"
    copy.__module__ = function.__module__
    copy.__doc__ = function.__doc__
    return entry_point(counted=counted)(copy)
