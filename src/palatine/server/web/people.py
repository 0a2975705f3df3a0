"""The REST operations of people: arriving, and who one is."""

from __future__ import annotations

from palatine.server.messages import Arrival, Me
from palatine.server.people import Person
from palatine.server.services import Call
from palatine.server.web.operations import ANYONE, PLAY, operation


def me_view(person: Person) -> Me:
    """Oneself, as one sees it."""
    return Me(person.id, person.name, person.kind, person.language)


@operation("POST", "/api/me", "Come as a guest", needs=ANYONE)
async def arrive(call: Call, body: Arrival) -> Me:
    """Choose a name. Who one is is kept in a signed cookie; there is nothing to sign up for."""
    call.server.arrivals.spend(call.address)
    person = await call.server.people.new_guest(body.name, body.language or call.language)
    call.cookie = call.server.people.guest_cookie(person.id)
    return me_view(person)


@operation("GET", "/api/me", "Who one is", needs=PLAY)
async def show_me(call: Call) -> Me:
    """Whoever is asking, as the server knows them."""
    return me_view(call.me)
