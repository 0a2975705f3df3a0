"""Kingdomino in the app says why a domino cannot be claimed or placed: by mouse, keyboard and touch, in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.playing import Fingers, Mouse, Player, against_bots, my_turn
from browser.visiting import Chromium, Site, User

# Playwright waits for what is aria-disabled to become enabled, unless forced.
NOT_CLAIMABLE = "[data-testid=kingdomino] button[aria-disabled=true]"


def square(page: Page, x: int, y: int) -> Locator:
    """Return a square of my kingdom, on which the domino must not fit."""
    cell = page.locator(f"[data-testid=kingdom] [data-x='{x}'][data-y='{y}']")
    expect(cell).to_have_attribute("aria-disabled", "true")
    return cell


def notice(user: User, text: str | re.Pattern[str]) -> Locator:
    """Return a notice, which screen readers announce."""
    return user.page.get_by_role("list", name=user.say("web.notices")).get_by_text(text)


def claim_both(user: User, player: Player) -> None:
    """Claim with both kings, and wait until the first of them places."""
    for _ in range(2):
        my_turn(user.page)
        player.decide()
    my_turn(user.page)


def test_claimed_dominoes_say_that_they_are_claimed(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site)
    against_bots(user, "kingdomino")
    my_turn(user.page)
    Mouse(user.page).decide()
    my_turn(user.page)
    user.page.get_by_role("button", name="Ada's king").click(force=True)
    expect(notice(user, re.compile(r"Domino \d+ is already claimed: your other king stands on it\."))).to_be_visible()
    user.leave()


def test_squares_say_why_the_domino_does_not_fit(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site)
    against_bots(user, "kingdomino")
    claim_both(user, Mouse(user.page))
    square(user.page, 0, 0).click(force=True)
    expect(notice(user, "0,0 is taken by your castle.")).to_be_visible()
    square(user.page, 2, 2).focus()
    user.page.keyboard.press("Enter")
    expect(notice(user, "Nothing is next to 2,2 and 3,2.")).to_be_visible()
    user.page.locator(NOT_CLAIMABLE).first.focus()
    user.page.keyboard.press("Enter")
    expect(notice(user, re.compile(r"Place domino \d+ first\."))).to_be_visible()
    user.leave()


@pytest.mark.parametrize("touch", [True, False])
def test_reasons_are_in_italian(touch: bool, chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site, size="phone" if touch else "desktop", language="it", touch=touch)
    against_bots(user, "kingdomino")
    claim_both(user, Fingers(user.page) if touch else Mouse(user.page))
    castle = square(user.page, 0, 0)
    if touch:
        castle.tap(force=True)
    else:
        castle.click(force=True)
    expect(notice(user, "La casella 0,0 è occupata dal castello.")).to_be_visible()
    user.leave()
