"""The promises that a simulated world checks, at every commit, every message and every step of a process.

The ledger follows the database: it replays every entry as it is committed, and compares everything else with that.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np

from palatine.core.errors import PalatineError
from palatine.core.table import Table
from palatine.server.live.live_table import LiveTable
from palatine.server.messages.tables import encode
from palatine.server.messages.views import table_view
from palatine.server.tables.log import AnyEntry, Created, Decided, Ended, Resumed, TakenOver, Undone, Upgraded, read
from palatine.server.tables.table import HostedTable
from simulation.loop import MILLISECOND, Loop
from simulation.store import Database, SimulatedStore

TWIN_SEED = np.array([0x5EED], dtype=np.uint64)
CLOSE = 8
"""The entries before the end of a log that every commit compares; the end compares all."""
TOLERANCE = 2_500
"""The milliseconds by which a player may lose early: clocks of processes differ."""
MOST_RESUMED, PERIOD = 12, 60_000
"""The most restarts of a clock in a period, in milliseconds."""
TIMES = ("now", "time_left")
OVER = ("finished", "ended")


class Violation(AssertionError):  # noqa: N818 - a broken promise is not an error of the test
    """A broken promise."""


def fingerprint(table: HostedTable) -> tuple[Any, ...]:
    """Return everything that two equal tables have in common."""
    game, request = table.game, table.undo_request
    return (
        table.seq,
        table.version,
        table.status,
        tuple(table.chairs),
        table.turn,
        table.ply,
        table.ended,
        table.practice,
        table.rematch,
        table.since,
        table.changed,
        tuple(table.spent),
        tuple(sorted(table.taken_over)),
        None if request is None else (request.by, request.to, tuple(sorted(request.consented))),
        tuple((seat, tuple(sorted(table.takeover_votes[seat]))) for seat in sorted(table.takeover_votes)),
        game.question().observation.tobytes() if isinstance(game, Table) else None,
        game._raw.tobytes() if isinstance(game, Table) else None,
    )


class Message(msgspec.Struct):
    """A message to a client, with its parts as they were sent."""

    type: str
    entries: list[msgspec.Raw] = []
    table: dict[str, Any] | None = None
    accepted: int | None = None
    id: int | None = None
    seq: int | None = None
    problem: str | None = None


decode = msgspec.json.Decoder(Message).decode


@dataclass
class Kept:
    """A stored table: its log, its replay, and its replay with the true times."""

    seed: str
    lines: list[bytes]
    replay: HostedTable
    timed: HostedTable
    prints: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    views: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By length of the log: the view of a table with other hidden fields."""
    decided: list[tuple[str | None, int, int, str | None]] = field(default_factory=list)
    """Person, ply, decision, and the person whose seat it is: a bot may stand in."""
    resumed: list[int] = field(default_factory=list)


