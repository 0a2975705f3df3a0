"""Clients that play at a real server through drops and restarts, and note every acknowledged decision."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from server.running import RunningServer

TABLES = 8
GAME = {"game": "kingdomino", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}


@dataclass
class Bookkeeping:
    """The acknowledged decisions, by table and ply."""

    acknowledged: dict[tuple[str, int], int] = field(default_factory=dict)
    finished: set[str] = field(default_factory=set)
    grown: asyncio.Event = field(default_factory=asyncio.Event)
    pause_at: float = math.inf
    """The ply from which players wait until it is raised and they reconnect."""

    def note(self, table: str, ply: int, decision: int) -> None:
        """Note an acknowledged decision."""
        self.acknowledged[table, ply] = decision
        self.grown.set()

    async def until(self, number: int, playing: asyncio.Future[None]) -> None:
        """Wait until `number` decisions are acknowledged or all players are done; raise a player's failure."""
        while len(self.acknowledged) < number and not playing.done():
            self.grown.clear()
            growing = asyncio.ensure_future(self.grown.wait())
            waiting: list[asyncio.Future[Any]] = [growing, playing]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            growing.cancel()
        if playing.done():
            playing.result()


class SocketPlayer:
    """Plays one seat of a table through drops and restarts; resends unacknowledged decisions."""

    def __init__(
        self, servers: Sequence[RunningServer], books: Bookkeeping, table: str, seat: int, cookie: str
    ) -> None:
        self.books = books
        self.table = table
        self.seat = seat
        self.addresses = [server.socket(table) for server in servers]
        self.headers = {"cookie": cookie}
        self.pending: tuple[int, int] | None = None
        self.seen: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        """The log of the table, assembled from messages across drops and restarts."""
        self.endings: list[int | None] = []
        """The close codes of its connections."""
        self.farewells = 0
        """The number of times the server said that it stops."""
        self.random = random.Random(f"{table} {seat}")

    async def play(self) -> None:
        for address in itertools.cycle(self.addresses):
            with contextlib.suppress(OSError, WebSocketException):
                resumed = f"{address}?after={len(self.log)}"
                async with connect(resumed, additional_headers=self.headers, compression=None) as socket:
                    try:
                        async for payload in socket:
                            answer = self.react(msgspec.json.decode(payload))
                            if self.table in self.books.finished:
                                return
                            if answer is not None:
                                with contextlib.suppress(ConnectionClosed):  # earlier messages are still to be read
                                    await socket.send(msgspec.json.encode(answer).decode())
                    finally:
                        self.endings.append(socket.close_code)
            if self.table in self.books.finished:
                return
            await asyncio.sleep(0.05)  # the app waits too before it reconnects

    def react(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return the reply to a message, if any."""
        self.farewells += message["type"] == "bye"
        if message["type"] == "refused":
            assert message["problem"] == "server.restarting", message
            return None
        accepted = message["id"] if message["type"] == "accepted" else message.get("accepted")
        if self.pending is not None and accepted == self.pending[0]:
            self.books.note(self.table, *self.pending)
            self.pending = None
        if message["type"] in ("state", "update"):
            self.seen = message["table"]
            self.log += message["entries"]
            assert len(self.log) == self.seen["seq"], "an entry is missing or arrived twice"
        if self.seen["status"] == "finished":
            self.books.finished.add(self.table)
        elif self.pending is None and self.seen["turn"] == self.seat and self.seen["ply"] < self.books.pause_at:
            self.pending = self.seen["ply"], self.random.choice(self.seen["moves"])[0]
            return self.order(*self.pending)
        elif self.pending is not None and message["type"] == "state":
            return self.order(*self.pending)  # resend: repeating it does no harm
        return None

    @staticmethod
    def order(ply: int, decision: int) -> dict[str, Any]:
        return {"type": "decide", "id": ply, "ply": ply, "decision": decision}


async def play_all(players: Sequence[SocketPlayer]) -> None:
    """Play until all games are over."""
    await asyncio.gather(*(player.play() for player in players))


async def open_tables(server: RunningServer, count: int = TABLES) -> tuple[list[str], list[str]]:
    """Open tables with two people; return the tables' ids and the two cookies."""
    async with (
        httpx2.AsyncClient(base_url=server.address) as ann,
        httpx2.AsyncClient(base_url=server.address) as bob,
    ):
        for person, name in ((ann, "Ann"), (bob, "Bob")):
            (await person.post("/api/me", json={"name": name})).raise_for_status()
        tables = []
        for _ in range(count):
            table = (await ann.post("/api/tables", json=GAME)).raise_for_status().json()["table"]
            (await bob.post(f"/api/tables/{table}/sit", json={})).raise_for_status()
            tables.append(table)
        return tables, [f"palatine={person.cookies['palatine']}" for person in (ann, bob)]


async def compare(server: RunningServer, books: Bookkeeping, tables: list[str]) -> None:
    """Assert that the games are finished and that their logs hold every acknowledged decision."""
    assert books.finished == set(tables)
    async with httpx2.AsyncClient(base_url=server.address) as anyone:
        for table in tables:
            log = (await anyone.get(f"/api/tables/{table}/log")).raise_for_status().json()["entries"]
            decided = [entry["decision"] for entry in log if entry["kind"] == "decided"]
            known = {ply: decision for (of, ply), decision in books.acknowledged.items() if of == table}
            assert known.keys() <= set(range(len(decided)))
            assert {ply: decided[ply] for ply in known} == known
