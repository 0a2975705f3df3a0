"""E-mail: addresses are proved, accounts recovered, turns announced; nothing is revealed, and nothing blocks play."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from palatine.server.errors import Malformed
from palatine.server.mail.config import mailer_for
from palatine.server.mail.outbox import DAY, MINUTE, MOST_TRIES, NOTICE_AFTER
from palatine.server.mail.smtp import Smtp, is_address, smtp_of
from palatine.server.rate_limits import Limit
from palatine.server.settings import Settings
from server.house import PASSWORD, House, open_house
from server.postbox import Postbox, links_in, postbox, text_of, token_in
from server.services import free_port

PUBLIC = "https://games.example.org"
SENDER = "games@example.org"
ADDRESS = "ada@example.org"
NEW = "battery staple"


class Club:
    """A house that sends mail, and its postbox."""

    def __init__(self, house: House, box: Postbox) -> None:
        self.house = house
        self.box = box
        self.ada = house.account("Ada")

    def send(self) -> list[EmailMessage]:
        """Make a round, and return the mails that arrived."""
        mailer = self.house.server.mail
        assert mailer is not None
        self.house.call(mailer.make_round)
        return self.box.taken()

    def enter(self, address: str = ADDRESS, **more: Any) -> EmailMessage:
        """Enter Ada's address, and return the mail with the link."""
        self.ada.put("/api/me/mail", {"address": address, "password": PASSWORD, **more}).ok["address"]
        (mail,) = self.send()
        return mail

    def confirm(self, **more: Any) -> None:
        """Enter and confirm Ada's address."""
        token = token_in(self.enter(**more), "confirm")
        assert self.house.stranger().post("/api/mail/confirm", {"token": token}).ok["confirmed"]

    def lost(self, address: str = ADDRESS) -> list[EmailMessage]:
        """Ask to recover an account, and return the mails that arrived."""
        self.house.stranger().post("/api/mail/recover", {"address": address}).done()
        return self.send()


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setattr("palatine.server.mail.mailer.EVERY_SECONDS", 3600.0)  # the tests make the rounds
    monkeypatch.setattr("palatine.server.mail.mailer.NOTICES_EVERY_SECONDS", -1.0)
    with postbox() as box, open_house(tmp_path, smtp=box.url, mail_from=SENDER, public_url=PUBLIC) as house:
        yield Club(house, box)


# ---------------------------------------------------------------------------------------------------------- settings


def test_nothing_is_offered_without_settings(house: House) -> None:
    ada = house.account("Ada")
    assert ada.get("/api/mail").ok == {"offered": False}
    ada.put("/api/me/mail", {"address": ADDRESS, "password": PASSWORD}).refused(409, "mail.off")
    for path in ("confirm", "unsubscribe?token=x"):
        house.stranger().post(f"/api/mail/{path}", {"token": "x"}).refused(409, "mail.off")
    house.stranger().post("/api/mail/recover", {"address": ADDRESS}).refused(409, "mail.off")
    house.stranger().post("/api/mail/reset", {"token": "x", "password": NEW}).refused(409, "mail.off")


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"smtp": "smtp://host"}, "mail.both_needed"),
        ({"mail_from": SENDER}, "mail.both_needed"),
        ({"smtp": "smtp://host", "mail_from": SENDER}, "mail.public_url_needed"),
        ({"smtp": "smtp://host", "mail_from": "games", "public_url": PUBLIC}, "mail.wrong_sender"),
        ({"smtp": "host:25", "mail_from": SENDER, "public_url": PUBLIC}, "mail.wrong_smtp"),
        ({"smtp": "smtp://user@host", "mail_from": SENDER, "public_url": PUBLIC}, "mail.wrong_smtp"),
        ({"smtp": "smtp://host:none", "mail_from": SENDER, "public_url": PUBLIC}, "mail.wrong_smtp"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, str], key: str) -> None:
    with pytest.raises(Malformed) as problem:
        mailer_for(Settings(**settings))  # type: ignore[arg-type]
    assert problem.value.key == key


def test_smtp_settings_are_read_and_their_password_is_not_printed() -> None:
    assert smtp_of("smtp://mail.example.org") == Smtp("mail.example.org", 587, tls=False)
    found = smtp_of("smtps://me:s%40cret@mail.example.org")
    assert found == Smtp("mail.example.org", 465, tls=True, user="me", password="s@cret")
    assert "s@cret" not in repr(found)
    assert "s%40cret" not in repr(Settings(smtp="smtps://me:s%40cret@mail.example.org"))


