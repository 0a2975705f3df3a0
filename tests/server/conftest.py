"""Fixtures of the server tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from palatine.server.app import application
from server.house import DATABASE, House, settings_in


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with TestClient(application(settings_in(tmp_path))) as client:
        yield House(client, tmp_path / DATABASE)
