"""Put the table server under load: clients and server on this machine, over loopback, with rules and storage.

Run: python bench/server_load.py [--tables 1000] [--rate 500] [--seconds 20] [--masters 0] [--game GAME]
     python bench/server_load.py --saturate [--tables 200]
     python bench/server_load.py --processes 2 [--apart] …

Two people play at each table. With `--rate`, all tables together make that many decisions a second, at random moments; with
`--saturate`, every player decides as soon as it is their turn. Prints the times from sending a decision to its receipt by
the opponent, and to its acknowledgement, and the memory of a table. Starts the server on an empty SQLite file and stops it at the end.

With `--processes`, that many server processes share a PostgreSQL database (with fsync) and a Redis, both started for this
run. The two players of a table connect to the same process; with `--apart`, to different ones.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import httpx2
import msgspec
import uvloop

from palatine.games import BUILT_IN

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from server.services import postgres, redis

PORT = 8799
"""Of the first server process; the others follow."""
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
    shared: bool = False
    processes: int = 1
    apart: bool = False
    opened: int = 0
    all_open: asyncio.Event = field(default_factory=asyncio.Event)
    stopping: bool = False


class Player(asyncio.Protocol):
    """One player at one table, until the game is over.

    It implements only the part of WebSocket that it needs: on two cores a full client would take the time of the server
    that is measured. `sent` has the time and the seat of each decision sent."""

    def __init__(
        self, load: Load, port: int, cookie: str, table: str, seat: int, sent: dict[int, tuple[float, int]]
    ) -> None:
        self._load = load
        self._port = port
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
            f"Host: 127.0.0.1:{self._port}",
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


async def play(load: Load, number: int, cookie: str, table: str, seat: int, sent: dict[int, tuple[float, int]]) -> None:
    """Play one seat of table `number` until the game is over."""
    loop = asyncio.get_running_loop()
    port = PORT + (number + seat * load.apart) % load.processes
    _, player = await loop.create_connection(lambda: Player(load, port, cookie, table, seat, sent), "127.0.0.1", port)
    await player.over


async def keep_playing(load: Load, number: int, people: list[httpx2.AsyncClient], gate: asyncio.Semaphore) -> None:
    """Play a table with two people, and another one when its game is over."""
    cookies = [f"palatine={person.cookies['palatine']}" for person in people]
    while not load.stopping:
        async with gate:
            body = {"game": load.game, "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}
            base = f"http://127.0.0.1:{PORT + number % load.processes}/api/tables"
            table = (await people[0].post(base, json=body)).raise_for_status().json()["table"]
            (await people[1].post(f"{base}/{table}/sit", json={})).raise_for_status()
        load.opened += 1
        if load.opened == load.tables:
            load.all_open.set()
        sent: dict[int, tuple[float, int]] = {}
        await asyncio.gather(*(play(load, number, cookie, table, seat, sent) for seat, cookie in enumerate(cookies)))


async def let_masters_play(people: list[httpx2.AsyncClient], masters: int, load: Load) -> list[asyncio.Task[None]]:
    """Open tables with masters only, so that this many of them want to think at any time; return their spectators."""
    cookie, seats = f"palatine={people[0].cookies['palatine']}", [{"kind": "bot", "level": 5}] * 2
    spectators = []
    for _ in range(masters):
        opened = await people[0].post("/api/tables", json={"game": load.game, "seats": seats})
        table = opened.raise_for_status().json()["table"]
        spectators.append(asyncio.create_task(play(load, 0, cookie, table, SPECTATOR, {})))
    return spectators


def described(name: str, times: list[float]) -> str:
    """Return the distribution of some times as a line."""
    ordered = sorted(times)
    shares = (("median", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("longest", 1.0))
    figures = (f"{share} {1000 * ordered[min(len(ordered) - 1, int(len(ordered) * at))]:.1f}" for share, at in shares)
    return f"  {name}: {', '.join(figures)} ms ({len(ordered)})"


def memory_of(processes: Sequence[int]) -> int:
    """Return the memory of processes in kB, without what they share with others; 0 where it cannot be read."""
    rollups = (Path(f"/proc/{process}/smaps_rollup") for process in processes)
    lines = [line for rollup in rollups if rollup.exists() for line in rollup.read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


async def run(load: Load, servers: Sequence[int], seconds: float, masters: int) -> None:
    """Open all tables, warm up, measure, and print the figures. `servers`: the ids of the server processes."""
    empty = memory_of(servers)
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
        playing = [asyncio.create_task(keep_playing(load, number, people, gate)) for number in range(load.tables)]
        await load.all_open.wait()
        await asyncio.sleep(WARM_UP_SECONDS)
        load.receipts.clear()
        load.acknowledgements.clear()
        began = time.perf_counter()
        await asyncio.sleep(seconds)
        elapsed = time.perf_counter() - began
        done = len(load.acknowledgements)
        where = f", {load.processes} processes" + ", players apart" * load.apart if load.shared else ""
        what = f"{load.game}, {load.tables} tables, {masters} masters{where}"
        print(f"{what}: {done / elapsed:.0f} durable decisions a second")
        print(described("to the opponent's receipt", load.receipts))
        print(described("to the acknowledgement", load.acknowledgements))
        print(f"  refused: {load.refused}")
        if empty:
            print(
                f"  memory: {(memory_of(servers) - empty) / load.tables:.0f} kB a table with two connections",
                flush=True,
            )
        load.stopping = True
        for task in (*playing, *spectators):
            task.cancel()
        await asyncio.gather(*playing, *spectators, return_exceptions=True)


@contextmanager
def serving(database: str, ports: Sequence[int], *options: str) -> Iterator[list[int]]:
    """Run a server process at each port, and yield their ids."""
    command = [sys.executable, "-m", "palatine", "serve", "--database", database, "--no-limits", *options]
    servers = [subprocess.Popen([*command, "--port", str(port)]) for port in ports]
    try:
        with httpx2.Client() as client:
            for port, server in zip(ports, servers, strict=True):
                while server.poll() is None:
                    try:
                        client.get(f"http://127.0.0.1:{port}/readyz").raise_for_status()
                        break
                    except httpx2.TransportError:
                        time.sleep(0.1)
        yield [server.pid for server in servers]
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            server.wait()


def main() -> None:
    """Start a server, put it under load, and stop it."""
    parser = argparse.ArgumentParser(description="Put the table server under load.")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500.0, help="decisions a second, of all tables together")
    parser.add_argument("--saturate", action="store_true", help="every player decides immediately")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--masters", type=int, default=0)
    parser.add_argument("--game", choices=list(BUILT_IN), default=next(iter(BUILT_IN)))
    parser.add_argument("--processes", type=int, default=0, help="server processes on PostgreSQL and Redis")
    parser.add_argument("--apart", action="store_true", help="the players of a table connect to different processes")
    given = parser.parse_args()
    load = Load(given.game, given.tables, 0.0 if given.saturate else given.rate)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ports, options = [PORT], [f"sqlite:///{folder / 'load.db'}"]
        if given.processes:
            load.shared, load.processes, load.apart = True, given.processes, given.apart
            ports = [PORT + number for number in range(given.processes)]
            options = [stack.enter_context(postgres(durable=True)), "--redis", stack.enter_context(redis(folder))]
        servers = stack.enter_context(serving(options[0], ports, *options[1:]))
        uvloop.run(run(load, servers, given.seconds, given.masters))


if __name__ == "__main__":
    main()
