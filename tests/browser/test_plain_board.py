"""A game of an installed package that brings no board: the app plays it with a plain one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.playing import WINNER, Fingers, Keyboard, Mouse, against_bots, made, my_turn
from browser.visiting import Chromium, House, OwnHouse
from smallest_game import NAME, smallest_game

__all__ = ["smallest_game"]


@pytest.fixture(scope="module")
def house(smallest_game: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that has the game."""
    own = OwnHouse(tmp_path_factory.mktemp("house"))
    own.server.environment = smallest_game
    own.server.start()
    yield own
    own.server.kill()


def test_a_whole_game_is_played_and_replayed(chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house)
    against_bots(visitor, NAME, players=3)
    assert Mouse(visitor.page).play_to_the_end() > 3
    expect(visitor.page.locator(WINNER)).to_be_visible()
    expect(visitor.page.get_by_role("rowheader", name="boats").first).to_be_visible()
    visitor.go("/replay/" + visitor.page.url.rpartition("/")[2])
    visitor.page.get_by_test_id("replay-on").click()
    expect(visitor.page.get_by_role("slider")).to_have_value("1")
    expect(visitor.page.get_by_text("Still face down", exact=True)).to_be_visible()
    visitor.leave()


def test_it_is_played_with_fingers_in_italian(chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house, size="phone", language="it", touch=True, settings={"motion": "reduced"})
    against_bots(visitor, NAME)
    Fingers(visitor.page).play_to_the_end()
    expect(visitor.page.get_by_role("rowheader", name="barche").first).to_be_visible()
    visitor.leave()


def test_it_is_played_by_keyboard_alone(chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house)
    against_bots(visitor, NAME)
    assert Keyboard(visitor.page).play_to_the_end() > 3
    visitor.leave()


def test_hints_and_undo_work(chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house, settings={"pace": "instant", "motion": "reduced", "confirm": "always"})
    against_bots(visitor, NAME)
    page = visitor.page
    my_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("Load boat 1").first).to_be_visible()
    before = made(page)
    Mouse(page).decide()
    my_turn(page)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(f"[data-testid=playing][data-made='{before}']")
    visitor.leave()


def test_lists_by_seat_name_the_seats_and_others_are_numbered(chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house)
    against_bots(visitor, NAME, players=3)
    my_turn(visitor.page)
    heads = "table => [...table.querySelectorAll('tbody th')].map((head) => head.textContent)"
    tables = visitor.page.locator(".board table")
    assert tables.nth(0).evaluate(heads) == ["1", "2", "3"], "boats"
    assert tables.nth(1).evaluate(heads)[0] == "Ada", "points"
    visitor.leave()


def test_home_form_and_rules_have_it(chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house)
    visitor.go("/")
    expect(visitor.page.get_by_role("heading", name="Ferries")).to_be_visible()
    visitor.go(f"/new/{NAME}")
    expect(visitor.page.get_by_text("How many boats there are")).to_be_visible()
    visitor.go(f"/learn/{NAME}/rules")
    expect(visitor.page.get_by_text("A boat that carries more than 10 sinks")).to_be_visible()
    visitor.leave()
