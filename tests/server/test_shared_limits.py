"""Processes share their limits through Redis, and go on by themselves while it is away."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from palatine.server.errors import TooMuch
from palatine.server.rate_limits import BLOCK, Budget, Limit
from palatine.server.shared_counts import SharedCounts
from server.house import open_house
from server.services import free_port, redis

MANY = 10_000
QUICK_SECONDS = 5.0


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


def with_two(url: str, work: Callable[[SharedCounts, SharedCounts], Awaitable[None]]) -> None:
    """Run a coroutine with the counts of two processes."""

    async def run() -> None:
        first, second = SharedCounts(url), SharedCounts(url)
        try:
            await work(first, second)
        finally:
            await first.close()
            await second.close()

    asyncio.run(run())


def shared(limit: Limit, counts: SharedCounts, name: str) -> Limit:
    limit.share(name, counts)
    return limit


def test_what_is_spent_in_one_process_is_missing_in_the_other(redis_url: str) -> None:
    async def spend(first: SharedCounts, second: SharedCounts) -> None:
        here = shared(Limit(3, 0.01), first, "spent")
        there = shared(Limit(3, 0.01), second, "spent")
        other = shared(Limit(3, 0.01), second, "other")
        for limit in (here, there, here):
            await limit.spend_everywhere("ada")
        with pytest.raises(TooMuch) as refusal:
            await there.spend_everywhere("ada")
        assert 0 < int(str(refusal.value.fields["count"])) <= 300
        await there.spend_everywhere("grace")
        await other.spend_everywhere("ada")
        await here.forgive("ada")
        await here.spend_everywhere("ada")

    with_two(redis_url, spend)


async def reported() -> None:
    """Wait until Redis has answered."""
    await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})


async def spend_block(budget: Limit) -> None:
    for _ in range(BLOCK):
        budget.spend("an address")
    await reported()


def test_a_budget_is_shared_in_blocks(redis_url: str) -> None:
    async def spend(first: SharedCounts, second: SharedCounts) -> None:
        here, there = (shared(Budget(3 * BLOCK, 0.1), counts, "budget") for counts in (first, second))
        for budget in (here, there, here, there):
            await spend_block(budget)
        with pytest.raises(TooMuch):
            there.spend("an address")
        there.spend("another address")

    with_two(redis_url, spend)


async def _spend_alone(counts: SharedCounts) -> None:
    limit, budget = shared(Limit(3, 0.01), counts, "alone"), shared(Budget(MANY, 1), counts, "budget")
    async with asyncio.timeout(QUICK_SECONDS):
        for _ in range(3):
            await limit.spend_everywhere("ada")
        with pytest.raises(TooMuch):
            await limit.spend_everywhere("ada")
        await limit.forgive("ada")
        await limit.spend_everywhere("ada")
        for _ in range(4 * BLOCK):
            budget.spend("an address")
            await asyncio.sleep(0)


def test_while_redis_is_away_each_process_limits_by_itself() -> None:
    async def run() -> None:
        counts = SharedCounts(f"redis://127.0.0.1:{free_port()}")
        await _spend_alone(counts)
        await counts.close()

    asyncio.run(run())


def test_a_redis_that_does_not_answer_refuses_no_one() -> None:
    async def run() -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            counts = SharedCounts(f"redis://127.0.0.1:{silent.getsockname()[1]}")
            await _spend_alone(counts)
            await counts.close()

    asyncio.run(run())


def test_servers_on_one_redis_share_their_limits(tmp_path: Path, redis_url: str) -> None:
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
    options = {"limited": True, "redis": redis_url}
    with open_house(folders[0], **options) as first, open_house(folders[1], **options) as second:
        for house in (first, second) * 10:
            house.call(house.server.analyses.spend_everywhere, "an address")
        with pytest.raises(TooMuch):
            second.call(second.server.analyses.spend_everywhere, "an address")
        second.call(second.server.analyses.spend_everywhere, "another address")
