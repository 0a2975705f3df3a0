"""Passwords, codes and tokens do not appear in printed messages, errors and logs."""

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
    NewBot,
    NewToken,
    PasswordChange,
    Proof,
    Recovery,
    RecoveryCodes,
    Redacted,
    SignedUp,
    SignIn,
    SignUp,
    TokenView,
)
from palatine.server.messages.tables import Me
from palatine.server.people.accounts import Entrance
from palatine.server.people.identity import ALL_SCOPES, Person
from server.house import PASSWORD, House

SECRET = "hush-hush-secret"
ME = Me("1", "Ada", "account", "en")
HOLDERS = [
    SignUp("Ada", SECRET),
    SignIn("Ada", SECRET),
    Recovery("Ada", SECRET, SECRET),
    PasswordChange(SECRET, SECRET),
    Proof(SECRET),
    Deletion(SECRET),
    SignedUp(ME, [SECRET]),
    RecoveryCodes([SECRET]),
    NewToken(TokenView("1", "mine", ["play"], 0, 0), SECRET),
    NewBot(BotView("1", "Engine", 0, 0), SECRET),
]
SECRET_FIELDS = {"password", "old", "new", "code", "recovery_codes", "secret"}


@pytest.mark.parametrize("holder", HOLDERS, ids=lambda holder: type(holder).__name__)
def test_secrets_are_not_printed(holder: Any) -> None:
    screen = io.StringIO()
    Console(file=screen, width=200).print(holder, [holder])
    try:
        raise ValueError(holder)
    except ValueError:
        trace = traceback.format_exc()
    for shown in (repr(holder), str(holder), f"{[holder]}", trace, screen.getvalue()):
        assert SECRET not in shown
        assert type(holder).__name__ in shown


def test_every_message_with_a_secret_is_redacted() -> None:
    kinds = [kind for kind in vars(people).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    holding = {kind for kind in kinds if SECRET_FIELDS & set(kind.__struct_fields__)}
    assert {type(holder) for holder in HOLDERS} == holding
    assert all(issubclass(kind, Redacted) for kind in holding)


def test_credentials_of_persons_are_not_printed() -> None:
    person = Person("1", "account", "Ada", "en", ALL_SCOPES, SECRET)
    assert SECRET not in repr(person)
    assert SECRET not in repr(Entrance(person, SECRET, [SECRET]))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/accounts", {"name": "", "password": SECRET}),
        ("/api/accounts", {"name": "Ada", "password": SECRET, "more": SECRET}),
        ("/api/accounts", {"name": "Ada", "password": [SECRET]}),
        ("/api/accounts", {"name": "Ada", "password": SECRET * 20}),
        ("/api/accounts", {"name": "Ada", "password": SECRET}),
        ("/api/accounts/sign_in", {"name": "Ada", "password": SECRET}),
        ("/api/accounts/sign_in", {"name": "Ada", "password": SECRET * 20}),
        ("/api/accounts/recover", {"name": "Ada", "code": SECRET, "password": SECRET}),
        ("/api/accounts/recover", {"name": "Ada", "code": SECRET * 20, "password": SECRET}),
        ("/api/me/password", {"old": SECRET, "new": SECRET}),
        ("/api/me/recovery_codes", {"password": SECRET}),
        ("/api/me/delete", {"password": SECRET}),
    ],
)
def test_refusals_and_logs_do_not_repeat_passwords(
    house: House, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], path: str, body: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    ada = house.account("Ada") if path.startswith("/api/me") else house.stranger()
    if ada.cookie is None:
        house.account("Ada")
    reply = ada.post(path, body)
    assert reply.status in (401, 403, 409, 422)
    printed = capfd.readouterr()
    for output in (str(reply.body), str(reply.headers), caplog.text, printed.out, printed.err):
        assert SECRET not in output


def test_successful_requests_log_no_secrets(
    house: House, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    ada = house.stranger()
    codes = ada.post("/api/accounts", {"name": "Ada", "password": PASSWORD}).ok["recovery_codes"]
    house.signed_in("Ada")
    again = {"name": "Ada", "code": codes[0], "password": SECRET}
    assert house.stranger().post("/api/accounts/recover", again).ok["name"] == "Ada"
    printed = capfd.readouterr()
    for output in (caplog.text, printed.out, printed.err):
        assert not any(secret in output for secret in (PASSWORD, SECRET, *codes, str(ada.cookie)))


def test_database_errors_do_not_repeat_values(house: House) -> None:
    def writing(connection: Any) -> None:
        connection.execute(
            text("INSERT INTO server_secrets (name, value) VALUES (:name, :name)"), [{"name": SECRET}] * 2
        )

    with pytest.raises(Exception, match="UNIQUE") as caught:
        house.client.portal.call(house.server.store.write, writing)  # type: ignore[union-attr]
    assert SECRET not in str(caught.value)
