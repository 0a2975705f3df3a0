"""REST operations between people: block, mute, report."""

from __future__ import annotations

from palatine.server.http.context import Call
from palatine.server.http.operations import SELF, operation
from palatine.server.messages.people import RelationView, ReportWish
from palatine.server.people.blocks import relate, relations_of, report, unrelate


@operation("GET", "/api/me/relations", "List the people you have blocked or muted", needs=SELF)
async def list_relations(call: Call) -> list[RelationView]:
    """Latest first. Clients hide the chat messages of these people."""
    return await call.server.store.read(lambda connection: relations_of(connection, call.me.id))


@operation("PUT", "/api/people/{person}/block", "Block a person", needs=SELF)
async def block(call: Call, person: str) -> None:
    """They cannot sit down at your tables and do not see them in the lobby."""
    await relate(call.server.store, call.me, person, "block")


@operation("DELETE", "/api/people/{person}/block", "Unblock a person", needs=SELF)
async def unblock(call: Call, person: str) -> None:
    """Does nothing if they were not blocked."""
    await unrelate(call.server.store, call.me, person, "block")


@operation("PUT", "/api/people/{person}/mute", "Mute a person", needs=SELF)
async def mute(call: Call, person: str) -> None:
    """Hides their chat messages."""
    await relate(call.server.store, call.me, person, "mute")


@operation("DELETE", "/api/people/{person}/mute", "Unmute a person", needs=SELF)
async def unmute(call: Call, person: str) -> None:
    """Does nothing if they were not muted."""
    await unrelate(call.server.store, call.me, person, "mute")


@operation("POST", "/api/people/{person}/report", "Report a person", needs=SELF)
async def report_person(call: Call, person: str, body: ReportWish) -> None:
    """Sends a report to the operator of the server; it can name a table."""
    await call.server.reports.spend_everywhere(call.me.id)
    await report(call.server.store, call.me, person, body.text, body.table)
