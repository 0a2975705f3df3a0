"""Guessing a password is slowed, and does not lock the owner out."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from palatine.server.http.context import DEVICE_COOKIE
from palatine.server.rate_limits import Limit
from server.house import PASSWORD, House, Visitor

WRONG = "wrong horse"
ATTEMPTS = 10


def limit(house: House) -> None:
    house.server.logins = Limit(ATTEMPTS, 0.02, lambda: 0.0)
    house.server.strangers = Limit(10 * ATTEMPTS, 0.02, lambda: 0.0)


def elsewhere(house: House, address: str) -> House:
    """Return the same server as it is reached from another address."""
    limits = house.server.arrivals, house.server.logins, house.server.strangers
    client = TestClient(house.client.app, client=(address, 50_000))
    client.portal = house.client.portal
    other = House(client, house.file)
    house.server.arrivals, house.server.logins, house.server.strangers = limits
    return other


def sign_in(visitor: Visitor, password: str = PASSWORD) -> int:
    return visitor.post("/api/accounts/sign_in", {"name": "Ada", "password": password}).status


def guess(house: House, times: int = ATTEMPTS) -> None:
    stranger = house.stranger()
    for _ in range(times):
        assert sign_in(stranger, WRONG) == 401


def test_a_strangers_guesses_are_limited(house: House) -> None:
    house.account("Ada")
    limit(house)
    guess(house)
    assert sign_in(house.stranger()) == 429


def test_a_stranger_does_not_lock_out_a_known_device(house: House) -> None:
    ada = house.account("Ada")
    limit(house)
    guess(house)
    house.server.arrivals = Limit(1, 0.001, lambda: 0.0)
    house.guest()  # uses up the arrivals from this address
    ada.post("/api/me/sign_out").done()
    assert ada.cookie is None
    assert sign_in(ada) == 200
    ada.post("/api/me/password", {"old": PASSWORD, "new": "another horse"}).done()
    ada.post("/api/me/delete", {"password": "another horse"}).done()
    assert ada.device_cookie is None


def test_a_stranger_does_not_lock_out_another_address(house: House) -> None:
    house.account("Ada")
    limit(house)
    guess(elsewhere(house, "192.0.2.1"))
    assert sign_in(elsewhere(house, "192.0.2.1").stranger()) == 429
    assert sign_in(elsewhere(house, "192.0.2.2").stranger()) == 200


def test_a_stranger_does_not_lock_out_a_session(house: House) -> None:
    ada = house.account("Ada")
    limit(house)
    guess(house)
    ada.post("/api/me/recovery_codes", {"password": PASSWORD}).ok["recovery_codes"]
    ada.post("/api/me/password", {"old": PASSWORD, "new": "another horse"}).done()
    ada.post("/api/me/delete", {"password": "another horse"}).done()


def test_guesses_from_many_addresses_are_limited_together(house: House) -> None:
    ada = house.account("Ada")
    limit(house)
    for number in range(ATTEMPTS):
        guess(elsewhere(house, f"192.0.2.{number}"))
    assert sign_in(elsewhere(house, "192.0.2.99").stranger()) == 429
    assert sign_in(ada) == 200, "a known device still gets in"


@pytest.mark.parametrize(("other", "status"), [("2001:db8:1:2:3::4", 429), ("2001:db8:1:3::1", 200)])
def test_addresses_of_one_ipv6_network_count_as_one(house: House, other: str, status: int) -> None:
    house.account("Ada")
    limit(house)
    guess(elsewhere(house, "2001:db8:1:2::1"))
    assert sign_in(elsewhere(house, other).stranger()) == status


def test_guesses_at_a_known_device_are_limited(house: House) -> None:
    ada = house.account("Ada")
    limit(house)
    for _ in range(ATTEMPTS):
        assert sign_in(ada, WRONG) == 401
    assert sign_in(ada) == 429
    assert sign_in(house.stranger()) == 200


def test_a_device_is_known_to_one_account_only(house: House) -> None:
    house.account("Ada")
    eve = house.account("Eve")
    limit(house)
    guess(house)
    assert eve.device_cookie is not None
    assert sign_in(eve) == 429
    eve.device_cookie = eve.device_cookie[:-1] + ("0" if eve.device_cookie[-1] != "0" else "1")
    assert sign_in(eve) == 429


def test_successful_attempts_do_not_count(house: House) -> None:
    ada, other = house.account("Ada"), house.stranger()
    limit(house)
    for _ in range(2 * ATTEMPTS):
        assert sign_in(ada) == 200
        other.device_cookie = None
        assert sign_in(other) == 200
        ada.post("/api/me/recovery_codes", {"password": PASSWORD}).ok["recovery_codes"]


def test_a_device_cookie_gives_no_access(house: House) -> None:
    ada = house.account("Ada")
    assert ada.device_cookie is not None
    for cookies in (f"{DEVICE_COOKIE}={ada.device_cookie}", f"palatine={ada.device_cookie}"):
        status = house.stranger().ask("GET", "/api/me", headers={"cookie": cookies}).status
        assert status == 401
