"""Mistakes in the code of a game, in a few lines: the file, the line, its source, and what is wrong.

Numba reports a misspelt field in hundreds of lines that may not name the file. `compiled.py` notes every function
that does not compile, and `explain` finds the author's function among them and the line in it. `explain_exception`
does the same for an exception of plain Python. Everything here runs after a failure, so it costs nothing before.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import os
import re
import sys
import types
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import cache

FULL_REPORT = "MATCHBOX_TRACEBACK"
"""The environment variable that shows the full report instead."""

ROOT = cache.ROOT
GAMES = ROOT / "games"
_folders: set[Path] = set()  # of games that have no rules yet, because they do not load
GENERATOR = {"key", "block", "words", "used", "unused"}  # fields that no author means


@dataclass(frozen=True)
class Failure:
    """A function that did not compile."""

    function: types.FunctionType
    arguments: tuple[Any, ...]  # Numba's types
    error: Exception
    text: str  # of the error at that moment: callers add to it
    unbound: bool = False  # the arguments do not fit the function's parameters

    @property
    def lines(self) -> range:
        """The lines of the function in its file."""
        return _lines(self.function.__code__)


def failure(function: Any, arguments: Iterable[Any], error: Exception, unbound: bool = False) -> Failure:
    return Failure(function, tuple(arguments), error, _flat(str(error)), unbound)


def wants_full_report() -> bool:
    return os.environ.get(FULL_REPORT, "0") not in ("", "0")


# --- code that does not compile ---


def explain(error: Exception, failures: Sequence[Failure]) -> str | None:
    """The mistake behind an error of the compiler; None if it is in no author's code.

    `failures` are the functions that did not compile, in that order: a function comes before its callers.
    """
    final = _flat(str(error))
    chain = [one for one in failures if one.error is error or one.text in final]
    authors = [one for one in chain if is_authors(one.function.__code__.co_filename)]
    if not authors:
        return None
    found = authors[1] if authors[0].unbound and len(authors) > 1 else authors[0]
    callee = _refusing_callee(chain, found)
    line, problem = _diagnose(found, callee)
    after = authors.index(found)
    caller = next((one for one in authors[after + 1 :] if one.function is not found.function), None)
    notes = [f"called by {caller.function.__name__}, {_place(caller, _named_line(caller, found))}"] if caller else []
    return _report(found.function.__code__.co_filename, line, problem, notes)


def _refusing_callee(chain: Sequence[Failure], found: Failure) -> Failure | None:
    """The function of the engine that failed with the arguments of the author's function."""
    before = chain[: chain.index(found)]
    return before[-1] if before else None


def _diagnose(found: Failure, callee: Failure | None) -> tuple[int, str]:
    """The line of the mistake, and the mistake in words."""
    if callee is not None:
        call = _signature(callee)
        if callee.unbound:
            return _named_line(found), f"wrong arguments for {call}: {_binding(callee.text)}"
        given = ", ".join(map(_type_in_words, map(str, callee.arguments)))
        return _named_line(found), f"{call} does not accept ({given})"
    if found.unbound:
        return _first_line(found), f"wrong parameters of {_signature(found)}: {_binding(found.text)}"
    if isinstance(found.error, KeyError):
        name = str(found.error.args[0])
        if node := _attribute(found, name):
            return node.lineno, _no_field(_owner_of(found, node), name, _fields(found.arguments))
        return _named_line(found), f"KeyError: {name!r}"
    text = _core(found.text)
    if match := re.match(r"NameError: name '(\w+)' is not defined", text):
        return _line_of_name(found, match[1]), _unknown_name(match[1], _known_names(found.function))
    return _named_line(found), _in_words(text)


