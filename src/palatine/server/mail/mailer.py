"""Sends mails in the background. Play never waits for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection, select

from palatine.core.errors import PalatineError
from palatine.core.words import say_if_known
from palatine.games import game_named
from palatine.server import metrics
from palatine.server.clock import monotonic, now
from palatine.server.live.hub import Hub
from palatine.server.mail import addresses, outbox
from palatine.server.mail.delivery import NotDeliveredError, RefusedError, deliver
from palatine.server.mail.links import Purpose, covered_by, token_for
from palatine.server.mail.outbox import Mail, Waiting
from palatine.server.mail.smtp import Smtp
from palatine.server.mail.texts import composed
from palatine.server.people.identity import People
from palatine.server.storage.schema import people
from palatine.server.tables.table import HostedTable

log = structlog.get_logger()

EVERY_SECONDS = 20.0
NOTICES_EVERY_SECONDS = 60.0
MOST_WISHES = 1000
"""The most requests to recover that may wait. More are dropped: their senders are limited anyway."""
T = TypeVar("T")


class Mailer:
    """Makes rounds: queues notices of turns, and sends what is due."""

    def __init__(self, hub: Hub, known: People, smtp: Smtp, sender: str, public_url: str) -> None:
        self._hub = hub
        self._known = known
        self._smtp = smtp
        self._sender = sender
        self._base = public_url.rstrip("/")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="mail")
        self._wishes: asyncio.Queue[str] = asyncio.Queue(MOST_WISHES)
        self._wake = asyncio.Event()
        self._round = asyncio.Lock()
        self._looked = float("-inf")
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start the rounds."""
        self._task = asyncio.get_running_loop().create_task(self._make_rounds())

    async def close(self) -> None:
        """Stop the rounds. What was not sent is sent after the next start."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._thread.shutdown(wait=False, cancel_futures=True)

    def hurry(self) -> None:
        """Send what is due soon."""
        self._wake.set()

    def ask_recovery(self, address: str) -> None:
        """Send a link to the accounts with an address, later: the answer must not take longer if there are any."""
        with contextlib.suppress(asyncio.QueueFull):
            self._wishes.put_nowait(address)
        self._wake.set()

    async def _make_rounds(self) -> None:
        while True:
            try:
                while await self.make_round():
                    pass
            except Exception as problem:  # the database may be down for a while: the next round tries again
                log.warning("mail_round_failed", problem=str(problem))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY_SECONDS):
                    await self._wake.wait()
            self._wake.clear()

    async def make_round(self) -> bool:
        """Queue notices and send what is due; return True if there may be more to send."""
        async with self._round:
            return await self._make_round()

    async def _make_round(self) -> bool:
        while not self._wishes.empty():
            await self._start_recovery(self._wishes.get_nowait())
        if monotonic() - self._looked >= NOTICES_EVERY_SECONDS:
            self._looked = monotonic()
            await self.look_for_turns()
        several = await self._read(lambda connection: outbox.due(connection, now()))
        for mail in several:
            if await self._claimed(mail) and not await self._send(mail):
                return False
        return len(several) == outbox.AT_ONCE

    # ----------------------------------------------------------------------------------------------------- turns

    async def look_for_turns(self) -> None:
        """Queue a notice for each person who is not connected and for whom a slow game has waited some minutes."""
        await self._write(lambda connection: outbox.prune(connection, now()))
        for waiting in await self._read(lambda connection: outbox.waiting_turns(connection, now())):
            hosted = await self._awaiting(waiting.person, waiting.table)
            if hosted is not None:
                await self._queue_turn(waiting, turn_began(hosted))

    async def _awaiting(self, person: str, table: str) -> HostedTable | None:
        """Return a table if it waits for a person who is not connected."""
        if self._hub.watchers.watching(person) or any(person in live.here() for live in self._hub.live.values()):
            return None
        try:
            live = await self._hub.table(table)
        except PalatineError:
            return None
        return live.hosted if live.hosted.awaited == person else None

    async def _queue_turn(self, waiting: Waiting, ply: int) -> None:
        person, table = waiting.person, waiting.table
        await self._write(lambda connection: outbox.enqueue(connection, person, "turn", now(), table, ply))

    # --------------------------------------------------------------------------------------------------- sending

    async def _start_recovery(self, address: str) -> None:
        await self._write(lambda connection: addresses.ask_recovery(connection, address))

    async def _claimed(self, mail: Mail) -> bool:
        return await self._write(lambda connection: outbox.claim(connection, mail, now()))

    async def _send(self, mail: Mail) -> bool:
        """Send a mail that was claimed; return False if the SMTP server cannot be used at all."""
        message = await self._composed(mail)
        if message is None:
            await self._write(lambda connection: outbox.done(connection, mail))
            return True
        loop, goes_on, outcome = asyncio.get_running_loop(), True, "sent"
        try:
            await loop.run_in_executor(self._thread, deliver, self._smtp, message)
        except RefusedError as problem:
            log.warning("mail_refused", kind=mail.kind, person=mail.person, problem=str(problem))
            outcome = "refused"
        except NotDeliveredError as problem:
            log.warning("mail_not_sent", kind=mail.kind, person=mail.person, tries=mail.tries + 1, problem=str(problem))
            goes_on, outcome = not problem.away, "postponed"
        if outcome == "postponed":
            if not await self._write(lambda connection: outbox.failed(connection, mail, now())):
                outcome = "given_up"
        else:
            await self._write(lambda connection: outbox.done(connection, mail))
        metrics.MAILS.labels(outcome).inc()
        return goes_on

    async def _composed(self, mail: Mail) -> EmailMessage | None:
        """Return the mail as it is right now; None if it is not needed any more."""
        game = ""
        if mail.kind == "turn":
            hosted = await self._awaiting(mail.person, mail.table)
            if hosted is None or turn_began(hosted) != mail.ply:
                return None
            game = hosted.created.game
        person, address = await self._read(lambda connection: _recipient(connection, mail.person))
        if person is None or address is None or address.confirmed == (mail.kind == "confirm"):
            return None
        if mail.kind == "turn" and not address.notices:
            return None

        def token(purpose: Purpose) -> str:
            return token_for(self._known, purpose, mail.person, covered_by(purpose, address, person.password))

        language, fields = person.language, {"name": person.name}
        if mail.kind == "turn":
            end = token("quiet")
            fields |= {"link": f"{self._base}/t/{mail.table}", "game": _title(game, language)}
        else:
            end = token("forget")
            fields |= {"link": f"{self._base}/mail/{mail.kind}?token={token(mail.kind)}", "login": person.login}
        return composed(mail.kind, language, self._base, end, self._sender, address.address, fields)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await self._hub.store.read(work)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await self._hub.store.write(work)


def turn_began(table: HostedTable) -> int:
    """Return the number of decisions when the turn of the awaited player began."""
    ply = table.ply
    while ply > 0 and table.past[ply - 1].seat == table.turn:
        ply -= 1
    return ply


def _title(game: str, language: str) -> str:
    return say_if_known(f"{game}.app.title", language) or game_named(game).title


def _recipient(connection: Connection, person: str) -> tuple[Any, Any]:
    row = connection.execute(select(people).where(people.c.id == person, people.c.kind == "account")).first()
    return row, addresses.row_of(connection, person)
