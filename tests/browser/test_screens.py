"""Every screen, on a desk by day in English and on a phone by night in Italian: accessible as far as a program can tell, no
wider than the window, and no sentence missing or left with a gap."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from browser.axe import violations
from browser.screens import SCREENS, Screen
from browser.visiting import Chromium, Site, Size

GAP = re.compile(r"\{[a-z_]+\}")


@dataclass(frozen=True)
class Look:
    size: Size
    dark: bool
    language: str


LOOKS = [Look("desktop", dark=False, language="en"), Look("phone", dark=True, language="it")]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.size)
def test_a_screen_is_fit_for_everybody(screen: Screen, look: Look, chromium: Chromium, site: Site) -> None:
    touch = look.size != "desktop"
    user = chromium.visit(site, size=look.size, dark=look.dark, language=look.language, touch=touch)
    screen.go(user)
    assert violations(user.page) == []
    too_wide = user.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert too_wide <= 0, f"{too_wide} pixels too wide"
    assert user.page.get_attribute("html", "lang") == look.language
    assert GAP.search(user.page.inner_text("body")) is None
    user.leave()
