"""The writes to the store that follow from new entries of a table."""

from __future__ import annotations

from msgspec import Raw

from palatine.server.live.results import finishing
from palatine.server.messages.views import position_of, row_of, whole_row_of
from palatine.server.storage.append import Append, Work, add_entries
from palatine.server.tables import commands
from palatine.server.tables.log import AnyEntry, Created, Decided, Seated, written
from palatine.server.tables.table import HostedTable


def append_of(
    hosted: HostedTable, first: int, entries: list[AnyEntry], position: Raw, then: Work | None = None
) -> Append:
    """Return the write for entries that were added to a table, with the results if they finished the game."""
    if hosted.status == "finished" and any(isinstance(entry, Decided) for entry in entries):
        then = finishing(hosted)
    seated = None
    if first == 0 or any(isinstance(entry, Seated) for entry in entries):
        seated = [(seat, chair.person) for seat, chair in enumerate(hosted.chairs) if chair.person is not None]
    lines = [written(entry) for entry in entries]
    only_decided = hosted.turn is not None and all(isinstance(entry, Decided) for entry in entries)
    row = row_of(hosted, position) if only_decided else whole_row_of(hosted, position)
    append = Append(hosted.id, first, lines, row, hosted.chain, seated, then)
    hosted.chain = append.links[-1]
    return append


def opened(table_id: str, created: Created, seed: str) -> tuple[HostedTable, list[AnyEntry]]:
    """Return a new table and its entries; the game has begun if no seat is open."""
    hosted = HostedTable(table_id, seed, created)
    entries: list[AnyEntry] = []
    if all(chair.kind != "open" for chair in hosted.chairs):
        entries = commands.start(hosted, hosted.host, 1, created.at)
    for entry in entries:
        hosted.add(entry)
    return hosted, [created, *entries]


def opening(table_id: str, created: Created, seed: str) -> Work:
    """Return the work that opens a table in the transaction of another table."""
    hosted, entries = opened(table_id, created, seed)
    append = append_of(hosted, 0, entries, position_of(hosted))
    return lambda connection: add_entries(connection, [append])
