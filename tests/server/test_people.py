"""A person's name, language and settings, and what others see of them."""

from __future__ import annotations

from typing import Any

import pytest

from palatine.core.words import say
from server.house import PASSWORD, House, Visitor

NESTED = '{"a":' + "[" * 8000 + "]" * 8000 + "}"


def mine(visitor: Visitor) -> tuple[str, str]:
    me = visitor.get("/api/me").ok
    return me["name"], me["language"]


@pytest.mark.parametrize("kind", ["guest", "account"])
def test_a_name_and_a_language_can_be_changed(house: House, kind: str) -> None:
    visitor = house.guest("Ada") if kind == "guest" else house.account("Ada")
    assert visitor.patch("/api/me", {"name": "  Grace "}).ok["name"] == "Grace"
    assert mine(visitor) == ("Grace", "en")
    assert visitor.patch("/api/me", {"language": "it"}).ok["language"] == "it"
    assert mine(visitor) == ("Grace", "it")
    with house.unchanged():
        assert visitor.patch("/api/me", {}).ok["name"] == "Grace"
    assert visitor.patch("/api/me", {"name": "\u200b"}).body["text"] == say("server.wrong_name", "it", most=24)


def test_changing_the_name_does_not_change_the_login(house: House) -> None:
    ada = house.account("Ada")
    ada.patch("/api/me", {"name": "Grace"}).ok["name"]
    assert house.signed_in("Ada").id == ada.id
    taken = {"name": "Grace", "password": PASSWORD}
    house.stranger().post("/api/accounts", taken).refused(409, "people.name_taken")


def test_a_new_name_appears_at_new_tables_only(house: House) -> None:
    ada = house.guest("Ada")
    old = ada.post("/api/tables", {"game": "kingdomino", "players": 2}).ok["table"]
    ada.patch("/api/me", {"name": "Grace"}).ok["name"]
    new = ada.post("/api/tables", {"game": "kingdomino", "players": 2}).ok["table"]
    names = [ada.get(f"/api/tables/{table}").ok["seats"][0]["name"] for table in (old, new)]
    assert names == ["Ada", "Grace"]


def test_a_guest_who_signs_in_again_keeps_their_identity(house: House) -> None:
    ada = house.guest("Ada", language="it")
    table = ada.post("/api/tables", {"game": "kingdomino", "players": 2}).ok["table"]
    cookie = ada.cookie
    again = ada.post("/api/me", {"name": " Grace  Hopper "}).ok
    assert again == {"id": ada.id, "name": "Grace Hopper", "kind": "guest", "language": "it"}
    assert ada.cookie == cookie
    assert mine(ada) == ("Grace Hopper", "it")
    assert [one["id"] for one in ada.get("/api/me/tables?list=running").ok["tables"]] == [table]
    assert ada.post("/api/me", {"name": "Grace", "language": "en"}).ok["language"] == "en"
    with house.unchanged():
        ada.post("/api/me", {"name": "\u200b"}).refused(422, "server.wrong_name", most=24)
    assert len(house.rows("SELECT * FROM people")) == 1


def test_a_signed_in_person_cannot_become_a_guest(house: House) -> None:
    ada = house.account("Ada")
    token = ada.post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok["secret"]
    bot = ada.post("/api/me/bots", {"name": "Engine"}).ok["secret"]
    cookie = ada.cookie
    with house.unchanged():
        for visitor in (ada, house.program(token), house.program(bot)):
            visitor.post("/api/me", {"name": "Grace"}).refused(409, "people.signed_in_already")
    assert ada.cookie == cookie
    assert ada.get("/api/me").ok["kind"] == "account"


def test_an_invalid_cookie_does_not_prevent_signing_in(house: House) -> None:
    for invalid in ("s.gone", "g.unknown.abc", "nonsense"):
        visitor = house.stranger()
        visitor.cookie = invalid
        assert visitor.post("/api/me", {"name": "Ada"}).ok["kind"] == "guest"
        assert visitor.is_known


@pytest.mark.parametrize("body", [{"name": ""}, {"name": "x" * 25}, {"language": "tlh"}, {"kind": "bot"}, [], None])
def test_invalid_changes_are_refused(house: House, body: Any) -> None:
    ada = house.account("Ada")
    with house.unchanged():
        ada.patch("/api/me", body).refused(422, "server.not_json" if body is None else "server.malformed")


def test_settings_are_returned_as_stored(house: House) -> None:
    for visitor in (house.guest(), house.account()):
        assert visitor.get("/api/me/settings").ok == {}
        given = {"sound": True, "volume": 0.5, "theme": {"name": "dusk ☾", "colours": [1, None]}, "big": 10**30}
        visitor.put("/api/me/settings", given).done()
        assert visitor.get("/api/me/settings").ok == given
        visitor.put("/api/me/settings", {}).done()
        assert visitor.get("/api/me/settings").ok == {}


