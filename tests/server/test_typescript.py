"""The generated TypeScript types match the server: every message, every field, and no Python-only types."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from starlette.responses import Response

from palatine.server import app, typescript
from palatine.server.http.operations import OPERATIONS
from palatine.server.messages.events import Event
from palatine.server.messages.socket import AnyAsk, AnyTell
from palatine.server.messages.tables import Problem
from palatine.server.tables.log import AnyEntry

INTERFACE = re.compile(r"^export interface (\w+) \{\n((?:  .*;\n)*)\}$", re.MULTILINE)
FIELD = re.compile(r"^  (\w+)(\??): (.+);$", re.MULTILINE)
COMMENT = re.compile(r"/\*\*.*?\*/", re.DOTALL)
QUOTED = re.compile(r'"[^"]*"')
ROUTE = re.compile(r'^  (\w+): \{ method: "(\w+)", path: "([\w/{}.]+)" \},$', re.MULTILINE)
TABLE = "Operations"
COMMITTED = Path(__file__).parents[2] / "web" / "src" / "generated" / "messages.ts"
KNOWN = {"string", "number", "boolean", "null", "unknown", "Record"}
"""The built-in TypeScript names that may be used."""
OPAQUE = {"position", "moves"}
"""Fields whose types differ between games."""


@pytest.fixture(scope="module")
def document() -> str:
    assert app.PARTS
    return typescript.document()


@pytest.fixture(scope="module")
def interfaces(document: str) -> dict[str, dict[str, tuple[bool, str]]]:
    """The fields of every interface, as pairs of optional and type."""
    return {
        name: {field: (optional == "?", kind) for field, optional, kind in FIELD.findall(body)}
        for name, body in INTERFACE.findall(document)
        if name != TABLE
    }


def structs_in(kind: Any, seen: set[type]) -> Iterator[type]:
    """Yield all structs that a type consists of."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind in seen:
            return
        seen.add(kind)
        yield kind
        for field in msgspec.structs.fields(kind):
            yield from structs_in(field.type, seen)
    for part in get_args(kind):
        yield from structs_in(part, seen)


def messages() -> list[type]:
    """Return all message types."""
    roots = [AnyAsk, AnyTell, AnyEntry, Problem, Event]
    for one in OPERATIONS:
        roots += [kind for kind in (one.body, one.query, one.returns) if kind not in (None, Response)]
    seen: set[type] = set()
    return [struct for root in roots for struct in structs_in(root, seen)]


def test_every_message_has_its_fields(interfaces: dict[str, dict[str, tuple[bool, str]]]) -> None:
    found = messages()
    assert len(found) > 90
    assert {struct.__name__ for struct in found} == set(interfaces)
    for struct in found:
        fields = {field.encode_name: not field.required for field in msgspec.structs.fields(struct)}
        config = struct.__struct_config__  # type: ignore[attr-defined]
        tag = {config.tag_field: False} if config.tag_field else {}
        interface = interfaces[struct.__name__]
        assert {name: optional for name, (optional, _) in interface.items()} == tag | fields, struct
        if config.tag_field:
            assert interface[config.tag_field] == (False, f'"{config.tag}"')


def test_the_messages_of_the_socket_are_two_unions(document: str) -> None:
    for name, kind in (("Ask", AnyAsk), ("Tell", AnyTell)):
        (union,) = re.findall(rf"^export type {name} = (.+);$", document, re.MULTILINE)
        assert union.split(" | ") == [part.__name__ for part in get_args(kind)]


def test_types_use_only_known_names(document: str, interfaces: dict[str, dict[str, tuple[bool, str]]]) -> None:
    for name, fields in interfaces.items():
        for field, (_, kind) in fields.items():
            words = set(re.findall(r"\w+", QUOTED.sub("", kind)))
            assert words <= KNOWN | set(interfaces), (name, field, kind)
            assert re.fullmatch(r"[\w<>\[\](), |]+", QUOTED.sub("string", kind)), (name, field, kind)
            if kind == "unknown":
                assert field in OPAQUE, (name, field)
    assert not re.search(r"\bany\b", COMMENT.sub("", document))


def test_the_document_contains_nothing_else(document: str) -> None:
    """The document consists of comments, interfaces, the two unions and the routes, with balanced brackets."""
    rest = COMMENT.sub("", document)
    rest = INTERFACE.sub("", rest)
    rest = re.sub(r"^export type \w+ = [\w |]+;$", "", rest, flags=re.MULTILINE)
    rest = ROUTE.sub("", rest)
    rest = rest.replace(typescript.ROUTES.rpartition("\n")[2], "").replace("};", "")
    assert rest.strip() == typescript.HEADER.strip()
    for opening, closing in ("{}", "[]", "()", "<>"):
        code = QUOTED.sub("", COMMENT.sub("", document))
        assert code.count(opening) == code.count(closing)


def test_every_operation_has_its_types(document: str, interfaces: dict[str, dict[str, tuple[bool, str]]]) -> None:
    (table,) = [body for name, body in INTERFACE.findall(document) if name == TABLE]
    types = {name: kind.strip("{ }").split("; ") for name, _, kind in FIELD.findall(table)}
    routes = {name: (method, path) for name, method, path in ROUTE.findall(document)}
    assert set(types) == set(routes) == {one.name for one in OPERATIONS}
    for one in OPERATIONS:
        assert routes[one.name] == (one.method, one.path)
        parts = dict(part.split(": ", 1) for part in types[one.name])
        assert (parts["method"], parts["path"]) == (f'"{one.method}"', f'"{one.path}"')
        for part, kind in (("query", one.query), ("body", one.body), ("returns", one.returns)):
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
                assert parts[part] == kind.__name__
                assert kind.__name__ in interfaces
            elif kind is None:
                assert parts[part] == "null"


def test_the_generated_file_is_up_to_date(document: str) -> None:
    assert COMMITTED.read_text("utf-8") == document, (
        "run: python -m palatine.server.typescript > web/src/generated/messages.ts"
    )


def test_the_command_writes_the_document(document: str) -> None:
    command = [sys.executable, "-m", "palatine.server.typescript"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == document
