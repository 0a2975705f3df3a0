"""Background tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from palatine.core.errors import PalatineError

log = structlog.get_logger()


class Background:
    """Tasks that no request waits for. A failure is logged; the janitor visits the table again later."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self._stopped = False

    def begin(self, work: Coroutine[Any, Any, object]) -> None:
        """Run a coroutine as a task."""
        if self._stopped:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            known = isinstance(problem, PalatineError)
            log.warning("background_task_failed", problem=str(problem), exc_info=None if known else problem)

    def stop(self) -> None:
        """Cancel all tasks, and start no more."""
        self._stopped = True
        for task in list(self._tasks):
            task.cancel()
