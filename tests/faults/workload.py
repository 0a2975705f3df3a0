"""Clients that play many tables through faults, at any process, and note the history of every table.

They behave as the app does: they leave a connection that is silent, connect to any process, and send a decision again that
was not acknowledged. Besides, they send some decisions twice, some out of turn, and some by REST."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from faults.history import History, Look, Operation, Received
from server.running import RunningServer

PATIENCE = 3.0
"""The seconds after which a client leaves a silent connection."""
PING_SECONDS = 1.0
THINKING_SECONDS = 0.1
"""The mean time that a person thinks, so that games last longer than faults."""
NOT_DONE = "server.restarting"
"""The refusal that says: not done, send it again."""
TROUBLE = ("server.storage_", "server.too_busy", "server.failed")
"""The refusals that leave open if it was done."""
SEATS: tuple[list[dict[str, Any]], ...] = (
    [{"kind": "me"}, {"kind": "open"}],
    [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": 1}],
)


@dataclass
class Played:
    """A table, its history and what its clients complain about."""

    table: str
    history: History = field(default_factory=History)
    complaints: list[str] = field(default_factory=list)
    log: list[Any] = field(default_factory=list)
    """The log at the end."""
    finished: bool = False


@dataclass(frozen=True)
class Guest:
    """A person: the id and the cookie."""

    id: str
    cookie: str


class Client:
    """Plays the seat of one person at one table."""

    def __init__(self, servers: Sequence[RunningServer], played: Played, guest: Guest, seat: int) -> None:
        self._servers = servers
        self._played = played
        self._guest = guest
        self._seat = seat
        self._name = f"seat {seat}"
        self._numbers = itertools.count(1)
        self._sent: dict[int, Operation] = {}
        """The unanswered operations of this connection, by the number of their message."""
        self._decision: tuple[int, int] | None = None
        """The ply and the decision that are not acknowledged yet."""
        self._resend = False
        self._acknowledged = -1
        """The last ply whose decision was acknowledged; the update may arrive later."""
        self._known = 0
        self._seen: dict[str, Any] = {}
        self._random = random.Random(f"{played.table} {seat}")

    @property
    def over(self) -> bool:
        """True if the client has seen the end of the game."""
        return bool(self._seen) and self._seen["status"] == "finished"

    async def play(self) -> None:
        """Play until the game is over."""
        server = self._random.choice(self._servers)
        while not self.over:
            others = [one for one in self._servers if one is not server]
            server = self._random.choice(others or self._servers)
            asked = time.monotonic()
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    f"{server.socket(self._played.table)}?after={self._known}",
                    additional_headers={"cookie": self._guest.cookie},
                    compression=None,
                    open_timeout=PATIENCE,
                    close_timeout=0.1,
                    ping_interval=None,
                ) as socket:
                    await self._converse(socket, asked)
            self._sent.clear()
            await asyncio.sleep(0.2 * self._random.random())  # the app waits too before it reconnects

    async def _converse(self, socket: ClientConnection, asked: float) -> None:
        """Read and answer messages until the connection is silent or the game is over."""
        heard = time.monotonic()
        while not self.over:
            try:
                async with asyncio.timeout(PING_SECONDS):
                    message = msgspec.json.decode(await socket.recv())
            except TimeoutError:
                if time.monotonic() > heard + PATIENCE:
                    return
                await self._send(socket, {"type": "ping", "id": next(self._numbers)})
                continue
            heard = time.monotonic()
            if message["type"] == "state":
                self._played.history.looks.append(Look(asked, message["table"]["seq"]))
                self._resend = True
            self._note(message, heard)
            if self._seen and not self.over:
                await self._decide(socket)

    # ------------------------------------------------------------------------------------------------- reading

    def _note(self, message: dict[str, Any], at: float) -> None:
        if message["type"] in ("state", "update"):
            self._read(message, at)
        if message["type"] == "accepted":
            self._answer(message["id"], at, "accepted", message["seq"])
        elif message["type"] == "update" and "accepted" in message:
            self._answer(message["accepted"], at, "accepted", message["table"]["seq"])
        elif message["type"] == "refused":
            self._answer(message["id"], at, message["problem"])

    def _read(self, message: dict[str, Any], at: float) -> None:
        seq, entries = message["table"]["seq"], message["entries"]
        if self._known + len(entries) != seq:
            self._played.complaints.append(
                f"{self._name} knew {self._known} entries and got a {message['type']} with {len(entries)} of {seq}"
            )
        for number, entry in enumerate(entries, start=seq - len(entries)):
            self._played.history.received.append(Received(self._name, number, entry, at))
        self._known, self._seen = seq, message["table"]

    def _answer(self, number: int | None, at: float, answer: str, seq: int = 0) -> None:
        """Note the answer to a message: accepted, or the problem for which it is refused."""
        if number is None or number not in self._sent:
            return  # a refused connection, or a ping
        self._settle(self._sent.pop(number), at, answer, seq)

    def _settle(self, operation: Operation, at: float, answer: str, seq: int) -> None:
        mine = (operation.ply, operation.decision) == self._decision
        if answer.startswith(TROUBLE):
            self._resend |= mine
            return
        operation.answered, operation.seq = at, seq
        operation.outcome = "accepted" if answer == "accepted" else "refused"
        if mine and answer == "accepted":
            self._decision, self._acknowledged = None, operation.ply
        elif mine:
            self._resend = True
            if answer != NOT_DONE:
                self._played.complaints.append(f"{self._name} was refused a legal decision: {answer}")

    # ------------------------------------------------------------------------------------------------ deciding

    async def _decide(self, socket: ClientConnection) -> None:
        """Send what is to be sent now: a decision, again if it was not acknowledged, or one that must be refused."""
        chance = self._random.random()
        if self._decision is not None:
            if self._resend:
                await asyncio.sleep(0.1 * chance)
                await self._order(socket, *self._decision)
                self._resend = False
        elif self._seen["turn"] == self._seat and self._seen["ply"] > self._acknowledged:
            await asyncio.sleep(2 * THINKING_SECONDS * self._random.random())
            self._decision = self._seen["ply"], self._random.choice(self._seen["moves"])[0]
            self._resend = False
            if chance < 0.1:
                await self._post(*self._decision)
            else:
                await self._order(socket, *self._decision)
                if chance > 0.9:
                    await self._order(socket, *self._decision)
        elif chance < 0.05 and self._seen["turn"] not in (None, self._seat):
            await self._order(socket, self._seen["ply"], self._random.randrange(40))

    def _begin(self, ply: int, decision: int) -> Operation:
        operation = Operation(self._guest.id, ply, decision, time.monotonic())
        self._played.history.operations.append(operation)
        return operation

    async def _order(self, socket: ClientConnection, ply: int, decision: int) -> None:
        """Send a decision over the socket."""
        number = next(self._numbers)
        self._sent[number] = self._begin(ply, decision)
        await self._send(socket, {"type": "decide", "id": number, "ply": ply, "decision": decision})

    @staticmethod
    async def _send(socket: ClientConnection, message: dict[str, Any]) -> None:
        await socket.send(msgspec.json.encode(message).decode())

    async def _post(self, ply: int, decision: int) -> None:
        """Send a decision by REST to any process."""
        operation = self._begin(ply, decision)
        answer, seq = TROUBLE[0], 0
        address = f"{self._random.choice(self._servers).address}/api/tables/{self._played.table}/decide"
        headers = {"cookie": self._guest.cookie}
        with contextlib.suppress(httpx2.HTTPError):
            async with httpx2.AsyncClient(timeout=PATIENCE) as client:
                reply = await client.post(address, headers=headers, json={"ply": ply, "decision": decision})
                said = reply.json()
                answer, seq = ("accepted", said["seq"]) if reply.is_success else (said["problem"], 0)
        self._settle(operation, time.monotonic(), answer, seq)


class Workload:
    """Pairs of people who play one table after the other until they are stopped."""

    def __init__(self, servers: Sequence[RunningServer]) -> None:
        self._servers = servers
        self._guests: list[Guest] = []
        self._waiting: list[Played] = []
        self._stopped = False
        self.played: list[Played] = []

    async def open(self, count: int) -> None:
        """Open tables; every other one has a bot."""
        async with (
            httpx2.AsyncClient(base_url=self._servers[0].address, timeout=60) as ann,
            httpx2.AsyncClient(base_url=self._servers[-1].address, timeout=60) as bob,
        ):
            for person, name in ((ann, "Ann"), (bob, "Bob")):
                me = (await person.post("/api/me", json={"name": name})).raise_for_status().json()
                self._guests.append(Guest(me["id"], f"palatine={person.cookies['palatine']}"))
            for seats in itertools.islice(itertools.cycle(SEATS), count):
                opened = {"game": "kingdomino", "players": len(seats), "seats": seats}
                table = (await ann.post("/api/tables", json=opened)).raise_for_status().json()["table"]
                (await bob.post(f"/api/tables/{table}/sit", json={})).raise_for_status()
                self._waiting.append(Played(table))

    def stop(self) -> None:
        """Begin no more games."""
        self._stopped = True

    async def play(self, at_once: int) -> None:
        """Play `at_once` tables at a time, until stopped."""
        await asyncio.gather(*(self._play_on() for _ in range(at_once)))

    async def _play_on(self) -> None:
        while not self._stopped and self._waiting:
            played = self._waiting.pop()
            self.played.append(played)
            clients = [Client(self._servers, played, guest, seat) for seat, guest in enumerate(self._guests)]
            await asyncio.gather(*(client.play() for client in clients))
            played.finished = True

    @property
    def unfinished(self) -> Iterable[str]:
        """The tables whose games have begun and are not over."""
        return [played.table for played in self.played if not played.finished]
