"""Draw the app's icon as PNG files, for systems that do not take an SVG.

    .venv/bin/python web/icons.py

Needs Playwright and a Chromium, like the tests of the app. Run it after changing `public/icon.svg`.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parent / "public"
CHROMIUM = "/usr/bin/chromium"
GROUND = "#7f2114"
ROUNDED = ' rx="112"'
SAFE = 80
"""The percentage of a maskable icon that no system cuts off."""
PICTURES = (("icon-192", 192, False), ("icon-512", 512, False), ("icon-maskable-512", 512, True))


def main() -> None:
    """Draw all pictures."""
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name, size, maskable in PICTURES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(_page(drawing, maskable))
            page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)
        browser.close()


def _page(drawing: str, maskable: bool) -> str:
    ground, width = (GROUND, SAFE) if maskable else ("transparent", 100)
    picture = (drawing.replace(ROUNDED, "") if maskable else drawing).replace("<svg ", f'<svg width="{width}%" ')
    style = f"margin: 0; height: 100vh; display: grid; place-items: center; background: {ground}"
    return f'<body style="{style}">{picture}</body>'


if __name__ == "__main__":
    main()
