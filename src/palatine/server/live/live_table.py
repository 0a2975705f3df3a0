"""A table in memory, and its listeners."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from palatine.server.clock import monotonic
from palatine.server.live.outlook_feed import OutlookFeed
from palatine.server.messages.socket import Bye, Tell, Update, extended
from palatine.server.messages.tables import encode
from palatine.server.tables.table import HostedTable

ABSENT_AFTER = 60.0
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
    """The listener that sent a request, and the number of its message."""

    by: Listener
    number: int
    answered: bool = False


class LiveTable:
    """A table in memory: its state, its listeners and its alarm."""

    def __init__(self, hosted: HostedTable) -> None:
        self.hosted = hosted
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, tuple[list[str], float]] = {}
        """By process: the persons connected to it, and when it announced them."""
        self.lock = asyncio.Lock()
        self.alarm: asyncio.TimerHandle | None = None
        self.outlooks = OutlookFeed()
        self.used = monotonic()

    def connected_here(self) -> list[str]:
        """Return the persons who are connected to this process."""
        return sorted({listener.person for listener in self.listeners if listener.person is not None})

    def here(self) -> list[str]:
        """Return the persons who are connected to any process."""
        since = monotonic() - ABSENT_AFTER
        others = {person for persons, at in self.elsewhere.values() if at > since for person in persons}
        return sorted(others.union(self.connected_here()))

    def publish(self, message: Tell) -> None:
        """Send a message to all listeners."""
        if self.listeners:
            payload = encode(message)
            for listener in list(self.listeners):
                listener.send(payload)

    def publish_update(self, update: Update, asked: Asked | None = None) -> None:
        """Send an update to all listeners; for the listener that asked, it includes the acknowledgement.

        Listeners that want the outlook get the update when it is computed, the others now."""
        if not self.listeners:
            return
        payload = encode(update)
        asker = None
        if asked is not None and asked.by in self.listeners:
            asked.answered, asker = True, asked
        patient = [listener for listener in self.listeners if listener.wants_outlook]
        self._send_all(payload, self.listeners.difference(patient), asker)
        if patient:
            self.outlooks.publish(
                self.hosted, lambda outlook: self._send_all(extended(payload, outlook=outlook), patient, asker)
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
