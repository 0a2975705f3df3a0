"""Signing up and signing in: names, passwords and limits."""

from __future__ import annotations

import asyncio
import statistics
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from palatine.server.app import application
from palatine.server.errors import NotNow, TooMuch
from palatine.server.rate_limits import Limit
from palatine.server.settings import Hashing
from server.house import DATABASE, PASSWORD, House, settings_in


def sign_up(name: str = "Ada", password: str = PASSWORD, **more: Any) -> dict[str, Any]:
    return {"name": name, "password": password, **more}


# ------------------------------------------------------------------------------------------------------ signing up


def test_signing_up_signs_in_and_returns_recovery_codes(house: House) -> None:
    ada = house.stranger()
    signed_up = ada.post("/api/accounts", sign_up(" Ada  Lovelace ", language="it")).ok
    assert {**signed_up["me"], "id": ""} == {"id": "", "name": "Ada Lovelace", "kind": "account", "language": "it"}
    assert len(set(signed_up["recovery_codes"])) == 8
    assert ada.cookie is not None
    assert ada.cookie.startswith("s.")
    assert {"HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={180 * 24 * 3600}"} <= set(ada.set_cookie.split("; "))
    assert ada.get("/api/me").ok == signed_up["me"]
    account = ada.get("/api/me/account").ok
    assert (account["login"], account["recovery_codes_left"]) == ("ada lovelace", 8)


def test_a_guest_who_signs_up_keeps_their_identity(house: House) -> None:
    guest = house.guest("Grace", language="it")
    table = guest.post("/api/tables", {"game": "kingdomino", "players": 2}).ok["table"]
    old = guest.copy()
    signed_up = guest.post("/api/accounts", sign_up("hopper")).ok
    assert signed_up["me"] == {"id": guest.id, "name": "Grace", "kind": "account", "language": "it"}
    assert not old.is_known, "the guest's cookie must not bypass the password"
    assert guest.post(f"/api/tables/{table}/leave").status == 200
    assert house.signed_in("Hopper").id == guest.id


@pytest.mark.parametrize("name", ["Ada", "ADA", " ada ", "\uff21\uff44\uff41", "Ad\ufe0fa"])
def test_case_and_encoding_do_not_make_a_name_different(house: House, name: str) -> None:
    house.account("ada")
    with house.unchanged():
        stranger = house.stranger()
        stranger.post("/api/accounts", sign_up(name)).refused(409, "people.name_taken")
        assert stranger.cookie is None


def test_a_guest_refused_a_taken_name_stays_a_guest(house: House) -> None:
    house.account("Ada")
    guest = house.guest("Grace")
    with house.unchanged():
        guest.post("/api/accounts", sign_up("Ada")).refused(409, "people.name_taken")
    assert guest.get("/api/me").ok["kind"] == "guest"


def test_only_one_of_two_simultaneous_sign_ups_gets_a_name(house: House) -> None:
    async def both() -> list[object]:
        wishes = (house.server.accounts.sign_up(None, name, PASSWORD, "en", "") for name in ("Ada", "ADA"))
        return await asyncio.gather(*wishes, return_exceptions=True)

    outcomes = house.client.portal.call(both)  # type: ignore[union-attr]
    (refused,) = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    assert isinstance(refused, NotNow)
    assert refused.key == "people.name_taken"
    assert len(house.rows("SELECT * FROM people")) == len(house.rows("SELECT * FROM tokens")) == 1
    assert len(house.rows("SELECT * FROM recovery_codes")) == 8


def test_different_names_are_different_accounts(house: House) -> None:
    assert len({house.account(name).id for name in ("Ada", "Adà", "A da", "Straße", "Mary")}) == 5
    house.stranger().post("/api/accounts", sign_up("STRASSE")).refused(409, "people.name_taken")


