"""Accessibility checks of a page by axe-core."""

from __future__ import annotations

import functools
from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@functools.cache
def _script() -> str:
    return SCRIPT.read_text("utf-8")


def violations(page: Page) -> list[str]:
    """Return the accessibility violations of a page, each with its first places."""
    page.evaluate(_script())
    found = page.evaluate("tags => axe.run(document, { runOnly: tags, resultTypes: ['violations'] })", RULES)
    return [
        f"{one['id']}: {one['help']} ({'; '.join(node['html'][:160] for node in one['nodes'][:3])})"
        for one in found["violations"]
    ]
