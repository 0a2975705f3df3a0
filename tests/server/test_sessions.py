"""Sessions, passwords and recovery codes of accounts."""

from __future__ import annotations

from typing import Any

import pytest

from palatine.server.broadcast import Announcement
from server.house import PASSWORD, House, Visitor

DAY = 24 * 3600 * 1000
HOUR = 3600 * 1000
NEW = "battery staple"


def recovery(name: str, code: str, password: str = NEW) -> dict[str, str]:
    return {"name": name, "code": code, "password": password}


def with_codes(house: House, name: str) -> tuple[Visitor, list[str]]:
    visitor = house.stranger()
    codes: list[str] = visitor.post("/api/accounts", {"name": name, "password": PASSWORD}).ok["recovery_codes"]
    return visitor, codes


# ------------------------------------------------------------------------------------------------------ signing out


def test_signing_out_ends_this_session_only(house: House) -> None:
    house.account("Ada")
    here, there = house.signed_in("Ada"), house.signed_in("Ada")
    copy = here.copy()
    here.post("/api/me/sign_out").done()
    assert here.cookie is None
    assert "Max-Age=0" in here.set_cookie
    assert not copy.is_known
    assert there.is_known


def test_a_guest_who_signs_out_is_forgotten_by_the_browser(house: House) -> None:
    guest = house.guest()
    with house.unchanged():
        guest.post("/api/me/sign_out").done()
    assert guest.cookie is None


def test_signing_out_without_a_session_is_allowed(house: House) -> None:
    stranger = house.stranger()
    stranger.cookie = "s.invalid"
    with house.unchanged():
        stranger.post("/api/me/sign_out").done()
    assert stranger.cookie is None


def test_a_token_cannot_sign_its_owner_out(house: House) -> None:
    ada = house.account("Ada")
    program = house.program(ada.post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok["secret"])
    with house.unchanged():
        program.post("/api/me/sign_out")
        program.post("/api/me/sign_out_everywhere").refused(403, "server.wrong_scope", scope="account")
    assert program.is_known


def test_signing_out_everywhere_ends_all_sessions(house: House) -> None:
    other = house.account("Grace")
    ada = house.account("Ada")
    sessions = [house.signed_in("Ada") for _ in range(3)]
    program = house.program(ada.post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok["secret"])
    copy = ada.copy()
    ada.post("/api/me/sign_out_everywhere").done()
    assert ada.cookie is None
    assert not any(session.is_known for session in (*sessions, copy))
    assert program.is_known
    assert other.is_known


# --------------------------------------------------------------------------------------------------------- sessions


def test_sessions_are_listed_without_their_secrets(house: House) -> None:
    house.account("Ada")
    tablet = house.signed_in("Ada", browser="Tablet\t 1.0")
    phone = house.signed_in("Ada", browser="P" * 200)
    reply = phone.get("/api/me/sessions")
    assert [session["label"] for session in reply.ok if session["current"]] == ["P" * 60]
    assert "Tablet 1.0" in [session["label"] for session in reply.ok if not session["current"]]
    assert len(reply.ok) == 3
    assert all(session["expires"] - session["created"] == 180 * DAY for session in reply.ok)
    hashes = [row[0] for row in house.rows("SELECT hash FROM tokens")]
    assert not any(secret in str(reply.body) for secret in (*hashes, str(tablet.cookie), str(phone.cookie)))


def test_a_session_can_be_ended_from_another(house: House) -> None:
    house.account("Ada")
    lost, here = house.signed_in("Ada", browser="lost"), house.signed_in("Ada")
    (name,) = [session["id"] for session in here.get("/api/me/sessions").ok if session["label"] == "lost"]
    here.delete(f"/api/me/sessions/{name}").done()
    assert not lost.is_known
    assert here.is_known
    with house.unchanged():
        here.delete(f"/api/me/sessions/{name}").refused(404, "people.no_such_session")


def test_the_current_session_can_be_ended(house: House) -> None:
    ada = house.account("Ada")
    ((name,),) = [[session["id"] for session in ada.get("/api/me/sessions").ok]]
    ada.delete(f"/api/me/sessions/{name}").done()
    assert ada.cookie is None
    assert house.rows("SELECT * FROM tokens") == []


