"""Passwords, codes and tokens show up nowhere: not when printed, not in errors, not in logs."""

from __future__ import annotations

import io
import logging
import traceback
from typing import Any

import msgspec
import pytest
from rich.console import Console
from sqlalchemy import text

from palatine.server.messages import people
from palatine.server.messages.people import (
    BotView,
    Deletion,
    Redacted,
    NewBot,
    NewToken,
    PasswordChange,
    Proof,
    Recovery,
    RecoveryCodes,
    SignedUp,
    SignIn,
    SignUp,
    TokenView,
)
from palatine.server.messages.tables import Me
from palatine.server.people.accounts import Entrance
from palatine.server.people.identity import ALL_SCOPES, Person
from server.house import PASSWORD, House

HUSH = "hush-hush-secret"
ME = Me("1", "Ada", "account", "en")
HOLDERS = [
    SignUp("Ada", HUSH),
    SignIn("Ada", HUSH),
    Recovery("Ada", HUSH, HUSH),
    PasswordChange(HUSH, HUSH),
    Proof(HUSH),
    Deletion(HUSH),
    SignedUp(ME, [HUSH]),
    RecoveryCodes([HUSH]),
    NewToken(TokenView("1", "mine", ["play"], 0, 0), HUSH),
    NewBot(BotView("1", "Engine", 0, 0), HUSH),
]
SECRET_FIELDS = {"password", "old", "new", "code", "recovery_codes", "secret"}


@pytest.mark.parametrize("holder", HOLDERS, ids=lambda holder: type(holder).__name__)
def test_what_holds_a_secret_does_not_tell_it_when_printed(holder: Any) -> None:
    screen = io.StringIO()
    Console(file=screen, width=200).print(holder, [holder])
    try:
        raise ValueError(holder)
    except ValueError:
        told = traceback.format_exc()
    for shown in (repr(holder), str(holder), f"{[holder]}", told, screen.getvalue()):
        assert HUSH not in shown
        assert type(holder).__name__ in shown


def test_every_message_that_holds_a_secret_is_among_them() -> None:
    kinds = [kind for kind in vars(people).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    holding = {kind for kind in kinds if SECRET_FIELDS & set(kind.__struct_fields__)}
    assert {type(holder) for holder in HOLDERS} == holding
    assert all(issubclass(kind, Redacted) for kind in holding)


def test_neither_a_person_nor_an_entrance_tells_the_credential() -> None:
    person = Person("1", "account", "Ada", "en", ALL_SCOPES, HUSH)
    assert HUSH not in repr(person)
    assert HUSH not in repr(Entrance(person, HUSH, [HUSH]))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/accounts", {"name": "", "password": HUSH}),
        ("/api/accounts", {"name": "Ada", "password": HUSH, "more": HUSH}),
        ("/api/accounts", {"name": "Ada", "password": [HUSH]}),
        ("/api/accounts", {"name": "Ada", "password": HUSH * 20}),
        ("/api/accounts", {"name": "Ada", "password": HUSH}),
        ("/api/accounts/sign_in", {"name": "Ada", "password": HUSH}),
        ("/api/accounts/sign_in", {"name": "Ada", "password": HUSH * 20}),
        ("/api/accounts/recover", {"name": "Ada", "code": HUSH, "password": HUSH}),
        ("/api/accounts/recover", {"name": "Ada", "code": HUSH * 20, "password": HUSH}),
        ("/api/me/password", {"old": HUSH, "new": HUSH}),
        ("/api/me/recovery_codes", {"password": HUSH}),
        ("/api/me/delete", {"password": HUSH}),
    ],
)
def test_no_refusal_and_no_log_repeats_a_password(
    house: House, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], path: str, body: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    ada = house.account("Ada") if path.startswith("/api/me") else house.stranger()
    if ada.cookie is None:
        house.account("Ada")
    reply = ada.post(path, body)
    assert reply.status in (401, 403, 409, 422)
    printed = capfd.readouterr()
    for told in (str(reply.body), str(reply.headers), caplog.text, printed.out, printed.err):
        assert HUSH not in told


def test_nothing_is_logged_when_all_is_well(
    house: House, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    ada = house.stranger()
    codes = ada.post("/api/accounts", {"name": "Ada", "password": PASSWORD}).ok["recovery_codes"]
    house.signed_in("Ada")
    again = {"name": "Ada", "code": codes[0], "password": HUSH}
    assert house.stranger().post("/api/accounts/recover", again).ok["name"] == "Ada"
    printed = capfd.readouterr()
    for told in (caplog.text, printed.out, printed.err):
        assert not any(secret in told for secret in (PASSWORD, HUSH, *codes, str(ada.cookie)))


def test_an_error_of_the_database_does_not_repeat_what_was_written(house: House) -> None:
    def writing(connection: Any) -> None:
        connection.execute(text("INSERT INTO server_secrets (name, value) VALUES (:name, :name)"), [{"name": HUSH}] * 2)

    with pytest.raises(Exception, match="UNIQUE") as caught:
        house.client.portal.call(house.server.store.write, writing)  # type: ignore[union-attr]
    assert HUSH not in str(caught.value)
