"""The server is killed at random moments while people play: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from server.running import RunningServer
from server.services import free_port, postgres

TABLES = 8
GAME = {"game": "kingdomino", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}


@dataclass
class Bookkeeping:
    """What people know for certain: the decisions that were acknowledged to them, by table and number."""

    acknowledged: dict[tuple[str, int], int] = field(default_factory=dict)
    finished: set[str] = field(default_factory=set)


class Player:
    """Plays one seat of one table, through drops and restarts; sends again what was not acknowledged."""

    def __init__(self, server: RunningServer, books: Bookkeeping, table: str, seat: int, cookie: str) -> None:
        self.books = books
        self.table = table
        self.seat = seat
        self.address = f"{server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        self.headers = {"cookie": cookie}
        self.pending: tuple[int, int] | None = None
        self.random = random.Random(f"{table} {seat}")

    async def play(self) -> None:
        while self.table not in self.books.finished:
            with contextlib.suppress(OSError, WebSocketException):
                async with connect(self.address, additional_headers=self.headers, compression=None) as socket:
                    async for payload in socket:
                        answer = self.react(msgspec.json.decode(payload))
                        if self.table in self.books.finished:
                            return
                        if answer is not None:
                            await socket.send(msgspec.json.encode(answer).decode())
            await asyncio.sleep(0)

    def react(self, message: dict[str, object]) -> dict[str, object] | None:
        if message["type"] == "accepted":
            assert self.pending is not None
            made, decision = self.pending
            if message["id"] == made:
                self.books.acknowledged[self.table, made] = decision
                self.pending = None
            return None
        assert message["type"] != "refused", message
        if message["type"] not in ("state", "update"):
            return None
        seen = message["table"]
        assert isinstance(seen, dict)
        if seen["status"] == "finished":
            self.books.finished.add(self.table)
            return None
        if message["type"] == "state" and self.pending is not None:
            return self.order(*self.pending)  # was it heard? it does no harm to say it again
        if seen["turn"] == self.seat and self.pending is None:
            self.pending = seen["made"], self.random.choice(seen["moves"])[0]
            return self.order(*self.pending)
        return None

    @staticmethod
    def order(made: int, decision: int) -> dict[str, object]:
        return {"type": "decide", "id": made, "made": made, "decision": decision}


async def open_tables(server: RunningServer) -> tuple[list[str], list[str]]:
    """Tables at which two people sit; their names and the cookies of the two."""
    async with (
        httpx.AsyncClient(base_url=server.address) as ann,
        httpx.AsyncClient(base_url=server.address) as bob,
    ):
        for person, name in ((ann, "Ann"), (bob, "Bob")):
            (await person.post("/api/me", json={"name": name})).raise_for_status()
        tables = []
        for _ in range(TABLES):
            table = (await ann.post("/api/tables", json=GAME)).raise_for_status().json()["table"]
            (await bob.post(f"/api/tables/{table}/sit", json={})).raise_for_status()
            tables.append(table)
        return tables, [f"palatine={person.cookies['palatine']}" for person in (ann, bob)]


async def survive(server: RunningServer, kills: int) -> None:
    """Play while the server is killed again and again, until all games are over; then look into the logs."""
    left = kills
    while left:
        books = Bookkeeping()
        tables, cookies = await open_tables(server)
        players = [
            Player(server, books, table, seat, cookie) for table in tables for seat, cookie in enumerate(cookies)
        ]
        playing = asyncio.gather(*(player.play() for player in players))
        while left and not playing.done():
            enough = len(books.acknowledged) + random.randint(1, 60)
            while len(books.acknowledged) < enough and not playing.done():
                await asyncio.sleep(0.001)
            await asyncio.sleep(random.random() / 100)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            left -= 1
        await playing
        await compare(server, books, tables)


async def compare(server: RunningServer, books: Bookkeeping, tables: list[str]) -> None:
    assert books.finished == set(tables)
    async with httpx.AsyncClient(base_url=server.address) as anyone:
        for table in tables:
            log = (await anyone.get(f"/api/tables/{table}/log")).raise_for_status().json()["entries"]
            decided = [entry["decision"] for entry in log if entry["kind"] == "decided"]
            known = {made: decision for (of, made), decision in books.acknowledged.items() if of == table}
            assert known.keys() <= set(range(len(decided)))
            assert {made: decided[made] for made in known} == known


@pytest.fixture
def places(tmp_path: Path) -> Iterator[dict[str, str]]:
    with contextlib.ExitStack() as stack:
        yield {
            "sqlite": f"sqlite:///{tmp_path / 'killed.db'}",
            "postgres": stack.enter_context(postgres(tmp_path)),
        }


def _survive(tmp_path: Path, database: str, kills: int) -> None:
    server = RunningServer(free_port(), database, tmp_path / "server.log")
    server.start()
    try:
        asyncio.run(survive(server, kills))
    finally:
        server.stop()


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_nothing_acknowledged_is_lost(tmp_path: Path, places: dict[str, str], database: str) -> None:
    _survive(tmp_path, places[database], kills=4)


@pytest.mark.soak
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_nothing_acknowledged_is_lost_in_a_hundred_kills(tmp_path: Path, places: dict[str, str], database: str) -> None:
    _survive(tmp_path, places[database], kills=100)
