"""Faults of real processes. Each begins, lasts and ends within one call; then the servers must recover by themselves."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import redis.asyncio
import sqlalchemy

from faults.cluster import Cluster

Nemesis = Callable[[Cluster], Awaitable[None]]

PAUSE_SECONDS = 8.0
"""Longer than the lease of a process: it loses its tables meanwhile."""
AWAY_SECONDS = 3.0


async def kill_a_process(cluster: Cluster) -> None:
    """Kill a process as by kill -9, and start it again."""
    server = random.choice(cluster.servers)
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


async def suspend_a_process(cluster: Cluster) -> None:
    """Suspend a process by SIGSTOP for longer than its lease, then let it go on."""
    server = random.choice(cluster.servers)
    server.pause()
    await asyncio.sleep(PAUSE_SECONDS)
    server.resume()


async def restart_postgres(cluster: Cluster) -> None:
    """Shut PostgreSQL down, and start it again."""
    assert cluster.postgres is not None
    await asyncio.to_thread(cluster.postgres.stop, "fast")
    await asyncio.sleep(random.random() * AWAY_SECONDS)
    await asyncio.to_thread(cluster.postgres.start)


async def crash_postgres(cluster: Cluster) -> None:
    """Stop PostgreSQL without a shutdown, or kill it; it recovers from its log."""
    assert cluster.postgres is not None
    await asyncio.to_thread(random.choice((cluster.postgres.stop, cluster.postgres.kill)))
    await asyncio.sleep(random.random() * AWAY_SECONDS)
    await asyncio.to_thread(cluster.postgres.start)


async def cut_connections(cluster: Cluster) -> None:
    """Cut all connections to PostgreSQL and to Redis, several times."""
    for _ in range(5):
        await _cut_postgres(cluster)
        await _cut_redis(cluster)
        await asyncio.sleep(random.random())


async def _execute(cluster: Cluster, *statements: str) -> None:
    def execute() -> None:
        engine = sqlalchemy.create_engine(cluster.database, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)
        engine.dispose()

    await asyncio.to_thread(execute)


CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"


async def _cut_postgres(cluster: Cluster) -> None:
    await _execute(cluster, CUT)


async def _cut_redis(cluster: Cluster) -> None:
    assert cluster.redis is not None
    async with redis.asyncio.Redis.from_url(cluster.redis.address) as connection:
        for kind in ("normal", "pubsub"):
            await connection.client_kill_filter(_type=kind, skipme=True)


async def restart_redis(cluster: Cluster) -> None:
    """Stop Redis for a while; it has forgotten everything when it is back."""
    assert cluster.redis is not None
    await asyncio.to_thread(cluster.redis.stop)
    await asyncio.sleep(2 * random.random() * AWAY_SECONDS)
    await asyncio.to_thread(cluster.redis.start)


async def fill_the_disk(cluster: Cluster) -> None:
    """Let the disk of the database be full for a while."""
    assert cluster.disk is not None
    filler = cluster.disk / "filler"
    await asyncio.to_thread(fill, filler)
    await asyncio.sleep(AWAY_SECONDS)
    filler.unlink()


def fill(filler: Path) -> None:
    """Fill a disk with a file."""
    with filler.open("wb", buffering=0) as out, contextlib.suppress(OSError):
        for size in (64 * 1024, 512):
            with contextlib.suppress(OSError):
                while True:
                    out.write(bytes(size))


async def make_it_read_only(cluster: Cluster) -> None:
    """Let the database refuse all writes for a while."""
    name = sqlalchemy.make_url(cluster.database).database
    allow = f"ALTER DATABASE {name} SET default_transaction_read_only"
    await _execute(cluster, f"{allow} = on", CUT)
    await asyncio.sleep(AWAY_SECONDS)
    await _execute(cluster, "SET default_transaction_read_only = off", f"{allow} = off", CUT)


async def part_a_process_from_redis(cluster: Cluster) -> None:
    """Let nothing pass between a process and Redis for a while."""
    await _part(cluster, "redis")


async def part_a_process_from_postgres(cluster: Cluster) -> None:
    """Let nothing pass between a process and PostgreSQL for a while."""
    await _part(cluster, "postgres")


async def _part(cluster: Cluster, service: str) -> None:
    link = random.choice(cluster.links)[service]
    link.interrupt()
    await asyncio.sleep(PAUSE_SECONDS)
    if random.random() < 0.5:
        link.cut()  # what was under way is lost
    link.restore()


SINGLE: tuple[Nemesis, ...] = (kill_a_process, suspend_a_process, fill_the_disk)
SEVERAL: tuple[Nemesis, ...] = (
    kill_a_process,
    suspend_a_process,
    restart_postgres,
    crash_postgres,
    cut_connections,
    restart_redis,
    make_it_read_only,
)
LINKED: tuple[Nemesis, ...] = (part_a_process_from_redis, part_a_process_from_postgres)


async def mix(cluster: Cluster) -> None:
    """Let two faults happen at the same time, both of any kind."""
    first, second = random.sample((*SEVERAL[:2], *SEVERAL[4:6], *LINKED), 2)
    both = await asyncio.gather(first(cluster), second(cluster), return_exceptions=True)
    for problem in both:
        if isinstance(problem, BaseException):
            raise problem
