"""The app is light, and opens even where its server is not."""

from __future__ import annotations

from playwright.sync_api import Response, expect

from browser.visiting import Chromium, House, OwnHouse

MOST_BYTES = 200_000


def test_the_first_load_is_small(chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house)
    responses: list[Response] = []
    visitor.page.on("response", lambda response: responses.append(response))
    visitor.go().page.get_by_role("heading", name="Kingdomino").wait_for()
    loaded = sum(one.request.sizes()["responseBodySize"] for one in responses if "/api/" not in one.url)
    assert 20_000 < loaded <= MOST_BYTES
    visitor.leave()


def test_the_app_opens_without_its_server_and_says_so(chromium: Chromium, own_house: OwnHouse) -> None:
    visitor = chromium.visit(own_house).go()
    visitor.forgive("Failed to load resource", "WebSocket connection", "net::ERR")
    visitor.page.evaluate("() => navigator.serviceWorker.ready")
    visitor.go("/settings").page.get_by_role("heading", name="Settings").wait_for()
    own_house.server.kill()
    visitor.go("/settings").page.get_by_role("heading", name="Settings").wait_for()
    visitor.go().page.get_by_role("heading", name="Kingdomino").wait_for()
    expect(visitor.page.get_by_text(visitor.say("web_home.away"))).to_be_visible()
    visitor.leave()
