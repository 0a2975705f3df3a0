"""Limits on connections, below the application: uvicorn's protocols with caps on what a client can make them do.

| against                                | limit                                                              |
|----------------------------------------|--------------------------------------------------------------------|
| many connections                       | a number per address and in all, counted when they are accepted    |
| half-sent requests, silent connections | a time in which a request must arrive                              |
| endless headers                        | their number, and the bytes of a request                           |
| floods of WebSocket frames             | frames a second, control frames and fragments included             |
"""

from __future__ import annotations

import ipaddress
import math
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

import structlog
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from palatine.server.clock import monotonic
from palatine.server.messages.tables import LARGEST_MESSAGE
from palatine.server.rate_limits import network_of

if TYPE_CHECKING:
    from asyncio import BaseTransport, TimerHandle, Transport

log = structlog.get_logger()

MOST_PER_ADDRESS = 300
"""The most connections from one address: a club behind one address has some for each browser."""
NEAR = 0.9
"""The share of the most connections from which a warning is logged."""
LOG_EVERY_SECONDS = 10.0
MOST_HEADERS = 100
LARGEST_HEADERS = 32 * 1024
LARGEST_REQUEST = LARGEST_HEADERS + 16 * LARGEST_MESSAGE
"""The most bytes of a request. A body that is a little too large still gets an answer that says so."""
REQUEST_SECONDS = 15.0
"""The time in which a request must arrive, from the connection or its first byte on."""
FRAMES_BURST, FRAMES_PER_SECOND = 150, 30
"""WebSocket frames of one connection: more than the messages that it may send."""
PIECE = 2048
"""The bytes of WebSocket frames that are parsed before they are counted."""
POLICY_VIOLATION = 1008
FLOODED_SECONDS = 1.0
"""The seconds in which the sender of a flood can read why its connection ends."""
HEADERS_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Gate:
    """Counts the open connections, and refuses those beyond the limits.

    `proxies`: addresses and networks, separated by commas, from which many people come; `*` for all."""

    def __init__(
        self,
        most: int,
        *,
        limited: bool,
        proxies: str = "",
        most_per_address: int = MOST_PER_ADDRESS,
        request_seconds: float = REQUEST_SECONDS,
    ) -> None:
        self.limited = limited
        self.request_seconds = request_seconds
        self._most = most
        self._most_per_address = most_per_address
        self._proxies = [one.strip() for one in proxies.split(",") if one.strip()]
        self._open: Counter[str] = Counter()
        self._in_all = 0
        self._logged: dict[str, float] = {}

    def enter(self, address: str) -> bool:
        """Count a new connection; return False if there are too many. It must `leave` in either case."""
        self._open[address] += 1
        self._in_all += 1
        if self._in_all > self._most:
            self.log("too_many_connections", address)
            return False
        if self.limited and self._open[address] > self._most_per_address and not self._is_proxy(address):
            self.log("too_many_connections_from_address", address)
            return False
        if self._in_all > NEAR * self._most:
            self.log("many_connections", address)
        return True

    def leave(self, address: str) -> None:
        """Count the end of a connection."""
        self._in_all -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def _is_proxy(self, address: str) -> bool:
        return any(one in ("*", address) or _is_within(address, one) for one in self._proxies)

    def log(self, event: str, address: str) -> None:
        """Log an event, unless the same was logged just now: an attack should not fill the disk."""
        if monotonic() - self._logged.get(event, -math.inf) >= LOG_EVERY_SECONDS:
            self._logged[event] = monotonic()
            log.warning(event, address=address, open_connections=self._in_all, most_connections=self._most)


def _is_within(address: str, network: str) -> bool:
    with suppress(ValueError, TypeError):  # a name, or an IPv4 address and an IPv6 network
        return ipaddress.ip_network(address).subnet_of(ipaddress.ip_network(network))  # type: ignore[arg-type]
    return False


class Configuration(uvicorn.Config):
    """The configuration of uvicorn, with the gate that its protocols ask."""

    def __init__(self, app: Any, gate: Gate, **options: Any) -> None:
        super().__init__(app, http=HttpProtocol, ws=WebSocketProtocol, **options)
        self.gate = gate


