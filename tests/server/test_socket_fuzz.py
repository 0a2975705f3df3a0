"""Malformed socket messages neither crash the server nor leak memory, and the table stays playable."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from server.running import RunningServer
from server.services import free_port

KINDS = (
    "decide",
    "undo",
    "answer_undo",
    "sit",
    "seat_as",
    "start",
    "take_back",
    "ask_takeover",
    "say",
    "ping",
    "nonsense",
)
"""All kinds but `leave`, which would end the game."""
VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2**31,
    2**70,
    1.5,
    "",
    "x",
    "claim 1",
    "\x00",
    "<b>",
    [],
    {},
    [[]],
    "é" * 400,
]
FIELDS = ("id", "ply", "decision", "to", "consents", "seat", "chair", "level", "text", "type", "surplus")
LEAKS_ARE_LARGER = 32 * 2**20
"""The memory growth allowed in the second half, in bytes. 50,000 messages that leak a kilobyte each exceed it."""
CRASHES = ("Traceback", "message_failed", '"level": "error"')


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    running = RunningServer(free_port(), f"sqlite:///{tmp_path / 'fuzz.db'}", tmp_path / "server.log")
    running.start()
    yield running
    running.stop()
    log = (tmp_path / "server.log").read_text()
    assert not any(word in log for word in CRASHES), log[-2000:]


def malformed(chance: random.Random, known: bytes) -> str | bytes:
    """Return a message that no real client sends."""
    match chance.randrange(6):
        case 0:
            return chance.randbytes(chance.randrange(200))
        case 1:
            spoilt = bytearray(known)
            for _ in range(chance.randrange(1, 4)):
                spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
            return bytes(spoilt)
        case 2:
            return known[: chance.randrange(len(known))].decode()
        case 3:
            return "[" * chance.randrange(1, 5000)
        case 4:
            return json.dumps(chance.choice(VALUES))
        case _:
            message = {field: chance.choice(VALUES) for field in chance.sample(FIELDS, chance.randrange(len(FIELDS)))}
            return json.dumps({"id": 1, **message, "type": chance.choice(KINDS)})


async def _answered(socket: ClientConnection, number: int) -> None:
    """Ping the server and wait for its answer."""
    await socket.send(json.dumps({"type": "ping", "id": number}))
    async for text in socket:
        if json.loads(text) == {"type": "pong", "id": number}:
            return
    raise AssertionError("the connection ended")


async def _fuzz(server: RunningServer, number: int) -> None:
    chance = random.Random(number)
    async with httpx2.AsyncClient(base_url=server.address) as ada:
        (await ada.post("/api/me", json={"name": "Ada"})).raise_for_status()
        seats = [{"kind": "me"}, {"kind": "local", "name": "Bea"}]
        body = {"game": "kingdomino", "players": 2, "seats": seats}
        table = (await ada.post("/api/tables", json=body)).raise_for_status().json()["table"]
        known = json.dumps({"type": "decide", "id": 1, "ply": 0, "decision": 3}).encode()
        headers = {"cookie": f"palatine={ada.cookies['palatine']}"}
        sent = memory = files = 0
        while sent < number:
            if not memory and sent >= number / 2:
                memory, files = server.memory(), server.open_files()
            async with connect(server.socket(table), additional_headers=headers, compression=None) as socket:
                try:
                    for _ in range(min(500, number - sent)):
                        await socket.send(malformed(chance, known))
                        sent += 1
                        if sent % 50 == 0:
                            await _answered(socket, sent)
                    await _answered(socket, sent)
                except ConnectionClosed:
                    pass  # text that is not UTF-8 closes the connection, by the protocol
        assert server.memory() < memory + LEAKS_ARE_LARGER
        assert server.open_files() <= files + 1, "the last connection may still be closing"
        while (seen := (await ada.get(f"/api/tables/{table}")).json())["status"] == "playing":
            body = {"ply": seen["ply"], "decision": seen["moves"][0][0]}
            (await ada.post(f"/api/tables/{table}/decide", json=body)).raise_for_status()
        assert seen["status"] == "finished"


def test_malformed_messages_are_survived(server: RunningServer) -> None:
    asyncio.run(_fuzz(server, 3000))


@pytest.mark.soak
def test_a_hundred_thousand_malformed_messages_are_survived(server: RunningServer) -> None:
    asyncio.run(_fuzz(server, 100_000))
