"""Learning a game: its rules with pictures, to be searched, and the tutorial."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.playing import Mouse
from browser.visiting import Chromium, House
from palatine.games import BUILT_IN

PICTURES = 6
"""Of each game, under the rules that they show."""
SOUGHT = {"kingdomino": "crown", "year_of_the_dragon": "Mongol", "dragon_castle": "shrine"}


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_rules_have_pictures_and_are_searched(game: str, chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house).go(f"/learn/{game}/rules")
    pictures, rules = visitor.page.locator("article figure"), visitor.page.locator("article li[id]")
    expect(pictures).to_have_count(PICTURES)
    everything = rules.count()
    search = visitor.page.get_by_role("searchbox")
    search.fill(SOUGHT[game])
    expect(visitor.page.locator("article mark").first).to_be_visible()
    found = rules.all_inner_texts()
    assert 0 < len(found) < everything
    assert all(SOUGHT[game].lower() in rule.lower() for rule in found)
    search.fill("xyzzy")
    expect(rules).to_have_count(0)
    expect(visitor.page.get_by_text(visitor.say("web_learn.found_nothing"))).to_be_visible()
    search.fill("")
    expect(pictures).to_have_count(PICTURES)
    expect(rules).to_have_count(everything)
    visitor.leave()


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_tutorial_guides_the_first_turns(game: str, chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house).go(f"/learn/{game}")
    visitor.page.get_by_role("button", name="Play the tutorial").click()
    lesson = visitor.page.get_by_test_id("tutorial")
    expect(lesson).to_be_visible()
    before = lesson.inner_text()
    visitor.page.wait_for_selector("[data-testid=playing][data-active=true]")
    Mouse(visitor.page).decide()
    visitor.page.wait_for_selector("[data-testid=playing][data-active=true]")
    expect(lesson).not_to_have_text(before)
    visitor.leave()