def nested(levels: int) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for _ in range(levels - 1):
        settings = {"a": settings}
    return settings


def test_deeply_nested_settings_are_refused(house: House) -> None:
    ada = house.guest("Ada")
    ada.put("/api/me/settings", nested(16)).done()
    for levels in (17, 100):
        ada.put("/api/me/settings", nested(levels)).refused(422, "people.settings_too_deep", most=16)
    for levels in (500, 900, 990, 1100, 3000):  # around what JSON can be decoded and encoded
        body = '{"a":' + "[" * levels + "]" * levels + "}"
        reply = ada.ask("PUT", "/api/me/settings", content=body, headers={"content-type": "application/json"})
        assert reply.status == 422
    assert ada.get("/api/me/settings").ok == nested(16)


def test_large_settings_are_refused(house: House) -> None:
    ada = house.account("Ada")
    room = 8 * 1024 - len('{"a":""}')
    ada.put("/api/me/settings", {"a": "x" * room}).done()
    with house.unchanged():
        ada.put("/api/me/settings", {"a": "x" * (room + 1)}).refused(429, "people.settings_too_large", most=8192)
        ada.put("/api/me/settings", {"a": "x" * 20_000}).refused(429, "server.body_too_large", most=16_384)


@pytest.mark.parametrize("text", ["[]", "null", "1", "", "{", '{"a":NaN}', '{"a":"\\ud800"}', NESTED])
def test_settings_that_are_not_an_object_are_refused(house: House, text: str) -> None:
    ada = house.account("Ada")
    with house.unchanged():
        reply = ada.ask("PUT", "/api/me/settings", content=text, headers={"content-type": "application/json"})
        reply.refused(422, "server.malformed")


def test_settings_that_are_not_utf8_are_refused(house: House) -> None:
    ada = house.account("Ada")
    with house.unchanged():
        reply = ada.ask(
            "PUT", "/api/me/settings", content=b'{"a":"\xff"}', headers={"content-type": "application/json"}
        )
        reply.refused(422, "server.malformed")


def test_others_see_a_name_and_a_kind(house: House) -> None:
    ada, guest = house.account("Ada"), house.guest("Grace")
    assert guest.get(f"/api/people/{ada.id}").ok["person"] == {"id": ada.id, "name": "Ada", "kind": "account"}
    assert ada.get(f"/api/people/{guest.id}").ok["person"] == {"id": guest.id, "name": "Grace", "kind": "guest"}
    ada.get("/api/people/unknown").refused(404, "people.no_such_person")
    ada.get("/api/people/%00").refused(404, "people.nothing_there")
    assert house.stranger().get(f"/api/people/{ada.id}").ok["person"]["name"] == "Ada"


def test_refusals_use_the_language_of_the_sender(house: House) -> None:
    guest = house.guest("Ada", language="it")
    refused = guest.get("/api/me/account")
    assert refused.body["text"] == say("server.wrong_scope", "it", scope="account")
    stranger = house.stranger().ask("GET", "/api/me", headers={"accept-language": "fr-CH, it;q=0.8, en;q=0.5"})
    assert stranger.body["text"] == say("server.not_signed_in", "it")
    elsewhere = {"accept-language": "it", "origin": "https://evil.example"}
    foreign = guest.ask("PATCH", "/api/me", {"name": "Eve"}, headers=elsewhere)
    assert foreign.body["text"] == say("server.other_origin", "it")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/api/me", {"name": "Other"}),
        ("GET", "/api/me/settings", None),
        ("PUT", "/api/me/settings", {}),
        ("GET", "/api/me/relations", None),
        ("PUT", "/api/people/{other}/block", None),
        ("DELETE", "/api/people/{other}/block", None),
        ("PUT", "/api/people/{other}/mute", None),
        ("DELETE", "/api/people/{other}/mute", None),
        ("POST", "/api/people/{other}/report", {"text": "rude"}),
        ("GET", "/api/me/export", None),
        ("POST", "/api/me/delete", {}),
    ],
)
def test_tokens_may_only_play(house: House, method: str, path: str, body: Any) -> None:
    ada, other = house.account("Ada"), house.guest()
    token = ada.post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok["secret"]
    bot = ada.post("/api/me/bots", {"name": "Engine"}).ok["secret"]
    path = path.format(other=other.id)
    with house.unchanged():
        for program in (house.program(token), house.program(bot)):
            program.ask(method, path, body).refused(403, "server.wrong_scope", scope="self")
        house.stranger().ask(method, path, body).refused(401, "server.not_signed_in")
