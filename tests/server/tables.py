"""A house of tables for tests: the whole server in this process, people who come to it, and games played there."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from starlette.testclient import TestClient

from palatine.core.chance import commitment
from palatine.games import game_named
from palatine.server.app import application
from palatine.server.clock import now
from palatine.server.http.context import Server
from palatine.server.live.live_table import LiveTable
from palatine.server.settings import Settings
from palatine.server.tables import commands
from palatine.server.tables.log import AnyEntry, Chair, Created
from palatine.server.tables.table import HostedTable

T = TypeVar("T")

OK = 200
LONGEST_WAIT = 120.0
QUICK = 4
"""Iterations of an analysis that only has to come to its end."""


@dataclass(frozen=True)
class Guest:
    """Somebody who has come to the house; None for a stranger."""

    id: str
    name: str
    credential: str


class House:
    """A server, asked as a browser or a program would."""

    def __init__(self, client: TestClient, server: Server) -> None:
        self.client = client
        self.server = server

    # -------------------------------------------------------------------------------------------------- asking

    def ask(
        self, method: str, path: str, who: Guest | None, body: object = None, params: dict[str, Any] | None = None
    ) -> tuple[int, Any]:
        """The status of the answer, and what it says."""
        headers = {} if who is None else {"authorization": f"Bearer {who.credential}"}
        response = self.client.request(method, path, json=body, headers=headers, params=params or None)
        return response.status_code, response.json()

    def get(self, path: str, who: Guest | None = None, **params: object) -> Any:
        """What a request that is granted tells."""
        status, told = self.ask("GET", path, who, params=params)
        assert status == OK, told
        return told

    def post(self, path: str, who: Guest | None, body: object = None) -> Any:
        """What a request that is granted tells."""
        status, told = self.ask("POST", path, who, body)
        assert status == OK, told
        return told

    def refused(self, method: str, path: str, who: Guest | None = None, body: object = None, **params: object) -> Any:
        """The status and the key of a request that is not granted."""
        status, told = self.ask(method, path, who, body, params)
        assert status >= 400, told
        assert told["text"]
        return status, told["problem"]

    def guest(self, name: str) -> Guest:
        """Somebody comes."""
        response = self.client.post("/api/me", json={"name": name})
        credential = response.cookies["palatine"]
        self.client.cookies.clear()
        return Guest(response.json()["id"], name, credential)

    def call(self, work: Callable[..., Awaitable[T]], *arguments: object) -> T:
        """Let something run where the server runs."""
        assert self.client.portal is not None
        return self.client.portal.call(work, *arguments)

    def analysed(self, table: str) -> Any:
        """The analysis of a table, when all that were asked for have come to their end."""
        self.call(asyncio.wait_for, self.server.analysis_queue.settled(), LONGEST_WAIT)
        return self.get(f"/api/tables/{table}/analysis")

    # ------------------------------------------------------------------------------------------------- playing

    def open(self, *seated: Guest, seed: str | None = None, **settings: Any) -> str:
        """A table of Kingdomino at which some people sit; with a seed, opened behind the scenes."""
        host = seated[0]
        if seed is not None:
            return self.call(self.server.hub.create, created(seated, seed), seed)
        body = {"game": "kingdomino", "players": len(seated), **settings}
        table: str = self.post("/api/tables", host, body)["table"]
        for guest in seated[1:]:
            self.post(f"/api/tables/{table}/sit", guest, {})
        return table

    def act(self, table: str, command: Callable[[HostedTable, int], list[AnyEntry]]) -> None:
        """Let something happen at a table."""
        self.call(self.server.hub.act, table, command)

    def hosted(self, table: str) -> HostedTable:
        """A table as the server has it."""
        return self.call(self.server.hub.table, table).hosted

    def play(self, table: str, decisions: int | None = None, chance: int = 1) -> None:
        """Let the people decide at random, for some decisions or to the end; bots decide for themselves."""
        self.call(self._play, table, decisions, random.Random(chance))

    async def _play(self, table: str, decisions: int | None, chance: random.Random) -> None:
        live = await self.server.hub.table(table)
        watcher = Watcher()
        live.listeners.add(watcher)
        until = None if decisions is None else live.hosted.made + decisions
        while (seat := live.hosted.turn) is not None and live.hosted.made != until:
            if live.hosted.bot_level(seat) is None:
                decision = chance.choice(live.hosted.playing.legal())
                person = str(live.hosted.chairs[seat].person)
                await self.server.hub.act(table, _deciding(person, live.hosted.made, decision))
            else:
                await watcher.more_decisions(live)
        live.listeners.discard(watcher)


def _deciding(person: str, made: int, decision: int) -> Callable[[HostedTable, int], list[AnyEntry]]:
    return lambda table, at: commands.decide(table, person, made, decision, at)


class Watcher:
    """Is told what happens at a table."""

    person: str | None = None
    wants_outlook = False

    def __init__(self) -> None:
        self._told = asyncio.Event()

    def send(self, payload: bytes) -> None:
        assert payload
        self._told.set()

    def end(self) -> None:
        raise AssertionError("nobody stops the server")

    async def more_decisions(self, live: LiveTable) -> None:
        """Wait until one more decision is made."""
        made = live.hosted.made
        async with asyncio.timeout(LONGEST_WAIT):
            while live.hosted.made == made:
                self._told.clear()
                await self._told.wait()


def created(seated: tuple[Guest, ...], seed: str, *, rated: bool = False, public: bool = True) -> Created:
    """The first entry of a table of Kingdomino with a seed that the test knows."""
    settings = game_named("kingdomino").settings(len(seated), {})
    options = dict(settings.options)
    return Created(
        at=now(),
        host=seated[0].id,
        game="kingdomino",
        rules_version=settings.game.rules_version,
        players=len(seated),
        options=options,
        chairs=tuple(Chair("person", guest.id, guest.name) for guest in seated),
        public=public,
        rated=rated,
        clock=None,
        commitment=commitment("kingdomino", len(seated), options, seed),
    )


@contextlib.contextmanager
def open_house(folder: Path, **settings: Any) -> Iterator[House]:
    """The server with its data in a folder, from its start to its end; nobody is too quick for it."""
    chosen: dict[str, Any] = {
        "database": f"sqlite:///{folder / 'house.db'}",
        "thinkers": 1,
        "analysis_iterations": QUICK,
        "limited": False,
    } | settings
    app = application(Settings(**chosen))
    with TestClient(app) as client:
        server: Server = app.state.server
        yield House(client, server)
