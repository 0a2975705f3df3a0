"""Rebuild a stored table, even if the rules have changed since it was written."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core.errors import PalatineError
from palatine.core.table import Table
from palatine.games import game_named
from palatine.server.errors import TableDamaged
from palatine.server.storage.logged import Logged
from palatine.server.tables.log import AnyEntry, Created, Ended, Upgraded, read
from palatine.server.tables.table import Hollow, HostedTable, built, counted


def rebuilt(table_id: str, logged: Logged, now: int) -> tuple[HostedTable, list[AnyEntry]]:
    """Return the table, and the entries to add if the current rules play its log differently.

    Then the game continues from the last stored position, or ends if the current rules refuse that position. A log that
    the rules of its own version cannot play is damaged: it is refused."""
    entries = [read(entry) for entry in logged.entries]
    try:
        table = built(table_id, logged.seed, entries)
        table.chain = logged.head
        if _agrees(table, logged):
            return table, []
    except PalatineError as problem:  # a decision in the log is not legal
        created = entries[0]
        assert isinstance(created, Created)
        if logged.rules_version == game_named(created.game).rules_version:
            raise TableDamaged(table_id, f"the rules of its version cannot play it: {problem}") from problem
    table = counted(table_id, logged.seed, entries)
    table.chain = logged.head
    if isinstance(table.game, Hollow) and logged.over:
        table.game.over = True  # its result is in its row
    if table.status != "playing":
        return table, []
    return table, [_continuation(table, logged, now)]


def _agrees(table: HostedTable, logged: Logged) -> bool:
    """Return True if the log still leads to the stored position."""
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
    """Return a stored position without its derived values: only the keys that `shape` has."""
    if isinstance(stored, dict) and isinstance(shape, dict):
        return {key: stripped(stored[key], shape[key]) for key in shape if key in stored}
    if isinstance(stored, list) and isinstance(shape, list) and len(stored) == len(shape):
        return [stripped(part, like) for part, like in zip(stored, shape, strict=True)]
    return stored
