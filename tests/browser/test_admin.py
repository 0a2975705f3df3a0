"""A report reaches the host, who reads it with its chat and suspends the person. The person sees why, and cannot act."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.axe import violations
from browser.playing import open_table
from browser.visiting import Chromium, OwnSite, Site, Size, User

PASSWORD = "four words are enough"
REASON = "Insults are not welcome here."
PLACEHOLDER = re.compile(r"\{[a-z_]+\}")

CALL = """async ({ path, body }) => {
    const response = await fetch(path, {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
    });
    return [response.status, await response.json()];
}"""


def call(user: User, path: str, body: Any) -> Any:
    """Send a request as the app of this user would."""
    status, answer = user.page.evaluate(CALL, {"path": path, "body": body})
    assert status == 200, answer
    return answer


def arrive(user: User, name: str) -> str:
    """Become a guest with a name, and return the id."""
    user.go()
    me: str = call(user, "/api/me", {"name": name, "language": user.language})["id"]
    user.page.evaluate("localStorage.setItem('palatine.known', '1')")
    return me


def appoint(site: OwnSite, name: str) -> None:
    """Make an account a host, beside the running server."""
    command = [sys.executable, "-m", "palatine", "admin", "host", name, "--database", site.database]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def become_host(site: OwnSite, user: User, name: str = "Hosta") -> None:
    """Create an account, make it a host, and sign in to the admin page."""
    user.forgive("401")  # asking whether a host is signed in
    user.go()
    call(user, "/api/accounts", {"name": name, "password": PASSWORD})
    user.page.evaluate("localStorage.setItem('palatine.known', '1')")
    appoint(site, name)
    user.go("/admin")
    expect(user.page.get_by_role("heading", name=user.say("web_admin.sign_in.title"))).to_be_visible()
    user.page.get_by_label(user.say("web_people.account.password")).fill(PASSWORD)
    user.page.get_by_role("button", name=user.say("web_admin.sign_in.go")).click()
    expect(user.page.get_by_role("button", name=user.say("web_admin.sign_out"))).to_be_visible()


def check_page(user: User) -> None:
    """Check that a page is accessible, fits the window and has all its sentences filled."""
    user.page.wait_for_load_state("networkidle")
    assert violations(user.page) == []
    assert user.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert PLACEHOLDER.search(user.page.inner_text("body")) is None


def visit_part(user: User, part: str) -> None:
    user.page.get_by_role("navigation", name=user.say("web_admin.title")).get_by_role(
        "link", name=user.say(f"web_admin.part.{part}")
    ).click()


def test_a_report_leads_to_a_suspension_that_the_person_sees_and_cannot_evade(
    chromium: Chromium, own_site: OwnSite
) -> None:
    rude, polite, host = (chromium.visit(own_site) for _ in range(3))
    rude.forgive("403", "WebSocket connection")  # the suspended person's requests are refused
    person, other = arrive(rude, "Rude"), arrive(polite, "Polite")
    table = open_table(rude, "kingdomino", [{"kind": "me"}, {"kind": "open"}]).rpartition("/")[2]
    call(polite, f"/api/tables/{table}/sit", {})
    call(polite, f"/api/tables/{table}/chat", {"text": "Good luck!"})
    call(rude, f"/api/tables/{table}/chat", {"text": "You play like a stone."})
    rude.go(f"/t/{table}")
    expect(rude.page.get_by_role("main")).to_be_visible()
    call(polite, f"/api/people/{person}/report", {"text": "Insults me.", "table": table})

    # The host reads the report with the chat it is about.
    become_host(own_site, host)
    visit_part(host, "reports")
    host.page.get_by_role("link", name="Polite about Rude").click()
    expect(host.page.get_by_text("Insults me.")).to_be_visible()
    expect(host.page.get_by_text("You play like a stone.")).to_be_visible()
    expect(host.page.get_by_text("Good luck!")).to_be_visible()
    check_page(host)

    # The host suspends the person for a week.
    host.page.get_by_text("Suspend", exact=True).first.click()
    fold = host.page.locator("details[open]")
    fold.get_by_label("Reason").fill(REASON)
    fold.get_by_label("For how long").select_option("1 week")
    fold.get_by_role("button", name="Suspend").click()
    expect(host.page.get_by_text("It is in the audit log.")).to_be_visible()
    host.page.get_by_label("Note for other hosts").fill("suspended")
    host.page.get_by_role("button", name="Mark as handled").click()
    expect(host.page.get_by_text("Handled: suspended")).to_be_visible()

    # The person is disconnected, sees why and until when, and cannot act.
    expect(rude.page.get_by_role("heading", name="You are suspended")).to_be_visible()
    expect(rude.page.get_by_text(REASON)).to_be_visible()
    expect(rude.page.get_by_text(re.compile("^Until .* you cannot play or chat"))).to_be_visible()
    check_page(rude)
    for path, body in (
        ("/api/tables", {"game": "kingdomino", "players": 2}),
        (f"/api/tables/{table}/decide", {"ply": 0, "decision": 0}),
        (f"/api/tables/{table}/chat", {"text": "hello"}),
    ):
        status, answer = rude.page.evaluate(CALL, {"path": path, "body": body})
        assert (status, answer["problem"]) == (403, "people.suspended")
    rude.go("/lobby")
    expect(rude.page.get_by_role("heading", name="You are suspended")).to_be_visible()
    rude.page.get_by_role("link", name="Your account and data").click()
    expect(rude.page.get_by_role("heading", name="Rude")).to_be_visible()

    # A bot plays for them.
    seats = polite.page.evaluate("table => fetch(`/api/tables/${table}`).then(answer => answer.json())", table)["seats"]
    assert [(seat["person"], seat["taken_over"]) for seat in seats] == [(person, True), (other, False)]

    # All of it is in the audit log.
    visit_part(host, "audit")
    lines = host.page.get_by_role("listitem")
    expect(lines.filter(has_text="suspended").filter(has_text=REASON)).to_be_visible()
    expect(lines.filter(has_text="handled a report").filter(has_text="suspended")).to_be_visible()
    expect(lines.filter(has_text="signed in")).to_be_visible()
    expect(lines.filter(has_text="Command line").filter(has_text="made a host")).to_be_visible()
    check_page(host)

    # Signing out ends the session of the page.
    host.page.get_by_role("button", name="Sign out of this page").click()
    expect(host.page.get_by_role("heading", name="Sign in to the admin page")).to_be_visible()
    for user in (rude, polite, host):
        user.leave()


LOOKS: list[tuple[Size, bool, str]] = [("desktop", False, "en"), ("phone", True, "it")]


@pytest.mark.parametrize(("size", "dark", "language"), LOOKS, ids=lambda value: str(value))
def test_every_part_of_the_admin_page_is_accessible_and_complete(
    chromium: Chromium, own_site: OwnSite, size: Size, dark: bool, language: str
) -> None:
    host = chromium.visit(own_site, size=size, dark=dark, language=language, touch=size == "phone")
    guest = chromium.visit(own_site)
    person = arrive(guest, "Ada")
    table = open_table(guest, "kingdomino", [{"kind": "me"}, {"kind": "open"}]).rpartition("/")[2]
    become_host(own_site, host)
    call(host, f"/api/tables/{table}/sit", {})
    call(guest, f"/api/tables/{table}/chat", {"text": "A long message " * 15})
    call(host, f"/api/people/{person}/report", {"text": "Too many words " * 20, "table": table})
    call(host, f"/api/admin/people/{person}/warn", {"reason": "Please be brief."})
    call(host, f"/api/admin/people/{person}/mute", {"reason": "Please be brief.", "minutes": 60})
    call(host, "/api/admin/announcements", {"text": "The server restarts at nine.", "minutes": 60})
    for part in ("overview", "reports", "people", "tables", "announcements", "audit"):
        visit_part(host, part)
        check_page(host)
    for path in (f"/admin/person/{person}", f"/admin/table/{table}", "/admin/report/1"):
        host.go(path)
        host.page.get_by_role("heading", level=2).first.wait_for()
        unfold(host.page)
        check_page(host)
    host.page.keyboard.press("Tab")
    assert host.page.evaluate("document.activeElement !== document.body")
    for user in (guest, host):
        user.leave()


def unfold(page: Page) -> None:
    """Open all folds, once they are there."""
    page.locator("summary").first.wait_for()
    folded = page.locator("details:not([open]) > summary")
    while folded.count():
        folded.first.click()


def test_people_see_announcements_and_warnings_until_they_dismiss_them(chromium: Chromium, own_site: OwnSite) -> None:
    host, ada = chromium.visit(own_site), chromium.visit(own_site, language="it")
    person = arrive(ada, "Ada")
    become_host(own_site, host)
    visit_part(host, "announcements")
    host.page.get_by_label("Text").fill("Tournament on Sunday.")
    host.page.get_by_role("button", name="Announce", exact=True).click()
    expect(host.page.get_by_role("complementary")).to_contain_text("Tournament on Sunday.")
    call(host, f"/api/admin/people/{person}/warn", {"reason": "Be kind."})
    ada.go()
    banner = ada.page.get_by_role("complementary")
    expect(banner).to_contain_text("Tournament on Sunday.")
    expect(banner).to_contain_text("Be kind.")
    check_page(ada)
    banner.get_by_role("button", name=ada.say("web.banners.understood")).click()
    banner.get_by_role("button", name=ada.say("web.banners.dismiss")).click()
    expect(banner).to_have_count(0)
    ada.go("/lobby")
    ada.page.wait_for_load_state("networkidle")
    expect(banner).to_have_count(0)
    for user in (ada, host):
        user.leave()


def test_a_password_link_sets_a_password_in_the_app(chromium: Chromium, own_site: OwnSite) -> None:
    host, ada = chromium.visit(own_site), chromium.visit(own_site)
    ada.go()
    person = call(ada, "/api/accounts", {"name": "Ada", "password": PASSWORD})["me"]["id"]
    become_host(own_site, host)
    host.go(f"/admin/person/{person}")
    host.page.get_by_role("button", name="Create a password link").click()
    dialog = host.page.get_by_role("dialog")
    link = re.search(r"http\S+/password#[\w-]+", dialog.inner_text())
    assert link is not None
    check_page(host)
    visitor = chromium.visit(own_site)
    visitor.page.goto(link[0])
    visitor.page.get_by_label("New password", exact=True).fill("a better password")
    check_page(visitor)
    visitor.page.get_by_role("button", name="Set the password").click()
    visitor.page.get_by_role("link", name="Sign in").click()
    assert call(visitor, "/api/accounts/sign_in", {"name": "Ada", "password": "a better password"})["id"] == person
    for user in (host, ada, visitor):
        user.leave()


def test_the_page_of_the_api_loads_without_complaints(chromium: Chromium, site: Site) -> None:
    user = chromium.visit(site)
    requests: list[str] = []
    user.page.on("request", lambda request: requests.append(request.url))
    user.go("/api/docs")
    user.page.get_by_text("/api/tables/{table}/sit").first.click()
    expect(user.page.locator("details[open]")).to_be_visible()
    assert violations(user.page) == []
    assert set(requests) == {f"{site.address}/api/docs", f"{site.address}/api/docs.css"}
    assert user.page.evaluate("getComputedStyle(document.querySelector('details')).borderRadius") == "8px"
    user.leave()