class Ledger:
    """Follows the database, and checks what processes and clients know against it."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.tables: dict[str, Kept] = {}
        self.orders: Counter[tuple[str, str, int, int]] = Counter()
        """The decisions that clients have sent, however often: table, person, ply, decision."""
        self.checks: Counter[str] = Counter()
        self.tolerance = TOLERANCE
        self.one_wall_clock = True
        """False if the processes' clocks differ by more than the server allows for: then a player may lose early."""
        self._checked: dict[tuple[str, str], tuple[int, int]] = {}
        self._database: Database | None = None

    def watch(self, database: Database) -> None:
        """Follow a database from now on."""
        self._database = database

    # -------------------------------------------------------------------------------------------------- commits

    def committed(self, store: SimulatedStore) -> None:
        """Check what a transaction has changed."""
        assert self._database is not None
        for table_id, seed, seq in self._database.raw.execute("SELECT id, seed, seq FROM tables ORDER BY id"):
            kept = self.tables.get(table_id)
            known = [] if kept is None else kept.lines
            lines = self._lines(table_id, max(0, len(known) - CLOSE))
            self._compare(table_id, known[-CLOSE:], lines)
            if not known and not lines:
                raise Violation(f"table {table_id} has a row and no log")
            new = lines[len(known[-CLOSE:]) :]
            for line in new:
                self._add(table_id, seed, line, store)
            if len(self.tables[table_id].lines) != seq:
                raise Violation(
                    f"the row of {table_id} says {seq} entries, the log has {len(self.tables[table_id].lines)}"
                )

    def _lines(self, table_id: str, after: int) -> list[bytes]:
        assert self._database is not None
        rows = self._database.raw.execute(
            "SELECT entry FROM entries WHERE table_id = ? AND seq >= ? ORDER BY seq", (table_id, after)
        )
        return [line if isinstance(line, bytes) else line.encode() for (line,) in rows]

    def _compare(self, table_id: str, known: Sequence[bytes], lines: Sequence[bytes]) -> None:
        if list(lines[: len(known)]) != list(known):
            raise Violation(f"an entry of {table_id} was lost or overwritten: {known} became {lines}")

    def _add(self, table_id: str, seed: str, line: bytes, store: SimulatedStore) -> None:
        entry, kept = read(line), self.tables.get(table_id)
        self.loop.note(line.decode())
        self.checks["entries"] += 1
        if kept is None:
            if not isinstance(entry, Created):
                raise Violation(f"the log of {table_id} begins with {entry}")
            timed = HostedTable(table_id, seed, self._true(entry, self._at(store, table_id, 0)))
            kept = self.tables[table_id] = Kept(seed, [], HostedTable(table_id, seed, entry), timed)
        else:
            self._replay(table_id, kept, entry, store)
        kept.lines.append(line)
        kept.prints[len(kept.lines)] = fingerprint(kept.replay)
        if kept.replay.status == "playing":
            kept.views[len(kept.lines)] = self._twin_view(kept.replay)

    def _at(self, store: SimulatedStore, table_id: str, number: int) -> int:
        """Return when an entry was submitted, in milliseconds of true time."""
        firsts = [at for (table, first), at in store.submitted.items() if table == table_id and first <= number]
        return (firsts[-1] if firsts else self.loop.now) // MILLISECOND

    @staticmethod
    def _true(entry: Any, at: int) -> Any:
        return msgspec.structs.replace(entry, at=at)

    def _replay(self, table_id: str, kept: Kept, entry: AnyEntry, store: SimulatedStore) -> None:
        at = self._at(store, table_id, len(kept.lines))
        match entry:
            case Upgraded() | Ended(reason="rules"):
                raise Violation(f"{entry} at {table_id}, although the rules have not changed")
            case TakenOver(reason="time", seat=seat):
                left = kept.timed.time_left(seat, at)
                if left is None or (left > self.tolerance and self.one_wall_clock):
                    raise Violation(f"seat {seat} of {table_id} lost by time with {left} ms left")
            case Resumed():
                kept.resumed = [one for one in kept.resumed if one > at - PERIOD] + [at]
                if len(kept.resumed) > MOST_RESUMED:
                    raise Violation(f"the clock of {table_id} was restarted {len(kept.resumed)} times in a minute")
            case Decided(by=by, decision=decision):
                ply = kept.replay.ply
                kept.decided.append((by, ply, decision, kept.replay.chairs[entry.seat].person))
                if by is not None:
                    self._check_once(kept, table_id, by, ply, decision)
                self._check_about(kept.replay, entry)
            case _:
                pass
        try:
            kept.replay.add(entry)
            kept.timed.add(self._true(entry, at))
        except (PalatineError, AssertionError) as problem:
            raise Violation(f"the log of {table_id} cannot be replayed: {entry}: {problem!r}") from problem
        if isinstance(entry, Undone) and kept.replay.ply != entry.to:
            raise Violation(f"an undo at {table_id} left {kept.replay.ply} decisions instead of {entry.to}")

    def _check_once(self, kept: Kept, table_id: str, person: str, ply: int, decision: int) -> None:
        """Check that a decision was ordered for this ply.

        A late copy of an order is applied again if an undo has led back to its ply, since an order names only its ply.
        That is known and counted."""
        ordered = self.orders[table_id, person, ply, decision]
        if not ordered:
            raise Violation(f"decision {decision} of {table_id} was applied at ply {ply}, for which it was not ordered")
        if sum(one[:3] == (person, ply, decision) for one in kept.decided) > ordered:
            self.checks["late copies applied after an undo"] += 1

    # --------------------------------------------------------------------------------------------------- hidden

    @staticmethod
    def _twin(table: HostedTable) -> HostedTable:
        """Return a table that differs only in hidden fields."""
        twin, game = copy.copy(table), copy.copy(table.playing)
        game._raw, game._listed, game._plain = game.observation(), None, None
        game._engine.resample(game._raw[np.newaxis], TWIN_SEED)
        twin.game = game
        return twin

    def _twin_view(self, table: HostedTable) -> dict[str, Any]:
        self.checks["views with other hidden fields"] += 1
        return without_times(msgspec.json.decode(encode(table_view(self._twin(table), 0))))

    def _check_about(self, table: HostedTable, entry: Decided) -> None:
        try:
            about = self._twin(table).playing.about(entry.decision)
        except PalatineError as problem:
            raise Violation(f"{entry} is legal only with these hidden fields: {problem}") from problem
        if msgspec.json.encode(about) != msgspec.json.encode(entry.about):
            raise Violation(f"an entry reveals hidden fields: {entry}, with others {about}")

    # ------------------------------------------------------------------------------------------------- messages

    def received(self, table_id: str, text: str) -> Message:
        """Check a message to a client, and return it."""
        self.loop.note(text)
        self.checks["messages"] += 1
        kept, message = self.tables[table_id], decode(text)
        for other in self.tables.values():
            if other.seed in text and other.replay.status not in OVER:
                raise Violation(f"a message contains a seed: {text}")
        if message.table is not None:
            seq = int(message.table["seq"])
            if seq > len(kept.lines):
                raise Violation(f"a client knows {seq} entries of {table_id}, the database {len(kept.lines)}")
            for number, entry in enumerate(message.entries, start=seq - len(message.entries)):
                if bytes(entry) != kept.lines[number]:
                    raise Violation(
                        f"a client got entry {number} as {bytes(entry)!r}, stored is {kept.lines[number]!r}"
                    )
            wanted = kept.views.get(seq)
            if wanted is not None and without_times(message.table) != wanted:
                raise Violation(f"a view depends on hidden fields: {message.table}, with others {wanted}")
        return message

    def acknowledged(self, table_id: str, person: str, ply: int, decision: int) -> None:
        """Check that an acknowledged decision is stored."""
        self.checks["acknowledgements"] += 1
        known = self.tables[table_id].decided
        if (ply, decision, person) not in {one[1:] for one in known}:
            raise Violation(
                f"{person}'s decision {decision} at ply {ply} of {table_id} was acknowledged and not stored"
            )

    # --------------------------------------------------------------------------------------------------- memory

    def check_memory(self, process: str, tables: Sequence[LiveTable]) -> None:
        """Check that the tables in a process' memory are what a part of the stored log leads to."""
        for live in tables:
            hosted = live._hosted
            if live.gone or live._unread or live.lock.locked():
                continue
            if self._checked.get((process, hosted.id)) == (id(hosted), hosted.seq):
                continue
            self.checks["tables in memory"] += 1
            kept = self.tables.get(hosted.id)
            length = 0 if kept is None else len(kept.lines)
            if kept is None or hosted.seq > length:
                raise Violation(f"{process} has {hosted.seq} entries of {hosted.id}, the database {length}")
            if fingerprint(hosted) != kept.prints[hosted.seq]:
                raise Violation(
                    f"{process} has another table {hosted.id} after {hosted.seq} entries than the log leads to: "
                    f"{fingerprint(hosted)[:-2]}, not {kept.prints[hosted.seq][:-2]}"
                )
            self._checked[process, hosted.id] = id(hosted), hosted.seq

    # ------------------------------------------------------------------------------------------------ the end

    def check_logs(self) -> None:
        """Check that the database still has every entry that was ever committed."""
        for table_id, kept in self.tables.items():
            self._compare(table_id, kept.lines, self._lines(table_id, 0))


def without_times(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view without what changes with time."""
    return {name: value for name, value in view.items() if name not in TIMES}
