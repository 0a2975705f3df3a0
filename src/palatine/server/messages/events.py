"""Events of a person's tables: it is your turn, the game has begun, the game is over.

The app's notifications, Web Push and bots use these. What happens inside a table goes over its socket instead.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from msgspec import Struct

from palatine.server.messages.tables import encode
from palatine.server.tables.log import AnyEntry, Rematched, Started, TakenOver, UndoAsked
from palatine.server.tables.table import HostedTable

Kind = Literal["your_turn", "started", "over", "undo_asked", "taken_over", "rematch"]


class Event(Struct, frozen=True):
    """An event at one of a person's tables. `ply` is the number of decisions made by then."""

    type: Kind
    table: str
    game: str
    ply: int


Events = list[tuple[str, Event]]
"""Pairs of a recipient and an event."""


def events_of(table: HostedTable, entries: Sequence[AnyEntry], awaited_before: str | None) -> Events:
    """Return the events that follow from new entries of a table."""

    def event(kind: Kind) -> Event:
        return Event(kind, table.id, table.created.game, table.ply)

    people = table.people()
    found: Events = []
    for entry in entries:
        match entry:
            case Started():
                found += [(person, event("started")) for person in people]
            case UndoAsked(by=by, to=to):
                found += [(person, event("undo_asked")) for person in table.asked_for_undo(by, to)]
            case TakenOver(seat=seat, reason="time" | "agreed" | "host"):  # those who left know it already
                person = table.chairs[seat].person
                found += [] if person is None else [(person, event("taken_over"))]
            case Rematched():
                found += [(person, event("rematch")) for person in people]
            case _:
                pass
    if table.status in ("finished", "ended"):
        found += [(person, event("over")) for person in people if not _only(entries, Rematched)]
    awaited = table.awaited
    if awaited is not None and awaited != awaited_before:
        found.append((awaited, event("your_turn")))
    return found


def _only(entries: Sequence[AnyEntry], kind: type[AnyEntry]) -> bool:
    return all(isinstance(entry, kind) for entry in entries)


class Watcher:
    """A connection that is sent a person's events."""

    def send(self, payload: bytes) -> None:
        """Queue an event, without waiting."""
        raise NotImplementedError

    def end(self) -> None:
        """Send what is queued, then close the connection."""
        raise NotImplementedError


class Watchers:
    """The connections to this process that are sent events, by person."""

    def __init__(self) -> None:
        self._of: dict[str, set[Watcher]] = {}

    def add(self, person: str, watcher: Watcher) -> None:
        """Add a connection."""
        self._of.setdefault(person, set()).add(watcher)

    def remove(self, person: str, watcher: Watcher) -> None:
        """Remove a connection."""
        watching = self._of.get(person, set())
        watching.discard(watcher)
        if not watching:
            self._of.pop(person, None)

    def dismiss(self) -> None:
        """Close all connections because the server stops. Clients reconnect."""
        for watching in self._of.values():
            for watcher in watching:
                watcher.end()

    def end(self, persons: Collection[str]) -> None:
        """Close the connections of some persons."""
        for person in persons:
            for watcher in self._of.get(person, ()):
                watcher.end()

    @property
    def people(self) -> set[str]:
        """The persons who are connected to this process."""
        return set(self._of)

    def watching(self, person: str) -> bool:
        """Return True if a person is connected to this process."""
        return person in self._of

    def publish(self, events: Events) -> None:
        """Send events to those recipients who are connected."""
        for person, event in events:
            if watching := self._of.get(person):
                payload = encode(event)
                for watcher in list(watching):
                    watcher.send(payload)
