"""Bugs to plant in the server, each a small patch: the simulated world must find every one."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import msgspec

from palatine.core.table import Decision
from palatine.server.live import hub
from palatine.server.live.hub import Hub
from palatine.server.live.live_table import LiveTable
from palatine.server.messages.tables import TableView
from palatine.server.messages.views import table_view
from palatine.server.storage import append as appends
from palatine.server.storage.append import Append
from palatine.server.storage.store import Store
from palatine.server.tables import commands
from palatine.server.tables.log import AnyEntry
from palatine.server.tables.table import HostedTable
from simulation.faults import Rates


@contextmanager
def acknowledge_before_write() -> Iterator[None]:
    """Say that entries are durable as soon as they are queued."""
    real = Store.append

    async def append(store: Store, entries: Append) -> bool:
        asyncio.get_running_loop().create_task(real(store, entries))
        return True

    with patch.object(Store, "append", append):
        yield


@contextmanager
def apply_twice() -> Iterator[None]:
    """Take a decision that is sent again for a new one."""
    real = commands.decide

    def decide(table: HostedTable, person: str, ply: int, decision: Decision, now: int) -> commands.Entries:
        return real(table, person, max(ply, table.ply), decision, now)

    with patch.object(commands, "decide", decide):
        yield


@contextmanager
def forget_the_condition() -> Iterator[None]:
    """Overwrite entries that another process was faster to write."""
    insertion, change = appends._insertion, appends._change

    def replacing(*given: Any) -> str:
        return insertion(*given).replace("INSERT INTO", "INSERT OR REPLACE INTO")

    def unconditional(*given: Any) -> str:
        return change(*given).rpartition(" AND ")[0]

    with patch.object(appends, "_insertion", replacing), patch.object(appends, "_change", unconditional):
        yield


@contextmanager
def leak_a_hidden_field() -> Iterator[None]:
    """Let the view in updates depend on the hidden fields."""

    def leaking(table: HostedTable, *given: Any) -> TableView:
        view = table_view(table, *given)
        if table.shown is None:
            return view
        return msgspec.structs.replace(view, ended=str(zlib.crc32(table.shown._raw.tobytes())))

    with patch.object(hub, "table_view", leaking):
        yield


@contextmanager
def split_brain() -> Iterator[None]:
    """Keep entries in memory that were refused, if the table cannot be read again."""

    async def add(
        self: Hub, live: LiveTable, entries: list[AnyEntry], awaited: str | None, then: Any, asked: Any
    ) -> bool:
        first = live.seq
        live.add(entries)
        try:
            stored = await self._append(live, first, entries, awaited, then and then(live.hosted), asked)
        except BaseException:
            self.forget(live)
            raise
        if not stored:
            await self.sync.read_again(live, first)
        return stored

    with patch.object(Hub, "_add", add):
        yield


@dataclass(frozen=True)
class Planted:
    """A bug, and the world that is hard on it: by default one with faults drawn from its seed."""

    plant: Callable[[], AbstractContextManager[None]]
    rates: Rates | None = None
    game: str = "kingdomino"


PLANTED = {
    "acknowledge before write": Planted(acknowledge_before_write),
    "apply twice after a resend": Planted(
        apply_twice, Rates(outcome_unknown=0.2, socket_cut=1.5, slow_message=0.2, redis_fails=0.1), "year_of_the_dragon"
    ),
    "forget the conditional append": Planted(forget_the_condition),
    "leak a hidden field in one view": Planted(leak_a_hidden_field),
    "split brain": Planted(
        split_brain,
        Rates(
            read_fails=0.3, redis_away=10, redis_cut=4, pause=6, redis_fails=0.1, slow_write=0.3, message_dropped=0.2
        ),
    ),
}
