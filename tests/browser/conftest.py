"""A server with the built app, and Chromium to visit it with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from browser.visiting import Chromium, House, OwnHouse


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    """A browser. For each module its own: while it is there an event loop runs, which other tests must not find."""
    with sync_playwright() as playwright:
        yield from Chromium.opened(playwright)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for all tests that do not end it."""
    yield from OwnHouse.opened(tmp_path_factory.mktemp("house"))


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[OwnHouse]:
    """A server that a test may stop and start."""
    yield from OwnHouse.opened(tmp_path)
