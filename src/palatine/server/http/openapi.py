"""The OpenAPI document, generated from the declared operations and the message types."""

from __future__ import annotations

import functools
import sys
from typing import Any

import msgspec
from starlette.responses import Response

from palatine import __version__
from palatine.server.http.context import ADMIN_COOKIE
from palatine.server.http.operations import ANYONE, HOST, JSON, OPERATIONS, Operation
from palatine.server.messages.tables import Problem

REFERENCE = "#/components/schemas/{name}"
ALWAYS = (422, 429, 500, 503)
SECURITY: dict[str, list[dict[str, list[str]]]] = {str(ANYONE): [], HOST: [{"admin": []}]}
"""The credentials that operations take, if not the cookie of a browser or a token."""
DESCRIPTIONS = {
    401: "Not signed in",
    403: "Not allowed",
    404: "Not found",
    409: "Not possible now",
    422: "Invalid request",
    429: "Too many requests",
    500: "A mistake of the server",
    503: "Not possible at the moment: the database cannot be read or written, or the table is damaged",
}


def _content(schema: Any) -> dict[str, Any]:
    return {JSON: {"schema": schema}}


def _described(one: Operation, schema_of: dict[Any, Any]) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in one.in_path
    ]
    if one.query is not None:
        for info in msgspec.structs.fields(one.query):
            (schema,), _ = msgspec.json.schema_components([info.type], ref_template=REFERENCE)
            parameters.append({"name": info.encode_name, "in": "query", "required": info.required, "schema": schema})
    problems = {*ALWAYS, *one.problems, *(() if one.needs is ANYONE else (401, 403))}
    problems |= {404} if one.in_path else set()
    responses: dict[str, Any] = {
        str(status): {"description": DESCRIPTIONS[status], "content": _content(schema_of[Problem])}
        for status in sorted(problems)
    }
    plain = one.returns in (None, Response) or (isinstance(one.returns, type) and issubclass(one.returns, Response))
    responses["200"] = {"description": "Done"} | ({} if plain else {"content": _content(schema_of[one.returns])})
    if one.lasting:
        responses["304"] = {"description": "Not modified"}
    described: dict[str, Any] = {
        "operationId": one.name,
        "tags": [_group(one)],
        "summary": one.summary,
        "description": one.handler.__doc__ or one.summary,
        "parameters": parameters,
        "responses": responses,
        "security": SECURITY.get(str(one.needs), [{"cookie": []}, {"token": []}]),
    }
    if one.body is not None:
        described["requestBody"] = {"required": True, "content": _content(schema_of[one.body])}
    return described


def _group(one: Operation) -> str:
    """Return the group of an operation: the module that declares it."""
    return one.handler.__module__.rpartition(".")[2].replace("_", " ")


def _tags() -> list[dict[str, str]]:
    """Return the groups with the first lines of their modules."""
    modules = {_group(one): sys.modules[one.handler.__module__].__doc__ or "" for one in OPERATIONS}
    return [{"name": group, "description": text.partition("\n")[0]} for group, text in modules.items()]


@functools.cache
def document() -> bytes:
    """Return the document as JSON."""
    kinds = {Problem: None}
    for one in OPERATIONS:
        kinds |= dict.fromkeys(kind for kind in (one.body, one.returns) if kind not in (None, Response))
    schemas, components = msgspec.json.schema_components(list(kinds), ref_template=REFERENCE)
    schema_of = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in OPERATIONS:
        paths.setdefault(one.path, {})[one.method.lower()] = _described(one, schema_of)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Palatine", "version": __version__},
            "tags": _tags(),
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "cookie": {"type": "apiKey", "in": "cookie", "name": "palatine"},
                    "token": {"type": "http", "scheme": "bearer"},
                    "admin": {"type": "apiKey", "in": "cookie", "name": ADMIN_COOKIE},
                },
            },
        }
    )