def _address_of(transport: BaseTransport) -> str:
    remote = get_remote_addr(cast("Transport", transport))
    return "" if remote is None else network_of(remote[0])


class HttpProtocol(HttpToolsProtocol):
    """An HTTP connection with limits on its requests."""

    def __init__(self, config: Configuration, *arguments: Any, **options: Any) -> None:
        super().__init__(config, *arguments, **options)
        self._gate = config.gate
        self._address = ""
        self._timer: TimerHandle | None = None
        self._arriving = True
        """True while a request is expected or has arrived in part."""
        self._bytes = 0
        self._header_bytes = 0
        self._ended = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Count the connection, and give its first request some time."""
        super().connection_made(transport)
        self._address = _address_of(transport)
        if self._gate.enter(self._address):
            self._timer = self.loop.call_later(self._gate.request_seconds, self._give_up)
        else:
            self._ended = True
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the end of the connection."""
        self._stop_timer()
        self._gate.leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse a part of a request, unless the request is too large."""
        if self._ended:
            return
        self._arriving = True
        self._bytes += len(data)
        super().data_received(data)
        if self._arriving and self._bytes > LARGEST_REQUEST:
            self._refuse()
        if self._arriving and self._timer is None and not self._ended:
            self._timer = self.loop.call_later(self._gate.request_seconds, self._give_up)

    def on_message_begin(self) -> None:
        """Count from zero."""
        self._arriving = True
        self._header_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Count the bytes of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header. Those after a body, called trailers, count too."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._header_bytes += size
        if self._header_bytes > LARGEST_HEADERS or len(self.headers) >= MOST_HEADERS:
            self._refuse()
            raise ValueError("too many headers")  # ends the parser

    def on_message_complete(self) -> None:
        """Note that the whole request has arrived."""
        self._arriving = False
        self._bytes = 0
        self._stop_timer()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP, unless it has been refused already."""
        if not self._ended:
            super().send_400_response(msg)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket."""
        self._stop_timer()
        self._ended = True
        super().handle_websocket_upgrade()

    def _refuse(self) -> None:
        if not self._ended:
            self._ended = True
            self._gate.log("request_too_large", self._address)
            self.transport.write(HEADERS_TOO_LARGE)
            self.transport.close()

    def _give_up(self) -> None:
        """Close a connection whose request has not arrived in time."""
        self._timer = None
        self._ended = True
        self.transport.abort()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose frames are limited: messages, fragments, pings and pongs alike."""

    def __init__(self, config: Configuration, *arguments: Any, **options: Any) -> None:
        super().__init__(config, *arguments, **options)
        self._gate = config.gate
        self._address = ""
        self._frames = float(FRAMES_BURST)
        self._at = self.loop.time()
        self._flooded = False

    def connection_made(self, transport: BaseTransport) -> None:
        """Take over a connection that has been counted."""
        super().connection_made(transport)
        self._address = _address_of(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the end of the connection."""
        self._gate.leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse frames, a piece at a time, so that a flood is noticed before all of it is parsed."""
        if len(data) <= PIECE and not self._flooded:
            super().data_received(data)
            return
        for start in range(0, len(data), PIECE):
            if self._flooded or self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])

    def handle_events(self) -> None:
        """Handle the parsed frames if there are not too many."""
        if self._gate.limited:
            now = self.loop.time()
            self._frames = min(FRAMES_BURST, self._frames + (now - self._at) * FRAMES_PER_SECOND)
            self._frames -= len(self.conn.events)
            self._at = now
            if self._frames < 0:
                self._end_flood()
                return
        super().handle_events()

    def _end_flood(self) -> None:
        self._flooded = True
        self._gate.log("websocket_flood", self._address)
        self.stop_keepalive()
        self.conn.events_received()
        self.conn.writes.clear()  # the answers to pings
        self.conn.fail(POLICY_VIOLATION, "too many frames")
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY_VIOLATION, "reason": "too many frames"})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(FLOODED_SECONDS, self.transport.abort)
