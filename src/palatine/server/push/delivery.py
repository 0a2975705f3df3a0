"""Where Web Push notices go: addresses that anybody may name, so none within the server's own network is ever asked.

A name is looked up once, and the connection is made to the very address that was looked at: a name that means something
else a moment later gains nothing. The answer's first line is all that is read.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlsplit

from palatine.server.errors import Malformed

SECONDS = 10.0
"""How long a push service may take, from looking its name up to its answer."""
SECONDS_EACH = 2.0
"""How long each of several addresses may take to be reached, before the next one is tried."""
LOOKUPS = 4
PORTS = {"https": 443, "http": 80}
VISIBLE = re.compile(r"[!-~]+")
NAME = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
EMBEDDING = [ipaddress.ip_network(net) for net in ("::ffff:0:0/96", "64:ff9b::/96", "2002::/16", "2001::/32")]
"""IPv6 addresses that stand for one of IPv4: no push service has one, and they would lead round the check."""


class NotPublicError(Exception):
    """An endpoint lies in a private network, or nowhere."""


class NoAnswerError(Exception):
    """A push service could not be reached, or said nothing that can be understood."""


@dataclass(frozen=True)
class Place:
    """An endpoint, taken apart."""

    tls: bool
    host: str
    port: int
    target: str
    origin: str


def is_public(address: str) -> bool:
    """Whether an address is one of the Internet."""
    where = ipaddress.ip_address(address.partition("%")[0])
    return where.is_global and not where.is_multicast and not any(where in net for net in EMBEDDING)


def place_of(endpoint: str, *, anywhere: bool) -> Place:
    """An endpoint that is somewhere where a browser's maker would have one: under https, at a public name.

    `anywhere` is for tests, whose push services are on this machine."""
    wrong = Malformed("push.wrong_endpoint")
    if VISIBLE.fullmatch(endpoint) is None:
        raise wrong
    try:
        url = urlsplit(endpoint)
        port = url.port or PORTS[url.scheme]
    except (ValueError, KeyError) as problem:
        raise wrong from problem
    host = url.hostname
    if host is None or "@" in url.netloc:
        raise wrong
    if not anywhere and (url.scheme != "https" or not _may_be_public(host)):
        raise wrong
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    authority = (f"[{host}]" if ":" in host else host) + ("" if port == PORTS[url.scheme] else f":{port}")
    return Place(url.scheme == "https", host, port, target, f"{url.scheme}://{authority}")


def _may_be_public(host: str) -> bool:
    try:
        return is_public(host)
    except ValueError:
        return NAME.fullmatch(host) is not None  # what it means is seen when something is sent


class Sender:
    """Sends to endpoints. `close` it at the end."""

    def __init__(self, *, anywhere: bool) -> None:
        self._anywhere = anywhere
        self._lookups = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="lookup")
        self._tls = ssl.create_default_context()

    def close(self) -> None:
        """Look nothing up any more."""
        self._lookups.shutdown(wait=False, cancel_futures=True)

    async def post(self, place: Place, headers: Mapping[str, str], body: bytes) -> int:
        """Post something; the status of the answer."""
        try:
            async with asyncio.timeout(SECONDS):
                return await self._post(place, await self._addresses(place), headers, body)
        except (OSError, EOFError, ValueError) as problem:
            raise NoAnswerError(str(problem) or type(problem).__name__) from problem

    async def _addresses(self, place: Place) -> list[str]:
        found = await asyncio.get_running_loop().run_in_executor(
            self._lookups, lambda: socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
        )
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        if not self._anywhere and not all(map(is_public, addresses)):
            raise NotPublicError
        return addresses

    async def _post(self, place: Place, addresses: Sequence[str], headers: Mapping[str, str], body: bytes) -> int:
        reader, writer = await self._connected(place, addresses)
        try:
            lines = [f"POST {place.target} HTTP/1.1", f"host: {place.origin.partition('//')[2]}"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            lines += [f"content-length: {len(body)}", "connection: close", "", ""]
            writer.write("\r\n".join(lines).encode() + body)
            await writer.drain()
            first = (await reader.readline()).split()
        finally:
            writer.transport.abort()  # nothing else that it says is of interest
        if len(first) < 2 or not first[0].startswith(b"HTTP/1."):
            raise NoAnswerError("no answer of HTTP")
        return int(first[1])

    async def _connected(
        self, place: Place, addresses: Sequence[str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        *others, last = addresses
        for address in others:
            with contextlib.suppress(OSError):  # of several addresses one may not be reached from here
                async with asyncio.timeout(SECONDS_EACH):
                    return await self._connected_to(address, place)
        return await self._connected_to(last, place)

    async def _connected_to(self, address: str, place: Place) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if place.tls:
            return await asyncio.open_connection(address, place.port, ssl=self._tls, server_hostname=place.host)
        return await asyncio.open_connection(address, place.port)
