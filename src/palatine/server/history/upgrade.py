"""A table read from the store again, also when the rules have changed since it was written."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core.errors import PalatineError
from palatine.core.table import Table
from palatine.server.storage.store import Logged
from palatine.server.tables.log import AnyEntry, Ended, Upgraded, read
from palatine.server.tables.table import Hollow, HostedTable, built, counted


def rebuilt(table_id: str, logged: Logged, now: int) -> tuple[HostedTable, list[AnyEntry]]:
    """The table, and the entries that are to be added if the rules of today play its log differently.

    Then the game goes on from the last position as it is stored; a position that today's rules do not know ends it."""
    entries = [read(entry) for entry in logged.entries]
    try:
        table = built(table_id, logged.seed, entries)
        if _agrees(table, logged):
            return table, []
    except PalatineError:
        pass  # a decision of the log is not legal any more
    table = counted(table_id, logged.seed, entries)
    if isinstance(table.game, Hollow) and logged.over:
        table.game.over = True  # what came of it stands in its row
    if table.status != "playing":
        return table, []
    return table, [_continuation(table, logged, now)]


def _agrees(table: HostedTable, logged: Logged) -> bool:
    """Whether the log led to where it had led when it was written."""
    if logged.rules_version == table.settings.game.rules_version or logged.position is None or table.game is None:
        return True
    stored = msgspec.json.decode(logged.position)
    essence = table.playing.essence(len(table.playing.decisions))
    return bool(stripped(stored, essence) == essence)


def _continuation(table: HostedTable, logged: Logged, now: int) -> AnyEntry:
    assert logged.position is not None
    try:
        stored = msgspec.json.decode(logged.position)
        fresh = Table(table.settings, table.seed)
        position = stripped(stored, fresh.essence(0))
        Table(table.settings, table.seed, position)
    except PalatineError:
        return Ended(now, "rules")
    return Upgraded(now, table.settings.game.rules_version, position)


def stripped(stored: Any, shape: Any) -> Any:
    """What a position is made of, without what follows from it: only the keys that an essence has."""
    if isinstance(stored, dict) and isinstance(shape, dict):
        return {key: stripped(stored[key], shape[key]) for key in shape if key in stored}
    if isinstance(stored, list) and isinstance(shape, list) and len(stored) == len(shape):
        return [stripped(part, like) for part, like in zip(stored, shape, strict=True)]
    return stored
