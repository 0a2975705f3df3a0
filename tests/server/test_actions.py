"""REST and the WebSocket refuse the same actions, with the same reason and sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from palatine.core.errors import DecisionError
from palatine.core.words import LANGUAGES
from palatine.server.live.actions import Actions
from palatine.server.rate_limits import Limit
from server.house import House, Visitor


def open_table(host: Visitor, **settings: Any) -> str:
    table: str = host.post("/api/tables", {"game": "kingdomino", "players": 2, **settings}).ok["table"]
    return table


def both(visitor: Visitor, table: str, path: str, body: dict[str, Any], kind: str) -> list[tuple[str, str]]:
    """Return the refusals of an action by REST and over the socket: keys and sentences."""
    with visitor.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        socket.send_json({"type": kind, "id": 1, **body})
        refused = socket.receive_json()
    assert (refused["type"], refused["id"]) == ("refused", 1)
    reply = visitor.post(f"/api/tables/{table}/{path}", body)
    assert reply.status >= 400
    return [(reply.body["problem"], reply.body["text"]), (refused["problem"], refused["text"])]


def stranger(house: House) -> tuple[Visitor, str]:
    return house.stranger(), open_table(house.guest())


def blocked(house: House) -> tuple[Visitor, str]:
    host, guest = house.account(), house.guest()
    host.put(f"/api/people/{guest.id}/block").done()
    return guest, open_table(host)


def seated(house: House) -> tuple[Visitor, str]:
    host, guest = house.guest(), house.guest()
    table = open_table(host)
    guest.post(f"/api/tables/{table}/sit", {}).ok["seq"]
    return guest, table


Situation = Callable[[House], tuple[Visitor, str]]
Action = tuple[str, dict[str, Any], str]
"""The path of an action, its body, and the type of its message."""
SIT: Action = ("sit", {}, "sit")
SAY: Action = ("chat", {"text": "hello"}, "say")
DECIDE: Action = ("decide", {"ply": 0, "decision": 0}, "decide")


@pytest.mark.parametrize(
    ("situation", "action", "reason"),
    [
        (stranger, SIT, "server.not_signed_in"),
        (stranger, SAY, "server.not_signed_in"),
        (stranger, DECIDE, "server.not_signed_in"),
        (blocked, SIT, "people.may_not_sit"),
        (seated, SIT, "server.has_begun"),
        (seated, ("decide", {"ply": 7, "decision": 0}, "decide"), "server.not_up_to_date"),
        (seated, ("chat", {"text": "\u2007"}, "say"), "server.nothing_said"),
    ],
)
def test_rest_and_socket_refuse_with_the_same_sentence(
    house: House, situation: Situation, action: Action, reason: str
) -> None:
    visitor, table = situation(house)
    with house.unchanged():
        by_rest, over_socket = both(visitor, table, *action)
    assert by_rest == over_socket
    assert by_rest[0] == reason
    assert by_rest[1]


def test_an_ended_session_is_refused_by_rest_and_socket(house: House) -> None:
    account, table = house.account("Ada"), open_table(house.guest())
    with account.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        stolen = account.copy()
        assert account.post("/api/me/sign_out").status == 200
        socket.send_json({"type": "sit", "id": 1})
        refused = socket.receive_json()
    reply = stolen.post(f"/api/tables/{table}/sit", {})
    reply.refused(401, "server.not_signed_in")
    assert (refused["problem"], refused["text"]) == (reply.body["problem"], reply.body["text"])


def test_rest_and_socket_share_the_rate_limit_for_chat(house: House) -> None:
    server, guest = house.server, house.guest()
    table = open_table(guest)
    server.actions = Actions(server.hub, server.people, Limit(2, 1 / 20, lambda: 0))
    with guest.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        guest.post(f"/api/tables/{table}/chat", {"text": "one"}).ok["number"]
        socket.send_json({"type": "say", "id": 1, "text": "two"})
        assert [socket.receive_json()["type"] for _ in range(3)] == ["said", "said", "accepted"]
    by_rest, over_socket = both(guest, table, *SAY)
    assert by_rest == over_socket == ("server.too_often", by_rest[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_illegal_decision_is_refused_with_its_reason_in_the_language_of_the_user(
    house: House, language: str
) -> None:
    guest = house.guest(language=language)
    seats = [{"kind": "me"}, {"kind": "local", "name": "Kid"}]
    table = guest.post("/api/tables", {"game": "kingdomino", "players": 2, "seats": seats}).ok["table"]
    with pytest.raises(DecisionError) as illegal:
        house.hosted(table).playing.number("discard")
    with guest.socket(table) as socket:
        assert [socket.receive_json()["type"] for _ in range(2)] == ["state", "here"]
        socket.send_json({"type": "decide", "id": 1, "ply": 0, "decision": "discard"})
        over_socket = socket.receive_json()
    by_rest = guest.post(f"/api/tables/{table}/decide", {"ply": 0, "decision": "discard"}).body
    for answer in (by_rest, over_socket):
        assert answer["problem"] == "core.illegal_decision"
        assert answer["text"] == illegal.value.text(language)
        assert answer["reason"] == illegal.value.reason(language)
        assert answer["text"].startswith(f"{answer['reason']} ")
