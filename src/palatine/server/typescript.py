"""The TypeScript types of everything that goes over the wire, made from the Python ones, and a table of the operations.

Run: python -m palatine.server.typescript > web/src/generated/messages.ts     (a test compares)
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.responses import Response

from palatine.server import app
from palatine.server.http.operations import OPERATIONS, Operation
from palatine.server.messages.events import Event
from palatine.server.messages.socket import AnyAsk, AnyTell
from palatine.server.messages.tables import Problem

HEADER = "// Made by `python -m palatine.server.typescript` from the types of the server: do not edit.\n"
REFERENCE = "#/$defs/{name}"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
ROUTES = """/** How each operation is reached. */
export const OPERATIONS: { [Name in keyof Operations]: Pick<Operations[Name], "method" | "path"> } = {"""

Schema = Mapping[str, Any]


def _parts(one: Operation) -> dict[str, Any]:
    """What goes in and out."""
    return {"query": one.query, "body": one.body, "returns": one.returns}


def _kinds() -> list[Any]:
    kinds: dict[Any, None] = {AnyAsk: None, AnyTell: None, Problem: None, Event: None}
    for one in OPERATIONS:
        kinds |= dict.fromkeys(kind for kind in _parts(one).values() if _is_told(kind))
    return list(kinds)


def _is_told(kind: Any) -> bool:
    """Whether there is something to be said of it: pictures and streams are responses of their own."""
    return kind not in (None, type(None)) and not (isinstance(kind, type) and issubclass(kind, Response))


def type_of(schema: Schema) -> str:
    """A JSON schema as a type of TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(type_of(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {type_of(values)}>" if isinstance(values, Mapping) else "Record<string, unknown>"
    return PLAIN.get(str(kind), "unknown")


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(part) for part in schema['prefixItems'])}]"
    items = schema.get("items")
    inner = type_of(items) if isinstance(items, Mapping) else "unknown"
    return f"({inner})[]" if " " in inner else f"{inner}[]"


def _interface(name: str, schema: Schema) -> str:
    needed = set(schema.get("required", ()))
    lines = [f"/** {schema['description']} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    lines += [
        f"  {field}{'' if field in needed else '?'}: {type_of(of_field)};"
        for field, of_field in schema.get("properties", {}).items()
    ]
    return "\n".join([*lines, "}"])


def _operations(types: Mapping[Any, str]) -> list[str]:
    """The table of the operations: their types, and how they are reached."""

    def told(kind: Any) -> str:
        return types[kind] if _is_told(kind) else "null" if kind in (None, type(None)) else "Response"

    rows, routes = ["/** The REST operations: how each is reached, what it takes and what it gives. */"], [ROUTES]
    rows.append("export interface Operations {")
    for one in sorted(OPERATIONS, key=lambda one: one.name):  # they are declared as modules happen to be imported
        reached = {"method": json.dumps(one.method), "path": json.dumps(one.path)}
        taken = {name: told(kind) for name, kind in _parts(one).items()}
        rows.append(f"  {one.name}: {{ {'; '.join(f'{name}: {kind}' for name, kind in (reached | taken).items())} }};")
        routes.append(f"  {one.name}: {{ {', '.join(f'{name}: {value}' for name, value in reached.items())} }},")
    return ["\n".join([*rows, "}"]), "\n".join([*routes, "};"])]


def document() -> str:
    """All types."""
    kinds = _kinds()
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    types = {kind: type_of(schema) for kind, schema in zip(kinds, schemas, strict=True)}
    parts = [_interface(name, schema) for name, schema in sorted(components.items())]
    parts += [f"export type Ask = {types[AnyAsk]};", f"export type Tell = {types[AnyTell]};"]
    return HEADER + "\n" + "\n\n".join([*parts, *_operations(types)]) + "\n"


if __name__ == "__main__":
    assert app.PARTS  # all operations are declared
    sys.stdout.write(document())
