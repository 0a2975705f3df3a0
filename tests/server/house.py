"""A running server for tests, the people who visit it, and a look into its database."""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from palatine.core.words import ENGLISH, catalogue, say
from palatine.server.http.context import COOKIE, GUEST_COOKIE, Server
from palatine.server.rate_limits import Limit
from palatine.server.settings import Hashing, Settings

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
)

Row = tuple[Any, ...]


def settings_in(folder: Path, hashing: Hashing = CHEAP) -> Settings:
    return Settings(database=f"sqlite:///{folder / 'palatine.db'}", hashing=hashing)


class Reply:
    """A response: what it says, once its status is what a test expects."""

    def __init__(self, status: int, body: Any, headers: Any) -> None:
        self.status = status
        self.body = body
        self.headers = headers

    @property
    def ok(self) -> Any:
        assert self.status == 200, self.body
        return self.body

    def done(self) -> None:
        """It was done, and there is nothing to tell."""
        assert (self.status, self.body) == (200, None), self.body

    def refused(self, status: int, key: str, **fields: object) -> None:
        """It is refused for this reason, in words; `fields` fill the gaps of the sentence."""
        assert (self.status, self.body["problem"]) == (status, key), self.body
        if fields or "{" not in catalogue(ENGLISH)[key]:
            assert self.body["text"] == say(key, ENGLISH, **fields)


class Visitor:
    """Somebody with a browser of their own, or a program with a token."""

    def __init__(self, house: House, bearer: str | None = None) -> None:
        self._house = house
        self._bearer = bearer
        self.cookie: str | None = None
        self.guest_cookie: str | None = None
        self.set_cookie = ""
        self.id = ""

    def headers(self) -> dict[str, str]:
        if self._bearer is not None:
            return {"authorization": f"Bearer {self._bearer}"}
        kept = {COOKIE: self.cookie, GUEST_COOKIE: self.guest_cookie}
        cookies = [f"{name}={value}" for name, value in kept.items() if value is not None]
        return {"cookie": "; ".join(cookies)} if cookies else {}

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Reply:
        client = self._house.client
        client.cookies.clear()
        given = {} if body is None else {"json": body}
        headers = self.headers() | more.pop("headers", {})
        response = client.request(method, path, headers=headers, **given, **more)
        self.set_cookie = ""
        for told in response.headers.get_list("set-cookie"):
            ((name, morsel),) = SimpleCookie(told).items()
            if name == COOKIE:
                self.set_cookie, self.cookie = told, morsel.value or None
            else:
                assert name == GUEST_COOKIE
                self.guest_cookie = morsel.value or None
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
        """Somebody who has got hold of the same cookie."""
        other = Visitor(self._house, self._bearer)
        other.cookie, other.guest_cookie, other.id = self.cookie, self.guest_cookie, self.id
        return other

    @property
    def is_known(self) -> bool:
        return self.get("/api/me").status == 200


class House:
    """A server and its visitors."""

    def __init__(self, client: TestClient, file: Path) -> None:
        self.client = client
        self.file = file
        self._names = (f"Visitor {number}" for number in itertools.count(1))
        self.server.requests = Limit(1_000_000, 1)
        self.server.arrivals = Limit(1_000_000, 1)
        self.server.logins = Limit(1_000_000, 1)

    @property
    def server(self) -> Server:
        server: Server = self.client.app.state.server  # type: ignore[attr-defined]
        return server

    # ------------------------------------------------------------------------------------------------ visitors

    def stranger(self) -> Visitor:
        return Visitor(self)

    def guest(self, name: str | None = None, **more: Any) -> Visitor:
        visitor = Visitor(self)
        visitor.id = visitor.post("/api/me", {"name": name or next(self._names), **more}).ok["id"]
        return visitor

    def account(self, name: str | None = None, password: str = PASSWORD) -> Visitor:
        visitor = Visitor(self)
        visitor.id = visitor.post("/api/accounts", {"name": name or next(self._names), "password": password}).ok["me"][
            "id"
        ]
        return visitor

    def signed_in(self, name: str, password: str = PASSWORD, browser: str = "a browser") -> Visitor:
        visitor = Visitor(self)
        body = {"name": name, "password": password}
        visitor.id = visitor.post("/api/accounts/sign_in", body, headers={"user-agent": browser}).ok["id"]
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

    def everything(self) -> dict[str, list[Row]]:
        return {table: sorted(self.rows(f"SELECT * FROM {table}"), key=repr) for table in SEEN_TABLES}

    @contextlib.contextmanager
    def unchanged(self) -> Iterator[None]:
        """Nothing that is kept differs afterwards."""
        before = self.everything()
        yield
        assert self.everything() == before
