"""Block, mute and report."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, select

from palatine.server.people.blocks import may_meet, unseen_hosts
from palatine.server.rate_limits import Limit
from palatine.server.storage.schema import tables
from server.house import House, Visitor

TABLE = {"game": "kingdomino", "players": 3, "public": True}


def open_table(visitor: Visitor) -> str:
    table: str = visitor.post("/api/tables", TABLE).ok["table"]
    return table


def seen_by(house: House, person: str) -> set[str]:
    """Return the tables that the lobby shows to a person."""

    def reading(connection: Connection) -> set[str]:
        return set(connection.scalars(select(tables.c.id).where(tables.c.host.not_in(unseen_hosts(person)))))

    return house.client.portal.call(house.server.store.read, reading)  # type: ignore[union-attr]


def meets(house: House, person: str, host: str) -> bool:
    return house.client.portal.call(may_meet, house.server.store, person, host)  # type: ignore[union-attr]


def kinds(visitor: Visitor) -> list[tuple[str, str]]:
    return sorted((one["person"]["id"], one["kind"]) for one in visitor.get("/api/me/relations").ok)


# --------------------------------------------------------------------------------------------------- block and mute


def test_blocks_and_mutes_are_listed_only_for_their_author(house: House) -> None:
    ada, grace, guest = house.account("Ada"), house.account("Grace"), house.guest("Joan")
    ada.put(f"/api/people/{grace.id}/block").done()
    ada.put(f"/api/people/{grace.id}/mute").done()
    ada.put(f"/api/people/{guest.id}/mute").done()
    assert kinds(ada) == sorted([(grace.id, "block"), (grace.id, "mute"), (guest.id, "mute")])
    (person,) = [one["person"] for one in ada.get("/api/me/relations").ok if one["person"]["id"] == guest.id]
    assert person == {"id": guest.id, "name": "Joan", "kind": "guest"}
    assert kinds(grace) == kinds(guest) == []


@pytest.mark.parametrize("kind", ["block", "mute"])
def test_blocking_and_unblocking_can_be_repeated(house: House, kind: str) -> None:
    guest, other = house.guest(), house.guest()
    path = f"/api/people/{other.id}/{kind}"
    guest.put(path).done()
    with house.unchanged():
        guest.put(path).done()
    guest.delete(path).done()
    assert kinds(guest) == []
    with house.unchanged():
        guest.delete(path).done()
        guest.delete(f"/api/people/unknown/{kind}").done()


def test_unblocking_does_not_unmute(house: House) -> None:
    ada, grace = house.guest(), house.guest()
    ada.put(f"/api/people/{grace.id}/block").done()
    ada.put(f"/api/people/{grace.id}/mute").done()
    ada.delete(f"/api/people/{grace.id}/block").done()
    assert kinds(ada) == [(grace.id, "mute")]


@pytest.mark.parametrize("kind", ["block", "mute"])
def test_only_existing_others_can_be_blocked_or_muted(house: House, kind: str) -> None:
    ada, gone = house.account("Ada"), house.guest()
    gone.post("/api/me/delete", {}).done()
    with house.unchanged():
        ada.put(f"/api/people/{ada.id}/{kind}").refused(422, "people.oneself")
        ada.put(f"/api/people/unknown/{kind}").refused(404, "people.no_such_person")
        ada.put(f"/api/people/{gone.id}/{kind}").refused(404, "people.no_such_person")


def test_the_number_of_blocks_and_mutes_is_limited(house: House) -> None:
    ada = house.account("Ada")
    others = [house.guest() for _ in range(2)]
    ada.put(f"/api/people/{others[0].id}/mute").done()
    house.change(
        "INSERT INTO people (id, kind, name, language, settings, created, seen) "
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999) "
        "SELECT 'p' || i, 'guest', 'x', 'en', '{}', 0, 0 FROM n"
    )
    house.change("INSERT INTO relations SELECT ?, id, 'mute', 0 FROM people WHERE id LIKE 'p%' AND created = 0", ada.id)
    with house.unchanged():
        ada.put(f"/api/people/{others[1].id}/block").refused(429, "people.too_many_relations", most=1000)
        ada.put(f"/api/people/{others[0].id}/mute").done()


# ---------------------------------------------------------------------------------------------------------- effects


def test_a_blocked_person_cannot_sit_down_and_does_not_see_the_table(house: House) -> None:
    ada, grace, joan = house.account("Ada"), house.guest("Grace"), house.guest("Joan")
    table, other = open_table(ada), open_table(joan)
    ada.put(f"/api/people/{grace.id}/block").done()
    with house.unchanged():
        grace.post(f"/api/tables/{table}/sit", {}).refused(403, "people.may_not_sit")
    assert seen_by(house, grace.id) == {other}
    assert seen_by(house, joan.id) == seen_by(house, ada.id) == {table, other}
    joan.post(f"/api/tables/{table}/sit", {}).ok["seq"]
    ada.delete(f"/api/people/{grace.id}/block").done()
    grace.post(f"/api/tables/{table}/sit", {}).ok["seq"]
    assert seen_by(house, grace.id) == {table, other}


def test_a_blocked_person_cannot_sit_down_over_the_socket(house: House) -> None:
    ada, grace = house.account("Ada"), house.guest("Grace")
    table = open_table(ada)
    ada.put(f"/api/people/{grace.id}/block").done()
    with grace.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        with house.unchanged():
            socket.send_json({"type": "sit", "id": 3})
            refused = socket.receive_json()
        assert (refused["type"], refused["id"], refused["problem"]) == ("refused", 3, "people.may_not_sit")
        ada.delete(f"/api/people/{grace.id}/block").done()
        socket.send_json({"type": "sit", "id": 4})
        news = socket.receive_json()
        assert (news["type"], news["accepted"]) == ("update", 4)


def test_the_blocker_may_join_the_tables_of_the_blocked(house: House) -> None:
    ada, grace = house.account("Ada"), house.guest("Grace")
    table = open_table(grace)
    ada.put(f"/api/people/{grace.id}/block").done()
    ada.post(f"/api/tables/{table}/sit", {}).ok["seq"]
    assert seen_by(house, ada.id) == {table}


def test_a_muted_person_may_still_sit_down(house: House) -> None:
    ada, grace = house.account("Ada"), house.guest("Grace")
    table = open_table(ada)
    ada.put(f"/api/people/{grace.id}/mute").done()
    grace.post(f"/api/tables/{table}/sit", {}).ok["seq"]
    assert seen_by(house, grace.id) == {table}


def test_a_block_extends_to_the_bots_of_both(house: House) -> None:
    ada, grace = house.account("Ada"), house.account("Grace")
    bots = [owner.post("/api/me/bots", {"name": "Engine"}).ok for owner in (ada, grace)]
    of_ada, of_grace = (house.program(bot["secret"]) for bot in bots)
    by_ada, by_her_bot = open_table(ada), open_table(of_ada)
    ada.put(f"/api/people/{grace.id}/block").done()
    for visitor, person in ((grace, grace.id), (of_grace, bots[1]["bot"]["id"])):
        with house.unchanged():
            visitor.post(f"/api/tables/{by_ada}/sit", {}).refused(403, "people.may_not_sit")
            visitor.post(f"/api/tables/{by_her_bot}/sit", {}).refused(403, "people.may_not_sit")
        assert seen_by(house, person) == set()
    of_ada.post(f"/api/tables/{by_ada}/sit", {}).ok["seq"]


def test_a_bot_can_be_blocked_without_its_owner(house: House) -> None:
    ada, grace = house.account("Ada"), house.account("Grace")
    bot = grace.post("/api/me/bots", {"name": "Engine"}).ok["bot"]["id"]
    ada.put(f"/api/people/{bot}/block").done()
    assert not meets(house, bot, ada.id)
    assert meets(house, grace.id, ada.id)
    assert meets(house, ada.id, ada.id)


# ---------------------------------------------------------------------------------------------------------- reports


def test_reports_are_stored(house: House) -> None:
    ada, grace = house.account("Ada"), house.guest("Grace")
    table = open_table(grace)
    ada.post(f"/api/people/{grace.id}/report", {"text": " was\nrude  ", "table": table}).done()
    grace.post(f"/api/people/{ada.id}/report", {"text": "tells on people"}).done()
    stored = house.rows("SELECT person, about, table_id, text, handled FROM reports ORDER BY id")
    assert stored == [(ada.id, grace.id, table, "was rude", 0), (grace.id, ada.id, None, "tells on people", 0)]


@pytest.mark.parametrize(
    ("body", "status", "key"),
    [
        ({}, 422, "server.malformed"),
        ({"text": ""}, 422, "server.malformed"),
        ({"text": "x" * 1001}, 422, "server.malformed"),
        ({"text": " \u200b\n"}, 422, "server.nothing_said"),
        ({"text": "rude", "table": "nowhere"}, 404, "server.no_such_table"),
        ({"text": "rude", "table": "\x00"}, 422, "server.malformed"),
        ({"text": "rude", "handled": True}, 422, "server.malformed"),
    ],
)
def test_invalid_reports_are_refused(house: House, body: Any, status: int, key: str) -> None:
    ada, grace = house.account("Ada"), house.guest("Grace")
    with house.unchanged():
        ada.post(f"/api/people/{grace.id}/report", body).refused(status, key)


def test_only_existing_others_can_be_reported(house: House) -> None:
    ada, gone = house.account("Ada"), house.guest()
    gone.post("/api/me/delete", {}).done()
    with house.unchanged():
        ada.post(f"/api/people/{ada.id}/report", {"text": "rude"}).refused(422, "people.oneself")
        ada.post("/api/people/unknown/report", {"text": "rude"}).refused(404, "people.no_such_person")
        ada.post(f"/api/people/{gone.id}/report", {"text": "rude"}).refused(404, "people.no_such_person")


def test_reports_are_rate_limited(house: House) -> None:
    ada, grace = house.account("Ada"), house.guest("Grace")
    house.server.reports = Limit(2, 1 / 200, lambda: 0)
    for _ in range(2):
        ada.post(f"/api/people/{grace.id}/report", {"text": "rude"}).done()
    with house.unchanged():
        reply = ada.post(f"/api/people/{grace.id}/report", {"text": "rude"})
        reply.refused(429, "server.too_often", count=200)
    grace.post(f"/api/people/{ada.id}/report", {"text": "rude"}).done()
