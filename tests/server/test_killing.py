"""If the server is killed while people play, no acknowledged decision is lost and none is made twice."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from server.playing import Bookkeeping, SocketPlayer, compare, open_tables, play_all
from server.running import RunningServer
from server.services import free_port


async def survive(server: RunningServer, kills: int) -> None:
    """Play all games to the end while the server is killed repeatedly, then compare the logs."""
    left = kills
    while left:
        books = Bookkeeping()
        tables, cookies = await open_tables(server)
        players = [
            SocketPlayer([server], books, table, seat, cookie)
            for table in tables
            for seat, cookie in enumerate(cookies)
        ]
        playing = asyncio.ensure_future(play_all(players))
        while left and not playing.done():
            await books.until(len(books.acknowledged) + random.randint(1, 60), playing)
            await asyncio.sleep(random.random() / 100)  # at a random moment
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            left -= 1
        await playing
        await compare(server, books, tables)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'killed.db'}"
    address: str = request.getfixturevalue("postgres_database")
    return address


def _survive(tmp_path: Path, database: str, kills: int) -> None:
    server = RunningServer(free_port(), database, tmp_path / "server.log")
    server.start()
    try:
        asyncio.run(survive(server, kills))
    finally:
        server.stop()


def test_no_acknowledged_decision_is_lost(tmp_path: Path, database: str) -> None:
    _survive(tmp_path, database, kills=2)


@pytest.mark.soak
def test_no_acknowledged_decision_is_lost_in_a_hundred_kills(tmp_path: Path, database: str) -> None:
    _survive(tmp_path, database, kills=100)
