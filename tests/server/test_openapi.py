"""The OpenAPI document matches the server: it describes the answer to every request."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from server.running import RunningServer
from server.services import free_port

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
ENDLESS = ["/api/events", "/api/tables/{table}/stream"]
"""Streams."""
NUMBERS = itertools.count(1)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    running = RunningServer(free_port(), f"sqlite:///{tmp_path / 'openapi.db'}", tmp_path / "server.log")
    running.start()
    yield running
    running.stop()


def arrived(server: RunningServer) -> tuple[dict[str, str], dict[str, str]]:
    """Create a player at a table, and return their cookie and the values of path parameters."""
    with httpx2.Client(base_url=server.address) as ada:
        name = f"Ada {next(NUMBERS)}"  # a guest may have become an account, whose name is taken
        me = ada.post("/api/me", json={"name": name}).raise_for_status().json()["id"]
        seats = [{"kind": "me"}, {"kind": "local", "name": "Bea"}]
        table = ada.post("/api/tables", json={"game": "kingdomino", "seats": seats}).raise_for_status().json()["table"]
        return {"palatine": ada.cookies["palatine"]}, {"table": table, "person": me}


def check_server(server: RunningServer, examples: int) -> None:
    """Send generated requests to every operation, half of them about things that exist."""
    described = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json").exclude(path=ENDLESS)
    operations = [result.ok() for result in described.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) > 40
    for operation in operations:
        _check_operation(operation, *arrived(server), examples)  # a new player each time: some operations sign out


def _check_operation(operation: Any, cookies: dict[str, str], existing: dict[str, str], examples: int) -> None:
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(), real=strategies.booleans())
    def check(case: Any, real: bool) -> None:
        if real:
            case.path_parameters.update((name, existing[name]) for name in case.path_parameters if name in existing)
        case.call_and_validate(checks=CHECKS, cookies=cookies)

    check()


def test_every_answer_matches_the_document(server: RunningServer) -> None:
    check_server(server, 10)


@pytest.mark.soak
def test_every_answer_matches_the_document_in_many_examples(server: RunningServer) -> None:
    check_server(server, 500)
