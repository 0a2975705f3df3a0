"""The whole server in this process, with visitors, games and access to its database."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, TypeVar

from starlette.testclient import TestClient, WebSocketTestSession

from palatine.core.chance import commitment
from palatine.core.words import ENGLISH, catalogue, say
from palatine.games import game_named
from palatine.server.app import application
from palatine.server.clock import now
from palatine.server.http.context import ADMIN_COOKIE, COOKIE, DEVICE_COOKIE, GUEST_COOKIE, Server
from palatine.server.live.live_table import LiveTable
from palatine.server.rate_limits import Limit
from palatine.server.settings import Hashing, Settings
from palatine.server.tables import commands
from palatine.server.tables.log import AnyEntry, Chair, Created
from palatine.server.tables.table import HostedTable

CHEAP = Hashing(rounds=1, memory=8, lanes=1)
PASSWORD = "correct horse"
SEEN_TABLES = (
    "people",
    "tokens",
    "recovery_codes",
    "relations",
    "reports",
    "tables",
    "entries",
    "chairs",
    "sitters",
    "chat",
    "hosts",
    "sanctions",
    "announcements",
    "password_links",
    "audit",
)

DATABASE = "house.db"
LONGEST_WAIT = 120.0
OK = 200
QUICK = 4
"""The iterations of an analysis that only has to finish."""

Row = tuple[Any, ...]
T = TypeVar("T")


def settings_in(folder: Path, hashing: Hashing = CHEAP) -> Settings:
    return Settings(database=f"sqlite:///{folder / DATABASE}", hashing=hashing)


class Reply:
    """A response, with checks of its status."""

    def __init__(self, status: int, body: Any, headers: Any) -> None:
        self.status = status
        self.body = body
        self.headers = headers

    @property
    def ok(self) -> Any:
        assert self.status == 200, self.body
        return self.body

    def done(self) -> None:
        """Assert success with an empty body."""
        assert (self.status, self.body) == (200, None), self.body

    def refused(self, status: int, key: str, **fields: object) -> None:
        """Assert a refusal with this reason and its sentence; `fields` fill the placeholders."""
        assert (self.status, self.body["problem"]) == (status, key), self.body
        sentence = catalogue(ENGLISH)[key]
        if fields or (isinstance(sentence, str) and "{" not in sentence):
            assert self.body["text"] == say(key, ENGLISH, **fields)


class Visitor:
    """A client: a browser with its own cookies, or a program with a token."""

    def __init__(self, house: House, bearer: str | None = None) -> None:
        self._house = house
        self._bearer = bearer
        self.cookie: str | None = None
        self.guest_cookie: str | None = None
        self.device_cookie: str | None = None
        self.admin_cookie: str | None = None
        self.set_cookie = ""
        self.id = ""
        self.name = ""

    @property
    def credential(self) -> str:
        """The session cookie's value, which also works as a bearer token."""
        assert self.cookie is not None
        return self.cookie

    def headers(self) -> dict[str, str]:
        if self._bearer is not None:
            return {"authorization": f"Bearer {self._bearer}"}
        jar = {
            COOKIE: self.cookie,
            GUEST_COOKIE: self.guest_cookie,
            DEVICE_COOKIE: self.device_cookie,
            ADMIN_COOKIE: self.admin_cookie,
        }
        cookies = [f"{name}={value}" for name, value in jar.items() if value is not None]
        return {"cookie": "; ".join(cookies)} if cookies else {}

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Reply:
        client = self._house.client
        client.cookies.clear()
        json = {} if body is None else {"json": body}
        headers = self.headers() | more.pop("headers", {})
        response = client.request(method, path, headers=headers, **json, **more)
        self.set_cookie = ""
        for header in response.headers.get_list("set-cookie"):
            ((name, morsel),) = SimpleCookie(header).items()
            if name == COOKIE:
                self.set_cookie, self.cookie = header, morsel.value or None
            elif name == ADMIN_COOKIE:
                self.set_cookie, self.admin_cookie = header, morsel.value or None
            elif name == GUEST_COOKIE:
                self.guest_cookie = morsel.value or None
            else:
                assert name == DEVICE_COOKIE
                self.device_cookie = morsel.value or None
        client.cookies.clear()  # other visitors share this client
        return Reply(response.status_code, response.json(), response.headers)

    def get(self, path: str) -> Reply:
        return self.ask("GET", path)

    def post(self, path: str, body: Any = None, **more: Any) -> Reply:
        return self.ask("POST", path, body, **more)

    def put(self, path: str, body: Any = None) -> Reply:
        return self.ask("PUT", path, body)

    def patch(self, path: str, body: Any) -> Reply:
        return self.ask("PATCH", path, body)

    def delete(self, path: str) -> Reply:
        return self.ask("DELETE", path)

    def socket(self, table: str) -> contextlib.AbstractContextManager[WebSocketTestSession]:
        self._house.client.cookies.clear()
        return self._house.client.websocket_connect(f"/api/tables/{table}/socket", headers=self.headers())

    def copy(self) -> Visitor:
        """Return another visitor with the same cookies, as if stolen."""
        other = Visitor(self._house, self._bearer)
        other.cookie, other.guest_cookie, other.id = self.cookie, self.guest_cookie, self.id
        other.admin_cookie = self.admin_cookie
        return other

    @property
    def is_known(self) -> bool:
        return self.get("/api/me").status == 200


