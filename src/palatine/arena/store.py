"""The folder of a tournament: what is played, and every game that has been, so that it can go on after any interruption.

`arena.json` describes the tournament, `games.jsonl` has a line for each game in the order of the schedule: the record of
the game, with `seats` and, under `arena`, what came of it. docs/arena.md has the tables of the keys. A line is written
whole, flushed and synced before the next game counts; a last line that was torn by a crash is cut off.
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

from palatine.arena.files import make_folder, told_if_it_fails, write_whole
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
    """What is played in a tournament; two that are equal have the same games."""

    game: str
    rules_version: int
    players: int
    options: dict[str, Value]
    bots: list[str]
    kind: str
    seed: int | str

    def settings(self) -> Settings:
        """The game's settings, checked."""
        return game_named(self.game).settings(self.players, self.options)

    def typed_options(self) -> list[str]:
        """The options as a person types them."""
        return [
            f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in self.options.items()
        ]


def read_plan(folder: Path) -> tuple[Plan, int]:
    """The plan in a folder, and how many games were asked for last."""
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
    """Whether a folder has a tournament in it."""
    with told_if_it_fails(folder):
        return (folder / PLAN).exists()


def keep_plan(folder: Path, plan: Plan, games: int) -> None:
    """Write the plan of a tournament, with the number of games asked for."""
    write_whole(folder / PLAN, {"format": FORMAT, **asdict(plan), "games": games})


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Make a folder and work in it alone; a second process is refused."""
    make_folder(folder)
    lock = FileLock(folder / LOCK, timeout=0)
    with told_if_it_fails(folder / LOCK):
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
        """The games so far, without their records; a torn last line is cut off the file."""
        if not self._path.exists():
            return
        kept = 0
        with told_if_it_fails(self._path), self._path.open("r+b") as file:
            for number, line in enumerate(file):
                if not line.endswith(b"\n"):
                    file.truncate(kept)
                    os.fsync(file.fileno())
                    return
                try:
                    played = from_line(line)
                except RecordError as problem:  # lines are written whole: this was no crash
                    raise OptionError("arena.damaged", file=str(self._path), line=number + 1) from problem
                kept += len(line)
                yield played

    def append(self, played: Played) -> None:
        """Write a game so that no crash can take it away."""
        line = to_line(played, self._names)
        with told_if_it_fails(self._path), self._path.open("ab") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())


def to_line(played: Played, names: Sequence[str]) -> bytes:
    """A game as a line: its record, the seats, and what came of it."""
    fixture = asdict(played.fixture)
    del fixture["deal"]  # the seed of the record
    outcome = asdict(played.outcome)
    record: dict[str, Any] = outcome.pop("record")
    seats = [names[entrant] for entrant in played.fixture.entrants]
    return (json.dumps(record | {"seats": seats, "arena": fixture | outcome}) + "\n").encode()


def from_line(line: bytes) -> Played:
    """A game from a line, without the record; raises `RecordError` if it is none."""
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
