"""Tokens of programs, and bot accounts."""

from __future__ import annotations

from typing import Any

import pytest

from server.house import House, Visitor

TABLE = {"game": "kingdomino", "players": 2}
LABELLED = {"label": "my engine", "scopes": ["play"]}


def open_table(visitor: Visitor) -> str:
    table: str = visitor.post("/api/tables", TABLE).ok["table"]
    return table


# ----------------------------------------------------------------------------------------------------------- tokens


def test_a_token_plays_for_its_person(house: House) -> None:
    ada = house.account("Ada")
    created = ada.post("/api/me/tokens", {"label": " my\tengine ", "scopes": ["play", "play"]}).ok
    assert created["secret"].startswith("palatine_")
    assert (created["token"]["label"], created["token"]["scopes"]) == ("my engine", ["play"])
    program = house.program(created["secret"])
    assert program.get("/api/me").ok["id"] == ada.id
    assert ada.get(f"/api/tables/{open_table(program)}").ok["host"] == ada.id


def test_a_token_is_shown_once(house: House) -> None:
    ada = house.account("Ada")
    created = ada.post("/api/me/tokens", LABELLED).ok
    assert ada.get("/api/me/tokens").ok == [created["token"]]
    assert created["secret"] not in repr(house.everything())
    assert house.account("Grace").get("/api/me/tokens").ok == []


def test_a_revoked_token_stops_working(house: House) -> None:
    ada = house.account("Ada")
    first, second = (ada.post("/api/me/tokens", LABELLED).ok for _ in range(2))
    ada.delete(f"/api/me/tokens/{first['token']['id']}").done()
    assert not house.program(first["secret"]).is_known
    assert house.program(second["secret"]).is_known
    assert ada.get("/api/me/tokens").ok == [second["token"]]
    with house.unchanged():
        ada.delete(f"/api/me/tokens/{first['token']['id']}").refused(404, "people.no_such_token")


def test_the_tokens_of_others_cannot_be_revoked(house: House) -> None:
    ada, grace = house.account("Ada"), house.account("Grace")
    created = ada.post("/api/me/tokens", LABELLED).ok
    with house.unchanged():
        grace.delete(f"/api/me/tokens/{created['token']['id']}").refused(404, "people.no_such_token")
    assert house.program(created["secret"]).is_known


def test_the_number_of_tokens_is_limited(house: House) -> None:
    ada = house.account("Ada")
    created = [ada.post("/api/me/tokens", LABELLED).ok["token"]["id"] for _ in range(20)]
    with house.unchanged():
        ada.post("/api/me/tokens", LABELLED).refused(429, "people.too_many_tokens", most=20)
    ada.delete(f"/api/me/tokens/{created[0]}").done()
    assert ada.post("/api/me/tokens", LABELLED).status == 200


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ({"label": "", "scopes": ["play"]}, "server.malformed"),
        ({"label": "x" * 61, "scopes": ["play"]}, "server.malformed"),
        ({"label": "\u200b", "scopes": ["play"]}, "people.wrong_label"),
        ({"label": "mine", "scopes": []}, "server.malformed"),
        ({"label": "mine", "scopes": ["account"]}, "server.malformed"),
        ({"label": "mine", "scopes": ["play account"]}, "server.malformed"),
        ({"scopes": ["play"]}, "server.malformed"),
    ],
)
def test_invalid_tokens_are_refused(house: House, body: Any, key: str) -> None:
    ada = house.account("Ada")
    with house.unchanged():
        ada.post("/api/me/tokens", body).refused(422, key)


def test_an_open_socket_notices_that_its_token_was_revoked(house: House) -> None:
    ada = house.account("Ada")
    created = ada.post("/api/me/tokens", LABELLED).ok
    table = open_table(ada)
    with house.program(created["secret"]).socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        ada.delete(f"/api/me/tokens/{created['token']['id']}").done()
        with house.unchanged():
            socket.send_json({"type": "leave", "id": 7})
            refused = socket.receive_json()
        assert (refused["id"], refused["problem"]) == (7, "server.not_signed_in")


# ------------------------------------------------------------------------------------------------------------- bots


def test_a_bot_plays_under_its_own_name(house: House) -> None:
    ada = house.account("Ada")
    created = ada.post("/api/me/bots", {"name": " Analytical  Engine "}).ok
    assert ada.get("/api/me/bots").ok == [created["bot"]]
    assert created["secret"] not in repr(house.everything())
    program = house.program(created["secret"])
    me = program.get("/api/me").ok
    assert (me["id"], me["name"], me["kind"]) == (created["bot"]["id"], "Analytical Engine", "bot")
    table = open_table(ada)
    program.post(f"/api/tables/{table}/sit", {}).ok["seq"]
    seats = ada.get(f"/api/tables/{table}").ok["seats"]
    assert [(seat["person"], seat["name"]) for seat in seats] == [(ada.id, "Ada"), (me["id"], "Analytical Engine")]
    assert ada.get("/api/me/tokens").ok == [], "the token belongs to the bot"


