"""The queue of analyses, in the database.

A process claims an analysis by writing its name and the time into the row, unless another was faster. It writes the
time again whenever it saves its progress. An analysis with an old time belongs to a dead process; another resumes it.

Everyone's first analysis comes before anyone's second; among these, accounts come before guests.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Mapping

import msgspec
import structlog
from sqlalchemy import Connection, and_, func, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from palatine.bots.names import adviser
from palatine.core.errors import PalatineError
from palatine.games import game_named
from palatine.server.clock import now
from palatine.server.errors import NotNow, NotThere, StorageFailure, TooMuch
from palatine.server.history.line import line_of
from palatine.server.history.upgrade import rebuilt
from palatine.server.messages.results import AnalysisView
from palatine.server.messages.tables import encode
from palatine.server.storage.logged import Logged
from palatine.server.storage.schema import analyses, people, tables
from palatine.server.storage.store import Store
from palatine.server.tables.table import HostedTable
from palatine.server.thinking.analysis import Analysis, Walk, costly, final_chances
from palatine.server.thinking.pool import Pool

log = structlog.get_logger()

MOST_OWN, MOST_OF_GUESTS, MOST_IN_ALL = 3, 150, 200
"""The most analyses that may wait: of one person, of all guests, and in all."""
SAVED_EVERY = 5
"""The number of decisions after which an analysis is saved."""
GONE_AFTER = 180_000
"""The milliseconds after which a process that has saved nothing is presumed dead."""
LOOK_SECONDS = 30.0
"""The seconds between checks for abandoned analyses."""

_PENDING = analyses.c.status.in_(("waiting", "running"))
_OF_GUEST = analyses.c.person.not_in(select(people.c.id).where(people.c.kind == "account"))
_decode = msgspec.json.Decoder(Analysis).decode


class AnalysisQueue:
    """Works on the analyses, one at a time.

    `need` waits until a game can be played; `alone`: no other process uses the same data."""

    def __init__(
        self, store: Store, pool: Pool, need: Callable[[str], Awaitable[None]], iterations: int, *, alone: bool
    ) -> None:
        self._need = need
        self._store = store
        self._pool = pool
        self._iterations = iterations
        self._alone = alone
        self._name = secrets.token_hex(8)
        self._new = asyncio.Event()
        self._idle = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start working; interrupted analyses are resumed."""
        if self._alone:
            await self._store.write(lambda connection: release(connection, None))
        self._task = asyncio.get_running_loop().create_task(self._work_on_all())

    async def close(self) -> None:
        """Stop working, and release the current analysis."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            await self._store.write(lambda connection: release(connection, self._name))

    # -------------------------------------------------------------------------------------------------- asking

    async def ask(self, table: HostedTable, person: str) -> AnalysisView:
        """Queue the analysis of a finished game, unless it exists; return it."""
        if table.status != "finished":
            raise NotNow("results.not_finished")
        line_of(table)
        await self._store.write(lambda connection: _ask(connection, table.id, person, now()))
        self._idle.clear()
        self._new.set()
        return await self.show(table.id)

    async def has(self, table_id: str) -> bool:
        """Return True if the analysis of a game waits, runs or is done."""
        found = select(analyses.c.status).where(analyses.c.table_id == table_id)
        status = await self._store.read(lambda connection: connection.scalar(found))
        return status not in (None, "failed")

    async def show(self, table_id: str) -> AnalysisView:
        """Return an analysis as far as it is done."""
        return await self._store.read(lambda connection: _view(connection, table_id, self._iterations))

    async def settled(self) -> None:
        """Wait until the queue is empty."""
        await self._idle.wait()

    # ------------------------------------------------------------------------------------------------- working

    async def _work_on_all(self) -> None:
        while True:
            try:
                while (claimed := await self._store.write(lambda one: claim(one, self._name, now()))) is not None:
                    await self._work_on(*claimed)
            except Exception as problem:  # the database may be down for a while: try again later
                log.warning("analyses_interrupted", problem=str(problem))
            if not self._new.is_set():
                self._idle.set()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._new.wait()
            self._idle.clear()
            self._new.clear()

    async def _work_on(self, table_id: str, data: bytes | None) -> None:
        def begin(logged: Logged, name: str) -> Walk:
            table, _ = rebuilt(table_id, logged, now())
            saved = Analysis("", []) if data is None else _decode(data)
            return Walk(line_of(table), saved.judged if saved.bot == name else [])

        try:
            logged = await self._store.load(table_id)
            assert logged is not None  # deleting a table deletes its analysis
            name = adviser(game_named(logged.game), self._iterations)
            await self._need(logged.game)
            walk = await asyncio.to_thread(begin, logged, name)
            while not walk.done:
                walk.judge(await self._pool.answer_later(walk.question(), name))
                if len(walk.judged) % SAVED_EVERY == 0 and not walk.done and not await self._save(table_id, name, walk):
                    return  # another process has claimed it
            await self._save(table_id, name, walk)
        except (SQLAlchemyError, StorageFailure):
            raise  # it is resumed when the database is back
        except Exception as problem:  # it would happen again
            known = isinstance(problem, PalatineError)
            log.warning("analysis_failed", table=table_id, problem=str(problem), exc_info=None if known else problem)
            await self._store.write(lambda connection: write(connection, table_id, self._name, {"status": "failed"}))

    async def _save(self, table_id: str, name: str, walk: Walk) -> bool:
        """Save the progress; return False if another process has claimed the analysis."""
        values = {
            "status": "done" if walk.done else "running",
            "progress": walk.progress,
            "data": encode(Analysis(name, walk.judged)),
            "at": now(),
        }
        return await self._store.write(lambda connection: write(connection, table_id, self._name, values))


# -------------------------------------------------------------------------------------------------- the database


def _ask(connection: Connection, table_id: str, person: str, at: int) -> None:
    status = connection.scalar(select(analyses.c.status).where(analyses.c.table_id == table_id))
    if status not in (None, "failed"):
        return
    pending = select(func.count()).select_from(analyses).where(_PENDING)
    if (connection.scalar(pending.where(analyses.c.person == person)) or 0) >= MOST_OWN:
        raise TooMuch("results.too_many_own", most=MOST_OWN)
    is_account = connection.scalar(select(people.c.kind).where(people.c.id == person)) == "account"
    of_guests = 0 if is_account else connection.scalar(pending.where(_OF_GUEST)) or 0
    if of_guests >= MOST_OF_GUESTS or (connection.scalar(pending) or 0) >= MOST_IN_ALL:
        raise TooMuch("results.too_many_in_all")
    row = {"person": person, "asked": at, "status": "waiting", "worker": None, "at": at, "progress": 0.0}
    if status is None:
        with contextlib.suppress(IntegrityError), connection.begin_nested():  # another process may be faster
            connection.execute(insert(analyses), {"table_id": table_id, "data": None, **row})
    else:
        connection.execute(update(analyses).where(analyses.c.table_id == table_id).values(**row))


def claim(connection: Connection, name: str, at: int) -> tuple[str, bytes | None] | None:
    """Claim the analysis whose turn it is; return its table and saved data, or None."""
    gone = and_(analyses.c.status == "running", analyses.c.at < at - GONE_AFTER)
    other = analyses.alias()
    earlier = (
        select(func.count())
        .where(
            other.c.status.in_(("waiting", "running")),
            other.c.person == analyses.c.person,
            tuple_(other.c.asked, other.c.table_id) < tuple_(analyses.c.asked, analyses.c.table_id),
        )
        .correlate(analyses)
        .scalar_subquery()
    )
    found = select(analyses).where(or_(analyses.c.status == "waiting", gone))
    found = found.order_by(earlier, _OF_GUEST, analyses.c.asked).limit(1)
    while (row := connection.execute(found).first()) is not None:
        as_it_was = (analyses.c.table_id == row.table_id, analyses.c.status == row.status, analyses.c.at == row.at)
        taken = update(analyses).where(*as_it_was).values(status="running", worker=name, at=at)
        if connection.execute(taken).rowcount:
            return row.table_id, row.data
    return None


def write(connection: Connection, table_id: str, name: str, values: Mapping[str, object]) -> bool:
    """Update the analysis that a process works on; return False if it no longer does."""
    own = (analyses.c.table_id == table_id, analyses.c.worker == name, analyses.c.status == "running")
    return bool(connection.execute(update(analyses).where(*own).values(**values)).rowcount)


def release(connection: Connection, name: str | None) -> None:
    """Return the analyses of a process to the queue; those of all processes if `name` is None."""
    running = update(analyses).where(analyses.c.status == "running")
    own = running if name is None else running.where(analyses.c.worker == name)
    connection.execute(own.values(status="waiting", worker=None))


def _view(connection: Connection, table_id: str, iterations: int) -> AnalysisView:
    found = select(analyses, tables.c.game, tables.c.players, tables.c.result).join(
        tables, tables.c.id == analyses.c.table_id
    )
    row = connection.execute(found.where(analyses.c.table_id == table_id)).first()
    if row is None:
        raise NotThere("results.no_analysis")
    if row.status != "done":
        bot = adviser(game_named(row.game), iterations)
        return AnalysisView(table_id, row.status, round(row.progress, 3), bot)
    saved = _decode(row.data)
    winners = msgspec.json.decode(row.result)["winners"]
    final = final_chances(row.players, winners)
    return AnalysisView(table_id, "done", 1.0, saved.bot, saved.judged, final, costly(saved.judged))
