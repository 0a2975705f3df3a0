"""E-mail in the app: confirm an address, recover an account, unsubscribe; nothing of it without settings."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.axe import violations
from browser.visiting import Chromium, Site, User
from server.postbox import Postbox, links_in, postbox
from server.running import RunningServer
from server.services import free_port

PASSWORD, NEW = "four words are enough", "four other words"
ADDRESS = "ada@example.org"


@pytest.fixture
def box() -> Iterator[Postbox]:
    with postbox() as box:
        yield box


@pytest.fixture
def mailing(tmp_path: Path, box: Postbox) -> Iterator[Site]:
    """Start a server that sends mail."""
    port = free_port()
    options = ("--smtp", box.url, "--mail-from", "games@example.org", "--public-url", f"http://127.0.0.1:{port}")
    server = RunningServer(port, f"sqlite:///{tmp_path / 'palatine.db'}", tmp_path / "server.log", *options)
    server.start()
    yield Site(server.address)
    server.kill()


def sign_up(user: User) -> None:
    page = user.go("/account").page
    form = page.get_by_role("region", name="Create an account")
    form.get_by_label("Account name").fill("Ada")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Create an account").click()
    page.get_by_role("button", name="I have saved them").click()


def follow(user: User, mail: EmailMessage, page: str) -> None:
    """Follow the link in a mail to a page."""
    (link,) = [link for link in links_in(mail) if f"/mail/{page}?" in link]
    user.page.goto(link)
    user.page.get_by_role("heading", level=1).wait_for()
    assert violations(user.page) == []


def test_an_address_is_confirmed_used_and_removed_by_links(chromium: Chromium, mailing: Site, box: Postbox) -> None:
    user = chromium.visit(mailing, size="phone", touch=True)
    sign_up(user)
    section = user.page.get_by_role("region", name="E-mail")
    section.get_by_label("E-mail address").fill(ADDRESS)
    section.get_by_label("Password").fill(PASSWORD)
    section.get_by_role("button", name="Send me a link to confirm it").click()
    expect(section.get_by_text(f"A link was sent to {ADDRESS}.")).to_be_visible()
    assert violations(user.page) == []

    first = box.next()
    follow(user, first, "confirm")
    user.page.get_by_role("button", name="Confirm").click()
    expect(user.page.get_by_text("Your address is confirmed.")).to_be_visible()
    user.go("/account")
    section.get_by_text("Notices of turns").click()
    user.page.reload()
    expect(section.get_by_role("switch", name="Notices of turns")).to_be_checked()

    thief = chromium.visit(mailing)
    thief.go("/account").page.get_by_role("button", name="Forgot your password?").click()
    thief.page.get_by_label("E-mail address of your account").fill(ADDRESS)
    thief.page.get_by_role("button", name="Send me a link").click()
    expect(thief.page.get_by_text("a link is on its way")).to_be_visible()
    thief.leave()
    second = box.next()
    follow(user, second, "recover")
    user.page.get_by_label("New password").fill(NEW)
    user.page.get_by_role("button", name="Set a new password").click()
    expect(user.page.get_by_text("Your password is changed, and you are signed in.")).to_be_visible()

    follow(user, second, "unsubscribe")
    user.page.get_by_role("button", name="Unsubscribe").click()
    expect(user.page.get_by_text("You will get no more of these e-mails.")).to_be_visible()
    user.go("/account")
    expect(section.get_by_label("E-mail address")).to_have_value("")

    user.forgive("403")
    follow(user, first, "confirm")
    user.page.get_by_role("button", name="Confirm").click()
    expect(user.page.get_by_role("alert").filter(has_text="This link is no longer valid.")).to_be_visible()
    user.leave()


def test_the_app_shows_nothing_of_mail_without_settings(chromium: Chromium, own_site: Site) -> None:
    user = chromium.visit(own_site)
    sign_up(user)
    expect(user.page.get_by_role("region", name="Where you are signed in")).to_be_visible()
    user.page.wait_for_load_state("networkidle")
    expect(user.page.get_by_role("region", name="E-mail")).to_have_count(0)
    user.leave()
