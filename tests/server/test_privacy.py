"""Export and deletion of a person's own data."""

from __future__ import annotations

import pytest

from palatine.server.broadcast import Announcement
from palatine.server.rate_limits import Limit
from server.house import PASSWORD, House, Visitor

EMPTY = ("tokens", "bots", "relations", "reports", "tables", "chat", "results", "ratings", "subscriptions", "sanctions")


def with_everything(house: House, visitor: Visitor, other: Visitor) -> str:
    """Let a visitor do everything that leaves a trace, and return a table where they play."""
    table: str = other.post("/api/tables", {"game": "kingdomino", "players": 2}).ok["table"]
    visitor.post(f"/api/tables/{table}/sit", {}).ok["seq"]
    visitor.post(f"/api/tables/{table}/chat", {"text": "my secret thoughts"}).ok["text"]
    other.post(f"/api/tables/{table}/chat", {"text": "good luck"}).ok["text"]
    visitor.put(f"/api/people/{other.id}/mute").done()
    other.put(f"/api/people/{visitor.id}/mute").done()
    visitor.post(f"/api/people/{other.id}/report", {"text": "too good", "table": table}).done()
    visitor.put("/api/me/settings", {"theme": "dusk"}).done()
    house.change("INSERT INTO results VALUES (?, 1, ?, 'kingdomino', 2, 47, 2, 1, 5, 0)", table, visitor.id)
    house.change("INSERT INTO ratings VALUES (?, 'kingdomino', 2, 25.5, 8.25, 1, 5, 1)", visitor.id)
    house.change(
        'INSERT INTO subscriptions VALUES (?, ?, \'{"auth": "hush"}\', 5)', f"https://{visitor.id}", visitor.id
    )
    return table


# ----------------------------------------------------------------------------------------------------------- export


def test_the_export_contains_all_stored_data(house: House) -> None:
    ada, other = house.account("Ada"), house.guest("Grace")
    table = with_everything(house, ada, other)
    token = ada.post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok
    bot = ada.post("/api/me/bots", {"name": "Engine"}).ok
    export = ada.get("/api/me/export").ok
    person = export["person"]
    assert (person["id"], person["name"], person["login"], person["kind"]) == (ada.id, "Ada", "ada", "account")
    assert person["settings"] == {"theme": "dusk"}
    assert export["recovery_codes_left"] == 8
    assert [session["current"] for session in export["sessions"]] == [True]
    assert export["tokens"] == [token["token"]]
    assert export["bots"] == [bot["bot"]]
    assert [(one["person"]["id"], one["kind"]) for one in export["relations"]] == [(other.id, "mute")]
    assert [(one["about"], one["table"], one["text"]) for one in export["reports"]] == [(other.id, table, "too good")]
    assert [(one["table"], one["seat"], one["game"], one["status"]) for one in export["tables"]] == [
        (table, 1, "kingdomino", "playing")
    ]
    assert [(one["table"], one["name"], one["text"]) for one in export["chat"]] == [
        (table, "Ada", "my secret thoughts")
    ]
    assert [(one["points"], one["place"], one["rated"]) for one in export["results"]] == [(47, 2, True)]
    assert [(one["mu"], one["sigma"], one["games"]) for one in export["ratings"]] == [(25.5, 8.25, 1)]
    assert [one["endpoint"] for one in export["subscriptions"]] == [f"https://{ada.id}"]


def test_the_export_contains_no_secrets_and_no_data_of_others(house: House) -> None:
    ada, other = house.account("Ada"), house.account("Grace")
    with_everything(house, ada, other)
    secret = ada.post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok["secret"]
    export = str(ada.get("/api/me/export").ok)
    seeds_and_tokens = [row[0] for row in house.rows("SELECT seed FROM tables UNION SELECT hash FROM tokens")]
    hashes = [row[0] for row in house.rows("SELECT password FROM people UNION SELECT hash FROM recovery_codes")]
    for hidden in (PASSWORD, secret, str(ada.cookie), *seeds_and_tokens, *hashes, "good luck", "hush"):
        assert hidden not in export


def test_the_export_of_a_newcomer_is_empty(house: House) -> None:
    guest = house.guest("Joan")
    export = guest.get("/api/me/export").ok
    assert (export["person"]["id"], export["person"]["login"]) == (guest.id, None)
    assert export["sessions"] == []
    assert {name: export[name] for name in EMPTY} == {name: [] for name in EMPTY}


def test_exports_are_rate_limited(house: House) -> None:
    house.server.exports = Limit(1, 1 / 200, lambda: 0)
    guest = house.guest()
    assert guest.get("/api/me/export").status == 200
    guest.get("/api/me/export").refused(429, "server.too_often", count=200)


# --------------------------------------------------------------------------------------------------------- deletion


def test_deleting_an_account_needs_its_password(house: House) -> None:
    ada = house.account("Ada")
    with_everything(house, ada, house.guest("Grace"))
    with house.unchanged():
        ada.post("/api/me/delete", {}).refused(403, "people.password_needed")
        ada.post("/api/me/delete", {"password": None}).refused(403, "people.password_needed")
        ada.post("/api/me/delete", {"password": "wrong horse"}).refused(403, "people.wrong_password")
        ada.post("/api/me/delete", {"password": 1}).refused(422, "server.malformed")
        ada.post("/api/me/delete").refused(422, "server.not_json")
    assert ada.is_known


