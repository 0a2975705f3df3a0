"""Identity: guests with a signed cookie, accounts with sessions, programs with tokens.

| credential           | format                       | stored as                                       |
|----------------------|------------------------------|-------------------------------------------------|
| a guest's cookie     | `g.<person>.<signature>`     | nothing: it is signed with the server's secret  |
| an account's session | `s.<random>`, in the cookie  | its SHA-256, until signed out or expired        |
| an API token         | `palatine_<random>`          | its SHA-256 with scopes, until revoked          |
| a host's session     | `a.<random>`, in its cookie  | its SHA-256, see `hosting/hosts.py`             |

A browser that has signed in to an account keeps a device cookie `d.<random>.<signature>`. It gives no access: its attempts
to sign in to that account are counted apart from those of strangers.

The scopes of a credential: `play`; `self` manages a person's own data (guests and sessions have it, tokens do not);
`account` manages the account (only sessions have it); `host` manages the server (only sessions of hosts have it, and
nothing else). Every credential may `read` what concerns the person, also while they are suspended.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import msgspec
from sqlalchemy import BigInteger, Connection, bindparam, insert, or_, select, update

from palatine.core.words import ENGLISH, LANGUAGES
from palatine.server.broadcast import Announcement, Broadcast
from palatine.server.clock import monotonic, now
from palatine.server.errors import Malformed, NotAllowed, NotNow, NotSignedIn, TooMuch
from palatine.server.ids import new_id
from palatine.server.messages.tables import LONGEST_NAME
from palatine.server.people.standing import Standings, restrictions_mark
from palatine.server.people.validity import Validity
from palatine.server.storage.schema import people, tokens
from palatine.server.storage.signing_key import signing_key
from palatine.server.storage.store import Store

GUEST, SESSION, DEVICE, API, ADMIN = "g.", "s.", "d.", "palatine_", "a."
PREFIXES = {"session": SESSION, "api": API, "admin": ADMIN}
"""The beginning of a credential, by its kind."""
DEVICE_BYTES = 16
SESSION_DAYS = 180
DAY = 24 * 3600 * 1000
SEEN_EVERY = 3600 * 1000
"""The precision of a person's last visit, in milliseconds."""
Right = Literal["read", "play", "self", "account", "host"]
ALL_SCOPES: frozenset[Right] = frozenset({"play", "self", "account"})
GUEST_SCOPES: frozenset[Right] = frozenset({"play", "self"})
LARGEST_SETTINGS = 8 * 1024
DEEPEST_SETTINGS = 16
"""The most levels of objects and lists: deeper ones could be stored, but not always read again."""
INVISIBLE = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10)))
) | frozenset(map(chr, range(0xE0100, 0xE01F0)))
"""Characters that count as printable but are invisible."""


@dataclass(frozen=True)
class Person:
    """A known person, with the scopes of the credential they sent."""

    id: str
    kind: str
    name: str
    language: str
    scopes: frozenset[str]
    token: str | None = field(default=None, repr=False)
    """The hash of the session or token they sent."""
    recognised: float = field(default=0.0, compare=False, repr=False)
    """The time at which the credential was found in the database, by the monotonic clock."""


def allowed(person: Person | None, right: Right) -> Person:
    """Return a signed-in person with a right; refuse all others."""
    if person is None:
        raise NotSignedIn("server.not_signed_in")
    if right != "read" and right not in person.scopes:
        raise NotAllowed("server.wrong_scope", scope=right)
    return person


def hashed(token: str) -> str:
    """Return the hash of a long random token."""
    return hashlib.sha256(token.encode()).hexdigest()


def one_line(text: str) -> str:
    """Return text on one line, without control characters and superfluous blanks."""
    shown = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(shown.split())


def tidy_name(name: str) -> str:
    """Return a name as it is shown: without superfluous blanks, invisible characters and changes of direction."""
    plain = unicodedata.normalize("NFKC", name)
    tidy = one_line("".join(character for character in plain if character not in INVISIBLE))
    if not tidy or len(tidy) > LONGEST_NAME:
        raise Malformed("server.wrong_name", most=LONGEST_NAME)
    return tidy


