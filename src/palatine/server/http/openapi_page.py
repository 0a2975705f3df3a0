"""The OpenAPI document as a page: plain HTML and CSS, rendered once, without scripts or outside requests."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from palatine.server.http.openapi import document
from palatine.server.http.pages import Page

STYLE_PATH = "/api/docs.css"
STYLE = Path(__file__).with_name("openapi_page.css")
EXAMPLE_ADDRESS = "http://127.0.0.1:8750"
DEEPEST = 4
"""The levels of objects that an example shows."""
REFERENCE = "#/components/schemas/"

Schema = Mapping[str, Any]


class Renderer:
    """Renders an OpenAPI document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        self._schemas: Mapping[str, Schema] = document["components"]["schemas"]

    def page(self) -> str:
        """Return the whole page."""
        info = self._document["info"]
        title = f"{escape(info['title'])} {escape(info['version'])}: the API"
        groups = self._groups()
        names = {tag["name"]: tag["description"] for tag in self._document["tags"]}
        links = "".join(f'<li><a href="#{_anchor(name)}">{escape(name)}</a></li>' for name in groups)
        parts = "".join(
            f'<section aria-labelledby="{_anchor(name)}"><h2 id="{_anchor(name)}">{escape(name)}</h2>'
            f"<p>{escape(names[name])}</p>{''.join(found)}</section>"
            for name, found in groups.items()
        )
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<title>{title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="{STYLE_PATH}"></head><body>'
            f"<header><h1>{title}</h1>"
            '<p>The same as a document for programs: <a href="/api/openapi.json">openapi.json</a>. '
            'A refused request returns a <a href="#schema-Problem">Problem</a>.</p>'
            f'<nav aria-label="Groups of operations"><ul>{links}<li><a href="#schemas">Messages</a></li></ul></nav></header>'
            f"<main>{parts}{self._all_schemas()}</main></body></html>\n"
        )

    def _groups(self) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for path, operations in self._document["paths"].items():
            for method, one in operations.items():
                groups.setdefault(one["tags"][0], []).append(self._operation(method.upper(), path, one))
        return groups

    # ---------------------------------------------------------------------------------------------- operations

    def _operation(self, method: str, path: str, one: Mapping[str, Any]) -> str:
        body = one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        allowed = " or ".join(name for option in one["security"] for name in option) or "none"
        return (
            f'<details id="{escape(one["operationId"])}"><summary><span class="method {method.lower()}">{method}</span> '
            f"<code>{escape(path)}</code> <span>{escape(one['summary'])}</span></summary>"
            f"<p>{escape(one['description'])}</p><p>Credential: {escape(allowed)}.</p>"
            f"{self._parameters(one['parameters'])}"
            f"{'' if body is None else f'<h3>Body</h3><p>{self._type(body)}</p>{self._fields(body)}'}"
            f"<h3>Example</h3><pre><code>{escape(self._curl(method, path, body))}</code></pre>"
            f"{self._responses(one['responses'])}</details>"
        )

    def _parameters(self, parameters: list[Mapping[str, Any]]) -> str:
        rows = (
            f"<tr><th scope=row><code>{escape(one['name'])}</code></th><td>{escape(one['in'])}"
            f"{', required' if one['required'] else ''}</td><td>{self._type(one['schema'])}</td></tr>"
            for one in parameters
        )
        return "" if not parameters else f"<h3>Parameters</h3>{_table(('Name', 'Place', 'Type'), rows)}"

    def _responses(self, responses: Mapping[str, Any]) -> str:
        def row(status: str, one: Mapping[str, Any]) -> str:
            schema = one.get("content", {}).get("application/json", {}).get("schema")
            kind = "" if schema is None else self._type(schema)
            return f"<tr><th scope=row>{status}</th><td>{escape(one['description'])}</td><td>{kind}</td></tr>"

        rows = (row(status, responses[status]) for status in sorted(responses))
        done = responses["200"].get("content", {}).get("application/json", {}).get("schema")
        shown = "" if done is None else f"<pre><code>{escape(_json(self.example(done)))}</code></pre>"
        return f"<h3>Responses</h3>{_table(('Status', 'Meaning', 'Body'), rows)}{shown}"

    def _curl(self, method: str, path: str, body: Schema | None) -> str:
        words = ["curl", *(() if method == "GET" else ("-X", method)), f"'{EXAMPLE_ADDRESS}{path}'"]
        if body is not None:
            words += ["-H", "'content-type: application/json'", "-d", f"'{json.dumps(self.example(body))}'"]
        return " ".join(words)

    # ------------------------------------------------------------------------------------------------- schemas

    def _resolved(self, schema: Schema) -> Schema:
        reference = schema.get("$ref")
        return schema if reference is None else self._schemas[str(reference).removeprefix(REFERENCE)]

    def _type(self, schema: Schema) -> str:
        """Return the type of a schema as HTML."""
        if "$ref" in schema:
            name = escape(str(schema["$ref"]).removeprefix(REFERENCE))
            return f'<a href="#schema-{name}">{name}</a>'
        if "anyOf" in schema:
            return " | ".join(self._type(one) for one in schema["anyOf"])
        if "enum" in schema:
            return " | ".join(f"<code>{escape(json.dumps(value))}</code>" for value in schema["enum"])
        if "const" in schema:
            return f"<code>{escape(json.dumps(schema['const']))}</code>"
        kind = escape(str(schema.get("type", "anything")))
        if kind == "array":
            items = schema.get("items")
            return f"list of {self._type(items)}" if isinstance(items, Mapping) else "list"
        return f"{kind}{escape(_bounds(schema))}"

    def _fields(self, schema: Schema) -> str:
        resolved = self._resolved(schema)
        needed = set(resolved.get("required", ()))
        rows = (
            f"<tr><th scope=row><code>{escape(name)}</code></th><td>{'required' if name in needed else 'optional'}</td>"
            f"<td>{self._type(one)}</td></tr>"
            for name, one in resolved.get("properties", {}).items()
        )
        return _table(("Field", "", "Type"), rows) if resolved.get("properties") else ""

    def _all_schemas(self) -> str:
        parts = (
            f'<section><h3 id="schema-{escape(name)}">{escape(name)}</h3><p>{escape(schema.get("description", ""))}</p>'
            f"{self._fields(schema) or f'<p>{self._type(schema)}</p>'}</section>"
            for name, schema in sorted(self._schemas.items())
        )
        return f'<section aria-labelledby="schemas"><h2 id="schemas">Messages</h2>{"".join(parts)}</section>'

    def example(self, schema: Schema, depth: int = 0) -> Any:
        """Return a value that a schema describes."""
        if "default" in schema:
            return schema["default"]
        if "enum" in schema:
            return schema["enum"][0]
        if "const" in schema:
            return schema["const"]
        if "anyOf" in schema:
            return self.example(schema["anyOf"][0], depth)
        resolved = self._resolved(schema)
        if resolved is not schema:
            return self.example(resolved, depth + 1) if depth < DEEPEST else {}
        return self._plain_example(schema, depth)

    def _plain_example(self, schema: Schema, depth: int) -> Any:
        kind = schema.get("type")
        if kind == "object":
            fields = schema.get("properties", {})
            return {name: self.example(one, depth + 1) for name, one in fields.items()}
        if kind == "array":
            items = schema.get("items")
            return [self.example(items, depth + 1)] if isinstance(items, Mapping) and depth < DEEPEST else []
        if kind == "string":
            return "x" * max(3, int(schema.get("minLength", 0)))
        return {"integer": schema.get("minimum", 0), "number": 0.5, "boolean": True}.get(str(kind))


def _anchor(name: str) -> str:
    return escape("group-" + name.replace(" ", "-"))


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _table(heads: tuple[str, ...], rows: Iterator[str]) -> str:
    cells = "".join(f"<th scope=col>{head}</th>" if head else "<td></td>" for head in heads)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{cells}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _bounds(schema: Schema) -> str:
    """Return the limits of a type in words."""
    named = {
        "minimum": "at least",
        "maximum": "at most",
        "minLength": "length at least",
        "maxLength": "length at most",
        "pattern": "pattern",
    }
    found = [f"{text} {schema[name]}" for name, text in named.items() if name in schema]
    return f" ({', '.join(found)})" if found else ""


@functools.cache
def _page() -> Page:
    return Page(Renderer(msgspec.json.decode(document())).page().encode(), "text/html; charset=utf-8")


@functools.cache
def _style() -> Page:
    return Page(STYLE.read_bytes(), "text/css; charset=utf-8")


async def show_page(request: Request) -> Response:
    """Return the page."""
    return _page().response(request)


async def show_style(request: Request) -> Response:
    """Return the style of the page."""
    return _style().response(request)
