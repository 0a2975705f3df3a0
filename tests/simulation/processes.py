"""A simulated server process: the real server, built as `app.application` builds it, on simulated edges."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, TypeVar

from palatine.server import clock
from palatine.server.app import TableSocket
from palatine.server.broadcast import Announcement, Broadcast, Message, NoBroadcast, RedisBroadcast, connected
from palatine.server.clock import ServerClock
from palatine.server.hosting.enforcement import Enforcer
from palatine.server.hosting.load import LoadHistory
from palatine.server.http.context import COOKIE, Server
from palatine.server.live.hub import Hub
from palatine.server.live.janitor import Janitor
from palatine.server.live.ownership import Ownership, RedisOwnership, SoleOwner
from palatine.server.people.accounts import Accounts
from palatine.server.people.identity import People
from palatine.server.people.leaderboard import Statistics
from palatine.server.people.passwords import Passwords
from palatine.server.settings import Settings
from palatine.server.thinking.analysis_queue import AnalysisQueue
from palatine.server.thinking.warm_up import WarmUp
from simulation.bots import SimulatedPool
from simulation.faults import Faults
from simulation.loop import SECOND, Actor, Loop
from simulation.network import Line
from simulation.store import Database, SimulatedStore

T = TypeVar("T")

EPOCH = 1_800_000_000 * SECOND
MOST_SKEW = SECOND // 5
START_AGAIN = 2.0
"""Seconds after which a process that could not start is started again."""
REDIS = "redis://simulated"
SETTINGS = Settings(public_url="http://simulated", limited=False)


class Process:
    """A server process, which crashes and starts again. `wall_offset`: what its wall clock is off, in nanoseconds."""

    def __init__(
        self, name: str, loop: Loop, database: Database, faults: Faults, *, alone: bool, in_order: bool
    ) -> None:
        self.name = name
        self.alone = alone
        self.wall_offset = faults.chance.randint(-MOST_SKEW, MOST_SKEW)
        self.server: Server | None = None
        self.janitor: Janitor | None = None
        self.broadcast: Broadcast | None = None
        self.actor = loop.actor(name)
        self.lines: list[Line] = []
        self.stopping = False
        """True once it was asked to stop, until it has."""
        self._in_order = in_order
        self._loop = loop
        self._database = database
        self._faults = faults
        self.actor.alive = False

    @property
    def hub(self) -> Hub | None:
        """The tables in memory, if the process runs."""
        return None if self.server is None else self.server.hub

    # ------------------------------------------------------------------------------------------------- life

    def start(self) -> asyncio.Task[None]:
        """Start the process, again and again until it succeeds."""
        self.actor = self._loop.actor(self.name, in_order=self._in_order)
        loop, booted = self._loop, self._loop.now
        own = ServerClock(lambda: EPOCH + loop.now + self.wall_offset, lambda: loop.now - booted + SECOND)
        self.actor.context.run(clock.use, own)
        return self._loop.spawn(self.actor, self._boot())

    async def _boot(self) -> None:
        loop = self._loop
        try:
            await self._open()
        except Exception as problem:
            if not self._faults.count:
                raise
            loop.note(f"{self.name} does not start: {problem}")
            self._faults.count["start failed"] += 1
            loop.kill(self.actor)
            loop.call_in_world(START_AGAIN, self._start_again, self.actor)

    def _start_again(self, dead: Actor) -> None:
        if self.actor is dead:
            self.start()

    async def _open(self) -> None:
        store = SimulatedStore(self._loop, self._database, self._faults, alone=self.alone)
        pool = SimulatedPool(self._faults, random.Random(self._faults.chance.random()))
        broadcast: Broadcast = NoBroadcast()
        ownership: Ownership = SoleOwner()
        if not self.alone:
            broadcast = RedisBroadcast(connected(REDIS))
            ownership = RedisOwnership(connected(REDIS), broadcast.name)
        people, passwords, warm_up = People(store, broadcast), Passwords(SETTINGS.hashing), WarmUp()
        hub = Hub(store, pool, broadcast, ownership=ownership)
        await people.open()
        enforcer = Enforcer(hub, people, broadcast)
        janitor = Janitor(hub, alone=self.alone)

        def receive(message: Message) -> None:
            if isinstance(message, Announcement):
                people.receive(message)
                enforcer.receive(message)
            hub.forwarding.receive(message)

        await ownership.open(hub.replace_owners)
        await broadcast.open(receive, janitor.hurry)
        await janitor.open()
        enforcer.open()
        self.server = Server(
            settings=SETTINGS,
            store=store,
            pool=pool,
            hub=hub,
            people=people,
            passwords=passwords,
            accounts=Accounts(store, passwords),
            analysis_queue=AnalysisQueue(store, pool, warm_up.need, 1, alone=self.alone),
            statistics=Statistics(store),
            warm_up=warm_up,
            enforcer=enforcer,
            load=LoadHistory(),
            process=broadcast.name,
        )
        self.janitor, self.broadcast = janitor, broadcast

    def crash(self) -> None:
        """End the process between two steps: its memory is gone, and its connections break."""
        self._loop.kill(self.actor)
        self.server, self.stopping = None, False
        for line in self.lines:
            line.cut()
        self.lines.clear()

    async def stop(self) -> None:
        """Stop the process as SIGTERM does, then end it."""
        server, actor, self.stopping = self.server, self.actor, True
        if server is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(20.0):
                    await asyncio.shield(self._loop.spawn(actor, self._close(server)))
        if self.actor is actor:
            self.crash()

    async def _close(self, server: Server) -> None:
        assert self.janitor is not None
        assert self.broadcast is not None
        with suppress(Exception):
            await self.janitor.close()
            await server.enforcer.close()
            await server.hub.close()
            await server.hub.ownership.close()
            await server.hub.farewell()
            await self.broadcast.close()

    # ---------------------------------------------------------------------------------------------- serving

    def connect(self, line: Line, table: str, cookie: str, after: int | None, *, outlook: bool) -> None:
        """Serve a client's connection to a table."""
        if self.server is None or not self.actor.alive:
            line.cut()
            return
        self.lines = [one for one in self.lines if one.is_open]
        self.lines.append(line)
        query = ([] if after is None else [f"after={after}"]) + (["outlook=1"] if outlook else [])
        scope: dict[str, Any] = {
            "type": "websocket",
            "path": f"/api/tables/{table}/socket",
            "path_params": {"table": table},
            "query_string": "&".join(query).encode(),
            "headers": [(b"cookie", f"{COOKIE}={cookie}".encode()), (b"host", b"simulated")],
            "client": ("127.0.0.1", 1),
            "app": SimpleNamespace(state=SimpleNamespace(server=self.server)),
        }
        self._loop.spawn(self.actor, self._serve(line, scope))

    async def _serve(self, line: Line, scope: dict[str, Any]) -> None:
        try:
            await TableSocket()(scope, line.receive, line.send)
        except OSError:
            pass
        except Exception as problem:
            self._faults.count["sockets that failed"] += 1
            self._loop.note(f"{self.name} {problem!r}")
        finally:
            if self.actor.alive:
                line.to_process.end()
                line.to_client.put(None)

    async def ask(self, work: Callable[[Server], Awaitable[T]]) -> T:
        """Let the process carry out a client's request; raise `ConnectionError` if its answer is lost."""
        loop, faults = self._loop, self._faults
        await asyncio.sleep(faults.chance.uniform(0.001, 0.05))
        server = self.server
        if server is None or not self.actor.alive:
            raise ConnectionError("the process does not answer")
        answer: asyncio.Future[Any] = loop.create_future()

        async def run() -> None:
            try:
                result = await work(server)
            except Exception as problem:
                if not answer.done():
                    answer.set_exception(problem)
            else:
                if not answer.done():
                    answer.set_result(result)

        loop.spawn(self.actor, run())
        try:
            async with asyncio.timeout(15.0):
                result: T = await answer
        except TimeoutError as problem:
            raise ConnectionError("the process does not answer") from problem
        if not faults.over and faults.rates.socket_cut and faults.chance.random() < 0.05:
            faults.count["answer lost"] += 1
            raise ConnectionError("the answer was lost")
        return result


def is_running(process: Process) -> bool:
    """Return True if a process serves clients."""
    return process.server is not None and process.actor.alive and not process.actor.paused
