"""Write the page's types from the messages in the server's schema: `python tools/typescript.py`.

`--check` changes nothing and exits with 1 if the written types differ from the schema.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from matchbox.scene import Text
from matchbox.server import schema

FILE = Path(__file__).parents[1] / "src" / "matchbox" / "web" / "js" / "types.d.ts"
HEAD = """// The messages of the server. Written by tools/typescript.py from src/matchbox/server/schema.py.

/** A text for people: plain or translatable. */
export type Words = string | Text;
"""
WIDTH = 120  # of a line, as prettier breaks it
SIMPLE = {
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
}


def messages() -> list[type]:
    """The messages that the schema defines, in its order."""
    return [
        one
        for one in vars(schema).values()
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one.__module__ == schema.__name__
    ]


def structs_in(found: Any, known: dict[type, inspect.StructType]) -> None:
    """Collect a type's structs and those that they contain."""
    if isinstance(found, inspect.StructType):
        if found.cls in known:
            return
        known[found.cls] = found
        for field in found.fields:
            structs_in(field.type, known)
    for name in ("item_type", "key_type", "value_type"):
        if hasattr(found, name):
            structs_in(getattr(found, name), known)
    for inner in (*getattr(found, "types", ()), *getattr(found, "item_types", ())):
        structs_in(inner, known)


def written(found: inspect.Type) -> str:
    """A type in TypeScript."""
    match found:
        case inspect.StructType():
            return found.cls.__name__
        case inspect.LiteralType():
            return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in found.values)
        case inspect.UnionType():
            parts = [written(one) for one in found.types]
            if {"string", Text.__name__} <= set(parts):  # the alias says it shorter
                parts = ["Words", *(part for part in parts if part not in ("string", Text.__name__))]
            return " | ".join(dict.fromkeys(parts))
        case inspect.TupleType():
            return f"[{', '.join(map(written, found.item_types))}]"
        case inspect.ListType() | inspect.VarTupleType() | inspect.CollectionType():
            inner = written(found.item_type)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case inspect.DictType():
            return f"Record<{written(found.key_type)}, {written(found.value_type)}>"
        case inspect.Metadata():
            return written(found.type)
    return SIMPLE[type(found)]


def interface(struct: inspect.StructType) -> Iterator[str]:
    yield ""
    yield f"export interface {struct.cls.__name__} {{"
    if struct.tag_field:
        yield f'  {struct.tag_field}: "{struct.tag}";'
    for field in struct.fields:
        yield from member(field, struct.cls.__struct_config__.omit_defaults)
    yield "}"


def member(field: inspect.Field, omits_defaults: bool) -> Iterator[str]:
    """A field. It is optional if the server may leave it out; then it is never null."""
    unset = not field.required and field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
    optional = unset or (omits_defaults and not field.required)
    kind = written(field.type)
    if optional:
        kind = kind.removesuffix(" | null")
    line = f"  {field.encode_name}{'?' if optional else ''}: {kind};"
    if len(line) <= WIDTH:
        yield line
        return
    yield line.partition(":")[0] + ":"
    yield "\n".join(f"    | {part}" for part in kind.split(" | ")) + ";"


def types() -> str:
    known: dict[type, inspect.StructType] = {}
    for message in messages():
        structs_in(inspect.type_info(message), known)
    lines = [line for struct in known.values() for line in interface(struct)]
    return HEAD + "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only compare")
    if not parser.parse_args().check:
        FILE.write_text(types(), encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != types():
        print(f"{FILE.name} differs from the schema; run: python tools/typescript.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