class House:
    """A server, used as browsers and programs use it."""

    def __init__(self, client: TestClient, file: Path) -> None:
        self.client = client
        self.file = file
        self._names = (f"Visitor {number}" for number in itertools.count(1))
        self.server.requests = Limit(1_000_000, 1)
        self.server.arrivals = Limit(1_000_000, 1)
        self.server.logins = Limit(1_000_000, 1)
        self.server.strangers = Limit(1_000_000, 1)

    @property
    def server(self) -> Server:
        server: Server = self.client.app.state.server  # type: ignore[attr-defined]
        return server

    # ------------------------------------------------------------------------------------------------ visitors

    def stranger(self) -> Visitor:
        return Visitor(self)

    def guest(self, name: str | None = None, **more: Any) -> Visitor:
        visitor = Visitor(self)
        visitor.name = name or next(self._names)
        visitor.id = visitor.post("/api/me", {"name": visitor.name, **more}).ok["id"]
        return visitor

    def account(self, name: str | None = None, password: str = PASSWORD) -> Visitor:
        visitor = Visitor(self)
        visitor.name = name or next(self._names)
        visitor.id = visitor.post("/api/accounts", {"name": visitor.name, "password": password}).ok["me"]["id"]
        return visitor

    def signed_in(self, name: str, password: str = PASSWORD, browser: str = "a browser") -> Visitor:
        visitor = Visitor(self)
        body = {"name": name, "password": password}
        visitor.id = visitor.post("/api/accounts/sign_in", body, headers={"user-agent": browser}).ok["id"]
        return visitor

    def host(self, name: str = "Hosta") -> Visitor:
        """Return a host of the server, signed in to the admin page."""
        visitor = self.account(name)
        self.change("INSERT INTO hosts VALUES (?, 0)", visitor.id)
        visitor.post("/api/admin/sign_in", {"name": name, "password": PASSWORD}).ok["id"]
        return visitor

    def program(self, secret: str) -> Visitor:
        return Visitor(self, secret)

    # ------------------------------------------------------------------------------------------------ database

    def rows(self, query: str, *values: object) -> list[Row]:
        with contextlib.closing(sqlite3.connect(self.file)) as connection:
            return list(connection.execute(query, values))

    def change(self, statement: str, *values: object) -> None:
        with contextlib.closing(sqlite3.connect(self.file)) as connection, connection:
            assert connection.execute(statement, values).rowcount > 0

    def execute(self, statement: str) -> None:
        with contextlib.closing(sqlite3.connect(self.file)) as connection, connection:
            connection.execute(statement)

    def everything(self) -> dict[str, list[Row]]:
        return {table: sorted(self.rows(f"SELECT * FROM {table}"), key=repr) for table in SEEN_TABLES}

    @contextlib.contextmanager
    def unchanged(self) -> Iterator[None]:
        """Assert that the database is the same afterwards."""
        before = self.everything()
        yield
        assert self.everything() == before

    # -------------------------------------------------------------------------------------------------- asking

    def ask(
        self, method: str, path: str, who: Visitor | None, body: object = None, params: dict[str, Any] | None = None
    ) -> tuple[int, Any]:
        """Return the status and the body of a response. `who` may be a visitor of this server before a restart."""
        visitor = self.stranger() if who is None else self.program(who.credential)
        reply = visitor.ask(method, path, body, params=params or None)
        return reply.status, reply.body

    def get(self, path: str, who: Visitor | None = None, **params: object) -> Any:
        """Return the body of a GET request that succeeds."""
        status, reply = self.ask("GET", path, who, params=params)
        assert status == OK, reply
        return reply

    def post(self, path: str, who: Visitor | None, body: object = None) -> Any:
        """Return the body of a POST request that succeeds."""
        status, reply = self.ask("POST", path, who, body)
        assert status == OK, reply
        return reply

    def refused(self, method: str, path: str, who: Visitor | None = None, body: object = None, **params: object) -> Any:
        """Return the status and the reason of a request that is refused."""
        status, reply = self.ask(method, path, who, body, params)
        assert status >= 400, reply
        assert reply["text"]
        return status, reply["problem"]

    def call(self, work: Callable[..., Awaitable[T]], *arguments: object) -> T:
        """Run a coroutine function in the server's event loop."""
        assert self.client.portal is not None
        return self.client.portal.call(work, *arguments)

    def analysed(self, table: str) -> Any:
        """Return the analysis of a table, once the queue is empty."""
        self.call(asyncio.wait_for, self.server.analysis_queue.settled(), LONGEST_WAIT)
        return self.get(f"/api/tables/{table}/analysis")

    # ------------------------------------------------------------------------------------------------- playing

    def open(self, *seated: Visitor, seed: str | None = None, **settings: Any) -> str:
        """Open a table of Kingdomino with these people; with a seed, through the hub instead of REST."""
        host = seated[0]
        if seed is not None:
            return self.call(
                self.server.hub.create, created([Chair("person", one.id, one.name) for one in seated], seed), seed
            )
        body = {"game": "kingdomino", "players": len(seated), **settings}
        table: str = self.post("/api/tables", host, body)["table"]
        for guest in seated[1:]:
            self.post(f"/api/tables/{table}/sit", guest, {})
        return table

    def act(self, table: str, command: Callable[[HostedTable, int], list[AnyEntry]]) -> None:
        """Execute a command at a table."""
        self.call(self.server.hub.act, table, command)

    def hosted(self, table: str) -> HostedTable:
        """Return a table as the server holds it."""
        return self.call(self.server.hub.table, table).hosted

    def play(self, table: str, decisions: int | None = None, chance: int = 1) -> None:
        """Play random decisions for the people, a given number or to the end; bots decide for themselves."""
        self.call(self._play, table, decisions, random.Random(chance))

    async def _play(self, table: str, decisions: int | None, chance: random.Random) -> None:
        live = await self.server.hub.table(table)
        watcher = Watcher()
        live.listeners.add(watcher)
        until = None if decisions is None else live.hosted.ply + decisions
        while (seat := live.hosted.turn) is not None and live.hosted.ply != until:
            if live.hosted.bot_level(seat) is None:
                decision = chance.choice(live.hosted.playing.legal())
                person = str(live.hosted.chairs[seat].person)
                await self.server.hub.act(table, _deciding(person, live.hosted.ply, decision))
            else:
                await watcher.more_decisions(live)
        live.listeners.discard(watcher)


