"""Rate limits refill with time, and each address has a maximum number of connections."""

from __future__ import annotations

import pytest
from starlette.websockets import WebSocketDisconnect

from palatine.server.errors import TooMuch
from palatine.server.rate_limits import AtOnce, Limit
from server.house import House


def test_a_limit_refills_with_time() -> None:
    seconds = [0.0]
    limit = Limit(2, 0.5, lambda: seconds[0])
    limit.spend("ada")
    limit.spend("ada")
    with pytest.raises(TooMuch) as refusal:
        limit.spend("ada")
    assert refusal.value.fields["seconds"] == 2
    limit.spend("grace")
    seconds[0] = 2.0
    limit.spend("ada")
    with pytest.raises(TooMuch):
        limit.spend("ada")


def test_an_address_over_its_connection_limit_is_refused_until_one_ends(house: House) -> None:
    house.server.connections = AtOnce(2)
    ada = house.guest("Ada")
    table = ada.post("/api/tables", {"game": "kingdomino", "players": 2}).ok["table"]
    with ada.socket(table) as first, ada.socket(table) as second:
        assert first.receive_json()["type"] == second.receive_json()["type"] == "state"
        with pytest.raises(WebSocketDisconnect), ada.socket(table):
            pass
        ada.get("/api/events").refused(429, "server.too_many_connections", most=2)
        ada.get(f"/api/tables/{table}/stream").refused(429, "server.too_many_connections", most=2)
    with ada.socket(table) as third:
        assert third.receive_json()["type"] == "state"