def test_signing_up_is_refused_when_signed_in(house: House) -> None:
    ada = house.account("Ada")
    bot = house.program(ada.post("/api/me/bots", {"name": "Engine"}).ok["secret"])
    with house.unchanged():
        ada.post("/api/accounts", sign_up("Another")).refused(409, "people.signed_in_already")
        bot.post("/api/accounts", sign_up("Another")).refused(409, "people.signed_in_already")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "Ada"},
        {"name": "Ada", "password": "short12"},
        {"name": "Ada", "password": "x" * 201},
        {"name": "Ada", "password": 12345678},
        {"name": "", "password": PASSWORD},
        {"name": "x" * 25, "password": PASSWORD},
        {"name": "Ada", "password": PASSWORD, "language": "tlh"},
        {"name": "Ada", "password": PASSWORD, "kind": "admin"},
        [],
    ],
)
def test_invalid_sign_ups_are_refused(house: House, body: Any) -> None:
    with house.unchanged():
        house.stranger().post("/api/accounts", body).refused(422, "server.malformed")


@pytest.mark.parametrize("name", [" ", "\u200b", "\u3164", "\u2800\ufe0f", "\x00"])
def test_invisible_names_are_refused(house: House, name: str) -> None:
    with house.unchanged():
        house.stranger().post("/api/accounts", sign_up(name)).refused(422, "server.wrong_name", most=24)


def test_credentials_are_stored_only_as_hashes(house: House) -> None:
    ada = house.stranger()
    signed_up = ada.post("/api/accounts", sign_up()).ok
    stored = repr(house.everything())
    assert ada.cookie is not None
    for secret in (PASSWORD, ada.cookie, ada.cookie.removeprefix("s."), *signed_up["recovery_codes"]):
        assert secret not in stored
        assert secret.replace("-", "") not in stored
    ((password,),) = house.rows("SELECT password FROM people")
    assert password.startswith("$argon2id$")


# ------------------------------------------------------------------------------------------------------- signing in


def test_signing_in_again_gives_the_same_person(house: House) -> None:
    ada = house.account("Ada")
    again = house.signed_in(" ADA ")
    assert again.id == ada.id
    assert again.cookie != ada.cookie
    assert again.get("/api/me").ok == ada.get("/api/me").ok


def test_the_unicode_form_of_a_password_does_not_matter(house: House) -> None:
    house.account("Ada", "caff\u00e8 nero")
    assert house.signed_in("Ada", "caffe\u0300 nero").is_known


def test_an_unknown_name_is_answered_like_a_wrong_password(house: House) -> None:
    house.account("Ada")
    with house.unchanged():
        stranger = house.stranger()
        wrong = stranger.post("/api/accounts/sign_in", sign_up("Ada", "wrong horse"))
        unknown = stranger.post("/api/accounts/sign_in", sign_up("Unknown", "wrong horse"))
        wrong.refused(401, "people.wrong_sign_in")
        assert (wrong.status, wrong.body) == (unknown.status, unknown.body)
        assert stranger.cookie is None


def test_an_unknown_name_takes_as_long_as_a_wrong_password(tmp_path: Path) -> None:
    costly = Hashing(rounds=2, memory=16 * 1024)
    with TestClient(application(settings_in(tmp_path, costly))) as client:
        house = House(client, tmp_path / DATABASE)
        house.account("Ada")
        stranger = house.stranger()

        def took(name: str) -> float:
            begun = time.process_time()  # CPU time, so that other load does not matter
            stranger.post("/api/accounts/sign_in", sign_up(name, "wrong horse")).refused(401, "people.wrong_sign_in")
            return time.process_time() - begun

        pairs = [(took("Ada"), took("Unknown")) for _ in range(7)]
        wrong, unknown = (statistics.median(times) for times in zip(*pairs, strict=True))
        assert 0.4 < unknown / wrong < 2.5, (wrong, unknown)


@pytest.mark.parametrize(
    "body", [{"name": "Ada"}, {"password": PASSWORD}, {"name": "Ada", "password": "x" * 201}, {"name": 1}, "Ada"]
)
def test_invalid_sign_ins_are_refused(house: House, body: Any) -> None:
    house.account("Ada")
    with house.unchanged():
        house.stranger().post("/api/accounts/sign_in", body).refused(422, "server.malformed")


