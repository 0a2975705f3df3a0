"""The first load is small, and the app opens without its server."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.visiting import Chromium, OwnSite, Site, first_load

MOST_BYTES = 200_000


def test_the_first_load_is_small(chromium: Chromium, site: Site) -> None:
    assert 20_000 < first_load(chromium, site) <= MOST_BYTES


def test_the_app_opens_offline_and_says_so(chromium: Chromium, own_site: OwnSite) -> None:
    user = chromium.visit(own_site).go()
    user.forgive("Failed to load resource", "WebSocket connection", "net::ERR")
    user.page.evaluate("() => navigator.serviceWorker.ready")
    user.go("/settings").page.get_by_role("heading", name="Settings").wait_for()
    own_site.server.kill()
    user.go("/settings").page.get_by_role("heading", name="Settings").wait_for()
    user.go().page.get_by_role("heading", name="Kingdomino").wait_for()
    expect(user.page.get_by_text(user.say("web_home.away"))).to_be_visible()
    user.leave()
