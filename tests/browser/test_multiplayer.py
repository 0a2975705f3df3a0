"""Several people play at one table, and games survive lost connections and restarts of the server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.playing import PLAYING, Mouse, against_bots, my_turn, open_table, ply
from browser.visiting import Chromium, OwnSite, Site, User
from palatine.games import BUILT_IN

AWAY = ("WebSocket connection", "Failed to load resource", "ERR_CONNECTION", "ERR_INTERNET_DISCONNECTED")
"""Console messages about an unreachable server."""
CHAT = "Chat"
DETAILED = {
    "kingdomino": re.compile(r"places domino \d+: "),
    "year_of_the_dragon": re.compile(r"houses the \w+"),
    "dragon_castle": re.compile(r"takes (?!the tile).+ from \w\d of the castle"),
}
"""Log lines with details that the fields of a decision leave out."""


def decide(user: User) -> None:
    assert my_turn(user.page)
    Mouse(user.page).decide()


def test_two_people_play_by_invitation_link(chromium: Chromium, site: Site) -> None:
    ada, bruno = chromium.visit(site), chromium.visit(site)
    table = open_table(ada, "kingdomino", [{"kind": "me"}, {"kind": "open"}])
    ada.go(table)
    bruno.go(ada.page.get_by_label("Link to this table").input_value().removeprefix(site.address))
    bruno.page.get_by_role("button", name="Sit down").click()
    for user in (ada, bruno):
        expect(user.page.locator(PLAYING)).to_be_visible()
    for _ in range(8):
        ada.page.wait_for_selector(f"{PLAYING}[data-ply='{ply(bruno.page)}']")
        active = ada if ada.page.query_selector(f"{PLAYING}[data-active=true]") else bruno
        other = bruno if active is ada else ada
        before = ply(active.page)
        decide(active)
        other.page.wait_for_selector(f"{PLAYING}[data-ply='{before + 1}']")

    ada.page.get_by_role("tab", name=CHAT).click()
    bruno.page.get_by_role("tab", name=CHAT).click()
    hostile = "<img src=x onerror=alert(1)> {name} ‮"
    ada.page.get_by_role("textbox", name="Message").fill(hostile)
    ada.page.get_by_role("button", name="Send", exact=True).click()
    expect(bruno.page.get_by_role("log", name=CHAT)).to_contain_text("<img src=x onerror=alert(1)>")
    ada.leave()
    bruno.leave()


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_log_is_the_same_after_a_reload(chromium: Chromium, site: Site, game: str) -> None:
    ada = chromium.visit(site)
    against_bots(ada, game)
    log = ada.page.get_by_role("log", name="Log").get_by_role("listitem")
    for _ in range(6):
        decide(ada)
    assert my_turn(ada.page)
    lines = log.all_inner_texts()
    assert any(DETAILED[game].search(line) for line in lines), lines
    ada.page.reload()
    expect(log).to_have_text(lines)
    ada.leave()


def test_users_without_a_seat_watch(chromium: Chromium, site: Site) -> None:
    ada, watcher = chromium.visit(site), chromium.visit(site)
    against_bots(ada, "kingdomino")
    watcher.go(ada.page.url.removeprefix(site.address))
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    decide(ada)
    watcher.page.wait_for_selector(f"{PLAYING}:not([data-ply='0'])")
    assert watcher.page.query_selector(f"{PLAYING}[data-active=true]") is None
    expect(watcher.page.get_by_role("button", name="Undo")).to_have_count(0)
    ada.leave()
    watcher.leave()


def test_a_connection_lost_during_a_turn_is_restored(chromium: Chromium, site: Site) -> None:
    ada = chromium.visit(site)
    ada.forgive(*AWAY)
    against_bots(ada, "kingdomino")
    decide(ada)
    assert my_turn(ada.page)
    before = ply(ada.page)
    ada.context.set_offline(True)
    expect(ada.page.get_by_text("Connection lost")).to_be_visible()
    ada.context.set_offline(False)
    expect(ada.page.get_by_text("Connection lost")).to_have_count(0)
    assert ply(ada.page) == before
    decide(ada)
    ada.leave()


def test_a_game_survives_a_restart_of_the_server(chromium: Chromium, own_site: OwnSite) -> None:
    ada = chromium.visit(own_site)
    ada.forgive(*AWAY)
    against_bots(ada, "kingdomino")
    decide(ada)
    assert my_turn(ada.page)
    before = ply(ada.page)
    own_site.server.kill()
    expect(ada.page.get_by_text("Connection lost")).to_be_visible()
    own_site.server.start()
    expect(ada.page.get_by_text("Connection lost")).to_have_count(0)
    assert ply(ada.page) == before
    decide(ada)
    ada.leave()


def test_undo_restores_the_position(chromium: Chromium, site: Site) -> None:
    ada = chromium.visit(site)
    against_bots(ada, "kingdomino")
    assert my_turn(ada.page)
    before = ply(ada.page)
    decide(ada)
    assert my_turn(ada.page)
    assert ply(ada.page) > before
    ada.page.get_by_role("button", name="Undo").click()
    ada.page.wait_for_selector(f"{PLAYING}[data-ply='{before}'][data-active=true]")
    expect(ada.page.get_by_role("log", name="Log")).to_contain_text("A decision was undone.")
    decide(ada)
    ada.leave()


def test_a_hint_shows_decisions_with_their_chances(chromium: Chromium, site: Site) -> None:
    ada = chromium.visit(site)
    against_bots(ada, "kingdomino")
    assert my_turn(ada.page)
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.get_by_role("heading", name=ada.say("web_table.hint_title"))).to_be_visible()
    best = ada.page.get_by_role("table").filter(has_text="Wins").get_by_role("row").nth(1)
    expect(best).to_contain_text(re.compile(r"\d.*%"))
    ada.leave()


def test_guests_at_one_device_take_turns(chromium: Chromium, site: Site) -> None:
    ada = chromium.visit(site)
    seats = [{"kind": "me"}, {"kind": "local", "name": "Bruno <b>"}]
    ada.go(open_table(ada, "kingdomino", seats))
    players = set()
    for _ in range(6):
        assert my_turn(ada.page)
        name = ada.page.locator("li.turn").inner_text().split("\n")[0]
        expect(ada.page.get_by_text(f"{name}: ").first).to_be_visible()
        players.add(name)
        decide(ada)
    assert players == {"Ada", "Bruno <b>"}
    ada.leave()


def test_a_missing_table_is_reported(chromium: Chromium, site: Site) -> None:
    ada = chromium.visit(site)
    ada.forgive("WebSocket connection", "Failed to load resource")
    ada.go("/t/nosuchtable")
    expect(ada.page.get_by_role("heading", name="This table does not exist.")).to_be_visible()
    ada.leave()
