"""The owners of tables, as leases in a real Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from palatine.server.broadcast import connected
from palatine.server.live import ownership
from palatine.server.live.ownership import RedisOwnership
from server.services import redis

TABLE = "table"


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


@asynccontextmanager
async def process(url: str, name: str) -> AsyncIterator[RedisOwnership]:
    one = RedisOwnership(connected(url), name)
    await one.open(lambda _lost: None)
    try:
        yield one
    finally:
        await one.close()


def test_an_owner_that_does_not_answer_is_not_asked_again_for_a_while(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with process(redis_url, "first") as first, process(redis_url, "second") as second:
            assert [await one.claim(TABLE) for one in (first, second)] == ["first", "first"]
            second.doubt(TABLE)
            assert await second.claim(TABLE) is None
            assert await first.claim(TABLE) == "first"
            monkeypatch.setattr(ownership, "SILENT_SECONDS", 0.0)
            second.doubt(TABLE)
            assert await second.claim(TABLE) == "first"

    asyncio.run(run())


def test_the_owner_itself_is_never_in_doubt(redis_url: str) -> None:
    async def run() -> None:
        async with process(redis_url, "first") as first:
            await first.claim(TABLE)
            first.doubt(TABLE)
            assert first.owns(TABLE)
            assert await first.claim(TABLE) == "first"

    asyncio.run(run())


def test_the_tables_of_a_process_that_stops_pass_to_another(redis_url: str) -> None:
    async def run() -> None:
        async with process(redis_url, "second") as second:
            async with process(redis_url, "first") as first:
                await first.claim(TABLE)
                assert await second.claim(TABLE) == "first"
                second.release(TABLE)
            assert await second.claim(TABLE) == "second"

    asyncio.run(run())