def _deciding(person: str, ply: int, decision: int) -> Callable[[HostedTable, int], list[AnyEntry]]:
    return lambda table, at: commands.decide(table, person, ply, decision, at)


class Watcher:
    """A listener that waits for decisions at a table."""

    person: str | None = None
    wants_outlook = False

    def __init__(self) -> None:
        self._received = asyncio.Event()

    def send(self, payload: bytes) -> None:
        assert payload
        self._received.set()

    def end(self) -> None:
        raise AssertionError("the server does not stop")

    async def more_decisions(self, live: LiveTable) -> None:
        """Wait until one more decision is made."""
        ply = live.hosted.ply
        async with asyncio.timeout(LONGEST_WAIT):
            while live.hosted.ply == ply:
                self._received.clear()
                await self._received.wait()


def created(chairs: Sequence[Chair], seed: str, *, rated: bool = False, public: bool = True) -> Created:
    """Return the first entry of a table of Kingdomino with a known seed."""
    settings = game_named("kingdomino").settings(len(chairs), {})
    options = dict(settings.options)
    return Created(
        at=now(),
        host=str(chairs[0].person),
        game="kingdomino",
        rules_version=settings.game.rules_version,
        players=len(chairs),
        options=options,
        chairs=tuple(chairs),
        public=public,
        rated=rated,
        clock=None,
        commitment=commitment("kingdomino", len(chairs), options, seed),
    )


@contextlib.contextmanager
def open_house(folder: Path, **settings: Any) -> Iterator[House]:
    """Run a server with its data in a folder and without rate limits."""
    chosen: dict[str, Any] = {
        "database": f"sqlite:///{folder / DATABASE}",
        "bot_processes": 1,
        "analysis_iterations": QUICK,
        "limited": False,
        "hashing": CHEAP,
    } | settings
    with TestClient(application(Settings(**chosen))) as client:
        yield House(client, folder / DATABASE)
