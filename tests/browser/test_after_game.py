"""After a game, the app shows the result, verifies the shuffle, and offers record, picture, rematch and replay."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import palatine
from browser.playing import WINNER
from browser.screens import played
from browser.visiting import Chromium, Site, User
from palatine.games import BUILT_IN


@pytest.fixture
def finished(chromium: Chromium, site: Site) -> Iterator[tuple[User, str]]:
    """Yield a user who has finished a game, and the table."""
    user = chromium.visit(site)
    yield user, played(user, "kingdomino")
    user.leave()


def test_the_downloaded_record_replays(finished: tuple[User, str], tmp_path: Path) -> None:
    user, table = finished
    user.go(f"/t/{table}")
    with user.page.expect_download() as download:
        user.page.get_by_role("button", name="Download the record").click()
    download.value.save_as(tmp_path / "record.json")
    replayed = palatine.load(json.loads((tmp_path / "record.json").read_text()))
    assert replayed.over


def test_the_shared_picture_is_a_png(finished: tuple[User, str], tmp_path: Path) -> None:
    user, table = finished
    user.go(f"/t/{table}")
    user.page.get_by_role("button", name="Share a picture").click()
    with user.page.expect_download() as download:
        user.page.get_by_role("button", name=user.say("web_after.share.download"), exact=True).click()
    download.value.save_as(tmp_path / "picture.png")
    picture = (tmp_path / "picture.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert [int.from_bytes(picture[at : at + 4], "big") for at in (16, 20)] == [1200, 630]


def test_the_shuffle_is_verified_in_the_browser(finished: tuple[User, str]) -> None:
    user, table = finished
    user.go(f"/t/{table}")
    verdict = user.page.get_by_test_id("verdict")
    verdict.scroll_into_view_if_needed()
    expect(verdict).to_be_visible()
    assert "wrong" not in (verdict.get_attribute("class") or "")


def test_a_rematch_has_the_same_players(finished: tuple[User, str]) -> None:
    user, table = finished
    user.go(f"/t/{table}")
    user.page.get_by_role("button", name="Rematch").click()
    user.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    expect(user.page.get_by_role("list", name="Seats").get_by_text("Ada")).to_be_visible()


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_replay_steps_through_a_game(game: str, chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site)
    user.go(f"/replay/{played(user, game)}")
    slider = user.page.get_by_role("slider")
    expect(slider).to_be_visible()
    expect(slider).to_have_value("0")
    user.page.get_by_test_id("replay-on").click()
    expect(slider).to_have_value("1")
    slider.focus()
    user.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    user.page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    user.page.get_by_test_id("replay-last").click()
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    user.leave()


def test_spectators_see_the_result(finished: tuple[User, str], chromium: Chromium, site: Site) -> None:
    _, table = finished
    other = chromium.visit(site).go(f"/t/{table}")
    expect(other.page.locator(WINNER)).to_be_visible()
    other.leave()
