"""A process that hangs in the middle of a write does not keep the others from the same table."""

from __future__ import annotations

import asyncio
import threading

import pytest
from sqlalchemy import Connection, insert, select

from palatine.server.errors import StorageFailure
from palatine.server.storage.schema import health
from palatine.server.storage.store import Store

PATIENCE = 20.0


def test_a_process_that_hangs_in_a_write_loses_its_locks(postgres_database: str) -> None:
    hanging, other = Store(postgres_database), Store(postgres_database)
    locked, go_on = threading.Event(), threading.Event()

    def hang(connection: Connection) -> None:
        connection.execute(health.update().values(at=2))
        locked.set()
        go_on.wait()
        connection.execute(select(1))

    async def run() -> None:
        await other.write(lambda connection: connection.execute(insert(health), {"id": 1, "at": 1}))
        writing = asyncio.ensure_future(hanging.write(hang))
        try:
            await asyncio.to_thread(locked.wait)
            async with asyncio.timeout(PATIENCE):
                await other.write(lambda connection: connection.execute(health.update().values(at=3)))
        finally:
            go_on.set()
        with pytest.raises(StorageFailure) as refused:
            await writing
        assert refused.value.kind == "away"
        assert await other.read(lambda connection: connection.scalar(select(health.c.at))) == 3
        await hanging.write(lambda connection: connection.execute(health.update().values(at=4)))

    for store in (hanging, other):
        store.open()
    try:
        asyncio.run(run())
    finally:
        for store in (hanging, other):
            store.close()
