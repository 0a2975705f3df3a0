"""A simulated world: several server processes, their clients, database and Redis, under one seed."""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NoReturn
from unittest.mock import patch

import redis.asyncio
import structlog
from sqlalchemy.exc import SQLAlchemyError

from palatine.core.errors import PalatineError
from palatine.games import BUILT_IN
from palatine.server.http.context import Call, Server
from palatine.server.http.tables import open_table
from palatine.server.http.websocket import Connection
from palatine.server.messages.tables import ChairWish, ClockWish, NewTable
from simulation.clients import Client
from simulation.faults import Faults, Rates
from simulation.invariants import OVER, Ledger, Violation
from simulation.loop import SECOND, Loop, running
from simulation.processes import Process, is_running
from simulation.redis import RedisClient, RedisServer
from simulation.store import Database, SimulatedStore

FAULTY_SECONDS = 60.0
LONGEST_SECONDS = 1500.0
"""The seconds after the faults in which every game must end."""
GONE_FOR_GOOD = 0.3
"""The chance that a client at a table with a clock never comes back: the others must not wait for it."""
SMALL_JUMP = 20
"""The seconds of a jump that may be thinking time. It costs a player that much, once, if a process that has noticed the jump
and one that has not yet, which takes them up to five seconds, decide for a table one after the other. Known."""
MOST_STEPS = 400_000
TYPICAL = "kingdomino"


@dataclass
class Outcome:
    """What became of a seed."""

    seed: int
    violation: str | None
    steps: int
    seconds: float
    """Virtual."""
    trace: str
    faults: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    took: float = 0.0
    """Real seconds."""


