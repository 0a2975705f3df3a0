"""Every screen speaks the person's language: no sentence is missing, and none has a gap left open."""

from __future__ import annotations

import re

import pytest

from browser.screens import SCREENS, Screen
from browser.visiting import Chromium, House

GAP = re.compile(r"\{[a-z_]+\}")


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_all_is_said_in_italian(screen: Screen, chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house, size="tablet", language="it")
    screen.go(visitor)
    assert visitor.page.get_attribute("html", "lang") == "it"
    assert GAP.search(visitor.page.inner_text("body")) is None
    visitor.leave()
