"""The folder of a tournament: its plan and every finished game, so that it can continue after any interruption.

`arena.json` is the plan. `games.jsonl` has a line for each game in the order of the schedule: the record, with `seats`
and, under `arena`, the outcome. docs/arena.md lists the keys. A line is written, flushed and synced before the next game
counts. An incomplete last line, after a crash, is cut off.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from palatine.arena.files import file_errors, make_folder, write_whole
from palatine.arena.game import Failure, Outcome
from palatine.arena.running import Played
from palatine.arena.seating import Fixture
from palatine.core.errors import OptionError, RecordError
from palatine.core.game import Settings, Value
from palatine.core.record import read
from palatine.games import game_named

FORMAT = 1
PLAN = "arena.json"
GAMES = "games.jsonl"
LOCK = "arena.lock"
REPORT = "report.html"


@dataclass(frozen=True)
class Plan:
    """The plan of a tournament. Equal plans have the same games."""

    game: str
    rules_version: int
    players: int
    options: dict[str, Value]
    bots: list[str]
    kind: str
    seed: int | str

    def settings(self) -> Settings:
        """Return the settings of the game, checked."""
        return game_named(self.game).settings(self.players, self.options)

    def typed_options(self) -> list[str]:
        """Return the options in the form `name=value`."""
        return [
            f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in self.options.items()
        ]


def read_plan(folder: Path) -> tuple[Plan, int]:
    """Return the plan in a folder, and the number of games of its last run."""
    path = folder / PLAN
    try:
        fields = read(path)
    except RecordError as problem:
        raise OptionError("arena.no_tournament", folder=str(folder), reason=problem) from problem
    try:
        if fields.pop("format") != FORMAT:
            raise ValueError
        games = fields.pop("games")
        plan = Plan(**fields)
        plan.settings()
        if not isinstance(games, int) or not all(isinstance(bot, str) for bot in plan.bots):
            raise TypeError
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise OptionError("arena.wrong_plan", file=str(path)) from problem
    return plan, games


def has_plan(folder: Path) -> bool:
    """Return True if there is a tournament in a folder."""
    with file_errors(folder):
        return (folder / PLAN).exists()


def keep_plan(folder: Path, plan: Plan, games: int) -> None:
    """Write the plan of a tournament, with the wanted number of games."""
    write_whole(folder / PLAN, {"format": FORMAT, **asdict(plan), "games": games})


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Create a folder and lock it; a second process is refused."""
    make_folder(folder)
    lock = FileLock(folder / LOCK, timeout=0)
    with file_errors(folder / LOCK):
        try:
            lock.acquire()
        except Timeout as problem:
            raise OptionError("arena.locked", folder=str(folder)) from problem
    try:
        yield
    finally:
        lock.release()


class GameFile:
    """The games of a tournament on disk."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self._path = folder / GAMES
        self._names = list(names)

    def read(self) -> Iterator[Played]:
        """Yield the games so far, without their records. An incomplete last line is cut off the file."""
        if not self._path.exists():
            return
        kept = 0
        with file_errors(self._path), self._path.open("r+b") as file:
            for number, line in enumerate(file):
                if not line.endswith(b"\n"):
                    file.truncate(kept)
                    os.fsync(file.fileno())
                    return
                try:
                    played = from_line(line)
                except RecordError as problem:  # lines are written whole, so a crash cannot cause this
                    raise OptionError("arena.damaged", file=str(self._path), line=str(number + 1)) from problem
                kept += len(line)
                yield played

    def append(self, played: Played) -> None:
        """Append a game and sync it to the disk."""
        line = to_line(played, self._names)
        with file_errors(self._path), self._path.open("ab") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())


def to_line(played: Played, names: Sequence[str]) -> bytes:
    """Return a game as a line: its record, the seats, and the outcome."""
    fixture = asdict(played.fixture)
    del fixture["deal"]  # the seed of the record
    outcome = asdict(played.outcome)
    record: dict[str, Any] = outcome.pop("record")
    seats = [names[entrant] for entrant in played.fixture.entrants]
    return (json.dumps(record | {"seats": seats, "arena": fixture | outcome}) + "\n").encode()


def from_line(line: bytes) -> Played:
    """Return the game in a line, without its record. Raise `RecordError` if there is none."""
    try:
        record = json.loads(line)
        fields = record["arena"]
        entrants = tuple(fields["entrants"])
        fixture = Fixture(fields.pop("number"), fields.pop("round"), record["seed"], entrants)
        del fields["entrants"]
        failures = [Failure(**failure) for failure in fields.pop("failures")]
        return Played(fixture, Outcome(**fields, failures=failures, record=None))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise RecordError("core.record_field", field="arena") from problem
