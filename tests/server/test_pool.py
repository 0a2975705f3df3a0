"""Bot processes answer as a bot in this process does, and are replaced when they end."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from pathlib import Path

import pytest

import palatine
from palatine.core.chance import bot_seed
from palatine.core.views import Question
from palatine.games import BUILT_IN
from palatine.server.tables.log import Started
from palatine.server.tables.table import HostedTable
from palatine.server.thinking.pool import COMMAND, Pool
from palatine.server.thinking.worker import Background, answer, asked_of, put
from server.logged import SEED, START, bot, created


def children() -> list[int]:
    """Return the running child processes."""
    return [int(one) for one in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


def hosted(level: int) -> HostedTable:
    table = HostedTable("a table", SEED, created(bot(level), bot(level)))
    table.add(Started(START))
    return table


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_question_survives_encoding(game: str) -> None:
    table = palatine.new(game, 2, seed=3)
    for name in ("level:1", "search:30"):
        question, bot_name, seed = asked_of(put(table.question(), name, 5))
        assert bot_name == name
        assert answer(question, bot_name, seed) == answer(table.question(), name, 5)
        assert Background().answer(question, bot_name, seed) == answer(table.question(), name, 5)


def test_a_searching_bot_decides_the_same_in_another_process() -> None:
    async def think() -> int:
        pool = Pool(1)
        try:
            return await pool.decide(hosted(4), 0, 4)
        finally:
            await pool.close()

    before, table = children(), hosted(4)
    assert asyncio.run(think()) == answer(table.playing.question(), "level:4", bot_seed(table.seed, 0)).decision
    assert children() == before


def test_a_process_that_ends_is_replaced() -> None:
    async def think(question: Question) -> None:
        before = children()
        pool = Pool(1)
        first = await pool.answer_later(question, "search:20")
        (process,) = set(children()) - set(before)
        os.kill(process, signal.SIGKILL)
        assert await pool.answer_later(question, "search:20") == first
        thinking = asyncio.ensure_future(pool.answer_later(question, "search:100000000"))
        await asyncio.sleep(0)
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        assert await pool.answer_later(question, "search:20") == first
        await pool.close()
        assert children() == before

    asyncio.run(think(palatine.new("kingdomino", 2, seed=3).question()))


def test_a_process_whose_server_was_killed_ends_without_a_word() -> None:
    question = put(palatine.new("kingdomino", 2, seed=3).question(), "level:1", 5)
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        assert process.communicate(question + b"\n")[1] == b""
    assert process.returncode
