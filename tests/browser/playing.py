"""Playing at a table as people do: with a mouse, with fingers, with nothing but a keyboard."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import ElementHandle, Page

from browser.visiting import User

PLAYING = "[data-testid=playing]"
WINNER = "[data-testid=winner]"
BOARD = ".board"
DECISIONS = f"{BOARD} [data-decision]:visible"
STEPS = f"{BOARD} [data-step]:visible"
BACK = "back"
CONFIRM = "[data-testid=confirm]"
MOST_STEPS = 12
"""How many things one has to touch at most before something is decided."""
MOST_TABS = 80


def open_table(user: User, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
    """A table of mine, opened as the app does it; its address."""
    if user.page.url == "about:blank":
        user.go()
    opened = user.page.evaluate(
        """async (wish) => {
            const ask = async (path, body) => (await fetch(path, {
                method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
            })).json();
            if (!localStorage.getItem("palatine.known")) {
                await ask("/api/me", { name: "Ada" });
                localStorage.setItem("palatine.known", "1");
            }
            return ask("/api/tables", wish);
        }""",
        {"game": game, "seats": seats, **more},
    )
    return f"/t/{opened['table']}"


def against_bots(user: User, game: str, players: int = 2, level: int = 1, **more: Any) -> None:
    """Sit at a new table against bots."""
    bots = [{"kind": "bot", "level": level}] * (players - 1)
    user.go(open_table(user, game, [{"kind": "me"}, *bots], **more))


def ply(page: Page) -> int:
    """How many decisions are shown to have been made."""
    return int(page.get_attribute(PLAYING, "data-ply") or 0)


def my_turn(page: Page) -> bool:
    """Wait until I am asked, or the game is over: whether I am asked."""
    page.wait_for_selector(f"{PLAYING}[data-active=true], {WINNER}")
    return page.query_selector(WINNER) is None


class Player:
    """Decides at random by some device."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self._random = random.Random(seed)

    def play_to_the_end(self) -> int:
        """Play until the game is over; how many decisions were made."""
        decided = 0
        while my_turn(self.page):
            self.decide()
            decided += 1
        return decided

    def decide(self) -> None:
        """Make one decision, in as many steps as it takes, and see it shown."""
        before = ply(self.page)
        for _ in range(MOST_STEPS):
            self._touch_something()
            if self.page.query_selector(f"{PLAYING}[data-active=true][data-ply='{before}']") is None:
                self.page.wait_for_selector(f"{PLAYING}:not([data-ply='{before}']), {WINNER}")
                return
        raise AssertionError("nothing was decided")

    def _touch_something(self) -> None:
        """Do the next thing that can be done."""
        raise NotImplementedError


class Mouse(Player):
    """Clicks on what can be chosen."""

    def _touch_something(self) -> None:
        steps = [step for step in self.page.query_selector_all(STEPS) if step.get_attribute("data-step") != BACK]
        choices = self.page.query_selector_all(DECISIONS) or steps
        assert choices, "there is nothing to choose"
        self._press(self._random.choice(choices))

    def _press(self, one: ElementHandle) -> None:
        one.click()


class Fingers(Mouse):
    """Taps on what can be chosen, and confirms it."""

    def _touch_something(self) -> None:
        confirm = self.page.query_selector(CONFIRM)
        if confirm is None:
            super()._touch_something()
        else:
            confirm.tap()

    def _press(self, one: ElementHandle) -> None:
        one.tap()


FOCUSED = """() => {
    const one = document.activeElement;
    const grid = one.closest("[role=grid]");
    return {
        onBoard: one.closest(".board") !== null,
        decides: one.hasAttribute("data-decision"),
        steps: one.hasAttribute("data-step") && one.dataset.step !== "back",
        choicesInGrid: grid ? grid.querySelectorAll("[data-decision], [data-step]").length : 0,
    };
}"""
ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")


class Keyboard(Player):
    """Tabs and arrows to what can be chosen, and presses Enter. Never points at anything."""

    def _touch_something(self) -> None:
        for _ in range(self._random.randrange(4)):
            self.page.keyboard.press("Tab")
        for _ in range(MOST_TABS):
            focused = self.page.evaluate(FOCUSED)
            if focused["onBoard"] and focused["choicesInGrid"] and not (focused["decides"] or focused["steps"]):
                focused = self._walk(focused)
            if focused["onBoard"] and (focused["decides"] or focused["steps"]):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("no key leads to anything that can be chosen")

    def _walk(self, focused: dict[str, Any]) -> dict[str, Any]:
        """Go through a grid until something in it can be chosen."""
        for _ in range(MOST_TABS):
            self.page.keyboard.press(self._random.choice(ARROWS))
            focused = self.page.evaluate(FOCUSED)
            if not focused["onBoard"] or focused["decides"] or focused["steps"]:
                break
        return focused
