"""A worker process that dies is reported, and nothing hangs."""

from __future__ import annotations

import multiprocessing

import pytest

from palatine.arena.crew import Processes, Task
from palatine.core.errors import PalatineError


def test_a_worker_that_dies_is_reported() -> None:
    crew = Processes(1)
    task = Task("kingdomino", 2, {}, deal=1, bots=("random", "random"), bot_seeds=(1, 2), record=False)
    pending = crew.begin(task)
    (worker,) = multiprocessing.active_children()
    worker.kill()
    with pytest.raises(PalatineError, match="ended unexpectedly"):
        pending()
    with pytest.raises(PalatineError, match="ended unexpectedly"):
        crew.begin(task)
    crew.close(finished=False)
    assert multiprocessing.active_children() == []
