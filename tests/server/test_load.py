"""The load of the last minutes, computed from two samples of the metrics."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from palatine.server.hosting.load import Sample, between, percentile
from palatine.server.messages.hosting import Count


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({}, None),
        ({0.01: 0, math.inf: 0}, None),
        ({0.01: 100, 0.02: 100, math.inf: 100}, 0.0095),
        ({0.01: 90, 0.02: 100, math.inf: 100}, 0.015),
        ({0.01: 0, 0.02: 0, math.inf: 10}, 0.02),
    ],
)
def test_percentiles_are_interpolated_within_a_bucket(counts: dict[float, float], expected: float | None) -> None:
    found = percentile(counts)
    assert found == (None if expected is None else pytest.approx(expected))


def test_the_load_is_the_difference_of_two_samples() -> None:
    first = Sample(100.0, 50, {0.01: 50, math.inf: 50}, Counter({"a": 3}), Counter())
    last = Sample(160.0, 650, {0.01: 50, 0.1: 650, math.inf: 650}, Counter({"a": 3, "b": 2}), Counter({"OSError": 1}))
    load = between(first, last)
    assert (load.seconds, load.decisions_per_second) == (60.0, 10.0)
    assert load.durable_p95 == pytest.approx(0.01 + 0.09 * 0.95)
    assert (load.refusals, load.errors) == ([Count("b", 2)], [Count("OSError", 1)])
