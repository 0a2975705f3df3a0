"""A crew on Ray: on the cluster that `RAY_ADDRESS` names, or on this machine."""

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
    """Return the `ray` package, an optional dependency."""
    try:
        return importlib.import_module("ray")
    except ImportError as problem:
        raise OptionError("arena.no_ray") from problem


def check_cores(cores: int) -> None:
    """Refuse a negative number of cores. Only the cluster knows the upper limit."""
    if cores < 0:
        raise OptionError("arena.ray_cores", given=cores)


def _reach(address: str) -> None:
    """Connect to a cluster and disconnect, since Ray's own error for an unreachable one is unreadable."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():  # otherwise a keyword of Ray, such as "auto"
        socket.create_connection((host.strip("[]"), int(port)), CONNECTING_SECONDS).close()


class RayCrew:
    """Plays games as Ray tasks. Each machine of a cluster needs Palatine, and compiles the rules once."""

    def __init__(self, cores: int) -> None:
        """Connect to Ray. `cores` limits the number of parallel games; 0 means all cores of Ray."""
        self._ray = ray = installed()
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # send no usage statistics
        cluster = os.environ.get("RAY_ADDRESS")
        here: dict[str, Any] = {} if cluster else {"num_cpus": cores or os.cpu_count() or 1, "include_dashboard": False}
        try:
            if cluster:
                _reach(cluster)
            ray.init(address=cluster, logging_level=logging.ERROR, log_to_driver=False, **here)
            # A cluster runs every started game in parallel, so queue further games only if all its cores may be used.
            self.at_once = cores if cluster and cores else 2 * int(ray.cluster_resources().get("CPU", 1))
        except (OSError, OverflowError, RuntimeError, ValueError) as problem:
            raise OptionError("arena.ray_failed", reason=problem) from problem
        # No retries: a game in which a bot kills its process would end the same way again.
        self._play = ray.remote(num_cpus=1, max_retries=0)(play_in_worker)

    def begin(self, task: Task) -> Pending:
        """Submit a game to Ray."""
        reference = self._play.remote(task)

        def wait() -> Outcome:
            try:
                outcome: Outcome = self._ray.get(reference)
            except self._ray.exceptions.RayError as problem:
                raise CrewError("arena.ray_failed", reason=problem) from problem
            return outcome

        return wait

    def close(self, finished: bool) -> None:  # noqa: ARG002 - running games end with the connection
        """Disconnect from the cluster, and end one that was started here."""
        self._ray.shutdown()
