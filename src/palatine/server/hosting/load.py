"""The load of this process over the last minutes, from its metrics."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass

from prometheus_client import Counter as Metric
from prometheus_client import Histogram

from palatine.server import metrics
from palatine.server.clock import monotonic
from palatine.server.messages.hosting import Count

EVERY_SECONDS = 10.0
SAMPLES = 31
"""The number of samples in memory: five minutes."""
PERCENTILE = 0.95


@dataclass(frozen=True)
class Sample:
    """The metrics at a moment: totals since the process began."""

    at: float
    decisions: float
    durable: dict[float, float]
    """The number of writes by the upper bound of their time in seconds."""
    refusals: Counter[str]
    errors: Counter[str]


@dataclass(frozen=True)
class Load:
    """The load over some seconds."""

    seconds: float
    decisions_per_second: float
    durable_p95: float | None
    """In seconds; None if nothing was written."""
    refusals: list[Count]
    errors: list[Count]


class LoadHistory:
    """Samples the metrics of this process at intervals."""

    def __init__(self) -> None:
        self._samples: deque[Sample] = deque([sample()], maxlen=SAMPLES)
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start sampling."""
        self._task = asyncio.get_running_loop().create_task(self._take_samples())

    async def close(self) -> None:
        """Stop sampling."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _take_samples(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            self._samples.append(sample())

    def load(self) -> Load:
        """Return the load since the oldest sample."""
        return between(self._samples[0], sample())


def sample() -> Sample:
    """Return the metrics now."""
    return Sample(
        monotonic(),
        sum(by_label(metrics.DECISIONS, "by").values()),
        _buckets(metrics.DURABLE_SECONDS),
        by_label(metrics.REFUSALS, "problem"),
        by_label(metrics.ERRORS, "kind"),
    )


def between(first: Sample, last: Sample) -> Load:
    """Return the load between two samples."""
    seconds = max(last.at - first.at, 1.0)
    return Load(
        seconds,
        (last.decisions - first.decisions) / seconds,
        percentile({bound: count - first.durable.get(bound, 0.0) for bound, count in last.durable.items()}),
        _counts(last.refusals - first.refusals),
        _counts(last.errors - first.errors),
    )


def percentile(cumulative: dict[float, float], share: float = PERCENTILE) -> float | None:
    """Return a percentile of a histogram: the number of values up to each bound. Linear within a bucket.

    Beyond the last finite bound it is that bound."""
    total = max(cumulative.values(), default=0.0)
    if not total:
        return None
    below, lower = 0.0, 0.0
    for bound, count in sorted(cumulative.items()):
        if count >= share * total:
            if bound == float("inf"):
                return lower
            return lower + (bound - lower) * (share * total - below) / (count - below)
        below, lower = count, bound
    return lower


def by_label(metric: Metric, label: str) -> Counter[str]:
    """Return the totals of a metric by the value of a label."""
    return Counter({one.labels[label]: int(one.value) for one in _values(metric) if one.name.endswith("_total")})


def _buckets(metric: Histogram) -> dict[float, float]:
    return {float(one.labels["le"]): one.value for one in _values(metric) if one.name.endswith("_bucket")}


@dataclass(frozen=True)
class _Value:
    name: str
    labels: dict[str, str]
    value: float


def _values(metric: Metric | Histogram) -> Iterable[_Value]:
    for family in metric.collect():
        for one in family.samples:
            yield _Value(one.name, one.labels, one.value)


def _counts(counted: Counter[str]) -> list[Count]:
    return [Count(kind, count) for kind, count in counted.most_common()]
