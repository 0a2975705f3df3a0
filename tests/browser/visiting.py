"""Users of the app, each with a browser of their own. An error or warning on the console fails the test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Response, expect

from palatine.core import words
from palatine.server.http.browser_app import FOLDER
from server.running import RunningServer
from server.services import free_port

Size = Literal["phone", "tablet", "desktop"]
SIZES: dict[Size, tuple[int, int]] = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}
LONGEST_WAIT_MS = 30_000
CURSORY = 20
"""Iterations per decision of an analysis: few, because the tests finish many games."""
FLAGS = [
    "--no-sandbox",  # the tests may run as root
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
QUICK = {"pace": "instant", "motion": "reduced", "confirm": "never"}
"""Settings without pauses, animations and confirmations."""

expect.set_options(timeout=LONGEST_WAIT_MS)


class Site:
    """A server with the app."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.tables: dict[tuple[str, int | None], tuple[str, list[Any]]] = {}
        """Tables that several users visit as the same person, by game and ply: the id and that person's cookies."""


class OwnSite(Site):
    """A server that the tests can stop and start."""

    def __init__(self, folder: Path) -> None:
        assert (FOLDER / "index.html").exists(), "the app is not built: make app"
        self.database, log = f"sqlite:///{folder / 'palatine.db'}", folder / "server.log"
        self.server = RunningServer(free_port(), self.database, log, "--analysis-iterations", str(CURSORY))
        super().__init__(self.server.address)

    @classmethod
    def opened(cls, folder: Path) -> Iterator[OwnSite]:
        site = cls(folder)
        site.server.start()
        yield site
        site.server.kill()


@dataclass
class User:
    """A user with a browser of their own."""

    context: BrowserContext
    page: Page
    site: Site
    language: str
    complaints: list[str] = field(default_factory=list)
    forgiven: tuple[str, ...] = ()

    def go(self, path: str = "/") -> User:
        self.page.goto(self.site.address + path)
        return self

    def become(self, cookies: list[Any]) -> None:
        """Become a known person, in my own language."""
        self.context.add_cookies(cookies)
        self.go()
        self.page.evaluate(
            """async (language) => {
                await fetch("/api/me", {
                    method: "PATCH", headers: { "content-type": "application/json" }, body: JSON.stringify({ language }),
                });
                localStorage.setItem("palatine.known", "1");
            }""",
            self.language,
        )

    def say(self, key: str) -> str:
        """Return a sentence in this user's language."""
        return words.say(key, self.language)

    def watch(self) -> None:
        def complain(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

        self.page.on("console", complain)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def forgive(self, *parts: str) -> None:
        """Ignore console messages that contain one of these parts, such as those about a stopped server."""
        self.forgiven += parts

    def leave(self) -> None:
        """Close the browser, and fail if the console had errors or warnings."""
        self.context.close()
        left = [one for one in self.complaints if not any(part in one for part in self.forgiven)]
        assert not left, left


class Chromium:
    """The system's Chromium. Each `visit` must end with `leave`."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    @classmethod
    def opened(cls, playwright: Playwright) -> Iterator[Chromium]:
        program = shutil.which("chromium")
        assert program is not None, "Chromium is missing: apt-get install chromium"
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield cls(browser)
        browser.close()

    def visit(
        self,
        site: Site,
        *,
        size: Size = "desktop",
        language: str = "en",
        dark: bool = False,
        touch: bool = False,
        settings: dict[str, Any] | None = None,
    ) -> User:
        width, height = SIZES[size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(LONGEST_WAIT_MS)
        kept = "".join(f"{name}: {value!r}, " for name, value in (QUICK if settings is None else settings).items())
        context.add_init_script(
            f"if (!localStorage.getItem('palatine.settings')) "
            f"localStorage.setItem('palatine.settings', JSON.stringify({{{kept}}}))"
        )
        user = User(context, context.new_page(), site, language)
        user.watch()
        return user


def first_load(chromium: Chromium, site: Site) -> int:
    """Return the compressed bytes of the app that a new user loads with the home page."""
    user = chromium.visit(site)
    responses: list[Response] = []
    user.page.on("response", lambda response: responses.append(response))
    user.go().page.get_by_role("heading", name="Kingdomino").wait_for()
    loaded = sum(one.request.sizes()["responseBodySize"] for one in responses if "/api/" not in one.url)
    user.leave()
    return loaded
