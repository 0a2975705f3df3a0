"""A table agrees with a simple model under any sequence of joining, leaving, deciding, undoing, drops and restarts.

The model is the seats, and a `Table` of its own. The views that clients get are compared with it, and the logs that
they assemble across drops and restarts with the stored log.
"""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import palatine
from palatine.core.table import Table
from palatine.server.broadcast import NoBroadcast
from palatine.server.clock import now
from palatine.server.errors import Refusal
from palatine.server.live.hub import Hub
from palatine.server.live.live_table import LiveTable
from palatine.server.storage.store import Store
from palatine.server.tables import commands
from palatine.server.tables.commands import Command
from palatine.server.tables.log import Chair, Created
from palatine.server.thinking.pool import Pool

PEOPLE = ("ann", "bob", "cid")
HOST = "ann"
SEED = "5" * 64
person = st.sampled_from(PEOPLE)


@dataclass(eq=False)
class Client:
    """A listener that assembles the log from its messages."""

    person: str | None
    wants_outlook: bool = False
    log: list[Any] = field(default_factory=list)
    table: dict[str, Any] = field(default_factory=dict)
    live: LiveTable | None = None

    def send(self, payload: bytes) -> None:
        message = msgspec.json.decode(payload)
        if message["type"] in ("state", "update"):
            self.log += message["entries"]
            self.table = message["table"]
            assert len(self.log) == self.table["seq"], "a message is missing or arrived twice"

    def end(self) -> None:
        """Do nothing."""


