"""Playing on Ray: on a cluster, if `RAY_ADDRESS` names one, or on this machine."""

from __future__ import annotations

import importlib
import logging
import os
from typing import Any

from palatine.arena.crew import Pending, Task, play_in_worker
from palatine.arena.game import Outcome
from palatine.core.problems import OptionError, PalatineError


def installed() -> Any:
    """The package of Ray, which is an optional extra."""
    try:
        return importlib.import_module("ray")
    except ImportError as problem:
        raise OptionError("arena.no_ray") from problem


class RayCrew:
    """Plays games as tasks of Ray. Each machine of a cluster needs Palatine, and compiles the rules once by itself."""

    def __init__(self, cores: int) -> None:
        """`cores` limits how many games are played at once; 0 means as many as Ray has cores."""
        self._ray = ray = installed()
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
        cluster = os.environ.get("RAY_ADDRESS")
        here: dict[str, Any] = {} if cluster else {"num_cpus": cores or os.cpu_count() or 1, "include_dashboard": False}
        try:
            ray.init(address=cluster, logging_level=logging.ERROR, log_to_driver=False, **here)
            self.at_once = 2 * (cores or int(ray.cluster_resources().get("CPU", 1)))
        except (OSError, RuntimeError, ValueError) as problem:
            raise OptionError("arena.ray_failed", reason=problem) from problem
        self._play = ray.remote(num_cpus=1)(play_in_worker)

    def begin(self, task: Task) -> Pending:
        """Hand a game to Ray."""
        reference = self._play.remote(task)

        def wait() -> Outcome:
            try:
                outcome: Outcome = self._ray.get(reference)
            except self._ray.exceptions.RayError as problem:
                raise PalatineError("arena.ray_failed", reason=problem) from problem
            return outcome

        return wait

    def close(self, finished: bool) -> None:  # noqa: ARG002 - what is still going on ends with the connection
        """Leave the cluster; one that was started here ends."""
        self._ray.shutdown()
