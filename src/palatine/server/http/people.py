"""REST operations for identity: guests, your name and language, the app's settings."""

from __future__ import annotations

from typing import Any

from palatine.server.errors import NotNow
from palatine.server.http.context import COOKIE, GUEST_COOKIE, Call
from palatine.server.http.operations import ANYONE, READ, SELF, operation
from palatine.server.messages.people import MeChange
from palatine.server.messages.tables import Arrival, Me
from palatine.server.people.identity import Person


def me_view(person: Person) -> Me:
    """Return a person as they see themselves."""
    return Me(person.id, person.name, person.kind, person.language)


@operation("POST", "/api/me", "Sign in as a guest", needs=ANYONE, problems=(403, 409))
async def arrive(call: Call, body: Arrival) -> Me:
    """Choose a name; no account is needed. A signed cookie holds your identity. A guest who calls this again keeps their
    identity and changes their name. A person signed in to an account is refused."""
    if call.person is None:
        await call.server.arrivals.spend_everywhere(call.address)
        person = await call.server.people.new_guest(body.name, body.language or call.language)
    elif call.person.kind == "guest":
        person = await call.server.people.change(call.person, body.name, body.language)
    else:
        raise NotNow("people.signed_in_already")
    call.cookie = call.server.people.guest_cookie(person.id)
    return me_view(person)


@operation("GET", "/api/me", "Show who you are", needs=READ)
async def show_me(call: Call) -> Me:
    """Your identity as the server knows it. This also renews the lifetime of the cookie."""
    if "authorization" not in call.connection.headers and not call.came_back:
        call.cookie = call.connection.cookies[COOKIE]
        call.guest_cookie = call.connection.cookies.get(GUEST_COOKIE)
    return me_view(call.me)


@operation("PATCH", "/api/me", "Change your name or language", needs=SELF)
async def change_me(call: Call, body: MeChange) -> Me:
    """A new name appears at the tables you join from now on. The name you sign in with does not change."""
    return me_view(await call.server.people.change(call.me, body.name, body.language))


@operation("GET", "/api/me/settings", "Show the app's settings", needs=SELF)
async def show_settings(call: Call) -> dict[str, Any]:
    """The object that the app has stored for you, empty at first."""
    return await call.server.people.settings(call.me)


@operation("PUT", "/api/me/settings", "Store the app's settings", needs=SELF)
async def keep_settings(call: Call, body: dict[str, Any]) -> None:
    """A small object of the app's choice. It replaces the previous one."""
    await call.server.people.keep_settings(call.me, body)