def test_the_token_of_a_bot_can_be_replaced(house: House) -> None:
    ada, grace = house.account("Ada"), house.account("Grace")
    created = ada.post("/api/me/bots", {"name": "Engine"}).ok
    path = f"/api/me/bots/{created['bot']['id']}/token"
    with house.unchanged():
        grace.post(path).refused(404, "people.no_such_bot")
        ada.post(f"/api/me/bots/{ada.id}/token").refused(404, "people.no_such_bot")
    renewed = ada.post(path).ok
    assert renewed["bot"] == created["bot"]
    assert not house.program(created["secret"]).is_known
    assert house.program(renewed["secret"]).get("/api/me").ok["id"] == created["bot"]["id"]


def test_a_deleted_bot_leaves_its_tables_and_loses_its_name(house: House) -> None:
    ada = house.account("Ada")
    created = ada.post("/api/me/bots", {"name": "Engine"}).ok
    bot, program = created["bot"]["id"], house.program(created["secret"])
    table = ada.post("/api/tables", {"game": "kingdomino", "players": 3}).ok["table"]
    program.post(f"/api/tables/{table}/sit", {}).ok["seq"]
    hosted = open_table(program)
    ada.delete(f"/api/me/bots/{bot}").done()
    assert not program.is_known
    assert ada.get("/api/me/bots").ok == []
    assert ada.get(f"/api/people/{bot}").ok["person"] == {"id": bot, "name": "—", "kind": "gone"}
    assert [seat["kind"] for seat in ada.get(f"/api/tables/{table}").ok["seats"]] == ["person", "open", "open"]
    assert ada.get(f"/api/tables/{hosted}").ok["status"] == "ended"
    assert "Engine" not in repr(house.everything())
    assert ada.is_known
    ada.delete(f"/api/me/bots/{bot}").refused(404, "people.no_such_bot")


def test_only_own_bots_can_be_deleted(house: House) -> None:
    ada, grace = house.account("Ada"), house.account("Grace")
    bot = ada.post("/api/me/bots", {"name": "Engine"}).ok["bot"]["id"]
    with house.unchanged():
        for person in (bot, ada.id, "unknown"):
            grace.delete(f"/api/me/bots/{person}").refused(404, "people.no_such_bot")
        ada.delete(f"/api/me/bots/{grace.id}").refused(404, "people.no_such_bot")


def test_the_number_of_bots_is_limited(house: House) -> None:
    ada = house.account("Ada")
    created = [ada.post("/api/me/bots", {"name": f"Engine {number}"}).ok["bot"]["id"] for number in range(10)]
    with house.unchanged():
        ada.post("/api/me/bots", {"name": "One more"}).refused(429, "people.too_many_bots", most=10)
    ada.delete(f"/api/me/bots/{created[0]}").done()
    assert ada.post("/api/me/bots", {"name": "One more"}).status == 200


@pytest.mark.parametrize(
    ("body", "key"),
    [({}, "server.malformed"), ({"name": ""}, "server.malformed"), ({"name": "\u3164"}, "server.wrong_name")],
)
def test_bots_without_a_visible_name_are_refused(house: House, body: Any, key: str) -> None:
    ada = house.account("Ada")
    with house.unchanged():
        ada.post("/api/me/bots", body).refused(422, key)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/me/tokens", None),
        ("POST", "/api/me/tokens", LABELLED),
        ("DELETE", "/api/me/tokens/abc", None),
        ("GET", "/api/me/bots", None),
        ("POST", "/api/me/bots", {"name": "Engine"}),
        ("POST", "/api/me/bots/abc/token", None),
        ("DELETE", "/api/me/bots/abc", None),
    ],
)
def test_only_a_session_manages_tokens_and_bots(house: House, method: str, path: str, body: Any) -> None:
    ada, guest = house.account("Ada"), house.guest()
    token = house.program(ada.post("/api/me/tokens", LABELLED).ok["secret"])
    bot = house.program(ada.post("/api/me/bots", {"name": "Engine"}).ok["secret"])
    with house.unchanged():
        for visitor in (guest, token, bot):
            visitor.ask(method, path, body).refused(403, "server.wrong_scope", scope="account")
        house.stranger().ask(method, path, body).refused(401, "server.not_signed_in")