_SENTENCES: Sequence[tuple[str, str]] = (
    (r"Unknown attribute '(\w+)' of type (.+?)(?: File |$)", '{1} has no attribute "{0}"'),
    (r"Cannot unify (.+?) and (.+?) for '([\w.$]+?)(?:\.\d+)?'", '"{2}" is {0} in one place and {1} in another'),
    (
        r"Can't unify return type from the following types: (.+?), (.+?)(?: Return of|,|$)",
        "a rule returns one type, not {0} or {1}",
    ),
    (r"Cannot cast (.+?) to (.+?)(?::| During|$)", "{0} does not fit where {1} is needed"),
    (r"Cannot infer the type of variable '([\w.$]+?)(?:\.\d+)?'", 'the type of "{0}" is unknown, as for an empty list'),
    (r"Untyped global name '(\w+)':.*type of <class 'function'>", 'mark "{0}" with @rule, so that rules can call it'),
    (r"Untyped global name '(\w+)':.*type of <class '([\w.]+)'>", 'rules cannot use "{0}", which is of type {1}'),
    (r"compiler re-entrant to the same function signature", "rules cannot call themselves, directly or not"),
    (r".*?Variable '([\w.$]+?)(?:\.\d+)?' (?:is not defined|referenced before)", '"{0}" has no value here'),
    (r"Use of unsupported opcode \((\w+)\)", "rules cannot use this part of Python ({0})"),
    (r"(.+?)(?:\.+ Raised from | File \"| During: |$)", "{0}"),
)
_OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "lshift": "<<", "rshift": ">>", "and_": "&", "or_": "|", "xor": "^",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "contains": "in",
}  # fmt: skip
_OPERATORS |= {f"i{name.rstrip('_')}": f"{sign}=" for name, sign in list(_OPERATORS.items())[:12]}


def _in_words(text: str) -> str:
    """The first sentence of an error of the compiler, in plain words where we have them."""
    if match := re.match(r"No implementation of function .*?>>> (\S+?)\((.*)", text):
        return _wrong_types(match[1], match[2])
    for pattern, sentence in _SENTENCES:
        if match := re.match(pattern, text):
            words = sentence.format(*[_type_in_words(group) for group in match.groups()])
            return re.sub(r'"\$[^"]*"', "this value", words)  # the compiler's name for a part of an expression
    return text


def _wrong_types(name: str, rest: str) -> str:
    """An operator or function with arguments of types that it does not accept."""
    given = [_type_in_words(part) for part in _split(rest)]
    if name in ("getitem", "static_getitem", "setitem", "static_setitem") and len(given) > 1:
        if given[0] in ("int", "float", "bool"):
            return f"this is a single {given[0]}, so it has no elements"
        return f"{given[0]} cannot be indexed with {given[1]}"
    if name in _OPERATORS and len(given) == 2:
        return f"{_OPERATORS[name]} does not work with {given[0]} and {given[1]}"
    return f"{name} does not accept ({', '.join(given)})"


def _split(text: str) -> Iterator[str]:
    """The arguments of a call, up to its closing bracket."""
    depth, start = 0, 0
    for i, c in enumerate(text):
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        if depth < 0 or (depth == 0 and c == ","):
            if text[start:i].strip():
                yield text[start:i].strip()
            start = i + 1
        if depth < 0:
            return


_TYPES: Sequence[tuple[str, str]] = (
    (r"Literal\[int\]\(.*|u?int\d+", "int"),
    (r"Literal\[str\]\(.*|unicode_type", "text"),
    (r"Literal\[bool\]\(.*|bool", "bool"),
    (r"float\d+", "float"),
    (r"none|omitted\(None\)", "None"),
    (r"[Rr]ecord\(.*", "a record"),
    (r"nestedarray\(\w+, (\(.*\))\)", "an array of shape {0}"),
    (r"(?:unaligned |readonly )*array\(.*", "an array"),
    (r"(?:Uni)?Tuple\(.*", "a tuple"),
    (r"Block\(.*", "a block of actions"),
    (r"type\(_(?:Rule|EntryPoint)\(<function (\w+).*", "the rule {0}"),
    (r"DictType.*", "a dict"),
    (r"(?:reflected )?[Ll]ist.*", "a list"),
    (r"(?:reflected )?[Ss]et.*", "a set"),
)


