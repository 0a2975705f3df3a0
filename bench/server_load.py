"""Put the table server under load: clients and server on this machine, over loopback, with rules and storage.

Run: python bench/server_load.py [--tables 1000] [--rate 500] [--seconds 20] [--masters 0] [--game GAME]
     python bench/server_load.py --saturate [--tables 200]

Two people play at each table. With `--rate`, all tables together make that many decisions a second, at random moments; with
`--saturate`, every player decides as soon as it is their turn. Prints the times from sending a decision to its receipt by
the opponent, and to its acknowledgement. Starts the server on an empty SQLite file and stops it at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import httpx2
import msgspec
import uvloop

from palatine.games import BUILT_IN

PORT = 8799
WARM_UP_SECONDS = 5.0
OPENING = 20
"""Tables that are opened at the same time."""
SPECTATOR = -1
"""The seat of one who only watches. Without a spectator a game of bots does not go on."""
TEXT, PING, PONG = 1, 9, 10
LENGTH_IN_2, LENGTH_IN_8 = 126, 127


class TableSeen(msgspec.Struct):
    """The part of a table's view that a player needs."""

    ply: int
    turn: int | None
    moves: list[tuple[int, msgspec.Raw]]
    status: str


class Message(msgspec.Struct):
    """The fields of a server message that matter here."""

    type: str
    table: TableSeen | None = None
    accepted: int | None = None


decode = msgspec.json.Decoder(Message).decode


@dataclass
class Load:
    """The load and its measurements."""

    game: str
    tables: int
    rate: float
    receipts: list[float] = field(default_factory=list)
    acknowledgements: list[float] = field(default_factory=list)
    refused: int = 0
    opened: int = 0
    all_open: asyncio.Event = field(default_factory=asyncio.Event)
    stopping: bool = False


