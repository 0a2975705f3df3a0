"""The parts of a running server, and a request with whoever is asking."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.responses import Response

from palatine.core.words import ENGLISH, matching_language
from palatine.server.errors import NotSignedIn
from palatine.server.live.actions import Actions
from palatine.server.live.hub import Hub
from palatine.server.people.accounts import Accounts
from palatine.server.people.identity import People, Person, Right, allowed
from palatine.server.people.leaderboard import Statistics
from palatine.server.people.passwords import Passwords
from palatine.server.rate_limits import AtOnce, Limit
from palatine.server.settings import Settings
from palatine.server.storage.store import Store
from palatine.server.thinking.analysis_queue import AnalysisQueue
from palatine.server.thinking.pool import Pool
from palatine.server.thinking.warm_up import WarmUp

if TYPE_CHECKING:
    from palatine.server.push.sender import Pusher  # needs an optional extra

COOKIE, GUEST_COOKIE = "palatine", "palatine_guest"
"""Who one is in a browser; and the guest who one was there before one signed in, to be that guest again afterwards."""
COOKIE_SECONDS = 180 * 24 * 3600


@dataclass
class Server:
    """Everything that is there once."""

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
    push: Pusher | None = None
    requests: Limit = field(default_factory=lambda: Limit(120, 20))
    """What one address may ask for."""
    arrivals: Limit = field(default_factory=lambda: Limit(20, 0.05))
    """New guests and attempts to sign in from one address."""
    messages: Limit = field(default_factory=lambda: Limit(60, 20))
    """Messages of one connection."""
    connections: AtOnce = field(default_factory=lambda: AtOnce(100))
    """Sockets and streams that one address may keep open."""
    openings: Limit = field(default_factory=lambda: Limit(30, 0.2))
    """Tables that one person may open."""
    chatter: Limit = field(default_factory=lambda: Limit(8, 0.5))
    """What one person may say."""
    logins: Limit = field(default_factory=lambda: Limit(10, 0.02))
    """Attempts to prove to be somebody, for each name, wherever they come from."""
    reports: Limit = field(default_factory=lambda: Limit(5, 0.005))
    """Reports that one person may make."""
    advice: Limit = field(default_factory=lambda: Limit(20, 0.3))
    """How often one person may ask what a bot thinks."""
    exports: Limit = field(default_factory=lambda: Limit(5, 0.005))
    """How often one person may ask for all their data."""

    actions: Actions = field(init=False)
    """What people do at tables."""

    def __post_init__(self) -> None:
        self.actions = Actions(self.hub, self.people, self.chatter)
        for part in vars(self).values():
            if isinstance(part, Limit | AtOnce):
                part.enforced = self.settings.limited


@dataclass
class Call:
    """A request: who asks, in which language, and the cookies that they are to keep from now on."""

    server: Server
    connection: HTTPConnection
    person: Person | None
    language: str
    cookie: str | None = None
    guest_cookie: str | None = None
    came_back: bool = False
    """Whether the session that was sent has ended, so that one is the guest again who one was before."""

    @property
    def me(self) -> Person:
        """Whoever is asking, who is known."""
        if self.person is None:
            raise NotSignedIn("server.not_signed_in")
        return self.person

    @property
    def is_dismissed(self) -> bool:
        """Whether what whoever is asking came with has ended since."""
        return self.person is not None and self.server.people.is_dismissed(self.person)

    @property
    def browser(self) -> str:
        """What the program that asks calls itself."""
        return self.connection.headers.get("user-agent", "")

    @property
    def address(self) -> str:
        """Where the request comes from."""
        client = self.connection.client
        return client.host if client is not None else ""

    def need(self, scope: Right) -> None:
        """Make sure that whoever is asking may do something of a kind."""
        allowed(self.person, scope)

    def sealed(self, response: Response) -> Response:
        """A response with the cookies that are to be kept; an empty one is forgotten."""
        for name, value in ((COOKIE, self.cookie), (GUEST_COOKIE, self.guest_cookie)):
            if value is not None:
                response.set_cookie(
                    name,
                    value,
                    max_age=COOKIE_SECONDS if value else 0,
                    httponly=True,
                    samesite="lax",
                    secure=self.server.settings.secure,
                )
        return response


def language_of(connection: HTTPConnection) -> str:
    """The language that a browser asks for."""
    for wish in connection.headers.get("accept-language", "").split(","):
        if language := matching_language(wish.strip().partition(";")[0]):
            return language
    return ENGLISH
