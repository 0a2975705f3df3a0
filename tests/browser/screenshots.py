"""Take screenshots of every screen at three sizes, light and dark.

Run: make screenshots     (python tests/browser/screenshots.py [WORD...] takes only screens whose names contain a word)
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

from browser.screens import SCREENS
from browser.visiting import SIZES, Chromium, OwnSite

FOLDER = Path("screenshots")
LOOKS = [(size, dark) for size in SIZES for dark in (False, True)]


def take(words: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for site in OwnSite.opened(Path(folder)):
            for chromium in Chromium.opened(playwright):
                for screen in SCREENS:
                    if words and not any(word in screen.name for word in words):
                        continue
                    for size, dark in LOOKS:
                        user = chromium.visit(site, size=size, dark=dark, touch=size != "desktop")
                        screen.go(user)
                        file = FOLDER / f"{screen.name}-{size}-{'dark' if dark else 'light'}.png"
                        user.page.screenshot(path=file)
                        user.leave()
                        print(file)


if __name__ == "__main__":
    take(sys.argv[1:])
