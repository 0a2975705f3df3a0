"""Playing on Ray: on a cluster, if `RAY_ADDRESS` names one, or on this machine."""

from __future__ import annotations

import importlib
import logging
import os
import socket
from typing import Any

from palatine.arena.crew import CrewError, Pending, Task, play_in_worker
from palatine.arena.game import Outcome
from palatine.core.errors import OptionError

CONNECTING_SECONDS = 5.0


def installed() -> Any:
    """The package of Ray, which is an optional extra."""
    try:
        return importlib.import_module("ray")
    except ImportError as problem:
        raise OptionError("arena.no_ray") from problem


def check_cores(cores: int) -> None:
    """Refuse a number of cores that cannot be; how many there are, only the cluster knows."""
    if cores < 0:
        raise OptionError("arena.ray_cores", given=cores)


def _reach(address: str) -> None:
    """Knock at the door of a cluster: what Ray itself does about one that is not there cannot be told in a sentence."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():  # else a word of Ray's own, like "auto"
        socket.create_connection((host.strip("[]"), int(port)), CONNECTING_SECONDS).close()


class RayCrew:
    """Plays games as tasks of Ray. Each machine of a cluster needs Palatine, and compiles the rules once by itself."""

    def __init__(self, cores: int) -> None:
        """`cores` limits how many games are played at once; 0 means as many as Ray has cores."""
        self._ray = ray = installed()
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
        cluster = os.environ.get("RAY_ADDRESS")
        here: dict[str, Any] = {} if cluster else {"num_cpus": cores or os.cpu_count() or 1, "include_dashboard": False}
        try:
            if cluster:
                _reach(cluster)
            ray.init(address=cluster, logging_level=logging.ERROR, log_to_driver=False, **here)
            # A cluster plays whatever is begun; only where all its cores may be used do further games wait in its queue.
            self.at_once = cores if cluster and cores else 2 * int(ray.cluster_resources().get("CPU", 1))
        except (OSError, OverflowError, RuntimeError, ValueError) as problem:
            raise OptionError("arena.ray_failed", reason=problem) from problem
        # A game in which a bot brings its process down would end in the same way again.
        self._play = ray.remote(num_cpus=1, max_retries=0)(play_in_worker)

    def begin(self, task: Task) -> Pending:
        """Hand a game to Ray."""
        reference = self._play.remote(task)

        def wait() -> Outcome:
            try:
                outcome: Outcome = self._ray.get(reference)
            except self._ray.exceptions.RayError as problem:
                raise CrewError("arena.ray_failed", reason=problem) from problem
            return outcome

        return wait

    def close(self, finished: bool) -> None:  # noqa: ARG002 - what is still going on ends with the connection
        """Leave the cluster; one that was started here ends."""
        self._ray.shutdown()
