"""Carries out what `palatine admin` asks of a running server."""

from __future__ import annotations

import asyncio
import contextlib

import structlog
from sqlalchemy import Connection

from palatine.core.errors import PalatineError
from palatine.server.clock import now
from palatine.server.errors import NotNow
from palatine.server.hosting import audit
from palatine.server.live.hub import Hub
from palatine.server.storage import host_requests
from palatine.server.storage.host_requests import Answer, HostRequest
from palatine.server.storage.tidying import tidy_up
from palatine.server.tables.log import AnyEntry, Ended
from palatine.server.tables.table import HostedTable

log = structlog.get_logger()

EVERY_SECONDS = 0.5


class HostRequests:
    """Looks for requests in the database, and answers them there."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start to look for requests."""
        self._task = asyncio.get_running_loop().create_task(self._look())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _look(self) -> None:
        store = self._hub.store
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                for request in await store.read(lambda connection: host_requests.waiting(connection, now())):
                    await self._handle(request)
            except Exception as problem:  # the database may be down for a while
                log.warning("host_requests_not_read", problem=str(problem))

    async def _handle(self, request: HostRequest) -> None:
        try:
            answer = await self._carry_out(request)
        except PalatineError as problem:
            fields = {name: str(value) for name, value in problem.fields.items()}
            answer = Answer(problem=problem.key, fields=fields)
        except Exception as problem:
            log.error("host_request_failed", kind=request.kind, exc_info=problem)
            failed = NotNow("server.failed")
            answer = Answer(problem=failed.key)
        log.info("host_request", kind=request.kind, argument=request.argument, problem=answer.problem)
        await self._hub.store.write(lambda connection: host_requests.give_answer(connection, request.id, answer, now()))

    async def _carry_out(self, request: HostRequest) -> Answer:
        if request.kind == "vacuum":
            return Answer(await self._hub.store.write(_tidy))
        table_id, _, reason = request.argument.partition(" ")
        ended = False

        def end(table: HostedTable, at: int) -> list[AnyEntry]:
            nonlocal ended
            ended = table.status in ("open", "playing")
            return [Ended(at, "admin")] if ended else []

        await self._hub.act(
            table_id,
            end,
            lambda _: lambda connection: audit.note(connection, None, "end_table", table=table_id, reason=reason),
        )
        return Answer({"ended": int(ended)})


def _tidy(connection: Connection) -> dict[str, int]:
    audit.note(connection, None, "vacuum")
    return tidy_up(connection)
