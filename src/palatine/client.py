"""A small client of the table server, for programs that play: only the standard library is needed.

What the server refuses is a `RefusedError`; that it is away is an `OSError`. Events and streams are heard from the call on,
and end when the connection does: then ask again.

client = Client("https://games.example.org", token="palatine_...")
for event in client.events():
    if event["type"] == "your_turn":
        table = client.table(event["table"])
        client.decide(table["id"], table["ply"], table["moves"][0][0])
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from typing import Any
from urllib.parse import quote, urlencode

from palatine.core.errors import PalatineError

ANSWER_SECONDS = 30.0
SILENT_SECONDS = 60.0
"""A stream from which nothing has come for that long has ended; the server sends an empty line every 15 seconds."""


class RefusedError(PalatineError):
    """The server does not do what it was asked for: `problem` is its reason for programs, `status` the HTTP status."""

    def __init__(self, status: int, problem: str, text: str) -> None:
        super().__init__("client.refused", text=text)
        self.status = status
        self.problem = problem


class Client:
    """One person or bot at a server."""

    def __init__(self, address: str, token: str | None = None) -> None:
        if not address.startswith(("http://", "https://")):
            raise PalatineError("client.address", address=address)
        self._address = address.rstrip("/")
        self._headers = {"accept": "application/json"}
        if token is not None:
            self._headers["authorization"] = f"Bearer {token}"

    # ------------------------------------------------------------------------------------------------- asking

    def get(self, path: str, **query: object) -> Any:
        """What the server tells under a path."""
        return self._asked("GET", f"{path}?{urlencode(query)}" if query else path, None)

    def post(self, path: str, body: object | None = None) -> Any:
        """Ask the server to do something."""
        return self._asked("POST", path, body)

    def _asked(self, method: str, path: str, body: object | None) -> Any:
        with _connected(), self._open(method, path, body, ANSWER_SECONDS) as response:
            told = response.read()
        return json.loads(told) if told else None

    def _open(self, method: str, path: str, body: object | None, seconds: float) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = self._headers if data is None else self._headers | {"content-type": "application/json"}
        request = urllib.request.Request(self._address + path, data, headers, method=method)  # noqa: S310 - checked
        try:
            return urllib.request.urlopen(request, timeout=seconds)  # noqa: S310 - an address of http or https
        except urllib.error.HTTPError as problem:
            with problem:
                raise _refusal(problem) from problem

    def _lines(self, path: str) -> Iterator[Any]:
        with _connected():
            response = self._open(
                "GET", path, None, SILENT_SECONDS
            )  # before the first line is asked for: nothing is missed
        return _read(response)

    # ------------------------------------------------------------------------------------------------- playing

    def events(self) -> Iterator[dict[str, Any]]:
        """What happens at one's tables; first those that wait for one's decision."""
        return self._lines("/api/events")

    def stream(self, table: str) -> Iterator[dict[str, Any]]:
        """Everything that happens at a table; first its state."""
        return self._lines(f"/api/tables/{quote(table)}/stream")

    def lobby(self) -> dict[str, Any]:
        """The public tables: `open` and `running`."""
        lobby: dict[str, Any] = self.get("/api/lobby")
        return lobby

    def table(self, table: str) -> dict[str, Any]:
        """A table as it stands: its position, its legal moves."""
        view: dict[str, Any] = self.get(f"/api/tables/{quote(table)}")
        return view

    def sit(self, table: str, seat: int | None = None) -> None:
        """Take an open seat."""
        self.post(f"/api/tables/{quote(table)}/sit", {"seat": seat})

    def decide(self, table: str, ply: int, decision: int | str) -> None:
        """Make a decision after `ply` decisions; it is durable when this returns, and may be sent again."""
        self.post(f"/api/tables/{quote(table)}/decide", {"ply": ply, "decision": decision})


def _read(response: Any) -> Iterator[Any]:
    with _connected(), response:
        for line in response:
            if line.strip():
                yield json.loads(line)


@contextmanager
def _connected() -> Iterator[None]:
    """A connection that breaks off is an `OSError`, however it does so."""
    try:
        yield
    except HTTPException as problem:
        raise ConnectionError(f"the connection broke off ({type(problem).__name__})") from problem


def _refusal(problem: urllib.error.HTTPError) -> RefusedError:
    try:
        told = json.loads(problem.read())
        return RefusedError(problem.code, told["problem"], told["text"])
    except (ValueError, KeyError, TypeError):
        return RefusedError(problem.code, "client.not_palatine", f"HTTP {problem.code}")
