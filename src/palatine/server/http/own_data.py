"""REST operations for your own data: export and deletion."""

from __future__ import annotations

from palatine.server.errors import NotAllowed
from palatine.server.http.accounts import attempt_in_session
from palatine.server.http.context import Call
from palatine.server.http.operations import SELF, operation
from palatine.server.messages.people import Deletion, Export
from palatine.server.privacy.deletion import erase
from palatine.server.privacy.export import exported


@operation("GET", "/api/me/export", "Export your data", needs=SELF)
async def export_me(call: Call) -> Export:
    """All data about you in one document, without passwords and other secrets."""
    await call.server.exports.spend_everywhere(call.me.id)
    return await call.server.store.read(lambda connection: exported(connection, call.me))


@operation("POST", "/api/me/delete", "Delete yourself", needs=SELF)
async def delete_me(call: Call, body: Deletion) -> None:
    """Deletes your name, chat messages, ratings, credentials and bots. Your opponents keep their games. An account needs
    its password."""
    server, me = call.server, call.me
    if me.kind == "account":
        if body.password is None:
            raise NotAllowed("people.password_needed")
        async with attempt_in_session(call):
            await server.accounts.prove(me, body.password)
    await erase(server.store, server.hub, server.people, me.id)
    call.cookie = call.device_cookie = ""
