"""A process whose memory or clock is behind: clients never go back in time, no bot is forgotten, no player loses time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from palatine.server.broadcast import NoBroadcast
from palatine.server.clock import ServerClock, use
from palatine.server.live.hub import Hub
from palatine.server.live.janitor import BOT_PATIENCE, Janitor
from palatine.server.storage.append import Append
from palatine.server.storage.store import Store
from palatine.server.tables import commands
from palatine.server.tables.log import Clock, Resumed, read
from palatine.server.tables.table import HostedTable
from palatine.server.thinking.pool import Pool
from server.logged import ANN, BOB, SEED, bot, created, person

LONGEST_WAIT = 30.0


class NotAlone(NoBroadcast):
    """A channel on which every message is lost."""

    alone = False


class Page:
    """A listener that stores its messages."""

    person: str | None = None
    wants_outlook = False

    def __init__(self) -> None:
        self.messages: list[bytes] = []

    def send(self, payload: bytes) -> None:
        self.messages.append(payload)

    def end(self) -> None:
        """Do nothing."""


class QuickPool(Pool):
    """Bots that take the first legal decision. The first `failures` questions are not answered."""

    def __init__(self, failures: int = 0) -> None:
        super().__init__(1)
        self.failures = failures
        self.asked = asyncio.Semaphore(0)

    async def decide(self, table: HostedTable, seat: int, level: int) -> int:  # noqa: ARG002
        self.asked.release()
        if self.failures:
            self.failures -= 1
            raise RuntimeError("bot processes end instead of answering")
        return table.playing.legal()[0]


class SlowStore(Store):
    """A store that takes its time to write what makes it Ann's turn."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.writing = asyncio.Event()
        self.may_write = asyncio.Event()

    async def append(self, append: Append) -> bool:
        if append.first > 1 and append.row["awaited"] == ANN:
            self.writing.set()
            await self.may_write.wait()
        return await super().append(append)


@asynccontextmanager
async def slow_store(folder: Path) -> AsyncIterator[SlowStore]:
    store = SlowStore(f"sqlite:///{folder / 'stale.db'}")
    store.open()
    try:
        yield store
    finally:
        store.close()


@pytest.mark.parametrize("is_new", [False, True])
def test_a_client_is_never_sent_an_older_table_than_was_acknowledged(is_new: bool, tmp_path: Path) -> None:
    """Both processes take themselves for the owner, and every announcement is lost. The client knows the table, or not."""

    async def run() -> None:
        async with slow_store(tmp_path) as store:
            store.may_write.set()
            first, second = (Hub(store, QuickPool(), NotAlone()) for _ in range(2))
            table = await first.create(created(person(ANN), person(BOB)), SEED)
            await second.table(table)
            acknowledged = await first.act(
                table, lambda one, at: commands.decide(one, str(one.awaited), 0, one.playing.legal()[0], at)
            )
            page = Page()
            await second.listen(table, page, None if is_new else acknowledged)
            assert msgspec.json.decode(page.messages[0])["table"]["seq"] == acknowledged
            await first.close()
            await second.close()

    asyncio.run(run())


def test_a_bot_that_failed_is_asked_again_although_the_clock_was_set_back(tmp_path: Path) -> None:
    shift = 0
    use(ServerClock(lambda: time.time_ns() + shift))

    async def run() -> None:
        nonlocal shift
        async with slow_store(tmp_path) as store:
            store.may_write.set()
            pool = QuickPool(failures=1)
            hub = Hub(store, pool, NoBroadcast())
            table = await hub.create(created(person(ANN), bot(1), at=time.time_ns() // 10**6), SEED)
            while (await hub.table(table)).hosted.awaited == ANN:
                await hub.act(table, lambda one, at: commands.decide(one, ANN, one.ply, one.playing.legal()[0], at))
            await asyncio.wait_for(pool.asked.acquire(), LONGEST_WAIT)
            await asyncio.sleep(0)
            shift = -3600 * 10**9
            await Janitor(hub, alone=True).make_round(BOT_PATIENCE)
            await asyncio.sleep(0)
            assert not pool.asked.locked()
            await hub.close()

    asyncio.run(run())
    use(ServerClock())


def test_a_jump_of_the_clock_costs_no_time_while_a_decision_is_written(tmp_path: Path) -> None:
    shift = 0
    use(ServerClock(lambda: time.time_ns() + shift))

    async def run() -> None:
        nonlocal shift
        async with slow_store(tmp_path) as store:
            hub = Hub(store, QuickPool(), NoBroadcast())
            clock = Clock("decision", 60)
            table = await hub.create(created(person(ANN), bot(1), clock=clock, at=time.time_ns() // 10**6), SEED)
            store.may_write.set()
            while (await hub.table(table)).hosted.awaited == ANN:
                await hub.act(table, lambda one, at: commands.decide(one, ANN, one.ply, one.playing.legal()[0], at))
            store.may_write.clear()
            store.writing.clear()
            await asyncio.wait_for(store.writing.wait(), LONGEST_WAIT)
            shift = 20 * 10**9
            round_made = asyncio.ensure_future(Janitor(hub, alone=True).make_round(BOT_PATIENCE))
            await store.length(table)
            store.may_write.set()
            await round_made
            logged = await store.load(table)
            assert logged is not None
            assert isinstance(read(logged.entries[-1]), Resumed)
            await hub.close()

    asyncio.run(run())
    use(ServerClock())
