"""The bots of the tables: they think in threads of the lowest priority, so that people do not notice."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from palatine.bots import bot_named
from palatine.core.sight import Question
from palatine.server.hosted import HostedTable

T = TypeVar("T")

LOWEST_PRIORITY = 19
PATIENCE_SECONDS = 5.0
"""How long at most something that nobody waits for lets the bots go first."""


def _step_back() -> None:
    """Let everything else of this machine go first, as far as the system can do that for a thread."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)


def bot_seed(table: HostedTable, seat: int) -> int:
    """What a bot leaves to chance follows from the table's seed, in a way that does not tell it."""
    return int.from_bytes(hashlib.sha256(f"{table.seed} bot {seat}".encode()).digest()[:8], "big")


class Thinkers:
    """Threads that think for bots."""

    def __init__(self, threads: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(
            threads or os.cpu_count() or 1, thread_name_prefix="thinker", initializer=_step_back
        )
        self._spare = ThreadPoolExecutor(1, thread_name_prefix="analyst", initializer=_step_back)
        self._thinking = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    async def decide(self, table: HostedTable, seat: int, level: int) -> int:
        """What a bot of a level decides."""
        question, seed = table.playing.question(), bot_seed(table, seat)
        self._thinking += 1
        self._quiet.clear()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, _decided, question, level, seed)
        finally:
            self._thinking -= 1
            if not self._thinking:
                self._quiet.set()

    async def later(self, work: Callable[[], T]) -> T:
        """Do a little piece of work that nobody waits for, in a thread of its own, preferably while no bot thinks."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._quiet.wait(), PATIENCE_SECONDS)
        return await asyncio.get_running_loop().run_in_executor(self._spare, work)

    def close(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._spare.shutdown(wait=False, cancel_futures=True)


def _decided(question: Question, level: int, seed: int) -> int:
    bot = bot_named(f"level:{level}", question.settings.game, seed)
    return bot.decide(question).decision