def test_only_own_sessions_can_be_ended(house: House) -> None:
    ada, grace = house.account("Ada"), house.account("Grace")
    (session,) = ada.get("/api/me/sessions").ok
    token = ada.post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok["token"]
    with house.unchanged():
        grace.delete(f"/api/me/sessions/{session['id']}").refused(404, "people.no_such_session")
        ada.delete(f"/api/me/sessions/{token['id']}").refused(404, "people.no_such_session")
        ada.delete(f"/api/me/tokens/{session['id']}").refused(404, "people.no_such_token")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/me/account", None),
        ("GET", "/api/me/sessions", None),
        ("DELETE", "/api/me/sessions/abc", None),
        ("POST", "/api/me/sign_out_everywhere", None),
        ("POST", "/api/me/password", {"old": PASSWORD, "new": NEW}),
        ("POST", "/api/me/recovery_codes", {"password": PASSWORD}),
    ],
)
def test_only_a_session_manages_the_account(house: House, method: str, path: str, body: Any) -> None:
    program = house.program(house.account().post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok["secret"])
    guest = house.guest()
    with house.unchanged():
        guest.ask(method, path, body).refused(403, "server.wrong_scope", scope="account")
        program.ask(method, path, body).refused(403, "server.wrong_scope", scope="account")
        house.stranger().ask(method, path, body).refused(401, "server.not_signed_in")


def test_a_session_lasts_half_a_year_from_when_it_was_last_used(house: House) -> None:
    ada = house.account("Ada")
    assert ada.is_known
    house.change("UPDATE tokens SET expires = 1")
    assert not ada.is_known
    assert house.signed_in("Ada").is_known
    assert len(house.rows("SELECT * FROM tokens")) == 1, "expired sessions are deleted"


def test_visits_are_stored_at_most_hourly(house: House) -> None:
    ada, guest = house.account("Ada"), house.guest()
    with house.unchanged():
        assert ada.is_known
        assert guest.is_known
    ((at,),) = house.rows("SELECT seen FROM tokens")
    house.change("UPDATE tokens SET seen = ?, expires = ?", at - 2 * HOUR, at + DAY)
    house.change("UPDATE people SET seen = ?", at - 2 * HOUR)
    assert ada.is_known
    assert guest.is_known
    ((seen, expires),) = house.rows("SELECT seen, expires FROM tokens")
    assert seen >= at
    assert expires == seen + 180 * DAY
    assert all(row[0] >= at for row in house.rows("SELECT seen FROM people"))


def test_a_visit_renews_the_cookie(house: House) -> None:
    for visitor in (house.account("Ada"), house.guest()):
        cookie = visitor.cookie
        assert visitor.get("/api/me").ok["id"] == visitor.id
        assert visitor.cookie == cookie
        assert f"Max-Age={180 * 24 * 3600}" in visitor.set_cookie
    program = house.program(house.account().post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok["secret"])
    assert program.is_known
    assert program.set_cookie == ""


def test_the_number_of_sessions_is_limited(house: House) -> None:
    first = house.account("Ada")
    house.change("UPDATE tokens SET seen = seen - 1000")
    second = house.signed_in("Ada")
    for _ in range(48):
        house.signed_in("Ada")
    assert first.copy().is_known
    house.signed_in("Ada")
    assert len(house.rows("SELECT * FROM tokens")) == 50
    assert not first.is_known
    assert second.is_known


def test_an_open_socket_notices_that_its_session_has_ended(house: House) -> None:
    house.account("Ada")
    here, there = house.signed_in("Ada"), house.signed_in("Ada")
    table = here.post("/api/tables", {"game": "kingdomino", "players": 2}).ok["table"]
    with here.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        there.post("/api/me/sign_out").done()
        socket.send_json({"type": "say", "id": 1, "text": "still here"})
        assert [socket.receive_json()["type"] for _ in range(2)] == ["said", "accepted"]
        here.copy().post("/api/me/sign_out").done()
        with house.unchanged():
            socket.send_json({"type": "say", "id": 2, "text": "me again"})
            refused = socket.receive_json()
        assert (refused["type"], refused["problem"]) == ("refused", "server.not_signed_in")


