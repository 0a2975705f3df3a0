"""A table in use in this process, and those who are told what happens at it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Protocol

from palatine.server.messages.games import Outlook
from palatine.server.messages.tables import Bye, Tell, encode
from palatine.server.tables.table import HostedTable

ABSENT_AFTER = 60.0
"""Seconds after which nobody is believed to be connected to another process that has not said so again."""


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    person: str | None

    def tell(self, payload: bytes) -> None:
        """Pass a message on, without waiting."""
        ...

    def end(self) -> None:
        """Pass on what waits, then end the connection."""
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
        self.thinking: asyncio.Task[None] | None = None
        self.outlook: Outlook | None = None
        """What was last told of it; it holds as long as the log has as many entries."""
        self.used = time.monotonic()

    def here_at_hand(self) -> list[str]:
        """The persons who are connected to this process."""
        return sorted({listener.person for listener in self.listeners if listener.person is not None})

    def here(self) -> list[str]:
        """The persons who are connected to any process."""
        since = time.monotonic() - ABSENT_AFTER
        others = {person for persons, at in self.elsewhere.values() if at > since for person in persons}
        return sorted(others.union(self.here_at_hand()))

    def tell(self, message: Tell, asked: Asked | None = None) -> None:
        """Tell everyone who listens; whoever asked for it is told in the same message that it is done."""
        if self.listeners:
            payload = encode(message)
            for listener in list(self.listeners):
                if asked is not None and listener is asked.by:
                    asked.answered = True
                    listener.tell(payload[:-1] + b',"accepted":%d}' % asked.number)
                else:
                    listener.tell(payload)

    def dismiss(self) -> None:
        """Tell everyone who listens to connect again, and end their connections."""
        self.tell(Bye("restart"))
        for listener in list(self.listeners):
            listener.end()
