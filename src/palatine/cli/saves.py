"""Games on disk: unfinished ones, saved automatically, and those that a user saves."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from palatine.cli.settings import HUMAN
from palatine.core.errors import OptionError, RecordError
from palatine.core.game import Game
from palatine.core.record import read, save
from palatine.core.table import Table

KEPT_GAMES = 20
"""The number of unfinished games kept per game. The oldest are deleted."""


def _folder(game: Game) -> Path:
    return user_state_path("palatine", appauthor=False) / game.name


def place_to_keep(game: Game) -> Path:
    """Return a new file for an unfinished game."""
    return _folder(game) / f"{time.time_ns()}.json"


def unfinished(game: Game) -> Path | None:
    """Return the file of the last unfinished game, or None."""
    try:
        kept = sorted(_folder(game).glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
    except OSError:
        return None
    return kept[-1] if kept else None


def keep(table: Table, path: Path, seats: Sequence[str]) -> bool:
    """Save an unfinished game for `unfinished`. Return False if that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save(table, path, seats=list(seats))
        for old in sorted(path.parent.glob("*.json"), key=lambda kept: kept.stat().st_mtime_ns)[:-KEPT_GAMES]:
            old.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def save_as(table: Table, name: str, seats: Sequence[str]) -> Path:
    """Save a game to a file that the user names. Only a saved game is overwritten."""
    path = Path(name)
    try:
        path = path.expanduser()
        if path.exists() and not _is_record(path):
            raise OptionError("cli.error.no_record_there", file=str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        save(table, path, seats=list(seats))
    except (OSError, RuntimeError, ValueError) as problem:
        if isinstance(problem, OptionError):
            raise
        reason = getattr(problem, "strerror", None) or str(problem)
        raise OptionError("cli.error.not_saved", file=name, reason=reason) from problem
    return path


def _is_record(path: Path) -> bool:
    try:
        record = read(path)
    except RecordError:
        return False
    return isinstance(record, dict) and "rules_version" in record


def seats_of(record: dict[str, Any], players: int) -> list[str] | None:
    """Return the players of a record; None unless it names all of them."""
    seats = record.get("seats")
    if not isinstance(seats, list) or len(seats) != players or not all(isinstance(who, str) for who in seats):
        return None
    return seats


def persons(seats: Sequence[str]) -> list[int]:
    """Return the seats of human players."""
    return [seat for seat, who in enumerate(seats) if who == HUMAN]
