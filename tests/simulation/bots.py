"""Simulated bots: a random legal decision after a while."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from palatine.server.tables.table import HostedTable
from palatine.server.thinking.pool import Pool
from simulation.faults import Faults

QUICKEST, SLOWEST = 0.01, 2.0
"""Seconds that a bot thinks."""


class SimulatedPool(Pool):
    """Bots without processes. `pace`: by how much they think faster or slower than usual."""

    def __init__(self, faults: Faults, chance: random.Random) -> None:
        super().__init__(1)
        self._faults = faults
        self._chance = chance

    async def decide(self, table: HostedTable, seat: int, level: int, *_more: Any) -> int:  # noqa: ARG002
        """Return a random legal decision, or fail as a process that ends does."""
        legal = table.playing.legal()
        await asyncio.sleep(self._chance.uniform(QUICKEST, SLOWEST))
        if self._faults.strikes("bot_fails"):
            raise RuntimeError("bot processes end instead of answering")
        return self._chance.choice(legal)