def _type_in_words(text: str) -> str:
    for pattern, words in _TYPES:
        if match := re.fullmatch(pattern, text):
            return words.format(*match.groups())
    return text if len(text) <= 160 else f"{text[:160]}..."


def _binding(text: str) -> str:
    found = re.search(r'due to "(?:\w+: )?(.+?)"\.', text)
    return found[1] if found else "they do not fit"


def _signature(one: Failure) -> str:
    code = one.function.__code__
    return f"{one.function.__name__}({', '.join(code.co_varnames[: code.co_argcount])})"


def _named_line(one: Failure, callee: Failure | None = None) -> int:
    """The innermost line of the function that the compiler names, or the line of a call."""
    file, lines = one.function.__code__.co_filename, one.lines
    for match in re.finditer(r'(?: at |Raised from )(\S.*?) \((\d+)\)|File "(.+?)", line (\d+)', one.text):
        name, line = match[1] or match[3], int(match[2] or match[4])
        if line in lines and (name == file or file.endswith(name.lstrip("."))):
            return line
    line = getattr(getattr(one.error, "loc", None), "line", 0)
    return line if line in lines else _guessed_line(one, callee or one)


def _guessed_line(one: Failure, callee: Failure) -> int:
    """The line of a `with`, or of a call of this function, where the compiler names no line."""
    name = callee.function.__name__
    for node in _nodes(one):
        if isinstance(node, ast.With) and "'with " in one.text:
            return node.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            return node.lineno
    return _first_line(one)


def _first_line(one: Failure) -> int:
    """The line with `def`, below the decorators."""
    return next((node.lineno for node in _nodes(one) if isinstance(node, ast.FunctionDef)), one.lines[0])


# --- exceptions of plain Python ---


def explain_exception(error: BaseException) -> str | None:
    """The mistake behind an exception that was raised in an author's code; None if none of it ran."""
    frames = list(_frames(error))
    authors = [(frame, line) for frame, line in frames if is_authors(frame.f_code.co_filename)]
    if isinstance(error, SyntaxError) and error.filename and is_authors(error.filename):
        return _report(error.filename, error.lineno or 1, error.msg)
    if not authors:
        return None
    frame, line = authors[-1]
    return _report(frame.f_code.co_filename, line, _exception_in_words(error, frame, frames[-1][0]))


def _frames(error: BaseException) -> Iterator[tuple[types.FrameType, int]]:
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _exception_in_words(error: BaseException, frame: types.FrameType, innermost: types.FrameType) -> str:
    if isinstance(error, NameError) and error.name:
        known = {*frame.f_locals, *frame.f_globals, *_names_in(frame.f_code.co_filename), *vars(builtins)}
        return _unknown_name(error.name, known)
    if isinstance(error, AttributeError):
        name = error.name or next(iter(re.findall(r"no attribute '?(\w+)'?", str(error))), "")
        record = innermost.f_locals.get("self")  # NumPy looks fields up in Python
        record = error.obj if record is None else record
        if isinstance(record, np.void) and record.dtype.names and name:
            return _no_field("the record", name, record.dtype.names)
        if name:
            return f"{error}{_suggestion(name, dir(error.obj))}"
    return f"{type(error).__name__}: {error}"


# --- files, lines and names ---


def add_folder(folder: Path) -> None:
    """Treat the files of this folder as an author's."""
    _folders.add(folder.resolve())


def is_authors(file: str) -> bool:
    """Is this a file of a game: in a folder with rules, but not in Matchbox's own packages?"""
    path = Path(file).resolve()
    if path.is_relative_to(ROOT):
        return path.is_relative_to(GAMES)
    known = _folders | {other.parent for other in cache.adopted_files() if other.is_file()}
    return path.is_file() and path.parent in known


