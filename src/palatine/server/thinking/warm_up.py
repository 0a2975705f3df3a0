"""Compile games in low-priority background processes, then load them, while the server already serves people.

`python -m palatine.server.thinking.warm_up GAME NUMBER NICENESS` is such a process.
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

NICENESS = 19
"""The niceness of a process that compiles in the background."""


def parts_of(game: Game) -> list[EntryPoints]:
    """Return the compiled parts of a game: its rules and its bots."""
    from palatine.bots.thinking import thinking
    from palatine.core import engine

    return [engine.uncompiled(game).entry_points, thinking(game).entry_points]


def command(game: str, number: int, niceness: int = 0) -> list[str]:
    """Return the command that compiles a part of a game into the cache; `number` is its index in `parts_of`."""
    return [sys.executable, "-m", "palatine.server.thinking.warm_up", game, str(number), str(niceness)]


async def _in_daemon_thread(work: Callable[[], T]) -> T:
    """Run a function in a daemon thread, which does not delay the end of the program; return its result."""
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
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle, result, problem)

    threading.Thread(target=run, daemon=True).start()
    return await done


class WarmUp:
    """Compiles and loads games: those that are needed immediately, the others one by one."""

    def __init__(self) -> None:
        self._ready = {name: asyncio.Event() for name in all_games()}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._all: asyncio.Task[None] | None = None
        self._compiling: set[Process] = set()

    def is_ready(self, game: str) -> bool:
        """Return True if a game can be played without waiting."""
        return self._ready[game].is_set()

    async def need(self, game: str) -> None:
        """Wait until a game is ready."""
        if not self.is_ready(game):
            self._begin(game)
            await self._ready[game].wait()

    def open(self) -> None:
        """Start preparing all games."""
        self._all = asyncio.get_running_loop().create_task(self._prepare_all())

    async def close(self) -> None:
        """Stop preparing games."""
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
            parts = await _in_daemon_thread(lambda: parts_of(game))
            missing = [number for number, part in enumerate(parts) if not part.ready]
            await asyncio.gather(*(self._compile_elsewhere(game.name, number) for number in missing))
            for part in parts:  # loads it from the cache, or compiles it here if it could not be cached
                await _in_daemon_thread(part.compile)
        except Exception as problem:  # opening a table reports it
            log.warning("game_not_ready", game=game.name, problem=str(problem), exc_info=problem)
        self._ready[game.name].set()
        log.info("game_ready", game=game.name)

    async def _compile_elsewhere(self, game: str, number: int) -> None:
        process = await asyncio.create_subprocess_exec(
            *command(game, number, NICENESS),
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=DEVNULL,
            start_new_session=True,  # Ctrl-C goes to the server, which then kills it
        )
        self._compiling.add(process)
        await process.wait()
        self._compiling.discard(process)


def main(game: str, number: str, niceness: str) -> None:
    """Compile a part of a game."""
    if hasattr(os, "nice"):
        os.nice(int(niceness))
    parts_of(game_named(game))[int(number)].compile()


if __name__ == "__main__":
    main(*sys.argv[1:])
