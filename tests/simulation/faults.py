"""The faults of a simulated world: which kinds a seed has, and how often.

Each seed has its own selection, so that rare combinations are met: a fault that is always present hides others.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from dataclasses import dataclass, field, fields

from sqlalchemy.exc import OperationalError


def broken(reason: str, code: int) -> OperationalError:
    """Return the error of a database that fails for a reason, with SQLite's result code."""
    cause = sqlite3.OperationalError(reason)
    cause.sqlite_errorcode = code
    return OperationalError("simulated", {}, cause)


AWAY = "the database does not answer", sqlite3.SQLITE_IOERR
FULL = "database or disk is full", sqlite3.SQLITE_FULL
LOST = "the connection was lost", sqlite3.SQLITE_IOERR


@dataclass
class Rates:
    """Rates of the faults: chances for each operation, or mean seconds between two faults (0 for never)."""

    write_fails: float = 0.0
    """Before the commit."""
    outcome_unknown: float = 0.0
    """After the commit."""
    read_fails: float = 0.0
    slow_write: float = 0.0
    bot_fails: float = 0.0
    redis_fails: float = 0.0
    message_dropped: float = 0.0
    message_repeated: float = 0.0
    slow_message: float = 0.0
    crash: float = 0.0
    stop: float = 0.0
    pause: float = 0.0
    clock_jump: float = 0.0
    database_away: float = 0.0
    database_full: float = 0.0
    redis_away: float = 0.0
    redis_cut: float = 0.0
    socket_cut: float = 0.0
    socket_deaf: float = 0.0


OFTEN = Rates(
    write_fails=0.06,
    outcome_unknown=0.06,
    read_fails=0.06,
    slow_write=0.1,
    bot_fails=0.05,
    redis_fails=0.05,
    message_dropped=0.2,
    message_repeated=0.2,
    slow_message=0.2,
    crash=20.0,
    stop=40.0,
    pause=20.0,
    clock_jump=20.0,
    database_away=30.0,
    database_full=30.0,
    redis_away=30.0,
    redis_cut=15.0,
    socket_cut=4.0,
    socket_deaf=15.0,
)
"""The highest rates."""


@dataclass
class Faults:
    """The faults of a world, and how many of each there were."""

    chance: random.Random
    rates: Rates = field(default_factory=Rates)
    count: Counter[str] = field(default_factory=Counter)
    over: bool = False
    """True once the faults have stopped."""
    database_away: bool = False
    database_full: bool = False

    @classmethod
    def drawn(cls, chance: random.Random) -> Faults:
        """Return a selection of faults: each kind with a chance of one half, at a rate of its own."""
        rates = Rates()
        for one in fields(Rates):
            if chance.random() < 0.5:
                most, share = getattr(OFTEN, one.name), chance.choice((0.1, 0.3, 1.0))
                setattr(rates, one.name, most * share if most < 1 else most / share)
        return cls(chance, rates)

    def strikes(self, kind: str) -> bool:
        """Return True, and count it, if a fault of an operation happens now."""
        rate = getattr(self.rates, kind)
        if self.over or not rate or self.chance.random() >= rate:
            return False
        self.count[kind] += 1
        return True
