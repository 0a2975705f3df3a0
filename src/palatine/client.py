"""A small client for the table server, for programs that play. It needs only the standard library.

A refused request raises `RefusedError`, an unreachable server `OSError`. Events and streams start with the call and end
with the connection; call again to reconnect.

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
"""The timeout of a silent stream. The server sends an empty line every 15 seconds."""


class RefusedError(PalatineError):
    """A refusal by the server. `problem` is its key for programs, `status` the HTTP status."""

    def __init__(self, status: int, problem: str, text: str) -> None:
        super().__init__("client.refused", text=text)
        self.status = status
        self.problem = problem


class Client:
    """A connection to a server as one person or bot."""

    def __init__(self, address: str, token: str | None = None) -> None:
        if not address.startswith(("http://", "https://")):
            raise PalatineError("client.address", address=address)
        self._address = address.rstrip("/")
        self._headers = {"accept": "application/json"}
        if token is not None:
            self._headers["authorization"] = f"Bearer {token}"

    # ------------------------------------------------------------------------------------------------ requests

    def get(self, path: str, **query: object) -> Any:
        """Send a GET request, and return the decoded answer."""
        return self._request("GET", f"{path}?{urlencode(query)}" if query else path, None)

    def post(self, path: str, body: object | None = None) -> Any:
        """Send a POST request, and return the decoded answer."""
        return self._request("POST", path, body)

    def _request(self, method: str, path: str, body: object | None) -> Any:
        with _connected(), self._open(method, path, body, ANSWER_SECONDS) as response:
            answer = response.read()
        return json.loads(answer) if answer else None

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
            # Connect now, not when the first line is read, so that no event is missed.
            response = self._open("GET", path, None, SILENT_SECONDS)
        return _read(response)

    # ------------------------------------------------------------------------------------------------- playing

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield the events of your tables, beginning with those where it is your turn."""
        return self._lines("/api/events")

    def stream(self, table: str) -> Iterator[dict[str, Any]]:
        """Yield the messages of a table, beginning with its state."""
        return self._lines(f"/api/tables/{quote(table)}/stream")

    def lobby(self) -> dict[str, Any]:
        """Return the public tables, `open` and `running`."""
        lobby: dict[str, Any] = self.get("/api/lobby")
        return lobby

    def table(self, table: str) -> dict[str, Any]:
        """Return a table with its position and legal moves."""
        view: dict[str, Any] = self.get(f"/api/tables/{quote(table)}")
        return view

    def sit(self, table: str, seat: int | None = None) -> None:
        """Take an open seat."""
        self.post(f"/api/tables/{quote(table)}/sit", {"seat": seat})

    def decide(self, table: str, ply: int, decision: int | str) -> None:
        """Make a decision in the position after `ply` decisions.

        It is durable when this returns. Sent again, it counts once."""
        self.post(f"/api/tables/{quote(table)}/decide", {"ply": ply, "decision": decision})


def _read(response: Any) -> Iterator[Any]:
    with _connected(), response:
        for line in response:
            if line.strip():
                yield json.loads(line)


@contextmanager
def _connected() -> Iterator[None]:
    """Raise an `OSError` whenever a connection breaks, however it does."""
    try:
        yield
    except HTTPException as problem:
        raise ConnectionError(f"the connection broke ({type(problem).__name__})") from problem


def _refusal(problem: urllib.error.HTTPError) -> RefusedError:
    try:
        answer = json.loads(problem.read())
        return RefusedError(problem.code, answer["problem"], answer["text"])
    except (ValueError, KeyError, TypeError):
        return RefusedError(problem.code, "client.not_palatine", f"HTTP {problem.code}")
