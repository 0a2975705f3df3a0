"""Accounts: sign up, sign in, recover; change passwords and recovery codes.

Signing in does not reveal which names exist: an unknown name gets the same answer as a wrong password, after the same
time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from palatine.core.words import say
from palatine.server.clock import now
from palatine.server.errors import NotAllowed, NotNow, NotSignedIn
from palatine.server.ids import new_id
from palatine.server.messages.people import AccountView
from palatine.server.messages.tables import LONGEST_NAME
from palatine.server.people.credentials import end_everything_else, end_sessions, lock, open_session
from palatine.server.people.identity import (
    ALL_SCOPES,
    Person,
    check_name_free,
    comparable,
    is_name_taken,
    tidy_name,
)
from palatine.server.people.passwords import Passwords, code_hash, new_codes
from palatine.server.storage.schema import people, recovery_codes
from palatine.server.storage.store import Store


@dataclass(frozen=True)
class Entrance:
    """A person who has just signed in: their cookie, and the hashes of the sessions and tokens that this ended."""

    person: Person
    cookie: str = field(repr=False)
    ended: list[str] = field(default_factory=list, repr=False)


class Accounts:
    """The accounts of a server."""

    def __init__(self, store: Store, passwords: Passwords) -> None:
        self._store = store
        self._passwords = passwords

    # -------------------------------------------------------------------------------------------------- sign in

    async def sign_up(
        self, guest: Person | None, name: str, password: str, language: str, browser: str
    ) -> tuple[Entrance, list[str]]:
        """Create an account, and return its recovery codes. A guest keeps their identity and the name shown at tables,
        unless an account has it. Other guests of the account's name are marked as guests."""
        login = comparable(name)
        if await self._store.read(lambda connection: _by_login(connection, login)) is not None:
            raise NotNow("people.name_taken")
        password_hash, codes = await self._passwords.hash(password), new_codes()
        row = {"kind": "account", "login": login, "password": password_hash}
        named = {"name": tidy_name(name), "name_key": login}

        def writing(connection: Connection) -> Entrance:
            at = now()
            if guest is None:
                person = new_id()
                check_name_free(connection, person, login)
                own = {"language": language, "settings": "{}", "created": at, "seen": at}
                connection.execute(insert(people), {"id": person, **named, **own, **row})
            else:
                person = guest.id
                check_name_free(connection, person, login)
                taken = is_name_taken(connection, person, comparable(guest.name))
                still = update(people).where(people.c.id == person, people.c.kind == "guest")
                if connection.execute(still, row | (named if taken else {})).rowcount != 1:
                    raise NotNow("people.signed_in_already")
            _mark_guests(connection, login)
            _keep_codes(connection, person, codes)
            return _entered(connection, person, browser, at)

        try:
            return await self._store.write(writing), codes
        except IntegrityError as problem:  # the name was taken in the meantime
            raise NotNow("people.name_taken") from problem

    async def sign_in(self, login: str, password: str, browser: str) -> Entrance:
        """Sign in to an account. `login` is the name in its comparable form."""
        row = await self._store.read(lambda connection: _by_login(connection, login))
        if not await self._passwords.matches(None if row is None else row.password, password):
            raise NotSignedIn("people.wrong_sign_in")
        stored: str = row.password
        renewed = await self._passwords.hash(password) if self._passwords.is_dated(stored) else stored

        def writing(connection: Connection) -> Entrance:
            if lock(connection, row.id).password != stored:
                raise NotSignedIn("people.wrong_sign_in")
            if renewed != stored:
                connection.execute(update(people).where(people.c.id == row.id), {"password": renewed})
            return _entered(connection, row.id, browser, now())

        return await self._store.write(writing)

    async def recover(self, login: str, code: str, password: str, browser: str) -> Entrance:
        """Sign in with a recovery code, which is used up, and set a new password. All other sessions and tokens end."""
        password_hash = await self._passwords.hash(password)

        def writing(connection: Connection) -> Entrance:
            row = _by_login(connection, login)
            if row is None:
                raise NotSignedIn("people.wrong_code")
            person = lock(connection, row.id).id
            used = delete(recovery_codes).where(
                recovery_codes.c.person == person, recovery_codes.c.hash == code_hash(person, code)
            )
            if connection.execute(used).rowcount != 1:
                raise NotSignedIn("people.wrong_code")
            connection.execute(update(people).where(people.c.id == person), {"password": password_hash})
            return _entered(connection, person, browser, now(), end_everything_else(connection, person))

        return await self._store.write(writing)

    async def reset(self, prove: Callable[[Connection], str], password: str, browser: str) -> Entrance:
        """Set a new password and sign in, without the old one. `prove` returns whose, or refuses.

        All other sessions and tokens end."""
        password_hash = await self._passwords.hash(password)

        def writing(connection: Connection) -> Entrance:
            person = prove(connection)
            connection.execute(update(people).where(people.c.id == person), {"password": password_hash})
            return _entered(connection, person, browser, now(), end_everything_else(connection, person))

        return await self._store.write(writing)

    # ---------------------------------------------------------------------------------------------- maintenance

    async def account(self, person: Person) -> AccountView:
        """Return a person's account."""

        def reading(connection: Connection) -> AccountView:
            row = connection.execute(select(people).where(people.c.id == person.id)).one()
            return AccountView(row.login, row.created, codes_left(connection, person.id))

        return await self._store.read(reading)

    async def prove(self, person: Person, password: str) -> str:
        """Check the password of a signed-in person, and return its stored hash."""
        stored = await self._store.read(
            lambda connection: connection.scalar(select(people.c.password).where(people.c.id == person.id))
        )
        if not await self._passwords.matches(stored, password):
            raise NotAllowed("people.wrong_password")
        return str(stored)

    async def change_password(self, person: Person, old: str, new: str, *, keep_tokens: bool) -> list[str]:
        """Change the password, end all other sessions and, unless `keep_tokens`, all tokens. Return the hashes of both."""
        proved = await self.prove(person, old)
        password_hash = await self._passwords.hash(new)

        def writing(connection: Connection) -> list[str]:
            _check_same(connection, person, proved)
            connection.execute(update(people).where(people.c.id == person.id), {"password": password_hash})
            end = end_sessions if keep_tokens else end_everything_else
            return end(connection, person.id, but=person.token)

        return await self._store.write(writing)

    async def renew_codes(self, person: Person, password: str) -> list[str]:
        """Replace a person's recovery codes, and return the new ones."""
        proved, codes = await self.prove(person, password), new_codes()

        def writing(connection: Connection) -> None:
            _check_same(connection, person, proved)
            connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person.id))
            _keep_codes(connection, person.id, codes)

        await self._store.write(writing)
        return codes


