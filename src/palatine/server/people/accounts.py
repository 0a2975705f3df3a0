"""Accounts: opened, entered, recovered; their passwords and recovery codes.

Whether a name exists is told to nobody who does not know its password: an unknown name is answered like a wrong password,
after as long.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from palatine.server.clock import now
from palatine.server.errors import NotAllowed, NotNow, NotSignedIn
from palatine.server.ids import new_id
from palatine.server.messages.people import AccountView
from palatine.server.people.credentials import end_everything_else, end_sessions, lock, open_session
from palatine.server.people.identity import ALL_SCOPES, Person, comparable, tidy_name
from palatine.server.people.passwords import Passwords, kept_code, new_codes
from palatine.server.storage.schema import people, recovery_codes
from palatine.server.storage.store import Store


@dataclass(frozen=True)
class Entrance:
    """Somebody who has just been signed in: the cookie they are to keep, and the sessions that ended by it."""

    person: Person
    cookie: str = field(repr=False)
    ended: list[str] = field(default_factory=list, repr=False)


class Accounts:
    """The accounts of a server."""

    def __init__(self, store: Store, passwords: Passwords) -> None:
        self._store = store
        self._passwords = passwords

    # ------------------------------------------------------------------------------------------------- entering

    async def sign_up(
        self, guest: Person | None, name: str, password: str, language: str, browser: str
    ) -> tuple[Entrance, list[str]]:
        """Open an account; the recovery codes are told this once. A guest stays who they are, under the name they have
        at the tables."""
        login = comparable(name)
        if await self._store.read(lambda connection: _by_login(connection, login)) is not None:
            raise NotNow("people.name_taken")
        kept, codes = await self._passwords.kept(password), new_codes()
        row = {"kind": "account", "login": login, "password": kept}

        def writing(connection: Connection) -> Entrance:
            at = now()
            if guest is None:
                person = new_id()
                own = {"name": tidy_name(name), "language": language, "settings": "{}", "created": at, "seen": at}
                connection.execute(insert(people), {"id": person, **own, **row})
            else:
                person = guest.id
                still = update(people).where(people.c.id == person, people.c.kind == "guest")
                if connection.execute(still, row).rowcount != 1:
                    raise NotNow("people.signed_in_already")
            _keep_codes(connection, person, codes)
            return _entered(connection, person, browser, at)

        try:
            return await self._store.write(writing), codes
        except IntegrityError as problem:  # somebody was quicker
            raise NotNow("people.name_taken") from problem

    async def sign_in(self, login: str, password: str, browser: str) -> Entrance:
        """Come back to an account; `login` is the name as names are compared."""
        row = await self._store.read(lambda connection: _by_login(connection, login))
        if not await self._passwords.matches(None if row is None else row.password, password):
            raise NotSignedIn("people.wrong_sign_in")
        kept: str = row.password
        renewed = await self._passwords.kept(password) if self._passwords.is_dated(kept) else kept

        def writing(connection: Connection) -> Entrance:
            if lock(connection, row.id).password != kept:
                raise NotSignedIn("people.wrong_sign_in")
            if renewed != kept:
                connection.execute(update(people).where(people.c.id == row.id), {"password": renewed})
            return _entered(connection, row.id, browser, now())

        return await self._store.write(writing)

    async def recover(self, login: str, code: str, password: str, browser: str) -> Entrance:
        """Come back with a recovery code, which is used up, and a new password. All sessions and tokens end, but the new
        session."""
        kept = await self._passwords.kept(password)

        def writing(connection: Connection) -> Entrance:
            row = _by_login(connection, login)
            if row is None:
                raise NotSignedIn("people.wrong_code")
            person = lock(connection, row.id).id
            used = delete(recovery_codes).where(
                recovery_codes.c.person == person, recovery_codes.c.hash == kept_code(person, code)
            )
            if connection.execute(used).rowcount != 1:
                raise NotSignedIn("people.wrong_code")
            connection.execute(update(people).where(people.c.id == person), {"password": kept})
            return _entered(connection, person, browser, now(), end_everything_else(connection, person))

        return await self._store.write(writing)

    # -------------------------------------------------------------------------------------------- looking after

    async def login_of(self, person: Person) -> str:
        """The name by which somebody signs in."""
        return (await self.account(person)).login

    async def account(self, person: Person) -> AccountView:
        """What there is to know about an account."""

        def reading(connection: Connection) -> AccountView:
            row = connection.execute(select(people).where(people.c.id == person.id)).one()
            return AccountView(row.login, row.created, codes_left(connection, person.id))

        return await self._store.read(reading)

    async def prove(self, person: Person, password: str) -> str:
        """Make sure that it is the password of somebody who is signed in; returns it as it is kept."""
        kept = await self._store.read(
            lambda connection: connection.scalar(select(people.c.password).where(people.c.id == person.id))
        )
        if not await self._passwords.matches(kept, password):
            raise NotAllowed("people.wrong_password")
        return str(kept)

    async def change_password(self, person: Person, old: str, new: str, *, keep_tokens: bool) -> list[str]:
        """Another password; the other sessions end, and tokens unless they are to be kept. What has ended is returned."""
        proved = await self.prove(person, old)
        kept = await self._passwords.kept(new)

        def writing(connection: Connection) -> list[str]:
            _check_same(connection, person, proved)
            connection.execute(update(people).where(people.c.id == person.id), {"password": kept})
            end = end_sessions if keep_tokens else end_everything_else
            return end(connection, person.id, but=person.token)

        return await self._store.write(writing)

    async def renew_codes(self, person: Person, password: str) -> list[str]:
        """New recovery codes in place of the old ones."""
        proved, codes = await self.prove(person, password), new_codes()

        def writing(connection: Connection) -> None:
            _check_same(connection, person, proved)
            connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person.id))
            _keep_codes(connection, person.id, codes)

        await self._store.write(writing)
        return codes


def codes_left(connection: Connection, person: str) -> int:
    """How many recovery codes somebody has not used yet."""
    mine = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.person == person)
    return connection.scalar(mine) or 0


def _by_login(connection: Connection, login: str) -> Any:
    return connection.execute(select(people.c.id, people.c.password).where(people.c.login == login)).first()


def _check_same(connection: Connection, person: Person, proved: str) -> None:
    """The password has been proved a moment ago: it must not have been changed since."""
    if lock(connection, person.id).password != proved:
        raise NotAllowed("people.wrong_password")


def _keep_codes(connection: Connection, person: str, codes: list[str]) -> None:
    connection.execute(insert(recovery_codes), [{"person": person, "hash": kept_code(person, code)} for code in codes])


def _entered(connection: Connection, person: str, browser: str, at: int, ended: list[str] | None = None) -> Entrance:
    row = lock(connection, person)
    cookie, kept = open_session(connection, person, browser, at)
    connection.execute(update(people).where(people.c.id == person), {"seen": at})
    return Entrance(Person(row.id, row.kind, row.name, row.language, ALL_SCOPES, kept), cookie, ended or [])
