"""Orders for tables that another process owns: they are sent to the owner, which answers with the update they caused.

If the owner does not answer in time, the order is carried out here: the store lets one of the two win."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from typing import Protocol

from msgspec import Raw
from msgspec.structs import replace

from palatine.core.errors import PalatineError
from palatine.server.broadcast import Announcement, Answered, Broadcast, Forwarded, Message
from palatine.server.clock import monotonic
from palatine.server.errors import Unavailable
from palatine.server.live.background import Background
from palatine.server.live.live_table import Asked, LiveTable
from palatine.server.live.ownership import Ownership
from palatine.server.live.sync import Sync

ANSWER_SECONDS = 2.0
"""The longest that a process waits for the owner of a table."""


class CarriesOut(Protocol):
    """Carries out a forwarded order, and returns the number of entries in the table's log."""

    async def __call__(self, table_id: str, person: str, name: str, order: Raw, asked: Asked) -> int:
        """Carry out an order."""
        ...


class _Waiting:
    """An order that the owner of a table has not answered."""

    def __init__(self, asked: Asked | None) -> None:
        self.asked = asked
        self.answer: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()


class Forwarding:
    """Sends orders to the owners of tables, and carries out the orders that other processes send."""

    def __init__(
        self,
        broadcast: Broadcast,
        ownership: Ownership,
        background: Background,
        sync: Sync,
        table: Callable[[str], Awaitable[LiveTable]],
        take_charge: Callable[[LiveTable], Awaitable[None]],
    ) -> None:
        self._broadcast = broadcast
        self._ownership = ownership
        self._background = background
        self._sync = sync
        self._table = table
        self._take_charge = take_charge
        self._numbers = itertools.count(1)
        self._waiting: dict[int, _Waiting] = {}
        self.carry_out: CarriesOut | None = None
        """Carries out the orders of other processes."""

    async def owner(self, table_id: str) -> str | None:
        """Return the other process that owns a table; None if this one acts for it."""
        owner = await self._ownership.claim(table_id)
        return None if owner == self._broadcast.name else owner

    async def ask(
        self,
        owner: str,
        table_id: str,
        person: str = "",
        name: str = "",
        order: bytes = b"",
        asked: Asked | None = None,
    ) -> Answered | None:
        """Send an order to the owner of a table and return its answer; None if there is none in time.

        Without an order, ask only for the updates of the table from now on."""
        number = next(self._numbers)
        waiting = self._waiting[number] = _Waiting(asked)
        message = Forwarded(self._broadcast.name, number, table_id, person, name)
        self._broadcast.send(replace(message, order=Raw(order)) if order else message, owner)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await waiting.answer
        except TimeoutError:
            self._ownership.doubt(table_id)
            return None
        finally:
            del self._waiting[number]

    # ----------------------------------------------------------------------------------------------- receiving

    def receive(self, message: Message) -> None:
        """Handle a message from another process."""
        match message:
            case Announcement(seq=0):
                self._sync.receive(message)
            case Announcement():
                waiting = None if message.answers is None else self._waiting.get(message.answers)
                self._sync.receive_update(message, None if waiting is None else waiting.asked)
                if waiting is not None:
                    self._settle(waiting, Answered(message.sender, 0, message.seq))
            case Answered():
                if (waiting := self._waiting.get(message.number)) is not None:
                    self._settle(waiting, message)
            case Forwarded():
                self._background.begin(self._serve(message))

    @staticmethod
    def _settle(waiting: _Waiting, answer: Answered) -> None:
        if not waiting.answer.done():
            waiting.answer.set_result(answer)

    async def _serve(self, message: Forwarded) -> None:
        """Carry out an order of another process, and answer it unless an update already does."""
        await self._ownership.claim(message.table)
        live = await self._table(message.table)
        live.elsewhere.setdefault(message.sender, ([], monotonic()))
        persons, _ = live.elsewhere[message.sender]
        live.elsewhere[message.sender] = persons, monotonic()
        asked = Asked(message.sender, message.number)
        seq, refused = live.seq, False
        if bytes(message.order):
            assert self.carry_out is not None
            try:
                seq = await self.carry_out(message.table, message.person, message.name, message.order, asked)
            except Unavailable:  # it may have been done or not: the sender waits, then looks at the store
                raise
            except PalatineError:
                seq, refused = live.seq, True
        elif live.hosted.only_bots:
            await self._take_charge(live)
        if not asked.answered:
            self._broadcast.send(Answered(self._broadcast.name, message.number, seq, refused), message.sender)
