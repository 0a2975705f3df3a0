"""Games are made ready while people already look round: what has to be compiled is so in processes of their own, which
let everything else go first, and is then loaded. `python -m palatine.server.preparing GAME NUMBER STEPS` is such a process.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

import structlog

from palatine.core.game import Game
from palatine.games import all_games, game_named

if TYPE_CHECKING:
    from palatine.core.compiled import EntryPoints

T = TypeVar("T")

log = structlog.get_logger()

STEPS_BACK = 19
"""By how much a process that compiles in the background lets others go first."""


def parts_of(game: Game) -> list[EntryPoints]:
    """What is compiled of a game: its rules, its bots."""
    from palatine.bots.thinking import thinking
    from palatine.core import engine

    return [engine.uncompiled(game).entry_points, thinking(game).entry_points]


def command(game: str, number: int, steps_back: int = 0) -> list[str]:
    """What compiles a part of a game, numbered as `parts_of` has them, into the cache."""
    return [sys.executable, "-m", "palatine.server.preparing", game, str(number), str(steps_back)]


async def _beside(work: Callable[[], T]) -> T:
    """What something comes to that is done in a thread; when the program ends nobody waits for it."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, problem: BaseException | None) -> None:
        if not done.done():
            done.set_result(cast("T", result)) if problem is None else done.set_exception(problem)

    def run() -> None:
        result: T | None = None
        problem: BaseException | None = None
        try:
            result = work()
        except Exception as raised:
            problem = raised
        with contextlib.suppress(RuntimeError):  # the loop has been closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result, problem)

    threading.Thread(target=run, daemon=True).start()
    return await done


class Preparing:
    """Which games are ready. Whoever waits for one has it made ready at once; the others follow one by one."""

    def __init__(self) -> None:
        self._ready = {name: asyncio.Event() for name in all_games()}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._all: asyncio.Task[None] | None = None
        self._compiling: set[Process] = set()

    def is_ready(self, game: str) -> bool:
        """Whether a game can be played without waiting."""
        return self._ready[game].is_set()

    async def need(self, game: str) -> None:
        """Wait until a game is ready."""
        if not self.is_ready(game):
            self._begin(game)
            await self._ready[game].wait()

    def open(self) -> None:
        """Begin to make all games ready."""
        self._all = asyncio.get_running_loop().create_task(self._prepare_all())

    async def close(self) -> None:
        """Leave what is not done."""
        tasks = [*self._tasks.values(), *([] if self._all is None else [self._all])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for process in self._compiling:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _prepare_all(self) -> None:
        for name in all_games():
            await self.need(name)

    def _begin(self, game: str) -> None:
        if game not in self._tasks:
            self._tasks[game] = asyncio.get_running_loop().create_task(self._prepare(all_games()[game]))

    async def _prepare(self, game: Game) -> None:
        try:
            parts = await _beside(lambda: parts_of(game))
            missing = [number for number, part in enumerate(parts) if not part.ready]
            await asyncio.gather(*(self._compile_elsewhere(game.name, number) for number in missing))
            for part in parts:  # what another process could not keep is compiled here
                await _beside(part.compile)
        except Exception as problem:  # it is told to whoever opens a table
            log.warning("game_not_ready", game=game.name, problem=str(problem), exc_info=problem)
        self._ready[game.name].set()
        log.info("game_ready", game=game.name)

    async def _compile_elsewhere(self, game: str, number: int) -> None:
        process = await asyncio.create_subprocess_exec(
            *command(game, number, STEPS_BACK),
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=DEVNULL,
            start_new_session=True,  # Ctrl-C is for the server, which then ends it
        )
        self._compiling.add(process)
        await process.wait()
        self._compiling.discard(process)


def main(game: str, number: str, steps_back: str) -> None:
    """Compile a part of a game."""
    if hasattr(os, "nice"):
        os.nice(int(steps_back))
    parts_of(game_named(game))[int(number)].compile()


if __name__ == "__main__":
    main(*sys.argv[1:])
