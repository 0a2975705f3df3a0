"""A table in use in this process, and its listeners."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from palatine.server.live.outlook_feed import OutlookFeed
from palatine.server.messages.socket import Bye, Tell, Update, extended
from palatine.server.messages.tables import encode
from palatine.server.tables.table import HostedTable

ABSENT_AFTER = 60.0
"""Seconds after which nobody is believed to be connected to another process that has not said so again."""


class Listener(Protocol):
    """A connection that is sent what happens at a table."""

    person: str | None
    wants_outlook: bool
    """Whether states and updates are to carry the outlook of their position."""

    def send(self, payload: bytes) -> None:
        """Queue a message, without waiting."""
        ...

    def end(self) -> None:
        """Send what is queued, then end the connection."""
        ...


@dataclass
class Asked:
    """Who asks for something, with the number of the message."""

    by: Listener
    number: int
    answered: bool = False


class LiveTable:
    """A table in use: its state, who listens, and what waits for its time."""

    def __init__(self, hosted: HostedTable) -> None:
        self.hosted = hosted
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, tuple[list[str], float]] = {}
        """By process: who is connected to it, and when it said so."""
        self.lock = asyncio.Lock()
        self.alarm: asyncio.TimerHandle | None = None
        self.outlooks = OutlookFeed()
        self.used = time.monotonic()

    def here_at_hand(self) -> list[str]:
        """The persons who are connected to this process."""
        return sorted({listener.person for listener in self.listeners if listener.person is not None})

    def here(self) -> list[str]:
        """The persons who are connected to any process."""
        since = time.monotonic() - ABSENT_AFTER
        others = {person for persons, at in self.elsewhere.values() if at > since for person in persons}
        return sorted(others.union(self.here_at_hand()))

    def publish(self, message: Tell) -> None:
        """Send a message to all listeners."""
        if self.listeners:
            payload = encode(message)
            for listener in list(self.listeners):
                listener.send(payload)

    def publish_update(self, update: Update, asked: Asked | None = None) -> None:
        """Send an update to all listeners; the one who asked for it reads in it that it is done.

        Listeners that want the outlook get the update as soon as that is computed, the others now."""
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
        """Tell everyone who listens to connect again, and end their connections."""
        self.outlooks.flush()
        self.publish(Bye("restart"))
        for listener in list(self.listeners):
            listener.end()