def _report(file: str, line: int, problem: str, notes: Sequence[str] = ()) -> str:
    source = _source_lines(file)
    shown = source[line - 1].strip() if 0 < line <= len(source) else ""
    lines = [f"{_shown(file)}:{line}: {problem}", f"    {shown}", *(f"  {note}" for note in notes)]
    return "\n".join([*filter(str.strip, lines), f"(set {FULL_REPORT}=1 for the full report)"])


def _place(one: Failure, line: int) -> str:
    return f"{Path(one.function.__code__.co_filename).name}:{line}"


def _shown(file: str) -> str:
    """A file as the author would type it."""
    try:
        return str(Path(file).resolve().relative_to(Path.cwd()))
    except (OSError, ValueError):
        return file


def _source_lines(file: str) -> list[str]:
    try:
        return Path(file).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def _lines(code: types.CodeType) -> range:
    """The lines of a function, nested ones included."""
    last = code.co_firstlineno
    for _, _, line in code.co_lines():
        last = max(last, line or 0)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            last = max(last, _lines(constant)[-1])
    return range(code.co_firstlineno, last + 1)


def _nodes(one: Failure) -> Iterator[ast.AST]:
    """The syntax of the function, in the order of the source."""
    source = "\n".join(_source_lines(one.function.__code__.co_filename))
    try:
        found = [node for node in ast.walk(ast.parse(source)) if getattr(node, "lineno", 0) in one.lines]
    except SyntaxError:  # edited since it was imported
        found = []
    yield from sorted(found, key=lambda node: (node.lineno, node.col_offset))  # type: ignore[attr-defined]


def _attribute(one: Failure, name: str) -> ast.Attribute | None:
    return next((node for node in _nodes(one) if isinstance(node, ast.Attribute) and node.attr == name), None)


def _line_of_name(one: Failure, name: str) -> int:
    found = (node.lineno for node in _nodes(one) if isinstance(node, ast.Name) and node.id == name)
    return next(found, _first_line(one))


def _owner_of(one: Failure, node: ast.Attribute) -> str:
    """The record whose field is asked for, by the class in the function's annotation."""
    declared = one.function.__annotations__.get(node.value.id) if isinstance(node.value, ast.Name) else None
    return str(getattr(declared, "__name__", declared or "the record"))


def _fields(arguments: Iterable[Any]) -> list[str]:
    """The fields of all records among the arguments, and of the records in them."""
    found: list[str] = []
    for argument in arguments:
        for name, field in getattr(argument, "fields", {}).items():
            found += [name, *_fields([field.type])]
    return found


def _names_in(file: str) -> Iterable[str]:
    """The names of the module in this file. (A plain rule has only those that it uses.)"""
    found = (vars(module) for module in list(sys.modules.values()) if getattr(module, "__file__", None) == file)
    return next(found, {})


def _known_names(function: types.FunctionType) -> Iterable[str]:
    return {*function.__code__.co_varnames, *function.__globals__, *vars(builtins)}


def _no_field(owner: str, name: str, fields: Iterable[str]) -> str:
    return f'{owner} has no field "{name}"{_suggestion(name, [f for f in fields if f not in GENERATOR])}'


def _unknown_name(name: str, known: Iterable[str]) -> str:
    return f'"{name}" is not defined{_suggestion(name, known)}'


def _suggestion(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, [other for other in known if not other.startswith("_")], 1)
    return f'; did you mean "{near[0]}"?' if near else ""


def _flat(text: str) -> str:
    """A text without colours, on one line."""
    return " ".join(re.sub(r"\x1b\[[0-9;]*m", "", text).split())


def _core(text: str) -> str:
    """An error of the compiler without the names of its steps."""
    return re.sub(r"^(?:Failed in \w+ mode pipeline \(step: [^)]*\) )+", "", text)
