"""After a game: the result, the shuffle, the record, the replay, other lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import palatine
from browser.playing import WINNER
from browser.screens import played
from browser.visiting import Chromium, House, Visitor
from palatine.games import BUILT_IN


@pytest.fixture
def finished(chromium: Chromium, house: House) -> Iterator[tuple[Visitor, str]]:
    """Somebody who has played a game to its end, and the table."""
    visitor = chromium.visit(house)
    yield visitor, played(visitor, "kingdomino")
    visitor.leave()


def test_the_record_can_be_kept_and_replays(finished: tuple[Visitor, str], tmp_path: Path) -> None:
    visitor, table = finished
    visitor.go(f"/t/{table}")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Download the record").click()
    download.value.save_as(tmp_path / "record.json")
    replayed = palatine.load(json.loads((tmp_path / "record.json").read_text()))
    assert replayed.over


def test_a_picture_to_share_is_made(finished: tuple[Visitor, str], tmp_path: Path) -> None:
    visitor, table = finished
    visitor.go(f"/t/{table}")
    visitor.page.get_by_role("button", name="Share a picture").click()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name=visitor.say("web_after.share.download"), exact=True).click()
    download.value.save_as(tmp_path / "picture.png")
    picture = (tmp_path / "picture.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert [int.from_bytes(picture[at : at + 4], "big") for at in (16, 20)] == [1200, 630]


def test_the_shuffle_is_verified_in_the_browser(finished: tuple[Visitor, str]) -> None:
    visitor, table = finished
    visitor.go(f"/t/{table}")
    verdict = visitor.page.get_by_test_id("verdict")
    verdict.scroll_into_view_if_needed()
    expect(verdict).to_be_visible()
    assert "wrong" not in (verdict.get_attribute("class") or "")


def test_a_rematch_is_played_by_the_same_people(finished: tuple[Visitor, str]) -> None:
    visitor, table = finished
    visitor.go(f"/t/{table}")
    visitor.page.get_by_role("button", name="Play again").click()
    visitor.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    expect(visitor.page.get_by_role("list", name="Seats").get_by_text("Ada")).to_be_visible()


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_game_is_stepped_through(game: str, chromium: Chromium, house: House) -> None:
    visitor = chromium.visit(house)
    visitor.go(f"/replay/{played(visitor, game)}")
    slider = visitor.page.get_by_role("slider")
    expect(slider).to_be_visible()
    expect(slider).to_have_value("0")
    visitor.page.get_by_test_id("replay-on").click()
    expect(slider).to_have_value("1")
    slider.focus()
    visitor.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    visitor.page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    visitor.page.get_by_test_id("replay-last").click()
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    visitor.leave()


def test_whoever_watches_sees_the_result(finished: tuple[Visitor, str], chromium: Chromium, house: House) -> None:
    _, table = finished
    other = chromium.visit(house).go(f"/t/{table}")
    expect(other.page.locator(WINNER)).to_be_visible()
    other.leave()
