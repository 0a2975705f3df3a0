"""Playing on Ray, as far as it can be tested without a cluster."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from palatine.arena.crew import play_in_worker
from palatine.arena.on_ray import RayCrew
from palatine.core.errors import OptionError

CORES_OF_CLUSTER = 8


class StandIn:
    """Stands in for the package `ray` and records calls."""

    exceptions = SimpleNamespace(RayError=RuntimeError)

    def __init__(self) -> None:
        self.begun: dict[str, Any] | None = None
        self.demanded: dict[str, Any] = {}

    def init(self, **how: Any) -> None:
        self.begun = how

    def cluster_resources(self) -> dict[str, float]:
        assert self.begun is not None
        return {"CPU": float(self.begun.get("num_cpus", CORES_OF_CLUSTER))}

    def remote(self, **demanded: Any) -> Callable[[object], object]:
        self.demanded = demanded
        return lambda function: function


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    stand_in = StandIn()
    monkeypatch.setitem(sys.modules, "ray", stand_in)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    return stand_in


def test_a_cluster_runs_no_more_games_than_the_requested_cores(ray: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    assert RayCrew(3).at_once == 6, "a local Ray has three cores, and three games are queued"
    assert ray.begun is not None
    assert ray.begun["num_cpus"] == 3
    monkeypatch.setenv("RAY_ADDRESS", "auto")
    assert RayCrew(3).at_once == 3
    assert RayCrew(0).at_once == 2 * CORES_OF_CLUSTER


def test_a_game_that_crashes_its_process_is_not_retried(ray: StandIn) -> None:
    crew = RayCrew(1)
    assert ray.demanded == {"num_cpus": 1, "max_retries": 0}
    assert crew._play is play_in_worker


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "[::1]:1", "127.0.0.1:99999"])
def test_an_unreachable_cluster_is_refused(address: str, ray: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(OptionError, match=r"^Ray failed: \S"):
        RayCrew(1)
    assert ray.begun is None