def codes_left(connection: Connection, person: str) -> int:
    """Return the number of a person's unused recovery codes."""
    mine = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.person == person)
    return connection.scalar(mine) or 0


def _mark_guests(connection: Connection, login: str) -> None:
    """Add a mark to the names of guests who have the name of a new account."""
    same = select(people.c.id, people.c.name, people.c.language)
    for guest in connection.execute(same.where(people.c.name_key == login, people.c.kind == "guest")).all():
        mark = say("people.guest_mark", guest.language)
        marked = f"{guest.name[: LONGEST_NAME - len(mark) - 1].rstrip()} {mark}"
        names = {"name": marked, "name_key": comparable(marked)}
        connection.execute(update(people).where(people.c.id == guest.id), names)


def _by_login(connection: Connection, login: str) -> Any:
    return connection.execute(select(people.c.id, people.c.password).where(people.c.login == login)).first()


def _check_same(connection: Connection, person: Person, proved: str) -> None:
    """Refuse if the password has changed since it was proved."""
    if lock(connection, person.id).password != proved:
        raise NotAllowed("people.wrong_password")


def _keep_codes(connection: Connection, person: str, codes: list[str]) -> None:
    connection.execute(insert(recovery_codes), [{"person": person, "hash": code_hash(person, code)} for code in codes])


def _entered(connection: Connection, person: str, browser: str, at: int, ended: list[str] | None = None) -> Entrance:
    row = lock(connection, person)
    cookie, token_hash = open_session(connection, person, browser, at)
    connection.execute(update(people).where(people.c.id == person), {"seen": at})
    return Entrance(Person(row.id, row.kind, row.name, row.language, ALL_SCOPES, token_hash), cookie, ended or [])
