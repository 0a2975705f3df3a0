"""What is counted, in the form that Prometheus reads."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

registry = CollectorRegistry()

DECISIONS = Counter("palatine_decisions", "Decisions made durable, by who made them", ["by"], registry=registry)
BY_BOT, BY_PERSON = DECISIONS.labels("bot"), DECISIONS.labels("person")
REFUSALS = Counter("palatine_refusals", "What was asked for and not done", ["problem"], registry=registry)
PUSHES = Counter("palatine_pushes", "Web Push notices, by what came of them", ["outcome"], registry=registry)
TABLES = Gauge("palatine_tables_in_use", "Tables kept in memory", registry=registry)
LISTENERS = Gauge("palatine_listeners", "Connections to tables", registry=registry)
DURABLE_SECONDS = Histogram(
    "palatine_durable_seconds",
    "From a command to its being durable",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
    registry=registry,
)
THINKING_SECONDS = Histogram(
    "palatine_thinking_seconds",
    "How long bots think",
    ["level"],
    buckets=(0.01, 0.1, 0.3, 1, 3, 10),
    registry=registry,
)

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def page() -> bytes:
    """All figures."""
    return generate_latest(registry)
