"""The REST operations of one's own data: get all of it, delete it."""

from __future__ import annotations

from palatine.server.errors import NotAllowed
from palatine.server.http.accounts import spend_attempt
from palatine.server.http.context import Call
from palatine.server.http.operations import SELF, operation
from palatine.server.messages.people import Export, Farewell
from palatine.server.privacy.deletion import erase
from palatine.server.privacy.export import exported


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
