"""People at one table, each with a browser of their own; connections that break; servers that are started anew."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.playing import PLAYING, Mouse, against_bots, my_turn, open_table, ply
from browser.visiting import Chromium, OwnSite, Site, User
from palatine.games import BUILT_IN

AWAY = ("WebSocket connection", "Failed to load resource", "ERR_CONNECTION", "ERR_INTERNET_DISCONNECTED")
"""What the console says of a server that is not there."""
CHAT = "Chat"
BY_ITS_NAME = {
    "kingdomino": re.compile(r"places domino \d+: "),
    "year_of_the_dragon": re.compile(r"houses the \w+"),
    "dragon_castle": re.compile(r"takes (?!the tile).+ from \w\d of the castle"),
}
"""What is told of decisions whose words do not say what they are about."""


def decide(user: User) -> None:
    assert my_turn(user.page)
    Mouse(user.page).decide()


def test_two_people_meet_by_an_invitation_and_play(chromium: Chromium, site: Site) -> None:
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
    ada.page.get_by_role("textbox", name="Say something").fill(hostile)
    ada.page.get_by_role("button", name="Say", exact=True).click()
    expect(bruno.page.get_by_role("log", name=CHAT)).to_contain_text("<img src=x onerror=alert(1)>")
    ada.leave()
    bruno.leave()


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_log_tells_the_same_when_the_table_is_opened_again(chromium: Chromium, site: Site, game: str) -> None:
    ada = chromium.visit(site)
    against_bots(ada, game)
    log = ada.page.get_by_role("log", name="Log").get_by_role("listitem")
    for _ in range(6):
        decide(ada)
    assert my_turn(ada.page)
    told = log.all_inner_texts()
    assert any(BY_ITS_NAME[game].search(line) for line in told), told
    ada.page.reload()
    expect(log).to_have_text(told)
    ada.leave()


def test_whoever_has_no_seat_watches(chromium: Chromium, site: Site) -> None:
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


def test_a_connection_that_breaks_in_a_turn_comes_back_by_itself(chromium: Chromium, site: Site) -> None:
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


def test_a_game_goes_on_when_the_server_is_started_anew(chromium: Chromium, own_site: OwnSite) -> None:
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


def test_what_was_decided_is_taken_back(chromium: Chromium, site: Site) -> None:
    ada = chromium.visit(site)
    against_bots(ada, "kingdomino")
    assert my_turn(ada.page)
    before = ply(ada.page)
    decide(ada)
    assert my_turn(ada.page)
    assert ply(ada.page) > before
    ada.page.get_by_role("button", name="Undo").click()
    ada.page.wait_for_selector(f"{PLAYING}[data-ply='{before}'][data-active=true]")
    expect(ada.page.get_by_role("log", name="Log")).to_contain_text("Something was taken back.")
    decide(ada)
    ada.leave()


def test_a_hint_names_a_decision_and_its_reasons_in_numbers(chromium: Chromium, site: Site) -> None:
    ada = chromium.visit(site)
    against_bots(ada, "kingdomino")
    assert my_turn(ada.page)
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.get_by_role("heading", name="What the strongest bot thinks")).to_be_visible()
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


def test_a_table_that_is_not_there_is_told(chromium: Chromium, site: Site) -> None:
    ada = chromium.visit(site)
    ada.forgive("WebSocket connection", "Failed to load resource")
    ada.go("/t/nosuchtable")
    expect(ada.page.get_by_role("heading", name="There is no such table.")).to_be_visible()
    ada.leave()
