"""A server with the built app, and Chromium to visit it with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from browser.visiting import Chromium, OwnSite, Site


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    """A browser. For each module its own: while it is there an event loop runs, which other tests must not find."""
    with sync_playwright() as playwright:
        yield from Chromium.opened(playwright)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server for all tests that do not end it."""
    yield from OwnSite.opened(tmp_path_factory.mktemp("site"))


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[OwnSite]:
    """A server that a test may stop and start."""
    yield from OwnSite.opened(tmp_path)
