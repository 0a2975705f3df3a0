"""Prometheus metrics."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

registry = CollectorRegistry()

DECISIONS = Counter("palatine_decisions", "Decisions stored, by bot or person", ["by"], registry=registry)
BY_BOT, BY_PERSON = DECISIONS.labels("bot"), DECISIONS.labels("person")
REFUSALS = Counter("palatine_refusals", "Refused requests, by reason", ["problem"], registry=registry)
ERRORS = Counter("palatine_errors", "Requests and messages that failed, by kind", ["kind"], registry=registry)
PUSHES = Counter("palatine_pushes", "Web Push notifications, by outcome", ["outcome"], registry=registry)
TABLES = Gauge("palatine_tables_in_use", "Tables in memory", registry=registry)
LISTENERS = Gauge("palatine_listeners", "Connections to tables", registry=registry)
STORAGE_FAILURES = Counter(
    "palatine_storage_failures",
    "Failed reads and writes of the database, by kind: full, readonly, away, corrupt, other",
    ["kind"],
    registry=registry,
)
DAMAGED_TABLES = Gauge(
    "palatine_damaged_tables", "Tables refused by this process because their stored log is damaged", registry=registry
)
MAILS = Counter("palatine_mails", "Mails by outcome", ["outcome"], registry=registry)
DURABLE_SECONDS = Histogram(
    "palatine_durable_seconds",
    "Time to store the entries of a command",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
    registry=registry,
)
THINKING_SECONDS = Histogram(
    "palatine_thinking_seconds",
    "Thinking time of bots",
    ["level"],
    buckets=(0.01, 0.1, 0.3, 1, 3, 10),
    registry=registry,
)

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def page() -> bytes:
    """Return all metrics in Prometheus' text format."""
    return generate_latest(registry)