def test_an_open_socket_notices_a_session_ended_in_another_process(house: House) -> None:
    ada = house.account("Ada")
    table = ada.post("/api/tables", {"game": "kingdomino", "players": 2}).ok["table"]
    ((session,),) = house.rows("SELECT hash FROM tokens")
    with ada.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        house.server.people.receive(Announcement("another process", ended=[session]))
        socket.send_json({"type": "leave", "id": 1})
        assert socket.receive_json()["problem"] == "server.not_signed_in"


# --------------------------------------------------------------------------------------------------------- password


def test_changing_the_password_ends_the_other_sessions(house: House) -> None:
    house.account("Ada")
    here, there = house.signed_in("Ada"), house.signed_in("Ada")
    here.post("/api/me/password", {"old": PASSWORD, "new": NEW}).done()
    assert here.is_known
    assert not there.is_known
    assert house.signed_in("Ada", NEW).is_known
    house.stranger().post("/api/accounts/sign_in", {"name": "Ada", "password": PASSWORD}).refused(
        401, "people.wrong_sign_in"
    )


def test_changing_the_password_needs_the_old_one(house: House) -> None:
    house.account("Ada")
    here, there = house.signed_in("Ada"), house.signed_in("Ada")
    with house.unchanged():
        here.post("/api/me/password", {"old": NEW, "new": NEW}).refused(403, "people.wrong_password")
        here.post("/api/me/password", {"old": PASSWORD, "new": "short"}).refused(422, "server.malformed")
        here.post("/api/me/password", {"new": NEW}).refused(422, "server.malformed")
    assert there.is_known


# --------------------------------------------------------------------------------------------------- recovery codes


def test_a_recovery_code_sets_a_new_password_once(house: House) -> None:
    ada, codes = with_codes(house, "Ada")
    visitor = house.stranger()
    me = visitor.post("/api/accounts/recover", recovery("ADA", codes[3])).ok
    assert me["name"] == "Ada"
    assert visitor.is_known
    assert not ada.is_known, "all sessions have ended"
    assert visitor.get("/api/me/account").ok["recovery_codes_left"] == 7
    assert house.signed_in("Ada", NEW).is_known
    with house.unchanged():
        again = house.stranger().post("/api/accounts/recover", recovery("Ada", codes[3], PASSWORD))
        again.refused(401, "people.wrong_code")


def test_recovery_codes_forgive_typing_mistakes(house: House) -> None:
    _, codes = with_codes(house, "Ada")
    careless = f"  {codes[0].lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')} "
    assert house.stranger().post("/api/accounts/recover", recovery("Ada", careless)).ok["name"] == "Ada"


def test_a_wrong_code_changes_nothing_and_does_not_reveal_names(house: House) -> None:
    ada, _ = with_codes(house, "Ada")
    _, others = with_codes(house, "Grace")
    with house.unchanged():
        wrong = house.stranger().post("/api/accounts/recover", recovery("Ada", others[0]))
        unknown = house.stranger().post("/api/accounts/recover", recovery("Unknown", others[0]))
        wrong.refused(401, "people.wrong_code")
        assert (wrong.status, wrong.body) == (unknown.status, unknown.body)
        house.stranger().post("/api/accounts/recover", recovery("Grace", others[0], "short")).refused(
            422, "server.malformed"
        )
        house.stranger().post("/api/accounts/recover", recovery("Grace", "")).refused(422, "server.malformed")
    assert ada.is_known


def test_new_codes_replace_the_old_ones(house: House) -> None:
    ada, old = with_codes(house, "Ada")
    new = ada.post("/api/me/recovery_codes", {"password": PASSWORD}).ok["recovery_codes"]
    assert len({*old, *new}) == 16
    house.stranger().post("/api/accounts/recover", recovery("Ada", old[0])).refused(401, "people.wrong_code")
    assert house.stranger().post("/api/accounts/recover", recovery("Ada", new[0])).ok["name"] == "Ada"


def test_new_codes_need_the_password(house: House) -> None:
    ada, _ = with_codes(house, "Ada")
    with house.unchanged():
        ada.post("/api/me/recovery_codes", {"password": NEW}).refused(403, "people.wrong_password")
        ada.post("/api/me/recovery_codes", {}).refused(422, "server.malformed")
