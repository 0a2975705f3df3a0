"""An ended session stops working everywhere within two seconds, even if no process is notified."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest
from sqlalchemy import delete, insert
from websockets.asyncio.client import connect

from palatine.server.clock import ServerClock, use
from palatine.server.people.identity import GUEST_SCOPES, Person
from palatine.server.people.validity import FRESH_SECONDS, STALE_SECONDS, Validity
from palatine.server.storage.schema import people, tokens
from palatine.server.storage.store import Store
from server.running import RunningServer
from server.services import empty_database, free_port, redis

PASSWORD = "correct horse"
SECOND = 1_000_000_000
LONGEST_SECONDS = 20.0
"""Much longer than a revocation may take, for a busy machine."""


class Moment:
    """A monotonic clock that the test sets."""

    def __init__(self) -> None:
        self.at = 1000 * SECOND
        use(ServerClock(wall=lambda: self.at, monotonic=lambda: self.at))

    def pass_by(self, seconds: float) -> None:
        self.at += int(seconds * SECOND)


class Counting(Store):
    """A store that counts its reads, and can fail."""

    reads = 0
    away = False

    async def read(self, work: Any) -> Any:
        self.reads += 1
        if self.away:
            raise OSError("the database is away")
        return await super().read(work)


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[Counting]:
    store = Counting(f"sqlite:///{folder / 'some.db'}")
    store.open()
    try:
        yield store
    finally:
        store.close()


async def arrive(store: Store, *names: str) -> list[Person]:
    """Add people with a session each."""
    row = {"kind": "account", "language": "en", "settings": "{}", "created": 0, "seen": 0}
    session = {"kind": "session", "label": "", "scopes": "play", "created": 0, "seen": 0, "expires": 10**15}

    def writing(connection: Any) -> None:
        connection.execute(insert(people), [{"id": name, "name": name, **row} for name in names])
        connection.execute(insert(tokens), [{"hash": f"hash of {name}", "person": name, **session} for name in names])

    await store.write(writing)
    return [Person(name, "account", name, "en", GUEST_SCOPES, f"hash of {name}", 1000.0) for name in names]


def signed_out(person: Person) -> Any:
    return lambda connection: connection.execute(delete(tokens).where(tokens.c.hash == person.token))


def test_a_session_that_ended_unnoticed_is_refused_once_its_check_is_stale(tmp_path: Path) -> None:
    async def check(store: Counting) -> None:
        moment, (ann,) = Moment(), await arrive(store, "ann")
        validity = Validity(store)
        with validity.watch(ann):
            assert await validity.holds(ann)
            await store.write(signed_out(ann))
            moment.pass_by(FRESH_SECONDS - 0.1)
            assert await validity.holds(ann)
            assert store.reads == 0, "a recent check costs nothing"
            moment.pass_by(STALE_SECONDS)
            assert not await validity.holds(ann)

    with opened(tmp_path) as store:
        asyncio.run(check(store))


def test_one_query_checks_all_connected_people(tmp_path: Path) -> None:
    async def check(store: Counting) -> None:
        moment, persons = Moment(), await arrive(store, *map(str, range(600)))
        validity = Validity(store)
        with contextlib.ExitStack() as stack:
            for one in persons:
                stack.enter_context(validity.watch(one))
            moment.pass_by(STALE_SECONDS)
            assert all(await asyncio.gather(*(validity.holds(one) for one in persons)))
            assert store.reads == 1

    with opened(tmp_path) as store:
        asyncio.run(check(store))


def test_no_order_is_carried_out_while_sessions_cannot_be_checked(tmp_path: Path) -> None:
    async def check(store: Counting) -> None:
        moment, (ann,) = Moment(), await arrive(store, "ann")
        validity = Validity(store)
        with validity.watch(ann):
            store.away = True
            moment.pass_by(STALE_SECONDS)
            with pytest.raises(OSError, match="away"):
                await validity.holds(ann)
            store.away = False
            assert await validity.holds(ann)

    with opened(tmp_path) as store:
        asyncio.run(check(store))


def test_a_deleted_guest_is_refused(tmp_path: Path) -> None:
    async def check(store: Counting) -> None:
        moment, (ann,) = Moment(), await arrive(store, "ann")
        guest = Person(ann.id, "guest", "ann", "en", GUEST_SCOPES, None, 1000.0)
        validity = Validity(store)
        await store.write(lambda connection: connection.execute(people.update().values(kind="gone")))
        moment.pass_by(STALE_SECONDS)
        assert not await validity.holds(guest)

    with opened(tmp_path) as store:
        asyncio.run(check(store))


async def _sign_in(server: RunningServer, path: str) -> httpx2.AsyncClient:
    client = httpx2.AsyncClient(base_url=server.address)
    (await client.post(path, json={"name": "Ada", "password": PASSWORD})).raise_for_status()
    return client


async def _shut_out(first: RunningServer, second: RunningServer, end_redis: Callable[[], None]) -> None:
    owner, thief = await _sign_in(first, "/api/accounts"), await _sign_in(second, "/api/accounts/sign_in")
    opened = await owner.post("/api/tables", json={"game": "kingdomino", "players": 2})
    table = opened.raise_for_status().json()["table"]
    headers = {"cookie": f"palatine={thief.cookies['palatine']}"}
    async with connect(second.socket(table), additional_headers=headers) as socket:

        async def refusal() -> str:
            """Send an order that is refused in any case, and return why."""
            await socket.send('{"type": "decide", "id": 1, "ply": 0, "decision": 0}')
            while (message := msgspec.json.decode(await socket.recv()))["type"] != "refused":
                pass
            return str(message["problem"])

        assert await refusal() == "server.not_begun", "the thief may act"
        await asyncio.to_thread(end_redis)
        change = {"old": PASSWORD, "new": "battery staple"}
        (await owner.post("/api/me/password", json=change)).raise_for_status()
        until = time.monotonic() + LONGEST_SECONDS
        while await refusal() != "server.not_signed_in":
            assert time.monotonic() < until, "the thief still acts"
    await owner.aclose()
    await thief.aclose()


def test_a_new_password_shuts_a_thief_out_at_another_process_without_redis(
    tmp_path: Path, postgres_server: str
) -> None:
    database = empty_database(postgres_server)
    with contextlib.ExitStack() as running, contextlib.ExitStack() as announcing:
        url = announcing.enter_context(redis(tmp_path))
        servers = [
            RunningServer(free_port(), database, tmp_path / f"{name}.log", "--redis", url) for name in ("a", "b")
        ]
        for server in servers:
            server.start()
            running.callback(server.kill)
        first, second = servers
        asyncio.run(_shut_out(first, second, announcing.close))
