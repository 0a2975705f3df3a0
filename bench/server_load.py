"""The table server under load, on this machine: rules and storage in the loop, client and server on loopback.

Run: python bench/server_load.py [--tables 1000] [--rate 500] [--seconds 20] [--masters 0] [--game kingdomino]
     python bench/server_load.py --saturate [--tables 200]

Two people sit at each table. With a rate the tables together see so many decisions a second, at random moments; to
saturate, everyone decides as soon as it is their turn. Told are the times from sending a decision to the opponent's
receipt of it, and to its acknowledgement. The server is started on an empty SQLite file and stopped at the end.
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

import httpx2
import msgspec
import uvloop
from websockets.asyncio.client import connect

PORT = 8799
WARM_UP_SECONDS = 5.0
OPENING = 20
"""Tables that are opened at the same time."""


class TableSeen(msgspec.Struct):
    """What a player needs to know of a table."""

    made: int
    turn: int | None
    moves: list[tuple[int, str]]
    status: str


class Message(msgspec.Struct):
    """A message of the server, as far as it matters here."""

    type: str
    table: TableSeen | None = None
    accepted: int | None = None


decode = msgspec.json.Decoder(Message).decode


@dataclass
class Load:
    """What is going on, and what was measured."""

    game: str
    tables: int
    rate: float
    receipts: list[float] = field(default_factory=list)
    acknowledgements: list[float] = field(default_factory=list)
    refused: int = 0
    stopping: bool = False


async def play(load: Load, cookie: str, table: str, seat: int, sent: dict[int, tuple[float, int]]) -> None:
    """One player at one table, until the game is over. `sent` has when each decision was sent, and by which seat."""
    address = f"ws://127.0.0.1:{PORT}/api/tables/{table}/socket"
    async with connect(address, additional_headers={"cookie": cookie}, compression=None) as socket:
        async for payload in socket:
            at = time.perf_counter()
            message = decode(payload)
            if message.accepted is not None:
                load.acknowledgements.append(at - sent[message.accepted][0])
            load.refused += message.type == "refused"
            seen = message.table
            if seen is None:
                continue
            began, by = sent.get(seen.made, (at, seat))
            if message.type == "update" and by != seat:
                load.receipts.append(at - began)
            if seen.status != "playing" or load.stopping:
                return
            if seen.turn == seat:
                if load.rate:
                    await asyncio.sleep(random.expovariate(load.rate / load.tables))
                number = seen.made + 1
                order = {"type": "decide", "id": number, "made": seen.made, "decision": random.choice(seen.moves)[0]}
                sent[number] = time.perf_counter(), seat
                await socket.send(msgspec.json.encode(order).decode())


async def keep_playing(load: Load, people: list[httpx2.AsyncClient], gate: asyncio.Semaphore) -> None:
    """A table with two people, and another when its game is over."""
    cookies = [f"palatine={person.cookies['palatine']}" for person in people]
    while not load.stopping:
        async with gate:
            body = {"game": load.game, "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}
            table = (await people[0].post("/api/tables", json=body)).raise_for_status().json()["table"]
            (await people[1].post(f"/api/tables/{table}/sit", json={})).raise_for_status()
        sent: dict[int, tuple[float, int]] = {}
        await asyncio.gather(*(play(load, cookie, table, seat, sent) for seat, cookie in enumerate(cookies)))


async def let_masters_play(people: list[httpx2.AsyncClient], masters: int) -> None:
    """Open tables at which only masters decide, so that as many of them think at any time."""
    for _ in range(masters):
        seats = [{"kind": "bot", "level": 5}, {"kind": "bot", "level": 5}]
        (await people[0].post("/api/tables", json={"game": "kingdomino", "seats": seats})).raise_for_status()


def told(name: str, times: list[float]) -> str:
    """The distribution of some times."""
    ordered = sorted(times)
    shares = (("median", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("longest", 1.0))
    figures = (f"{share} {1000 * ordered[min(len(ordered) - 1, int(len(ordered) * at))]:.1f}" for share, at in shares)
    return f"  {name}: {', '.join(figures)} ms ({len(ordered)})"


async def run(load: Load, seconds: float, masters: int) -> None:
    """Open everything, warm up, measure, tell."""
    async with AsyncExitStack() as stack:
        base = f"http://127.0.0.1:{PORT}"
        limits = httpx2.Limits(max_connections=OPENING)
        people = [
            await stack.enter_async_context(httpx2.AsyncClient(base_url=base, timeout=60, limits=limits)) for _ in "ab"
        ]
        for person, name in zip(people, ("Ann", "Bob"), strict=True):
            (await person.post("/api/me", json={"name": name})).raise_for_status()
        await let_masters_play(people, masters)
        gate = asyncio.Semaphore(OPENING)
        playing = [asyncio.create_task(keep_playing(load, people, gate)) for _ in range(load.tables)]
        await asyncio.sleep(WARM_UP_SECONDS + load.tables / 100)
        load.receipts.clear()
        load.acknowledgements.clear()
        began = time.perf_counter()
        await asyncio.sleep(seconds)
        elapsed = time.perf_counter() - began
        done = len(load.acknowledgements)
        print(f"{load.game}, {load.tables} tables, {masters} masters: {done / elapsed:.0f} durable decisions a second")
        print(told("to the opponent's receipt", load.receipts))
        print(told("to the acknowledgement", load.acknowledgements))
        print(f"  refused: {load.refused}", flush=True)
        load.stopping = True
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def main() -> None:
    """Start a server, load it, stop it."""
    parser = argparse.ArgumentParser(description="The table server under load.")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500.0, help="decisions a second, of all tables together")
    parser.add_argument("--saturate", action="store_true", help="everyone decides at once")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--masters", type=int, default=0)
    parser.add_argument("--game", default="kingdomino")
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