def comparable(name: str) -> str:
    """Return a name in the form in which names are compared: case and encoding do not matter."""
    return unicodedata.normalize("NFKC", tidy_name(name).casefold())


def is_name_taken(connection: Connection, person: str, key: str) -> bool:
    """Return True if another person's account has this name, to sign in or as it is shown. `key`: comparable."""
    same = or_(people.c.login == key, people.c.name_key == key)
    taken = select(people.c.id).where(same, people.c.kind == "account", people.c.id != person).limit(1)
    return connection.scalar(taken) is not None


def check_name_free(connection: Connection, person: str, key: str) -> None:
    """Refuse the name of another person's account."""
    if is_name_taken(connection, person, key):
        raise NotNow("people.name_taken")


class People:
    """The people known to the server."""

    def __init__(self, store: Store, broadcast: Broadcast) -> None:
        self._store = store
        self._broadcast = broadcast
        self.standings = Standings(store)
        self._secret = b""
        self.validity = Validity(store)

    async def open(self) -> None:
        """Read the server's secret, or create it, and the restrictions in force."""
        self._secret = await signing_key(self._store)
        await self.standings.refresh()

    # ---------------------------------------------------------------------------------------------- recognising

    def signature(self, text: str) -> str:
        """Return the signature of a text by the server's secret. Texts of different kinds begin with different words."""
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()

    def guest_cookie(self, person: str) -> str:
        """Return a guest's cookie."""
        return f"{GUEST}{person}.{self.signature(f'guest {person}')}"

    def device_cookie(self, login: str) -> str:
        """Return the cookie of a browser that has signed in to an account."""
        device = secrets.token_hex(DEVICE_BYTES)
        return f"{DEVICE}{device}.{self.signature(f'device {device} {login}')}"

    def device_of(self, cookie: str, login: str) -> str | None:
        """Return the name of a device that has signed in to an account before, else None."""
        device, _, signature = cookie.removeprefix(DEVICE).partition(".")
        valid = self.signature(f"device {device} {login}")
        return device if hmac.compare_digest(signature.encode(), valid.encode()) else None

    async def recognise(self, credential: str) -> Person | None:
        """Return the person a cookie or token belongs to."""
        began = monotonic()
        if credential.startswith(GUEST):
            guest, _, signature = credential.removeprefix(GUEST).partition(".")
            if not hmac.compare_digest(signature.encode(), self.signature(f"guest {guest}").encode()):
                return None
            found = await self._store.read(lambda connection: _guest(connection, guest))
        elif credential.startswith((SESSION, API)):
            found = await self._store.read(lambda connection: _bearer(connection, credential))
        else:
            found = None
        if found is None:
            return None
        person, seen, mark = found
        if mark != self.standings.mark(person.id):
            await self.standings.refresh()
            self.standings.news.set()
        if seen < now() - SEEN_EVERY:
            await self._store.write(lambda connection: _note_seen(connection, person, now()))
        return replace(person, recognised=began)

    def dismiss(self, ended: list[str]) -> None:
        """Announce that sessions and tokens (hashes) or persons (ids) have ended.

        Open sockets notice, also in other processes."""
        if ended:
            self._broadcast.send(Announcement(self._broadcast.name, ended=ended))
            self.validity.end(ended)

    def receive(self, announcement: Announcement) -> None:
        """Handle an announcement from another process."""
        self.validity.end(announcement.ended)

    def permit(self, person: Person | None, right: Right) -> Person:
        """Return a person with a right; refuse all others, and suspended people who want to play."""
        known = allowed(person, right)
        if right == "play":
            self.standings.check_play(known.id)
        return known

    async def admit(self, person: Person | None, right: Right) -> Person:
        """Return a person with a right whose credential is still valid; every message over a socket is checked here."""
        if person is not None and not await self.validity.holds(person):
            raise NotSignedIn("server.not_signed_in")
        return self.permit(person, right)

    async def may_go_on(self, person: Person) -> bool:
        """Return True if an open connection of a person may stay open."""
        return self.standings.suspension(person.id) is None and await self.validity.holds(person)

    # ------------------------------------------------------------------------------------------------- arriving

    async def new_guest(self, name: str, language: str) -> Person:
        """Create a guest."""
        tidy, at = tidy_name(name), now()
        key = comparable(tidy)
        spoken = language if language in LANGUAGES else ENGLISH
        row = {
            "id": new_id(),
            "kind": "guest",
            "name": tidy,
            "name_key": key,
            "language": spoken,
            "settings": "{}",
            "created": at,
            "seen": at,
        }

        def writing(connection: Connection) -> None:
            check_name_free(connection, str(row["id"]), key)
            connection.execute(insert(people), row)

        await self._store.write(writing)
        return Person(str(row["id"]), "guest", tidy, spoken, GUEST_SCOPES)

    # -------------------------------------------------------------------------------------------------- changes

    async def change(self, person: Person, name: str | None, language: str | None) -> Person:
        """Change a person's name, used at tables from now on, or language."""
        changes = {} if name is None else {"name": tidy_name(name), "name_key": comparable(name)}
        changes |= {} if language is None else {"language": language}

        def writing(connection: Connection) -> None:
            if name is not None:
                check_name_free(connection, person.id, changes["name_key"])
            connection.execute(update(people).where(people.c.id == person.id), changes)

        if changes:
            await self._store.write(writing)
        return replace(person, name=changes.get("name", person.name), language=changes.get("language", person.language))

    async def settings(self, person: Person) -> dict[str, Any]:
        """Return the app's settings for a person."""
        mine = select(people.c.settings).where(people.c.id == person.id)
        text = await self._store.read(lambda connection: connection.execute(mine).scalar_one())
        settings: dict[str, Any] = msgspec.json.decode(text)
        return settings

    async def keep_settings(self, person: Person, settings: dict[str, Any]) -> None:
        """Store the app's settings for a person."""
        if _depth(settings) > DEEPEST_SETTINGS:
            raise Malformed("people.settings_too_deep", most=DEEPEST_SETTINGS)
        text = msgspec.json.encode(settings)
        if len(text) > LARGEST_SETTINGS:
            raise TooMuch("people.settings_too_large", most=LARGEST_SETTINGS)
        mine = update(people).where(people.c.id == person.id)
        await self._store.write(lambda connection: connection.execute(mine, {"settings": text.decode()}))


