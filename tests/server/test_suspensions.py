"""Mutes and suspensions: over REST and sockets, for bots too, in all processes, and lifted again."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from palatine.server.broadcast import Announcement
from palatine.server.clock import now
from palatine.server.errors import NotAllowed
from palatine.server.messages.socket import Decide, Sit
from palatine.server.people.standing import utc
from server.house import PASSWORD, House, Visitor

WEEK = 7 * 24 * 60
REASON = "insults in chat"


def suspend(host: Visitor, person: str, minutes: int | None = None) -> None:
    host.post(f"/api/admin/people/{person}/suspend", {"reason": REASON, "minutes": minutes}).done()


def read_to_the_end(socket: WebSocketTestSession) -> None:
    """Read messages until the server closes the connection."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            socket.receive_json()


def acts_at(table: str) -> list[tuple[str, Any]]:
    """Return everything a player could do."""
    return [
        ("/api/tables", {"game": "kingdomino", "players": 2}),
        (f"/api/tables/{table}/sit", {}),
        (f"/api/tables/{table}/seat", {"seat": 0, "chair": {"kind": "bot", "level": 1}}),
        (f"/api/tables/{table}/start", {}),
        (f"/api/tables/{table}/leave", None),
        (f"/api/tables/{table}/decide", {"ply": 0, "decision": 0}),
        (f"/api/tables/{table}/undo", {}),
        (f"/api/tables/{table}/undo/answer", {"consents": True}),
        (f"/api/tables/{table}/take_back", None),
        (f"/api/tables/{table}/take_over", None),
        (f"/api/tables/{table}/chat", {"text": "hello"}),
        (f"/api/tables/{table}/rematch", None),
    ]


@pytest.mark.parametrize("kind", ["guest", "account"])
def test_a_suspended_person_cannot_do_anything_and_is_shown_why(house: House, kind: str) -> None:
    host, other = house.host(), house.guest("Grace")
    ada = house.guest("Ada") if kind == "guest" else house.account("Ada")
    table = other.post("/api/tables", {"game": "kingdomino", "players": 3}).ok["table"]
    ada.post(f"/api/tables/{table}/sit", {}).ok["seq"]
    suspend(host, ada.id)
    assert other.get(f"/api/tables/{table}").ok["seats"][1]["kind"] == "open"
    with house.unchanged():
        for path, body in acts_at(table):
            ada.post(path, body).refused(403, "people.suspended_for_good", reason=REASON)
        assert ada.get("/api/events").body["problem"] == "people.suspended_for_good"
    (shown,) = ada.get("/api/notices").ok["sanctions"]
    assert (shown["kind"], shown["reason"], shown["until"]) == ("suspension", REASON, None)


def test_a_suspension_for_a_time_says_until_when_and_ends_by_itself(house: House) -> None:
    host, ada = house.host(), house.guest("Ada")
    suspend(host, ada.id, WEEK)
    until = ada.get("/api/notices").ok["sanctions"][0]["until"]
    assert abs(until - now() - WEEK * 60_000) < 60_000
    opening = ("/api/tables", {"game": "kingdomino", "players": 2})
    ada.post(*opening).refused(403, "people.suspended", until=utc(until), reason=REASON)
    house.change("UPDATE sanctions SET until = ?", now() - 1)
    assert ada.post(*opening).status == 200
    assert ada.get("/api/notices").ok["sanctions"] == []


def test_a_suspended_person_still_reads_exports_and_deletes_their_data(house: House) -> None:
    host, ada = house.host(), house.account("Ada")
    table = house.open(ada, house.guest())
    suspend(host, ada.id)
    again = house.signed_in("Ada")
    assert again.get("/api/me").ok["id"] == ada.id
    assert [one["id"] for one in again.get("/api/me/tables?list=running").ok["tables"]] == [table]
    assert [one["reason"] for one in again.get("/api/me/export").ok["sanctions"]] == [REASON]
    again.post("/api/me/delete", {"password": PASSWORD}).done()
    assert house.rows("SELECT * FROM sanctions") == []
    assert len(house.rows("SELECT * FROM audit WHERE person = ?", ada.id)) == 1, "the audit log keeps the act"


def test_tokens_and_bots_of_a_suspended_person_cannot_play(house: House) -> None:
    host, ada = house.host(), house.account("Ada")
    token = house.program(ada.post("/api/me/tokens", {"label": "mine", "scopes": ["play"]}).ok["secret"])
    bot = house.program(ada.post("/api/me/bots", {"name": "Engine"}).ok["secret"])
    opening = ("/api/tables", {"game": "kingdomino", "players": 2})
    table = bot.post(*opening).ok["table"]
    suspend(host, ada.id)
    for program in (token, bot):
        program.post(*opening).refused(403, "people.suspended_for_good", reason=REASON)
    assert house.guest().get(f"/api/tables/{table}").ok["status"] == "ended", "its open table is closed"


