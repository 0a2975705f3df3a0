"""The rules can be searched and have pictures; the tutorial guides the first turns."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.playing import Mouse
from browser.visiting import Chromium, Site
from palatine.games import BUILT_IN

PICTURES = 6
"""The number of pictures in the rules of each game."""
QUERIES = {"kingdomino": "crown", "year_of_the_dragon": "Mongol", "dragon_castle": "shrine"}


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_rules_have_pictures_and_a_search(game: str, chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site).go(f"/learn/{game}/rules")
    pictures, rules = user.page.locator("article figure"), user.page.locator("article li[id]")
    expect(pictures).to_have_count(PICTURES)
    everything = rules.count()
    search = user.page.get_by_role("searchbox")
    search.fill(QUERIES[game])
    expect(user.page.locator("article mark").first).to_be_visible()
    found = rules.all_inner_texts()
    assert 0 < len(found) < everything
    assert all(QUERIES[game].lower() in rule.lower() for rule in found)
    search.fill("xyzzy")
    expect(rules).to_have_count(0)
    expect(user.page.get_by_text(user.say("web_learn.found_nothing"))).to_be_visible()
    search.fill("")
    expect(pictures).to_have_count(PICTURES)
    expect(rules).to_have_count(everything)
    user.leave()


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_tutorial_guides_the_first_turns(game: str, chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site).go(f"/learn/{game}")
    user.page.get_by_role("button", name="Play the tutorial").click()
    lesson = user.page.get_by_test_id("tutorial")
    expect(lesson).to_be_visible()
    before = lesson.inner_text()
    user.page.wait_for_selector("[data-testid=playing][data-active=true]")
    Mouse(user.page).decide()
    user.page.wait_for_selector("[data-testid=playing][data-active=true]")
    expect(lesson).not_to_have_text(before)
    user.leave()