def _depth(value: object) -> int:
    """Return the levels of objects and lists in plain data, without recursion."""
    depth, level = 0, [value]
    while level := [one for one in level if isinstance(one, dict | list)]:
        depth += 1
        level = [part for one in level for part in (one.values() if isinstance(one, dict) else one)]
    return depth


Found = tuple[Person, int, int]
"""A person, when they were last seen, and the mark of their restrictions."""


# Every request runs one of these: building a statement takes longer than running it.
_MARK = restrictions_mark(bindparam("at", type_=BigInteger)).label("mark")
_GUEST = select(people, _MARK).where(people.c.id == bindparam("person"), people.c.kind == "guest")
_BEARER = (
    select(people, tokens.c.scopes, tokens.c.expires, tokens.c.hash, tokens.c.seen.label("used"), _MARK)
    .join(tokens, tokens.c.person == people.c.id)
    .where(tokens.c.hash == bindparam("token_hash"))
)


def _guest(connection: Connection, person: str) -> Found | None:
    row = connection.execute(_GUEST, {"person": person, "at": now()}).first()
    if row is None:
        return None
    return Person(row.id, row.kind, row.name, row.language, GUEST_SCOPES), row.seen, row.mark


def _bearer(connection: Connection, token: str) -> Found | None:
    found = connection.execute(_BEARER, {"token_hash": hashed(token), "at": now()}).first()
    if found is None or (found.expires is not None and found.expires < now()):
        return None
    scopes = frozenset(found.scopes.split())
    person = Person(found.id, found.kind, found.name, found.language, scopes, found.hash)
    return person, found.used, found.mark


def _note_seen(connection: Connection, person: Person, at: int) -> None:
    """Store the time of a person's visit and renew their session."""
    connection.execute(update(people).where(people.c.id == person.id), {"seen": at})
    if person.token is not None:
        used = update(tokens).where(tokens.c.hash == person.token)
        connection.execute(used, {"seen": at})
        connection.execute(used.where(tokens.c.kind == "session"), {"expires": at + SESSION_DAYS * DAY})
