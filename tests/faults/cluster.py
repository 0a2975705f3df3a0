"""Real server processes with their database and Redis, for tests that break them."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy

from faults.proxy import Proxy
from palatine.server.storage.schema import entries
from server.running import RunningServer
from server.services import PostgresServer, RedisServer, free_port

NEVER = ("Traceback", '"exception"', "table_damaged", "message_between_processes_failed", "writer_failed")
"""Words that must not be in the log of a server."""


@dataclass
class Cluster:
    """Server processes and what they depend on. `links` are the network of each process, by service."""

    servers: list[RunningServer]
    database: str
    postgres: PostgresServer | None = None
    redis: RedisServer | None = None
    links: list[dict[str, Proxy]] = field(default_factory=list)
    disk: Path | None = None

    def complaints(self) -> list[str]:
        """Return the lines of the servers' logs that no fault excuses."""
        return [
            line for server in self.servers for line in server.log_text().splitlines() if any(map(line.count, NEVER))
        ]

    def stored(self, table: str) -> list[Any]:
        """Return the log of a table as it is on disk. With SQLite, the server must have stopped."""
        engine = sqlalchemy.create_engine(self.database)
        found = sqlalchemy.select(entries.c.entry).where(entries.c.table_id == table).order_by(entries.c.seq)
        try:
            with engine.connect() as connection:
                return [json.loads(entry) for entry in connection.scalars(found)]
        finally:
            engine.dispose()

    def start(self) -> None:
        """Start all processes that do not run."""
        for server in self.servers:
            if not server.runs:
                server.start()

    def stop(self) -> None:
        """Stop all processes gracefully."""
        for server in self.servers:
            if server.runs:
                server.stop()


@contextlib.contextmanager
def running(cluster: Cluster) -> Iterator[Cluster]:
    """Start the processes of a cluster; kill those that still run at the end."""
    try:
        cluster.start()
        yield cluster
    finally:
        for server in cluster.servers:
            if server.runs:
                server.kill()


@contextlib.contextmanager
def single(folder: Path, disk: Path | None = None) -> Iterator[Cluster]:
    """Run one process on SQLite, with the file on a disk of its own if given."""
    database = f"sqlite:///{(disk or folder) / 'palatine.db'}"
    server = RunningServer(free_port(), database, folder / "server.log")
    with running(Cluster([server], database, disk=disk)) as cluster:
        yield cluster


@contextlib.contextmanager
def several(folder: Path, count: int, *, linked: bool = False) -> Iterator[Cluster]:
    """Run processes on PostgreSQL and Redis; if `linked`, over a network that can be interrupted."""
    with contextlib.ExitStack() as stack:
        postgres, redis = stack.enter_context(PostgresServer()), stack.enter_context(RedisServer(folder))
        cluster = Cluster([], postgres.address, postgres, redis)
        for number in range(count):
            database, messages = postgres.address, redis.address
            if linked:
                link = {
                    "postgres": stack.enter_context(Proxy(postgres.port)),
                    "redis": stack.enter_context(Proxy(redis.port)),
                }
                cluster.links.append(link)
                database = database.replace(str(postgres.port), str(link["postgres"].port))
                messages = messages.replace(str(redis.port), str(link["redis"].port))
            log = folder / f"server{number}.log"
            cluster.servers.append(RunningServer(free_port(), database, log, "--redis", messages))
        yield stack.enter_context(running(cluster))
