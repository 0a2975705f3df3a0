"""The parts of a running server, and a request with its sender."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.responses import Response

from palatine.core.words import ENGLISH, matching_language
from palatine.server.clock import now
from palatine.server.errors import NotSignedIn
from palatine.server.hosting.enforcement import Enforcer
from palatine.server.hosting.hosts import LONGEST, HostSession
from palatine.server.hosting.load import LoadHistory
from palatine.server.live.actions import Actions
from palatine.server.live.hub import Hub
from palatine.server.people.accounts import Accounts
from palatine.server.people.identity import People, Person, Right
from palatine.server.people.leaderboard import Statistics
from palatine.server.people.passwords import Passwords
from palatine.server.rate_limits import Budget, ConnectionLimit, Limit, Origins, network_of
from palatine.server.settings import Settings
from palatine.server.shared_counts import SharedCounts
from palatine.server.storage.store import Store
from palatine.server.thinking.analysis_queue import AnalysisQueue
from palatine.server.thinking.pool import Pool
from palatine.server.thinking.warm_up import WarmUp

if TYPE_CHECKING:
    from palatine.server.mail.mailer import Mailer
    from palatine.server.push.sender import Pusher  # needs an optional extra

COOKIE, GUEST_COOKIE, DEVICE_COOKIE = "palatine", "palatine_guest", "palatine_device"
"""The identity of a browser, the guest it was before signing in, restored after signing out, and the proof that it has
signed in before."""
COOKIE_SECONDS = 180 * 24 * 3600
SHARED = ("arrivals", "openings", "logins", "strangers", "reports", "advice", "analyses", "mails", "exports", "orders")
"""The limits that processes share through Redis. The others are about one connection, or too frequent to be shared."""
ADMIN_COOKIE, ADMIN_PATH = "palatine_admin", "/api/admin"
"""The session of the admin page, sent only to its own operations."""


@dataclass
class Server:
    """The parts of a server, one of each."""

    settings: Settings
    store: Store
    pool: Pool
    hub: Hub
    people: People
    passwords: Passwords
    accounts: Accounts
    analysis_queue: AnalysisQueue
    statistics: Statistics
    warm_up: WarmUp
    enforcer: Enforcer
    load: LoadHistory
    process: str
    """The name of this process."""
    push: Pusher | None = None
    mail: Mailer | None = None
    started: int = field(default_factory=now)
    requests: Limit = field(default_factory=lambda: Limit(120, 20))
    """Requests from one address."""
    arrivals: Limit = field(default_factory=lambda: Limit(20, 0.05))
    """New guests and attempts to sign in from one address."""
    messages: Limit = field(default_factory=lambda: Limit(60, 20))
    """Messages from one connection."""
    orders: Limit = field(default_factory=lambda: Budget(400, 100))
    """Requests and messages of all connections from one address: a small part of what a server can do."""
    connections: ConnectionLimit = field(default_factory=lambda: ConnectionLimit(100))
    """Open sockets and streams from one address."""
    openings: Limit = field(default_factory=lambda: Limit(30, 0.2))
    """Tables opened by one person."""
    chatter: Limit = field(default_factory=lambda: Limit(8, 0.5))
    """Chat messages from one person."""
    logins: Limit = field(default_factory=lambda: Limit(10, 0.02))
    """Failed attempts to sign in to one account: from one known device, in one session, or from one other address."""
    strangers: Limit = field(default_factory=lambda: Limit(100, 0.02))
    """Failed attempts to sign in to one account from all unknown devices together."""
    reports: Limit = field(default_factory=lambda: Limit(5, 0.005))
    """Reports from one person."""
    advice: Limit = field(default_factory=lambda: Limit(20, 0.3))
    """Hints and evaluations for one person."""
    analyses: Limit = field(default_factory=lambda: Limit(20, 0.01))
    """Analyses of finished games for one address."""
    mails: Limit = field(default_factory=lambda: Limit(5, 0.002))
    """Mails to one address, for one account, or asked for from one network address."""
    exports: Limit = field(default_factory=lambda: Limit(5, 0.005))
    """Data exports for one person."""
    origins: Origins = field(default_factory=Origins)
    """The addresses of people."""
    shared_counts: SharedCounts | None = field(init=False, default=None)
    """The counts in Redis, if processes share their limits."""

    actions: Actions = field(init=False)
    """The actions of people at tables."""

    def __post_init__(self) -> None:
        self.actions = Actions(self.hub, self.people, self.chatter)
        for part in vars(self).values():
            if isinstance(part, Limit | ConnectionLimit):
                part.enforced = self.settings.limited
        if self.settings.redis and self.settings.limited:
            self.shared_counts = SharedCounts(self.settings.redis)
            for name in SHARED:
                getattr(self, name).share(name, self.shared_counts)


@dataclass
class Call:
    """A request: its sender, their language, and the cookies to set in the response."""

    server: Server
    connection: HTTPConnection
    person: Person | None
    language: str
    cookie: str | None = None
    guest_cookie: str | None = None
    device_cookie: str | None = None
    admin_cookie: str | None = None
    host: HostSession | None = None
    """The session of the admin page that the request belongs to."""
    came_back: bool = False
    """True if the session of the cookie has ended and the sender is the guest they were before."""

    @property
    def me(self) -> Person:
        """The sender of the request; refuses a request without one."""
        if self.person is None:
            raise NotSignedIn("server.not_signed_in")
        return self.person

    @property
    def browser(self) -> str:
        """The user agent of the client."""
        return self.connection.headers.get("user-agent", "")

    @property
    def address(self) -> str:
        """The client's address as limits count it."""
        client = self.connection.client
        return network_of(client.host) if client is not None else ""

    def need(self, scope: Right) -> None:
        """Refuse a sender without a scope."""
        self.server.people.permit(self.person, scope)

    def with_cookies(self, response: Response) -> Response:
        """Set the cookies of the call in a response; an empty value deletes the cookie."""
        cookies = {COOKIE: self.cookie, GUEST_COOKIE: self.guest_cookie, DEVICE_COOKIE: self.device_cookie}
        for name, value in cookies.items():
            if value is not None:
                response.set_cookie(
                    name,
                    value,
                    max_age=COOKIE_SECONDS if value else 0,
                    httponly=True,
                    samesite="lax",
                    secure=self.server.settings.secure,
                )
        if self.admin_cookie is not None:
            response.set_cookie(
                ADMIN_COOKIE,
                self.admin_cookie,
                max_age=LONGEST // 1000 if self.admin_cookie else 0,
                path=ADMIN_PATH,
                httponly=True,
                samesite="strict",
                secure=self.server.settings.secure,
            )
        return response


def language_of(connection: HTTPConnection) -> str:
    """Return the language that a browser prefers, of those there are."""
    for wish in connection.headers.get("accept-language", "").split(","):
        if language := matching_language(wish.strip().partition(";")[0]):
            return language
    return ENGLISH
