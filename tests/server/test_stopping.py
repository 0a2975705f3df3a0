"""A graceful stop asks the clients to reconnect, and their games continue."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

from server.playing import Bookkeeping, SocketPlayer, compare, open_tables, play_all
from server.running import RunningServer
from server.services import free_port

SERVICE_RESTART = 1012
"""The close code of a connection when the server restarts."""
STOPS = 2
SOME = 6
"""Enough decisions for both players to have made some."""


async def _play_on(books: Bookkeeping, tables: list[str]) -> None:
    """Wait until both players of every table have decided again, or its game is over."""

    def so_far() -> Counter[str]:
        return Counter(table for table, _ in books.acknowledged)

    goals = so_far()
    while any(so_far()[table] < goals[table] + SOME and table not in books.finished for table in tables):
        books.grown.clear()
        await books.grown.wait()


async def _play_through_stops(server: RunningServer) -> None:
    books, expected = Bookkeeping(), Counter[str]()
    tables, cookies = await open_tables(server, count=4)
    players = [
        SocketPlayer([server], books, table, seat, cookie) for table in tables for seat, cookie in enumerate(cookies)
    ]
    playing = asyncio.ensure_future(play_all(players))
    for _ in range(STOPS):
        await _play_on(books, tables)
        expected.update(table for table in tables if table not in books.finished)
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
    await playing
    await compare(server, books, tables)
    assert expected.total() >= len(tables), "people were playing when it stopped"
    for player in players:
        assert player.endings.count(SERVICE_RESTART) == player.farewells == expected[player.table], player.endings


def test_players_reconnect_and_continue_after_a_graceful_stop(tmp_path: Path) -> None:
    server = RunningServer(free_port(), f"sqlite:///{tmp_path / 'stopped.db'}", tmp_path / "server.log")
    server.start()
    try:
        asyncio.run(_play_through_stops(server))
    finally:
        server.stop()