def test_bots_take_over_the_seats_of_a_suspended_person_until_the_suspension_is_lifted(house: House) -> None:
    host, ada, grace = house.host(), house.guest("Ada"), house.guest("Grace")
    table = house.open(grace, ada)
    suspend(host, ada.id)
    seats = grace.get(f"/api/tables/{table}").ok["seats"]
    assert [(seat["taken_over"], seat["name"]) for seat in seats] == [(False, "Grace"), (True, "Ada")]
    host.post(f"/api/admin/people/{ada.id}/lift", {"kind": "suspension", "reason": "sorry"}).done()
    assert ada.post(f"/api/tables/{table}/take_back").status == 200
    assert not any(seat["taken_over"] for seat in grace.get(f"/api/tables/{table}").ok["seats"])
    with house.unchanged():
        again = host.post(f"/api/admin/people/{ada.id}/lift", {"kind": "suspension", "reason": "again"})
        again.refused(409, "hosting.no_suspension")


def test_open_sockets_of_a_suspended_person_are_closed_and_new_ones_refused(house: House) -> None:
    host, ada, grace = house.host(), house.guest("Ada"), house.guest("Grace")
    table = house.open(ada, grace)
    with ada.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        suspend(host, ada.id)
        read_to_the_end(socket)
    with pytest.raises(WebSocketDisconnect), ada.socket(table):
        raise AssertionError("the socket is accepted")


def test_a_message_over_a_socket_that_is_still_open_is_refused(house: House) -> None:
    host, ada = house.host(), house.guest("Ada")
    table = house.guest("Grace").post("/api/tables", {"game": "kingdomino", "players": 2}).ok["table"]
    person = house.call(house.server.people.recognise, ada.credential)  # as a socket remembers them
    suspend(host, ada.id)
    with house.unchanged():
        for order in (Sit(1), Decide(1, 0, 0)):
            with pytest.raises(NotAllowed, match=REASON):
                house.call(house.server.actions.act, table, person, order)
        with pytest.raises(NotAllowed, match=REASON):
            house.call(house.server.actions.say, table, person, "hello")


def test_a_muted_person_plays_but_does_not_chat(house: House) -> None:
    host, ada, grace = house.host(), house.guest("Ada"), house.guest("Grace")
    table = house.open(ada, grace)
    host.post(f"/api/admin/people/{ada.id}/mute", {"reason": REASON, "minutes": 30}).done()
    until = ada.get("/api/notices").ok["sanctions"][0]["until"]
    with house.unchanged():
        said = ada.post(f"/api/tables/{table}/chat", {"text": "hello"})
        said.refused(403, "people.muted", until=utc(until), reason=REASON)
        with ada.socket(table) as socket:
            assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
            socket.send_json({"type": "say", "id": 1, "text": "hello"})
            assert socket.receive_json()["problem"] == "people.muted"
    house.play(table, decisions=2)
    assert grace.post(f"/api/tables/{table}/chat", {"text": "hello"}).status == 200
    host.post(f"/api/admin/people/{ada.id}/lift", {"kind": "mute", "reason": "enough"}).done()
    assert ada.post(f"/api/tables/{table}/chat", {"text": "hello"}).status == 200


def test_a_new_suspension_replaces_the_old_one(house: House) -> None:
    host, ada = house.host(), house.guest("Ada")
    suspend(host, ada.id)
    suspend(host, ada.id, 5)
    (shown,) = ada.get("/api/notices").ok["sanctions"]
    assert shown["until"] is not None
    assert [one["ended"] is None for one in host.get(f"/api/admin/people/{ada.id}").ok["sanctions"]] == [True, False]
    host.post(f"/api/admin/people/{ada.id}/lift", {"kind": "suspension", "reason": "sorry"}).done()
    assert ada.post("/api/tables", {"game": "kingdomino", "players": 2}).status == 200


def test_a_suspension_written_by_another_process_holds_at_the_next_request(house: House) -> None:
    ada = house.guest("Ada")
    house.change("INSERT INTO sanctions VALUES (1, ?, 'suspension', ?, 1, NULL, NULL)", ada.id, REASON)
    ada.post("/api/tables", {"game": "kingdomino", "players": 2}).refused(
        403, "people.suspended_for_good", reason=REASON
    )
    house.change("UPDATE sanctions SET ended = 2")
    assert ada.post("/api/tables", {"game": "kingdomino", "players": 2}).status == 200


def test_an_announced_suspension_closes_sockets_and_hands_seats_over(house: House) -> None:
    ada, grace = house.guest("Ada"), house.guest("Grace")
    table = house.open(grace, ada)
    with ada.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        house.change("INSERT INTO sanctions VALUES (1, ?, 'suspension', ?, 1, NULL, NULL)", ada.id, REASON)
        announcement = Announcement("another process", standing=True)
        house.client.portal.call(house.server.enforcer.receive, announcement)  # type: ignore[union-attr]
        read_to_the_end(socket)
    house.call(house.server.enforcer.enforce)  # waits for the reading under way
    assert grace.get(f"/api/tables/{table}").ok["seats"][1]["taken_over"]
