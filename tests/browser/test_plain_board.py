"""The plain board plays a game of an installed package that has no board of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.playing import WINNER, Fingers, Keyboard, Mouse, against_bots, my_turn, ply
from browser.visiting import Chromium, OwnSite, Site
from smallest_game import NAME, smallest_game

__all__ = ["smallest_game"]


@pytest.fixture(scope="module")
def site(smallest_game: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start a server that has the game installed."""
    own = OwnSite(tmp_path_factory.mktemp("site"))
    own.server.environment = smallest_game
    own.server.start()
    yield own
    own.server.kill()


def test_a_whole_game_is_played_and_replayed(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site)
    against_bots(user, NAME, players=3)
    assert Mouse(user.page).play_to_the_end() > 3
    expect(user.page.locator(WINNER)).to_be_visible()
    expect(user.page.get_by_role("rowheader", name="boats").first).to_be_visible()
    user.go("/replay/" + user.page.url.rpartition("/")[2])
    user.page.get_by_test_id("replay-on").click()
    expect(user.page.get_by_role("slider")).to_have_value("1")
    expect(user.page.get_by_text("Still face down", exact=True)).to_be_visible()
    user.leave()


def test_it_is_played_by_touch_in_italian(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site, size="phone", language="it", touch=True, settings={"motion": "reduced"})
    against_bots(user, NAME)
    Fingers(user.page).play_to_the_end()
    expect(user.page.get_by_role("rowheader", name="barche").first).to_be_visible()
    user.leave()


def test_it_is_played_by_keyboard_alone(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site)
    against_bots(user, NAME)
    assert Keyboard(user.page).play_to_the_end() > 3
    user.leave()


def test_hints_and_undo_work(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site, settings={"pace": "instant", "motion": "reduced", "confirm": "always"})
    against_bots(user, NAME)
    page = user.page
    my_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("Load boat 1").first).to_be_visible()
    before = ply(page)
    Mouse(page).decide()
    my_turn(page)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(f"[data-testid=playing][data-ply='{before}']")
    user.leave()


def test_rows_are_named_by_seat_or_numbered(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site)
    against_bots(user, NAME, players=3)
    my_turn(user.page)
    heads = "table => [...table.querySelectorAll('tbody th')].map((head) => head.textContent)"
    tables = user.page.locator(".board table")
    assert tables.nth(0).evaluate(heads) == ["1", "2", "3"], "boats"
    assert tables.nth(1).evaluate(heads)[0] == "Ada", "points"
    user.leave()


def test_home_form_and_rules_show_it(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site)
    user.go("/")
    expect(user.page.get_by_role("heading", name="Ferries")).to_be_visible()
    user.go(f"/new/{NAME}")
    expect(user.page.get_by_text("Number of boats")).to_be_visible()
    user.go(f"/learn/{NAME}/rules")
    expect(user.page.get_by_text("A boat that carries more than 10 sinks")).to_be_visible()
    user.leave()
