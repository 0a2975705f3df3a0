"""A table of Kingdomino for tests of the commands: no store, and a clock that the test sets."""

from __future__ import annotations

from typing import Any

from palatine.core.chance import commitment
from palatine.games import game_named
from palatine.server.tables import commands
from palatine.server.tables.log import AnyEntry, Chair, Clock, Created, written
from palatine.server.tables.log import read as read_entry
from palatine.server.tables.table import HostedTable, built

SEED = "a" * 64
"""With this seed the first seat begins, and the others follow in order."""
ANN, BOB, CID = "ann", "bob", "cid"
START = 1_000_000
"""The time at which games begin here, in milliseconds."""


def person(name: str) -> Chair:
    return Chair("person", name, name.title())


def bot(level: int = 1) -> Chair:
    return Chair("bot", level=level)


def created(*chairs: Chair, clock: Clock | None = None, rated: bool = False, at: int = START) -> Created:
    """Return the first entry of a table whose host sits in the first seat."""
    settings = game_named("kingdomino").settings(len(chairs), {})
    options = dict(settings.options)
    return Created(
        at=at,
        host=str(chairs[0].person),
        game="kingdomino",
        rules_version=settings.game.rules_version,
        players=len(chairs),
        options=options,
        chairs=chairs,
        public=False,
        rated=rated,
        clock=clock,
        commitment=commitment("kingdomino", len(chairs), options, SEED),
    )


def state(table: HostedTable) -> dict[str, Any]:
    """Return the state of a table as plain values; the game as its decisions."""
    values = {name: value for name, value in vars(table).items() if name not in ("game", "undo_request")}
    return values | {
        "decisions": None if table.game is None else table.game.decisions,
        "undo": None if table.undo_request is None else vars(table.undo_request),
    }


class LoggedTable:
    """A table whose game has begun. After each step its log must rebuild the same table."""

    def __init__(self, *chairs: Chair, clock: Clock | None = None, rated: bool = False) -> None:
        first = created(*chairs, clock=clock, rated=rated)
        self.log: list[AnyEntry] = [first]
        self.table = HostedTable("table", SEED, first)
        self.does(commands.start(self.table, self.table.host, 1, START))

    def does(self, entries: list[AnyEntry]) -> list[str]:
        """Apply entries, and return their kinds."""
        for entry in entries:
            self.table.add(entry)
        self.log += entries
        again = built("table", SEED, [read_entry(written(entry)) for entry in self.log])
        assert state(again) == state(self.table)
        return [type(entry).__name__ for entry in entries]

    def decides(self, at: int, times: int = 1) -> None:
        """Make the first legal decision for the player whose turn it is, at a given time."""
        for _ in range(times):
            table, decision = self.table, self.table.playing.legal()[0]
            if table.awaited is None:
                self.does(commands.decide_for_bot(table, table.version, decision, at))
            else:
                self.does(commands.decide(table, table.awaited, table.ply, decision, at))
