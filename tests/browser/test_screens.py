"""Every screen is accessible, fits the window and has all its sentences filled: on a light desktop in English, and on a dark
phone in Italian."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from browser.axe import violations
from browser.screens import SCREENS, Screen
from browser.visiting import Chromium, Site, Size

PLACEHOLDER = re.compile(r"\{[a-z_]+\}")


@dataclass(frozen=True)
class Look:
    size: Size
    dark: bool
    language: str


LOOKS = [Look("desktop", dark=False, language="en"), Look("phone", dark=True, language="it")]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.size)
def test_screens_are_accessible_and_complete(screen: Screen, look: Look, chromium: Chromium, site: Site) -> None:
    touch = look.size != "desktop"
    user = chromium.visit(site, size=look.size, dark=look.dark, language=look.language, touch=touch)
    screen.go(user)
    assert violations(user.page) == []
    too_wide = user.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert too_wide <= 0, f"{too_wide} pixels wider than the window"
    assert user.page.get_attribute("html", "lang") == look.language
    assert PLACEHOLDER.search(user.page.inner_text("body")) is None
    user.leave()