class TableMachine(RuleBasedStateMachine):
    """Compares a hosted table with the model."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.clients = {name: Client(name) for name in PEOPLE}
        self.open_server()

    def open_server(self) -> None:
        self.store = Store(f"sqlite:///{Path(self.folder.name) / 'machine.db'}")
        self.store.open()
        self.pool = Pool(1)
        self.hub = self.runner.run(self.new_hub())

    async def new_hub(self) -> Hub:
        return Hub(self.store, self.pool, NoBroadcast())

    def close_server(self) -> None:
        self.runner.run(self.hub.close())
        self.runner.run(self.pool.close())
        self.store.close()

    def teardown(self) -> None:
        self.close_server()
        self.runner.close()
        self.folder.cleanup()

    # ------------------------------------------------------------------------------------------------- the model

    @initialize(players=st.sampled_from([2, 3]), rated=st.booleans())
    def open_table(self, players: int, rated: bool) -> None:
        chairs = (Chair("person", HOST, HOST), *(Chair("open") for _ in range(players - 1)))
        chosen = palatine.new("kingdomino", players=players, seed=1).settings
        created = Created(
            at=now(),
            host=HOST,
            game="kingdomino",
            rules_version=1,
            players=players,
            options=dict(chosen.options),
            chairs=chairs,
            public=False,
            rated=rated,
            clock=None,
            commitment="",
        )
        self.table_id = self.runner.run(self.hub.create(created, SEED))
        self.rated = rated
        self.seats: list[str | None] = [HOST, *[None] * (players - 1)]
        self.closed = False
        self.game: Table | None = None
        self.asked: tuple[str, int, set[str]] | None = None

    def begun(self) -> bool:
        return self.game is not None and not self.game.over and not self.closed

    def does(self, command: Command, expected: bool) -> None:
        """Assert that the server accepts a command exactly if the model expects it."""
        try:
            self.runner.run(self.hub.act(self.table_id, command))
            accepted = True
        except (Refusal, palatine.PalatineError):
            accepted = False
        assert accepted == expected

    def begin_if_full(self) -> None:
        if None not in self.seats:
            chosen = palatine.new("kingdomino", players=len(self.seats), seed=1).settings
            self.game = Table(chosen, SEED)

    # ------------------------------------------------------------------------------------------------- the rules

    @rule(who=person)
    def sit(self, who: str) -> None:
        possible = self.game is None and not self.closed and (who in self.seats or None in self.seats)
        self.does(lambda table, at: commands.sit(table, who, who, None, at), possible)
        if possible and who not in self.seats:
            self.seats[self.seats.index(None)] = who
            self.begin_if_full()

    @rule(who=person)
    @precondition(lambda self: self.game is None)
    def leave(self, who: str) -> None:
        self.does(lambda table, at: commands.leave(table, who, at), expected=True)
        if not self.closed:
            if who == HOST:
                self.closed = True
            self.seats = [None if sitting == who and who != HOST else sitting for sitting in self.seats]

    @rule(who=person, choice=st.integers(0, 10**6), behind=st.integers(0, 2))
    @precondition(lambda self: self.begun())
    def decide(self, who: str, choice: int, behind: int) -> None:
        assert self.game is not None
        seat = self.game.seat
        assert seat is not None
        legal = self.game.legal()
        decision, ply = legal[choice % len(legal)], len(self.game.decisions) - behind
        again = behind and ply >= 0 and self.game.decisions[ply] == decision
        repeated = bool(again and self.seats[self.game.decided_by(ply)] == who)
        fresh = behind == 0 and self.seats[seat] == who
        self.does(lambda table, at: commands.decide(table, who, ply, decision, at), fresh or repeated)
        if fresh:
            self.game.play(decision)
            self.asked = None

    @rule(who=person, back=st.integers(1, 4))
    @precondition(lambda self: self.begun())
    def undo(self, who: str, back: int) -> None:
        assert self.game is not None
        to = len(self.game.decisions) - back
        own = who in self.seats and to >= 0
        free = own and all(self.seats[self.game.decided_by(one)] == who for one in range(to, to + back))
        free = free and {self.game.decided_by(one) for one in range(to, to + back)} == {self.game.seat}
        free = free and self.shown_after(to) == self.game.revealed
        asking = own and not free and not self.rated and self.asked is None
        self.does(lambda table, at: commands.undo(table, who, to, at), free or asking)
        if free:
            self.go_back(to)
        elif asking:
            self.asked = who, to, set()

    @rule(who=person, consents=st.booleans())
    @precondition(lambda self: self.begun())
    def answer(self, who: str, consents: bool) -> None:
        possible = self.asked is not None and who in self.seats and not (who == self.asked[0] and consents)
        self.does(lambda table, at: commands.answer_undo(table, who, consents, at), possible)
        if possible and self.asked is not None:
            by, to, agreed = self.asked
            agreed.add(who)
            if not consents:
                self.asked = None
            elif agreed == {sitting for sitting in self.seats if sitting != by}:
                self.go_back(to)

    def shown_after(self, ply: int) -> int:
        assert self.game is not None
        then = Table(self.game.settings, SEED)
        for decision in self.game.decisions[:ply]:
            then.play(decision)
        return then.revealed

    def go_back(self, to: int) -> None:
        assert self.game is not None
        while len(self.game.decisions) > to:
            self.game.undo()
        self.asked = None

    # ----------------------------------------------------------------------------------------- clients and server

    @rule(who=person)
    def connect(self, who: str) -> None:
        client = self.clients[who]
        if client.live is None:
            client.live = self.runner.run(self.hub.listen(self.table_id, client, len(client.log)))

    @rule(who=person)
    def drop(self, who: str) -> None:
        client = self.clients[who]
        if client.live is not None:
            self.runner.run(self.leave_socket(client))

    async def leave_socket(self, client: Client) -> None:
        assert client.live is not None
        self.hub.leave(client.live, client)
        client.live = None

    @rule()
    def restart(self) -> None:
        self.close_server()
        for client in self.clients.values():
            client.live = None
        self.open_server()

    # -------------------------------------------------------------------------------------------------- comparison

    @invariant()
    def all_agree(self) -> None:
        if not hasattr(self, "table_id"):
            return
        live = self.runner.run(self.hub.table(self.table_id))
        hosted = live.hosted
        assert [chair.person for chair in hosted.chairs] == self.seats
        assert hosted.status == (
            "ended" if self.closed else "open" if self.game is None else "finished" if self.game.over else "playing"
        )
        if self.game is not None:
            assert hosted.playing.decisions == self.game.decisions
            assert hosted.playing.position() == self.game.position()
        assert (hosted.undo_request is None) == (self.asked is None)
        logged = self.runner.run(self.store.load(self.table_id))
        assert logged is not None
        log = [msgspec.json.decode(entry) for entry in logged.entries]
        for client in self.clients.values():
            if client.live is not None:
                assert client.log == log
                assert client.table["ply"] == hosted.ply
                assert client.table["turn"] == hosted.turn


class LongTableMachine(TableMachine):
    """The same machine, for a longer run."""


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
TestTableLong = pytest.mark.soak(LongTableMachine.TestCase)
TestTableLong.settings = settings(max_examples=1000, stateful_step_count=80, deadline=None)
