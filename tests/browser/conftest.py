"""Fixtures: a server with the built app, and Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from browser.visiting import Chromium, OwnSite, Site


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    """Open a browser for a module. Its event loop must not be running during other tests."""
    with sync_playwright() as playwright:
        yield from Chromium.opened(playwright)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start a server, shared by the tests that do not stop it."""
    yield from OwnSite.opened(tmp_path_factory.mktemp("site"))


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[OwnSite]:
    """Start a server that the test may stop."""
    yield from OwnSite.opened(tmp_path)
