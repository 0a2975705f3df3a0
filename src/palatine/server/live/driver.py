"""Bots and clocks: the events at a table that no person triggers.

A game of bots only goes on while someone watches it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from palatine.server import metrics
from palatine.server.clock import now
from palatine.server.live.background import Background
from palatine.server.live.live_table import LiveTable
from palatine.server.tables import commands
from palatine.server.tables.commands import Command
from palatine.server.thinking.pool import Pool

Act = Callable[[str, Command], Coroutine[Any, Any, int]]


class Driver:
    """Schedules the next bot decision or deadline after every change of a table. `act` executes a command."""

    def __init__(self, pool: Pool, background: Background, act: Act) -> None:
        self._pool = pool
        self._background = background
        self._act = act
        self._stopped = False

    def look_ahead(self, live: LiveTable) -> None:
        """Let the bot whose turn it is decide, or set an alarm for the deadline."""
        self.rest(live)
        if self._stopped:
            return
        hosted = live.hosted
        turn, deadline = hosted.turn, hosted.deadline()
        if turn is not None and (level := hosted.bot_level(turn)) is not None:
            attended = not hosted.only_bots or live.listeners or live.followers()
            if attended and live.thinking != hosted.version:
                live.thinking = hosted.version
                self._background.begin(self._let_bot_decide(live, turn, level))
        elif deadline is not None:
            at = now()
            seconds = 0.0 if commands.has_jumped(hosted, at) else max(0, deadline - at) / 1000
            live.alarm = asyncio.get_running_loop().call_later(seconds, self._ring, hosted.id)

    @staticmethod
    def rest(live: LiveTable) -> None:
        """Cancel the alarm of a table."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None

    def stop(self) -> None:
        """Schedule nothing more."""
        self._stopped = True

    def _ring(self, table_id: str) -> None:
        self._background.begin(self._act(table_id, commands.check_time))

    async def _let_bot_decide(self, live: LiveTable, seat: int, level: int) -> None:
        hosted, version = live.hosted, live.hosted.version
        try:
            with metrics.THINKING_SECONDS.labels(str(level)).time():
                decision = await self._pool.decide(hosted, seat, level)
        finally:
            if live.thinking == version:
                live.thinking = None
        await self._act(hosted.id, lambda table, at: commands.decide_for_bot(table, version, decision, at))
