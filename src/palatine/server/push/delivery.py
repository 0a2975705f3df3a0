"""Delivery of Web Push messages. Clients choose the endpoints, so addresses in private networks are refused.

A name is resolved once, and the connection goes to the address that was checked, so DNS rebinding does not help an
attacker. Only the status line of the answer is read.
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
"""The timeout of a delivery, from the DNS lookup to the answer."""
SECONDS_EACH = 2.0
"""The timeout for connecting to one of several addresses, before the next one is tried."""
LOOKUPS = 4
PORTS = {"https": 443, "http": 80}
VISIBLE = re.compile(r"[!-~]+")
NAME = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
EMBEDDING = [ipaddress.ip_network(net) for net in ("::ffff:0:0/96", "64:ff9b::/96", "2002::/16", "2001::/32")]
"""IPv6 networks that embed IPv4 addresses. No push service uses them, and they would bypass the check."""


class NotPublicError(Exception):
    """An endpoint is not on the public Internet."""


class NoAnswerError(Exception):
    """A push service could not be reached, or its answer is not HTTP."""


@dataclass(frozen=True)
class Place:
    """A parsed endpoint."""

    tls: bool
    host: str
    port: int
    target: str
    origin: str


def is_public(address: str) -> bool:
    """Return True if an IP address is on the public Internet."""
    where = ipaddress.ip_address(address.partition("%")[0])
    return where.is_global and not where.is_multicast and not any(where in net for net in EMBEDDING)


def place_of(endpoint: str, *, anywhere: bool) -> Place:
    """Parse an endpoint. It must use https and a public host.

    `anywhere` lifts this for tests, whose push services run on this machine."""
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
        return NAME.fullmatch(host) is not None  # its address is checked when something is sent


class Sender:
    """An HTTP client for endpoints. `close` it at the end."""

    def __init__(self, *, anywhere: bool) -> None:
        self._anywhere = anywhere
        self._lookups = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="lookup")
        self._tls = ssl.create_default_context()

    def close(self) -> None:
        """Stop the DNS lookups."""
        self._lookups.shutdown(wait=False, cancel_futures=True)

    async def post(self, place: Place, headers: Mapping[str, str], body: bytes) -> int:
        """Post a body, and return the status of the answer."""
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
            writer.transport.abort()  # the rest of the answer does not matter
        if len(first) < 2 or not first[0].startswith(b"HTTP/1."):
            raise NoAnswerError("the answer is not HTTP")
        return int(first[1])

    async def _connected(
        self, place: Place, addresses: Sequence[str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        *others, last = addresses
        for address in others:
            with contextlib.suppress(OSError):  # one of several addresses may be unreachable
                async with asyncio.timeout(SECONDS_EACH):
                    return await self._connected_to(address, place)
        return await self._connected_to(last, place)

    async def _connected_to(self, address: str, place: Place) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if place.tls:
            return await asyncio.open_connection(address, place.port, ssl=self._tls, server_hostname=place.host)
        return await asyncio.open_connection(address, place.port)
