"""Simulated clients: they play what they see, lose connections, come back, and repeat what was not acknowledged."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from palatine.core.errors import PalatineError
from palatine.server.http.context import Server
from palatine.server.live.actions import Order
from palatine.server.messages.socket import Decide
from simulation.faults import Faults
from simulation.invariants import OVER, Ledger, Message, Violation
from simulation.loop import Loop
from simulation.network import Line
from simulation.processes import Process, is_running

PING_AFTER, GIVE_UP_AFTER = 8.0, 20.0
"""Seconds without a message after which a client pings, and after which it connects again."""
SEND_AGAIN_AFTER = 6.0
"""Seconds after which an order without an answer is sent again."""
DOUBLE_CLICKS = 0.1
"""The share of orders that are sent twice."""
TRY_AGAIN = ("server.failed", "server.restarting", "server.too_busy", "server.storage_")
"""The beginnings of refusals after which the outcome is unknown, or another attempt may succeed."""


class Client:
    """A person at a table, or a spectator. It keeps the log as it learns of it."""

    def __init__(
        self, loop: Loop, processes: Sequence[Process], ledger: Ledger, faults: Faults, chance: random.Random
    ) -> None:
        self.actor = loop.actor(f"client {len(processes)}")
        self.person = ""
        self.cookie = ""
        self.table = ""
        self.from_start = True
        """True for a client that wants the whole log, False for one that comes in the middle."""
        self.wants_outlook = False
        self.eager = False
        """True for a client that only wants the game to go on."""
        self.pace = chance.choice((0.2, 1.0, 3.0))
        self.first = 0
        """The number of the first entry it knows."""
        self.known: int | None = None
        """The number of entries up to which it knows the log."""
        self.view: dict[str, Any] = {}
        self.line: Line | None = None
        self.pending: dict[str, Any] | None = None
        """The order that is not answered yet."""
        self.acknowledged = 0
        self._loop = loop
        self._processes = processes
        self._ledger = ledger
        self._faults = faults
        self._chance = chance
        self._numbers = 0
        self._heard = self._sent = 0.0

    # ---------------------------------------------------------------------------------------------- connections

    async def live(self) -> None:
        """Connect, play, and connect again."""
        while True:
            running = [process for process in self._processes if is_running(process)]
            if running:
                await self._session(self._chance.choice(running))
            await asyncio.sleep(self._chance.uniform(0.02, 1.0) * self.pace)

    async def _session(self, process: Process) -> None:
        self.line = line = Line(self._loop, self._faults)
        after = self.known if self.known is not None else 0 if self.from_start else None
        process.connect(line, self.table, self.cookie, after, outlook=self.wants_outlook)
        self._heard, connected = self._loop.time(), False
        while True:
            text = None
            try:
                async with asyncio.timeout(self._chance.uniform(0.02, 2.0) * self.pace):
                    text = await line.to_client.get()
                    if text is None:
                        return
            except TimeoutError:
                if self._loop.time() - self._heard > GIVE_UP_AFTER:
                    line.cut()
                    return
                if not connected:
                    continue
                if self._loop.time() - self._heard > PING_AFTER:
                    self._send(line, {"type": "ping"})
                if self.pending is not None and self._loop.time() - self._sent > SEND_AGAIN_AFTER:
                    self._send_pending(line)
                await self._act(line, process)
                continue
            self._heard = self._loop.time()
            message = self._ledger.received(self.table, text)
            self._hear(message)
            if message.type == "state":
                connected = True
                if self.pending is not None:
                    self._send_pending(line)
            elif message.type == "bye":
                return

    def _send_pending(self, line: Line) -> None:
        """Send the order again that is not answered yet."""
        self._sent = self._loop.time()
        line.to_process.put(msgspec.json.encode(self.pending).decode())

    def _send(self, line: Line, order: dict[str, Any]) -> dict[str, Any]:
        self._numbers += 1
        order = {**order, "id": self._numbers}
        line.to_process.put(msgspec.json.encode(order).decode())
        return order

    # ------------------------------------------------------------------------------------------------- hearing

    def _hear(self, message: Message) -> None:
        if message.table is not None:
            self._learn(message)
        number = message.accepted if message.type == "update" else message.id
        if self.pending is None or number is None or number != self.pending["id"]:
            return
        if message.type in ("update", "accepted"):
            self._note_acknowledged()
        elif message.type == "refused" and not str(message.problem).startswith(TRY_AGAIN):
            self.pending = None

    def _note_acknowledged(self) -> None:
        assert self.pending is not None
        self.acknowledged += 1
        if self.pending["type"] == "decide":
            self._ledger.acknowledged(self.table, self.person, self.pending["ply"], self.pending["decision"])
        self.pending = None

    def _learn(self, message: Message) -> None:
        assert message.table is not None
        seq = int(message.table["seq"])
        first = seq - len(message.entries)
        if self.known is None:
            self.first = self.known = first
        if message.type == "state" and self.known > seq:
            raise Violation(f"a client knew {self.known} entries of {self.table}, and is sent a table after {seq}")
        if first != self.known:
            raise Violation(f"a client knew {self.known} entries of {self.table}, and got {first} to {seq}")
        self.known, self.view = seq, message.table

    # ------------------------------------------------------------------------------------------------- acting

    async def _act(self, line: Line, process: Process) -> None:
        order = self._choose()
        if order is None:
            return
        if order["type"] == "say":
            self._send(line, order)
            return
        if order["type"] == "decide":
            self._ledger.orders[self.table, self.person, order["ply"], order["decision"]] += 1
        if self._chance.random() < 0.15:
            await self._act_by_rest(process, order)
        else:
            self.pending, self._sent = self._send(line, order), self._loop.time()
            if self._chance.random() < DOUBLE_CLICKS:
                self._send_pending(line)

    async def _act_by_rest(self, process: Process, order: dict[str, Any]) -> None:
        """Send an order by REST; if its answer is lost, repeat it over the socket."""
        self._numbers += 1
        self.pending = {**order, "id": self._numbers}
        wish: Order = msgspec.convert({**order, "id": 0}, Order)

        async def request(server: Server) -> int:
            person = await server.people.recognise(self.cookie)
            return await server.actions.act(self.table, person, wish)

        try:
            await process.ask(request)
        except PalatineError as problem:
            if not problem.key.startswith(TRY_AGAIN):
                self.pending = None
        except Exception:
            return  # unknown
        else:
            self._note_acknowledged()
        if self.pending is not None and not isinstance(wish, Decide):
            self.pending = None

    def _choose(self) -> dict[str, Any] | None:
        """Return an order, or None to wait."""
        view, roll = self.view, self._chance.random()
        if self.pending is not None or not self.person or not view or view["status"] in OVER:
            return None
        if view["status"] == "open":
            return self._choose_before(view)
        mine = [seat for seat, one in enumerate(view["seats"]) if one["person"] == self.person]
        if not mine:
            return None
        undo = view["undo"]
        if undo is not None and undo["by"] != self.person and self.person not in undo["consented"]:
            return {"type": "answer_undo", "consents": roll < 0.7}
        if any(view["seats"][seat]["taken_over"] for seat in mine) and (self.eager or roll < 0.3):
            return {"type": "take_back"}
        if not self.eager:
            if roll < 0.03:
                return {"type": "say", "text": f"line {self._numbers}"}
            if roll < 0.06 and view["ply"]:
                return {"type": "undo", "to": max(0, view["ply"] - self._chance.randint(1, 3))}
            if roll < 0.07 and len({one["person"] for one in view["seats"]} - {None}) > 1:
                return {"type": "leave"}
            if roll < 0.08:
                return {"type": "ask_takeover"}
        if view["turn"] in mine and not view["seats"][view["turn"]]["taken_over"] and view["moves"]:
            return {"type": "decide", "ply": view["ply"], "decision": self._chance.choice(view["moves"])[0]}
        return None

    def _choose_before(self, view: dict[str, Any]) -> dict[str, Any] | None:
        if view["host"] == self.person:
            if self.eager or self._chance.random() < 0.2:
                return {"type": "start", "level": 1}
            return None
        if not any(one["person"] == self.person for one in view["seats"]):
            return {"type": "sit"}
        return None
