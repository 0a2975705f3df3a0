"""The processes in which bots search.

Bots without a search run in a thread of the server. Searching bots run in separate processes: a low-priority thread
would hold the GIL while it waits for the CPU, and so delay the server.

People get the processes in turn, so one person's many bots do not delay those of others."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable

import msgspec
import structlog

from palatine.bots.bot import Answer
from palatine.bots.names import adviser
from palatine.core.bots import bots_of
from palatine.core.chance import bot_seed
from palatine.core.game import Game
from palatine.core.table import Table
from palatine.core.views import Question
from palatine.server.tables.table import HostedTable
from palatine.server.thinking.fair_queue import FairQueue
from palatine.server.thinking.worker import answer, put

log = structlog.get_logger()

COMMAND = (sys.executable, "-m", "palatine.server.thinking.worker")
LONGEST_ANSWER = 16 * 2**20
PATIENCE_SECONDS = 5.0
"""The longest that background work waits for a moment when no bot is thinking."""
WARMING = 20
"""The iterations of a search whose only purpose is to load a game."""
TRIES = 2
"""The number of attempts at a question when processes end instead of answering."""
ANALYSES = "analyses"
"""All background work together, as one of those who wait for a process."""

_read = msgspec.json.Decoder(Answer).decode


class Pool:
    """A pool of bot processes, started on demand: by default one fewer than the cores. `close` it at the end.

    `group` returns the address of a person. One person has at most half of the processes, rounded up."""

    def __init__(self, processes: int | None = None, group: Callable[[str], str] = str) -> None:
        places = processes or max(1, (os.cpu_count() or 1) - 1)
        self._queue = FairQueue(places, most=(places + 1) // 2)
        self._group = group
        self._resting: list[Process] = []
        self._busy: set[Process] = set()
        self._thinking = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @property
    def thinking(self) -> int:
        """The number of bots that think or wait to think for people."""
        return self._thinking

    async def decide(self, table: HostedTable, seat: int, level: int) -> int:
        """Return the decision of a bot of a level. It thinks on behalf of the table's host."""
        question, bot, seed = table.playing.question(), f"level:{level}", bot_seed(table.seed, seat)
        if not bots_of(question.settings.game).level(level).iterations:
            return (await asyncio.to_thread(answer, question, bot, seed)).decision
        return (await self.answer(question, bot, seed, table.host)).decision

    async def answer(self, question: Question, bot: str, seed: int, person: str) -> Answer:
        """Return a bot's answer to a question that people wait for, on behalf of a person."""
        self._thinking += 1
        self._quiet.clear()
        try:
            return await self._answer(question, bot, seed, person)
        finally:
            self._thinking -= 1
            if not self._thinking:
                self._quiet.set()

    async def answer_later(self, question: Question, bot: str) -> Answer:
        """Return a bot's answer to a background question, if possible while no other bot is thinking."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._quiet.wait()
        return await self._answer(question, bot, 0, ANALYSES)

    async def warm_up(self, game: Game) -> None:
        """Let a process load a game."""
        await self.answer_later(Table(game.settings(), 0).question(), adviser(game, WARMING))

    async def _answer(self, question: Question, bot: str, seed: int, person: str) -> Answer:
        line = put(question, bot, seed) + b"\n"
        async with self._queue.place(self._group(person), person):
            for _ in range(TRIES):
                process = self._resting.pop() if self._resting else await self._start()
                if (reply := await self._ask(process, line)) is not None:
                    return _read(reply)
        raise RuntimeError("bot processes end instead of answering")

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, limit=LONGEST_ANSWER)

    async def _ask(self, process: Process, line: bytes) -> bytes | None:
        """Return a process' reply to a line; None if it has ended."""
        assert process.stdin is not None
        assert process.stdout is not None
        self._busy.add(process)
        try:
            process.stdin.write(line)
            await process.stdin.drain()
            if reply := await process.stdout.readline():
                self._resting.append(process)
                return reply
        except ConnectionError:
            pass
        except BaseException:  # its late reply would be read as the answer to the next question
            await self._end(process)
            raise
        finally:
            self._busy.discard(process)
        log.warning("bot_process_ended", code=await process.wait())
        return None

    @staticmethod
    async def _end(process: Process) -> None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def close(self) -> None:
        """Stop all processes."""
        for process in (*self._resting, *self._busy):
            await self._end(process)
        self._resting.clear()