@pytest.mark.parametrize("kind", ["guest", "account"])
def test_deletion_leaves_no_personal_data(house: House, kind: str) -> None:
    name = "Ada Lovelace"
    ada = house.guest(name) if kind == "guest" else house.account(name)
    other = house.account("Grace")
    table = with_everything(house, ada, other)
    local = [{"kind": "me"}, {"kind": "local", "name": "Ada's Mother"}]
    alone = ada.post("/api/tables", {"game": "kingdomino", "players": 2, "seats": local}).ok["table"]
    waiting = ada.post("/api/tables", {"game": "kingdomino", "players": 2}).ok["table"]
    seen_before = other.get(f"/api/tables/{table}").ok
    assert [seat["name"] for seat in seen_before["seats"]] == ["Grace", name]
    copy = ada.copy()

    ada.post("/api/me/delete", {"password": PASSWORD} if kind == "account" else {}).done()

    assert ada.cookie is None
    assert not copy.is_known
    stored = repr(house.everything())
    for trace in (name, name.casefold(), "Ada's Mother", "my secret thoughts", "dusk"):
        assert trace not in stored
    for place in ("tokens", "recovery_codes", "subscriptions", "ratings", "relations"):
        assert house.rows(f"SELECT * FROM {place} WHERE person = ?", ada.id) == []
    assert other.get("/api/me/relations").ok == []
    assert other.get(f"/api/people/{ada.id}").ok["person"] == {"id": ada.id, "name": "—", "kind": "gone"}
    assert [other.get(f"/api/tables/{one}").ok["status"] for one in (alone, waiting)] == ["ended", "ended"]

    seen = other.get(f"/api/tables/{table}").ok
    assert [(seat["name"], seat["taken_over"]) for seat in seen["seats"]] == [("Grace", False), ("—", True)]
    assert seen["status"] == "playing"
    assert house.rows("SELECT person, text FROM chat ORDER BY number") == [(ada.id, "—"), (other.id, "good luck")]
    assert len(house.rows("SELECT * FROM results WHERE table_id = ?", table)) == 1, "opponents keep their games"
    assert len(house.rows("SELECT * FROM reports")) == 1


def test_the_game_goes_on_for_the_others_after_a_restart(house: House) -> None:
    guest, other = house.guest("Ada"), house.guest("Grace")
    table = with_everything(house, guest, other)
    guest.post("/api/me/delete", {}).done()
    house.server.hub.live.clear()  # as after a restart
    seen = other.get(f"/api/tables/{table}").ok
    assert [seat["name"] for seat in seen["seats"]] == ["Grace", "—"]
    assert seen["status"] == "playing"


def test_open_sockets_see_the_name_removed(house: House) -> None:
    guest, other = house.guest("Ada"), house.guest("Grace")
    table = other.post("/api/tables", {"game": "kingdomino", "players": 3}).ok["table"]
    with other.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        guest.post(f"/api/tables/{table}/sit", {}).ok["seq"]
        assert socket.receive_json()["table"]["seats"][1]["name"] == "Ada"
        guest.post("/api/me/delete", {}).done()
        assert socket.receive_json()["table"]["seats"][1]["kind"] == "open"
    assert "Ada" not in repr(house.everything())


def test_the_name_is_removed_in_all_processes(house: House) -> None:
    guest, other = house.guest("Ada"), house.guest("Grace")
    table = other.post("/api/tables", {"game": "kingdomino", "players": 3}).ok["table"]
    guest.post(f"/api/tables/{table}/sit", {}).ok["seq"]
    with other.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        announcement = Announcement("another process", gone=[guest.id])
        house.client.portal.call(house.server.hub.sync.receive, announcement)  # type: ignore[union-attr]
        names = [seat["name"] for seat in socket.receive_json()["table"]["seats"]]
    assert names == ["Grace", "—", ""]


def test_bots_are_deleted_with_their_owner(house: House) -> None:
    ada = house.account("Ada")
    bot = ada.post("/api/me/bots", {"name": "Engine"}).ok
    program = house.program(bot["secret"])
    table = program.post("/api/tables", {"game": "kingdomino", "players": 2}).ok["table"]
    ada.post("/api/me/delete", {"password": PASSWORD}).done()
    assert not program.is_known
    assert house.guest().get(f"/api/tables/{table}").ok["status"] == "ended"
    assert house.rows("SELECT DISTINCT kind, owner FROM people WHERE id = ?", bot["bot"]["id"]) == [("gone", None)]
    assert "Engine" not in repr(house.everything())


def test_the_name_of_a_deleted_account_is_free_again(house: House) -> None:
    ada = house.account("Ada")
    ada.post("/api/me/delete", {"password": PASSWORD}).done()
    house.stranger().post("/api/accounts/sign_in", {"name": "Ada", "password": PASSWORD}).refused(
        401, "people.wrong_sign_in"
    )
    assert house.account("Ada").id != ada.id


def test_an_open_socket_notices_the_deletion(house: House) -> None:
    guest, other = house.guest("Ada"), house.guest("Grace")
    table = other.post("/api/tables", {"game": "kingdomino", "players": 2}).ok["table"]
    with guest.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        guest.copy().post("/api/me/delete", {}).done()
        with house.unchanged():
            socket.send_json({"type": "say", "id": 1, "text": "boo"})
            assert socket.receive_json()["problem"] == "server.not_signed_in"
