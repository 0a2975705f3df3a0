"""Whole games can be played by mouse, by touch and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.playing import WINNER, Fingers, Keyboard, Mouse, against_bots
from browser.visiting import Chromium, Site, User
from palatine.games import BUILT_IN

PLAYERS = {"kingdomino": 2, "year_of_the_dragon": 2, "dragon_castle": 4}
"""Dragon Castle with four, because each player then has fewer turns."""
games = pytest.mark.parametrize("game", BUILT_IN)


def table_of(user: User) -> str:
    """Return the path of the user's table in the API."""
    return "/tables/" + user.page.url.rpartition("/")[2]


@games
def test_a_whole_game_is_played_by_mouse(game: str, chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site)
    against_bots(user, game, PLAYERS[game])
    assert Mouse(user.page).play_to_the_end() > 10
    expect(user.page.locator(WINNER)).to_be_visible()
    user.page.get_by_role("button", name="Show the board").click()
    shown = user.page.locator("[role=log] li svg").evaluate_all("marks => marks.map((mark) => mark.classList[0])")
    entries = user.page.evaluate(
        "async (table) => (await (await fetch(`/api${table}/log`)).json()).entries", table_of(user)
    )
    decided = [f"seat-{entry['seat']}" for entry in entries if entry["kind"] == "decided"]
    assert shown == decided[::-1], "the log must have every decision, the last one first"
    user.leave()


@games
def test_a_whole_game_is_played_by_touch_on_a_phone(game: str, chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site, size="phone", touch=True, settings={"pace": "instant", "motion": "reduced"})
    against_bots(user, game, PLAYERS[game])
    assert Fingers(user.page).play_to_the_end() > 10
    expect(user.page.locator(WINNER)).to_be_visible()
    user.leave()


@games
def test_a_whole_game_is_played_by_keyboard_alone(game: str, chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site)
    against_bots(user, game, PLAYERS[game])
    assert Keyboard(user.page).play_to_the_end() > 10
    expect(user.page.locator(WINNER)).to_be_visible()
    user.leave()