class World:
    """A world, drawn from a seed. `say` is called with every event, for reading along."""

    def __init__(
        self,
        seed: int,
        *,
        games: Sequence[str] = (TYPICAL,),
        rates: Rates | None = None,
        most_steps: int = MOST_STEPS,
        say: Callable[[str], None] | None = None,
    ) -> None:
        self.seed = seed
        self.chance = random.Random(f"palatine {seed}")
        self.loop = Loop(random.Random(f"order {seed}"))  # type: ignore[abstract]
        self.faults = Faults(self.chance, rates) if rates is not None else Faults.drawn(self.chance)
        self.ledger = Ledger(self.loop)
        self.violation: str | None = None
        self._games = games
        self._most_steps = most_steps
        self._say = say
        self.faults.over = True  # none while the tables are opened
        number = self.chance.choice((1, 2, 2, 2, 3))
        self.database = Database(self._committed)
        self.ledger.watch(self.database)
        self.redis = RedisServer(self.loop, self.faults)
        self.ledger.one_wall_clock = self.chance.random() < 0.7
        in_order = self.chance.random() < 0.5
        self.processes = [
            Process(f"process {one}", self.loop, self.database, self.faults, alone=number == 1, in_order=in_order)
            for one in range(number)
        ]
        self.clients: list[Client] = []

    # -------------------------------------------------------------------------------------------------- running

    def run(self) -> Outcome:
        """Run the world to its end, or to the first broken promise."""
        began = time.perf_counter()
        with running(self.loop), _deterministic(self):
            story = self.loop.spawn(self.loop.world, self._story())
            try:
                while not story.done() and self.violation is None:
                    if self.loop.steps >= self._most_steps:
                        raise Violation(f"the world did not end within {self._most_steps} steps: {self._state()}")
                    if not self.loop.step():
                        raise Violation(f"everything waits: {self._state()}")
                    self._check_step()
                if self.violation is None:
                    story.result()
            except Violation as problem:
                self.violation = str(problem)
            return Outcome(
                seed=self.seed,
                violation=self.violation,
                steps=self.loop.steps,
                seconds=self.loop.time(),
                trace=self.loop.trace,
                faults=self.faults.count,
                checks=self.ledger.checks,
                took=time.perf_counter() - began,
            )

    def _check_step(self) -> None:
        for problem in self.loop.problems:
            raised = problem.get("exception")
            self.violation = self.violation or f"a callback raised {raised!r}"
        for process in self.processes:
            if process.server is not None and self.loop.last is process.actor:
                self.ledger.check_memory(process.name, list(process.server.hub.live.values()))

    def _committed(self, store: SimulatedStore) -> None:
        try:
            self.ledger.committed(store)
        except Violation as problem:  # not raised: the server would take it for a failure of the database
            self.violation = self.violation or str(problem)

    def note(self, what: str) -> None:
        """Note an event."""
        self.loop.note(what)
        self.show(what)

    def show(self, what: str) -> None:
        """Print an event for reading along."""
        if self._say is not None:
            self._say(f"{self.loop.time():9.3f} {self.loop.steps:6d} {what}")

    def _state(self) -> str:
        tables = {table: (kept.replay.status, len(kept.lines)) for table, kept in self.ledger.tables.items()}
        clients = [(one.actor.name, one.known, one.pending) for one in self.clients]
        running = [process.name for process in self.processes if is_running(process)]
        return f"tables {tables}, clients {clients}, running {running}"

    # ---------------------------------------------------------------------------------------------------- story

    async def _story(self) -> None:
        for process in self.processes:
            await process.start()
        for _ in range(self.chance.choice((1, 1, 2))):
            await self._open_table()
        self.faults.over = False
        for client in self.clients:
            self._watch(self.loop.spawn(client.actor, client.live()))
        injecting = [self.loop.create_task(self._inject(kind)) for kind in FAULTS if getattr(self.faults.rates, kind)]
        await asyncio.sleep(FAULTY_SECONDS)
        for task in injecting:
            task.cancel()
        self._heal()
        until = self.loop.time() + LONGEST_SECONDS
        while not self._all_over():
            if self.loop.time() > until:
                raise Violation(f"not over {LONGEST_SECONDS} seconds after the last fault: {self._state()}")
            await asyncio.sleep(1.0)
        self.ledger.check_logs()

    def _watch(self, task: asyncio.Task[None]) -> None:
        def ended(done: asyncio.Task[None]) -> None:
            if not done.cancelled() and (problem := done.exception()) is not None:
                reason = str(problem) if isinstance(problem, Violation) else f"a client failed: {problem!r}"
                self.violation = self.violation or reason

        task.add_done_callback(ended)

    def _all_over(self) -> bool:
        here = [one for one in self.clients if one.actor.alive]
        watched = {one.table for one in here}
        over = all(
            kept.replay.status in OVER or (kept.replay.only_bots and table not in watched)
            for table, kept in self.ledger.tables.items()
        )
        return over and all(one.known == len(self.ledger.tables[one.table].lines) for one in here)

    async def _open_table(self) -> None:
        game = self.chance.choice(self._games)
        people, bots, open_seats = self.chance.choice(((2, 0, 0), (2, 0, 1), (1, 1, 0), (2, 1, 0), (1, 1, 1)))
        wishes = [ChairWish("me"), *(ChairWish("open") for _ in range(people - 1 + open_seats))]
        wishes += [ChairWish("bot", level=1) for _ in range(bots)]
        clock = self.chance.choice((None, None, ClockWish("decision", 30), ClockWish("game", 120, 5)))
        members = [await self._person(f"Person {number}") for number in range(people)]
        table = await self.processes[0].ask(
            lambda server: self._opened(server, members[0].cookie, NewTable(game, None, {}, wishes, True, False, clock))
        )
        watching = [await self._person("Spectator") for _ in range(self.chance.choice((0, 1)))]
        for client in (*members, *watching):
            client.table = table
        for client in watching:
            client.from_start = self.chance.random() < 0.5
            client.wants_outlook = self.chance.random() < 0.2
            client.person = ""
        self.note(f"{game} at {table}: {people} people, {bots} bots, {open_seats} open seats, {clock}")

    @staticmethod
    async def _opened(server: Server, cookie: str, wish: NewTable) -> str:
        person = await server.people.recognise(cookie)
        call = Call(server, SimpleNamespace(base_url="http://simulated"), person, "en")  # type: ignore[arg-type]
        table: str = (await open_table(call, wish)).table
        return table

    async def _person(self, name: str) -> Client:
        client = Client(self.loop, self.processes, self.ledger, self.faults, random.Random(self.chance.random()))
        client.actor.name = f"client {len(self.clients)}"

        async def arrive(server: Server) -> tuple[str, str]:
            person = await server.people.new_guest(name, "en")
            return person.id, server.people.guest_cookie(person.id)

        client.person, client.cookie = await self.processes[0].ask(arrive)
        self.clients.append(client)
        return client

    # --------------------------------------------------------------------------------------------------- faults

    async def _inject(self, kind: str) -> None:
        mean = getattr(self.faults.rates, kind)
        while True:
            await asyncio.sleep(self.chance.expovariate(1 / mean))
            self.faults.count[kind] += 1
            self.note(kind)
            await FAULTS[kind](self)

    async def _crash(self) -> None:
        process = self.chance.choice(self.processes)
        if process.actor.alive:
            process.crash()
            await asyncio.sleep(self.chance.uniform(0.1, 10.0))
            self._start(process)

    async def _stop(self) -> None:
        process = self.chance.choice(self.processes)
        if is_running(process):
            await process.stop()
            await asyncio.sleep(self.chance.uniform(0.1, 5.0))
            self._start(process)

    def _start(self, process: Process) -> None:
        if not process.actor.alive:
            self.note(f"{process.name} starts")
            process.start()

    async def _pause(self) -> None:
        process = self.chance.choice(self.processes)
        self.loop.pause(process.actor)
        await asyncio.sleep(self.chance.choice((0.5, 3.0, 12.0, 40.0)))
        self.loop.go_on(process.actor)

    async def _jump(self) -> None:
        seconds = self.chance.choice((-3600, -300, -SMALL_JUMP, SMALL_JUMP, 300, 3600, 7200))
        if abs(seconds) == SMALL_JUMP and len(self.processes) > 1:
            self.ledger.tolerance += SMALL_JUMP * 1000
        jump = seconds * SECOND
        for process in self.processes if self.ledger.one_wall_clock else [self.chance.choice(self.processes)]:
            process.wall_offset += jump

    async def _database_away(self) -> None:
        self.faults.database_away = True
        await asyncio.sleep(self.chance.uniform(0.1, 8.0))
        self.faults.database_away = False

    async def _database_full(self) -> None:
        self.faults.database_full = True
        await asyncio.sleep(self.chance.uniform(0.1, 8.0))
        self.faults.database_full = False

    async def _redis_away(self) -> None:
        self.redis.go_away()
        await asyncio.sleep(self.chance.uniform(0.1, 15.0))
        self.redis.come_back(empty=self.chance.random() < 0.5)

    async def _redis_cut(self) -> None:
        process = self.chance.choice(self.processes)
        self.redis.cut(process.actor)
        if self.chance.random() < 0.5:
            self.redis.unreachable_for.add(process.name)
            await asyncio.sleep(self.chance.uniform(0.1, 15.0))
            self.redis.unreachable_for.discard(process.name)

    async def _socket_cut(self) -> None:
        line = self.chance.choice(self.clients).line
        if line is not None:
            line.cut()

    async def _socket_deaf(self) -> None:
        line = self.chance.choice(self.clients).line
        if line is not None and line.is_open:
            line.go_deaf()

    def _heal(self) -> None:
        """End all faults: everything that was broken works again."""
        self.note("all faults end")
        self.faults.over = True
        self.faults.database_away = self.faults.database_full = False
        self.redis.come_back(empty=False)
        self.redis.unreachable_for.clear()
        for process in self.processes:
            self.loop.go_on(process.actor)
            if process.stopping:
                process.crash()
            self._start(process)
        for client in self.clients:
            client.eager = True
            table = self.ledger.tables[client.table].replay
            if table.created.clock is not None and table.status == "playing" and self.chance.random() < GONE_FOR_GOOD:
                self.note(f"{client.actor.name} is gone for good")
                self.loop.kill(client.actor)
                if client.line is not None:
                    client.line.cut()


