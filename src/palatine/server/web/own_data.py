"""The REST operations of one's own data: get all of it, delete it."""

from __future__ import annotations

from palatine.server.leaving import erase
from palatine.server.own_data import exported
from palatine.server.people_messages import Export, Farewell
from palatine.server.problems import NotAllowed
from palatine.server.services import Call
from palatine.server.web.accounts import spend_attempt
from palatine.server.web.operations import SELF, operation


@operation("GET", "/api/me/export", "Everything that is kept about oneself", needs=SELF)
async def export_me(call: Call) -> Export:
    """One document, without passwords and other secrets."""
    call.server.exports.spend(call.me.id)
    return await call.server.store.read(lambda connection: exported(connection, call.me))


@operation("POST", "/api/me/delete", "Delete oneself", needs=SELF)
async def delete_me(call: Call, body: Farewell) -> None:
    """One's name, words, ratings and credentials go, one's bots too; the games of others stand. An account's password is
    needed."""
    server, me = call.server, call.me
    if me.kind == "account":
        if body.password is None:
            raise NotAllowed("people.password_needed")
        await spend_attempt(call)
        await server.accounts.prove(me, body.password)
    await erase(server.store, server.hub, server.people, me.id)
    call.cookie = ""