class Player(asyncio.Protocol):
    """One player at one table, until the game is over.

    It implements only the part of WebSocket that it needs: on two cores a full client would take the time of the server
    that is measured. `sent` has the time and the seat of each decision sent."""

    def __init__(self, load: Load, cookie: str, table: str, seat: int, sent: dict[int, tuple[float, int]]) -> None:
        self._load = load
        self._cookie = cookie
        self._table = table
        self._seat = seat
        self._sent = sent
        self._read = bytearray()
        self._open = False
        self.over = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the upgrade to a WebSocket."""
        self._transport = cast(asyncio.Transport, transport)
        lines = (
            f"GET /api/tables/{self._table}/socket HTTP/1.1",
            f"Host: 127.0.0.1:{PORT}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            f"Cookie: {self._cookie}",
        )
        self._transport.write("\r\n".join((*lines, "", "")).encode())

    def data_received(self, data: bytes) -> None:
        """Parse the frames."""
        at = time.perf_counter()
        read = self._read
        read += data
        if not self._open:
            end = read.find(b"\r\n\r\n")
            if end < 0:
                return
            assert read.startswith(b"HTTP/1.1 101 "), read[:200]
            self._open = True
            del read[: end + 4]
        while len(read) >= 2:
            first, length = 2, read[1]
            if length == LENGTH_IN_2:
                first, length = 4, int.from_bytes(read[2:4], "big")
            elif length == LENGTH_IN_8:
                first, length = 10, int.from_bytes(read[2:10], "big")
            if len(read) < first + length:
                return
            kind, payload = read[0] & 15, bytes(read[first : first + length])
            del read[: first + length]
            if kind == TEXT:
                self._hear(decode(payload), at)
            elif kind == PING:
                self._send(PONG, payload)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """End the wait for the end of the game."""
        if not self.over.done():
            self.over.set_result(None)

    def _send(self, kind: int, payload: bytes) -> None:
        length = (
            bytes((128 | len(payload),)) if len(payload) < LENGTH_IN_2 else b"\xfe" + len(payload).to_bytes(2, "big")
        )
        self._transport.write(bytes((128 | kind,)) + length + bytes(4) + payload)  # masked with zeros: as it is

    def _hear(self, message: Message, at: float) -> None:
        load = self._load
        if message.accepted is not None:
            load.acknowledgements.append(at - self._sent[message.accepted][0])
        load.refused += message.type == "refused"
        seen = message.table
        if seen is None:
            return
        began, by = self._sent.get(seen.ply, (at, self._seat))
        if message.type == "update" and by != self._seat:
            load.receipts.append(at - began)
        if seen.status != "playing" or load.stopping:
            self._transport.close()
        elif seen.turn == self._seat:
            pause = random.expovariate(load.rate / load.tables) if load.rate else 0.0
            if pause:
                asyncio.get_running_loop().call_later(pause, self._decide, seen)
            else:
                self._decide(seen)

    def _decide(self, seen: TableSeen) -> None:
        number = seen.ply + 1
        self._sent[number] = time.perf_counter(), self._seat
        order = b'{"type":"decide","id":%d,"ply":%d,"decision":%d}' % (number, seen.ply, random.choice(seen.moves)[0])
        self._send(TEXT, order)


async def play(load: Load, cookie: str, table: str, seat: int, sent: dict[int, tuple[float, int]]) -> None:
    """Play one seat of one table until the game is over."""
    loop = asyncio.get_running_loop()
    _, player = await loop.create_connection(lambda: Player(load, cookie, table, seat, sent), "127.0.0.1", PORT)
    await player.over


async def keep_playing(load: Load, people: list[httpx2.AsyncClient], gate: asyncio.Semaphore) -> None:
    """Play a table with two people, and another one when its game is over."""
    cookies = [f"palatine={person.cookies['palatine']}" for person in people]
    while not load.stopping:
        async with gate:
            body = {"game": load.game, "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}
            table = (await people[0].post("/api/tables", json=body)).raise_for_status().json()["table"]
            (await people[1].post(f"/api/tables/{table}/sit", json={})).raise_for_status()
        load.opened += 1
        if load.opened == load.tables:
            load.all_open.set()
        sent: dict[int, tuple[float, int]] = {}
        await asyncio.gather(*(play(load, cookie, table, seat, sent) for seat, cookie in enumerate(cookies)))


async def let_masters_play(people: list[httpx2.AsyncClient], masters: int, load: Load) -> list[asyncio.Task[None]]:
    """Open tables with masters only, so that this many of them want to think at any time; return their spectators."""
    cookie, seats = f"palatine={people[0].cookies['palatine']}", [{"kind": "bot", "level": 5}] * 2
    spectators = []
    for _ in range(masters):
        opened = await people[0].post("/api/tables", json={"game": load.game, "seats": seats})
        table = opened.raise_for_status().json()["table"]
        spectators.append(asyncio.create_task(play(load, cookie, table, SPECTATOR, {})))
    return spectators


def described(name: str, times: list[float]) -> str:
    """Return the distribution of some times as a line."""
    ordered = sorted(times)
    shares = (("median", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("longest", 1.0))
    figures = (f"{share} {1000 * ordered[min(len(ordered) - 1, int(len(ordered) * at))]:.1f}" for share, at in shares)
    return f"  {name}: {', '.join(figures)} ms ({len(ordered)})"


async def run(load: Load, seconds: float, masters: int) -> None:
    """Open all tables, warm up, measure, and print the figures."""
    async with AsyncExitStack() as stack:
        base = f"http://127.0.0.1:{PORT}"
        limits = httpx2.Limits(max_connections=OPENING)
        people = [
            await stack.enter_async_context(httpx2.AsyncClient(base_url=base, timeout=60, limits=limits)) for _ in "ab"
        ]
        for person, name in zip(people, ("Ann", "Bob"), strict=True):
            (await person.post("/api/me", json={"name": name})).raise_for_status()
        spectators = await let_masters_play(people, masters, load)
        gate = asyncio.Semaphore(OPENING)
        playing = [asyncio.create_task(keep_playing(load, people, gate)) for _ in range(load.tables)]
        await load.all_open.wait()
        await asyncio.sleep(WARM_UP_SECONDS)
        load.receipts.clear()
        load.acknowledgements.clear()
        began = time.perf_counter()
        await asyncio.sleep(seconds)
        elapsed = time.perf_counter() - began
        done = len(load.acknowledgements)
        print(f"{load.game}, {load.tables} tables, {masters} masters: {done / elapsed:.0f} durable decisions a second")
        print(described("to the opponent's receipt", load.receipts))
        print(described("to the acknowledgement", load.acknowledgements))
        print(f"  refused: {load.refused}", flush=True)
        load.stopping = True
        for task in (*playing, *spectators):
            task.cancel()
        await asyncio.gather(*playing, *spectators, return_exceptions=True)


def main() -> None:
    """Start a server, put it under load, and stop it."""
    parser = argparse.ArgumentParser(description="Put the table server under load.")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500.0, help="decisions a second, of all tables together")
    parser.add_argument("--saturate", action="store_true", help="every player decides immediately")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--masters", type=int, default=0)
    parser.add_argument("--game", choices=list(BUILT_IN), default=next(iter(BUILT_IN)))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'load.db'}"
        command = ["serve", "--port", str(PORT), "--database", database, "--no-limits"]
        server = subprocess.Popen([sys.executable, "-m", "palatine", *command])
        try:
            with httpx2.Client() as client:
                while server.poll() is None:
                    try:
                        client.get(f"http://127.0.0.1:{PORT}/readyz").raise_for_status()
                        break
                    except httpx2.TransportError:
                        time.sleep(0.1)
            load = Load(given.game, given.tables, 0.0 if given.saturate else given.rate)
            uvloop.run(run(load, given.seconds, given.masters))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
