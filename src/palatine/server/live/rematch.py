"""Rematches: a new table with the settings of the old one, seats rotated by one."""

from __future__ import annotations

from palatine.core.chance import commitment
from palatine.server.clock import now
from palatine.server.ids import new_id, new_seed
from palatine.server.live.appends import opening
from palatine.server.live.hub import Hub
from palatine.server.people.identity import Person
from palatine.server.tables import commands
from palatine.server.tables.log import Chair, Created
from palatine.server.tables.table import HostedTable


def chairs_again(table: HostedTable, person: Person) -> tuple[Chair, ...]:
    """Return the chairs of a rematch, rotated so that the second seat comes first.

    The person who asks is seated, with the bots and the guests at the same device. Other players' seats are open until
    they join."""

    def again(chair: Chair) -> Chair:
        if chair.kind == "person" and chair.person == person.id:
            return Chair("person", person.id, person.name)
        return chair if chair.kind == "bot" or chair.person == person.id else Chair("open")

    rotated = [*table.chairs[1:], table.chairs[0]]
    return tuple(again(chair) for chair in rotated)


def created_again(table: HostedTable, person: Person, seed: str, at: int) -> Created:
    """Return the first entry of the new table."""
    settings, chairs = table.settings, chairs_again(table, person)
    options = dict(settings.options)
    return Created(
        at=at,
        host=person.id,
        game=settings.game.name,
        rules_version=settings.game.rules_version,
        players=settings.players,
        options=options,
        chairs=chairs,
        public=table.created.public,
        rated=table.created.rated
        and person.kind != "guest"
        and all(chair.kind in ("open", "person") for chair in chairs),
        clock=table.created.clock,
        commitment=commitment(settings.game.name, settings.players, options, seed),
        rematch_of=table.id,
    )


async def rematch(hub: Hub, table_id: str, person: Person) -> str:
    """Return the table of a rematch, opened unless it exists.

    It is opened in the transaction that adds it to the old table's log. So there is only one, and it exists as soon as
    the log names it."""
    other, seed = new_id(), new_seed()
    await hub.act(
        table_id,
        lambda table, at: commands.rematch(table, person.id, other, at),
        lambda table: opening(other, created_again(table, person, seed, now()), seed),
    )
    live = await hub.table(table_id)
    assert live.hosted.rematch is not None
    await hub.table(live.hosted.rematch)  # starts its bots
    return live.hosted.rematch
