"""The bots of the tables: they think in threads of the lowest priority, so that people do not notice."""

from __future__ import annotations

import asyncio
import hashlib
import os
import threading
from concurrent.futures import ThreadPoolExecutor

from palatine.bots import bot_named
from palatine.core.sight import Question
from palatine.server.hosted import HostedTable

LOWEST_PRIORITY = 19


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

    async def decide(self, table: HostedTable, seat: int, level: int) -> int:
        """What a bot of a level decides."""
        question, seed = table.playing.question(), bot_seed(table, seat)
        return await asyncio.get_running_loop().run_in_executor(self._pool, _decided, question, level, seed)

    def close(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _decided(question: Question, level: int, seed: int) -> int:
    bot = bot_named(f"level:{level}", question.settings.game, seed)
    return bot.decide(question).decision
