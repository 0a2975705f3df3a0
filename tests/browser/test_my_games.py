"""A person's games can be searched and filtered, on a phone and on a desktop."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.axe import violations
from browser.playing import open_table
from browser.screens import advance
from browser.visiting import Chromium, Site, Size, User

BOT = {"kind": "bot", "level": 1}


def named(user: User, name: str) -> None:
    """Become a guest with this name."""
    user.go()
    user.page.evaluate(
        """async (name) => {
            await fetch("/api/me", {
                method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name }),
            });
            localStorage.setItem("palatine.known", "1");
        }""",
        name,
    )


def won_against(user: User, other: User) -> None:
    """Play a game that the other user leaves."""
    table = open_table(user, "kingdomino", [{"kind": "me"}, {"kind": "open"}])
    for act in ("sit", "leave"):
        other.page.evaluate(
            """path => fetch(path, {
                method: "POST", headers: { "content-type": "application/json" }, body: "{}",
            })""",
            f"/api/tables/{table.rpartition('/')[2]}/{act}",
        )
    advance(user, table, None)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_finished_games_are_found_by_opponent_game_and_result(chromium: Chromium, site: Site, size: Size) -> None:
    user, bruno = chromium.visit(site, size=size, touch=size == "phone"), chromium.visit(site)
    named(user, f"Ada {size}")
    named(bruno, f"Bruno {size}")
    won_against(user, bruno)
    advance(user, open_table(user, "dragon_castle", [{"kind": "me"}, BOT]), None)
    page = user.go("/games").page
    finished = page.get_by_role("region", name="Finished")
    cards = finished.get_by_role("link", name="Replay")
    expect(cards).to_have_count(2)
    if size == "phone":  # folded, to leave room for the games
        page.get_by_role("heading", name="Search and filter").click()
    search = page.get_by_role("search", name="Search and filter")

    search.get_by_label("Opponent").fill("bruno")
    expect(cards).to_have_count(1)
    expect(finished).to_contain_text(f"Bruno {size}")
    search.get_by_label("Result").select_option("Lost")
    expect(finished.get_by_text("No game matches.")).to_be_visible()
    expect(page.get_by_role("region", name="Your turn")).to_have_count(0)
    search.get_by_label("Result").select_option("Won")
    expect(cards).to_have_count(1)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    search.get_by_role("button", name="Clear the filters").click()
    expect(cards).to_have_count(2)
    search.get_by_label("Game").select_option("Dragon Castle")
    expect(cards).to_have_count(1)
    search.get_by_label("To").fill("2020-01-01")
    expect(cards).to_have_count(0)
    user.leave()
    bruno.leave()