def test_a_guest_cannot_sign_in(house: House) -> None:
    house.guest("Ada")
    house.stranger().post("/api/accounts/sign_in", sign_up("Ada", "")).refused(401, "people.wrong_sign_in")


def test_another_site_cannot_sign_in(house: House) -> None:
    house.account("Ada")
    guest = house.guest()
    with house.unchanged():
        reply = guest.post("/api/accounts/sign_in", sign_up("Ada"), headers={"origin": "https://evil.example"})
        reply.refused(403, "server.other_origin")


def test_passwords_with_old_cost_parameters_are_rehashed(tmp_path: Path) -> None:
    for cost in (8, 16, 16):
        with TestClient(application(settings_in(tmp_path, Hashing(1, cost, 1)))) as client:
            house = House(client, tmp_path / DATABASE)
            if cost == 8:
                house.account("Ada")
            assert house.signed_in("Ada").is_known
            assert f"m={cost}," in house.rows("SELECT password FROM people")[0][0]


# ----------------------------------------------------------------------------------------------------------- limits


def test_attempts_for_one_name_are_limited(house: House) -> None:
    hours = [0.0]
    house.account("Ada")
    house.server.logins = Limit(3, 1 / 50, lambda: hours[0] * 3600)
    stranger = house.stranger()
    for _ in range(3):
        stranger.post("/api/accounts/sign_in", sign_up("Ada", "wrong horse")).refused(401, "people.wrong_sign_in")
    with house.unchanged():
        for name in ("Ada", "ADA"):
            stranger.post("/api/accounts/sign_in", sign_up(name)).refused(429, "server.too_often", count=50)
        recovery = {"name": "Ada", "code": "0000-0000-0000-0000", "password": PASSWORD}
        stranger.post("/api/accounts/recover", recovery).refused(429, "server.too_often", count=50)
    stranger.post("/api/accounts/sign_in", sign_up("Unknown")).refused(401, "people.wrong_sign_in")
    hours[0] = 1
    assert house.signed_in("Ada").is_known


def test_attempts_from_one_address_are_limited(house: House) -> None:
    house.account("Ada")
    house.server.arrivals = Limit(3, 1 / 20, lambda: 0)
    stranger = house.stranger()
    for name in ("One", "Two", "Three"):
        stranger.post("/api/accounts/sign_in", sign_up(name)).refused(401, "people.wrong_sign_in")
    with house.unchanged():
        recovery = {"name": "Ada", "code": "0000-0000-0000-0000", "password": PASSWORD}
        for path, body in (("", sign_up("New")), ("/sign_in", sign_up("Ada")), ("/recover", recovery)):
            stranger.post(f"/api/accounts{path}", body).refused(429, "server.too_often", count=20)


def test_the_queue_of_password_checks_is_bounded(house: House) -> None:
    async def many() -> list[object]:
        return await asyncio.gather(*(house.server.passwords.hash(PASSWORD) for _ in range(70)), return_exceptions=True)

    outcomes = house.client.portal.call(many)  # type: ignore[union-attr]
    refused = [outcome for outcome in outcomes if isinstance(outcome, TooMuch)]
    assert [problem.key for problem in refused] == ["people.too_many_passwords"] * 6
    assert house.account("Ada").is_known, "the queue empties again"


def test_password_attempts_within_a_session_are_limited(house: House) -> None:
    ada = house.account("Ada")
    house.server.logins = Limit(3, 1 / 50, lambda: 0)
    ada.post("/api/me/password", {"old": "wrong horse", "new": "another horse"}).refused(403, "people.wrong_password")
    ada.post("/api/me/recovery_codes", {"password": "wrong horse"}).refused(403, "people.wrong_password")
    ada.post("/api/me/delete", {"password": "wrong horse"}).refused(403, "people.wrong_password")
    with house.unchanged():
        ada.post("/api/me/password", {"old": PASSWORD, "new": "another horse"}).refused(429, "server.too_often")
        ada.post("/api/me/recovery_codes", {"password": PASSWORD}).refused(429, "server.too_often")
        ada.post("/api/me/delete", {"password": PASSWORD}).refused(429, "server.too_often")
