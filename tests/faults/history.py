"""The history of one table: orders, answers and entries that its clients received, and the check that it is linearizable.

The log of a table is a total order of its decisions. A history is linearizable if the order of the log explains it: every
answer is true of the log at some moment between the question and the answer."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Outcome = Literal["accepted", "refused", "unknown"]
Entry = Mapping[str, Any]


@dataclass
class Operation:
    """A decision that a client sent once. Sent again, it is another operation.

    `unknown`: no answer arrived, or one that leaves open if it was done. `seq` is the length of the log in the answer."""

    person: str
    ply: int
    decision: int
    invoked: float
    answered: float = math.inf
    outcome: Outcome = "unknown"
    seq: int = 0

    @property
    def asks(self) -> tuple[str, int, int]:
        """The person, the ply and the decision: the same for one that is sent again."""
        return self.person, self.ply, self.decision


@dataclass(frozen=True)
class Received:
    """An entry that a client received as number `number` of the log."""

    client: str
    number: int
    entry: Entry
    at: float


@dataclass(frozen=True)
class Look:
    """A table with `seq` entries that a client was shown when it connected; it asked at `asked`."""

    asked: float
    seq: int


@dataclass
class History:
    """Everything that the clients of a table noted. Times are of one monotonic clock."""

    operations: list[Operation] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    def longest_gap(self) -> float:
        """Return the longest time between two entries, as the clients received them, in seconds."""
        first: dict[int, float] = {}
        for one in self.received:
            first[one.number] = min(first.get(one.number, math.inf), one.at)
        times = sorted(first.values())
        return max((later - sooner for sooner, later in itertools.pairwise(times)), default=0.0)


def check(history: History, log: Sequence[Entry]) -> list[str]:
    """Return everything in a history that the final log of the table does not explain; an empty list if it is linearizable.

    No decision of the log may have been undone."""
    return [*_check_operations(history, log), *_check_order(history, log), *_check_received(history, log)]


def _decided(log: Sequence[Entry]) -> Iterator[tuple[int, tuple[str, int, int]]]:
    """Yield the place in the log, the person, the ply and the decision of each person's decision."""
    decided = [(place, entry) for place, entry in enumerate(log) if entry["kind"] == "decided"]
    for ply, (place, entry) in enumerate(decided):
        if entry["by"] is not None:
            yield place, (entry["by"], ply, entry["decision"])


def _check_operations(history: History, log: Sequence[Entry]) -> Iterator[str]:
    """Find acknowledged decisions that are lost, and decisions that no client asked for, or that were only refused."""
    places = {asks: place for place, asks in _decided(log)}
    outcomes: dict[tuple[str, int, int], set[Outcome]] = defaultdict(set)
    for operation in history.operations:
        outcomes[operation.asks].add(operation.outcome)
        if operation.outcome != "accepted":
            continue
        place = places.get(operation.asks)
        if place is None:
            yield f"lost: {operation.asks} was accepted and is not in the log"
        elif not place < operation.seq <= len(log):
            yield f"wrong answer: {operation.asks} is entry {place}, accepted with {operation.seq} of {len(log)} entries"
    for asks, place in places.items():
        if asks not in outcomes:
            yield f"phantom: {asks} is entry {place}, and no client asked for it"
        elif outcomes[asks] == {"refused"}:
            yield f"refused: {asks} is entry {place}, and was refused"


def _check_order(history: History, log: Sequence[Entry]) -> Iterator[str]:
    """Find decisions that come later in the log than others which were asked for after they had been acknowledged."""
    began: dict[tuple[str, int, int], float] = {}
    known: dict[tuple[str, int, int], float] = {}
    for operation in history.operations:
        if operation.outcome != "refused":
            began[operation.asks] = min(began.get(operation.asks, math.inf), operation.invoked)
        if operation.outcome == "accepted":
            known[operation.asks] = min(known.get(operation.asks, math.inf), operation.answered)
    newest, at = None, -math.inf
    for _, asks in _decided(log):
        if known.get(asks, math.inf) < at:
            yield f"reordered: {asks} was accepted before {newest} was asked for, and comes after it"
        if began.get(asks, -math.inf) > at:
            newest, at = asks, began[asks]
    acknowledged = sorted((one.answered, one.seq) for one in history.operations if one.outcome == "accepted")
    longest, read = 0, 0
    for look in sorted(history.looks, key=lambda look: look.asked):
        while read < len(acknowledged) and acknowledged[read][0] < look.asked:
            longest = max(longest, acknowledged[read][1])
            read += 1
        if not longest <= look.seq <= len(log):
            yield f"stale: a client was shown {look.seq} entries after {longest} were acknowledged, of {len(log)} at the end"


def _check_received(history: History, log: Sequence[Entry]) -> Iterator[str]:
    """Find clients that received another log, received entries twice or not at all, or before they were asked for."""
    began: dict[tuple[str, int, int], float] = {}
    for operation in history.operations:
        began[operation.asks] = min(began.get(operation.asks, math.inf), operation.invoked)
    asked_at = {place: began[asks] for place, asks in _decided(log) if asks in began}
    numbers: dict[str, list[int]] = defaultdict(list)
    for one in history.received:
        numbers[one.client].append(one.number)
        if one.number >= len(log) or one.entry != log[one.number]:
            yield f"different: {one.client} received {one.entry} as entry {one.number}"
        elif one.at < asked_at.get(one.number, -math.inf):
            yield f"too early: {one.client} received entry {one.number} before a client asked for it"
    for client, got in numbers.items():
        if got != list(range(len(log))):
            yield f"incomplete: {client} received the entries {got} of {len(log)}"
