"""Guests who sign up or sign in keep the games they played as guests."""

from __future__ import annotations

from server.house import PASSWORD, House, Visitor

TABLE = {"game": "kingdomino", "players": 2}


def sign_in(visitor: Visitor, name: str) -> object:
    guest: object = visitor.post("/api/accounts/sign_in", {"name": name, "password": PASSWORD}).ok["guest"]
    return guest


def running(visitor: Visitor) -> set[str]:
    lists = [visitor.get(f"/api/me/tables?list={name}").ok["tables"] for name in ("waiting", "running")]
    return {table["id"] for tables in lists for table in tables}


def playing(house: House, visitor: Visitor) -> str:
    """Return a table whose game has begun."""
    table: str = visitor.post("/api/tables", TABLE).ok["table"]
    house.guest().post(f"/api/tables/{table}/sit", {}).ok["seq"]
    return table


# ------------------------------------------------------------------------------------------------------- signing up


def test_signing_up_keeps_the_games_and_ratings_of_the_guest(house: House) -> None:
    guest = house.guest("Grace")
    table = playing(house, guest)
    house.change("INSERT INTO ratings VALUES (?, 'kingdomino', 2, 25.5, 8.25, 6, 5, 1)", guest.id)
    guest.post("/api/accounts", {"name": "hopper", "password": PASSWORD}).ok["me"]
    elsewhere = house.signed_in("hopper")
    for account in (guest, elsewhere):
        assert running(account) == {table}
        assert account.get(f"/api/people/{guest.id}").ok["ratings"][0]["games"] == 6
    assert elsewhere.post(f"/api/tables/{table}/leave").status == 200


# ------------------------------------------------------------------------------------------------------- signing in


def test_signing_out_restores_the_guest_and_their_games(house: House) -> None:
    house.account("Ada")
    visitor = house.guest("Grace")
    tables = {playing(house, visitor), visitor.post("/api/tables", TABLE).ok["table"]}
    over = visitor.post("/api/tables", TABLE).ok["table"]
    visitor.post(f"/api/tables/{over}/leave").ok["seq"]
    guest_cookie = visitor.cookie

    assert sign_in(visitor, "Ada") == {"name": "Grace", "running": 2}
    assert visitor.get("/api/me").ok["name"] == "Ada"
    assert running(visitor) == set(), "the guest's games do not belong to the account"

    assert visitor.post("/api/me/sign_out").ok == {
        "id": visitor.id,
        "name": "Grace",
        "kind": "guest",
        "language": "en",
    }
    assert (visitor.cookie, visitor.guest_cookie) == (guest_cookie, None)
    assert running(visitor) == tables
    visitor.post("/api/me/sign_out").done()
    assert not visitor.is_known, "a guest who signs out is forgotten"


def test_without_a_guest_signing_out_leaves_no_identity(house: House) -> None:
    house.account("Ada")
    visitor = house.stranger()
    assert sign_in(visitor, "Ada") is None
    assert visitor.guest_cookie is None
    visitor.post("/api/me/sign_out").done()
    assert not visitor.is_known


def test_recovery_keeps_the_guest_for_later(house: House) -> None:
    codes = house.stranger().post("/api/accounts", {"name": "Ada", "password": PASSWORD}).ok["recovery_codes"]
    visitor = house.guest("Grace")
    playing(house, visitor)
    recovery = {"name": "Ada", "code": codes[0], "password": PASSWORD}
    assert visitor.post("/api/accounts/recover", recovery).ok["guest"] == {"name": "Grace", "running": 1}
    assert visitor.post("/api/me/sign_out").ok["id"] == visitor.id


def test_the_guest_returns_when_the_session_was_ended_elsewhere(house: House) -> None:
    house.account("Ada")
    for way_back in ("/api/me", "/api/me/tables?list=running"):
        visitor = house.guest("Grace")
        table = playing(house, visitor)
        sign_in(visitor, "Ada")
        house.signed_in("Ada").post("/api/me/sign_out_everywhere").done()
        assert visitor.get(way_back).status == 200
        assert visitor.get("/api/me").ok["id"] == visitor.id
        assert running(visitor) == {table}
        assert visitor.guest_cookie is None


def test_signing_out_of_an_ended_session_keeps_the_guest(house: House) -> None:
    house.account("Ada")
    visitor = house.guest("Grace")
    sign_in(visitor, "Ada")
    house.signed_in("Ada").post("/api/me/sign_out_everywhere").done()
    assert visitor.post("/api/me/sign_out").ok["id"] == visitor.id
    assert visitor.is_known


def test_the_guest_survives_several_sign_ins(house: House) -> None:
    for name in ("Ada", "Mary"):
        house.account(name)
    visitor = house.guest("Grace")
    assert sign_in(visitor, "Ada") == {"name": "Grace", "running": 0}
    assert sign_in(visitor, "Mary") is None
    assert visitor.get("/api/me").ok["name"] == "Mary"
    assert visitor.post("/api/me/sign_out").ok["id"] == visitor.id


def test_a_deleted_guest_does_not_return(house: House) -> None:
    house.account("Ada")
    visitor = house.guest("Grace")
    old = visitor.copy()
    sign_in(visitor, "Ada")
    old.post("/api/me/delete", {}).done()
    visitor.post("/api/me/sign_out").done()
    assert not visitor.is_known


def test_another_site_cannot_act_as_the_guest(house: House) -> None:
    house.account("Ada")
    visitor = house.guest("Grace")
    sign_in(visitor, "Ada")
    visitor.cookie = None  # the session's cookie has expired
    with house.unchanged():
        reply = visitor.post("/api/tables", TABLE, headers={"origin": "https://evil.example"})
        reply.refused(403, "server.other_origin")
    assert visitor.get("/api/me").ok["id"] == visitor.id


def test_a_wrong_password_changes_nothing_for_the_guest(house: House) -> None:
    house.account("Ada")
    visitor = house.guest("Grace")
    with house.unchanged():
        wrong = visitor.post("/api/accounts/sign_in", {"name": "Ada", "password": "wrong horse"})
        wrong.refused(401, "people.wrong_sign_in")
    assert visitor.get("/api/me").ok["id"] == visitor.id
    assert visitor.guest_cookie is None