@pytest.mark.parametrize(
    "text", ["ada", "ada@", "@example.org", "a b@example.org", "a@b", "a@example.org\nBcc: x@y.org", "a@x.org,b@x.org"]
)
def test_only_plain_addresses_are_accepted(club: Club, text: str) -> None:
    assert not is_address(text)
    club.ada.put("/api/me/mail", {"address": text, "password": PASSWORD}).refused(422, "mail.wrong_address")


# --------------------------------------------------------------------------------------------------------- addresses


def test_an_address_is_confirmed_by_a_link(club: Club) -> None:
    mail = club.enter(" Ada@Example.org ")
    assert club.ada.get("/api/me/mail").ok == {"address": ADDRESS, "confirmed": False, "notices": False}
    assert (mail["To"], mail["From"]) == (ADDRESS, f"Palatine <{SENDER}>")
    assert all(link.startswith(f"{PUBLIC}/mail/") for link in links_in(mail))
    body = {"token": token_in(mail, "confirm")}
    assert club.house.stranger().post("/api/mail/confirm", body).ok["confirmed"]
    club.house.stranger().post("/api/mail/confirm", body).refused(403, "mail.wrong_link")
    assert club.ada.get("/api/me/mail").ok["confirmed"]


def test_setting_an_address_needs_the_password(club: Club) -> None:
    club.ada.put("/api/me/mail", {"address": ADDRESS, "password": NEW}).refused(403, "people.wrong_password")
    guest = club.house.guest()
    guest.put("/api/me/mail", {"address": ADDRESS, "password": PASSWORD}).refused(403, "server.wrong_scope")
    assert club.send() == []


