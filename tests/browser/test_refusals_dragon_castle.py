"""Dragon Castle in the app says why something cannot be chosen: by mouse, keyboard and touch, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from browser.playing import against_bots, my_turn, ply
from browser.visiting import Chromium, Site, User
from games.dragon_castle.positions import BLOCK

OPTIONS = {"castle": BLOCK, "spirits": "beauty", "dragons": "0", "start_player": "first"}

REASONS = {
    "en": {
        "blocked": "b1 is not Available: a1 and c1 stand on both long sides.",
        "low": "h1 is on floor 1: the first tile comes from the top floor, now floor 3.",
        "realm": "You cannot place a tile now: you have to take an Available tile of the top floor.",
        "spirit": "Beauty would have no effect: once paid for, it needs a connected group of 4 or more Faction tiles "
        "with the same number.",
    },
    "it": {
        "blocked": "b1 non è Disponibile: a1 e c1 occupano entrambi i lati lunghi.",
        "low": "h1 è al piano 1: la prima tessera si prende dal piano più alto, ora il 3.",
        "realm": "Ora non puoi piazzare una tessera: devi prendere una tessera Disponibile del piano più alto.",
        "spirit": "Bellezza non avrebbe effetto: dopo il pagamento serve un gruppo collegato di almeno 4 tessere Fazione "
        "con lo stesso numero.",
    },
}


def start(user: User) -> int:
    """Open a table where the user decides first; return the ply."""
    against_bots(user, "dragon_castle", options=OPTIONS)
    assert my_turn(user.page)
    return ply(user.page)


def unavailable(user: User, selector: str) -> Locator:
    """Return something that cannot be chosen: it can be reached, but says so."""
    thing = user.page.locator(selector).first
    expect(thing).to_have_attribute("aria-disabled", "true")
    return thing


def notice(user: User, text: str) -> Locator:
    """Return a notice, which screen readers announce."""
    return user.page.get_by_role("list", name=user.say("web.notices")).get_by_text(text)


@pytest.mark.parametrize("language", REASONS)
def test_a_blocked_tile_and_a_spirit_without_effect_say_why(language: str, chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site, language=language)
    before = start(user)
    reasons = REASONS[language]
    # Without force, a click waits for what is aria-disabled; with it, what covers the element is not scrolled away.
    spirit = unavailable(user, "[data-unavailable=spirit-beauty]")
    spirit.evaluate("button => button.scrollIntoView({ block: 'center' })")
    spirit.click(force=True)
    expect(notice(user, reasons["spirit"])).to_be_visible()
    unavailable(user, "[data-testid=castle] [data-space=b1]").click(force=True)
    expect(notice(user, reasons["blocked"])).to_be_visible()
    unavailable(user, "[data-testid=castle] [data-space=h1]").focus()
    user.page.keyboard.press("Enter")
    expect(notice(user, reasons["low"])).to_be_visible()
    unavailable(user, "[data-realm='0'] [data-space=a1]").focus()
    user.page.keyboard.press("Enter")
    expect(notice(user, reasons["realm"])).to_be_visible()
    assert ply(user.page) == before
    user.leave()


def test_a_tap_says_why(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site, size="phone", language="it", touch=True)
    before = start(user)
    unavailable(user, "[data-testid=castle] [data-space=b1]").tap(force=True)
    expect(notice(user, REASONS["it"]["blocked"])).to_be_visible()
    unavailable(user, "[data-unavailable=spirit-beauty]").tap(force=True)
    expect(notice(user, REASONS["it"]["spirit"])).to_be_visible()
    assert ply(user.page) == before
    user.leave()
