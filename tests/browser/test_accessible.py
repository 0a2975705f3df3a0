"""Every screen is accessible as far as a program can tell, light and dark, and fits into the window."""

from __future__ import annotations

import pytest

from browser.axe import violations
from browser.screens import SCREENS, Screen
from browser.visiting import Chromium, House

screens = pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)


@screens
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_stands_in_anybodys_way(screen: Screen, dark: bool, chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house, size="phone" if dark else "desktop", touch=dark, dark=dark)
    screen.go(visitor)
    assert violations(visitor.page) == []
    too_wide = visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert too_wide <= 0, f"{too_wide} pixels too wide"
    visitor.leave()
