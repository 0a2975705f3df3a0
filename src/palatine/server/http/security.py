"""Checks on every request: credentials, origin, security headers, rate limit."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from palatine.server.errors import NotAllowed
from palatine.server.hosting import hosts
from palatine.server.http.context import ADMIN_COOKIE, ADMIN_PATH, COOKIE, GUEST_COOKIE, Call, Server, language_of
from palatine.server.people.identity import Person
from palatine.server.rate_limits import network_of

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
BEARER = "bearer "

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


HTTPS_ONLY = {"strict-transport-security": "max-age=31536000"}
"""Tells browsers to use TLS only, for a year."""


class SecurityHeaders:
    """Middleware that adds security headers to every response. `secure`: people reach the server over TLS only."""

    def __init__(self, app: ASGIApp, *, secure: bool = False) -> None:
        self._app = app
        self._headers = HEADERS | (HTTPS_ONLY if secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def same_origin(connection: HTTPConnection, public_url: str | None) -> bool:
    """Return True if a request comes from a page of this server or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    if public_url is not None:
        wanted = urlsplit(public_url)
        return origin == f"{wanted.scheme}://{wanted.netloc}"
    return urlsplit(origin).netloc == connection.headers.get("host")


async def recognised(connection: HTTPConnection, server: Server) -> Call:
    """Return a request with its sender. A cookie counts only if the request cannot come from another site's page."""
    call = Call(server, connection, None, language_of(connection))
    bearer = connection.headers.get("authorization", "")
    if bearer[: len(BEARER)].casefold() == BEARER:
        call.person = await server.people.recognise(bearer[len(BEARER) :].strip())
    elif connection.cookies.keys() & {COOKIE, GUEST_COOKIE}:
        if connection.scope.get("method", "GET") not in SAFE and not same_origin(
            connection, server.settings.public_url
        ):
            raise NotAllowed("server.other_origin")
        call.person = await server.people.recognise(connection.cookies.get(COOKIE, ""))
        if call.person is None:
            call.person = await come_back(call)
    if call.person is not None:
        call.language = call.person.language
        server.origins.note(call.person.id, call.address)
    return call


async def recognised_host(connection: HTTPConnection, server: Server) -> Call:
    """Return a request to the admin page with its host: only the page's own session counts, and no other site's page."""
    call = Call(server, connection, None, language_of(connection))
    if connection.scope["method"] not in SAFE and not same_origin(connection, server.settings.public_url):
        raise NotAllowed("server.other_origin")
    call.host = await hosts.recognise(server.store, connection.cookies.get(ADMIN_COOKIE, ""))
    if call.host is not None:
        call.person, call.language = call.host.person, call.host.person.language
    return call


async def come_back(call: Call) -> Person | None:
    """Return the guest of this browser, if any, after a session has ended here or elsewhere; restore their cookie."""
    guest_cookie = call.connection.cookies.get(GUEST_COOKIE, "")
    guest = await call.server.people.recognise(guest_cookie)
    if guest is not None:
        call.cookie, call.guest_cookie, call.came_back = guest_cookie, "", True
    return guest


async def open_call(request: Request) -> Call:
    """Apply the rate limit to a request and identify its sender; on the admin page, the host."""
    server: Server = request.app.state.server
    address = network_of(request.client.host) if request.client is not None else ""
    server.requests.spend(address)
    server.orders.spend(address)
    if request.url.path.startswith(f"{ADMIN_PATH}/"):
        return await recognised_host(request, server)
    return await recognised(request, server)
