"""The OpenAPI document says what the server does: whatever is sent, the answer is one that it describes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from server.running import RunningServer
from server.services import free_port

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SLOW_TO_END = ("/api/events", "/api/tables/{table}/stream")
"""Streams that have no end."""


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningServer, dict[str, str]]]:
    """A server at which somebody plays, and their cookie."""
    folder: Path = tmp_path_factory.mktemp("openapi")
    server = RunningServer(free_port(), f"sqlite:///{folder / 'openapi.db'}", folder / "server.log")
    server.start()
    try:
        with httpx2.Client(base_url=server.address) as ada:
            ada.post("/api/me", json={"name": "Ada"}).raise_for_status()
            yield server, {"palatine": ada.cookies["palatine"]}
    finally:
        server.stop()


@pytest.fixture(scope="module")
def described(visited: tuple[RunningServer, dict[str, str]]) -> Any:
    return schemathesis.openapi.from_url(f"{visited[0].address}/api/openapi.json").exclude(path=list(SLOW_TO_END))


schema = schemathesis.pytest.from_fixture("described")
few = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
many = settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))


@schema.parametrize()
@few
def test_every_answer_is_described(case: Any, visited: tuple[RunningServer, dict[str, str]]) -> None:
    case.call_and_validate(checks=CHECKS, cookies=visited[1])


@pytest.mark.soak
@schema.parametrize()
@many
def test_every_answer_of_many_is_described(case: Any, visited: tuple[RunningServer, dict[str, str]]) -> None:
    case.call_and_validate(checks=CHECKS, cookies=visited[1])
