"""The OpenAPI document as a page for people, without scripts: this origin holds the tokens of seats."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

Schema = dict[str, Any]

STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; color-scheme: light dark }
h2 { margin-top: 2.5rem } h3 { margin-bottom: 0 } code { font-size: 0.95em } table { border-collapse: collapse }
td { padding: 0.15rem 1rem 0.15rem 0; vertical-align: top } p { margin: 0.3rem 0 } .soft { opacity: 0.75 }
"""
LIMITS = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} entries",
    "maxItems": "at most {} entries",
    "minimum": "from {}",
    "maximum": "to {}",
    "pattern": "matches {}",
}


def api_page(document: dict[str, Any]) -> str:
    operations = "".join(
        _operation(method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    )
    schemas = "".join(_component(name, schema) for name, schema in sorted(document["components"]["schemas"].items()))
    title = f"{escape(document['info']['title'])} {escape(document['info']['version'])}: API"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<h1>{title}</h1><p>{escape(document['info']['description'])}</p>"
        '<p>For generators: <a href="/api/openapi.json">/api/openapi.json</a>.</p>'
        f"<h2>Requests</h2>{operations}<h2>Messages</h2>{schemas}</html>"
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    lines = [f"<h3><code>{method.upper()} {escape(path)}</code></h3><p>{escape(operation['summary'])}</p>"]
    if "security" in operation:
        lines.append('<p class="soft">Send the token of your seat as <code>Authorization: Bearer TOKEN</code>.</p>')
    if parameters := operation.get("parameters"):
        rows = ((one["name"], one["schema"], one.get("description", "")) for one in parameters)
        lines.append(_fields(rows, {one["name"] for one in parameters if one.get("required")}))
    if body := operation.get("requestBody"):
        lines.append(f"<p>Body: {_content(body['content'])}</p>")
    for status, answer in operation["responses"].items():
        if status < "300":
            lines.append(f"<p>Answer {status}: {_content(answer['content'])}</p>")
    return "".join(lines)


def _content(content: dict[str, Any]) -> str:
    return " or ".join(
        f"{_type(one['schema'])} <span class=soft>({escape(kind)})</span>" for kind, one in content.items()
    )


def _component(name: str, schema: Schema) -> str:
    properties = schema.get("properties", {})
    rows = ((field, one, one.get("description", "")) for field, one in properties.items())
    about = f"<p>{escape(schema['description'])}</p>" if "description" in schema else ""
    return f'<h3 id="{escape(name)}">{escape(name)}</h3>{about}{_fields(rows, set(schema.get("required", ())))}'


def _fields(rows: Iterable[tuple[str, Schema, str]], required: set[str]) -> str:
    cells = (
        f"<tr><td><code>{escape(name)}</code><td>{_type(schema)}<td>{'required' if name in required else ''}"
        f"<td>{escape(description)}"
        for name, schema, description in rows
    )
    return f"<table>{''.join(cells)}</table>"


def _type(schema: Schema) -> str:
    """The type of a value in words, with links to the messages in it."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(map(_type, choices))
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    kind = escape(str(schema.get("type", "anything")))
    if kind == "array":
        kind = f"list of {', '.join(map(_type, schema.get('prefixItems') or [schema.get('items') or {}]))}"
    elif kind == "object":
        kind = f"object of {_type(schema['additionalProperties'])}" if schema.get("additionalProperties") else kind
    notes = [text.format(escape(str(schema[key]))) for key, text in LIMITS.items() if key in schema]
    return f"{kind} <span class=soft>({', '.join(notes)})</span>" if notes else kind