FAULTS: dict[str, Callable[[World], Any]] = {
    "crash": World._crash,
    "stop": World._stop,
    "pause": World._pause,
    "clock_jump": World._jump,
    "database_away": World._database_away,
    "database_full": World._database_full,
    "redis_away": World._redis_away,
    "redis_cut": World._redis_cut,
    "socket_cut": World._socket_cut,
    "socket_deaf": World._socket_deaf,
}
"""The faults that come from time to time."""

ALL_GAMES = tuple(BUILT_IN)


@contextmanager
def _deterministic(world: World) -> Iterator[None]:
    """Replace chance, Redis, the order of sets and the server's log by those of a world."""
    chance, serials = random.Random(f"secrets {world.seed}"), itertools.count(1)

    def token_urlsafe(number: int | None = None) -> str:
        return chance.randbytes(number or 16).hex()[: (number or 16) * 4 // 3]

    def serial(connection: Any) -> int:
        found: int = connection.__dict__.setdefault("serial", next(serials))
        return found

    def log(_logger: object, _method: str, event: MutableMapping[str, Any]) -> NoReturn:
        problem = event.get("exc_info")
        if isinstance(problem, Exception) and not isinstance(problem, EXPECTED):
            world.violation = world.violation or f"{event['event']}: {problem!r}{_where(problem)}"
        if event["event"] in ALARMS:
            world.violation = world.violation or f"the server logs {dict(event)}"
        world.show(" ".join(f"log: {event['event']} {event.get('problem', '')} {problem or ''}".split())[:160])
        raise structlog.DropEvent

    configuration = structlog.get_config()
    with ExitStack() as stack:
        stack.enter_context(patch.object(secrets, "token_hex", lambda number=32: chance.randbytes(number).hex()))
        stack.enter_context(patch.object(secrets, "token_urlsafe", token_urlsafe))
        stack.enter_context(patch.object(redis.asyncio.Redis, "from_url", lambda *_, **__: RedisClient(world.redis)))
        stack.enter_context(patch.object(Connection, "__hash__", serial))
        stack.callback(lambda: structlog.configure(**configuration))
        structlog.configure(processors=[log], cache_logger_on_first_use=False)
        yield


ALARMS = ("table_damaged", "writer_failed")
"""What the server must never log."""
EXPECTED = (PalatineError, SQLAlchemyError, OSError, RuntimeError)
"""What the server may log as the cause of a failure: refusals, and simulated failures."""


def _where(problem: BaseException) -> str:
    place, where = problem.__traceback__, ""
    while place is not None:
        code = place.tb_frame.f_code
        where, place = f" in {code.co_filename.rpartition('/')[2]}:{place.tb_lineno} {code.co_name}", place.tb_next
    return where