def test_a_link_expires_after_a_day(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    token = token_in(club.enter(), "confirm")
    purpose, person, until, signature = token.split(".")
    longer = f"{purpose}.{person}.{int(until) + DAY}.{signature}"
    club.house.stranger().post("/api/mail/confirm", {"token": longer}).refused(403, "mail.wrong_link")
    monkeypatch.setattr("palatine.server.mail.links.now", lambda: int(until) + 1)
    club.house.stranger().post("/api/mail/confirm", {"token": token}).refused(403, "mail.wrong_link")


def test_a_link_for_another_address_does_not_confirm(club: Club) -> None:
    token = token_in(club.enter(), "confirm")
    club.enter("other@example.org")
    club.house.stranger().post("/api/mail/confirm", {"token": token}).refused(403, "mail.wrong_link")


@pytest.mark.parametrize("token", ["", "x", "confirm...", "confirm.a.b.c", "confirm.a.٣.c", "confirm.a.1.c.d"])
def test_made_up_links_are_refused(club: Club, token: str) -> None:
    club.enter()
    for path in ("/api/mail/confirm", f"/api/mail/unsubscribe?token={token or '.'}"):
        assert club.house.stranger().post(path, {"token": token or "."}).status in (403, 422)


def test_an_address_can_be_removed(club: Club) -> None:
    club.confirm()
    club.ada.delete("/api/me/mail").done()
    assert club.ada.get("/api/me/mail").ok["address"] is None
    assert club.lost() == []


# ---------------------------------------------------------------------------------------------------------- recovery


def test_a_lost_password_is_replaced_by_a_link(club: Club) -> None:
    club.confirm()
    (mail,) = club.lost()
    assert "“ada”" in text_of(mail)
    visitor, body = club.house.stranger(), {"token": token_in(mail, "recover"), "password": NEW}
    assert visitor.post("/api/mail/reset", body).ok["id"] == club.ada.id
    assert visitor.is_known
    assert not club.ada.is_known, "all other sessions end"
    assert club.house.signed_in("Ada", NEW).is_known
    club.house.stranger().post("/api/mail/reset", body | {"password": "another one"}).refused(403, "mail.wrong_link")


def test_recovery_reveals_nothing_about_addresses(club: Club) -> None:
    club.confirm()
    known, unknown = (
        club.house.stranger().post("/api/mail/recover", {"address": one}) for one in (ADDRESS, "unknown@example.org")
    )
    assert (known.status, known.body) == (unknown.status, unknown.body) == (200, None)
    assert [mail["To"] for mail in club.send()] == [ADDRESS]


def test_an_unconfirmed_address_recovers_nothing(club: Club) -> None:
    club.enter()
    assert club.lost() == []


def test_requests_for_mail_are_limited(club: Club) -> None:
    club.confirm()
    club.house.server.mails = Limit(2, 0.001)
    for _ in range(2):
        club.house.stranger().post("/api/mail/recover", {"address": ADDRESS}).done()
    assert club.house.stranger().post("/api/mail/recover", {"address": ADDRESS}).status == 429
    assert 1 <= len(club.send()) <= 2, "the refused request sends nothing"


# ------------------------------------------------------------------------------------------------------------- turns


class Turns:
    """A game without a clock that waits for Ada."""

    def __init__(self, club: Club, **settings: Any) -> None:
        self.club = club
        self.bob = club.house.guest("Bob")
        self.table = club.house.open(club.ada, self.bob, **settings)
        self.until_ada()

    def until_ada(self) -> None:
        """Play until it is Ada's turn, some minutes ago."""
        house = self.club.house
        house.play(self.table, 1)
        while house.hosted(self.table).awaited != self.club.ada.id:
            house.play(self.table, 1)
        house.change("UPDATE tables SET changed = changed - ?", NOTICE_AFTER)
        if house.rows("SELECT at FROM mails"):
            house.change("UPDATE mails SET at = at - ?", 2 * NOTICE_AFTER)


def test_a_turn_in_a_slow_game_is_announced_once(club: Club) -> None:
    club.confirm(notices=True)
    turns = Turns(club)
    (mail,) = club.send()
    assert mail["Subject"] == "Kingdomino: it is your turn"
    assert links_in(mail)[0] == f"{PUBLIC}/t/{turns.table}"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert club.send() == []
    turns.until_ada()
    while club.house.hosted(turns.table).past[-1].seat == 0:  # the same turn goes on
        assert club.send() == []
        turns.until_ada()
    assert len(club.send()) == 1


def test_mails_are_in_the_language_of_the_person(club: Club) -> None:
    club.ada.patch("/api/me", {"language": "it"}).ok["language"]
    club.confirm(notices=True)
    Turns(club)
    (mail,) = club.send()
    assert mail["Subject"] == "Kingdomino: tocca a te"


@pytest.mark.parametrize("seconds", [24 * 3600 - 1, 24 * 3600])
def test_only_slow_games_are_announced(club: Club, seconds: int) -> None:
    club.confirm(notices=True)
    Turns(club, clock={"kind": "decision", "seconds": seconds})
    assert len(club.send()) == int(seconds >= 24 * 3600)


def test_turns_are_announced_only_to_those_who_want_it(club: Club) -> None:
    club.confirm()
    Turns(club)
    assert club.send() == []
    assert club.ada.patch("/api/me/mail", {"notices": True}).ok["notices"]
    assert len(club.send()) == 1


def test_a_connected_person_gets_no_mail(club: Club) -> None:
    club.confirm(notices=True)
    turns = Turns(club)
    with club.ada.socket(turns.table) as socket:
        assert socket.receive_json()["type"] == "state"
        assert club.send() == []


def test_a_turn_that_has_just_begun_is_not_announced(club: Club) -> None:
    club.confirm(notices=True)
    Turns(club)
    club.house.change("UPDATE tables SET changed = changed + ?", MINUTE)
    assert club.send() == []


def unsubscribe_link(mail: EmailMessage) -> str:
    """Return the path of the one-click link in the header."""
    link = str(mail["List-Unsubscribe"])
    assert link.startswith(f"<{PUBLIC}/api/mail/unsubscribe?token=")
    return link.strip("<>").removeprefix(PUBLIC)


def test_one_click_ends_the_notices_without_signing_in(club: Club) -> None:
    club.confirm(notices=True)
    turns = Turns(club)
    (mail,) = club.send()
    stranger = club.house.stranger()
    one_click = {"content-type": "application/x-www-form-urlencoded"}
    for _ in range(2):
        stranger.ask("POST", unsubscribe_link(mail), headers=one_click, content=b"List-Unsubscribe=One-Click").done()
    assert club.ada.get("/api/me/mail").ok == {"address": ADDRESS, "confirmed": True, "notices": False}
    turns.until_ada()
    assert club.send() == []


def test_the_link_of_other_mails_removes_the_address(club: Club) -> None:
    mail = club.enter()
    club.house.stranger().post(unsubscribe_link(mail)).done()
    assert club.ada.get("/api/me/mail").ok["address"] is None
    club.house.stranger().post(unsubscribe_link(mail)).done()


def test_a_person_cannot_unsubscribe_another(club: Club) -> None:
    club.confirm(notices=True)
    Turns(club)
    (mail,) = club.send()
    other = unsubscribe_link(mail).replace(club.ada.id, club.house.account("Eve").id)
    club.house.stranger().post(other).done()
    forged = unsubscribe_link(mail)[:-1] + ("0" if unsubscribe_link(mail)[-1] != "0" else "1")
    club.house.stranger().post(forged).refused(403, "mail.wrong_link")
    assert club.ada.get("/api/me/mail").ok["notices"]


# ----------------------------------------------------------------------------------------------------------- failures


def later(club: Club) -> None:
    """Let the pause before the next attempt pass."""
    club.house.change("UPDATE mails SET due = 0 WHERE due IS NOT NULL")


def test_a_mail_outlives_failures_of_the_smtp_server(club: Club) -> None:
    club.box.answer = "451 come back later"
    club.ada.put("/api/me/mail", {"address": ADDRESS, "password": PASSWORD}).ok["address"]
    assert club.send() == club.send() == []
    ((tries,),) = club.house.rows("SELECT tries FROM mails")
    assert tries == 1, "not again before the pause is over"
    later(club)
    assert club.send() == []
    club.box.answer = None
    later(club)
    assert len(club.send()) == 1


def test_mails_are_given_up_after_some_attempts(club: Club) -> None:
    club.box.answer = "451 come back later"
    club.ada.put("/api/me/mail", {"address": ADDRESS, "password": PASSWORD}).ok["address"]
    for _ in range(MOST_TRIES - 1):
        club.send()
        later(club)
    club.send()
    assert club.house.rows("SELECT due, tries FROM mails") == [(None, MOST_TRIES)]


def test_a_refused_recipient_is_not_tried_again(club: Club) -> None:
    club.box.answer = "550 unknown"
    club.ada.put("/api/me/mail", {"address": ADDRESS, "password": PASSWORD}).ok["address"]
    club.send()
    assert club.house.rows("SELECT due, tries FROM mails") == [(None, 0)]


def test_mails_wait_while_the_smtp_server_is_away_and_survive_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("palatine.server.mail.mailer.EVERY_SECONDS", 3600.0)
    port = free_port()
    settings = {"smtp": f"smtp://127.0.0.1:{port}", "mail_from": SENDER, "public_url": PUBLIC}
    with open_house(tmp_path, **settings) as house:
        ada = house.account("Ada")
        ada.put("/api/me/mail", {"address": ADDRESS, "password": PASSWORD}).ok["address"]
        assert house.server.mail is not None
        house.call(house.server.mail.make_round)
        table = house.open(ada, house.guest())
        house.play(table)
        assert house.hosted(table).status == "finished", "play goes on"
    with postbox(port) as box, open_house(tmp_path, **settings) as house:
        house.change("UPDATE mails SET due = 0 WHERE due IS NOT NULL")
        assert house.server.mail is not None
        house.call(house.server.mail.make_round)
        assert [mail["To"] for mail in box.taken()] == [ADDRESS]


# ----------------------------------------------------------------------------------------------------------- privacy


def test_the_export_has_the_address_and_the_mails(club: Club) -> None:
    club.confirm(notices=True)
    export = club.house.get("/api/me/export", club.ada)
    assert (export["address"]["address"], export["address"]["confirmed"]) == (ADDRESS, True)
    assert [(mail["kind"], mail["table"]) for mail in export["mails"]] == [("confirm", None)]


def test_deleting_the_account_deletes_the_address(club: Club) -> None:
    club.confirm(notices=True)
    Turns(club)
    club.ada.post("/api/me/delete", {"password": PASSWORD}).done()
    assert club.house.rows("SELECT * FROM addresses") == club.house.rows("SELECT * FROM mails") == []
    assert ADDRESS.encode() not in club.house.file.read_bytes()
    assert club.send() == []
