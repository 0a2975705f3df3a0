"""The bots and clocks of a killed process are taken over by another one within seconds, and no client has to do anything."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import httpx2
import pytest
from websockets.asyncio.client import connect

from faults.cluster import Cluster, several
from server.running import RunningServer

TAKEOVER_SECONDS = 12.0
"""About ten seconds: a lease of five, a round of five, and a moment to think."""
CLOCK_SECONDS = 5
SLOW_BOT: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "level": 5}]
"""Its process starts with its first decision, which therefore takes a second or more."""
BETWEEN_LOOKS = 0.1


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Cluster]:
    with several(tmp_path, 2) as cluster:
        yield cluster


class Host:
    """A person at one process, who opens tables."""

    def __init__(self, server: RunningServer) -> None:
        self._person = httpx2.AsyncClient(base_url=server.address, timeout=60)

    async def __aenter__(self) -> Self:
        (await self._person.post("/api/me", json={"name": "Ann"})).raise_for_status()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._person.aclose()

    async def open(self, seats: list[dict[str, Any]], **more: Any) -> str:
        """Open a table, and return its id."""
        opened = {"game": "kingdomino", "players": len(seats), "seats": seats, **more}
        table: str = (await self._person.post("/api/tables", json=opened)).raise_for_status().json()["table"]
        return table

    async def until_the_bot_is_to_decide(self, table: str) -> None:
        """Decide until it is the turn of the bot in the second seat."""
        while (view := (await self._person.get(f"/api/tables/{table}")).raise_for_status().json())["turn"] == 0:
            wish = {"ply": view["ply"], "decision": view["moves"][0][0]}
            (await self._person.post(f"/api/tables/{table}/decide", json=wish)).raise_for_status()


async def until_written(cluster: Cluster, table: str, kind: str, known: int, within: float) -> float:
    """Wait until an entry of a kind follows the first `known` on disk, and return after how many seconds.

    No process is asked: that would make it look at the table."""
    began = time.monotonic()
    while (waited := time.monotonic() - began) < within:
        stored = await asyncio.to_thread(cluster.stored, table)
        if any(entry["kind"] == kind for entry in stored[known:]):
            return waited
        await asyncio.sleep(BETWEEN_LOOKS)
    raise AssertionError(f"no process took over within {within} seconds")


async def _take_over_bots(cluster: Cluster) -> None:
    first, second = cluster.servers
    async with Host(first) as ann, Host(second) as bob:
        loading = await bob.open(SLOW_BOT)
        await bob.until_the_bot_is_to_decide(loading)
        known = len(cluster.stored(loading))
        await until_written(cluster, loading, "decided", known - 1, 60)
        tables = [await ann.open(SLOW_BOT) for _ in range(2)]
        async with connect(second.socket(tables[1])) as watching:  # this process has the table in memory
            await watching.recv()
            for table in tables:
                await ann.until_the_bot_is_to_decide(table)
            await asyncio.to_thread(first.kill)
            lengths = [len(cluster.stored(table)) for table in tables]
            waited = await asyncio.gather(
                *(
                    until_written(cluster, table, "decided", length, TAKEOVER_SECONDS)
                    for table, length in zip(tables, lengths, strict=True)
                )
            )
    print(f"\nbots of a killed process: taken over after {waited[0]:.1f} s, {waited[1]:.1f} s if watched")


def test_bots_of_a_killed_process_are_taken_over(two: Cluster) -> None:
    asyncio.run(_take_over_bots(two))
    assert not two.complaints()


async def _take_over_clocks(cluster: Cluster) -> None:
    first, _ = cluster.servers
    clock = {"kind": "decision", "seconds": CLOCK_SECONDS}
    async with Host(first) as ann:
        table = await ann.open([{"kind": "me"}, {"kind": "local", "name": "Kid"}], clock=clock)
        await asyncio.to_thread(first.kill)
        waited = await until_written(cluster, table, "taken_over", 0, CLOCK_SECONDS + TAKEOVER_SECONDS)
    print(f"\nclock of a killed process: rung {waited - CLOCK_SECONDS:.1f} s late")


def test_clocks_of_a_killed_process_are_taken_over(two: Cluster) -> None:
    asyncio.run(_take_over_clocks(two))
    assert not two.complaints()
