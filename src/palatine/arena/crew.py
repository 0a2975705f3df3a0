"""Crews, which play the games of a schedule: this process, or several on this machine. `on_ray` has one for a cluster."""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import connection
from typing import NoReturn, Protocol

from palatine.arena.game import Outcome, play
from palatine.arena.interrupts import kept_from_children, leave_to_parent
from palatine.bots import Answer, Bot, bot_named
from palatine.bots.child import kill_all
from palatine.core.errors import OptionError, PalatineError
from palatine.core.game import Game, Value
from palatine.core.views import Question
from palatine.games import game_named

OPEN_BOTS = 16
"""The number of bots that a process keeps open between games: an outside program may be slow to start."""

Pending = Callable[[], Outcome]
"""Waits for a game that has started, and returns its outcome."""


@dataclass(frozen=True)
class Task:
    """A game to play, as plain data that can be sent to another process. `random` plays a seat whose bot is None."""

    game: str
    players: int
    options: dict[str, Value]
    deal: int
    bots: tuple[str | None, ...]
    bot_seeds: tuple[int, ...]
    record: bool
    """True to return the record of the game."""


class CrewError(PalatineError):
    """A crew was lost while it played. The games it had finished stay valid."""


class Crew(Protocol):
    """Plays games."""

    at_once: int
    """The number of games to start before waiting for the first."""

    def begin(self, task: Task) -> Pending:
        """Start a game, or queue it."""
        ...

    def close(self, finished: bool) -> None:
        """Release the workers: immediately, unless everything is finished."""
        ...


class _Unopened(Bot):
    """A stand-in for a bot that could not be opened: it fails when the game begins."""

    def __init__(self, name: str, problem: Exception) -> None:
        self.name = name
        self._problem = problem

    def begin(self, seed: int) -> NoReturn:  # noqa: ARG002 - as every bot
        raise self._problem

    def decide(self, question: Question) -> Answer:  # noqa: ARG002
        raise self._problem


class Bench:
    """The bots that a process keeps open. A bot that has failed is closed, and opened again for its next game."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[str, str, int], Bot] = OrderedDict()

    def play(self, task: Task) -> Outcome:
        """Play a game."""
        game = game_named(task.game)
        keys = [
            None if name is None else (task.game, name, task.bots[:seat].count(name))
            for seat, name in enumerate(task.bots)
        ]
        bots = [None if key is None else self._opened(game, key) for key in keys]
        try:
            settings = game.settings(task.players, task.options)
            outcome = play(settings, task.deal, bots, task.bot_seeds, task.record)
        except BaseException:  # interrupted while a bot was thinking
            self.close()
            raise
        for failure in outcome.failures:
            if (key := keys[failure.seat]) is not None:
                _close(self._open.pop(key, None))
        while len(self._open) > OPEN_BOTS:
            _close(self._open.popitem(last=False)[1])
        return outcome

    def _opened(self, game: Game, key: tuple[str, str, int]) -> Bot:
        _, name, _ = key
        if key not in self._open:
            try:
                self._open[key] = bot_named(name, game)
            except Exception as problem:  # its program may have been deleted
                return _Unopened(name, problem)
        self._open.move_to_end(key)
        return self._open[key]

    def close(self) -> None:
        """Close all bots."""
        while self._open:
            _close(self._open.popitem()[1])


def _close(bot: Bot | None) -> None:
    with contextlib.suppress(Exception):  # a bot that has failed may be unable to close
        if bot is not None:
            bot.close()


class ThisProcess:
    """Plays games in this process, one after the other."""

    at_once = 1

    def __init__(self) -> None:
        self._bench = Bench()

    def begin(self, task: Task) -> Pending:
        """Return a function that plays the game when it is called."""
        return lambda: self._bench.play(task)

    def close(self, finished: bool) -> None:  # noqa: ARG002 - no game runs in the background
        """Close the bots."""
        self._bench.close()


WORKERS_BENCH = Bench()
"""The bots of a worker process."""


def play_in_worker(task: Task) -> Outcome:
    """Play a game in a process that plays many."""
    return WORKERS_BENCH.play(task)


def _begin_worker(stop: connection.Connection) -> None:
    """Set up a worker: ignore Ctrl-C, and exit immediately when the parent says so or ends, even during a search."""
    leave_to_parent()
    atexit.register(WORKERS_BENCH.close)
    parent = multiprocessing.parent_process()
    assert parent is not None
    awaited: list[connection.Connection | int] = [stop, parent.sentinel]

    def watch() -> None:
        connection.wait(awaited)
        kill_all()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Processes:
    """Plays games in parallel, in processes on this machine."""

    def __init__(self, cores: int) -> None:
        self.at_once = 2 * cores
        # Forking a process that has threads or compiled code is not safe.
        context = multiprocessing.get_context("spawn")
        self._listening, self._stop = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(
            cores, mp_context=context, initializer=_begin_worker, initargs=(self._listening,)
        )

    def begin(self, task: Task) -> Pending:
        """Queue a game."""
        try:
            with kept_from_children():
                future = self._pool.submit(play_in_worker, task)
        except BrokenProcessPool as problem:
            raise CrewError("arena.worker_lost") from problem

        def wait() -> Outcome:
            try:
                return future.result()
            except BrokenProcessPool as problem:
                raise CrewError("arena.worker_lost") from problem

        return wait

    def close(self, finished: bool) -> None:
        """End the workers: immediately, unless everything is finished."""
        if not finished:
            self._stop.close()
        self._pool.shutdown(cancel_futures=True)
        self._stop.close()
        self._listening.close()


def cores_here(cores: int) -> int:
    """Return the number of cores to use on this machine; 0 means all."""
    available = os.cpu_count() or 1
    if not 0 <= cores <= available:
        raise OptionError("arena.cores", given=cores, count=available)
    return cores or available


def local_crew(cores: int) -> Crew:
    """Return a crew for a number of cores of this machine; 0 means all."""
    wanted = cores_here(cores)
    return ThisProcess() if wanted == 1 else Processes(wanted)


def open_once(game: Game, bots: tuple[str, ...]) -> None:
    """Open and close each bot before the first game, to refuse wrong names and to compile everything."""
    for name in dict.fromkeys(bots):
        bot_named(name, game).close()
