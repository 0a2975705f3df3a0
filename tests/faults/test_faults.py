"""Under real faults of processes, database, Redis, disk and network, the history of every table stays linearizable.

After the faults all games end, every client has all entries, and they are those on disk."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from faults import nemeses
from faults.cluster import Cluster, several, single
from faults.history import check
from faults.nemeses import LINKED, SEVERAL, Nemesis
from faults.workload import Workload
from server.test_disk_faults import small_disk

ROUNDS = 4
AT_ONCE = 8
"""The tables that are played at the same time."""
TABLES_PER_ROUND = 24
DISK = 64 * 2**20
"""The size of a disk in bytes; SQLite's journal alone may grow to 16 MB."""
LONGEST_GAP = 20.0
"""The longest in seconds that a table may wait for a new owner, on a busy machine."""
RECOVERY_SECONDS = 60.0
"""The longest that the games under way may take to end after the last fault."""


async def endure(cluster: Cluster, nemesis: Nemesis, rounds: int) -> Workload:
    """Play while a nemesis strikes repeatedly; return when all games are over."""
    workload = Workload(cluster.servers)
    await workload.open(rounds * TABLES_PER_ROUND)
    playing = asyncio.ensure_future(workload.play(AT_ONCE))
    try:
        for _ in range(rounds):
            await asyncio.sleep(1 + random.random())  # at a random moment
            await nemesis(cluster)
        workload.stop()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(playing), RECOVERY_SECONDS)
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    return workload


def survive(cluster: Cluster, nemesis: Nemesis, rounds: int) -> float:
    """Let a nemesis strike during play, check all histories, and return the longest gap without progress at a table."""
    workload = asyncio.run(endure(cluster, nemesis, rounds))
    cluster.stop()
    played, problems = workload.played, [f"{table} was not finished" for table in workload.unfinished]
    for one in played:
        found = [*one.complaints, *check(one.history, cluster.stored(one.table))]
        problems += [f"{one.table}: {problem}" for problem in found]
    problems += cluster.complaints()
    operations = [operation for one in played for operation in one.history.operations]
    unknown = sum(operation.outcome == "unknown" for operation in operations)
    gap = max(one.history.longest_gap() for one in played)
    print(
        f"\n{getattr(nemesis, '__name__', nemesis)}, {len(cluster.servers)} process(es): {rounds} faults, "
        f"{len(played)} histories checked, {len(operations)} operations ({unknown} unanswered), longest gap {gap:.1f} s"
    )
    assert not problems, "\n".join(problems)
    return gap


def test_two_processes_keep_their_promises_while_one_of_them_is_suspended(tmp_path: Path) -> None:
    with several(tmp_path, 2) as cluster:
        gap = survive(cluster, nemeses.suspend_a_process, 1)
    assert gap < LONGEST_GAP


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Cluster]:
    with single(tmp_path) as cluster:
        yield cluster


@pytest.mark.soak
@pytest.mark.parametrize("nemesis", [nemeses.kill_a_process, nemeses.suspend_a_process])
def test_one_process_keeps_its_promises(alone: Cluster, nemesis: Nemesis) -> None:
    survive(alone, nemesis, ROUNDS)


@pytest.mark.soak
def test_one_process_keeps_its_promises_on_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", DISK) as disk, single(tmp_path, disk) as cluster:
        survive(cluster, nemeses.fill_the_disk, ROUNDS)


@pytest.mark.soak
@pytest.mark.parametrize("nemesis", SEVERAL)
@pytest.mark.parametrize("processes", [2, 3])
def test_several_processes_keep_their_promises(tmp_path: Path, nemesis: Nemesis, processes: int) -> None:
    with several(tmp_path, processes) as cluster:
        survive(cluster, nemesis, ROUNDS)


@pytest.mark.soak
@pytest.mark.parametrize("nemesis", [*LINKED, nemeses.mix])
def test_several_processes_keep_their_promises_without_a_network(tmp_path: Path, nemesis: Nemesis) -> None:
    with several(tmp_path, 3, linked=True) as cluster:
        survive(cluster, nemesis, ROUNDS)
