"""A table in memory, and its listeners."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import msgspec

from palatine.server.clock import monotonic
from palatine.server.live.outlook_feed import OutlookFeed
from palatine.server.messages.socket import Bye, Tell, extended
from palatine.server.messages.tables import encode
from palatine.server.tables.log import AnyEntry
from palatine.server.tables.table import HostedTable

ABSENT_AFTER = 20.0
"""The seconds after which the presence that another process announced expires."""


class Listener(Protocol):
    """A connection that receives the events of a table."""

    person: str | None
    wants_outlook: bool
    """True if states and updates include the outlook of their position."""

    def send(self, payload: bytes) -> None:
        """Queue a message, without waiting."""
        ...

    def end(self) -> None:
        """Send the queued messages, then close the connection."""
        ...


@dataclass
class Asked:
    """The sender of a request, a listener or another process, and the number of its message."""

    by: Listener | str
    number: int
    answered: bool = False


class _Entries(msgspec.Struct):
    """The entries of an update."""

    entries: list[AnyEntry]


_entries_in = msgspec.json.Decoder(_Entries).decode


class LiveTable:
    """A table in memory: its state, its listeners and its alarm.

    Updates of the owner, another process, are passed on as they are. Their entries are added to the state when it is
    next needed."""

    def __init__(self, hosted: HostedTable) -> None:
        self.id = hosted.id
        self._hosted = hosted
        self._unread: list[tuple[bytes, bytes]] = []
        self.seq = hosted.seq
        """The number of entries, including those that are not added yet."""
        self.gone = False
        """True if the table was removed from memory: read it again."""
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, tuple[list[str], float]] = {}
        """By process: the persons connected to it, and when it announced them."""
        self.lock = asyncio.Lock()
        self.alarm: asyncio.TimerHandle | None = None
        self.thinking: int | None = None
        """The version of the position for which a bot is thinking."""
        self.outlooks = OutlookFeed()
        self.used = monotonic()

    @property
    def hosted(self) -> HostedTable:
        """The table with all its entries."""
        if self._unread:
            unread, self._unread = self._unread, []
            try:
                for update, chain in unread:
                    for entry in _entries_in(update).entries:
                        self._hosted.add(entry)
                    self._hosted.chain = chain
            except Exception:
                self.gone = True
                raise
        return self._hosted

    def add(self, entries: Iterable[AnyEntry]) -> None:
        """Add entries to the table."""
        hosted = self.hosted
        for entry in entries:
            hosted.add(entry)
        self.seq = hosted.seq

    def replace(self, hosted: HostedTable) -> None:
        """Put a table that was read again in the place of this one."""
        self._hosted, self._unread, self.seq = hosted, [], hosted.seq

    def add_later(self, update: bytes, seq: int, chain: bytes) -> None:
        """Take over an update by another process, to be read when needed.

        The table has `seq` entries with it; `chain` is the link of the last."""
        self._unread.append((update, chain))
        self.seq = seq

    # ------------------------------------------------------------------------------------------------ presence

    def connected_here(self) -> list[str]:
        """Return the persons who are connected to this process."""
        return sorted({listener.person for listener in self.listeners if listener.person is not None})

    def followers(self) -> list[str]:
        """Return the other processes that have listeners."""
        since = monotonic() - ABSENT_AFTER
        return [process for process, (_, at) in self.elsewhere.items() if at > since]

    def here(self) -> list[str]:
        """Return the persons who are connected to any process."""
        others = {person for process in self.followers() for person in self.elsewhere[process][0]}
        return sorted(others.union(self.connected_here()))

    # ----------------------------------------------------------------------------------------------- publishing

    def publish(self, message: Tell) -> None:
        """Send a message to all listeners."""
        if self.listeners:
            payload = encode(message)
            for listener in list(self.listeners):
                listener.send(payload)

    def publish_update(self, update: bytes, asked: Asked | None = None) -> None:
        """Send an encoded update to all listeners; for the listener that asked, it includes the acknowledgement.

        Listeners that want the outlook get the update when it is computed, the others now."""
        if not self.listeners:
            return
        asker = None
        if asked is not None and asked.by in self.listeners:
            asked.answered, asker = True, asked
        patient = [listener for listener in self.listeners if listener.wants_outlook]
        self._send_all(update, self.listeners.difference(patient), asker)
        if patient:
            self.outlooks.publish(
                self.hosted, lambda outlook: self._send_all(extended(update, outlook=outlook), patient, asker)
            )

    @staticmethod
    def _send_all(payload: bytes, listeners: Iterable[Listener], asker: Asked | None) -> None:
        for listener in listeners:
            if asker is not None and listener is asker.by:
                listener.send(extended(payload, accepted=asker.number))
            else:
                listener.send(payload)

    def dismiss(self) -> None:
        """Ask all listeners to reconnect, and close their connections."""
        self.outlooks.flush()
        self.publish(Bye("restart"))
        for listener in list(self.listeners):
            listener.end()
