"""The REST operations of people: arriving, who one is and others are, what the page keeps."""

from __future__ import annotations

from typing import Any

from palatine.server.errors import NotNow
from palatine.server.http.context import COOKIE, GUEST_COOKIE, Call
from palatine.server.http.operations import ANYONE, PLAY, SELF, operation
from palatine.server.messages.people import MeChange
from palatine.server.messages.tables import Arrival, Me
from palatine.server.people.identity import Person


def me_view(person: Person) -> Me:
    """Oneself, as one sees it."""
    return Me(person.id, person.name, person.kind, person.language)


@operation("POST", "/api/me", "Come as a guest", needs=ANYONE, problems=(403, 409))
async def arrive(call: Call, body: Arrival) -> Me:
    """Choose a name. Who one is is kept in a signed cookie; there is nothing to sign up for. A guest who comes once more
    stays the same guest, by the new name; whoever is signed in is refused, and does not lose their account by it."""
    if call.person is None:
        call.server.arrivals.spend(call.address)
        person = await call.server.people.new_guest(body.name, body.language or call.language)
    elif call.person.kind == "guest":
        person = await call.server.people.change(call.person, body.name, body.language)
    else:
        raise NotNow("people.signed_in_already")
    call.cookie = call.server.people.guest_cookie(person.id)
    return me_view(person)


@operation("GET", "/api/me", "Who one is", needs=PLAY)
async def show_me(call: Call) -> Me:
    """Whoever is asking, as the server knows them. A cookie lasts from now on, so that whoever comes back stays known."""
    if "authorization" not in call.connection.headers and not call.came_back:
        call.cookie = call.connection.cookies[COOKIE]
        call.guest_cookie = call.connection.cookies.get(GUEST_COOKIE)
    return me_view(call.me)


@operation("PATCH", "/api/me", "Change one's name or language", needs=SELF)
async def change_me(call: Call, body: MeChange) -> Me:
    """Another name is that of the tables at which one sits down from now on; one signs in by the name of the account."""
    return me_view(await call.server.people.change(call.me, body.name, body.language))


@operation("GET", "/api/me/settings", "What the page has kept", needs=SELF)
async def show_settings(call: Call) -> dict[str, Any]:
    """An object of the page's own, empty at first."""
    return await call.server.people.settings(call.me)


@operation("PUT", "/api/me/settings", "Keep something for the page", needs=SELF)
async def keep_settings(call: Call, body: dict[str, Any]) -> None:
    """A small object of the page's own, in place of the one before."""
    await call.server.people.keep_settings(call.me, body)
