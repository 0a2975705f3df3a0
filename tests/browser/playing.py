"""Players at a table: by mouse, by touch, by keyboard."""

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
"""The most clicks that a decision takes."""
MOST_TABS = 80


def open_table(user: User, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
    """Open a table as the app does, and return its path."""
    if user.page.url == "about:blank":
        user.go()
    opened = user.page.evaluate(
        """async (settings) => {
            const post = async (path, body) => (await fetch(path, {
                method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
            })).json();
            if (!localStorage.getItem("palatine.known")) {
                await post("/api/me", { name: "Ada" });
                localStorage.setItem("palatine.known", "1");
            }
            return post("/api/tables", settings);
        }""",
        {"game": game, "seats": seats, **more},
    )
    return f"/t/{opened['table']}"


def against_bots(user: User, game: str, players: int = 2, level: int = 1, **more: Any) -> None:
    """Open a table against bots and go to it."""
    bots = [{"kind": "bot", "level": level}] * (players - 1)
    user.go(open_table(user, game, [{"kind": "me"}, *bots], **more))


def ply(page: Page) -> int:
    """Return the shown ply."""
    return int(page.get_attribute(PLAYING, "data-ply") or 0)


def my_turn(page: Page) -> bool:
    """Wait until it is my turn or the game is over. Return True if it is my turn."""
    page.wait_for_selector(f"{PLAYING}[data-active=true], {WINNER}")
    return page.query_selector(WINNER) is None


class Player:
    """A player who decides at random."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self._random = random.Random(seed)

    def play_to_the_end(self) -> int:
        """Play until the game is over. Return the number of my decisions."""
        decided = 0
        while my_turn(self.page):
            self.decide()
            decided += 1
        return decided

    def decide(self) -> None:
        """Make one decision, in as many steps as it takes, and wait until it is shown."""
        before = ply(self.page)
        for _ in range(MOST_STEPS):
            self._step()
            if self.page.query_selector(f"{PLAYING}[data-active=true][data-ply='{before}']") is None:
                self.page.wait_for_selector(f"{PLAYING}:not([data-ply='{before}']), {WINNER}")
                return
        raise AssertionError(f"no decision after {MOST_STEPS} steps")

    def _step(self) -> None:
        """Take the next step of a decision."""
        raise NotImplementedError


class Mouse(Player):
    """A player who clicks."""

    def _step(self) -> None:
        steps = [step for step in self.page.query_selector_all(STEPS) if step.get_attribute("data-step") != BACK]
        choices = self.page.query_selector_all(DECISIONS) or steps
        assert choices, "nothing can be chosen"
        self._press(self._random.choice(choices))

    def _press(self, element: ElementHandle) -> None:
        element.click()


class Fingers(Mouse):
    """A player who taps and confirms."""

    def _step(self) -> None:
        confirm = self.page.query_selector(CONFIRM)
        if confirm is None:
            super()._step()
        else:
            confirm.tap()

    def _press(self, element: ElementHandle) -> None:
        element.tap()


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
    """A player who uses Tab, arrows and Enter only."""

    def _step(self) -> None:
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
        raise AssertionError("nothing that can be chosen is reached by keyboard")

    def _walk(self, focused: dict[str, Any]) -> dict[str, Any]:
        """Move through a grid until the focus is on something that can be chosen."""
        for _ in range(MOST_TABS):
            self.page.keyboard.press(self._random.choice(ARROWS))
            focused = self.page.evaluate(FOCUSED)
            if not focused["onBoard"] or focused["decides"] or focused["steps"]:
                break
        return focused
