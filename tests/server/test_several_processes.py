"""Two server processes share tables over PostgreSQL and Redis; games continue when one of them is killed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed

from server.playing import Bookkeeping, SocketPlayer, compare, open_tables, play_all
from server.running import RunningServer
from server.services import empty_database, free_port, redis


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, postgres_server: str) -> Iterator[tuple[Path, str, str]]:
    """Yield a folder, and the URLs of a database and of Redis."""
    folder = tmp_path_factory.mktemp("shared")
    with redis(folder) as redis_url:
        yield folder, empty_database(postgres_server), redis_url


@pytest.fixture(scope="module")
def servers(shared: tuple[Path, str, str]) -> Iterator[tuple[RunningServer, RunningServer]]:
    folder, database, redis_url = shared
    first, second = (
        RunningServer(free_port(), database, folder / f"{name}.log", "--redis", redis_url) for name in ("a", "b")
    )
    yield first, second
    if first.runs:
        first.kill()
    second.stop()


@pytest.fixture
def two(servers: tuple[RunningServer, RunningServer]) -> tuple[RunningServer, RunningServer]:
    """Return two running processes; a test may kill the first."""
    for server in servers:
        if not server.runs:
            server.start()
    return servers


async def _meet(first: RunningServer, second: RunningServer) -> None:
    """A client of one process immediately gets updates, chat and presence from the other."""
    async with (
        httpx2.AsyncClient(base_url=first.address) as ann,
        httpx2.AsyncClient(base_url=second.address) as bob,
    ):
        for person, name in ((ann, "Ann"), (bob, "Bob")):
            (await person.post("/api/me", json={"name": name})).raise_for_status()
        opened = {"game": "kingdomino", "players": 2}
        table = (await ann.post("/api/tables", json=opened)).raise_for_status().json()["table"]
        async with first.listen(table, ann) as messages:
            (await bob.post(f"/api/tables/{table}/sit", json={})).raise_for_status()
            assert (await messages.until("update"))["table"]["status"] == "playing"
            (await bob.post(f"/api/tables/{table}/chat", json={"text": "hello"})).raise_for_status()
            assert (await messages.until("said"))["line"]["text"] == "hello"
            async with second.listen(table, bob):
                me = (await bob.get("/api/me")).json()["id"]
                assert me in (await messages.until("here"))["here"]


async def _look_ahead(first: RunningServer, second: RunningServer) -> None:
    """A client of one process gets outlooks with the decisions made at the other."""
    async with httpx2.AsyncClient(base_url=first.address) as ann:
        (await ann.post("/api/me", json={"name": "Ann"})).raise_for_status()
        seats = [{"kind": "me"}, {"kind": "local", "name": "Kid"}]
        opened = {"game": "kingdomino", "seats": seats}
        table = (await ann.post("/api/tables", json=opened)).raise_for_status().json()["table"]
        async with second.listen(table, ann, "?outlook=1") as messages:
            shown = await messages.until("state")
            for ply in range(5):
                assert (shown["outlook"]["ply"], shown["outlook"]["seq"]) == (ply, shown["table"]["seq"])
                known = {one["decision"] for one in shown["outlook"]["prospects"]}
                assert known == {decision for decision, _ in shown["table"]["moves"]}
                order = {"ply": ply, "decision": min(known)}
                (await ann.post(f"/api/tables/{table}/decide", json=order)).raise_for_status()
                shown = await messages.until("update")


def test_outlooks_arrive_with_decisions_made_at_another_process(two: tuple[RunningServer, RunningServer]) -> None:
    asyncio.run(_look_ahead(*two))


def test_events_at_one_process_reach_clients_of_the_other(two: tuple[RunningServer, RunningServer]) -> None:
    asyncio.run(_meet(*two))


async def _play_across(first: RunningServer, second: RunningServer) -> None:
    books = Bookkeeping()
    tables, cookies = await open_tables(first)
    players = [
        SocketPlayer([first, second][seat:] + [first, second][:seat], books, table, seat, cookie)
        for table in tables
        for seat, cookie in enumerate(cookies)
    ]
    playing = asyncio.ensure_future(play_all(players))
    await books.until(60, playing)
    await asyncio.to_thread(first.kill)
    await playing
    await compare(second, books, tables)


def test_games_continue_when_one_of_two_processes_is_killed(two: tuple[RunningServer, RunningServer]) -> None:
    asyncio.run(_play_across(*two))


async def _suspend_across(first: RunningServer, second: RunningServer, database: str) -> None:
    """A suspension by the command line ends the person's socket at both processes, and a bot takes over."""
    async with (
        httpx2.AsyncClient(base_url=first.address) as ann,
        httpx2.AsyncClient(base_url=second.address) as bob,
    ):
        for person, name in ((ann, "Ann"), (bob, "Bob")):
            (await person.post("/api/me", json={"name": name})).raise_for_status()
        opened = {"game": "kingdomino", "players": 2}
        table = (await ann.post("/api/tables", json=opened)).raise_for_status().json()["table"]
        (await bob.post(f"/api/tables/{table}/sit", json={})).raise_for_status()
        me = (await bob.get("/api/me")).json()["id"]
        command = [sys.executable, "-m", "palatine", "admin", "suspend", me, "--reason", "rude", "--database", database]
        async with first.listen(table, ann) as messages, second.listen(table, bob) as closing:
            await messages.until("state")
            done = await asyncio.create_subprocess_exec(*command)
            assert await done.wait() == 0
            with pytest.raises(ConnectionClosed):
                await closing.until("never")
            seats = (await messages.until("update"))["table"]["seats"]
            assert [seat["taken_over"] for seat in seats] == [False, True]
        refused = await bob.post(f"/api/tables/{table}/take_back")
        assert (refused.status_code, refused.json()["problem"]) == (403, "people.suspended_for_good")


def test_a_suspension_holds_at_every_process(
    two: tuple[RunningServer, RunningServer], shared: tuple[Path, str, str]
) -> None:
    asyncio.run(asyncio.wait_for(_suspend_across(*two, shared[1]), 60))
