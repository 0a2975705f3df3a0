"""Measure the browser app: the time to the first decision, and from a click to the next frame.

Run: python bench/app_speed.py     (the app must be built: make app)
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.playing import PLAYING, Mouse, against_bots
from browser.visiting import Chromium, OwnSite, Site, first_load
from palatine.games import BUILT_IN

OPENINGS = 5
DECISIONS = 24
LEAST_MS = 16
"""Browsers do not report shorter events."""
WATCH = """
window.interactions = [];
new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.interactionId) window.interactions.push(one.duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


def opening(chromium: Chromium, site: Site, game: int) -> tuple[int, float]:
    """Return the clicks and seconds from opening the page to the first decision, with a warm cache."""
    user = chromium.visit(site)
    user.go()
    user.page.wait_for_load_state("networkidle")
    began = time.perf_counter()
    user.go()
    user.page.get_by_role("button", name="Play").nth(game).click()
    user.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    user.page.wait_for_selector(PLAYING)
    user.page.wait_for_selector(f"{PLAYING}[data-active=true]")
    seconds = time.perf_counter() - began
    user.leave()
    return 2, seconds


def interactions(chromium: Chromium, site: Site, game: str) -> list[float]:
    """Return the milliseconds from each click to the next frame, sorted."""
    user = chromium.visit(site, settings={"pace": "instant", "motion": "full", "confirm": "never"})
    user.page.add_init_script(WATCH)
    against_bots(user, game)
    player = Mouse(user.page)
    for _ in range(DECISIONS):
        user.page.wait_for_selector(f"{PLAYING}[data-active=true]")
        player.decide()
    durations: list[float] = user.page.evaluate("window.interactions")
    user.leave()
    return sorted(durations)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for site in OwnSite.opened(Path(folder)):
            for chromium in Chromium.opened(playwright):
                print(f"first load: {first_load(chromium, site) / 1000:.0f} kB compressed")
                for number, game in enumerate(BUILT_IN):
                    runs = sorted(opening(chromium, site, number) for _ in range(OPENINGS))
                    clicks, seconds = runs[len(runs) // 2]
                    print(f"{game}: first decision after {clicks} clicks and {seconds:.2f} s", end="")
                    print(f" ({runs[0][1]:.2f} to {runs[-1][1]:.2f}, {len(runs)} times)")
                    slow = interactions(chromium, site, game)
                    worst = f"the slowest {slow[-1]:.0f} ms" if slow else f"all within {LEAST_MS} ms"
                    print(
                        f"  {DECISIONS} decisions by mouse: {worst}, {len(slow)} events over {LEAST_MS} ms", flush=True
                    )


if __name__ == "__main__":
    main()
