"""A queue that gives everyone the same share of the places, however much they ask for."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

_Key = tuple[str, ...]
"""A group, or a group and one of its members."""


class FairQueue:
    """Hands out places in turn: to one group after the other, and within a group to one member after the other.

    One member holds at most `most` places at once, even if others are free: a place is held for a while, and the next
    to ask should not have to wait."""

    def __init__(self, places: int, most: int) -> None:
        self._free = places
        self._most = most
        self._held: Counter[_Key] = Counter()
        self._waiting: dict[_Key, deque[asyncio.Future[None]]] = {}
        """By group and member, in the order in which they came."""
        self._turn = 0
        self._last: dict[_Key, float] = {}
        """The turn in which a group or member last got a place; those who have just come are before all who had one."""

    @asynccontextmanager
    async def place(self, group: str, member: str) -> AsyncIterator[None]:
        """Wait for a place, and hold it."""
        who = (group, member)
        if self._free and self._held[who] < self._most:
            self._take(who)
        else:
            await self._wait(who)
        try:
            yield
        finally:
            self._give_back(who)

    async def _wait(self, who: _Key) -> None:
        admitted = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(admitted)
        for key in (who[:1], who):
            self._last.setdefault(key, self._turn - 0.5)
        try:
            await admitted
        except asyncio.CancelledError:
            if admitted.cancelled():
                self._stop_waiting(who, admitted)
            else:  # it got a place at the moment at which it was cancelled
                self._give_back(who)
            raise

    def _take(self, who: _Key) -> None:
        self._free -= 1
        self._turn += 1
        for key in (who[:1], who):
            self._held[key] += 1
            self._last[key] = self._turn

    def _give_back(self, who: _Key) -> None:
        self._free += 1
        for key in (who[:1], who):
            self._held[key] -= 1
        self._forget(who)
        while self._free and self._admit_next():
            pass

    def _admit_next(self) -> bool:
        """Give a free place to the next who may have one; return False if there is none."""
        able = [
            who
            for who, waiting in self._waiting.items()
            if self._held[who] < self._most and not all(one.done() for one in waiting)
        ]
        if not able:
            return False
        who = min(able, key=lambda one: (self._last[one[:1]], self._last[one]))
        first = next(one for one in self._waiting[who] if not one.done())
        self._take(who)
        self._stop_waiting(who, first)
        first.set_result(None)
        return True

    def _stop_waiting(self, who: _Key, waiting: asyncio.Future[None]) -> None:
        self._waiting[who].remove(waiting)
        if not self._waiting[who]:
            del self._waiting[who]
        self._forget(who)

    def _forget(self, who: _Key) -> None:
        """Forget the turns of those who neither hold a place nor wait for one."""
        waiting = {key for one in self._waiting for key in (one[:1], one)}
        for key in (who[:1], who):
            if not self._held[key]:
                del self._held[key]
                if key not in waiting:
                    self._last.pop(key, None)
