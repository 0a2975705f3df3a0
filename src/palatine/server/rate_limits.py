"""Limits on the rate of requests and on the number of open connections, per person or per address."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache

from palatine.server.clock import monotonic
from palatine.server.errors import TooMuch
from palatine.server.shared_counts import SharedCounts

MOST_BUCKETS = 50_000
"""The most buckets in memory. The one unused for longest is dropped, which refills it."""
IPV6_PREFIX = 64
"""The bits of an IPv6 address that identify a network: a household has all addresses of one such network."""
BLOCK = 50
"""The number of tokens after which a budget reports to the other processes."""


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), IPV6_PREFIX), strict=False))


class Limit:
    """A rate limit: a token bucket per person, address or connection."""

    enforced = True

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
        self._name = ""
        self._shared: SharedCounts | None = None

    def share(self, name: str, counts: SharedCounts) -> None:
        """Share the limit with other processes, under a name."""
        self._name = name
        self._shared = counts

    def spend(self, who: Hashable, amount: float = 1.0) -> None:
        """Take `amount` tokens in this process; raise `TooMuch` if there are not enough."""
        if not self.enforced:
            return
        now = self._clock()
        level, at = self._buckets.pop(who, (float(self._burst), now))
        level = min(self._burst, level + (now - at) * self._per_second)
        enough = level >= amount
        self._buckets[who] = (level - amount if enough else level, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if not enough:
            raise TooMuch("server.too_often", count=max(1, round((amount - level) / self._per_second)))

    async def spend_everywhere(self, who: Hashable) -> None:
        """Take a token here and, if the limit is shared, in all processes; raise `TooMuch` if there are not enough."""
        self.spend(who)
        if self._shared is not None and self.enforced:
            seconds = await self._shared.spend(self._name, who, self._burst, self._window)
            if seconds:
                raise TooMuch("server.too_often", count=seconds)

    async def forgive(self, who: Hashable) -> None:
        """Refill a bucket, in all processes if the limit is shared."""
        self._buckets.pop(who, None)
        if self._shared is not None:
            await self._shared.clear(self._name, who, self._burst, self._window)

    @property
    def _window(self) -> int:
        """The seconds in which an empty bucket fills."""
        return max(1, round(self._burst / self._per_second))


class Budget(Limit):
    """A limit for messages: each process counts by itself, and reports to the others only in blocks."""

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(burst, per_second, clock)
        self._unreported: Counter[Hashable] = Counter()
        self._reports: set[asyncio.Task[None]] = set()

    def spend(self, who: Hashable, amount: float = 1.0) -> None:
        """Take `amount` tokens; raise `TooMuch` if there are not enough."""
        super().spend(who, amount)
        if self._shared is None or not self.enforced:
            return
        self._unreported[who] += 1
        if self._unreported[who] >= BLOCK:
            del self._unreported[who]
            task = asyncio.get_running_loop().create_task(self._report(who, self._shared))
            self._reports.add(task)
            task.add_done_callback(self._reports.discard)
        elif len(self._unreported) > MOST_BUCKETS:
            self._unreported.clear()

    async def _report(self, who: Hashable, shared: SharedCounts) -> None:
        seconds = await shared.spend(self._name, who, self._burst, self._window, BLOCK)
        if seconds:  # others have spent it: nothing is left here for that long
            self._buckets[who] = (-seconds * self._per_second, self._clock())


class ConnectionLimit:
    """A limit on simultaneous connections per address."""

    enforced = True

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[Hashable] = Counter()

    @property
    def open(self) -> int:
        """The number of open connections."""
        return self._open.total()

    def enter(self, who: Hashable) -> Callable[[], None]:
        """Count a new connection, and return a function to call when it ends; raise `TooMuch` if there are too many."""
        if self.enforced and self._open[who] >= self._most:
            raise TooMuch("server.too_many_connections", most=self._most)
        self._open[who] += 1

        def leave() -> None:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]

        return leave


class Origins:
    """The addresses from which people last sent a request to this process.

    Bots share the processors fairly between addresses, since one address can be many guests."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        """Note a person's address."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > MOST_BUCKETS:
            self._addresses.popitem(last=False)

    def of(self, person: str) -> str:
        """Return a person's address; the person, if the address is unknown."""
        return self._addresses.get(person, person)
