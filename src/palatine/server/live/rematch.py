"""Meeting again: a new table with the settings of one whose game is over, seats turned by one."""

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
    """Who sits where: the second seat's chair comes first. Whoever asks is seated, and so are bots and the guests at the
    same device; the other people sit down themselves when they come."""

    def again(chair: Chair) -> Chair:
        if chair.kind == "person" and chair.person == person.id:
            return Chair("person", person.id, person.name)
        return chair if chair.kind == "bot" or chair.person == person.id else Chair("open")

    turned = [*table.chairs[1:], table.chairs[0]]
    return tuple(again(chair) for chair in turned)


def created_again(table: HostedTable, person: Person, seed: str, at: int) -> Created:
    """The first entry of the new table."""
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
        rated=table.created.rated and all(chair.kind in ("open", "person") for chair in chairs),
        clock=table.created.clock,
        commitment=commitment(settings.game.name, settings.players, options, seed),
        rematch_of=table.id,
    )


async def rematch(hub: Hub, table_id: str, person: Person) -> str:
    """The table where those who played meet again, opened if it is not there yet.

    It is opened in the transaction that notes it in the old table's log: whoever is told of it finds it, and there is
    only one."""
    other, seed = new_id(), new_seed()
    await hub.act(
        table_id,
        lambda table, at: commands.rematch(table, person.id, other, at),
        lambda table: opening(other, created_again(table, person, seed, now()), seed),
    )
    live = await hub.table(table_id)
    assert live.hosted.rematch is not None
    await hub.table(live.hosted.rematch)  # its bots begin
    return live.hosted.rematch
