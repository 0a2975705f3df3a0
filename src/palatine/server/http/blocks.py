"""The REST operations between people: block, mute, report."""

from __future__ import annotations

from palatine.server.http.context import Call
from palatine.server.http.operations import SELF, operation
from palatine.server.messages.people import RelationView, ReportWish
from palatine.server.people.blocks import relate, relations_of, report, unrelate


@operation("GET", "/api/me/relations", "Whom one has blocked and muted", needs=SELF)
async def list_relations(call: Call) -> list[RelationView]:
    """What these persons say is not to be shown; the latest first."""
    return await call.server.store.read(lambda connection: relations_of(connection, call.me.id))


@operation("PUT", "/api/people/{person}/block", "Block somebody", needs=SELF)
async def block(call: Call, person: str) -> None:
    """They cannot sit down at one's tables, and do not see them in the lobby."""
    await relate(call.server.store, call.me, person, "block")


@operation("DELETE", "/api/people/{person}/block", "Block somebody no longer", needs=SELF)
async def unblock(call: Call, person: str) -> None:
    """Nothing happens if they were not blocked."""
    await unrelate(call.server.store, call.me, person, "block")


@operation("PUT", "/api/people/{person}/mute", "Mute somebody", needs=SELF)
async def mute(call: Call, person: str) -> None:
    """What they say is not shown any more."""
    await relate(call.server.store, call.me, person, "mute")


@operation("DELETE", "/api/people/{person}/mute", "Mute somebody no longer", needs=SELF)
async def unmute(call: Call, person: str) -> None:
    """Nothing happens if they were not muted."""
    await unrelate(call.server.store, call.me, person, "mute")


@operation("POST", "/api/people/{person}/report", "Report somebody", needs=SELF)
async def report_person(call: Call, person: str, body: ReportWish) -> None:
    """Tell the host of the server what somebody has done, perhaps at a table."""
    call.server.reports.spend(call.me.id)
    await report(call.server.store, call.me, person, body.text, body.table)
