"""Compare the texts that people read with the translation catalogues: `python tools/messages.py`.

Lists texts without a translation and translations without a text, and exits with 1 if there are any.

In the page these are the literals in `t("...")` and `msg("...")`. In Python they are the templates of `say`, plain text
in scenes, end reasons, and names and kinds of games. `--f-strings` also lists f-strings in scenes, which
should use `say`.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parents[1] / "src" / "matchbox"
LOCALES = SOURCE / "web" / "locale"
PYTHON_FOLDERS = ("games", "play", "scene", "lab", "server")

# Text fields by constructor: positions and keywords. `reasons` and `_tell` take their text in the same way.
TEXT_FIELDS: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {
    "say": ((0,), ()),
    "reasons": ((0,), ()),
    "_tell": ((1,), ()),
    "Piece": ((1,), ("text", "label")),
    "Area": ((0,), ("title", "note")),
    "Choice": ((0, 2), ("text", "note")),
    "Part": ((1,), ("label",)),
    "Form": ((0, 3), ("title", "submit")),
    "Scene": ((0,), ("prompt", "coach", "waiting")),
    "Summary": ((0, 1, 2), ("goal", "turn", "end")),
    "Theme": ((3, 4), ("tagline", "short")),
    "About": ((), ("name", "kind", "box")),
    "form": ((2, 3), ("title", "submit")),
    "chips_form": ((2, 3), ("title", "submit")),
    "numbers": ((0,), ()),
}
# Tables of words that scenes put into texts: colours, symbols and the like.
WORD_TABLES = {"COLOURS", "SYMBOLS", "BACKGROUNDS"}
WORDS = re.compile(r"[^\W\d_]{2,}")
PLACEHOLDER = re.compile(r"\{(\w+)(?:\|[^{}]*)?\}")
JS_TEXT = re.compile(r"""\b(?:t|msg)\(\s*(?:"((?:[^"\\]|\\.)*)"|([^\s")]))""")
JS_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


class Found(NamedTuple):
    """A text and where it is."""

    text: str
    path: Path
    line: int

    @property
    def place(self) -> str:
        return f"{self.path.relative_to(SOURCE.parents[1])}:{self.line}"


class Messages(NamedTuple):
    needed: list[Found]  # texts that every catalogue must have
    literals: set[str]  # all strings in the sources: catalogues may translate them
    problems: list[Found]  # texts that cannot be collected
    f_strings: list[Found]  # sentences that bypass `say`


def collect() -> Messages:
    found = Messages([], set(), [], [])
    for path in sorted((SOURCE / "web" / "js").glob("*.js")):
        collect_script(path, found)
    for folder in PYTHON_FOLDERS:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            PythonFile(path, found).collect()
    return found


def collect_script(path: Path, found: Messages) -> None:
    text = path.read_text(encoding="utf-8")
    code = re.sub(r"^[ \t]*(//|/?\*).*$", "", text, flags=re.MULTILINE)  # comments keep their line breaks
    found.literals.update(json.loads(f'"{literal}"') for literal in JS_LITERAL.findall(code))
    for match in JS_TEXT.finditer(code):
        before = code[: match.start()]
        if before.endswith("function "):  # the definition of t
            continue
        line = before.count("\n") + 1
        if match[1] is None:
            found.problems.append(
                Found("t() needs a literal; use msg() where the text is, and words() here", path, line)
            )
        else:
            found.needed.append(Found(json.loads(f'"{match[1]}"'), path, line))


class PythonFile:
    """The texts of one Python file."""

    def __init__(self, path: Path, found: Messages) -> None:
        self.path, self.found = path, found
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.constants = {
            target.id: node.value
            for node in self.tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }

    def collect(self) -> None:
        documentation = {id(node.value) for node in ast.walk(self.tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
                self.found.literals.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                self._f_string(node)
            elif isinstance(node, ast.Call):
                self._call(node)
            elif isinstance(node, ast.FunctionDef) and node.name == "noun":
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Return) and inner.value:
                        self._need(inner.value)
        for name in WORD_TABLES & self.constants.keys():
            self._need(self.constants[name])
        if "BOX" in self.constants:
            self._need(self.constants["BOX"])

    def _call(self, call: ast.Call) -> None:
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name not in TEXT_FIELDS:
            return
        places, keywords = TEXT_FIELDS[name]
        for place in places:
            if place < len(call.args):
                self._need(call.args[place])
        for keyword in call.keywords:
            # The arguments of a template are translated too. The form for "you" may be, where a language needs one.
            if keyword.arg in keywords or (name == "say" and keyword.arg not in (None, "you")):
                self._need(keyword.value)

    def _f_string(self, node: ast.JoinedStr) -> None:
        fixed = " ".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        if self.path.name == "scene.py" and WORDS.search(fixed):
            self.found.f_strings.append(Found(ast.unparse(node), self.path, node.lineno))

    def _need(self, node: ast.expr) -> None:
        for text, line in self._texts(node):
            if WORDS.search(text):
                self.found.needed.append(Found(text, self.path, line))

    def _texts(self, node: ast.expr) -> Iterator[tuple[str, int]]:
        """The strings an expression can be, as far as the file shows."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno
        elif isinstance(node, ast.IfExp):
            yield from self._texts(node.body)
            yield from self._texts(node.orelse)
        elif isinstance(node, ast.BoolOp):
            for value in node.values:
                yield from self._texts(value)
        elif isinstance(node, ast.Tuple | ast.List):
            for element in node.elts:
                yield from self._texts(element)
        elif isinstance(node, ast.Dict):
            for value in node.values:
                yield from self._texts(value)
        elif isinstance(node, ast.Name) and node.id in self.constants:
            yield from self._texts(self.constants[node.id])
        elif isinstance(node, ast.Subscript):
            table = self.constants.get(node.value.id) if isinstance(node.value, ast.Name) else node.value
            if isinstance(table, ast.Tuple | ast.List | ast.Dict):
                yield from self._texts(table)


def compare(found: Messages, catalogue: dict[str, str]) -> tuple[list[Found], list[str], list[str]]:
    """Texts without a translation, translations without a text, and translations with other placeholders."""
    needed = {one.text: one for one in reversed(found.needed)}
    missing = [one for text, one in needed.items() if text not in catalogue]
    unused = [text for text in catalogue if text not in needed and text not in found.literals]
    wrong = [
        text
        for text, translated in catalogue.items()
        if set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(translated))
    ]
    return sorted(missing, key=lambda one: one.place), unused, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--f-strings", action="store_true", help="also list f-strings in scenes that should use say")
    arguments = parser.parse_args()
    found = collect()
    for problem in found.problems:
        print(f"{problem.place}: {problem.text}")
    if arguments.f_strings:
        for one in found.f_strings:
            print(f"{one.place}: f-string instead of say: {one.text}")
    failed = bool(found.problems)
    for path in sorted(LOCALES.glob("*.json")):
        missing, unused, wrong = compare(found, json.loads(path.read_text(encoding="utf-8")))
        for one in missing:
            print(f"{path.name}: missing: {json.dumps(one.text, ensure_ascii=False)} ({one.place})")
        for text in unused:
            print(f"{path.name}: unused: {json.dumps(text, ensure_ascii=False)}")
        for text in wrong:
            print(f"{path.name}: other placeholders: {json.dumps(text, ensure_ascii=False)}")
        print(f"{path.name}: {len(missing)} missing, {len(unused)} unused, {len(wrong)} with other placeholders")
        failed = failed or bool(missing or unused or wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
